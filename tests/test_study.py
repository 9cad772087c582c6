"""The seam of long runs: every unit once, whatever the pieces; ends, early ends and errors; ranges and their gaps."""

import os
import signal
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from experiments.failures import with_replay
from experiments.plan import replay_command
from experiments.runner import Chunk, stopping_on_interrupt
from experiments.runs.ranges import Ranges, cut
from experiments.study import Interrupted, run_study
from simcore import Rules, SiseError, StrategyError
from tests.toy import Numbers, Sums, expected, usual_signals


@pytest.fixture(autouse=True)
def _signals() -> Iterator[None]:
    with usual_signals():
        yield


@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize("chunk", [None, 1, 7, 1_000, 5_000])
def test_every_unit_is_counted_once(threads: int, chunk: int | None) -> None:
    outcome = run_study(Numbers(13, 1_000), threads=threads, chunk=chunk)
    assert outcome.counts.values == expected(13, 1_000)
    assert (outcome.done, outcome.resumed, outcome.complete, outcome.stopped) == (1_000, 0, True, False)


def test_progress_tells_units_done_in_rising_order() -> None:
    told: list[tuple[int, int]] = []
    run_study(Numbers(5, 300), threads=3, chunk=10, progress=lambda *each: told.append(each))
    assert [wanted for _, wanted in told] == [300] * len(told)
    done = [done for done, _ in told]
    assert done == sorted(done)
    assert done[-1] == 300


def test_watch_ends_a_run_which_then_is_complete() -> None:
    outcome = run_study(Numbers(0, 10**9), chunk=10, watch=lambda counts: counts.sums[0] >= 200)
    assert outcome.complete
    assert outcome.stopped
    assert 200 <= outcome.done < 10**6
    assert outcome.counts.sums[0] == outcome.done


def test_watch_that_never_ends_it_sees_the_whole() -> None:
    seen: list[int] = []

    def watch(counts: Sums) -> bool:
        seen.append(int(counts.sums[0]))
        return False

    assert not run_study(Numbers(0, 100), chunk=10, watch=watch).stopped
    assert seen[-1] == 100


@pytest.mark.parametrize("threads", [1, 3])
def test_the_first_unit_that_fails_is_told(threads: int) -> None:
    study = Numbers(0, 100_000, fails=(70, 71, 5_000))
    with pytest.raises(StrategyError, match="unit 70 fails"):
        run_study(study, threads=threads, chunk=2)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"threads": 0}, "threads is 0"),
        ({"chunk": -1}, "chunk is -1"),
        ({"executor": "thread"}, '"thread": did you mean "threads"?'),
        ({"executor": "slurm"}, "threads, processes, dask"),
        ({"executor": "dask:localhost"}, "dask:tcp://host:port"),
        ({"executor": "processes:4"}, "expected threads"),
    ],
)
def test_runs_that_cannot_be(options: dict[str, object], words: str) -> None:
    with pytest.raises(SiseError) as refused:
        run_study(Numbers(), **options)  # type: ignore[arg-type]
    assert words in str(refused.value)


# --- interrupts


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_keeps_what_is_finished(number: int, status: int) -> None:
    with pytest.raises(Interrupted) as stopped:
        run_study(Numbers(0, 10**9, nap=1e-4, asks=50, number=number), threads=2)
    outcome = stopped.value.outcome
    assert stopped.value.status == status
    assert 0 < outcome.done < 10**6
    assert not outcome.complete
    assert outcome.counts.sums[0] == outcome.done
    assert f"{outcome.done:,} of 1,000,000,000 numbers" in str(stopped.value)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL


def test_a_hanging_unit_does_not_hold_an_interrupt_up() -> None:
    started = time.monotonic()
    with pytest.raises(Interrupted) as stopped:
        run_study(Numbers(0, 1_000, nap=300.0, tired=20, asks=25), threads=2, chunk=10)
    assert time.monotonic() - started < 200
    assert stopped.value.outcome.counts.values == expected(0, 20)


def test_a_large_chunk_is_left_in_the_middle_with_what_is_played_of_it() -> None:
    with pytest.raises(Interrupted) as stopped:
        run_study(Numbers(0, 10**7, nap=1e-4, asks=500), chunk=10**7)
    assert 0 < stopped.value.outcome.done < 10**6


def test_the_signal_of_one_keystroke_may_come_twice() -> None:
    stop = threading.Event()
    with stopping_on_interrupt(stop) as asked:
        os.kill(os.getpid(), signal.SIGINT)
        os.kill(os.getpid(), signal.SIGINT)
        assert stop.wait(5)
    assert asked.number == signal.SIGINT


def test_signals_of_the_caller_are_left_alone() -> None:
    def mine(number: int, frame: object) -> None:
        pass

    before = signal.signal(signal.SIGINT, mine)
    try:
        with stopping_on_interrupt(threading.Event()):
            assert signal.getsignal(signal.SIGINT) is mine
    finally:
        signal.signal(signal.SIGINT, before)
    with ThreadPoolExecutor(1) as pool:  # not the main thread
        assert pool.submit(lambda: run_study(Numbers()).done).result() == 1_000


# --- errors of deals


def test_an_error_is_told_with_the_command_that_replays_it() -> None:
    rules = Rules.preset("guangshui").replace(pass_down=False)
    error = StrategyError("strategy mine at seat 1 raised KeyError: 3 in deal 17 (seed and deal replay it)")
    seats = ["a b.py:mine", "greedy[idle=2.0]", "eager"]
    told = str(with_replay(error, lambda deal: replay_command(rules, seats, 5, deal, 2)))
    assert told.startswith("strategy mine at seat 1 raised KeyError: 3 in deal 17; ")
    assert told.endswith(
        "sise replay --rules guangshui --set pass_down=false --seats 'a b.py:mine,greedy[idle=2.0],eager' "
        "--seed 5 --deal 17 --dealer 2"
    )
    other = StrategyError("strategy mine cannot be compiled")
    assert with_replay(other, lambda deal: "never") is other


# --- ranges


def test_ranges_are_the_sets_they_stand_for() -> None:
    rng = Random(3)
    for _ in range(200):
        ranges, units = Ranges(), set[int]()
        for _ in range(12):
            chunk = Chunk(rng.randrange(60), rng.randrange(1, 9))
            new = set(range(chunk.first, chunk.end))
            assert ranges.overlaps(chunk) == bool(new & units)
            assert ranges.contains(chunk) == (new <= units)
            if new & units:
                with pytest.raises(ValueError, match="not new"):
                    ranges.add(chunk)
            else:
                ranges.add(chunk)
                units |= new
        pieces = list(ranges)
        assert [n for piece in pieces for n in range(piece.first, piece.end)] == sorted(units)
        assert all(a.end < b.first for a, b in pairwise(pieces))  # neighbours are one
        assert ranges.total == len(units)
        first, count = rng.randrange(30), rng.randrange(1, 60)
        gaps = [n for gap in ranges.gaps(first, count) for n in range(gap.first, gap.end)]
        assert gaps == sorted(set(range(first, first + count)) - units)


def test_ranges_are_cut_at_the_borders_of_files() -> None:
    pieces = list(cut([Chunk(7, 5), Chunk(20, 25)], 5, 10))
    assert pieces == [Chunk(7, 5), Chunk(20, 5), Chunk(25, 10), Chunk(35, 10)]
    assert list(cut([Chunk(5, 31)], 5, 10)) == [Chunk(5, 10), Chunk(15, 10), Chunk(25, 10), Chunk(35, 1)]


def test_a_log_of_what_was_played_covers_the_range_once(tmp_path: Path) -> None:
    study = Numbers(3, 500, log=str(tmp_path / "log"))
    run_study(study, threads=2)
    units = [n for first, count in study.played() for n in range(first, first + count)]
    assert sorted(units) == list(range(3, 503))
