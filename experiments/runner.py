"""Running a range of units in chunks over an executor, with a bounded window in flight.

The seam is `concurrent.futures`: anything with `submit` whose futures `wait` accepts will do. Results come in any
order, so they must be such that adding them up is exact. A chunk whose worker died is tried again.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import monotonic, perf_counter, thread_time
from types import FrameType
from typing import Any, Final, Protocol, TypeVar

from simcore import SiseError

T = TypeVar("T")

MAX_CHUNK: Final = 8_000
"""Units in a chunk at most: 8,000 deals are about 5 ms of the core's time, and their records stay in the processor's
cache."""
FIRST_CHUNK: Final = 1
"""Nothing is known yet of how long a unit takes: a deal of the slowest strategies takes a second."""
CHUNK_SECONDS: Final = 0.02
"""What a chunk should take at most, so that slow strategies are still interrupted promptly."""
POLL_SECONDS: Final = 0.1
GRACE_SECONDS: Final = 0.6
"""What chunks in flight get to finish after Ctrl-C; then they are given up."""
AGAIN_SECONDS: Final = 1.0
TRIES: Final = 3
"""How often a chunk is played whose worker dies."""


class Submits(Protocol):
    """The part of `concurrent.futures.Executor` that is used."""

    def submit(self, work: Callable[..., Any], /, *args: Any) -> Future[Any]:
        """Have `work(*args)` done."""


@dataclass(frozen=True)
class Chunk:
    """Units first … first + count - 1."""

    first: int
    count: int

    @property
    def end(self) -> int:
        """The first unit after it."""
        return self.first + self.count


class WorkerLostError(SiseError):
    """Workers died again and again on the same units."""


class Pace:
    """Sizes of the chunks: as asked for, or found from how long the last ones took. Results never depend on them."""

    def __init__(self, chunk: int | None, *, seconds: float = CHUNK_SECONDS, most: int = MAX_CHUNK) -> None:
        self._fixed = chunk is not None
        self._size = chunk if chunk is not None else FIRST_CHUNK
        self._seconds = seconds
        self._most = most

    def chunks(self, first: int, count: int) -> Iterator[Chunk]:
        """The range in order; each chunk is sized when it is asked for."""
        end = first + count
        while first < end:
            size = min(self._size, end - first)
            yield Chunk(first, size)
            first += size

    def over(self, ranges: Iterable[Chunk]) -> Iterator[Chunk]:
        """Several ranges one after the other."""
        for each in ranges:
            yield from self.chunks(each.first, each.count)

    def took(self, count: int, seconds: float) -> None:
        """Learn from a chunk of `count` units that took `seconds`."""
        if not self._fixed:
            wanted = int(count * self._seconds / max(seconds, 1e-6))
            self._size = max(1, min(self._most, wanted, 4 * self._size))


class Stopwatch:
    """Measures work for `Pace`: the processor's time of this thread. Waiting counts too, but little: on a busy machine
    it says nothing of the work."""

    def __init__(self) -> None:
        self._worked, self._passed = thread_time(), perf_counter()

    @property
    def seconds(self) -> float:
        """Since this object was made."""
        return max(thread_time() - self._worked, (perf_counter() - self._passed) / 8)


@dataclass
class _Flight:
    """The chunks in flight, and those that have to fly again."""

    lost: Callable[[BaseException], bool]
    note: Callable[[str], None]
    flying: dict[Future[Any], Chunk] = field(default_factory=dict)
    again: list[Chunk] = field(default_factory=list)
    tries: dict[Chunk, int] = field(default_factory=dict)
    failed: tuple[int, BaseException] | None = None

    def room(self, window: int) -> bool:
        """Whether another chunk may start. One that is on its last try flies alone: if its worker dies once more, it
        is known who is to blame."""
        last = bool(self.again) and self.tries[self.again[0]] == TRIES - 1
        return self.failed is None and len(self.flying) < (1 if last else window)

    def fault(self, chunk: Chunk, error: BaseException) -> None:
        """Keep the error of the earliest chunk."""
        if self.failed is None or chunk.first < self.failed[0]:
            self.failed = (chunk.first, error)

    def dead(self, chunks: list[Chunk], error: BaseException) -> None:
        """Have the chunks played again whose worker died."""
        for chunk in chunks:
            self.tries[chunk] = self.tries.get(chunk, 0) + 1
            if self.tries[chunk] >= TRIES:
                told = f"a worker died {TRIES} times while it played {_numbers(chunk)}: {_reason(error)}"
                self.fault(chunk, WorkerLostError(told))
        if self.failed is None:
            self.again = sorted({*self.again, *chunks}, key=lambda chunk: (-self.tries[chunk], chunk.first))
            most = max(self.tries[chunk] for chunk in chunks)
            more = f" and {len(chunks) - 1} more chunks" if len(chunks) > 1 else ""
            what = f"{_numbers(min(chunks, key=lambda chunk: chunk.first))}{more}"
            self.note(f"a worker died: {what} are played again (try {most + 1} of {TRIES})")


def completed(
    executor: Submits,
    work: Callable[[Chunk], Any],
    chunks: Iterator[Chunk],
    window: int,
    stop: threading.Event,
    *,
    read: Callable[[Any], T] = lambda result: result,
    lost: Callable[[BaseException], bool] = lambda error: False,
    note: Callable[[str], None] = lambda text: None,
) -> Iterator[T]:
    """Yield results as they finish, at most `window` in flight, until the chunks or `stop` end it.

    After `stop` the chunks in flight are still yielded where they finish within GRACE_SECONDS. Where work raises,
    nothing more is started and the error of the earliest failing chunk is raised: chunks start in order, so it is
    the same error whatever the number of threads. Errors that `lost` says are a worker's death are no such errors:
    `note` is told, and the chunk is played again, TRIES times in all; then WorkerLostError is raised. `read` makes a
    result of what the executor returns; a SiseError of its own is the work's.
    """
    flight = _Flight(lost, note)
    flying = flight.flying
    stopped: float | None = None
    try:
        while True:
            while not stop.is_set() and flight.room(window):
                chunk = flight.again.pop(0) if flight.again else next(chunks, None)
                if chunk is None:
                    break
                flying[executor.submit(work, chunk)] = chunk
            if not flying:
                break
            if stop.is_set() or flight.failed is not None:
                for future in [future for future in flying if future.cancel()]:
                    del flying[future]
            if stop.is_set():
                stopped = stopped or monotonic()
                if monotonic() - stopped > GRACE_SECONDS:
                    break
            done, _ = wait(flying, timeout=POLL_SECONDS, return_when=FIRST_COMPLETED)
            dead: list[Chunk] = []
            reason: BaseException | None = None
            for future in sorted(done, key=lambda future: flying[future].first):
                chunk = flying.pop(future)
                error = future.exception()
                if error is None:
                    try:
                        result = read(future.result())
                    except SiseError as told:
                        error = told
                    else:
                        yield result
                        continue
                if lost(error):
                    dead.append(chunk)
                    reason = error
                else:
                    flight.fault(chunk, error)
            if reason is not None and not stop.is_set():
                flight.dead(dead, reason)
    finally:
        for future in flying:
            future.cancel()
    if flight.failed is not None:
        raise flight.failed[1]


def _numbers(chunk: Chunk) -> str:
    return str(chunk.first) if chunk.count == 1 else f"{chunk.first} – {chunk.end - 1}"


def _reason(error: BaseException) -> str:
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


@dataclass
class Signals:
    """The signal that asked for the end of a run, 0 for none, and when."""

    number: int = 0
    at: float = 0.0


@contextmanager
def stopping_on_interrupt(stop: threading.Event) -> Iterator[Signals]:
    """Turn the first Ctrl-C or SIGTERM into `stop`, so that no count is torn in two; another one interrupts at once,
    but for those that follow within AGAIN_SECONDS: some programs pass a signal on that was sent to all.

    Only in the main thread and only where the signal has its usual meaning; elsewhere this does nothing.
    """
    asked = Signals()
    usual: dict[int, Any] = {signal.SIGINT: signal.default_int_handler, signal.SIGTERM: signal.SIG_DFL}
    main = threading.current_thread() is threading.main_thread()
    taken = [number for number, handler in usual.items() if main and signal.getsignal(number) is handler]

    def ask(number: int, frame: FrameType | None) -> None:
        if asked.number and monotonic() - asked.at > AGAIN_SECONDS:
            signal.default_int_handler(number, frame)
        if not asked.number:
            asked.number, asked.at = number, monotonic()
        stop.set()

    for number in taken:
        signal.signal(number, ask)
    try:
        yield asked
    finally:
        for number in taken:
            signal.signal(number, usual[number])
