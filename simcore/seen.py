"""What a strategy may ask about its view: compiled helpers that look no further than the view does."""

from __future__ import annotations

from typing import Any

from simcore.bits import GHOST_BIT, LONE
from simcore.claims import chi_cards
from simcore.deal import BONUS_TYPES
from simcore.jit import core, inlined, int64
from simcore.native import call_scorer, scratch_at, tables_at
from simcore.options import complete_che, completing_by, places
from simcore.records import Option

CHI, PENG, KONG, MING, ZHAN = (int(o) for o in (Option.CHI, Option.PENG, Option.KONG, Option.MING, Option.ZHAN))


@core
def copies(view: Any, t: int) -> int:
    """Cards of type t in the whole deck of the game in play."""
    return 4 if t < 28 else 5 * view.rules.game


@core
def unseen(view: Any, t: int) -> int:
    """Cards of type t that the seat has not seen: neither in its hand, nor open, out of play or just revealed."""
    shown = int64(view.hand[t & 31]) + int64(view.table.out[t & 31]) + int64(view.table.laid[t & 31])
    return copies(view, t) - shown - (1 if view.card == t else 0)


@core
def duty(view: Any) -> int:
    """The set of options that a duty asks for: KONG (E12), or PENG for a member of the seat's complete 車 (G12)."""
    seat = view.own
    if (view.options >> KONG) & 1:
        return 1 << KONG
    if view.rules.chuche_duty and view.rules.game == 0 and (view.options >> PENG) & 1:
        have = seat.held[1] | int64(seat.h.laid_out)
        if (complete_che(have) >> view.card) & 1:
            return 1 << PENG
    return 0


@inlined
def idle_of(tables: Any, i0: int, i1: int, i2: int, i3: int, i4: int) -> int:
    """The fewest idle cards of five block states."""
    colours = int64(tables.idle[i0]) + int64(tables.idle[i1]) + int64(tables.idle[i2]) + int64(tables.idle[i3])
    return colours + int64(tables.zu_idle[i4])


@core
def idle_now(view: Any) -> int:
    """The fewest cards of the concealed hand that can be left in no group."""
    h = view.own.h
    tables = tables_at(view.engine.tables)
    return idle_of(tables, int64(h.idx[0]), int64(h.idx[1]), int64(h.idx[2]), int64(h.idx[3]), int64(h.idx[4]))


@inlined
def taken_by(view: Any, option: int) -> int:
    """The types of the hand that a claim of the revealed card takes one card of each from; 0 for equal cards."""
    return chi_cards(option, view.card) if ZHAN < option < PENG else 0


@inlined
def equal_taken(view: Any, option: int) -> int:
    """Cards of the revealed type that a claim takes from the hand."""
    if option == KONG:
        return int64(view.hand[view.card & 31])
    return 2 if option == PENG else 1 if option == ZHAN else 0


@inlined
def step_of(tables: Any, types: int, block: int) -> int:
    """What one card of each of the types adds to the state of a block."""
    step = 0
    for k in range(7):
        t = 7 * block + k if block < 4 else 7 * k + 6
        if k < (6 if block < 4 else 4) and (types >> t) & 1:
            step += int64(tables.power[t])
    return step


@core
def block_after(view: Any, option: int, discard: int, block: int) -> int:
    """The state of a block after the claim of the revealed card by `option` (0: none) and a discard (-1: none)."""
    tables = tables_at(view.engine.tables)
    state = int64(view.own.h.idx[block & 7])
    if option > MING:
        types = taken_by(view, option)
        if types:
            state -= step_of(tables, types, block)
        else:
            state -= equal_taken(view, option) * int64(tables.state_step[view.card & 31, block & 7])
    if discard >= 0:
        state -= int64(tables.state_step[discard & 31, block & 7])
    return state


@core
def idle_after(view: Any, option: int, discard: int) -> int:
    """The fewest idle cards of the concealed hand after a claim (0: none) and a discard (-1: none)."""
    tables = tables_at(view.engine.tables)
    i0, i1, i2 = (
        block_after(view, option, discard, 0),
        block_after(view, option, discard, 1),
        block_after(view, option, discard, 2),
    )
    return idle_of(tables, i0, i1, i2, block_after(view, option, discard, 3), block_after(view, option, discard, 4))


@core
def idle_without(view: Any, t: int) -> int:
    """The fewest idle cards of the concealed hand after the discard of a t that it holds."""
    return idle_after(view, 0, t)


@core
def idle_after_claim(view: Any, option: int) -> int:
    """The fewest idle cards of the concealed hand after the claim of the revealed card, before the discard."""
    return idle_after(view, option, -1)


@core
def completing_after(view: Any, option: int, discard: int) -> int:
    """The set of types with which the concealed hand is covered after a claim (0: none) and a discard (-1: none)."""
    tables = tables_at(view.engine.tables)
    found = completing_by(
        int64(tables.cover[block_after(view, option, discard, 0)]),
        int64(tables.cover[block_after(view, option, discard, 1)]),
        int64(tables.cover[block_after(view, option, discard, 2)]),
        int64(tables.cover[block_after(view, option, discard, 3)]),
        tables.zu_cover[block_after(view, option, discard, 4)],
    )
    return found if view.rules.game else found & ~GHOST_BIT


@core
def completing(view: Any) -> int:
    """The set of types with which the concealed hand is covered (E11), enough hu or not."""
    return completing_after(view, 0, -1)


@core
def completing_without(view: Any, t: int) -> int:
    """The set of types with which the concealed hand is covered after the discard of a t that it holds."""
    return completing_after(view, 0, t)


@inlined
def value_with(view: Any, t: int) -> int:
    """The packed value of the seat's hand with the winning card t, in any place that a duty leaves (E12)."""
    allow = places(view.own, view.rules, t, 1, 1)
    tables = tables_at(view.engine.tables)
    scratch = scratch_at(view.engine.scratch)
    return call_scorer(view.engine.scorer, tables, view.rules, view.own.h, t, allow, scratch)


@inlined
def pay_of(view: Any, value: int) -> int:
    """What each other player pays for a value: 牌 or coins; 0 without enough hu, -1 not covered."""
    if value < 0:
        return -1
    if view.rules.game == 0:
        return value >> 40
    if value < 1 << 62 or view.own.stinks:
        return 0
    return (value >> 24) & 0xFFFF


@core
def best_pay(view: Any, t: int) -> int:
    """What each other player would pay for a win with a card of type t (G9 in 牌, Y6 in coins): 0 where the hand
    would be covered without enough hu, or the win be 臭 (Y10); -1 where it would not be covered."""
    return pay_of(view, value_with(view, t))


@core
def best_hu(view: Any, t: int) -> int:
    """The hu of the best grouping with a winning card of type t (胡頭 in Youxi), -1 where it is not covered."""
    value = value_with(view, t)
    if value < 0:
        return -1
    return (value >> 28) & 0xFFF if view.rules.game == 0 else (value >> 8) & 0xFFFF


@core
def pay_without(view: Any, u: int, t: int) -> int:
    """`best_pay` with t after the discard of a u that the hand holds; the discard of a lone card makes a win 臭."""
    if view.rules.game and (LONE >> u) & 1:
        return min(0, best_pay(view, t))
    tables = tables_at(view.engine.tables)
    seat = view.own
    h = seat.h
    block = int64(tables.block[u & 31])
    power = int64(tables.power[u & 31])
    left = int64(view.hand[u & 31]) - 1
    bonus, trips = int64(h.bonus), int64(h.trips)
    h.idx[block & 7] -= power
    h.bonus = bonus - ((BONUS_TYPES >> u) & 1)
    seat.held[left & 3] &= ~(1 << u)
    h.trips = 1 if seat.held[2] else 0
    pay = best_pay(view, t)
    seat.held[left & 3] |= 1 << u
    h.idx[block & 7] += power
    h.bonus = bonus
    h.trips = trips
    return pay
