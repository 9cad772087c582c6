"""Runs every benchmark beside the floor, in the same process and in turn, and prints one table of what came out."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any

import pytest

from benchmarks import figures
from benchmarks.figures import NO_LIMITS, ROUGH, SHUFFLES, TOLERANCE, Limits, PeerRow, Row
from benchmarks.processes import SIMULATE, python
from experiments.bench import Clock, Job, floor_job, machine, pinned, timed

ROUNDS = 15
ROWS = pytest.StashKey[list[Row]]()
PEER_ROWS = pytest.StashKey[list[PeerRow]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--large", action="store_true", help="also 10^7 deals with records and 10^8 without: minutes")


def pytest_configure(config: pytest.Config) -> None:
    config.stash[ROWS] = list[Row]()
    config.stash[PEER_ROWS] = list[PeerRow]()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    parts = []
    if config.stash[ROWS]:
        parts.append(figures.text(config.stash[ROWS]))
    if config.stash[PEER_ROWS]:
        parts.append(figures.peers_text(config.stash[PEER_ROWS]))
    if parts:
        facts = ", ".join(f"{key} {value}" for key, value in machine().items())
        terminalreporter.write("\n" + "\n".join([facts + "\n", *parts]) + "\n")


@pytest.fixture(autouse=True)
def one_processor(request: pytest.FixtureRequest) -> Iterator[None]:
    """Stay on one processor, but for benchmarks of several."""
    if "several" in request.keywords:
        yield
        return
    with pinned():
        yield


class Meter:
    """Measures one benchmark: `rounds` rounds, each right after a run of whatever it is compared with."""

    def __init__(self, benchmark: Any, rows: list[Row], clock: Clock) -> None:
        self.benchmark = benchmark
        self.rows = rows
        self.clock = clock

    def shuffles(
        self,
        job: Job,
        *,
        less: Job | None = None,
        limits: Limits = NO_LIMITS,
        rounds: int = ROUNDS,
        fresh: Callable[[], object] | None = None,
    ) -> Row:
        """The cost of a unit in shuffles. `less` is a job whose cost a call is no part of it; `fresh` prepares what
        a round uses up."""
        floor = floor_job()
        job_times, others = self.rounds(job, [floor, *([less] if less else [])], rounds, fresh)
        base = [calls * less.units / job.units for calls in others[1]] if less else [0.0] * rounds
        times = [time - part for time, part in zip(job_times, base, strict=True)]
        shuffles = median(time / beside for time, beside in zip(times, others[0], strict=True))
        row = Row(job.what, job.per, 1e9 * median(times), shuffles, shuffles, SHUFFLES, shuffles, limits)
        return self.add(row)

    def against(
        self,
        job: Job,
        base: Job,
        *,
        limits: Limits = NO_LIMITS,
        rounds: int = ROUNDS,
        inverse: bool = False,
        tolerance: float = TOLERANCE,
    ) -> Row:
        """The cost of a unit over that of another job; `inverse`: the other over this one, so that more is better."""
        floor = floor_job()
        times, (floors, bases) = self.rounds(job, [floor, base], rounds)
        ratio = median(time / other for time, other in zip(times, bases, strict=True))
        ratio = 1 / ratio if inverse else ratio
        shuffles = median(time / beside for time, beside in zip(times, floors, strict=True))
        return self.add(Row(job.what, job.per, 1e9 * median(times), shuffles, ratio, "x", ratio, limits, tolerance))

    def seconds(self, job: Job, base: Job, *, limits: Limits = NO_LIMITS, rounds: int = 5, extra: bool = False) -> Row:
        """Seconds of a call; its ratio to another job's serves the regression check. `extra`: seconds beyond the
        other job's."""
        floor = floor_job()
        times, (floors, bases) = self.rounds(job, [floor, base], rounds)
        ratio = median(time / other for time, other in zip(times, bases, strict=True))
        if extra:
            times = [time - other for time, other in zip(times, bases, strict=True)]
        value = median(times)
        shuffles = median(time / beside for time, beside in zip(times, floors, strict=True))
        return self.add(Row(job.what, job.per, 1e9 * value, shuffles, value, "s", ratio, limits, ROUGH))

    def rounds(
        self, job: Job, others: list[Job], rounds: int, fresh: Callable[[], object] | None = None
    ) -> tuple[list[float], list[list[float]]]:
        """Seconds per unit of the job in each round, and of each other job right before it."""
        beside: list[list[float]] = [[] for _ in others]

        def setup() -> None:
            for other, taken in zip(others, beside, strict=True):
                taken.append(timed(other, self.clock))
            if fresh is not None:
                fresh()

        warm = 1 if rounds > 2 else 0
        self.benchmark.pedantic(job.run, setup=setup, rounds=rounds, warmup_rounds=warm)
        times = [seconds / job.units for seconds in self.benchmark.stats.stats.data]
        return times, [taken[warm:] for taken in beside]

    def add(self, row: Row) -> Row:
        """Put a row in the table and in the JSON."""
        self.rows.append(row)
        self.benchmark.extra_info.update(row.to_dict())
        return row


@pytest.fixture
def meter(benchmark: Any, request: pytest.FixtureRequest) -> Meter:
    """Processor time; wall time for benchmarks marked `several`."""
    clock = process_time
    if "several" in request.keywords:
        clock = benchmark._timer = perf_counter
    return Meter(benchmark, request.config.stash[ROWS], clock)


@pytest.fixture
def large(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--large"))


@pytest.fixture
def processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@pytest.fixture(scope="session")
def warm(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that holds the compiled core."""
    folder = tmp_path_factory.mktemp("warm")
    python(SIMULATE, folder)
    return folder
