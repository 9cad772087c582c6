"""Counts that are played but not yet on the disk, and when they go there.

A chunk file every few seconds is little work and little to lose; in runs of many hours the files grow, so that there
are not too many of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from time import monotonic
from typing import Final, Generic, TypeVar

from experiments.rundir import RunDirectory
from experiments.runner import Chunk
from experiments.runs.ranges import Ranges
from experiments.study import Counts, Study, filing

C = TypeVar("C", bound=Counts)

FIRST_SECONDS: Final = 0.25
WRITE_SECONDS: Final = 2.0
"""Between two times of writing: FIRST_SECONDS at first, twice as much each time, WRITE_SECONDS at most."""
LATE_SECONDS: Final = 30.0
"""What is small, or stays behind a gap, is written all the same after that."""
FILES: Final = 4_000
"""Chunk files of a run, about."""


@dataclass
class _Span(Generic[C]):
    """A range without gaps, its counts, and since when a part of it has not been on the disk (never: inf)."""

    chunk: Chunk
    counts: C
    since: float


class Pending(Generic[C]):
    """Gathers finished chunks of a study into ranges, and writes them to its run directory."""

    def __init__(self, study: Study[C], directory: RunDirectory[C], *, clock: Callable[[], float] = monotonic) -> None:
        self._first = study.first
        self._end = study.first + study.count
        self._directory = directory
        self._filing = filing(study)
        self._least = -(-study.count // FILES)
        self._spans: list[_Span[C]] = []
        self._written = Ranges()
        self._clock = clock
        self._last = clock()
        self._wait = FIRST_SECONDS

    def loaded(self, chunk: Chunk, counts: C) -> None:
        """Take note of a range that the directory holds. Raises DirectoryError."""
        if self._filing is None:
            self._written.add(chunk)
        elif not self._directory.has_files(chunk):
            self._file(self._join(_Span(chunk, counts, inf)))

    def put(self, chunk: Chunk, counts: C) -> None:
        """Take in a finished chunk; the counts belong to this object from now on. Raises DirectoryError."""
        now = self._clock()
        self._file(self._join(_Span(chunk, counts, now)))
        if now - self._last >= self._wait:
            self._write([each for each in self._spans if self._due(each, now)])
            self._last = now
            self._wait = min(2 * self._wait, WRITE_SECONDS)

    def flush(self) -> None:
        """Write everything. Raises DirectoryError."""
        self._write(list(self._spans))

    def _file(self, span: _Span[C]) -> None:
        """Make the files of a part that is whole."""
        if self._filing is not None and self._whole(span.chunk):
            files = self._filing.files(span.chunk.first, span.chunk.count, span.counts)
            self._directory.write_chunk(span.chunk, self._filing.bare(span.counts), files)
            self._spans.remove(span)

    def _due(self, span: _Span[C], now: float) -> bool:
        if self._filing is not None:  # most parts are whole before that
            return now - span.since >= WRITE_SECONDS
        if now - span.since >= LATE_SECONDS:
            return True
        # What follows a gap waits for it: the gap is being played, and one file will hold both.
        first = span.chunk.first
        follows = first == self._first or self._written.contains(Chunk(first - 1, 1))
        return follows and span.chunk.count >= self._least

    def _write(self, spans: list[_Span[C]]) -> None:
        for span in spans:
            if span.since == inf:
                continue
            self._directory.write_chunk(span.chunk, span.counts, {})
            if self._filing is None:
                self._written.add(span.chunk)
                self._spans.remove(span)
            else:
                span.since = inf  # kept: the file of its part is still to be made

    def _join(self, span: _Span[C]) -> _Span[C]:
        """Add a range, made one with its neighbours."""
        for other in list(self._spans):
            before, after = sorted((other, span), key=lambda each: each.chunk.first)
            if before.chunk.end == after.chunk.first and not self._border(after.chunk.first):
                self._spans.remove(other)
                before.counts.add(after.counts)
                chunk = Chunk(before.chunk.first, before.chunk.count + after.chunk.count)
                span = _Span(chunk, before.counts, min(before.since, after.since))
        self._spans.append(span)
        return span

    def _border(self, unit: int) -> bool:
        return self._filing is not None and (unit - self._first) % self._filing.part == 0

    def _whole(self, chunk: Chunk) -> bool:
        return self._border(chunk.first) and (self._border(chunk.end) or chunk.end == self._end)
