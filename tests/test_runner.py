"""Chunks over an executor: order, stopping and errors; and the seam for other executors."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import Any

import pytest

from experiments import make_plan, simulate
from experiments.runner import MAX_CHUNK, Chunk, Pace, completed
from simcore import SiseError, StrategyError


def run(work: Callable[[Chunk], Any], threads: int = 3, window: int = 5, count: int = 40) -> list[Any]:
    with ThreadPoolExecutor(threads) as pool:
        return list(completed(pool, work, Pace(1).chunks(0, count), window, threading.Event()))


def test_every_chunk_is_worked_once() -> None:
    assert sorted(run(lambda chunk: chunk.first)) == list(range(40))


def test_chunks_cover_the_range_without_gaps() -> None:
    for size in (None, 1, 7, 100):
        pace = Pace(size)
        at = 5
        for chunk in pace.chunks(5, 1234):
            assert chunk.first == at
            at += chunk.count
            pace.took(chunk.count, 1e-5)
        assert at == 1239


def test_slow_work_gets_small_chunks_and_quick_work_large_ones() -> None:
    pace = Pace(None)
    sizes = []
    for chunk in pace.chunks(0, 1_000_000):
        sizes.append(chunk.count)
        pace.took(chunk.count, chunk.count * (1e-6 if len(sizes) < 20 else 1e-2))
        if len(sizes) == 40:
            break
    assert max(sizes) == sizes[19] == MAX_CHUNK
    assert sizes[-1] == 2


def test_never_more_in_flight_than_the_window() -> None:
    flying = 0
    most = 0
    lock = threading.Lock()

    def work(chunk: Chunk) -> None:
        nonlocal flying, most
        with lock:
            flying += 1
            most = max(most, flying)
        time.sleep(0.002)
        with lock:
            flying -= 1

    run(work, threads=8, window=3)
    assert most <= 3


@pytest.mark.parametrize("threads", [1, 2, 8])
def test_the_earliest_error_is_raised_whatever_the_threads(threads: int) -> None:
    started = []

    def work(chunk: Chunk) -> int:
        started.append(chunk.first)
        if chunk.first in (11, 12, 13):
            time.sleep(0.002 * (14 - chunk.first))  # the later ones fail first
            raise StrategyError(f"deal {chunk.first}")
        return chunk.first

    with pytest.raises(StrategyError, match="deal 11"):
        run(work, threads=threads, window=6, count=5_000)
    assert max(started) < 4_999


def test_stop_ends_early_with_what_is_finished() -> None:
    stop = threading.Event()

    def work(chunk: Chunk) -> int:
        if chunk.first == 10:
            stop.set()
        return chunk.first

    with ThreadPoolExecutor(2) as pool:
        done = list(completed(pool, work, Pace(1).chunks(0, 10_000), 4, stop))
    assert 5 <= len(done) < 30
    assert len(set(done)) == len(done)


class AtOnce(Executor):
    """The least an executor can be: it works when it is asked."""

    def __init__(self) -> None:
        self.asked = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        self.asked += 1
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


def test_any_executor_gives_the_same_counts() -> None:
    seats = ("eager", "random", "eager")
    threads = simulate("youxi", seats, deals=900, seed=2, threads=2)
    pool = AtOnce()
    other = simulate("youxi", seats, deals=900, seed=2, executor=pool, chunk=50)
    assert pool.asked == 18
    assert other.tally.counts() == threads.tally.counts()
    assert other.summary.equals(threads.summary)


def test_a_range_played_in_two_runs_is_the_range() -> None:
    seats = ("eager", "random", "eager")
    whole = simulate("guangshui", seats, deals=400, first=100, seed=2).tally
    parts = simulate("guangshui", seats, deals=150, first=100, seed=2).tally
    parts.add(simulate("guangshui", seats, deals=250, first=250, seed=2).tally)
    assert parts.counts() == whole.counts()
    assert simulate("guangshui", seats, deals=400, first=100, seed=3).tally.counts() != whole.counts()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"deals": 0}, "deals is 0"),
        ({"deals": -1}, "deals is -1"),
        ({"deals": 1.5}, "deals is 1.5"),
        ({"deals": "many"}, "deals is 'many'"),
        ({"seed": -1}, "seed is -1"),
        ({"seed": 2**64}, "18446744073709551615"),
        ({"first": -1}, "first is -1"),
        ({"dealer": 3}, "rotate, 0, 1 or 2"),
        ({"dealer": "next"}, "rotate, 0, 1 or 2"),
        ({"dealer": True}, "rotate, 0, 1 or 2"),
        ({"threads": 0}, "threads is 0"),
        ({"chunk": 0}, "chunk is 0"),
        ({"seats": ("eager", "eager")}, "expected 3 seats"),
        ({"seats": ("eager", "eager", 7)}, "a seat is 7"),
        ({"rules": "poker"}, "poker"),
    ],
)
def test_runs_that_cannot_be(change: dict[str, Any], words: str) -> None:
    options: dict[str, Any] = {"rules": "guangshui", "seats": ("eager", "eager", "random"), "deals": 10} | change
    with pytest.raises(SiseError) as refused:
        simulate(options.pop("rules"), options.pop("seats"), **options)
    assert words in str(refused.value)


def test_strategies_of_one_name_are_told_apart() -> None:
    from simcore import Strategy
    from strategies import BUILT_IN

    eager = BUILT_IN["eager"]
    other = Strategy("eager", eager.claim, BUILT_IN["random"].discard, random=True)
    plan = make_plan("guangshui", (eager, other, eager), seed=1, deals=1)
    assert [seat.label for seat in plan.seats] == ["eager", "eager#2", "eager"]
    assert plan.by_strategy == {"eager": (0, 2), "eager#2": (1,)}
    assert plan.teams == ((0, 2),)
