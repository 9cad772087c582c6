"""The 車, 清 and 天地 of Guangshui as words that add up over the blocks: G4–G6.

The marks of a block, those of its way and of its open melds together, are twelve bits: kinds (for 卒: colours) that
are paired, and from bit 6 on those that have a triple or quad. A *bonus word* says what they contribute. The sum of
the five words of a hand holds, by field:
  bits 0–9   hu of the 素車
  bits 10–24 for each of 士 相 車 馬 炮 the colours in which it has a triple or quad, three bits each (清)
  bits 25–28 素車, bits 29–32 those that are out, bits 33–36 those that are 全踏
  bits 37–39 將士相 車 that are not out and whose 將 are a loose pair, bits 40–42 all 將士相 車 of a loose pair
  bits 43–45 colours whose 將 are paired, bits 46–48 have a triple or quad; bits 49–51 and 52–54 the same of 卒
  bits 55–58 the colours whose 卒 have a triple or quad
"""

from __future__ import annotations

from typing import Any

from simcore.bits import popcount
from simcore.jit import core

MARKS = 1 << 12
LONG_CHE = 64
LAID = 1 << 12
MAX_HU = 1024
FEI_CHE = (20, 40, 60, 100)
CHANG_CHE = (40, 80, 120, 160, 200)
SUIT, CARS = 0b111, 0b111000

QING_AT, CHE_AT, CHE_OUT_AT, QUANTA_AT = 10, 25, 29, 33
QUIET_AT, CONTESTED_AT, JIANG_AT, ZU_AT, ZU_COLOURS_AT = 37, 40, 43, 49, 55
THREES = 0o11111  # added to the five counts of 清, it turns three or more into bit 2
FOURS = 0o44444

ONE_PENG = 1 << 15
ONE_PLAIN_LOU = 1 << 19
ONE_FAT_LOU = 1 << 23
NAMED_XIAOJIA = 0b1111 << 14

# Every named hand is two conditions (G8), or one where the other side holds always. A set of named hands is written
# at bit 0 for the first condition and at bit 18 for the second: what stands in both is met.
SECOND = 18
SETS = (1 << 36) - 1
ALWAYS = (1 << 12 | 1 << 13) | (1 << 3 | 1 << 4 | 1 << 10 | 1 << 11) << SECOND
SU_CHE = 1 << 0
CHE_OUT = 1 << 2 | (1 << 8 | 1 << 9) << SECOND
QUANTA = 1 << 10 | 1 << 14
SANQING = 1 << 5 | 1 << 7 | 1 << 8
SIQING = 1 << 11
TIANDI = 1 << 6 | 1 << 9 | 1 << 7 << SECOND
FEI_OR_CHANG = 1 << 1
FEI_TWO_OUT, CHANG_ONE_OUT, CHANG_TWO_OUT, CHANG_ALL_OUT = 1 << 3, 1 << 4, 1 << 16, 1 << 17
LONG_OUT = 1 << 15
FAT_LOU, PLAIN_LOU, ONE_LOU, TWO_LOU = (bits << SECOND for bits in (1 << 0, 1 << 1, 1 << 16, 0b111 << 13))
FIVE_BU, SIX_BU = (bits << SECOND for bits in (1 << 2 | 1 << 5 | 1 << 6, 1 << 12 | 1 << 17))
# Beside the sets: hu, and in the word of a long 車 the number of loose 將 that it silences; in the word of 碰 and 樓
# the number of 樓.
HU_AT, COUNT_AT = 36, 44


@core
def long_che_hu(members: int, out: int) -> int:
    """G4: hu of the 將 or 卒 車 with `members` colours of which `out` are out."""
    if members == 3:
        return FEI_CHE[out]
    return CHANG_CHE[out] if members == 4 else 0


@core
def bu_hu(count: int) -> int:
    """G3: the bonus for `count` 碰: 20 hu for five, 20 more for each further one, at most ten."""
    return 20 * (min(count, 10) - 4) if count >= 5 else 0


@core
def pai_of(hu: int, lou: int) -> int:
    """G8, G9: the largest n with hu >= T(n, L), named hands apart; 0 below the gate."""
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
    return n


@core
def long_che_word(members: int, out: int) -> int:
    """A 將 or 卒 車 with `members` colours paired and `out` of them out: hu, conditions, silenced 將 (G4, G8)."""
    if members < 3:
        return 0
    word = long_che_hu(members, out) << HU_AT | FEI_OR_CHANG
    if out == 0:
        return word | 2 * members << COUNT_AT
    word |= CHE_OUT | LONG_OUT
    if members == 3:
        return word | (FEI_TWO_OUT if out >= 2 else 0)
    word |= CHANG_ONE_OUT
    if out >= 2:
        word |= CHANG_TWO_OUT
    if out == 4:
        word |= CHANG_ALL_OUT
    return word


@core
def lou_word(bu: int, plain: int, fat: int, lou_is_bu: bool) -> int:
    """The 步 and 樓 of a hand: bonus, conditions, number of 樓 (G3, G8)."""
    lou = plain + fat
    if lou_is_bu:
        bu += lou
    word = bu_hu(bu) << HU_AT | lou << COUNT_AT
    word |= FAT_LOU if fat > 0 else 0
    word |= PLAIN_LOU if plain > 0 else 0
    word |= ONE_LOU if lou >= 1 else 0
    word |= TWO_LOU if lou >= 2 else 0
    word |= FIVE_BU if bu >= 5 else 0
    word |= SIX_BU if bu >= 6 else 0
    return word


@core
def colour_bonus(marks: int) -> int:
    """The bonus word of a colour block; a loose pair of 將 is taken to serve its 將士相 車."""
    paired = marks & 63
    out = marks >> 6 & paired
    word = 0
    for che in (SUIT, CARS):
        if paired & che == che:
            n = popcount(out & che)
            word += 10 + 10 * n
            word += 1 << CHE_AT
            word += (n > 0) << CHE_OUT_AT
            word += (n == 3) << QUANTA_AT
    if paired & SUIT == SUIT and out & 1 == 0:
        word += 1 << CONTESTED_AT
        word += (out & SUIT == 0) << QUIET_AT
    for kind in range(5):
        word += (out >> (kind + 1) & 1) << (QING_AT + 3 * kind)
    word += (paired & 1) << JIANG_AT
    word += (out & 1) << (JIANG_AT + 3)
    return word


@core
def zu_bonus(marks: int) -> int:
    """The bonus word of the 卒."""
    paired = marks & 15
    out = marks >> 6 & paired
    members, n = popcount(paired), popcount(out)
    return members << ZU_AT | n << (ZU_AT + 3) | out << ZU_COLOURS_AT


@core
def fill_bonuses(tables: Any) -> None:
    """Fill the bonus words of all marks."""
    for marks in range(MARKS):
        tables.bonus[marks] = colour_bonus(marks)
        tables.zu_bonus[marks] = zu_bonus(marks)
    for members in range(5):
        for out in range(members + 1):
            tables.long_che[members + 8 * out] = long_che_word(members, out)
    for laid in range(LAID):
        bu, plain, fat = laid & 15, (laid >> 4) & 15, laid >> 8
        tables.lou[0, laid] = lou_word(bu, plain, fat, False)
        tables.lou[1, laid] = lou_word(bu, plain, fat, True)
    for lou in range(8):
        for hu in range(MAX_HU):
            tables.pai[lou, hu] = pai_of(hu, lou)
    for place in range(4, 6):
        for fat in range(2):
            lou = ONE_FAT_LOU if fat else ONE_PLAIN_LOU
            tables.claimed_sums[place + 8 * fat] = ONE_PENG if place == 4 else lou
