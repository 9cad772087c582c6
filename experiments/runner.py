"""Running a range of deals in chunks over an executor, with a bounded window in flight.

The seam is `concurrent.futures`: anything with `submit` whose futures `wait` accepts will do (threads here;
Dask's and Ray's adapters have the same shape). Results come in any order, so they must be such that adding
them up is exact.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType
from typing import Final, TypeVar

T = TypeVar("T")

MAX_CHUNK: Final = 8_000
"""Deals in a chunk at most: about 5 ms of the core's time, and its records stay in the processor's cache."""
FIRST_CHUNK: Final = 250
CHUNK_SECONDS: Final = 0.02
"""What a chunk should take at most, so that slow strategies are still interrupted promptly."""
POLL_SECONDS: Final = 0.1


@dataclass(frozen=True)
class Chunk:
    """Deals first … first + count - 1."""

    first: int
    count: int


class Pace:
    """Sizes of the chunks: as asked for, or found from how long the last ones took. Results never depend on
    them."""

    def __init__(self, chunk: int | None) -> None:
        self._fixed = chunk is not None
        self._size = chunk if chunk is not None else FIRST_CHUNK

    def chunks(self, first: int, count: int) -> Iterator[Chunk]:
        """The range in order; each chunk is sized when it is asked for."""
        end = first + count
        while first < end:
            size = min(self._size, end - first)
            yield Chunk(first, size)
            first += size

    def took(self, count: int, seconds: float) -> None:
        """Learn from a chunk of `count` deals that took `seconds`."""
        if not self._fixed:
            wanted = int(count * CHUNK_SECONDS / max(seconds, 1e-6))
            self._size = max(1, min(MAX_CHUNK, wanted, 4 * self._size))


def completed(
    executor: Executor,
    work: Callable[[Chunk], T],
    chunks: Iterator[Chunk],
    window: int,
    stop: threading.Event,
) -> Iterator[T]:
    """Yield results as they finish, at most `window` in flight, until the chunks or `stop` end it.

    After `stop` the chunks in flight are still yielded where they finish. Where work raises, nothing more is
    started and the error of the earliest failing chunk is raised: chunks start in order, so it is the same
    error whatever the number of threads.
    """
    flying: dict[Future[T], Chunk] = {}
    failed: tuple[int, BaseException] | None = None
    try:
        while True:
            while len(flying) < window and failed is None and not stop.is_set():
                chunk = next(chunks, None)
                if chunk is None:
                    break
                flying[executor.submit(work, chunk)] = chunk
            if not flying:
                break
            if stop.is_set() or failed is not None:
                flying = {future: chunk for future, chunk in flying.items() if not future.cancel()}
            done, _ = wait(flying, timeout=POLL_SECONDS, return_when=FIRST_COMPLETED)
            for future in done:
                chunk = flying.pop(future)
                error = future.exception()
                if error is None:
                    yield future.result()
                elif failed is None or chunk.first < failed[0]:
                    failed = (chunk.first, error)
    finally:
        for future in flying:
            future.cancel()
    if failed is not None:
        raise failed[1]


@contextmanager
def stopping_on_interrupt(stop: threading.Event) -> Iterator[None]:
    """Turn the first Ctrl-C into `stop`, so that no count is torn in two; the second one interrupts at once.

    Only in the main thread and only where Ctrl-C has its usual meaning; elsewhere this does nothing.
    """
    main = threading.current_thread() is threading.main_thread()
    if not main or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return

    def asked(number: int, frame: FrameType | None) -> None:
        if stop.is_set():
            signal.default_int_handler(number, frame)
        stop.set()

    signal.signal(signal.SIGINT, asked)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
