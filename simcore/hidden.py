"""The cards that a seat does not see, drawn at random as they may lie.

They are drawn from all that the seat's view allows: the cards it has not seen, in hands of the sizes that the table
shows, such that no seat let a card go by on which it had an option without passing (E4; a pass is public). A seat's
concealed hand only ever shrinks (E3), so what it would have had to claim then it must not hold now. Among these hands
those are likelier that leave fewer idle cards after so many discards. A Metropolis chain leads from a uniform draw to
them, and from one draw to the next.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.bits import LONE, popcount
from simcore.claims import lay_meld
from simcore.deal import BONUS_TYPES, take_up
from simcore.jit import core, inlined, int64
from simcore.native import take_own
from simcore.options import chi_types, protected_types, renew, silence
from simcore.play import following
from simcore.records import Option
from simcore.seen import idle_of, unseen
from simcore.streams import next_word

MING, CHI, PENG, KONG = (int(o) for o in (Option.MING, Option.CHI, Option.PENG, Option.KONG))
GHOST = 28
FREE_HAND = 8  # smaller hands may have had no option because E8 left none
SHARP = 1.7  # measured: with it the mean payoff of greedy against greedy in mid-deal is what is predicted
STEPS = 300  # of the chain that leads from a uniform draw to hands such as are held
BETWEEN = 40  # from one draw to the next of a block
MORE_STEPS = 1_000  # at most, where the hands still contradict what the seats let go by


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


@core
def weigh(discards: Any, weights: Any) -> None:
    """Fill weights[s, m] with how unlikely a hand of seat s is in which m cards are idle.

    Whoever throws away an idle card at each turn, any of them alike, had m + 1, m + 2, … to choose from, which makes
    (m + 1) … (m + discards); to the power of SHARP, since nobody throws them away all alike.
    """
    for s in range(3):
        for m in range(32):
            product = 1.0
            for j in range(1, discards[s] + 1):
                product *= m + j
            weights[s, m] = product**SHARP


@inlined
def unlikeliness(seat: Any, weights: Any, tables: Any) -> float:
    """The weight of a hand, given those of its seat."""
    h = seat.h
    m = idle_of(tables, int64(h.idx[0]), int64(h.idx[1]), int64(h.idx[2]), int64(h.idx[3]), int64(h.idx[4]))
    return weights[m & 31]


@inlined
def swap(d: Any, i: int, j: int) -> None:
    """Exchange two cards of the deck."""
    t = d.deck[i]
    d.deck[i] = d.deck[j]
    d.deck[j] = t


@core
def deal_hidden(d: Any, view: Any, rng: Any, tables: Any) -> None:
    """Deal the unseen cards at random: first the hands of the next seat and of the one after it, then the stock."""
    n = 0
    for t in range(29):
        for _ in range(unseen(view, t)):
            d.deck[n] = t
            n += 1
    for i in range(n - 1, 0, -1):
        swap(d, i, below(rng, i + 1))
    start = 0
    for s in (following(view.seat), following(following(view.seat))):
        seat = d.seat[s & 3]
        for k in range(4):
            seat.words[k] = 0
        for k in range(5):
            seat.held[k] = 0
        for k in range(6):
            seat.h.idx[k] = 0
        end = start + d.table.hand_size[s & 3]
        for i in range(start, end):
            put(seat, int64(d.deck[i]), 1, tables)
        start = end
    d.n_hidden = n


@core
def walk(d: Any, view: Any, rng: Any, tables: Any, far: Any, near: Any, weights: Any, steps: int) -> int:
    """Exchange hidden cards `steps` times (more where the hands contradict what went by), each time only if that makes
    the hands no less likely than chance allows. Return how many types still contradict."""
    a, b = following(view.seat), following(following(view.seat))
    size_a = d.table.hand_size[a & 3]
    hands = size_a + d.table.hand_size[b & 3]
    hand_a, hand_b = d.seat[a & 3], d.seat[b & 3]
    far_a, far_b, near_a, near_b = far[a & 3], far[b & 3], near[a & 3], near[b & 3]
    weights_a, weights_b = weights[a & 3], weights[b & 3]
    rules = d.rules
    n = d.n_hidden
    wrong = popcount(contradictions(hand_a, rules, far_a, near_a))
    wrong += popcount(contradictions(hand_b, rules, far_b, near_b))
    weight = unlikeliness(hand_a, weights_a, tables) * unlikeliness(hand_b, weights_b, tables)
    step = 0
    while hands > 0 and (step < steps or (wrong > 0 and step < MORE_STEPS)):
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
        now = popcount(contradictions(hand_a, rules, far_a, near_a))
        now += popcount(contradictions(hand_b, rules, far_b, near_b))
        then = unlikeliness(hand_a, weights_a, tables) * unlikeliness(hand_b, weights_b, tables)
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
    return wrong


@core
def settle(d: Any, view: Any, rng: Any, tables: Any) -> None:
    """Shuffle the stock, and bring every field of the other seats into line with their hands and with the table."""
    me = view.seat
    a, b = following(me), following(following(me))
    hands = d.table.hand_size[a & 3] + d.table.hand_size[b & 3]
    for i in range(d.n_hidden - 1, hands, -1):
        swap(d, i, hands + below(rng, i + 1 - hands))
    rules = d.rules
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
