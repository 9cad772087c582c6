"""Every state of the scoring tables against the oracle's enumeration, and a hash of the whole.

The one place where tests read simcore's own tables: `kept_ways` and the accessors below say how they are laid out.
A *feature* is what one grouping of a block contributes to a Guangshui hand, read from the oracle's groups.
"""

from __future__ import annotations

import hashlib
from collections import namedtuple
from collections.abc import Iterator
from functools import cache
from itertools import product
from random import Random
from typing import Any

import pytest

from simcore import Rules, score
from simcore.tables import COLOUR_STATES, COVERED, MANY, ZU_STATES, scoring_tables
from tests.comparison import CHOICES, SCORING, compare_hands
from tests.oracle import guangshui, youxi
from tests.oracle.cards import GHOST, TEXT, texts
from tests.oracle.groups import CMP, JSX, SHAPES, ZU_CARDS, block_groupings, fewest_idle
from tests.oracle.hands import Builder, meld_text, shuffled

# Over all fields but `scratch`, in order. It changes with the layout; every content test below must pass with it.
TABLES_SHA256 = "7640958e1ae52ce83791ab386f726a521091831cfe1088163071d899b902d894"

ANYWHERE = frozenset(SHAPES)
PLACE = {"single": 1, "pair": 2, "yuan": 3, "triple": 4, "quad": 5}
KINDS = (*JSX[0], *CMP[0])  # the six kinds of a colour block, in the order of the digits of its state

# hu: without loose generals; loose: how many; paired, out: sets of digits; place: of the claimed card, 0 for none.
Feature = namedtuple("Feature", "hu loose paired out place")


# --- how the tables are laid out


@pytest.fixture(scope="module")
def tables() -> Any:
    return scoring_tables()


def entry_of(tables: Any, types: tuple[int, ...], state: int, claimed: int) -> int:
    """The entry of a state; `claimed` is a digit or -1."""
    if types == ZU_CARDS:
        return int(tables.zu_entry[(claimed + 1) * ZU_STATES + state])
    return int(tables.entry[(claimed + 1) * COLOUR_STATES + state])


def kept_ways(tables: Any, types: tuple[int, ...], state: int, claimed: int) -> list[Feature]:
    """The ways that the tables keep for a state."""
    entry = entry_of(tables, types, state, claimed)
    words = [entry]
    if entry & MANY:
        first, count = entry & 0xFFFFFF, (entry >> 24) & 127
        words = [int(word) for word in tables.ways[first : first + count]]
    return [Feature((word >> 16) & 1023, word >> 26, word & 63, (word >> 6) & 63, (word >> 12) & 7) for word in words]


def youxi_hu(tables: Any, types: tuple[int, ...], state: int, claimed: int) -> int:
    """The highest 胡頭 of a state, -1 where it is not covered."""
    if types == ZU_CARDS:
        return int(tables.zu_hu[(claimed + 1) * ZU_STATES + state])
    return int(tables.hu[(claimed + 1) * COLOUR_STATES + state])


def high_hu(tables: Any, types: tuple[int, ...], state: int, claimed: int) -> set[tuple[int, int]]:
    """(胡頭 up to 10, four-卒 groups) of the groupings that a 高胡 may hold (Y7)."""
    if types == ZU_CARDS:
        word = int(tables.zu_plain[(claimed + 1) * ZU_STATES + state])
        return {(hu, fours) for fours in range(4) for hu in range(16) if word >> 16 * fours + hu & 1}
    word = int(tables.plain[(claimed + 1) * COLOUR_STATES + state])
    return {(hu, 0) for hu in range(16) if word >> hu & 1}


def cover_of(tables: Any, types: tuple[int, ...], state: int) -> tuple[bool, list[int]]:
    """Whether a state is covered, and the digits of which one more makes it so."""
    if types == ZU_CARDS:
        word = int(tables.zu_cover[state])
        return bool(word & COVERED), [k for k in range(4) if word >> ZU_CARDS[k] & 1]
    word = int(tables.cover[state])
    return bool(word & 128), [k for k in range(6) if word >> k & 1]


def idle_of(tables: Any, types: tuple[int, ...], state: int) -> int:
    return int((tables.zu_idle if types == ZU_CARDS else tables.idle)[state])


# --- the same from the oracle


def counts_of(types: tuple[int, ...], state: int) -> tuple[int, ...]:
    return tuple(state // 5**k % 5 for k in range(len(types)))


def cards_of(types: tuple[int, ...], counts: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(code for code, n in zip(types, counts, strict=True) for _ in range(n))


def parts_of(types: tuple[int, ...], counts: tuple[int, ...]) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The blocks of the oracle: it knows 將士相 and 車馬炮 apart."""
    return [(types, counts)] if types == ZU_CARDS else [(types[:3], counts[:3]), (types[3:], counts[3:])]


def feature_of(types: tuple[int, ...], groups: Any) -> Feature:
    """What some groups of one block contribute."""
    tally = guangshui.tally_of(groups)
    loose = tally.loose  # of yellow: the lowest decimal digit
    paired = tally.pairs | tally.out | (1 << KINDS[0] if loose >= 2 else 0)
    places = [PLACE[group.shape] for group in groups if group.origin == "claimed"]

    def digits(bits: int) -> int:
        return sum(1 << k for k, code in enumerate(types) if bits >> code & 1)

    return Feature(tally.hu, loose + tally.shown, digits(paired), digits(tally.out), sum(places))


@cache
def part_features(types: tuple[int, ...], counts: tuple[int, ...], claimed: int | None) -> frozenset[Feature]:
    """The features of every grouping of one block of the oracle; none: not covered."""
    cards = cards_of(types, counts)
    if not cards:
        return frozenset({Feature(0, 0, 0, 0, 0)})
    return frozenset(feature_of(types, groups) for groups in block_groupings(cards, claimed, ANYWHERE))


@cache
def part_hu(types: tuple[int, ...], counts: tuple[int, ...], claimed: int | None) -> int:
    """The highest 胡頭 of one block of the oracle; -1: not covered."""
    cards = cards_of(types, counts)
    if not cards:
        return 0
    found = block_groupings(cards, claimed, ANYWHERE)
    return max((sum(youxi.group_hu(group) for group in groups) for groups in found), default=-1)


@cache
def part_high(types: tuple[int, ...], counts: tuple[int, ...], claimed: int | None) -> frozenset[tuple[int, int]]:
    """(胡頭, four-卒 groups) of the groupings of one block of the oracle that a 高胡 may hold."""
    cards = cards_of(types, counts)
    if not cards:
        return frozenset({(0, 0)})
    tallies = [youxi.tally_of(groups) for groups in block_groupings(cards, claimed, ANYWHERE)]
    return frozenset((tally.hu, tally.fours) for tally in tallies if tally.barring == 0)


@cache
def part_idle(types: tuple[int, ...], counts: tuple[int, ...]) -> int:
    return fewest_idle(cards_of(types, counts))


def all_features(types: tuple[int, ...], counts: tuple[int, ...], claimed: int) -> set[Feature]:
    """The features of every grouping of a block of simcore."""
    code = types[claimed] if claimed >= 0 else None
    found = {Feature(0, 0, 0, 0, 0)}
    shift = 0
    for part, some in parts_of(types, counts):
        more = part_features(part, some, code if code in part else None)
        found = {
            Feature(
                a.hu + b.hu,
                a.loose + b.loose,
                a.paired | b.paired << shift,
                a.out | b.out << shift,
                a.place + b.place,
            )
            for a in found
            for b in more
        }
        shift += len(part)
    return found


def highest_hu(types: tuple[int, ...], counts: tuple[int, ...], claimed: int) -> int:
    code = types[claimed] if claimed >= 0 else None
    values = [part_hu(part, some, code if code in part else None) for part, some in parts_of(types, counts)]
    return -1 if min(values) < 0 else sum(values)


def fewest(types: tuple[int, ...], counts: tuple[int, ...]) -> int:
    return sum(part_idle(part, some) for part, some in parts_of(types, counts))


BLOCKS = pytest.mark.parametrize("types", [pytest.param(KINDS, id="colour"), pytest.param(ZU_CARDS, id="zu")])


def states(types: tuple[int, ...]) -> range:
    return range(5 ** len(types))


def rows(types: tuple[int, ...]) -> Iterator[tuple[int, tuple[int, ...], int]]:
    """(state, counts, claimed digit or -1) for each state and each card of it that can be the claimed one."""
    for state in states(types):
        counts = counts_of(types, state)
        for claimed in range(-1, len(types)):
            if claimed < 0 or counts[claimed] > 0:
                yield state, counts, claimed


# --- look-ups of single cards


def test_types(tables: Any) -> None:
    for code in range(28):
        colour, kind = divmod(code, 7)
        block, digit = (4, colour) if kind == 6 else (colour, kind)
        assert (int(tables.block[code]), int(tables.power[code])) == (block, 5**digit), TEXT[code]
    assert (int(tables.block[GHOST]), int(tables.power[GHOST])) == (5, 1)
    for bits in range(64):
        assert int(tables.digits[bits]) == sum(5**k for k in range(6) if bits >> k & 1)


# --- covered, idle, completing cards, Youxi's 胡頭


@BLOCKS
def test_covered_and_idle(tables: Any, types: tuple[int, ...]) -> None:
    for state in states(types):
        counts = counts_of(types, state)
        idle = fewest(types, counts)
        covered, completing = cover_of(tables, types, state)
        assert idle_of(tables, types, state) == idle, counts
        assert covered == (idle == 0), counts
        true = [k for k, n in enumerate(counts) if n < 4 and fewest(types, (*counts[:k], n + 1, *counts[k + 1 :])) == 0]
        assert completing == true, counts


@BLOCKS
def test_youxi_hu(tables: Any, types: tuple[int, ...]) -> None:
    for state, counts, claimed in rows(types):
        assert youxi_hu(tables, types, state, claimed) == highest_hu(types, counts, claimed), (counts, claimed)


@BLOCKS
def test_youxi_high(tables: Any, types: tuple[int, ...]) -> None:
    """Y7: 高胡 is of 10 hu, and has no more than two four-卒 groups."""
    for state, counts, claimed in rows(types):
        code = types[claimed] if claimed >= 0 else None
        true = {(0, 0)}
        for part, some in parts_of(types, counts):
            more = part_high(part, some, code if code in part else None)
            true = {(a + b, i + j) for a, i in true for b, j in more}
        true = {(hu, fours) for hu, fours in true if hu <= 10 and fours <= 2}
        assert high_hu(tables, types, state, claimed) == true, (counts, claimed)


def test_youxi_hu_of_ghosts(tables: Any) -> None:
    for n in range(6):
        assert int(tables.ghost_hu[n]) == part_hu((GHOST,), (n,), None), n
        if n:
            assert int(tables.ghost_hu[6 + n]) == part_hu((GHOST,), (n,), GHOST), n


# --- Guangshui's ways


@BLOCKS
def test_ways(tables: Any, types: tuple[int, ...]) -> None:
    """Each way kept is one of the oracle's groupings, and there is one where there are groupings.

    That those dropped are never the better choice is what the hands below show."""
    several = 0
    for state, counts, claimed in rows(types):
        kept = kept_ways(tables, types, state, claimed)
        true = all_features(types, counts, claimed)
        assert len(kept) == len(set(kept)), (counts, claimed)
        assert set(kept) <= true, (counts, claimed, set(kept) - true)
        assert bool(kept) == bool(true), (counts, claimed)
        several += len(kept) > 1
    assert several > 0


def tally(types: tuple[int, ...], feature: Feature, claimed: int, zhan_in_che: bool) -> Any:
    """A feature as the oracle's tally."""

    def types_in(digits: int) -> int:
        return sum(1 << code for k, code in enumerate(types) if digits >> k & 1)

    pairs = feature.paired & ~feature.out
    if types == KINDS:
        pairs &= ~1  # pairs of loose generals follow from their number
    if zhan_in_che and feature.place == PLACE["pair"]:
        pairs |= 1 << claimed
    shown = int(feature.place == PLACE["single"])
    fat = claimed >= 0 and (types == ZU_CARDS or claimed in (0, 3))
    lou = feature.place == PLACE["quad"]
    return guangshui.Tally(
        feature.hu,
        int(feature.place == PLACE["triple"]),
        int(lou and fat),
        int(lou and not fat),
        types_in(feature.out),
        types_in(pairs),
        feature.loose - shown,
        shown,
    )


def surroundings(types: tuple[int, ...], counts: tuple[int, ...], rng: Random) -> Any:
    """A tally of the other blocks and the melds of a hand, at random: what they add to 車, 清, 天地, 步 and 樓.

    Of the block's own types those may be laid as 碰 or 樓 of which it holds one card at most."""
    out = pairs = 0
    for code in range(28):
        if code in types:
            out |= (counts[types.index(code)] <= 1 and rng.random() < 0.4) << code
            continue
        roll = rng.random()
        out |= (roll < 0.3) << code
        pairs |= (0.3 <= roll < 0.6 and code % 7 > 0) << code
    own = 0 if types == ZU_CARDS else 1  # a colour block has yellow's loose generals itself
    loose = sum(10**colour * rng.choice((0, 0, 1, 2, 2, 4)) for colour in range(own, 4) if not out >> 7 * colour & 1)
    fat_lou, plain_lou = rng.choice((0, 0, 1, 2)), rng.choice((0, 0, 1, 2))
    return guangshui.Tally(
        rng.choice((rng.randrange(60), rng.randrange(260))),
        rng.choice((0, 0, rng.randrange(9 - fat_lou - plain_lou))),  # 31 cards hold ten 碰 and 樓 at most
        fat_lou,
        plain_lou,
        out,
        pairs,
        loose,
        rng.choice((0, 0, 1, 3)),
    )


def best(
    types: tuple[int, ...], features: Any, claimed: int, around: Any, switches: dict[str, Any]
) -> tuple[int, int, int]:
    """The best value (G10) of a hand whose block may have any of `features`."""
    return max(
        guangshui.key(value)
        for feature in features
        for value in guangshui.values(
            guangshui.add(tally(types, feature, claimed, switches["zhan_in_che"]), around), switches
        )
    )


def check_ways_in_hands(tables: Any, types: tuple[int, ...], seed: int, sample: float, times: int) -> int:
    """In random surroundings the ways kept are worth as much as all the groupings; return the states looked at."""
    rng = Random(seed)
    looked = 0
    for state, counts, claimed in rows(types):
        if rng.random() >= sample:
            continue
        kept = kept_ways(tables, types, state, claimed)
        true = all_features(types, counts, claimed)
        if len(true) == len(kept):  # nothing was dropped
            continue
        looked += 1
        for _ in range(times):
            around = surroundings(types, counts, rng)
            switches = {name: rng.choice(CHOICES["guangshui"][name]) for name in SCORING["guangshui"]}
            switches["zhan_in_che"] = False  # where it is true the tables are not asked
            mine, all_of_them = (best(types, some, claimed, around, switches) for some in (kept, true))
            assert mine == all_of_them, (counts, claimed, around, switches, mine, all_of_them)
    return looked


@BLOCKS
def test_ways_in_random_surroundings(tables: Any, types: tuple[int, ...]) -> None:
    sample, times, least = (0.1, 3, 500) if types == KINDS else (1.0, 3, 300)
    assert check_ways_in_hands(tables, types, 5, sample, times) >= least


@pytest.mark.full
@BLOCKS
@pytest.mark.parametrize("seed", range(2))
def test_ways_in_random_surroundings_all(tables: Any, types: tuple[int, ...], seed: int) -> None:
    assert check_ways_in_hands(tables, types, 100 + seed, 1.0, 2) >= 1_000


# --- each state in whole hands, through the public scorer


def hand_around(game: str, types: tuple[int, ...], counts: tuple[int, ...], claimed: int, rng: Random) -> Any:
    """31 cards, those of a block's state concealed and one of them claimed, the others in groups; None: no room.

    The other cards of the block's types are left out, so that the state is the state of the hand's block."""
    if types == KINDS:  # of any colour: the tables are the same
        first = 7 * rng.randrange(4)
        types = tuple(range(first, first + 6))
    cards = list(cards_of(types, counts))
    if len(cards) > 31 or (claimed < 0 and len(cards) == 31):
        return None
    for _ in range(20):
        builder = Builder(game, rng)
        builder.room -= len(cards)
        for code in types:
            builder.left[code] = 0
        if not builder.fill():
            continue
        win_card = None
        own = list(cards)
        if claimed >= 0:
            win_card = types[claimed]
            own.remove(win_card)
        melds = []
        for group in builder.groups:
            text = meld_text(group)
            if text is not None and win_card is not None and rng.random() < 0.6:
                melds.append(text)
            else:
                own += group
        return shuffled(own, rng), melds, None if win_card is None else TEXT[win_card]
    return None


def check_states_in_hands(types: tuple[int, ...], game: str, seed: int, sample: float) -> int:
    rng = Random(seed)
    looked = 0
    for _, counts, claimed in rows(types):
        if rng.random() >= sample or fewest(types, counts) > 0:
            continue
        case = hand_around(game, types, counts, claimed, rng)
        if case is None:
            continue
        looked += 1
        names = SCORING[game]
        switches = {name: rng.choice(CHOICES[game][name]) for name in names} if looked % 3 == 0 else {}
        compare_hands(game, switches, [case])
        assert score(Rules.preset(game), *case).covered
    return looked


@BLOCKS
@pytest.mark.parametrize("game", ["guangshui", "youxi"])
def test_states_in_whole_hands(types: tuple[int, ...], game: str) -> None:
    assert check_states_in_hands(types, game, 3, 0.008 if types == KINDS else 0.1) >= 150


@pytest.mark.full
@BLOCKS
@pytest.mark.parametrize("game", ["guangshui", "youxi"])
def test_states_in_whole_hands_all(types: tuple[int, ...], game: str) -> None:
    assert check_states_in_hands(types, game, 4, 1.0) >= (40_000 if types == KINDS else 1_500)


# --- the oracle's own split of a colour block


def check_split(sample: float) -> int:
    """將士相 and 車馬炮 apart give the same groupings as all six kinds at once."""
    rng = Random(6)
    looked = 0
    for state in states(KINDS):
        if rng.random() >= sample:
            continue
        looked += 1
        counts = counts_of(KINDS, state)
        cards = cards_of(KINDS, counts)
        assert fewest_idle.__wrapped__(cards) == fewest(KINDS, counts)
        claimed = rng.choice([-1, *(k for k in range(6) if counts[k])])
        whole = block_groupings.__wrapped__(cards, KINDS[claimed] if claimed >= 0 else None, ANYWHERE)
        features = {feature_of(KINDS, groups) for groups in whole}
        assert features == all_features(KINDS, counts, claimed), (counts, claimed)
    return looked


def test_split_of_a_colour() -> None:
    assert check_split(0.02) > 200


@pytest.mark.full
def test_split_of_a_colour_all() -> None:
    assert check_split(1.0) == COLOUR_STATES


# --- the whole


def test_hash(tables: Any) -> None:
    """Nothing in the tables changes unnoticed."""
    digest = hashlib.sha256()
    for name in tables.dtype.names:
        if name != "scratch":
            digest.update(name.encode())
            digest.update(tables[name].tobytes())
    assert digest.hexdigest() == TABLES_SHA256


def test_states_are_all() -> None:
    assert (COLOUR_STATES, ZU_STATES) == (5**6, 5**4)
    assert texts(KINDS) == ["YJ", "YS", "YX", "YC", "YM", "YP"]
    assert len(list(product(range(5), repeat=6))) == COLOUR_STATES
