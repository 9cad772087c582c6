"""A study while it is played: what is done, who plays the rest, and what of it is on the disk."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from experiments.executors import Workers, workers_of
from experiments.runner import Chunk, Pace, Signals, Stopwatch, completed
from experiments.runs.ranges import Ranges, cut
from experiments.study import Counts, Interrupted, Outcome, Progress, Study, filing

if TYPE_CHECKING:
    from experiments.runs.pending import Pending

C = TypeVar("C", bound=Counts)

IN_FLIGHT: Final = 16
"""Chunks in flight for each thread: what they take while the tables of others are written."""
IN_FLIGHT_FAR: Final = 3
"""The same for each worker elsewhere, whose chunks are longer."""
FAR_SECONDS: Final = 0.1
FAR_CHUNK: Final = 200_000
FAR_ROWS: Final = 25_000
"""Chunks that are sent away: long enough for the way, short enough for Ctrl-C and the memory."""


def to_standard_error(text: str) -> None:
    """Say a line there."""
    sys.stderr.write(f"sise: {text}\n")
    sys.stderr.flush()


@dataclass
class Course(Generic[C]):
    """A study with how to play it, and how far it is."""

    study: Study[C]
    executor: str | Executor | None
    size: int
    chunk: int | None
    progress: Progress | None
    watch: Callable[[C], bool] | None
    note: Callable[[str], None]
    total: C = field(init=False)
    done: Ranges = field(default_factory=Ranges)
    count: int = 0
    resumed: int = 0
    stopped: bool = False
    pending: Pending[C] | None = None
    stop: threading.Event = field(default_factory=threading.Event)
    signals: Signals = field(default_factory=Signals)

    def __post_init__(self) -> None:
        self.total = self.study.empty()

    @property
    def complete(self) -> bool:
        return self.stopped or self.count == self.study.count

    def take(self, chunk: Chunk, counts: C) -> None:
        """Add the counts of a finished chunk to the total."""
        made = filing(self.study)
        self.done.add(chunk)
        self.count += chunk.count
        self.total.add(counts if made is None else made.bare(counts))

    def look(self) -> bool:
        """Tell how far it is; whether that is far enough."""
        if self.progress is not None:
            self.progress(self.count, self.study.count)
        self.stopped = self.watch is not None and self.count > 0 and bool(self.watch(self.total))
        return self.complete

    def play(self) -> None:
        """Play what is not done yet. Raises the error of the earliest chunk that fails."""
        stop = self.stop
        with ExitStack() as stack:
            workers = stack.enter_context(workers_of(self.executor, self.size, self.note))
            stack.callback(stop.set)  # threads give up what nobody waits for
            made = filing(self.study)
            most = FAR_CHUNK if made is None else FAR_ROWS
            pace = Pace(self.chunk) if workers.local else Pace(self.chunk, seconds=FAR_SECONDS, most=most)
            ranges: Iterable[Chunk] = list(self.done.gaps(self.study.first, self.study.count))
            if made is not None:
                ranges = cut(ranges, self.study.first, made.part)
            for part in self._parts(workers, pace, pace.over(ranges), stop):
                if not part.chunk.count:
                    continue
                self.take(part.chunk, part.counts)
                if self.pending is not None:
                    self.pending.put(part.chunk, part.counts)
                if self.look():
                    break
            if self.pending is not None:  # before the workers are let go, which may take a while
                self.pending.flush()

    def _parts(
        self, workers: Workers, pace: Pace, chunks: Iterator[Chunk], stop: threading.Event
    ) -> Iterator[_Part[C]]:
        """The chunks as they are finished, played here or elsewhere."""
        if workers.local:
            work = _Work(self.study, pace, None if self.chunk is None else Pace(None), stop)
            return completed(workers, work, chunks, IN_FLIGHT * workers.size, stop)
        from experiments.runs.shipping import Answer, pack, play_packed

        study = self.study

        def read(answer: Answer) -> _Part[C]:
            if answer.error is not None:
                raise answer.error
            pace.took(answer.count, answer.seconds)
            return _Part(Chunk(answer.first, answer.count), type(study.empty()).from_arrays(answer.arrays))

        window = IN_FLIGHT_FAR * workers.size + 2
        send = partial(play_packed, pack(study))
        return completed(workers, send, chunks, window, stop, read=read, lost=workers.lost, note=self.note)

    @property
    def so_far(self) -> Outcome[C]:
        """What was played."""
        return Outcome(self.total, self.count, self.complete, self.resumed, self.stopped)

    def outcome(self, kept: str = "") -> Outcome[C]:
        """What was played. Raises Interrupted where that is not all; `kept` says where it is."""
        if self.complete:
            return self.so_far
        what = f"{self.count:,} of {self.study.count:,} {self.study.unit} are finished{kept}"
        raise Interrupted(f"interrupted; {what}", self.so_far, self.signals.number or signal.SIGINT)


@dataclass(frozen=True)
class _Part(Generic[C]):
    """A finished chunk."""

    chunk: Chunk
    counts: C


@dataclass(frozen=True)
class _Work(Generic[C]):
    """Plays a chunk in this process. One of a size that was asked for is played in steps between which `stop` is
    heeded: what is played till then counts."""

    study: Study[C]
    pace: Pace
    steps: Pace | None
    stop: threading.Event

    def __call__(self, chunk: Chunk) -> _Part[C]:
        if self.steps is None:
            return _Part(chunk, self._play(chunk, self.pace))
        counts = self.study.empty()
        done = 0
        for step in self.steps.chunks(chunk.first, chunk.count):
            if self.stop.is_set():
                break
            counts.add(self._play(step, self.steps))
            done += step.count
        return _Part(Chunk(chunk.first, done), counts)

    def _play(self, chunk: Chunk, pace: Pace) -> C:
        watch = Stopwatch()
        counts = self.study.play(chunk.first, chunk.count)
        pace.took(chunk.count, watch.seconds)
        return counts
