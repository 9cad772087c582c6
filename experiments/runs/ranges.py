"""Sets of units as ranges: what of a study is done, and what is not."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator

from experiments.runner import Chunk


def cut(ranges: Iterable[Chunk], first: int, part: int) -> Iterator[Chunk]:
    """The ranges, cut at `first` and every `part` units after it."""
    for each in ranges:
        at = each.first
        while at < each.end:
            border = min(first + ((at - first) // part + 1) * part, each.end)
            yield Chunk(at, border - at)
            at = border


class Ranges:
    """Ranges that do not overlap, in order; neighbours are one."""

    def __init__(self) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []

    def __iter__(self) -> Iterator[Chunk]:
        return (Chunk(start, end - start) for start, end in zip(self._starts, self._ends, strict=True))

    @property
    def total(self) -> int:
        """How many units there are."""
        return sum(self._ends) - sum(self._starts)

    def add(self, chunk: Chunk) -> None:
        """Take in a range. Raises ValueError where a unit of it is there already."""
        if self.overlaps(chunk):
            raise ValueError(f"units {chunk.first} – {chunk.end - 1} are not new")
        at = bisect_left(self._starts, chunk.first)
        joins_left = at > 0 and self._ends[at - 1] == chunk.first
        joins_right = at < len(self._starts) and self._starts[at] == chunk.end
        if joins_left and joins_right:
            self._ends[at - 1] = self._ends.pop(at)
            del self._starts[at]
        elif joins_left:
            self._ends[at - 1] = chunk.end
        elif joins_right:
            self._starts[at] = chunk.first
        else:
            self._starts.insert(at, chunk.first)
            self._ends.insert(at, chunk.end)

    def overlaps(self, chunk: Chunk) -> bool:
        """Whether a unit of the range is there."""
        at = bisect_right(self._ends, chunk.first)
        return at < len(self._starts) and self._starts[at] < chunk.end

    def contains(self, chunk: Chunk) -> bool:
        """Whether every unit of the range is there."""
        at = bisect_right(self._starts, chunk.first) - 1
        return at >= 0 and self._ends[at] >= chunk.end

    def gaps(self, first: int, count: int) -> Iterator[Chunk]:
        """The ranges of first … first + count - 1 that are not there, in order."""
        at, end = first, first + count
        for each in [*self, Chunk(end, 1)]:
            start = min(each.first, end)
            if start > at:
                yield Chunk(at, start - at)
            at = max(at, each.end)
