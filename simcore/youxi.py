"""Exact scoring of the Youxi game: Y2–Y8.

The highest 胡頭 of a hand is a sum of table look-ups, one a block. Only a hand that could be a 高胡 (Y7) is looked at
grouping by grouping, as sets of reachable sums.

A *value* is one int64 whose order is the winner's order of preference (Y8): bit 62 wins, then what the win leaves it
from bit 40, the payment from bit 24, 胡頭 from bit 8, and 高胡 in bit 0.
"""

from __future__ import annotations

from typing import Any

from simcore.bits import lowest
from simcore.groups import ANYWHERE, colour_groupings, zu_groupings
from simcore.jit import core, int64
from simcore.tables import LEAST_HU, SUMS, colour_hu, colour_is_plain, zu_group_hu, zu_is_plain

BIG_TOTAL = 40  # Y6
BASE_RISES = 35
WINS = 1 << 62
NOT_COVERED = -1


@core
def ordinary_pay(rules: Any, total: int, ghosts: int) -> int:
    """Y6: what each other player pays for an ordinary win, in coins."""
    if rules.ordinary_base == 1:
        base = (total + 5) // 10
    elif rules.ordinary_base == 2:
        base = (total + 9) // 10
    else:
        base = 4 if total >= BASE_RISES else 3
    return base + ghosts + 1


@core
def big_pay(total: int, ghosts: int) -> int:
    """Y6: what each other player pays for a 大胡 or 高胡: 2N rounded half up to tens, in coins, and more."""
    return (2 * total + 5) // 10 + ghosts + 2


@core
def value(rules: Any, hu: int, bonus: int, ghosts: int, high: bool) -> int:
    """The value of a grouping with 胡頭 `hu`; bonus and ghosts are counted among all 31 cards."""
    if hu < LEAST_HU:
        return hu << 8
    total = hu + bonus
    if high or total >= BIG_TOTAL:
        pay = big_pay(total, ghosts)
        leaves = 2 * pay - 4
    else:
        pay = ordinary_pay(rules, total, ghosts)
        leaves = 2 * pay - 2
    return WINS | leaves << 40 | pay << 24 | hu << 8 | (1 if high else 0)


@core
def best_value(tables: Any, rules: Any, h: Any, claimed: int, allow: int, scratch: Any) -> int:
    """The best value of a holding with the claimed type (-1: none) in one of the places `allow`; -1: not covered."""
    step = tables.place_step[claimed & 31]
    block = int64(tables.block[claimed & 31]) if claimed >= 0 else -1
    hu = int64(h.laid_hu)
    least = hu
    for b in range(4):
        best = int64(tables.hu[h.idx[b] + step[b]])
        least = min(least, best)
        hu += best
    best = int64(tables.zu_hu[h.idx[4] + step[4]])
    if min(least, best) < 0:
        return NOT_COVERED
    hu += best
    if allow != ANYWHERE and 0 <= block < 5:
        best = narrow_hu(tables, h, claimed, allow, scratch)
        if best < 0:
            return NOT_COVERED
        place = h.idx[block] + step[block]
        hu += best - (int64(tables.hu[place]) if block < 4 else int64(tables.zu_hu[place]))
    in_hand = int64(h.idx[5])
    bonus, ghosts = int64(h.bonus), int64(h.ghosts)
    if block == 5:
        best = ghost_hu(in_hand + 1, allow)
        if best < 0:
            return NOT_COVERED
        hu += best
        ghosts += 1
    else:
        hu += int64(tables.ghost_hu[in_hand])
    if claimed >= 0 and (claimed == 28 or claimed % 7 < 3):
        bonus += 1
    if hu < LEAST_HU:
        return value(rules, hu, bonus, ghosts, False)
    if h.laid_odd or (rules.high_kan == 0 and h.trips):
        return value(rules, hu, bonus, ghosts, False)
    if allow == ANYWHERE:
        high = high_exists(tables, h, claimed)
    else:
        high, _ = reachable(tables, h, claimed, allow, scratch)
    ordinary = value(rules, hu, bonus, ghosts, False)
    if not high:
        return ordinary
    best = value(rules, LEAST_HU, bonus, ghosts, True)
    if ordinary > best and hu == LEAST_HU:  # is there another grouping of 10, which would leave more?
        _, other = reachable(tables, h, claimed, allow, scratch)
        return ordinary if other else best
    return max(best, ordinary)


@core
def high_exists(tables: Any, h: Any, claimed: int) -> int:
    """Y7: whether a grouping of the shape of a 高胡 exists, the claimed card in any place; by look-up.

    The shape follows from its parts: with k four-卒 groups, 10 hu of 圓 and 碰 leave 1 + 2k spare cards of 31.
    """
    step = tables.place_step[claimed & 31]
    sums = (1 << int64(h.laid_hu)) & SUMS
    for b in range(4):
        sums = add_sums(sums, int64(tables.plain[h.idx[b] + step[b]]))
    zu = tables.zu_plain[h.idx[4] + step[4]]
    for fours in range(3 - int64(h.laid_fours)):
        if (add_sums(sums, (zu >> (16 * fours)) & SUMS) >> LEAST_HU) & 1:
            return 1
    return 0


@core
def ghost_hu(ghosts: int, allow: int) -> int:
    """Y2: highest 胡頭 of `ghosts` ghosts, one of them claimed, in an allowed place; -1 if there is none."""
    best = -1
    if (allow >> 1) & 1:
        left = ghosts - 1
        best = 24 if left == 4 else 8 if left == 3 else 0
    if (allow >> 4) & 1 and ghosts >= 3:
        best = max(best, 4)
    if (allow >> 5) & 1 and ghosts >= 4:
        best = max(best, 32 if ghosts == 5 else 16)
    return best


@core
def narrow_hu(tables: Any, h: Any, claimed: int, allow: int, scratch: Any) -> int:
    """Highest 胡頭 of the claimed card's block with that card in one of the places `allow`; -1 if there is none."""
    block = int64(tables.block[claimed])
    state = int64(h.idx[block]) + int64(tables.power[claimed])
    best = -1
    if block < 4:
        for i in range(colour_groupings(state, claimed % 7, allow, scratch)):
            best = max(best, colour_hu(state, claimed % 7, scratch.grouping[i]))
    else:
        for i in range(zu_groupings(state, claimed // 7, allow, scratch)):
            best = max(best, zu_group_hu(state, claimed // 7, scratch.grouping[i]))
    return best


@core
def add_sums(sums: int, more: int) -> int:
    """Every sum of one element of each set: bit sets of the numbers 0 … LEAST_HU."""
    both = 0
    while more:
        both |= sums << lowest(more)
        more &= more - 1
    return both & SUMS


@core
def reachable(tables: Any, h: Any, claimed: int, allow: int, scratch: Any) -> tuple[int, int]:
    """Whether a grouping of 胡頭 10 exists that is a 高胡, and whether one exists that is none; by listing them."""
    laid = (1 << int64(h.laid_hu)) & SUMS
    plain = laid  # sums of the groupings of the blocks so far that a 高胡 may contain; `odd`: of all others
    in_hand = int64(h.idx[5]) + (1 if claimed == 28 else 0)
    ghosts_odd = 0
    if claimed == 28:
        plain = plain if (allow >> 1) & 1 else 0
        if (allow >> 1) & 1 and in_hand >= 4:
            ghosts_odd |= 1 << 8
        if (allow >> 4) & 1 and in_hand >= 3:
            ghosts_odd |= 1 << 4
    elif in_hand >= 3:
        ghosts_odd |= 1 << 8
    odd = add_sums(laid, ghosts_odd)
    for b in range(4):
        mine = claimed >= 0 and tables.block[claimed] == b
        kind = claimed % 7 if mine else -1
        state = int64(h.idx[b]) + (int64(tables.power[claimed]) if mine else 0)
        block_plain = 0
        block_odd = 0
        for i in range(colour_groupings(state, kind, allow if mine else ANYWHERE, scratch)):
            hu = colour_hu(state, kind, scratch.grouping[i])
            if hu <= LEAST_HU:
                if colour_is_plain(state, kind, scratch.grouping[i]):
                    block_plain |= 1 << hu
                else:
                    block_odd |= 1 << hu
        odd = add_sums(odd, block_plain | block_odd) | add_sums(plain, block_odd)
        plain = add_sums(plain, block_plain)
    mine = claimed >= 0 and tables.block[claimed] == 4
    colour = claimed // 7 if mine else -1
    state = int64(h.idx[4]) + (int64(tables.power[claimed]) if mine else 0)
    high = 0
    other = 0
    for i in range(zu_groupings(state, colour, allow if mine else ANYWHERE, scratch)):
        grouping = scratch.grouping[i]
        hu = zu_group_hu(state, colour, grouping)
        if hu > LEAST_HU:
            continue
        place = LEAST_HU - hu
        other |= (odd >> place) & 1
        if zu_is_plain(state, colour, grouping) and (grouping & 7) + int64(h.laid_fours) <= 2:
            high |= (plain >> place) & 1
        else:
            other |= (plain >> place) & 1
    return high, other
