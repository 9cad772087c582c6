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
from simcore.bonuses import (
    ALWAYS,
    CHE_AT,
    CHE_OUT,
    CHE_OUT_AT,
    CONTESTED_AT,
    COUNT_AT,
    FOURS,
    HU_AT,
    JIANG_AT,
    MAX_HU,
    NAMED_XIAOJIA,
    QING_AT,
    QUANTA,
    QUANTA_AT,
    QUIET_AT,
    SANQING,
    SECOND,
    SIQING,
    SU_CHE,
    THREES,
    TIANDI,
    ZU_AT,
    ZU_COLOURS_AT,
    bu_hu,
    long_che_hu,
    pai_of,
)
from simcore.deal import gather, spread
from simcore.groups import ANYWHERE, colour_groupings, zu_groupings
from simcore.jit import core, inlined, int64
from simcore.tables import ANY_BLOCK, MANY, colour_word, keep_best, zu_word

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
QING_KINDS = 0b0111110  # 士 相 車 馬 炮
NOT_COVERED = -1
ROOM = 128
NAMED_SET = (1 << SECOND) - 1


@core
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
    return named_pai(pai_of(hu, lou), named) << 40 | hu << 28 | lou << 24 | named


@inlined
def named_pai(pai: int, named: int) -> int:
    """G9: 牌, raised by named hands."""
    return max(pai, 5 if named & NAMED_XIAOJIA else 1 if named else 0)


@inlined
def quick_value(tables: Any, rules: Any, m0: int, m1: int, m2: int, m3: int, m4: int, sums: int) -> int:
    """`value` from the marks of the five blocks, by the words of `bonuses`."""
    bonus = tables.bonus[m0] + tables.bonus[m1] + tables.bonus[m2] + tables.bonus[m3] + tables.zu_bonus[m4]
    jiang_che = (bonus >> JIANG_AT) & 63
    if (bonus >> CONTESTED_AT) & 7 and jiang_che & 7 >= 3:
        return value(rules, types_of(m0, m1, m2, m3, m4), types_of(m0 >> 6, m1 >> 6, m2 >> 6, m3 >> 6, m4 >> 6), sums)
    jiang = tables.long_che[jiang_che]
    zu = tables.long_che[(bonus >> ZU_AT) & 63]
    laid = tables.lou[rules.lou_is_bu & 1, (sums >> 15) & 4095]
    qing = (bonus >> QING_AT) & 0o77777
    three, four = (qing + THREES) & FOURS, qing & FOURS
    tiandi = ((m0 >> 6) & 1 | (m1 >> 5) & 2 | (m2 >> 4) & 4 | (m3 >> 3) & 8) & (bonus >> ZU_COLOURS_AT)
    loose = (sums >> 10) & 31
    loose -= 2 * ((bonus >> QUIET_AT) & 7)  # G4: the pair of a 車 that is not out scores no 1 hu
    loose -= jiang >> COUNT_AT
    if rules.jiang_cap > 0:
        loose = min(loose, rules.jiang_cap)
    hu = (sums & 1023) + (bonus & 1023) + loose + ((jiang >> HU_AT) & 255) + ((zu >> HU_AT) & 255)
    hu += ((laid >> HU_AT) & 255) + 20 * popcount(three | four << 1 | tiandi << 16)
    met = jiang | zu | laid | ALWAYS
    met |= SU_CHE if (bonus >> CHE_AT) & 15 else 0
    met |= CHE_OUT if (bonus >> CHE_OUT_AT) & 15 else 0
    met |= QUANTA if (bonus >> QUANTA_AT) & 15 else 0
    met |= SANQING if three else 0
    met |= SIQING if four else 0
    met |= TIANDI if tiandi else 0
    named = met & (met >> SECOND) & NAMED_SET
    lou = laid >> COUNT_AT
    pai = int64(tables.pai[lou & 7, hu]) if hu < MAX_HU else pai_of(hu, lou)
    return named_pai(pai, named) << 40 | hu << 28 | lou << 24 | named


@core
def types_of(m0: int, m1: int, m2: int, m3: int, m4: int) -> int:
    """Six low marks of the colour blocks, and four of 卒, as one set of types."""
    return (m0 & 63) | (m1 & 63) << 7 | (m2 & 63) << 14 | (m3 & 63) << 21 | spread(m4 & 15) << 6


@inlined
def claimed_sums(tables: Any, way: int, claimed: int) -> int:
    """What the place of the claimed card (-1: none) adds to the sums: one 碰 or one 樓."""
    return tables.claimed_sums[(way >> 12) & 7 | ((FAT >> (claimed & 31)) & 1) << 3]


@core
def best_value(tables: Any, rules: Any, h: Any, claimed: int, allow: int, scratch: Any) -> int:
    """The best value of a holding with the claimed type (-1: none) in one of the places `allow`; -1: not covered.

    `scratch` is used only where `allow` is narrower than `ANYWHERE`.
    """
    step = tables.place_step[claimed & 31]
    e0 = int64(tables.entry[h.idx[0] + step[0]])
    e1 = int64(tables.entry[h.idx[1] + step[1]])
    e2 = int64(tables.entry[h.idx[2] + step[2]])
    e3 = int64(tables.entry[h.idx[3] + step[3]])
    e4 = int64(tables.zu_entry[h.idx[4] + step[4]])
    if (e0 == MANY) | (e1 == MANY) | (e2 == MANY) | (e3 == MANY) | (e4 == MANY):
        return NOT_COVERED
    laid = h.laid_marks
    sums = int64(h.laid_sum)
    any_way = e0 | e1 | e2 | e3 | e4
    if rules.zhan_in_che or (allow != ANYWHERE and claimed >= 0):
        if rules.zhan_in_che:
            laid |= pair_marks(int64(h.laid_pair) & ~PER_COLOUR)
        return best_of_chosen(tables, rules, h, claimed, allow, scratch, laid, sums)
    if any_way & MANY:
        return best_of_many(tables, rules, claimed, e0, e1, e2, e3, e4, laid, sums)
    sums += claimed_sums(tables, any_way, claimed)  # only the claimed card's block has a place in its way
    sums += (e0 >> 16) + (e1 >> 16) + (e2 >> 16) + (e3 >> 16) + (e4 >> 16)
    m0, m1, m2 = (e0 | laid) & 4095, (e1 | laid >> 12) & 4095, (e2 | laid >> 24) & 4095
    m3, m4 = (e3 | laid >> 36) & 4095, (e4 | laid >> 48) & 4095
    return quick_value(tables, rules, m0, m1, m2, m3, m4, sums)


@core
def pair_marks(types: int) -> int:
    """A set of types as paired in the marks of the five blocks, twelve bits each."""
    marks = gather((types >> 6) & PER_COLOUR) << 48
    for colour in range(4):
        marks |= ((types >> (7 * colour)) & 63) << (12 * colour)
    return marks


@core
def all_ways(tables: Any, h: Any, claimed: int, allow: int, block: int, scratch: Any) -> int:
    """Write the ways of a block to `scratch.word`, the claimed card in an allowed place; return their number.

    Unlike the tables it drops no way that a switch or a narrow choice of places may ask for.
    """
    mine = claimed >= 0 and tables.block[claimed & 31] == block
    state = int64(h.idx[block]) + int64(tables.state_step[claimed & 31, block])
    if not mine:
        allow = ANYWHERE
    if block < 4:
        kind = claimed % 7 if mine else -1
        n = colour_groupings(state, kind, allow, scratch)
        for i in range(n):
            scratch.word[i] = colour_word(state, kind, scratch.grouping[i])
    else:
        kind = claimed // 7 if mine else -1
        n = zu_groupings(state, kind, allow, scratch)
        for i in range(n):
            scratch.word[i] = zu_word(state, kind, scratch.grouping[i])
    return keep_best(scratch, n, kind, state, ANY_BLOCK)


@inlined
def ways_in(entry: int) -> int:
    """Number of ways of an entry."""
    return (entry >> 24) & 127 if entry & MANY else 1


@inlined
def way_at(tables: Any, entry: int, i: int) -> int:
    """The i-th way of an entry."""
    many = (entry >> 31) & 1
    way = int64(tables.ways[((entry & 0xFFFFFF) + i) * many])
    return way if many else entry


@core
def best_of_many(
    tables: Any, rules: Any, claimed: int, e0: int, e1: int, e2: int, e3: int, e4: int, laid: int, laid_sum: int
) -> int:
    """The best value over all combinations of ways.

    One loop that counts through the combinations: five nested ones would each end where no processor expects it.
    """
    n0, n1, n2, n3, n4 = ways_in(e0), ways_in(e1), ways_in(e2), ways_in(e3), ways_in(e4)
    l1, l2, l3, l4 = laid >> 12, laid >> 24, laid >> 36, laid >> 48
    i0, i1, i2, i3, i4 = 0, 0, 0, 0, 0
    best = NOT_COVERED
    for _ in range(n0 * n1 * n2 * n3 * n4):
        w0, w1, w2 = way_at(tables, e0, i0), way_at(tables, e1, i1), way_at(tables, e2, i2)
        w3, w4 = way_at(tables, e3, i3), way_at(tables, e4, i4)
        sums = laid_sum + (w0 >> 16) + (w1 >> 16) + (w2 >> 16) + (w3 >> 16) + (w4 >> 16)
        sums += claimed_sums(tables, w0 | w1 | w2 | w3 | w4, claimed)
        m0, m1, m2, m3, m4 = (w0 | laid) & 4095, (w1 | l1) & 4095, (w2 | l2) & 4095, (w3 | l3) & 4095, (w4 | l4) & 4095
        best = max(best, quick_value(tables, rules, m0, m1, m2, m3, m4, sums))
        i0 += 1
        carry = 1 if i0 == n0 else 0
        i0 = 0 if carry else i0
        i1 += carry
        carry = 1 if i1 == n1 else 0
        i1 = 0 if carry else i1
        i2 += carry
        carry = 1 if i2 == n2 else 0
        i2 = 0 if carry else i2
        i3 += carry
        carry = 1 if i3 == n3 else 0
        i3 = 0 if carry else i3
        i4 += carry
    return best


@core
def choose(tables: Any, rules: Any, h: Any, claimed: int, allow: int, block: int, laid: int, scratch: Any) -> int:
    """Write the ways of a block to its ROOM places in `scratch.choice`, the marks with those of its melds, the sums
    from bit 12 on; return their number."""
    n = all_ways(tables, h, claimed, allow, block, scratch)
    for i in range(n):
        way = scratch.word[i]
        marks = (way | laid) & 4095
        if rules.zhan_in_che and (way >> 12) & 7 == 2:
            marks |= 1 << (claimed % 7 if block < 4 else claimed // 7)
        scratch.choice[block * ROOM + i] = marks | ((way >> 16) + claimed_sums(tables, way, claimed)) << 12
    return n


@core
def best_of_chosen(
    tables: Any, rules: Any, h: Any, claimed: int, allow: int, scratch: Any, laid: int, base: int
) -> int:
    """`best_of_many` where the claimed card may not lie anywhere, or a claimed pair may be a member of a 車."""
    n0 = choose(tables, rules, h, claimed, allow, 0, laid, scratch)
    n1 = choose(tables, rules, h, claimed, allow, 1, laid >> 12, scratch)
    n2 = choose(tables, rules, h, claimed, allow, 2, laid >> 24, scratch)
    n3 = choose(tables, rules, h, claimed, allow, 3, laid >> 36, scratch)
    n4 = choose(tables, rules, h, claimed, allow, 4, laid >> 48, scratch)
    choices = scratch.choice
    best = NOT_COVERED
    for i0 in range(n0):
        w0 = choices[i0]
        for i1 in range(ROOM, ROOM + n1):
            w1 = choices[i1]
            for i2 in range(2 * ROOM, 2 * ROOM + n2):
                w2 = choices[i2]
                for i3 in range(3 * ROOM, 3 * ROOM + n3):
                    w3 = choices[i3]
                    for i4 in range(4 * ROOM, 4 * ROOM + n4):
                        w4 = choices[i4]
                        sums = base + (w0 >> 12) + (w1 >> 12) + (w2 >> 12) + (w3 >> 12) + (w4 >> 12)
                        mine = quick_value(tables, rules, w0 & 4095, w1 & 4095, w2 & 4095, w3 & 4095, w4 & 4095, sums)
                        best = max(best, mine)
    return best
