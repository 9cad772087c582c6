"""The blocks that a dealt hand falls into, and the ways in which each can be grouped.

No group reaches across two blocks: 將士相 of a colour, 車馬炮 of a colour, all 卒, the ghosts. A hand that is dealt has
claimed nothing, so a block is grouped from its own cards alone, and cards may stay idle.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from math import comb
from typing import Final, NamedTuple

TRIPLE: Final = 3
QUAD: Final = 4
FEI_CHE: Final = (20, 40, 60, 100)
CHANG_CHE: Final = (40, 80, 120, 160, 200)
"""G4: hu of a 肥車 and of a 長車 by members out."""
TIANDI: Final = 20
"""G6: hu of 將 and 卒 of one colour that are both out."""

Counts = tuple[int, ...]
"""Copies held of each type of a block."""


@dataclass(frozen=True)
class Deck:
    """A deck: `copies` of each of the seven kinds in each colour, and equal ghosts."""

    colours: int = 4
    copies: int = 4
    ghosts: int = 0

    @property
    def size(self) -> int:
        """Cards in the deck."""
        return 7 * self.colours * self.copies + self.ghosts

    def states(self, types: int) -> Iterator[Counts]:
        """Every state of a block of so many types."""
        return product(range(self.copies + 1), repeat=types)

    def weight(self, counts: Counts) -> int:
        """In how many ways the block's cards can be these."""
        ways = 1
        for count in counts:
            ways *= comb(self.copies, count)
        return ways


class Marks(NamedTuple):
    """What a way of grouping blocks of one kind is worth; ways of several blocks add up.

    `hu` holds all that the blocks score by themselves. What scores across colours is kept apart: loose 將, colours
    whose 將 are a `bare` pair that serves no 素車, colours whose 將 are `out`, and the colours in which each of three
    kinds is out, for 清.
    """

    hu: int
    loose: int = 0
    bare: int = 0
    out: int = 0
    kinds: tuple[int, int, int] = (0, 0, 0)

    def plus(self, other: Marks) -> Marks:
        """Both together."""
        a, b, c = self.kinds
        d, e, f = other.kinds
        return Marks(
            self.hu + other.hu,
            self.loose + other.loose,
            self.bare + other.bare,
            self.out + other.out,
            (a + d, b + e, c + f),
        )

    def more(self, hu: int) -> Marks:
        """With so many hu more."""
        return self._replace(hu=self.hu + hu)

    def beats(self, other: Marks) -> bool:
        """Whether the other is worth no more, whatever the other blocks are."""
        return (
            self.hu - other.hu >= max(0, other.loose - self.loose)
            and self.out >= other.out
            and self.out + self.bare >= other.out + other.bare
            and all(mine >= theirs for mine, theirs in zip(self.kinds, other.kinds, strict=True))
        )


Ways = frozenset[Marks]


class ZuWay(NamedTuple):
    """A way of grouping the 卒: what they score by themselves, and the colours that are out as a set of bits."""

    hu: int
    out: int


def equal_hu(size: int, fat: bool) -> int:
    """G2: hu of so many equal cards in hand, grouped together."""
    hu = 3 if size == TRIPLE else 9 if size == QUAD else 0
    return 2 * hu if fat else hu


@cache
def suit_ways(counts: Counts, *, covered: bool, cap: bool) -> Ways:
    """The ways of 將士相 of one colour in Guangshui that nothing beats; none where `covered` and a card stays idle.

    Equal cards that no 圓 takes are never split: a quad scores more than two pairs and serves as them. A way that
    uses a bare pair of 將 for the 素車 stands beside the one that leaves it to the 車 of 將 (G7). Where loose 將 are
    not capped they score here.
    """
    jiang, *others = counts
    found = []
    for yuan in range(min(counts) + 1):
        rest = [count - yuan for count in others]
        if covered and 1 in rest:
            continue
        left = jiang - yuan
        for size in {0, min(left, QUAD) if left >= TRIPLE else 0}:
            loose = left - size
            out = int(size > 0)
            bare = int(not out and loose >= 2)
            kinds = tuple(int(count >= TRIPLE) for count in rest)
            hu = yuan + equal_hu(size, True) + sum(equal_hu(count, False) for count in rest)
            way = Marks(hu, loose, bare, out, (*kinds, 0))  # type: ignore[arg-type]
            found.append(way)
            if min(rest) >= 2 and (out or bare):
                members_out = out + sum(kinds)
                unpaid = 0 if members_out else 2  # G4: the pair of a 車 that is not out does not score its own hu
                found.append(way._replace(hu=hu + 10 * (1 + members_out), bare=0, loose=loose - unpaid))
    if not cap:
        found = [way._replace(hu=way.hu + way.loose, loose=0) for way in found]
    return unbeaten(found)


@cache
def car_ways(counts: Counts, *, covered: bool) -> Ways:
    """The ways of 車馬炮 of one colour in Guangshui that nothing beats."""
    found = []
    for yuan in range(min(counts) + 1):
        rest = [count - yuan for count in counts]
        if covered and 1 in rest:
            continue
        out = [int(count >= TRIPLE) for count in rest]
        hu = yuan + sum(equal_hu(count, kind == 0) for kind, count in enumerate(rest))
        hu += 10 * (1 + sum(out)) if min(rest) >= 2 else 0
        found.append(Marks(hu, kinds=(out[0], out[1], out[2])))
    return unbeaten(found)


@cache
def zu_ways(counts: Counts, *, covered: bool) -> tuple[ZuWay, ...]:
    """The ways of the 卒 in Guangshui that nothing beats, sorted."""
    found: set[ZuWay] = set()
    for threes, fours, rest in zu_rests(counts):
        if covered and 1 in rest:
            continue
        members = sum(count >= 2 for count in rest)
        out = sum(1 << colour for colour, count in enumerate(rest) if count >= TRIPLE)
        hu = threes + fours + sum(equal_hu(count, True) for count in rest) + long_che_hu(members, out.bit_count())
        found.add(ZuWay(hu, out))
    kept = [
        way
        for way in found
        if not any(other != way and other.hu >= way.hu and other.out & way.out == way.out for other in found)
    ]
    return tuple(sorted(kept))


def zu_rests(counts: Counts) -> Iterator[tuple[int, int, Counts]]:
    """Every number of 圓 of three and of four 卒 that fit together, with what they leave of each colour."""
    colours = range(len(counts))
    forms = [*combinations(colours, 3), *combinations(colours, 4)]
    seen = {(0, 0, counts)}
    waiting = list(seen)
    while waiting:
        threes, fours, rest = found = waiting.pop()
        yield found
        for form in forms:
            if all(rest[colour] for colour in form):
                left = tuple(count - (colour in form) for colour, count in enumerate(rest))
                less = threes + (len(form) == 3), fours + (len(form) == 4), left
                if less not in seen:
                    seen.add(less)
                    waiting.append(less)


def long_che_hu(members: int, out: int) -> int:
    """G4: hu of the 車 of 將 or 卒 with members in so many colours."""
    return FEI_CHE[out] if members == 3 else CHANG_CHE[out] if members == 4 else 0


def joint_hu(marks: Marks, cap: int) -> int:
    """All that a way over all colours scores: its own hu, the best 車 of 將, 清, and loose 將 up to `cap` (0: all
    of them are in `hu` already)."""
    best = marks.hu + min(marks.loose, cap)
    for pairs in range(marks.bare + 1):
        che = long_che_hu(marks.out + pairs, marks.out)
        if che:
            unpaid = 0 if marks.out else 2 * pairs
            loose = min(marks.loose - unpaid, cap) if cap else -unpaid
            best = max(best, marks.hu + che + loose)
    return best + sum(20 if colours == 3 else 40 for colours in marks.kinds if colours >= 3)


def unbeaten(ways: Iterable[Marks]) -> Ways:
    """The ways that no other beats; of two alike one."""
    kept: list[Marks] = []
    for way in sorted(set(ways), reverse=True):
        if not any(other.beats(way) for other in kept):
            kept = [other for other in kept if not way.beats(other)] + [way]
    return frozenset(kept)


def idle_suits(counts: Counts, *, lone: bool) -> int:
    """The fewest idle cards of 將士相 (`lone`: 將 is never idle) or 車馬炮."""
    return min(sum(count - yuan == 1 for count in counts[lone:]) for yuan in range(min(counts) + 1))


def idle_zu(counts: Counts) -> int:
    """The fewest idle 卒."""
    return min(rest.count(1) for _, _, rest in zu_rests(counts))


def suit_heads(counts: Counts, *, covered: bool, lone: bool) -> int | None:
    """Y2: the highest 胡頭 of 將士相 (`lone`) or 車馬炮 of one colour; None where `covered` and a card stays idle."""
    best = None
    for yuan in range(min(counts) + 1):
        rest = [count - yuan for count in counts]
        if covered and 1 in rest[lone:]:
            continue
        heads = yuan + sum(equal_heads(count, lone and kind == 0) for kind, count in enumerate(rest))
        best = heads if best is None else max(best, heads)
    return best


def zu_heads(counts: Counts, *, covered: bool) -> int | None:
    """Y2: the highest 胡頭 of the 卒; None where `covered` and a card stays idle."""
    found = [
        threes + 2 * fours + sum(equal_heads(count, False) for count in rest)
        for threes, fours, rest in zu_rests(counts)
        if not (covered and 1 in rest)
    ]
    return max(found, default=None)


def equal_heads(size: int, lone: bool) -> int:
    """Y2: 胡頭 of so many equal cards in hand, grouped together; five are ghosts."""
    if lone:
        return {3: 8, 4: 24, 5: 40}.get(size, 0)
    return {3: 2, 4: 6}.get(size, 0)
