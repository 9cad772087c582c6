"""A position seen from one seat, and what may become of it: hidden cards drawn at random, the deal played on.

The hidden cards, those in the hands of the others and in the stock, are drawn uniformly from all that the seat's view
allows: the cards it has not seen, in hands of the sizes that the table shows, such that no seat let a card go by on
which it had an option without passing (E4; a pass is public). A seat's concealed hand only ever shrinks (E3), so what
it would have had to claim then it must not hold now.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from simcore.bits import LONE, popcount
from simcore.claims import lay_meld
from simcore.deal import BONUS_TYPES, take_up
from simcore.jit import core, inlined, int64
from simcore.native import (
    RESULT_RECORD,
    RESUME_SIGNATURE,
    SAMPLER_SIGNATURE,
    STRATEGY_SIGNATURE,
    address_of,
    call_resume,
    call_sampler,
    call_strategy,
    clear_memo,
    restore,
    same_view,
    save,
    share,
    show_history,
    show_own,
    show_table,
    tables_at,
    take_own,
    take_rules,
    take_table,
)
from simcore.options import chi_types, protected_types, renew, silence
from simcore.play import ANYWHERE, EXHAUSTED, NOBODY, TIANHU, end_by_win, following, play_on, report
from simcore.records import DEAL, TEMPLATE, Option
from simcore.seen import idle_of, unseen
from simcore.streams import next_word, seed_stream

MING, CHI, PENG, KONG, WIN = (int(o) for o in (Option.MING, Option.CHI, Option.PENG, Option.KONG, Option.WIN))
GHOST = 28
FREE_HAND = 8  # smaller hands may have had no option because E8 left none
SHARP = 1.7  # measured: with it the mean payoff of greedy against greedy in mid-deal is what is predicted
STEPS = 300  # of the chain that leads from a uniform draw to hands such as are held
MORE_STEPS = 1_000  # at most, where the hands still contradict what the seats let go by


@core
def resume(d: Any, tables: Any, result: Any, by: int, t: int, drawn: int, option: int, pending: int) -> int:
    """Play a deal on (see `play_on`; by -1: it has ended) and report it; the `Status`."""
    if by >= 0:
        play_on(d, tables, by, t, drawn, option, pending)
    report(d, tables, result)
    return d.status


@core
def scripted_claim(view: Any) -> int:
    """State the scripted option first, then what the playing strategy states."""
    option = view.script[0]
    view.script[0] = -1
    if option >= 0:
        return option
    view.script[1] = -1  # the scripted claim did not prevail, or its discard is made
    return call_strategy(view.engine.claim, view)


@core
def scripted_discard(view: Any) -> int:
    """Discard the scripted card first, then what the playing strategy discards."""
    t = view.script[1]
    view.script[0] = view.script[1] = -1
    if t >= 0:
        return t
    return call_strategy(view.engine.discard, view)


@core
def lay_out(d: Any, s: int) -> None:
    """Set the sums of the open melds of seat s from the table (G2, G3, Y2, Y7)."""
    h = d.seat[s & 3].h
    h.laid_out = h.laid_pair = h.laid_marks = h.laid_sum = h.laid_hu = h.laid_fours = h.laid_odd = 0
    d.seat[s & 3].chi_taken = 0
    table = d.table
    for i in range(table.n_melds[s & 3]):
        option, t = int64(table.meld_option[s & 3, i]), int64(table.meld_card[s & 3, i])
        size = meld_size(d, s, option, t)
        lay_meld(h, option, t, size)
        if CHI <= option < PENG:
            d.seat[s & 3].chi_taken |= 1 << t
            for k in range(7):
                u = t - t % 7 + k
                in_meld = (k < 3) == (t % 7 < 3) and k < 6 and t % 7 < 6
                h.bonus += 1 if in_meld and (BONUS_TYPES >> u) & 1 else 0
        elif (BONUS_TYPES >> t) & 1:
            h.bonus += size
            if t == GHOST:
                h.ghosts += size


@core
def meld_size(d: Any, s: int, option: int, t: int) -> int:
    """Cards of an open meld."""
    if option == MING:
        return 1
    if option >= CHI and option < PENG:
        return 4 if t % 7 == 6 and option == CHI else 3
    if option == KONG and t == GHOST:
        size = int64(d.table.laid[GHOST])  # all open ghosts but those laid open one by one
        for other in range(3):
            for i in range(d.table.n_melds[other]):
                if d.table.meld_option[other, i] == MING and d.table.meld_card[other, i] == GHOST:
                    size -= 1
        return size
    return 4 if option == KONG else 3 if option == PENG else 2


@core
def set_up(d: Any, view: Any) -> None:
    """Put all that a view shows into a DEAL record; `hide` adds what it does not show."""
    take_table(d, view)
    take_rules(d, view)
    d.dealer = view.dealer
    d.score_address = view.engine.scorer
    d.remembers = 1 if view.engine.sees > 1 else 0
    for s in range(3):
        other = d.views[s]
        share(other, view)
        other.seat = s
        other.dealer = view.dealer
        d.sees[s] = view.engine.sees
        d.claim_address[s] = view.engine.claim
        d.discard_address[s] = view.engine.discard
    d.claim_address[view.seat] = view.engine.scripted_claim
    d.discard_address[view.seat] = view.engine.scripted_discard


@core
def ask_playing(other: Any, view: Any, choices: Any) -> None:
    """Put into `choices` what the playing strategy itself would do at the position of the view."""
    same_view(other, view)
    share(other, view)
    clear_memo(other)
    if view.engine.recall:
        call_strategy(view.engine.recall, other)
    choices.liked_claim = call_strategy(view.engine.claim, other) if view.options else -1
    choices.liked_discard = call_strategy(view.engine.discard, other) if view.discards else -1


@core
def read_history(d: Any, view: Any, far: Any, near: Any, discards: Any) -> None:
    """For each seat the types that were revealed, went by and gave it no option: `far` where kong and peng were open
    to it, `near` where chi and zhan were as well (E5); and how many cards it has discarded."""
    rules = d.rules
    passed = np.zeros(3, np.int64)
    thrown = np.zeros(3, np.int64)
    for s in range(3):
        far[s] = near[s] = 0
        # what has left a hand without going into a meld was discarded
        discards[s] = (31 if s == view.dealer else 30) - d.table.hand_size[s]
        for i in range(d.table.n_melds[s]):
            option, t = int64(d.table.meld_option[s, i]), int64(d.table.meld_card[s, i])
            discards[s] -= meld_size(d, s, option, t) - 1
    for i in range(view.history.n):
        row = int64(view.history.reveal[i & 255])
        t, by, drawn, taker, passes = row & 31, (row >> 5) & 3, (row >> 7) & 1, (row >> 8) & 3, (row >> 10) & 7
        card = 1 << t
        lone = (LONE >> t) & 1
        first = by if drawn else following(by)
        second = following(first)
        for s in range(3):
            asked = (drawn == 1 or s != by) and not (drawn == 1 and lone == 1 and s == by)
            silent = taker == 3 and asked and not (passes >> s) & 1 and not passed[s] & card
            if silent and d.table.hand_size[s] >= FREE_HAND:
                far[s] |= card
                right = s == first or (s == second and rules.pass_down and drawn == 1 and lone == 0)
                if right and not (rules.own_discard_dead and thrown[s] & card):
                    near[s] |= card
            if (passes >> s) & 1:
                passed[s] |= card
        if drawn == 0:
            thrown[by] |= card


@inlined
def contradictions(seat: Any, rules: Any, far: int, near: int) -> int:
    """The types of `far` and `near` on which a seat with these concealed cards would have had an option."""
    protect = protected_types(seat, rules)
    close = (seat.held[0] & ~LONE | chi_types(seat.held[0])) & ~protect
    return seat.held[1] & far | close & near


@inlined
def below(state: Any, n: int) -> int:
    """A uniform integer 0 … n-1 from the upper half of a random word; off by less than n / 2**32."""
    return int64((next_word(state) >> np.uint64(32)) * np.uint64(n) >> np.uint64(32))


@inlined
def put(seat: Any, t: int, by: int, tables: Any) -> None:
    """Add (by 1) or take away (by -1) a card of type t in the words, sets and block states of a hand."""
    shift = (t & 7) << 3
    count = (seat.words[(t >> 3) & 3] >> shift) & 7
    seat.words[(t >> 3) & 3] += int64(by) << shift
    seat.h.idx[int64(tables.block[t & 31]) & 7] += by * int64(tables.power[t & 31])
    if by > 0:
        seat.held[count & 7] |= 1 << t
    else:
        seat.held[(count - 1) & 7] &= ~(1 << t)


@inlined
def unlikeliness(seat: Any, discards: int, tables: Any) -> float:
    """How unlikely a hand is after so many discards: (m + 1) … (m + discards) with m idle cards left.

    Whoever throws away an idle card at each turn, any of them alike, had m + 1, m + 2, … to choose from.
    """
    h = seat.h
    m = idle_of(tables, int64(h.idx[0]), int64(h.idx[1]), int64(h.idx[2]), int64(h.idx[3]), int64(h.idx[4]))
    product = 1.0
    for j in range(1, discards + 1):
        product *= m + j
    return product**SHARP


@core
def hide(d: Any, view: Any, rng: Any, tables: Any, far: Any, near: Any, discards: Any) -> int:
    """Draw the hidden cards: the hands of the others and the stock. Return how many types contradict what went by."""
    me = view.seat
    n = 0
    for t in range(29):
        left = unseen(view, t)
        for _ in range(left):
            d.deck[n] = t
            n += 1
    for i in range(n - 1, 0, -1):
        j = below(rng, i + 1)
        x = d.deck[i]
        d.deck[i] = d.deck[j]
        d.deck[j] = x
    a, b = following(me), following(following(me))
    size_a, size_b = d.table.hand_size[a], d.table.hand_size[b]
    hands = size_a + size_b
    hand_a, hand_b = d.seat[a], d.seat[b]
    for s in (a, b):
        for k in range(4):
            d.seat[s].words[k] = 0
        for k in range(5):
            d.seat[s].held[k] = 0
        for k in range(6):
            d.seat[s].h.idx[k] = 0
    for i in range(hands):
        put(hand_a if i < size_a else hand_b, int64(d.deck[i]), 1, tables)
    rules = d.rules
    wrong = popcount(contradictions(hand_a, rules, far[a], near[a]))
    wrong += popcount(contradictions(hand_b, rules, far[b], near[b]))
    weight = unlikeliness(hand_a, discards[a], tables) * unlikeliness(hand_b, discards[b], tables)
    step = 0
    while hands > 0 and (step < STEPS or (wrong > 0 and step < MORE_STEPS)):
        step += 1
        i, j = below(rng, hands), below(rng, n)
        in_a, to_a, to_hand = i < size_a, j < size_a, j < hands
        t, u = int64(d.deck[i]), int64(d.deck[j])
        if t == u or (to_hand and in_a == to_a):
            continue
        mine = hand_a if in_a else hand_b
        other = hand_a if to_a else hand_b
        put(mine, t, -1, tables)
        put(mine, u, 1, tables)
        if to_hand:
            put(other, u, -1, tables)
            put(other, t, 1, tables)
        now = popcount(contradictions(hand_a, rules, far[a], near[a]))
        now += popcount(contradictions(hand_b, rules, far[b], near[b]))
        then = unlikeliness(hand_a, discards[a], tables) * unlikeliness(hand_b, discards[b], tables)
        if now < wrong or (now == wrong and (then <= weight or below(rng, 1 << 24) * then < weight * (1 << 24))):
            wrong = now
            weight = then
            d.deck[i] = u
            d.deck[j] = t
        else:
            put(mine, u, -1, tables)
            put(mine, t, 1, tables)
            if to_hand:
                put(other, t, -1, tables)
                put(other, u, 1, tables)
    d.position = hands
    d.last_draw = hands + d.table.stock_left
    for s in (a, b):
        seat = d.seat[s]
        take_up(seat, d.table.hand_size[s], tables)
        lay_out(d, s)
        passed, thrown = d.table.passed[s], d.table.discarded[s]
        seat.no_win = seat.no_kong = seat.no_peng = seat.no_chi = 0
        seat.barred = seat.dead = seat.stinks = 0
        if rules.game == 0:
            if rules.passed_card_dead:
                seat.no_win = seat.no_kong = seat.no_peng = seat.no_chi = passed
        else:  # which claims they were is not known: Y12 at its strictest
            seat.no_peng = seat.no_chi = passed
            seat.stinks = 1 if thrown & LONE else 0
        if rules.own_discard_dead:
            seat.no_chi |= thrown
        if d.table.dead[s]:
            silence(seat)
        else:
            renew(seat, rules, tables)
    take_own(d.seat[me], view)
    return wrong


@core
def begin_again(d: Any, view: Any, rng: Any) -> None:
    """Make a DEAL record that is back at its template ready to be played on."""
    d.intents = d.status = d.n_events = d.logged_bars = 0
    d.winner = d.declarer = d.win_card = d.discarder = NOBODY
    d.win_kind = EXHAUSTED
    d.win_allow = ANYWHERE
    for s in range(3):
        other = d.views[s]
        clear_memo(other)
        for k in range(4):
            other.rng[k] = next_word(rng)
        if view.engine.recall:
            show_table(other, d)
            show_own(other, d.seat[s])
            show_history(other, d)
            call_strategy(view.engine.recall, other)


@core
def sample(view: Any, choices: Any) -> int:
    """Try every choice at the position of a view, in `choices.count` samples of the hidden cards each; fill in what
    became of them. Choices of one sample share its cards and random numbers. Returns the `Status` of what was played.

    The view is that of a claim (`options`), of a discard (`discards`) or of the opening.
    """
    deals, templates, results = np.zeros(1, DEAL), np.zeros(1, TEMPLATE), np.zeros(1, RESULT_RECORD)
    status = sample_with(view, choices, deals[0], templates[0], results[0])
    # A compiled record does not keep its array alive: name the arrays once more after their last use.
    return status + len(deals) + len(templates) + len(results) - 3


@core
def sample_with(view: Any, choices: Any, d: Any, template: Any, result: Any) -> int:
    """`sample`, in the room that it is given."""
    tables = tables_at(view.engine.tables)
    far, near, discards = np.zeros(3, np.int64), np.zeros(3, np.int64), np.zeros(3, np.int64)
    rng, later = np.zeros(4, np.uint64), np.zeros(4, np.uint64)
    me = view.seat
    set_up(d, view)
    read_history(d, view, far, near, discards)
    melds = view.table.n_melds[me]
    after = int64(view.table.meld_option[me, melds - 1]) if melds > 0 else 0
    ask_playing(d.views[me], view, choices)
    choices.faults = 0
    for i in range(choices.count):
        seed_stream(rng, choices.key, choices.first + i)
        take_table(d, view)
        choices.faults += hide(d, view, rng, tables, far, near, discards)
        save(template, d)
        for k in range(choices.n):
            for w in range(4):
                later[w] = rng[w]
            restore(d, template)
            d.position = d.table.hand_size[following(me)] + d.table.hand_size[following(following(me))]
            begin_again(d, view, later)
            option, t = choices.claim[k], choices.discard[k]
            d.views[me].script[0] = option
            d.views[me].script[1] = t
            by, card, drawn, before, pending = me, 0, 0, after, 0
            if option >= 0 and view.card >= 0:
                by, card, drawn, pending = view.by, view.card, view.drawn, 1
            elif option == WIN:  # 天胡
                end_by_win(d, me, -1, tables, TIANHU, NOBODY, ANYWHERE)
                by = -1
            elif option >= 0:
                d.views[me].script[0] = -1
            if call_resume(view.engine.resume, d, tables, result, by, card, drawn, before, pending):
                return d.status
            for s in range(3):
                choices.payoff[i, k, s] = result.payoff[s]
            choices.winner[i, k] = result.winner
            choices.hu[i, k] = result.hu
    return 0


@core
def play_choices(view: Any, choices: Any) -> int:
    """`sample` for a strategy that declares `playout`: fill `choices` (a CHOICES record) with what became of each."""
    return call_sampler(view.engine.sampler, view, choices)


@cache
def position_addresses() -> tuple[int, int, int, int]:
    """Addresses of `sample`, `resume`, `scripted_claim` and `scripted_discard`, compiled at the first call."""
    return tuple(address for address, _ in compiled_functions())  # type: ignore[return-value]


@cache
def compiled_functions() -> tuple[tuple[int, Any], ...]:
    signatures = (SAMPLER_SIGNATURE, RESUME_SIGNATURE, STRATEGY_SIGNATURE, STRATEGY_SIGNATURE)
    functions: tuple[Any, ...] = (sample, resume, scripted_claim, scripted_discard)
    return tuple(address_of(function, signature) for function, signature in zip(functions, signatures, strict=True))
