"""The groups and bonuses behind a score, as rows that add up to it.

The rows come from the definitions that the tables are built from: the groupings of each block are listed again, one
combination of the best value is taken, and each of its groups and bonuses becomes a row.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import Any

import numpy as np

from simcore import guangshui
from simcore.bits import PER_COLOUR
from simcore.bonuses import bu_hu, long_che_hu
from simcore.cards import GHOST
from simcore.groups import ANYWHERE, Place
from simcore.holding import Case
from simcore.parts import NAMES, Bonus, Group, Part, equal_parts, groupings_of, name_of, open_parts, parts_of, states_of
from simcore.records import SCRATCH
from simcore.scorers import packed
from simcore.tables import (
    ANY_BLOCK,
    LEAST_HU,
    colour_hu,
    colour_is_plain,
    colour_word,
    equal_hu,
    group_hu,
    keep_best,
    lone_hu,
    scoring_tables,
    zu_group_hu,
    zu_is_plain,
    zu_word,
)

HIGH_NAMES = ("shihu_kongyi", "sizu_kongsan", "bazu_kongwu")


def explain(rules: Any, case: Case, h: Any, allow: int, value: int) -> tuple[tuple[Group, ...], tuple[Bonus, ...], str]:
    """Groups, bonuses and the name of a 高胡 ("" for none) of one combination that has the best `value`."""
    if rules.game == "guangshui":
        groups, bonuses = _guangshui(packed(rules), case, h, allow, value)
        return groups, bonuses, ""
    return _youxi(packed(rules), case, h, allow, value)


# Guangshui


def _guangshui(rules: Any, case: Case, h: Any, allow: int, value: int) -> tuple[tuple[Group, ...], tuple[Bonus, ...]]:

    tables = scoring_tables()
    states = states_of(case, h, tables)
    choices = [_ways(block, *states[block], allow if states[block][1] >= 0 else ANYWHERE) for block in range(5)]
    laid_pair = int(h.laid_out)
    if rules.zhan_in_che:
        laid_pair |= int(h.laid_pair) & ~PER_COLOUR
    for combination in product(*(block.items() for block in choices)):
        paired, out, sums = laid_pair, int(h.laid_out), int(h.laid_sum)
        for block, (word, _) in enumerate(combination):
            kinds = word & 63, word >> 6 & 63
            if block < 4:
                paired |= kinds[0] << 7 * block
                out |= kinds[1] << 7 * block
            else:
                paired |= sum((kinds[0] >> c & 1) << (7 * c + 6) for c in range(4))
                out |= sum((kinds[1] >> c & 1) << (7 * c + 6) for c in range(4))
            sums += word >> 16
            if states[block][1] >= 0:
                sums += int(guangshui.claimed_sums(tables, word, case.claimed))
                if rules.zhan_in_che and (word >> 12) & 7 == Place.PAIR:
                    paired |= 1 << case.claimed
        if int(guangshui.value(rules, paired, out, sums)) == value:
            break
    else:
        raise AssertionError("no grouping has the best value")
    parts = open_parts(case)
    for block, (_, grouping) in enumerate(combination):
        parts.extend(parts_of(block, *states[block], grouping))
    suits, generals = _use_of_pairs(rules, paired, out, sums, value)
    bonuses = tuple(_bonuses(rules, paired, out, sums, suits, generals))
    return tuple(_guangshui_groups(rules, parts, paired, out, suits, generals)), bonuses


@lru_cache(maxsize=1 << 14)
def _ways(block: int, state: int, kind: int, allow: int) -> dict[int, int]:
    """The ways of a block that no other beats, each with one grouping that has it."""
    scratch = np.zeros(1, SCRATCH)[0]
    groupings = groupings_of(block, state, kind, allow, scratch)
    word_of = zu_word if block == 4 else colour_word
    first: dict[int, int] = {}
    for grouping in groupings:
        first.setdefault(int(word_of(state, kind, grouping)), grouping)
    scratch.word[: len(first)] = list(first)
    kept = int(keep_best(scratch, len(first), kind, state, ANY_BLOCK))
    return {int(word): first[int(word)] for word in scratch.word[:kept]}


def _use_of_pairs(rules: Any, paired: int, out: int, sums: int, value: int) -> tuple[int, int]:
    """G7: the 將士相 and the 將 of the 車 of 將 in the best use of the loose pairs, as sets of colours."""
    suits = paired & paired >> 1 & paired >> 2 & PER_COLOUR
    all_generals = paired & PER_COLOUR
    contested = suits & all_generals & ~out
    to_suit = contested
    while True:
        mine = suits & ~(contested & ~to_suit), all_generals & ~to_suit
        if int(guangshui.value_of_use(rules, paired, out, sums, *mine)) == value:
            return mine
        if to_suit == 0:
            raise AssertionError("no use of the pairs has the best value")
        to_suit = to_suit - 1 & contested


def _text(types: list[int]) -> str:
    return " ".join(NAMES[t] for t in types)


def _bonuses(rules: Any, paired: int, out: int, sums: int, suits: int, generals: int) -> Iterator[Bonus]:
    """G3–G6 as rows."""
    lou = (sums >> 19 & 15) + (sums >> 23 & 15)
    bu = (sums >> 15 & 15) + (lou if rules.lou_is_bu else 0)
    if bu >= 5:
        yield Bonus("bu", int(bu_hu(bu)), str(bu), "G3")
    cars = paired >> 3 & paired >> 4 & paired >> 5 & PER_COLOUR
    for first, made in ((0, suits), (3, cars)):
        for c in range(4):
            if made >> 7 * c & 1:
                types = [7 * c + first + k for k in range(3)]
                n_out = sum(out >> t & 1 for t in types)
                yield Bonus("su_che", 10 * (1 + n_out), _text(types), "G4")
    for k, members in ((0, generals), (6, paired >> 6 & PER_COLOUR)):
        types = [7 * c + k for c in range(4) if members >> 7 * c & 1]
        if len(types) >= 3:
            n_out = sum(out >> t & 1 for t in types)
            name = "fei_che" if len(types) == 3 else "chang_che"
            yield Bonus(name, int(long_che_hu(len(types), n_out)), _text(types), "G4")
    for k in range(1, 6):
        types = [7 * c + k for c in range(4) if out >> (7 * c + k) & 1]
        if len(types) >= 3:
            yield Bonus("qing", 20 if len(types) == 3 else 40, _text(types), "G5")
    for c in range(4):
        if out >> 7 * c & 1 and out >> (7 * c + 6) & 1:
            yield Bonus("tiandi", 20, _text([7 * c, 7 * c + 6]), "G6")


def _guangshui_groups(
    rules: Any, parts: list[Part], paired: int, out: int, suits: int, generals: int
) -> Iterator[Group]:
    """G2 as rows. A loose 將 scores 1, unless a 車 with no member out uses it or jiang_cap is reached (G4)."""
    silent = {}
    quiet_generals = generals.bit_count() >= 3 and not out & generals
    for c in range(4):
        bare = paired >> 7 * c & 1 and not out >> 7 * c & 1
        suit_quiet = suits >> 7 * c & 1 and not out >> 7 * c & 7
        use = bare and (suit_quiet or (quiet_generals and generals >> 7 * c & 1))
        silent[7 * c] = 2 if use else 0
    scored = 0
    for part in parts:
        size = len(part.cards)
        card = part.cards[0]
        fat = card % 7 in (0, 3, 6)
        if part.kind == "yuan":
            hu = 1
        elif size >= 3:
            hu = int(group_hu(size, fat, part.open or part.claimed))
        elif size == 1:
            in_pair = not part.open and not part.claimed and silent[card] > 0
            hu = 0
            if in_pair:
                silent[card] -= 1
            elif rules.jiang_cap == 0 or scored < rules.jiang_cap:
                hu = 1
                scored += 1
        else:
            hu = 0
        rule = "G4" if size == 1 and hu == 0 else "G2"
        yield Group(name_of(part, "guangshui"), part.cards, part.open, part.claimed, hu, rule)


# Youxi


def _youxi(rules: Any, case: Case, h: Any, allow: int, value: int) -> tuple[tuple[Group, ...], tuple[Bonus, ...], str]:

    states = states_of(case, h, scoring_tables())
    hu = value >> 8 & 0xFFFF
    high = bool(value & 1)
    may_be_high = not h.laid_odd and not (rules.high_kan == 0 and h.trips)
    # a state of the search: 胡頭 so far, whether all groups are plain, four-卒 groups; with one choice that leads to it
    reached: dict[tuple[int, bool, int], tuple[tuple[Part, ...], ...]] = {
        (int(h.laid_hu), may_be_high, int(h.laid_fours)): ()
    }
    blocks = [_youxi_choices(block, *states[block], allow if states[block][1] >= 0 else ANYWHERE) for block in range(5)]
    blocks.append(_ghost_choices(int(h.idx[5]), case.claimed == GHOST, allow))
    for choices in blocks:
        following: dict[tuple[int, bool, int], tuple[tuple[Part, ...], ...]] = {}
        for (sum_hu, plain, fours), chosen in reached.items():
            for (more, is_plain, more_fours), parts in choices.items():
                key = (sum_hu + more, plain and is_plain, fours + more_fours)
                following.setdefault(key, (*chosen, parts))
        reached = following
    wanted = value >> 62 == 1
    for (sum_hu, plain, fours), chosen in reached.items():  # noqa: B007  (used after the loop)
        is_high = plain and fours <= 2 and sum_hu == LEAST_HU
        if sum_hu == hu and (is_high == high or not wanted):
            break
    else:
        raise AssertionError("no grouping has the best value")
    concealed = (part for block in chosen for part in block)
    groups = tuple(_youxi_group(part) for part in (*open_parts(case), *concealed))
    name = ""
    if high:
        threes = any(g.cards[0] % 7 == 6 and g.group in ("yuan", "chi") and len(g.cards) == 3 for g in groups)
        name = "qizu_kongsan" if fours == 1 and threes else HIGH_NAMES[fours]
    return groups, (), name


@lru_cache(maxsize=1 << 14)
def _youxi_choices(block: int, state: int, kind: int, allow: int) -> dict[tuple[int, bool, int], tuple[Part, ...]]:
    """What the groupings of a block come to: (胡頭, plain, four-卒 groups), each with one grouping."""
    scratch = np.zeros(1, SCRATCH)[0]
    found: dict[tuple[int, bool, int], tuple[Part, ...]] = {}
    for grouping in groupings_of(block, state, kind, allow, scratch):
        if block == 4:
            hu, plain = zu_group_hu(state, kind, grouping), zu_is_plain(state, kind, grouping)
            fours = grouping & 7
        else:
            hu, plain = colour_hu(state, kind, grouping), colour_is_plain(state, kind, grouping)
            fours = 0
        key = (int(hu), bool(plain), fours)
        if key not in found:
            found[key] = tuple(parts_of(block, state, kind, grouping))
    return found


def _ghost_choices(in_hand: int, claimed: bool, allow: int) -> dict[tuple[int, bool, int], tuple[Part, ...]]:
    """The ways to lay out the ghosts."""
    total = in_hand + claimed
    found: dict[tuple[int, bool, int], tuple[Part, ...]] = {}
    for size in (0, 3, 4, 5):
        if size > total:
            continue
        sizes = ([size] if size else []) + [1] * (total - size)
        for place in {Place.SINGLE, Place.TRIPLE, Place.QUAD} if claimed else {Place.NONE}:
            parts = tuple(equal_parts(GHOST, sizes, place))
            if claimed and not (allow >> place & 1 and any(part.claimed for part in parts)):
                continue
            hu = sum(int(lone_hu(len(p.cards), p.claimed)) for p in parts if len(p.cards) >= 3)
            found.setdefault((hu, size == 0, 0), parts)
    return found


def _youxi_group(part: Part) -> Group:
    size, card = len(part.cards), part.cards[0]
    out = part.open or part.claimed
    if part.kind == "yuan":
        hu = 2 if size == 4 else 1
    elif size < 3:
        hu = 0
    elif card == GHOST or card % 7 == 0:
        hu = int(lone_hu(size, out))
    else:
        hu = int(equal_hu(size, out))
    return Group(name_of(part, "youxi"), part.cards, part.open, part.claimed, hu, "Y2")
