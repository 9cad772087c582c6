"""Which ways of a block can never be the better choice: the pruning of the scoring tables of Guangshui.

A way meets the rest of the hand in few places: the pairs and triples of 將 and 卒 (長車, 肥車, 天地), the triples of
士 相 車 馬 炮 (清), and the open melds of its own block, which may complete a 素車. So two ways are compared under
every set of open 碰 and 樓 that the block leaves room for, by what each is worth within the block and by what it
shows to the rest. A table made so holds while 占 is no member of a 車 (zhan_in_che = false).
"""

from __future__ import annotations

from simcore.bits import popcount
from simcore.bonuses import CARS, CHANG_ONE_OUT, FEI_TWO_OUT, HU_AT, SETS, SUIT, long_che_word
from simcore.groups import digit
from simcore.jit import core

USE_SUIT, USE_LONG = 0, 1


@core
def beats(a: int, b: int, claimed: int, pairs_count: bool) -> bool:
    """Whether way a does at least as well as b in every hand, mark by mark.

    A loose 將 is worth 0 or 1 hu (jiang_cap, G4), so a must not be behind with the loose 將 of both at either value.
    A 碰 and a 樓 are worth more than any other place; between the two neither is better (G3, G8). `pairs_count`: the
    claimed pair may be a member of a 車.
    """
    hu_a, hu_b = (a >> 16) & 1023, (b >> 16) & 1023
    place_a, place_b = (a >> 12) & 7, (b >> 12) & 7
    if hu_a < hu_b or hu_a + (a >> 26) < hu_b + (b >> 26):
        return False
    paired_a = a & 63
    pair_a = paired_a | (1 << claimed if place_a == 2 and claimed >= 0 else 0)
    if (b & 63) & ~paired_a or ((b >> 6) & 63) & ~(a >> 6):
        return False
    if pairs_count and place_b == 2 and claimed >= 0 and not (pair_a >> claimed) & 1:
        return False
    return not (place_b >= 4 and place_a != place_b)


@core
def su_che(marks: int, use: int) -> int:
    """The 素車 of a colour: hu, from bit 16 on silenced 將, from bit 24 on whether there is one, one out, a 全踏."""
    paired, out = marks & 63, (marks >> 6) & marks & 63
    worth = 0
    bare = paired & ~out & 1
    for che in (SUIT, CARS):
        if paired & che != che or (che == SUIT and bare and use == USE_LONG):
            continue
        n = popcount(out & che)
        worth += 10 + 10 * n
        worth |= 1 << 24
        if n > 0:
            worth |= 2 << 24
        elif che == SUIT and bare:
            worth += 2 << 16
        if n == 3:
            worth |= 4 << 24
    return worth


@core
def colour_beats_with(a: int, b: int, laid: int) -> bool:
    """Whether way a of a colour does at least as well as b beside open 碰 and 樓 of the kinds `laid`."""
    marks_a, marks_b = (a & 4095) | laid | laid << 6, (b & 4095) | laid | laid << 6
    out_a, out_b = marks_a >> 6, marks_b >> 6
    if out_b & ~out_a:
        return False
    if marks_b & ~marks_a & 1:
        return False
    hu_a, hu_b, loose_a, loose_b = (a >> 16) & 1023, (b >> 16) & 1023, a >> 26, b >> 26
    for use in range(2):
        # b puts a loose pair of 將 to this use; a does the same where its own pair is loose
        worth_a, worth_b = su_che(marks_a, use), su_che(marks_b, use)
        if not marks_b & 1:
            worth_a = su_che(marks_a, USE_SUIT)
        if (worth_b >> 24) & ~(worth_a >> 24):
            return False
        total_a, total_b = hu_a + (worth_a & 0xFFFF), hu_b + (worth_b & 0xFFFF)
        if total_a < total_b:
            return False
        if total_a + loose_a - ((worth_a >> 16) & 255) < total_b + loose_b - ((worth_b >> 16) & 255):
            return False
    return True


@core
def colour_beats(a: int, b: int, claimed: int, state: int) -> bool:
    """Whether way a of a colour block does at least as well as b in every hand, zhan_in_che apart."""
    place_a, place_b = (a >> 12) & 7, (b >> 12) & 7
    if place_b >= 4 and place_a != place_b:
        return False
    room = 0  # kinds of which 碰 or 樓 may lie open: three of them, one at most in the block
    for k in range(6):
        if digit(state, k) <= 1:
            room |= 1 << k
    laid = room
    while True:
        if not colour_beats_with(a, b, laid):
            return False
        if laid == 0:
            return True
        laid = (laid - 1) & room


@core
def zu_beats(a: int, b: int, claimed: int, state: int) -> bool:
    """The same for two ways of the 卒 block."""
    place_a, place_b = (a >> 12) & 7, (b >> 12) & 7
    if place_b >= 4 and place_a != place_b:
        return False
    room = 0
    for k in range(4):
        if digit(state, k) <= 1:
            room |= 1 << k
    laid = room
    while True:
        out_a, out_b = ((a >> 6) & 15) | laid, ((b >> 6) & 15) | laid
        word_a = long_che_word(popcount((a & 15) | laid), popcount(out_a))
        word_b = long_che_word(popcount((b & 15) | laid), popcount(out_b))
        met_a, met_b = word_a & SETS, word_b & SETS
        if met_a & CHANG_ONE_OUT:  # a named 一牌 hand as the other is
            met_a |= FEI_TWO_OUT
        hu_a = ((a >> 16) & 1023) + ((word_a >> HU_AT) & 255)
        hu_b = ((b >> 16) & 1023) + ((word_b >> HU_AT) & 255)
        if out_b & ~out_a or met_b & ~met_a or hu_a < hu_b:
            return False
        if laid == 0:
            return True
        laid = (laid - 1) & room
