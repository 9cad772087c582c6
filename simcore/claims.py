"""Resolving the intents on a reveal and carrying a claim out: E4–E7, E12, E13, G11, G12, Y12, Y13."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from simcore.bits import FAT, GHOST_BIT, LONE, SUIT_J, ZU, lowest
from simcore.bonuses import ONE_FAT_LOU, ONE_PENG, ONE_PLAIN_LOU
from simcore.jit import core, inlined, int64, plain
from simcore.options import CHI_ALL_FORMS, complete_che, merge
from simcore.records import Bar, Event, Option
from simcore.tables import equal_hu, group_hu, lone_hu
from simcore.vectors import LAYERS

PASS, MING, ZHAN, CHI, PENG, KONG, WIN = (
    int(o) for o in (Option.PASS, Option.MING, Option.ZHAN, Option.CHI, Option.PENG, Option.KONG, Option.WIN)
)
E12, G12 = int(Bar.E12), int(Bar.G12)
EV_CLAIM, EV_BARRED = int(Event.CLAIM), int(Event.BARRED)
ONE_LOOSE = 1 << 10
LEVEL_BITS = sum((3 if o == WIN else 2 if o >= PENG else 1 if o >= MING else 0) << 2 * o for o in range(len(Option)))
BONUS_TYPES = SUIT_J | GHOST_BIT
TAKES = 1 << 3 * ZHAN | 2 << 3 * PENG | 7 << 3 * KONG  # at most so many cards of the hand, three bits an option


def _by_size(worth: Callable[[int, int], int]) -> np.ndarray[Any, Any]:
    """A number for each meld of 3, 4 or 5 equal cards of each type."""
    return np.array([[worth(size, t) for t in range(32)] for size in (3, 4, 5, 5)], np.int64)


def _sum(size: int, t: int) -> int:
    """G2, and the counts of 碰 and 樓."""
    fat = FAT >> t & 1 != 0
    hu = int(plain(group_hu)(min(size, 4), fat, True))
    return hu + (ONE_PENG if size == 3 else ONE_FAT_LOU if fat else ONE_PLAIN_LOU)


def _hu(size: int, t: int) -> int:
    """Y2."""
    return int(plain(lone_hu)(size, True) if LONE >> t & 1 else plain(equal_hu)(min(size, 4), True))


LAID_SUM, LAID_HU = _by_size(_sum), _by_size(_hu)
MARKS_OF = np.array([0b1000001 << (12 * (t // 7) + t % 7 if t % 7 < 6 else 48 + t // 7) for t in range(32)], np.int64)


@core
def write_event(d: Any, event: int, seat: int, a: int, b: int) -> None:
    """Add a row to the event log. Apart from `note`, so that its code stays out of the loop."""
    row = d.events[d.n_events]
    row[0], row[1], row[2], row[3] = event, seat, a, b
    d.n_events += 1


@inlined
def note(d: Any, event: int, seat: Any, a: int, b: int) -> None:
    """Add a row to the event log, where one is kept."""
    if d.logging:
        write_event(d, event, seat, a, b)


@inlined
def level(option: int) -> int:
    """E4: win > kong, peng > chi, zhan, ming > pass."""
    return (LEVEL_BITS >> (2 * option)) & 3


@core
def bar(d: Any, s: int, rule: int) -> None:
    """E11: the seat may not win for the rest of the deal. A seat is barred once."""
    seat = d.seat[s & 3]
    if seat.barred == 0:
        seat.barred = rule
        seat.win = 0
        merge(seat)


@core
def note_bars(d: Any, first: int) -> None:
    """Log the seats barred since the last call, in turn order from seat `first`."""
    if d.logging:
        for i in range(3):
            s = (first + i) % 3
            if d.seat[s & 3].barred and not (d.logged_bars >> s) & 1:
                d.logged_bars |= 1 << s
                note(d, EV_BARRED, s, d.seat[s & 3].barred, 0)


@inlined
def judge_duty(d: Any, s: int, t: int, legal: int, intent: int) -> None:
    """E12, G12: bar a seat that could kong, or could peng a member of its complete 車, and did something else."""
    seat = d.seat[s & 3]
    if seat.barred or intent == WIN:
        return
    have = seat.held[1] | int64(seat.h.laid_out)
    if (legal >> KONG) & 1 and intent != KONG:
        bar(d, s, E12)
    elif d.rules.chuche_duty and (legal >> PENG) & 1 and intent != PENG and (complete_che(have) >> t) & 1:
        bar(d, s, G12)


@inlined
def note_pass(d: Any, s: int, t: int, legal: int) -> None:
    """G11, Y12: what a seat that passed on type t may not do with it later."""
    seat = d.seat[s & 3]
    card = 1 << t
    if d.rules.game == 0:
        if not d.rules.passed_card_dead:
            return
        seat.no_win |= card
        seat.no_kong |= card
        seat.no_peng |= card
        seat.no_chi |= card
    else:
        if legal & (CHI_ALL_FORMS | 1 << ZHAN):
            seat.no_chi |= card
        if (legal >> PENG) & 1:
            seat.no_peng |= card
    if not d.rules.false_wins:
        seat.win &= ~seat.no_win
    seat.kong &= ~seat.no_kong
    seat.peng &= ~seat.no_peng
    seat.chi &= ~seat.no_chi
    seat.zhan &= ~seat.no_chi
    merge(seat)


@inlined
def remove(d: Any, s: int, t: int, n: int, tables: Any) -> None:
    """Take n cards of type t out of a concealed hand."""
    seat = d.seat[s & 3]
    card = 1 << t
    shift = (t & 7) << 3
    words = seat.words[(t >> 3) & 3]
    left = ((words >> shift) & 7) - n
    seat.words[(t >> 3) & 3] = words - (n << shift)
    for k in range(LAYERS):
        seat.held[k] &= ~(card & -int64(k >= left))
    block = int64(tables.block[t & 31])
    seat.h.idx[block & 7] -= n * int64(tables.power[t & 31])
    seat.cards -= n
    seat.loners -= n * ((LONE >> t) & 1)
    d.table.hand_size[s & 3] = seat.cards


@core
def lay_meld(h: Any, option: int, t: int, size: int) -> None:
    """Add an open meld to the sums of a holding (G2, G3, Y2, Y7): `size` cards, claimed type t."""
    card = 1 << t
    if option >= PENG:
        h.laid_out |= card
        h.laid_marks |= MARKS_OF[t & 31]
        h.laid_sum += LAID_SUM[(size - 3) & 3, t & 31]
        h.laid_hu += LAID_HU[(size - 3) & 3, t & 31]
        h.laid_odd |= (LONE >> t) & 1 | int64(option == KONG)
    elif option == MING:
        h.laid_sum += ONE_LOOSE
    elif option == ZHAN:
        h.laid_pair |= card
    else:
        h.laid_sum += 1
        h.laid_hu += 1
        if size == 4:  # 卒 of all colours
            h.laid_hu += 1
            h.laid_fours += 1


@core
def chi_cards(option: int, t: int) -> int:
    """E6: the types that a chi of type t takes from the hand, as a set."""
    if t % 7 < 6:
        return (7 << (t - t % 7 + (0 if t % 7 < 3 else 3))) & ~(1 << t)
    used = ZU & ~(1 << t)
    if option > CHI:
        used &= ~(1 << (7 * (option - CHI - 1) + 6))
    return used


@core
def claim(d: Any, s: int, t: int, option: int, tables: Any) -> None:
    """Carry out a claim of seat s on the revealed type t: cards leave the hand, an open meld is laid (E3, E6)."""
    seat = d.seat[s & 3]
    laid = d.table.laid
    size = 1
    if ZHAN < option < PENG:
        seat.chi_taken |= 1 << t
        used = chi_cards(option, t)
        while used:
            other = lowest(used)
            used &= used - 1
            remove(d, s, other, 1, tables)
            laid[other & 31] += 1
            size += 1
        laid[t & 31] += 1
    elif option > MING:
        size += min((seat.words[(t >> 3) & 3] >> ((t & 7) << 3)) & 7, (TAKES >> (3 * option)) & 7)
        remove(d, s, t, size - 1, tables)
        laid[t & 31] += size
    else:
        laid[t & 31] += 1
    h = seat.h
    lay_meld(h, option, t, size)
    h.bonus += (BONUS_TYPES >> t) & 1
    h.ghosts += int64(t == 28)
    show_meld(d, s, option, t)
    note(d, EV_CLAIM, s, option, t)


@inlined
def show_meld(d: Any, s: int, option: int, t: int) -> None:
    """Add an open meld to what the table shows."""
    n = d.table.n_melds[s & 3]
    d.table.meld_option[s & 3, n & 31] = option
    d.table.meld_card[s & 3, n & 31] = t
    d.table.n_melds[s & 3] = n + 1
