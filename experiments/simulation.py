"""Playing a range of deals to exact counts, over threads or any other executor."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np

from experiments import summary
from experiments.frames import frame
from experiments.plan import Plan, make_plan
from experiments.records import PART, part_path, write_part
from experiments.runner import Chunk, Pace, completed, stopping_on_interrupt
from experiments.tally import Records, Tally, tally
from simcore import RESULT_DTYPE, Rules, SiseError, Strategy, run_deals

if TYPE_CHECKING:
    import polars as pl

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Simulation:
    """Exact counts of a run, and the tables made of them.

    `deals` is below `plan.deals` only where the run was interrupted.
    """

    plan: Plan
    tally: Tally

    @property
    def deals(self) -> int:
        """Deals that the tables are over."""
        return self.tally.deals

    @cached_property
    def summary(self) -> pl.DataFrame:
        """By seat, by strategy, and in Youxi the dreamer: wins and win rate, mean payoff, 95 % intervals."""
        return frame(summary.summary_rows(self.plan, self.tally))

    @cached_property
    def kinds(self) -> pl.DataFrame:
        """How deals end, over all deals (seat null) and by winner's seat."""
        return frame(summary.kind_rows(self.plan, self.tally))

    @cached_property
    def levels(self) -> pl.DataFrame:
        """What wins are worth, over all deals (seat null) and by winner's seat."""
        return frame(summary.level_rows(self.plan, self.tally))

    @cached_property
    def hu(self) -> pl.DataFrame:
        """The distribution of the winners' hu: seat, strategy, hu, count."""
        return frame(summary.hu_rows(self.plan, self.tally), ("seat", "strategy", "hu", "count"))

    @cached_property
    def named(self) -> pl.DataFrame:
        """Guangshui: wins by seat that are each named hand (G8)."""
        return frame(summary.named_rows(self.plan, self.tally), ("seat", "strategy", "named", "count"))

    @cached_property
    def quantiles(self) -> pl.DataFrame:
        """Quantiles of the hu of wins (and pai, or in Youxi total hu) and of payoffs."""
        return frame(summary.quantile_rows(self.plan, self.tally))


class Interrupted(KeyboardInterrupt):
    """Ctrl-C during a run; `simulation` holds the deals that were finished."""

    def __init__(self, simulation: Simulation) -> None:
        super().__init__(f"interrupted after {simulation.deals} of {simulation.plan.deals} deals")
        self.simulation = simulation


def simulate(
    rules: Rules | str,
    seats: Sequence[Strategy | str],
    *,
    seed: int = 1,
    deals: int = 100_000,
    first: int = 0,
    dealer: str | int = "rotate",
    threads: int = 1,
    chunk: int | None = None,
    records_dir: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> Simulation:
    """Play `deals` deals from deal `first` on, and count them.

    The outcome depends on rules, seats, seed, range and dealer only, never on `threads`, `chunk` or
    `executor`. `records_dir` gets one Parquet row a deal; `progress` is called with deals done and deals
    wanted. Raises SiseError for input that cannot be used, and `Interrupted` on Ctrl-C.
    """
    return run_plan(
        make_plan(rules, seats, seed=seed, deals=deals, first=first, dealer=dealer),
        threads=threads,
        chunk=chunk,
        records_dir=records_dir,
        progress=progress,
        executor=executor,
    )


def run_plan(
    plan: Plan,
    *,
    threads: int = 1,
    chunk: int | None = None,
    records_dir: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> Simulation:
    """`simulate` for a plan that is made."""
    for name, value in (("threads", threads), ("chunk", chunk)):
        if value is not None and value < 1:
            raise SiseError(f"{name} is {value}; expected 1 or more")
    stop = threading.Event()
    total = Tally(len(plan.teams))
    own = ThreadPoolExecutor(threads, thread_name_prefix="sise") if executor is None else None
    pool = executor or own
    assert pool is not None
    work: Callable[[Chunk], Tally | None]
    # An executor of the caller's may run the work elsewhere: it gets nothing of this process's state.
    if records_dir is None:
        pace = Pace(chunk)
        work = _Count(plan, pace if own else None)
    else:
        pace = Pace(PART)
        work = _Record(plan, Path(records_dir), chunk, stop if own else None)
    with stopping_on_interrupt(stop):
        try:
            for counted in completed(pool, work, pace.chunks(plan.first, plan.deals), 2 * threads + 2, stop):
                if counted is not None:
                    total.add(counted)
                    if progress is not None:
                        progress(total.deals, plan.deals)
        finally:
            stop.set()
            if own is not None:
                own.shutdown(cancel_futures=True)
    simulation = Simulation(plan, total)
    if total.deals < plan.deals:
        raise Interrupted(simulation)
    return simulation


@dataclass(frozen=True)
class _Count:
    """The work of a chunk without records: one call of the core, counted."""

    plan: Plan
    pace: Pace | None

    def __call__(self, chunk: Chunk) -> Tally:
        start = perf_counter()
        counted = _count(self.plan, _play(self.plan, chunk))
        if self.pace is not None:
            self.pace.took(chunk.count, perf_counter() - start)
        return counted


@dataclass(frozen=True)
class _Record:
    """The work of a chunk with records: one file, played in smaller steps so that `stop` is heeded.

    None is returned for a file that was given up.
    """

    plan: Plan
    folder: Path
    step: int | None
    stop: threading.Event | None

    def __call__(self, chunk: Chunk) -> Tally | None:
        records = np.empty(chunk.count, RESULT_DTYPE)
        total = Tally(len(self.plan.teams))
        pace = Pace(self.step)
        for step in pace.chunks(chunk.first, chunk.count):
            if self.stop is not None and self.stop.is_set():
                return None
            start = perf_counter()
            played = _play(self.plan, step)
            total.add(_count(self.plan, played))
            at = step.first - chunk.first
            records[at : at + step.count] = played
            pace.took(step.count, perf_counter() - start)
        write_part(part_path(self.folder, (chunk.first - self.plan.first) // PART), records)
        return total


def _play(plan: Plan, chunk: Chunk) -> Records:
    return run_deals(plan.rules, plan.strategies, plan.seed, chunk.first, chunk.count, dealer=plan.dealer)


def _count(plan: Plan, records: Records) -> Tally:
    return tally(records, plan.teams, plan.youxi)
