"""What this machine does: the short form of the project's benchmarks, behind `sise bench`.

Every cost is measured as a ratio to the floor, a plain textbook shuffle of 112 cards, run right before and right
after it: a machine that is slow for a moment is slow for both. The figures are medians over many such pairs, in
processor time, so that what else runs on the machine counts as little as possible.
"""

from __future__ import annotations

import platform
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from os import cpu_count
from statistics import median
from time import perf_counter, process_time
from typing import Any, Final

import numpy as np
from llvmlite.binding import get_host_cpu_name

from experiments.bench_hands import KINDS
from experiments.versions import package_version
from simcore import PRESETS, HandBatch, Rules, Strategy, run_deals, score_many, textbook_shuffles
from strategies import load

FLOOR_SHUFFLES: Final = 20_000
DEALS: Final = 10_000
HANDS: Final = 20_000
DISTINCT: Final = 2_000
FEWEST: Final = 5
QUICK: Final = ("random", "eager", "greedy")
"""Strategies whose deals cost microseconds; others are measured where they are asked for."""
"""Repetitions that a median is taken over at least."""

Clock = Callable[[], float]


@dataclass(frozen=True)
class Job:
    """Something to be timed: a call of `run` does `units` of what `per` names, with `decisions` of the players in
    each."""

    what: str
    per: str
    run: Callable[[], object]
    units: int
    decisions: float = 0.0


@dataclass(frozen=True)
class Figure:
    """A measured cost per unit, and how many millions a second that makes."""

    what: str
    per: str
    ns: float
    shuffles: float
    millions: float
    decisions: float
    """Millions of player decisions a second; 0 where nobody decides."""


def short_jobs(line_ups: Sequence[Sequence[Strategy]] = ()) -> list[Job]:
    """The short form: the floor, deals by three of each built-in strategy and by `line_ups`, scores by kind of hand.

    Compiles what is not compiled. Raises StrategyError for a line-up that cannot be played.
    """
    jobs = [floor_job()]
    rules = [Rules.preset(game) for game in PRESETS]
    seated = [*((load(name),) * 3 for name in QUICK), *line_ups]
    jobs += [deal_job(each, seats) for each in rules for seats in seated]
    jobs += [score_job(each, kind, batch_of(each, kind)) for each in rules for kind in KINDS]
    return jobs


def measure(jobs: Sequence[Job], seconds: float, clock: Clock = process_time) -> list[Figure]:
    """Time the jobs in turn, again and again for `seconds`, the floor between any two of them."""
    floor = floor_job()
    for job in (floor, *jobs):
        job.run()  # what is compiled or allocated once is not measured
    times: list[list[float]] = [[] for _ in jobs]
    floors: list[list[float]] = [[] for _ in jobs]
    end = perf_counter() + seconds
    while len(floors[0]) < FEWEST or perf_counter() < end:
        before = timed(floor, clock)
        for job, taken, beside in zip(jobs, times, floors, strict=True):
            taken.append(timed(job, clock))
            after = timed(floor, clock)
            beside.append((before + after) / 2)
            before = after
    return [figure(job, *each) for job, *each in zip(jobs, times, floors, strict=True)]


def timed(job: Job, clock: Clock = process_time) -> float:
    """Seconds per unit of one call."""
    start = clock()
    job.run()
    return (clock() - start) / job.units


def figure(job: Job, times: Sequence[float], floors: Sequence[float]) -> Figure:
    """The medians of a job's seconds per unit, and of their ratios to the floor beside each."""
    seconds = median(times)
    millions = 1e-6 / seconds if seconds else 0.0
    return Figure(
        job.what,
        job.per,
        1e9 * seconds,
        median(time / floor for time, floor in zip(times, floors, strict=True)),
        millions,
        millions * job.decisions,
    )


def floor_job() -> Job:
    """The yardstick."""
    return Job("textbook shuffle", "shuffle", lambda: textbook_shuffles(FLOOR_SHUFFLES), FLOOR_SHUFFLES)


def deal_job(rules: Rules, seats: Sequence[Strategy], deals: int = DEALS) -> Job:
    """Whole deals, from the shuffle to the settlement."""
    labels = [strategy.label for strategy in seats]
    who = f"{labels[0]} x 3" if len(set(labels)) == 1 else ", ".join(labels)
    played = run_deals(rules, seats, 1, 0, deals)
    decisions = int(played["intents"].sum() + played["discards"].sum()) / deals
    return Job(f"{rules.game}, {who}", "deal", lambda: run_deals(rules, seats, 1, 0, deals), deals, decisions)


def score_job(rules: Rules, kind: str, batch: HandBatch) -> Job:
    """Exact scores of a batch of one kind of hand."""
    scores = score_many(rules, batch)
    return Job(f"{rules.game}, score: {kind}", "hand", lambda: score_many(rules, batch, scores), len(batch))


def batch_of(rules: Rules, kind: str, distinct: int = DISTINCT, hands: int = HANDS) -> HandBatch:
    """`hands` hands of a kind, packed; `distinct` different ones over and over."""
    batch = KINDS[kind](rules, distinct)
    return HandBatch(batch.game, np.tile(batch.holdings, max(1, hands // distinct)))


def machine() -> dict[str, Any]:
    """What the figures depend on."""
    return {
        "sise": package_version("sise"),
        "python": platform.python_version(),
        "numba": package_version("numba"),
        "llvmlite": package_version("llvmlite"),
        "numpy": package_version("numpy"),
        "system": platform.system(),
        "processor": f"{platform.machine()} {get_host_cpu_name()}",
        "processors": cpu_count() or 1,
    }


@contextmanager
def pinned() -> Iterator[None]:
    """Keep this process on one of its processors, where the system can do that."""
    import os

    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)
