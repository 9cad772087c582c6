"""A deal from shuffle to settlement: the order of E2, E4, E7, E9, E10, E13 and the result."""

from __future__ import annotations

from typing import Any

from simcore.bits import LONE, lowest
from simcore.claims import bar, claim, judge_duty, level, note, note_bars, note_pass, remove, show_meld
from simcore.deal import BONUS_TYPES, deal_hands, shuffle
from simcore.jit import core, inlined, int64
from simcore.native import call_strategy, clear_memo, clear_table, show_hand, show_history, show_own, show_table
from simcore.options import (
    best_value,
    is_covered,
    legal_discards,
    legal_options,
    places,
    renew,
    silence,
    value_wins,
)
from simcore.records import Bar, Event, Option, Status, WinKind
from simcore.settlement import (
    settle_false_win,
    settle_guangshui,
    settle_no_winner,
    settle_stinking,
    settle_youxi,
)
from simcore.streams import seed_stream

MING, WIN = int(Option.MING), int(Option.WIN)
EV_DISCARD, EV_DRAW, EV_INTENT, EV_DEAD, EV_WIN, EV_END = (
    int(e) for e in (Event.DISCARD, Event.DRAW, Event.INTENT, Event.DEAD, Event.WIN, Event.END)
)
BAD_CLAIM, BAD_DISCARD = int(Status.BAD_CLAIM), int(Status.BAD_DISCARD)
TIANHU, SELF_DRAW, OTHER_DRAW, BY_DISCARD, EXHAUSTED, FALSE_WIN = (
    int(k)
    for k in (
        WinKind.TIANHU,
        WinKind.SELF_DRAW,
        WinKind.OTHER_DRAW,
        WinKind.DISCARD,
        WinKind.EXHAUSTED,
        WinKind.FALSE_WIN,
    )
)
Y15 = int(Bar.Y15)
DUTIES = 1 << Option.PENG | 1 << Option.KONG
NOBODY = -1
OVER = -2
TURNS = sum((turn % 3) << 2 * turn for turn in range(6))  # seats in turn order, two bits each
BARS = 1 << 30
ANYWHERE = 0b111111


@core
def begin(d: Any, tables: Any) -> None:
    """Clear the table and deal: nothing of an earlier deal is left in any record."""
    d.intents = d.discards = 0
    d.history.n = 0
    d.status = 0
    d.n_events = d.logged_bars = 0
    d.winner = d.declarer = d.win_card = d.discarder = NOBODY
    d.win_kind = EXHAUSTED
    d.win_allow = ANYWHERE
    for s in range(3):
        seat = d.seat[s & 3]
        h = seat.h
        h.laid_out = h.laid_pair = h.laid_marks = h.laid_sum = h.laid_hu = h.laid_fours = h.laid_odd = 0
        seat.no_win = seat.no_kong = seat.no_peng = seat.no_chi = 0
        seat.chi_taken = seat.barred = seat.dead = seat.stinks = 0
        view = d.views[s & 3]
        clear_memo(view)
        view.dealer = d.dealer
        seed_stream(view.rng, d.stream_keys[1 + s], d.deal)
    clear_table(d)
    if not d.fixed_deck:
        shuffle(d, d.rules.deck_size)
    deal_hands(d, tables)
    for s in range(3):
        d.table.hand_size[s & 3] = d.seat[s & 3].cards
        if s != d.dealer:
            renew(d.seat[s & 3], d.rules, tables)
    d.last_draw = d.position + d.rules.drawable
    d.table.stock_left = d.rules.drawable


@inlined
def following(s: int) -> int:
    """The next seat 下家 (E1)."""
    return s + 1 if s < 2 else 0


@inlined
def show(d: Any, s: int, t: int, by: int, drawn: int) -> None:
    """Copy what seat s may see into its view."""
    view = d.views[s & 3]
    seat = d.seat[s & 3]
    show_hand(view, seat)
    if d.sees[s & 3]:
        show_table(view, d)
        if d.sees[s & 3] > 1:
            show_own(view, seat)
            show_history(view, d)
    view.card = t
    view.by = by
    view.drawn = drawn
    view.barred = int64(seat.barred != 0)
    d.asking = s


@inlined
def ask_claim(d: Any, s: int, t: int, by: int, drawn: int, legal: int) -> int:
    """The intent of seat s; an illegal one ends the run."""
    show(d, s, t, by, drawn)
    view = d.views[s & 3]
    view.options = legal
    view.discards = 0
    option = call_strategy(d.claim_address[s & 3], view)
    d.intents += 1
    if option < 0 or option > WIN or not (legal >> option) & 1:
        d.status = BAD_CLAIM
        d.returned = option
        d.expected = legal
        option = 0
    note(d, EV_INTENT, s, legal, option)
    return option


@inlined
def discard(d: Any, s: int, tables: Any, after: int) -> int:
    """Seat s discards (E2, E7): return the type. `after` is the option that made it discard, 0 at the opening."""
    seat = d.seat[s & 3]
    rules = d.rules
    legal = legal_discards(seat, rules)
    show(d, s, -1, s, 0)
    view = d.views[s & 3]
    view.options = 0
    view.discards = legal & ~BARS
    t = call_strategy(d.discard_address[s & 3], view)
    if t < 0 or t > 28 or not (legal >> t) & 1:
        d.status = BAD_DISCARD
        d.returned = t
        d.expected = legal & ~BARS
        return 0
    card = 1 << t
    remove(d, s, t, 1, tables)
    d.discards += 1
    note(d, EV_DISCARD, s, t, 0)
    d.table.discarded[s & 3] |= card
    seat.h.bonus -= (BONUS_TYPES >> t) & 1
    seat.h.ghosts -= int64(t == 28)
    if rules.own_discard_dead:
        seat.no_chi |= card
    if card & LONE:
        seat.stinks = 1
    elif legal & BARS:
        bar(d, s, Y15)
        note_bars(d, s)
    if after == MING and seat.cards == 0:  # E13 b
        die(d, s)
    else:
        renew(seat, rules, tables)
    return t


@core
def die(d: Any, s: int) -> None:
    """E13: 相公."""
    silence(d.seat[s & 3])
    d.table.dead[s & 3] = 1
    note(d, EV_DEAD, s, 0, 0)


@core
def end_by_win(d: Any, s: int, t: int, tables: Any, kind: int, discarder: int, allow: int) -> None:
    """Seat s declares a win on t (-1 at the opening): record it, true or false (Y11)."""
    d.win_card = t
    d.win_allow = allow
    note(d, EV_WIN, s, t, 0)
    if d.rules.false_wins and not value_wins(d.rules, best_value(d, d.seat[s & 3], tables, t, allow)):
        d.declarer = s
        d.win_kind = FALSE_WIN
        return
    d.winner = s
    d.win_kind = kind
    d.discarder = discarder


@core
def opening(d: Any, tables: Any) -> None:
    """E2: ask the dealer for 天胡 where it is possible."""
    s = d.dealer
    seat = d.seat[s & 3]
    seat.h.trips = 1 if seat.held[2] else 0
    offered = d.rules.false_wins != 0
    if not offered and is_covered(seat.h, tables):
        offered = value_wins(d.rules, best_value(d, seat, tables, -1, ANYWHERE))
    if offered and ask_claim(d, s, -1, s, 0, 1 << WIN | 1) == WIN:
        end_by_win(d, s, -1, tables, TIANHU, NOBODY, ANYWHERE)


@inlined
def remember(d: Any, t: int, by: int, drawn: int, taker: int, passed: int) -> None:
    """Add a revealed card to the history of the deal, where a seat looks at it."""
    if not d.remembers:
        return
    n = d.history.n
    d.history.reveal[n & 255] = t | by << 5 | drawn << 7 | (taker & 3) << 8 | passed << 10
    d.history.n = n + 1


@inlined
def reveal(d: Any, t: int, by: int, drawn: int, tables: Any) -> int:
    """Ask every seat that has an option on the revealed card and resolve (E4): return the claimer, NOBODY, or OVER
    after a win or a false one, or where a strategy broke the deal off."""
    rules = d.rules
    lone_draw = drawn & (LONE >> t)
    order = TURNS >> (2 * (by + 1 - drawn))  # the drawer and those after him, or those after who discarded
    first, second, third = order & 3, (order >> 2) & 3, (order >> 4) & 3
    lower = rules.pass_down & drawn & (lone_draw ^ 1)  # the second seat has the right of chi and zhan as well
    seat_1, seat_2, seat_3 = d.seat[first], d.seat[second], d.seat[third]
    asking = ((seat_1.near >> t) & 1) | lone_draw
    asking |= (((seat_2.far | (seat_2.chi | seat_2.zhan) * lower) >> t) & 1) << 1
    asking |= ((seat_3.far >> t) & drawn) << 2
    if not asking:
        remember(d, t, by, drawn, NOBODY, 0)
        return NOBODY
    taker = NOBODY
    highest = 0
    passed = 0
    rights = 1 | lower << 1
    while asking:
        i = lowest(asking)
        asking &= asking - 1
        s = (order >> (2 * i)) & 3
        legal = legal_options(d, d.seat[s], tables, t, (rights >> i) & 1, (drawn >> i) & 1)
        if legal:
            intent = ask_claim(d, s, t, by, drawn, legal)
            if d.status:
                return OVER
            if legal & DUTIES & ~(1 << intent):
                judge_duty(d, s, t, legal, intent)
            if intent == 0:
                passed |= 1 << s
                note_pass(d, s, t, legal)
            elif level(intent) > highest:
                highest = level(intent)
                taker = s
                d.taken = intent
    # what a seat stated becomes public only now: the others stated theirs without knowing it (E4)
    for s in range(3):
        d.table.passed[s & 3] |= ((passed >> s) & 1) << t
    remember(d, t, by, drawn, taker, passed)
    if d.logging:
        note_bars(d, first)
    if highest == 3:
        right = 1 if taker == first else lower if taker == second else 0
        kind = BY_DISCARD if not drawn else SELF_DRAW if taker == by else OTHER_DRAW
        allow = places(d.seat[taker & 3], rules, t, right, drawn if taker == first else 0)
        end_by_win(d, taker, t, tables, kind, NOBODY if drawn else by, allow)
        return OVER
    if lone_draw & int64(taker == NOBODY) and not d.seat[by & 3].dead:  # E13 a
        die(d, by)
    return taker


@inlined
def lay_aside(d: Any, t: int, by: int, drawn: int) -> None:
    """E10: a card that nobody claims is out of play; E13: a lone card stays in front of the dead seat that drew it."""
    if drawn & (LONE >> t):
        d.table.laid[t & 31] += 1
        show_meld(d, by, MING, t)
    else:
        d.table.out[t & 31] += 1


@core
def play(d: Any, tables: Any) -> None:
    """Play deal `d.deal` with dealer `d.dealer` to its end; `d.status` tells whether a strategy broke it off."""
    begin(d, tables)
    opening(d, tables)
    if d.status or d.winner >= 0 or d.declarer >= 0:
        note(d, EV_END, 0, 0, 0)
        return
    play_on(d, tables, d.dealer, 0, 0, 0, 0)


@inlined
def play_on(d: Any, tables: Any, by: int, t: int, drawn: int, option: int, pending: int) -> None:
    """Play to the end of the deal from a discard of seat `by`, which claimed by `option` before (0 at the opening),
    or where `pending` from the card t that `by` has revealed, drawn from the stock or discarded."""
    while True:
        if pending:
            pending = 0
        elif drawn:
            t = int64(d.deck[d.position & 127])
            d.position += 1
            d.table.stock_left -= 1
            note(d, EV_DRAW, by, t, 0)
        else:
            t = discard(d, by, tables, option)
            if d.status:
                break
        taker = reveal(d, t, by, drawn, tables)
        if taker == OVER:
            break
        if taker >= 0:
            option = d.taken
            claim(d, taker, t, option, tables)
            by = taker
            drawn = 0
        else:
            lay_aside(d, t, by, drawn)
            if d.position == d.last_draw:
                break
            by = following(by)
            drawn = 1
    note(d, EV_END, 0, 0, 0)


@core
def report(d: Any, tables: Any, result: Any) -> None:
    """Write the result of the deal just played, its settlement included."""
    result.deal = d.deal
    result.dealer = d.dealer
    result.winner = d.winner
    result.win_kind = d.win_kind
    result.declarer = d.declarer
    result.draws = d.rules.drawable - d.table.stock_left
    result.intents = d.intents
    result.discards = d.discards
    for s in range(3):
        result.barred[s] = d.seat[s & 3].barred
        result.dead[s] = d.seat[s & 3].dead
    result.level = result.kong = result.high = result.stinks = result.ghosts = 0
    result.hu = result.pai = result.total = result.named = result.pay = result.dreamer = 0
    if d.declarer >= 0:
        settle_false_win(result)
    elif d.winner < 0:
        settle_no_winner(d.rules, result)
    else:
        seat = d.seat[d.winner]
        value = best_value(d, seat, tables, d.win_card, d.win_allow)
        if d.rules.game == 0:
            read_guangshui(value, result)
            settle_guangshui(d.rules, result, result.pay, d.discarder)
        else:
            read_youxi(value, seat.h, d.win_card, result)
            if seat.stinks:
                result.stinks = 1
                result.high = 0
                result.pay = 0
                settle_stinking(result)
            else:
                settle_youxi(result, result.pay, result.dreamer)


@core
def read_guangshui(value: int, result: Any) -> None:
    """Take a Guangshui value apart."""
    pai = value >> 40
    result.pai = pai
    result.pay = pai
    result.hu = (value >> 28) & 0xFFF
    result.kong = (value >> 24) & 15
    result.named = value & 0x3FFFF
    result.level = 2 if pai >= 10 else 1 if pai >= 5 else 0


@core
def read_youxi(value: int, h: Any, claimed: int, result: Any) -> None:
    """Take a Youxi value apart; total, payment and the dreamer's share only for a win."""
    result.hu = (value >> 8) & 0xFFFF
    if value >> 62:
        bonus, ghosts = int64(h.bonus), int64(h.ghosts)
        if claimed >= 0 and (BONUS_TYPES >> claimed) & 1:
            bonus += 1
            if claimed == 28:
                ghosts += 1
        result.total = result.hu + bonus
        result.ghosts = ghosts
        result.high = value & 1
        result.pay = (value >> 24) & 0xFFFF
        result.dreamer = 4 if result.high or result.total >= 40 else 2


@core
def run(d: Any, tables: Any, first: int, dealer: int, results: Any) -> int:
    """Play deals first, first + 1, … into `results`; `dealer` -1 rotates. Return the number of deals finished."""
    for i in range(len(results)):
        d.deal = first + i
        d.dealer = d.deal % 3 if dealer < 0 else dealer
        play(d, tables)
        if d.status:
            return i
        report(d, tables, results[i])
    return len(results)
