"""The scoring tables: for every state of a block its ways to be covered, built once a process from `groups`.

A *way* is what a grouping is worth, one 31-bit word:
  bits 0–5 kinds paired in hand or more (車 members), bits 6–11 kinds with a triple or quad (for 卒: colours),
  bits 12–14 `Place` of the claimed card, bits 16–25 hu of the groups in Guangshui (G2) without loose 將,
  bits 26–30 loose 將.
Of ways that cannot do better than another in any hand only the better is kept, which leaves a single one for most
states. The entry of a state is the way itself, or, marked by bit 31, the number (bits 24–30) and the place (bits
0–23) of its ways in `ways`; number 0 means that the state is not covered.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from simcore.bonuses import LAID, LONG_CHE, MARKS, MAX_HU, fill_bonuses
from simcore.deal import spread
from simcore.dominance import beats, colour_beats, zu_beats
from simcore.groups import (
    ANYWHERE,
    COLOUR_STATES,
    POW5,
    ZU_STATES,
    colour_groupings,
    colour_idle,
    colour_rest,
    digit,
    zu_groupings,
    zu_idle,
    zu_rest,
)
from simcore.jit import core
from simcore.records import SCRATCH, record

COLOUR_CLAIMS = 7  # no claimed card, then the claimed kinds 0 … 5
ZU_CLAIMS = 5
MAX_WAYS = 1 << 15
COLOUR_BLOCK, ZU_BLOCK, ANY_BLOCK = 0, 1, 2
MANY = 1 << 31
COVERED = 1 << 30
NOT_COVERED_HU = -1
LEAST_HU = 10  # Y4
SUMS = (1 << (LEAST_HU + 1)) - 1  # the sums 0 … 10 as a bit set: those that matter to a 高胡

TABLES = record(
    [
        ("power", np.int16, (32,)),  # what one card adds to its block's state
        ("block", np.int8, (32,)),  # the block of each type: colour, 4 for 卒, 5 for ghosts
        # what a claimed card of each type adds to the six states of a hand, and to their places in the rows below;
        # the last type stands for no card
        ("state_step", np.uint16, (32, 8)),
        ("place_step", np.uint32, (32, 8)),
        ("digits", np.int16, (64,)),  # a set of kinds as a base-5 number with digits 0 and 1
        (
            "cover",
            np.uint8,
            (COLOUR_STATES,),
        ),  # bit 7: covered; bits 0–5: one more of this kind makes it covered
        ("idle", np.uint8, (COLOUR_STATES,)),
        ("zu_cover", np.int64, (ZU_STATES,)),  # COVERED; the completing 卒 as a set of types
        ("zu_idle", np.uint8, (ZU_STATES,)),
        ("hu", np.int8, (COLOUR_CLAIMS * COLOUR_STATES,)),  # Youxi: highest 胡頭 of a state, -1 not covered
        ("zu_hu", np.int8, (ZU_CLAIMS * ZU_STATES,)),
        ("plain", np.uint16, (COLOUR_CLAIMS * COLOUR_STATES,)),  # Youxi: 胡頭 that groupings fit for a 高胡 have
        ("zu_plain", np.int64, (ZU_CLAIMS * ZU_STATES,)),  # the same with 0, 1, 2 four-卒 groups, 16 bits each
        ("ghost_hu", np.int8, (12,)),  # Youxi: by number of ghosts in hand and claimed, + 6 if one is claimed
        ("entry", np.uint32, (COLOUR_CLAIMS * COLOUR_STATES,)),
        ("zu_entry", np.uint32, (ZU_CLAIMS * ZU_STATES,)),
        ("bonus", np.int64, (MARKS,)),  # Guangshui: the bonus word of the marks of a colour (see bonuses.py)
        ("zu_bonus", np.int64, (MARKS,)),
        ("long_che", np.int64, (LONG_CHE,)),  # the word of a 將 or 卒 車: colours paired + 8 x colours out
        ("lou", np.int64, (2, LAID)),  # the word of the numbers of 碰 and 樓, as lou_is_bu has it
        ("claimed_sums", np.int64, (16,)),  # what the claimed card adds to the sums: place + 8 x fat
        ("pai", np.int16, (8, MAX_HU)),  # 牌 by number of 樓 and hu (G9)
        ("n_ways", np.int64),
        ("ways", np.uint32, (MAX_WAYS,)),
        ("scratch", SCRATCH),
    ]
)


@core
def colour_word(state: int, claimed: int, grouping: int) -> int:
    """The way of a colour grouping (G2, G4): marks and hu. A 占 or 明 card is no part of a pair."""
    suits, cars, form = grouping & 7, (grouping >> 3) & 7, (grouping >> 6) & 3
    split, place = (grouping >> 8) & 63, (grouping >> 14) & 7
    hu = suits + cars
    paired = 0
    out = 0
    loose = colour_rest(state, 0, suits, cars)
    if form > 0:
        loose -= form + 2
        out |= 1
        hu += group_hu(form + 2, True, claimed == 0 and place == form + 3)
    in_hand = loose - (1 if claimed == 0 and place == 1 else 0)
    if form > 0 or in_hand >= 2:
        paired |= 1
    for k in range(1, 6):
        left = colour_rest(state, k, suits, cars)
        mine = claimed == k
        if left == 2 or (split >> k) & 1:
            if left == 4 or not (mine and place == 2):
                paired |= 1 << k
        elif left >= 3:
            paired |= 1 << k
            out |= 1 << k
            hu += group_hu(left, k == 3, mine and place >= 4)
    return paired | out << 6 | place << 12 | hu << 16 | loose << 26


@core
def group_hu(size: int, fat: bool, claimed: bool) -> int:
    """G2: hu of a triple (步 or 子) or quad (樓 or 鬧)."""
    hu = (1 if claimed else 3) if size == 3 else (6 if claimed else 9)
    return 2 * hu if fat else hu


@core
def zu_word(state: int, claimed: int, grouping: int) -> int:
    """The way of a 卒 grouping."""
    split, place = (grouping >> 15) & 15, (grouping >> 19) & 7
    fours, threes = grouping & 7, (grouping >> 3) & 4095
    hu = fours + (threes & 7) + ((threes >> 3) & 7) + ((threes >> 6) & 7) + (threes >> 9)
    paired = 0
    out = 0
    for k in range(4):
        left = zu_rest(state, k, fours, threes)
        mine = claimed == k
        if left == 2 or (split >> k) & 1:
            if left == 4 or not (mine and place == 2):
                paired |= 1 << k
        elif left >= 3:
            paired |= 1 << k
            out |= 1 << k
            hu += group_hu(left, True, mine and place >= 4)
    return paired | out << 6 | place << 12 | hu << 16


@core
def lone_hu(size: int, claimed: bool) -> int:
    """Y2: 胡頭 of three, four or five equal lone cards."""
    if size == 3:
        return 4 if claimed else 8
    if size == 4:
        return 16 if claimed else 24
    return 32 if claimed else 40


@core
def equal_hu(size: int, claimed: bool) -> int:
    """Y2: 胡頭 of three or four equal cards that are not lone."""
    if size == 3:
        return 1 if claimed else 2
    return 4 if claimed else 6


@core
def colour_hu(state: int, claimed: int, grouping: int) -> int:
    """Y2: 胡頭 of a colour grouping."""
    suits, cars, form = grouping & 7, (grouping >> 3) & 7, (grouping >> 6) & 3
    split, place = (grouping >> 8) & 63, (grouping >> 14) & 7
    hu = suits + cars
    if form > 0:
        hu += lone_hu(form + 2, claimed == 0 and place == form + 3)
    for k in range(1, 6):
        left = colour_rest(state, k, suits, cars)
        if left >= 3 and (split >> k) & 1 == 0:
            hu += equal_hu(left, claimed == k and place >= 4)
    return hu


@core
def zu_group_hu(state: int, claimed: int, grouping: int) -> int:
    """Y2: 胡頭 of a 卒 grouping."""
    split, place = (grouping >> 15) & 15, (grouping >> 19) & 7
    fours, threes = grouping & 7, (grouping >> 3) & 4095
    hu = 2 * fours + (threes & 7) + ((threes >> 3) & 7) + ((threes >> 6) & 7) + (threes >> 9)
    for k in range(4):
        left = zu_rest(state, k, fours, threes)
        if left >= 3 and (split >> k) & 1 == 0:
            hu += equal_hu(left, claimed == k and place >= 4)
    return hu


@core
def colour_is_plain(state: int, claimed: int, grouping: int) -> bool:
    """Y7: no 坎, 魚, 開車 and no 碰 of a lone card; a 碰 by the claimed card is allowed."""
    form, split, place = (grouping >> 6) & 3, (grouping >> 8) & 63, (grouping >> 14) & 7
    if form > 0:
        return False
    for k in range(1, 6):
        left = colour_rest(state, k, grouping & 7, (grouping >> 3) & 7)
        if left == 4 and (split >> k) & 1 == 0:
            return False
        if left == 3 and not (claimed == k and place == 4):
            return False
    return True


@core
def zu_is_plain(state: int, claimed: int, grouping: int) -> bool:
    """Y7 for the 卒 block."""
    split, place = (grouping >> 15) & 15, (grouping >> 19) & 7
    for k in range(4):
        left = zu_rest(state, k, grouping & 7, (grouping >> 3) & 4095)
        if left == 4 and (split >> k) & 1 == 0:
            return False
        if left == 3 and not (claimed == k and place == 4):
            return False
    return True


@core
def loses(a: int, b: int, claimed: int, state: int, block: int) -> bool:
    """Whether way a may be dropped for way b."""
    if beats(b, a, claimed, block == ANY_BLOCK):
        return True
    if block == COLOUR_BLOCK:
        return colour_beats(b, a, claimed, state)
    return block == ZU_BLOCK and zu_beats(b, a, claimed, state)


@core
def keep_best(words: Any, n: int, claimed: int, state: int, block: int) -> int:
    """Move the ways that no other beats to the front of `words.word[:n]`; return their number.

    `block` is COLOUR_BLOCK, ZU_BLOCK, or ANY_BLOCK for the comparison that holds under every switch.
    """
    kept = 0
    for i in range(n):
        a = words.word[i]
        lost = False
        for j in range(kept):
            if loses(a, words.word[j], claimed, state, block):
                lost = True
                break
        if lost:
            continue
        left = 0
        for j in range(kept):
            if not loses(words.word[j], a, claimed, state, block):
                words.word[left] = words.word[j]
                left += 1
        words.word[left] = a
        kept = left + 1
    return kept


@core
def store(tables: Any, n: int) -> int:
    """Append the n ways in the scratch to `tables.ways` where they are many; return the entry of their state."""
    if n == 0:
        return MANY
    if n == 1:
        return tables.scratch.word[0]
    entry = MANY | n << 24 | tables.n_ways
    for i in range(n):
        tables.ways[tables.n_ways + i] = tables.scratch.word[i]
    tables.n_ways += n
    return entry


@core
def build(tables: Any) -> None:
    """Fill the tables from the definitions in `groups`."""
    fill_bonuses(tables)
    scratch = tables.scratch
    for state in range(COLOUR_STATES):
        tables.idle[state] = colour_idle(state)
        for claim in range(COLOUR_CLAIMS):
            claimed = claim - 1
            row = claim * COLOUR_STATES + state
            n = 0
            if claimed < 0 or digit(state, claimed) > 0:
                n = colour_groupings(state, claimed, ANYWHERE, scratch)
            most = NOT_COVERED_HU
            plain = 0
            for i in range(n):
                hu = colour_hu(state, claimed, scratch.grouping[i])
                most = max(most, hu)
                if hu <= LEAST_HU and colour_is_plain(state, claimed, scratch.grouping[i]):
                    plain |= 1 << hu
                scratch.word[i] = colour_word(state, claimed, scratch.grouping[i])
            tables.hu[row] = most
            tables.plain[row] = plain
            tables.entry[row] = store(tables, keep_best(scratch, n, claimed, state, COLOUR_BLOCK))
    for state in range(ZU_STATES):
        tables.zu_idle[state] = zu_idle(state, scratch)
        for claim in range(ZU_CLAIMS):
            claimed = claim - 1
            row = claim * ZU_STATES + state
            n = 0
            if claimed < 0 or digit(state, claimed) > 0:
                n = zu_groupings(state, claimed, ANYWHERE, scratch)
            most = NOT_COVERED_HU
            plain = 0
            for i in range(n):
                hu = zu_group_hu(state, claimed, scratch.grouping[i])
                most = max(most, hu)
                fours = scratch.grouping[i] & 7
                if hu <= LEAST_HU and fours <= 2 and zu_is_plain(state, claimed, scratch.grouping[i]):
                    plain |= 1 << (16 * fours + hu)
                scratch.word[i] = zu_word(state, claimed, scratch.grouping[i])
            tables.zu_hu[row] = most
            tables.zu_plain[row] = plain
            tables.zu_entry[row] = store(tables, keep_best(scratch, n, claimed, state, ZU_BLOCK))
    for state in range(COLOUR_STATES):
        completing = 0
        for k in range(6):
            if digit(state, k) < 4 and tables.idle[state + POW5[k]] == 0:
                completing |= 1 << k
        tables.cover[state] = completing | (128 if tables.idle[state] == 0 else 0)
    for state in range(ZU_STATES):
        completing = 0
        for k in range(4):
            if digit(state, k) < 4 and tables.zu_idle[state + POW5[k]] == 0:
                completing |= 1 << k
        tables.zu_cover[state] = spread(completing) << 6 | (COVERED if tables.zu_idle[state] == 0 else 0)
    for ghosts in range(6):
        tables.ghost_hu[ghosts] = lone_hu(ghosts, False) if ghosts >= 3 else 0
        if ghosts > 0:
            best = lone_hu(ghosts, True) if ghosts >= 3 else 0  # all in the claimed group
            if ghosts >= 4:
                best = max(best, lone_hu(ghosts - 1, False))  # the claimed one alone
            tables.ghost_hu[6 + ghosts] = best


def empty_tables() -> Any:
    """Tables with only the small look-ups of types filled in."""
    tables = np.zeros(1, TABLES)[0]
    for t in range(28):
        colour, kind = divmod(t, 7)
        tables.block[t] = 4 if kind == 6 else colour
        tables.power[t] = POW5[colour] if kind == 6 else POW5[kind]
    tables.block[28] = 5
    tables.power[28] = 1
    for t in range(29):
        block = int(tables.block[t])
        tables.state_step[t, block] = tables.power[t]
        row = 1 + (t % 7 if block < 4 else t // 7)
        states = COLOUR_STATES if block < 4 else ZU_STATES if block == 4 else 0
        tables.place_step[t, block] = int(tables.power[t]) + row * states
    for kinds in range(64):
        tables.digits[kinds] = sum(POW5[k] for k in range(6) if kinds >> k & 1)
    return tables


@cache
def scoring_tables() -> Any:
    """The tables, built at the first call in a process."""
    tables = empty_tables()
    build(tables)
    return tables
