"""What a hand is worth building on: shared by the strategies that weigh every answer they could give.

A concealed hand falls into blocks that no 圓 crosses: 將士相 and 車馬炮 of each colour, and the four 卒. One look-up
a block tells how many cards are idle in its best grouping, what its groups are worth, its pairs and triples, and
which cards would help if they were claimed. Sums over the blocks describe the hand; a card discarded or claimed
changes one block only, so every answer is looked at in some tens of nanoseconds.

A `value` function of a strategy turns such a description into one number, by which `choosing` picks an answer. All
answers leave thirty cards, open melds included, so they compare.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from itertools import combinations, permutations, product
from typing import Any, TypeAlias, cast

import numba
import numpy as np

from simcore import FAT, LONE, ZU, Option, best_pay, idle_now, lowest, popcount

PASS, MING, ZHAN, CHI, PENG, KONG, WIN = (
    int(o) for o in (Option.PASS, Option.MING, Option.ZHAN, Option.CHI, Option.PENG, Option.KONG, Option.WIN)
)
CHI_FORMS = 0b11111 << CHI
PER_COLOUR = 1 | 1 << 7 | 1 << 14 | 1 << 21  # 將 of each colour; shifted by k, kind k of each colour
TYPES = (1 << 28) - 1
QING_KINDS = 0b0111110  # 士 相 車 馬 炮
GHOST = 28
NOBODY = -1
FEWEST = -1e30

Counts: TypeAlias = tuple[int, ...]
Table: TypeAlias = np.ndarray[Any, np.dtype[np.int64]]

compiled = numba.njit(error_model="numpy", nogil=True)
int64: Callable[[Any], int] = cast(Any, np.int64)  # widens what it reads and keeps a constant from being one

# An entry of a block table: idle cards of the best grouping and hu of its groups; then sets over the kinds of the block
# (over the colours for 卒): pairs and triples (or quads) that the grouping leaves, and the cards that one could claim
# with two, one or no idle cards less.
IDLE_AT, HU_AT, PAIRS_AT, TRIPLES_AT, TWO_AT, ONE_AT, NONE_AT = 0, 4, 12, 16, 20, 24, 28


# --- the tables


@cache
def best_grouping(game: int, counts: Counts, fat: tuple[bool, ...], lone: bool) -> tuple[int, int, Counts]:
    """Idle cards, hu, and the copies of each kind beside the 圓, of the grouping with the fewest idle cards.

    Of those it is the one with the most hu (G2, Y2; a loose 將 counts in Guangshui); in Guangshui the one with the most
    pairs before that, for they may become 碰, and a triple is never broken for a 圓: its hu and the hope of a 樓 are
    worth more. `lone`: the first kind is 將.
    """
    idle, hu, broken = 0, 0, False
    for i, n in enumerate(counts):
        if lone and i == 0:
            hu += (0, 1, 2, 6, 18)[n] if game == 0 else (0, 0, 0, 8, 24)[n]
        else:
            idle += n == 1
            hu += ((0, 0, 0, 6, 18)[n] if fat[i] else (0, 0, 0, 3, 9)[n]) if game == 0 else (0, 0, 0, 2, 6)[n]
            broken |= game == 0 and n > 2
    best = idle, hu, counts
    kinds = len(counts)
    for size in range(3, kinds + 1):
        for taken in combinations(range(kinds), size):
            if all(counts[i] for i in taken) and not (broken and any(counts[i] > 2 for i in taken if i or not lone)):
                rest = tuple([n - (i in taken) for i, n in enumerate(counts)])
                idle, hu, left = best_grouping(game, rest, fat, lone)
                this = idle, hu + (1 if game == 0 else size - 2), left
                best = min(best, this, key=lambda g: (g[0], -g[2].count(2) if game == 0 else 0, -g[1]))
    return best


def fewer_idle(game: int, counts: Counts, fat: tuple[bool, ...], lone: bool) -> list[int]:
    """For each kind, how many idle cards fewer the best claim of it leaves (E6); below 0 where there is none."""
    before = best_grouping(game, counts, fat, lone)[0]
    kinds = len(counts)
    fewer = []
    for i, n in enumerate(counts):
        takes = [{i: 0}] if lone and i == 0 else [{i: 1}] if n == 1 else []
        takes += [{i: n}] if n in (2, 3) else []
        others = [j for j in range(kinds) if j != i and counts[j]]
        takes += [dict.fromkeys(used, 1) for size in range(2, kinds) for used in combinations(others, size)]
        least = 99
        for take in takes:
            rest = tuple([m - take.get(j, 0) for j, m in enumerate(counts)])
            least = min(least, best_grouping(game, rest, fat, lone)[0])
        fewer.append(before - least)
    return fewer


def block_table(fat: tuple[bool, ...], lone: bool, alike: int) -> Table:
    """The entries of every block, first of Guangshui, then of Youxi; the index has three bits a count.

    The last `alike` kinds are alike: a block is looked at once, with their counts in falling order.
    """
    kinds = len(fat)
    table = np.zeros(2 << 3 * kinds, np.int64)
    for game in (0, 1):
        for counts in product(range(5), repeat=kinds):
            tail = counts[kinds - alike :]
            if sorted(tail, reverse=True) != list(tail):
                continue
            idle, hu, left = best_grouping(game, counts, fat, lone)
            fewer = fewer_idle(game, counts, fat, lone)
            marks = [
                (left[i] == 2) << PAIRS_AT
                | (left[i] > 2) << TRIPLES_AT
                | (1 << (NONE_AT, ONE_AT, TWO_AT)[min(fewer[i], 2)] if fewer[i] >= 0 else 0)
                for i in range(kinds)
            ]
            for order in set(permutations(range(kinds - alike, kinds))):
                place = (*range(kinds - alike), *order)
                index = game << 3 * kinds
                entry = idle << IDLE_AT | hu << HU_AT
                for i, at in enumerate(place):
                    index |= counts[i] << 3 * at
                    entry |= marks[i] << at
                table[index] = entry
    return table


SUITS = block_table((True, False, False), True, 2)
CARS = block_table((True, False, False), False, 2)
ZUS = block_table((True,) * 4, False, 4)


# --- a description of the hand

# What the blocks add up to, 8 bits each: idle cards; unseen copies of the cards that would leave two, one, no idle
# cards less; and above them the hu of the groups.
IDLE, TWO, ONE, NONE, HU = 0, 8, 16, 24, 32
TRIPLES = 28  # marks: the set of types that are pairs, and from this bit the set of triples and quads
# What lies open of the seat: hu of the melds, then the number of 碰, 樓, 占, 吃 and of melds that no 高胡 may contain,
# four bits each.
PENGS, KONGS, ZHANS, CHIS, ODD = 10, 14, 18, 22, 26
NIBBLES = np.array([sum(15 << 4 * i for i in range(4) if bits >> i & 1) for bits in range(16)], np.int64)
SPREAD = 1 | 1 << 6 | 1 << 12 | 1 << 18  # bits 0 … 3 times this, masked with PER_COLOUR: a bit a colour
BLOCKS = np.array([7 << 7 * c for c in range(4)] + [7 << (7 * c + 3) for c in range(4)] + [ZU], np.int64)

# What a `value` function is told: the view; the type discarded, -1 for none; sums and marks of the concealed hand; and
# `now`, what the moment gives: unseen copies in packs of 14 types, four bits a type, first of the types that the seat
# may still take by chi or zhan, then by peng or kong; the open sums, and the types laid as 碰 or 樓.
NEAR_LOW, NEAR_HIGH, FAR_LOW, FAR_HIGH, OPEN, LAID_OUT = range(6)
Now: TypeAlias = tuple[int, int, int, int, int, int]


def copies_in(low: int, high: int, t: int) -> int:
    """The copies of type t in a pack."""
    return (low >> 4 * t if t < 14 else high >> 4 * (t - 14)) & 15


def block_of(t: int) -> int:
    """The block of type t, a colour's."""
    return 8 if t % 7 == 6 else t // 7 + (4 if t % 7 > 2 else 0)


def block_sums(view: Any, b: int, now: Now) -> tuple[int, int]:
    """What block b of `view.hand` adds to the sums and to the marks: 0–3 將士相, 4–7 車馬炮 by colour, 8 the 卒."""
    game = view.rules.game
    hand = view.hand
    if b < 8:
        first = 7 * (b & 3) + (3 if b > 3 else 0)
        index = game << 9 | int(hand[first]) | int(hand[first + 1]) << 3 | int(hand[first + 2]) << 6
        entry = SUITS[index] if b < 4 else CARS[index]
        at = 4 * (first if first < 14 else first - 14)
        near = (now[NEAR_LOW] if first < 14 else now[NEAR_HIGH]) >> at
        far = (now[FAR_LOW] if first < 14 else now[FAR_HIGH]) >> at
        marks = ((entry >> PAIRS_AT) & 15) << first | ((entry >> TRIPLES_AT) & 15) << (first + TRIPLES)
    else:
        index = game << 12 | int(hand[6]) | int(hand[13]) << 3 | int(hand[20]) << 6 | int(hand[27]) << 9
        entry = ZUS[index]
        near, far = now[NEAR_LOW] >> 24, now[FAR_LOW] >> 24
        near = near & 15 | (near >> 24) & 240 | (now[NEAR_HIGH] >> 16) & 3840 | (now[NEAR_HIGH] >> 40) & 61440
        far = far & 15 | (far >> 24) & 240 | (now[FAR_HIGH] >> 16) & 3840 | (now[FAR_HIGH] >> 40) & 61440
        marks = ((((entry >> PAIRS_AT) & 15) * SPREAD) & PER_COLOUR) << 6
        marks |= ((((entry >> TRIPLES_AT) & 15) * SPREAD) & PER_COLOUR) << (6 + TRIPLES)
    # The digits of a product with 0x1111 are sums of digits: at most 15, for one card at least is in the hand.
    two = ((near & NIBBLES[(entry >> TWO_AT) & 15]) * 0x1111 >> 12) & 15
    one = ((near & NIBBLES[(entry >> ONE_AT) & 15]) * 0x1111 >> 12) & 15
    none = ((far & NIBBLES[(entry >> NONE_AT) & 15]) * 0x1111 >> 12) & 15
    return entry & 15 | two << TWO | one << ONE | none << NONE | ((entry >> HU_AT) & 255) << HU, marks


def hand_sums(view: Any, now: Now) -> tuple[int, int]:
    """Sums and marks of `view.hand`."""
    ghosts = int(view.hand[GHOST])
    sums = (8 if ghosts == 3 else 24 if ghosts == 4 else 40 if ghosts == 5 else 0) << HU
    marks = 0
    for b in range(9):
        more, types = block_sums(view, b, now)
        sums += more
        marks += types
    return sums, marks


def meld_worth(game: int, option: int, t: int, size: int) -> int:
    """What a meld of `size` cards, claimed type t, adds to the open sums (G2, Y2, Y7)."""
    lone = (LONE >> t) & 1
    fat = (FAT >> t) & 1
    if option == MING:
        return 1 - game
    if option == ZHAN:
        return 1 << ZHANS
    if option == PENG:
        return (1 + 3 * lone if game else 1 + fat) | 1 << PENGS | lone << ODD
    if option == KONG:
        return ((4 if not lone else 16 if size == 4 else 32) if game else 6 + 6 * fat) | 1 << KONGS | 1 << ODD
    return (2 if game and option == CHI and (ZU >> t) & 1 else 1) | 1 << CHIS


def survey(view: Any) -> Now:
    """The moment: what the seat may still claim, how much of it is unseen, and what it has laid."""
    table, own = view.table, view.own
    near_types, far_types = ~own.no_chi, ~(own.no_peng | own.no_kong)
    near_low, near_high, far_low, far_high = 0, 0, 0, 0
    for t in range(28):
        left = 4 - int(view.hand[t]) - int(table.out[t]) - int(table.laid[t]) - (1 if t == view.card else 0)
        near = left if (near_types >> t) & 1 else 0
        far = left if (far_types >> t) & 1 else 0
        if t < 14:
            near_low |= near << 4 * t
            far_low |= far << 4 * t
        else:
            near_high |= near << 4 * (t - 14)
            far_high |= far << 4 * (t - 14)
    sums = int64(own.h.laid_sum)  # hu, loose 將 from bit 10, 碰 from bit 15, plain and fat 樓 from bits 19 and 23
    laid = int64(own.h.laid_hu) if view.rules.game else (sums & 1023) + ((sums >> 10) & 31)
    laid |= ((sums >> 15) & 15) << PENGS | (((sums >> 19) & 15) + ((sums >> 23) & 15)) << KONGS
    laid |= popcount(int64(own.h.laid_pair)) << ZHANS | popcount(own.chi_taken) << CHIS
    laid |= int64(own.h.laid_odd) << ODD
    return near_low, near_high, far_low, far_high, laid, int64(own.h.laid_out)


def pattern_hu(paired: int, out: int) -> int:
    """Guangshui: hu of 車, 清 and 天地 (G4–G6), 12 bits each, given the types paired and those out."""
    suits = paired & (paired >> 1) & (paired >> 2) & PER_COLOUR
    cars = (paired >> 3) & (paired >> 4) & (paired >> 5) & PER_COLOUR
    che = 10 * (popcount(suits) + popcount(cars) + popcount(out & (7 * suits)) + popcount(out & (7 * cars << 3)))
    for k in (0, 6):
        members, outs = popcount((paired >> k) & PER_COLOUR), popcount((out >> k) & PER_COLOUR)
        if members == 3:
            che += 100 if outs == 3 else 20 + 20 * outs
        elif members == 4:
            che += 40 + 40 * outs
    y, r, w, g = out & QING_KINDS, (out >> 7) & QING_KINDS, (out >> 14) & QING_KINDS, (out >> 21) & QING_KINDS
    qing = popcount(y & r & (w | g) | w & g & (y | r)) + popcount(y & r & w & g)
    return che | qing * (20 << 12) | popcount(out & (out >> 6) & PER_COLOUR) * (20 << 24)


def prospects(view: Any, marks: int, now: Now, chance: float) -> tuple[float, float, float, float, float, int, int]:
    """What the pairs and triples in hand may become, if `chance` is that of one unseen copy to show itself in time.

    Hu that 碰 would add to their groups; expected hu of 車, of 清, of 天地 (Guangshui), what stands already included;
    expected number of 碰 to come; triples that may become a kong; pairs that can become nothing more.
    """
    game = view.rules.game
    out = (marks >> TRIPLES) | now[LAID_OUT]
    paired = (marks & TYPES) | out
    stands = 0 if game else pattern_hu(paired, out)
    groups, pengs = 0.0, 0.0
    che, qing, tiandi = float(stands & 4095), float((stands >> 12) & 4095), float(stands >> 24)
    dead = 0
    types = marks & TYPES
    while types:
        t = lowest(types)
        types &= types - 1
        copies = copies_in(now[FAR_LOW], now[FAR_HIGH], t)
        if copies == 0:
            dead += 1
            continue
        likely = chance * (2.0 - chance) if copies > 1 else chance
        pengs += likely
        lone = (LONE >> t) & 1
        if game:
            groups += likely * (4 if lone else 1)
        else:
            more = pattern_hu(paired, out | 1 << t) - stands
            groups += likely * (0 if lone else 1 + ((FAT >> t) & 1))
            che += likely * (more & 4095)
            qing += likely * ((more >> 12) & 4095)
            tiandi += likely * (more >> 24)
    triples = 0
    types = marks >> TRIPLES
    while types:
        t = lowest(types)
        types &= types - 1
        triples += 1 if copies_in(now[FAR_LOW], now[FAR_HIGH], t) else 0
    return groups, che, qing, tiandi, pengs, triples, dead


def bu_hu(laid: int, more: float) -> float:
    """G3: the expected bonus for 步 with `laid` 碰 and about `more` to come (a Poisson number)."""
    share = math.exp(-more)
    hu = 0.0
    for n in range(laid, laid + 8):
        hu += share * 20 * (min(n, 10) - 4) if n > 4 else 0.0
        share *= more / (n - laid + 1)
    return hu


# --- every answer looked at


def truly_wins(view: Any) -> bool:
    """Where a false win may be declared (Y11): whether the hand wins with the card shown."""
    return (view.card >= 0 or idle_now(view) == 0) and best_pay(view, view.card) > 0


def after_pass(view: Any, now: Now) -> Now:
    """The moment after a pass on the card shown: what may no more be claimed is no hope (G11, Y12)."""
    t = view.card
    shut = 15 << 4 * t if t < 14 else 15 << 4 * (t - 14)
    low = ~shut if t < 14 else -1
    high = ~shut if t >= 14 else -1
    near_too, far_too = view.rules.passed_card_dead, view.rules.passed_card_dead
    if view.rules.game:
        near_too, far_too = view.options & (CHI_FORMS | 1 << ZHAN), view.options & (1 << PENG)
    return (
        now[0] & low if near_too else now[0],
        now[1] & high if near_too else now[1],
        now[2] & low if far_too else now[2],
        now[3] & high if far_too else now[3],
        now[4],
        now[5],
    )


def may_discard(view: Any) -> int:
    """The types that may be discarded after a claim (E9, Y13, Y14), for a hand as `view.hand` is now."""
    held = 0
    once = 0
    for t in range(28):
        n = int(view.hand[t])
        held |= 1 << t if n else 0
        once |= 1 << t if n == 1 else 0
    plain = held & ~LONE
    if view.rules.game == 0:
        return plain
    legal = plain
    if view.rules.no_split:
        suits = once & (once >> 1) & (once >> 2) & PER_COLOUR
        cars = (once >> 3) & (once >> 4) & (once >> 5) & PER_COLOUR
        legal &= ~(7 * suits | (7 * cars) << 3)
        zu = popcount(held & ZU)
        if held & ZU == once & ZU and (zu == 3 or (zu == 4 and view.rules.protect_four_zu)):
            legal &= ~ZU
    legal &= ~view.own.chi_taken
    return legal if legal else plain


copies_in = compiled(copies_in)
block_of = compiled(block_of)
block_sums = compiled(block_sums)
hand_sums = compiled(hand_sums)
meld_worth = compiled(meld_worth)
survey = compiled(survey)
pattern_hu = compiled(pattern_hu)
prospects = compiled(prospects)
bu_hu = compiled(bu_hu)
truly_wins = compiled(truly_wins)
after_pass = compiled(after_pass)
may_discard = compiled(may_discard)
