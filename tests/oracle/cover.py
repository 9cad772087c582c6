"""Whether cards can all be grouped: a plain recursion over blocks that share no group.

Blocks: 將士相 of one colour, 車馬炮 of one colour, all 卒, the ghosts (always covered, being lone).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations


@cache
def line_covered(counts: tuple[int, int, int], lone_first: bool) -> bool:
    """A block 將士相 (``lone_first``: 將 may stand alone) or 車馬炮, by how often each is held."""
    if sum(counts) == 0:
        return True
    first = next(i for i in range(3) if counts[i])  # the first card must lie in some group: try each
    for size in range(1 if lone_first and first == 0 else 2, counts[first] + 1):
        rest = list(counts)
        rest[first] -= size
        if line_covered((rest[0], rest[1], rest[2]), lone_first):
            return True
    a, b, c = counts
    return min(counts) >= 1 and line_covered((a - 1, b - 1, c - 1), lone_first)


@cache
def zu_covered(counts: tuple[int, ...]) -> bool:
    """The block of 卒, by how often each of the four colours is held."""
    if sum(counts) == 0:
        return True
    first = next(i for i in range(4) if counts[i])
    for size in range(2, counts[first] + 1):
        rest = list(counts)
        rest[first] -= size
        if zu_covered(tuple(rest)):
            return True
    others = [i for i in range(4) if i != first and counts[i]]
    for many in (2, 3):
        for chosen in combinations(others, many):
            if zu_covered(tuple(n - (i == first or i in chosen) for i, n in enumerate(counts))):
                return True
    return False


def covered(cards: Sequence[str]) -> bool:
    """Whether every one of the concealed ``cards`` (a claimed card among them) lies in exactly one group."""
    for colour in "YRWG":
        for kinds in ("JSX", "CMP"):
            a, b, c = (cards.count(colour + kind) for kind in kinds)
            if not line_covered((a, b, c), kinds == "JSX"):
                return False
    return zu_covered(tuple(cards.count(colour + "Z") for colour in "YRWG"))
