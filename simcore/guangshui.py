"""Exact scoring of the Guangshui game: G2–G10.

The optimum runs over every combination of one way of each block (`tables`) and every use of loose 將 pairs. Sums are
packed as in a way, shifted down by 16: bits 0–9 hu, bits 10–14 loose 將, and from the melds bits 15–18 碰, bits 19–22
plain 樓, bits 23–26 fat 樓. Marks are two sets of types: `paired` (車 members) and `out` (triple or quad).

A *value* is one int64 whose order is the winner's order of preference (G10): 牌 from bit 40, hu from bit 28, 樓 from
bit 24, then the named hands as a bit set over `NAMED`.
"""

from __future__ import annotations

from typing import Any

from simcore.bits import FAT, PER_COLOUR, popcount
from simcore.deal import spread
from simcore.groups import ANYWHERE, COLOUR_STATES, ZU_STATES, colour_groupings, zu_groupings
from simcore.jit import core, inlined, int64
from simcore.tables import MANY, colour_word, zu_word

NAMED = (
    "su_che_fat_lou",
    "fei_che_plain_lou",
    "che_out_5bu",
    "fei_che_2out",
    "chang_che_1out",
    "sanqing_5bu",
    "tiandi_5bu",
    "sanqing_tiandi",
    "sanqing_che_out",
    "tiandi_che_out",
    "su_che_quanta",
    "siqing",
    "6bu",
    "2lou",
    "xj_su_che_quanta_2lou",
    "xj_fei_che_out_2lou",
    "xj_chang_che_2out_1lou",
    "xj_6bu_chang_che_quanta",
)
NAMED_XIAOJIA = 0b1111 << 14

ONE_PENG = 1 << 15
ONE_PLAIN_LOU = 1 << 19
ONE_FAT_LOU = 1 << 23
QING_KINDS = 0b0111110  # 士 相 車 馬 炮
FEI_CHE = (20, 40, 60, 100)
CHANG_CHE = (40, 80, 120, 160, 200)
NOT_COVERED = -1


@inlined
def bu_hu(count: int) -> int:
    """G3: the bonus for `count` 碰: 20 hu for five, 20 more for each further one, at most ten."""
    return 20 * (min(count, 10) - 4) if count >= 5 else 0


@inlined
def long_che_hu(members: int, out: int) -> int:
    """G4: hu of the 將 or 卒 車 with `members` colours of which `out` are out."""
    if members == 3:
        return FEI_CHE[out]
    return CHANG_CHE[out] if members == 4 else 0


@inlined
def pai_of(hu: int, lou: int, named: int) -> int:
    """G8, G9: the largest n with hu >= T(n, L), raised by named hands; 0 below the gate."""
    n = (hu << lou) // 50
    if lou == 0:
        if n < 1 and hu >= 48:
            n = 1
    elif lou == 1:
        if n < 1 and hu >= 23:
            n = 1
        if n < 5 and hu >= 123:
            n = 5
    else:
        n = max(n, 1)
        if lou == 2:
            if n < 5 and hu >= 61:
                n = 5
            if n < 10 and hu >= 123:
                n = 10
        elif lou == 3:
            if n < 5 and hu >= 31:
                n = 5
            if n < 10 and hu >= 61:
                n = 10
    if named:
        n = max(n, 5 if named & NAMED_XIAOJIA else 1)
    return n


@inlined
def value(rules: Any, paired: int, out: int, sums: int) -> int:
    """The value of one combination of ways, over every use of its loose 將 pairs (G7).

    A loose pair can serve the 將士相 of its colour or the 車 of 將. The choice matters only where both could be made.
    """
    bare = paired & ~out & PER_COLOUR  # colours whose 將 are paired, but loose
    suits = paired & (paired >> 1) & (paired >> 2) & PER_COLOUR
    contested = bare & suits
    if contested == 0 or popcount(paired & PER_COLOUR) < 3:
        return value_of_use(rules, paired, out, sums, suits, paired & PER_COLOUR & ~contested)
    best = -1
    to_suit = contested
    while True:  # every subset of the contested colours goes to its 將士相, the others to the 車 of 將
        mine = value_of_use(rules, paired, out, sums, suits & ~(contested & ~to_suit), paired & PER_COLOUR & ~to_suit)
        best = max(best, mine)
        if to_suit == 0:
            return best
        to_suit = (to_suit - 1) & contested


@inlined
def value_of_use(rules: Any, paired: int, out: int, sums: int, suits: int, generals: int) -> int:
    """The value with the 將士相 車 of colours `suits` and the 將 of colours `generals` free for the 車 of 將."""
    hu = sums & 1023
    loose = (sums >> 10) & 31
    plain_lou = (sums >> 19) & 15
    fat_lou = (sums >> 23) & 15
    lou = plain_lou + fat_lou
    bu = (sums >> 15) & 15
    if rules.lou_is_bu:
        bu += lou

    cars = (paired >> 3) & (paired >> 4) & (paired >> 5) & PER_COLOUR
    out_suits = out & (7 * suits)
    out_cars = (out >> 3) & (7 * cars)
    hu += 10 * (popcount(suits) + popcount(cars) + popcount(out_suits) + popcount(out_cars))
    quanta = (out & (out >> 1) & (out >> 2) & suits) | ((out >> 3) & (out >> 4) & (out >> 5) & cars)
    bare = paired & ~out & PER_COLOUR
    any_out = out_suits | out_cars
    quiet = suits & ~(out_suits | out_suits >> 1 | out_suits >> 2)
    loose -= 2 * popcount(quiet & bare)  # G4: the pair of a 車 that is not out scores no 1 hu

    zu = (paired >> 6) & PER_COLOUR
    zu_members = popcount(zu)
    zu_out = popcount((out >> 6) & zu)
    long_zu = long_che_hu(zu_members, zu_out)
    jiang_members = popcount(generals)
    jiang_out = popcount(out & generals)
    long_jiang = long_che_hu(jiang_members, jiang_out)
    if jiang_members >= 3 and jiang_out == 0:
        loose -= 2 * jiang_members
    hu += long_zu + long_jiang
    if rules.jiang_cap > 0:
        loose = min(loose, rules.jiang_cap)
    hu += loose

    y, r, w, g = out & QING_KINDS, (out >> 7) & QING_KINDS, (out >> 14) & QING_KINDS, (out >> 21) & QING_KINDS
    three = ((y & r) & (w | g)) | ((w & g) & (y | r))
    four = y & r & w & g
    tiandi = out & (out >> 6) & PER_COLOUR
    hu += 20 * (popcount(three) + popcount(four) + popcount(tiandi)) + bu_hu(bu)

    zu_che, zu_is_out = zu_members >= 3, zu_members >= 3 and zu_out > 0
    jiang_che, jiang_is_out = jiang_members >= 3, jiang_members >= 3 and jiang_out > 0
    che_out = any_out != 0 or zu_is_out or jiang_is_out
    fei_or_chang = zu_che or jiang_che
    named = 0
    if lou > 0 or bu >= 5 or che_out or three != 0 or tiandi != 0:
        named |= (((suits | cars) != 0) & (fat_lou > 0)) << 0
        named |= (fei_or_chang & (plain_lou > 0)) << 1
        named |= (che_out & (bu >= 5)) << 2
        named |= (((zu_members == 3) & (zu_out >= 2)) | ((jiang_members == 3) & (jiang_out >= 2))) << 3
        named |= (((zu_members == 4) & (zu_out >= 1)) | ((jiang_members == 4) & (jiang_out >= 1))) << 4
        named |= ((three != 0) & (bu >= 5)) << 5
        named |= ((tiandi != 0) & (bu >= 5)) << 6
        named |= ((three != 0) & (tiandi != 0)) << 7
        named |= ((three != 0) & che_out) << 8
        named |= ((tiandi != 0) & che_out) << 9
        named |= (quanta != 0) << 10
        named |= (four != 0) << 11
        named |= (bu >= 6) << 12
        named |= (lou >= 2) << 13
        named |= ((quanta != 0) & (lou >= 2)) << 14
        named |= ((zu_is_out | jiang_is_out) & (lou >= 2)) << 15
        two_out = ((zu_members == 4) & (zu_out >= 2)) | ((jiang_members == 4) & (jiang_out >= 2))
        named |= (two_out & (lou >= 1)) << 16
        all_out = ((zu_members == 4) & (zu_out == 4)) | ((jiang_members == 4) & (jiang_out == 4))
        named |= (all_out & (bu >= 6)) << 17
    return pai_of(hu, lou, named) << 40 | hu << 28 | lou << 24 | named


@inlined
def claimed_sums(way: int, claimed: int) -> int:
    """What the place of the claimed card adds to the sums: one 碰 or one 樓."""
    place = (way >> 12) & 7
    if place == 4:
        return ONE_PENG
    if place == 5:
        return ONE_FAT_LOU if (FAT >> claimed) & 1 else ONE_PLAIN_LOU
    return 0


@inlined
def claimed_pair(rules: Any, way: int, claimed: int) -> int:
    """The claimed pair as a 車 member, where zhan_in_che says so; never a 將."""
    if rules.zhan_in_che and (way >> 12) & 7 == 2:
        return (1 << claimed) & ~PER_COLOUR
    return 0


@core
def best_value(tables: Any, rules: Any, h: Any, claimed: int, allow: int, scratch: Any) -> int:
    """The best value of a holding with the claimed type (-1: none) in one of the places `allow`; -1: not covered.

    `scratch` is used only where `allow` is narrower than `ANYWHERE`.
    """
    block = -1
    row = 0
    add = 0
    if claimed >= 0:
        block = int64(tables.block[claimed])
        add = int64(tables.power[claimed])
        row = 1 + claimed % 7 if block < 4 else 1 + claimed // 7
    e0 = int64(tables.entry[int64(h.idx[0]) + (row * COLOUR_STATES + add if block == 0 else 0)])
    e1 = int64(tables.entry[int64(h.idx[1]) + (row * COLOUR_STATES + add if block == 1 else 0)])
    e2 = int64(tables.entry[int64(h.idx[2]) + (row * COLOUR_STATES + add if block == 2 else 0)])
    e3 = int64(tables.entry[int64(h.idx[3]) + (row * COLOUR_STATES + add if block == 3 else 0)])
    e4 = int64(tables.zu_entry[int64(h.idx[4]) + (row * ZU_STATES + add if block == 4 else 0)])
    if (e0 == MANY) | (e1 == MANY) | (e2 == MANY) | (e3 == MANY) | (e4 == MANY):
        return NOT_COVERED
    laid_out = int64(h.laid_out)
    laid_pair = laid_out
    if rules.zhan_in_che:
        laid_pair |= int64(h.laid_pair) & ~PER_COLOUR
    laid_sum = int64(h.laid_sum)
    if allow == ANYWHERE and (e0 | e1 | e2 | e3 | e4) & MANY == 0:
        mine = (
            (e0 if block == 0 else e1 if block == 1 else e2 if block == 2 else e3 if block == 3 else e4)
            if block >= 0
            else 0
        )
        paired = (e0 & 63) | (e1 & 63) << 7 | (e2 & 63) << 14 | (e3 & 63) << 21 | spread(e4 & 15) << 6
        out = (
            (e0 >> 6) & 63
            | ((e1 >> 6) & 63) << 7
            | ((e2 >> 6) & 63) << 14
            | ((e3 >> 6) & 63) << 21
            | spread((e4 >> 6) & 15) << 6
        )
        sums = laid_sum + (e0 >> 16) + (e1 >> 16) + (e2 >> 16) + (e3 >> 16) + (e4 >> 16)
        if claimed >= 0:
            sums += claimed_sums(mine, claimed)
            paired |= claimed_pair(rules, mine, claimed)
        return value(rules, paired | laid_pair, out | laid_out, sums)
    return best_of_many(
        tables, rules, h, claimed, allow, scratch, e0, e1, e2, e3, e4, block, laid_pair, laid_out, laid_sum
    )


@core
def claimed_ways(tables: Any, h: Any, claimed: int, allow: int, scratch: Any) -> int:
    """Write the ways of the claimed card's block that put it in an allowed place to `scratch.word`; their number."""
    block = int64(tables.block[claimed])
    state = int64(h.idx[block]) + int64(tables.power[claimed])
    if block < 4:
        n = colour_groupings(state, claimed % 7, allow, scratch)
        for i in range(n):
            scratch.word[i] = colour_word(state, claimed % 7, scratch.grouping[i])
    else:
        n = zu_groupings(state, claimed // 7, allow, scratch)
        for i in range(n):
            scratch.word[i] = zu_word(state, claimed // 7, scratch.grouping[i])
    return n


@core
def ways_in(entry: int) -> int:
    """Number of ways of an entry."""
    return (entry >> 24) & 127 if entry & MANY else 1


@core
def way_at(tables: Any, entry: int, i: int) -> int:
    """The i-th way of an entry."""
    return int64(tables.ways[(entry & 0xFFFFFF) + i]) if entry & MANY else entry


@core
def best_of_many(
    tables: Any,
    rules: Any,
    h: Any,
    claimed: int,
    allow: int,
    scratch: Any,
    e0: int,
    e1: int,
    e2: int,
    e3: int,
    e4: int,
    block: int,
    laid_pair: int,
    laid_out: int,
    laid_sum: int,
) -> int:
    """The best value over all combinations of ways."""
    narrow = allow != ANYWHERE and claimed >= 0
    n_mine = claimed_ways(tables, h, claimed, allow, scratch) if narrow else 0
    n0 = n_mine if narrow and block == 0 else ways_in(e0)
    n1 = n_mine if narrow and block == 1 else ways_in(e1)
    n2 = n_mine if narrow and block == 2 else ways_in(e2)
    n3 = n_mine if narrow and block == 3 else ways_in(e3)
    n4 = n_mine if narrow and block == 4 else ways_in(e4)
    best = NOT_COVERED
    for i0 in range(n0):
        w0 = scratch.word[i0] if narrow and block == 0 else way_at(tables, e0, i0)
        for i1 in range(n1):
            w1 = scratch.word[i1] if narrow and block == 1 else way_at(tables, e1, i1)
            for i2 in range(n2):
                w2 = scratch.word[i2] if narrow and block == 2 else way_at(tables, e2, i2)
                for i3 in range(n3):
                    w3 = scratch.word[i3] if narrow and block == 3 else way_at(tables, e3, i3)
                    paired = laid_pair | (w0 & 63) | (w1 & 63) << 7 | (w2 & 63) << 14 | (w3 & 63) << 21
                    out = (
                        laid_out
                        | (w0 >> 6) & 63
                        | ((w1 >> 6) & 63) << 7
                        | ((w2 >> 6) & 63) << 14
                        | ((w3 >> 6) & 63) << 21
                    )
                    sums = laid_sum + (w0 >> 16) + (w1 >> 16) + (w2 >> 16) + (w3 >> 16)
                    if 0 <= block < 4:
                        mine = w0 if block == 0 else w1 if block == 1 else w2 if block == 2 else w3
                        sums += claimed_sums(mine, claimed)
                        paired |= claimed_pair(rules, mine, claimed)
                    for i4 in range(n4):
                        w4 = scratch.word[i4] if narrow and block == 4 else way_at(tables, e4, i4)
                        p4 = paired | spread(w4 & 15) << 6
                        s4 = sums + (w4 >> 16)
                        if block == 4:
                            s4 += claimed_sums(w4, claimed)
                            p4 |= claimed_pair(rules, w4, claimed)
                        best = max(best, value(rules, p4, out | spread((w4 >> 6) & 15) << 6, s4))
    return best
