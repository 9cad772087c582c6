"""Playing a range of deals to exact counts, over threads or any other executor."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cached_property, partial
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from experiments import study, summary
from experiments.failures import with_replay
from experiments.frames import frame
from experiments.plan import Plan, make_plan
from experiments.records import PART, parquet_bytes, part_name, records_frame
from experiments.study import Outcome, Progress, run_study
from experiments.tally import Records, Tally, tally
from simcore import RESULT_DTYPE, Rules, SiseError, Strategy, StrategyError, run_deals

if TYPE_CHECKING:
    import polars as pl


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


class Interrupted(study.Interrupted):
    """Ctrl-C or SIGTERM during a run; `simulation` holds the deals that were finished."""

    def __init__(self, interrupted: study.Interrupted, simulation: Simulation) -> None:
        super().__init__(str(interrupted), interrupted.outcome, interrupted.status - 128)
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
    executor: str | Executor | None = None,
    directory: str | PathLike[str] | None = None,
    records: bool = False,
    fresh: bool = False,
    progress: Progress | None = None,
) -> Simulation:
    """Play `deals` deals from deal `first` on, and count them.

    The outcome depends on rules, seats, seed, range and dealer only, never on `threads`, `chunk` or `executor` (see
    `experiments.study.run_study`). `directory` gets the tables, and with `records` one Parquet row a deal; a run that
    was interrupted there is gone on with, and `fresh` starts over. `progress` is called with deals done and deals
    wanted. Raises SiseError for input that cannot be used, and `Interrupted` on Ctrl-C.
    """
    plan = make_plan(rules, seats, seed=seed, deals=deals, first=first, dealer=dealer)
    if records and directory is None:
        raise SiseError("records need a directory")
    play = partial(
        run_study,
        threads=threads,
        chunk=chunk,
        executor=executor,
        directory=directory,
        fresh=fresh,
        progress=progress,
        tables=partial(tables, plan),
    )
    try:
        outcome: Outcome[Any] = play(Recording(plan)) if records else play(Counting(plan))
    except study.Interrupted as stopped:
        raise Interrupted(stopped, simulation(plan, stopped.outcome)) from None
    return simulation(plan, outcome)


def simulation(plan: Plan, outcome: Outcome[Any]) -> Simulation:
    """The tables of what was played, of a study of either kind."""
    counts = outcome.counts
    return Simulation(plan, counts.tally if isinstance(counts, Rows) else counts)


def tables(plan: Plan, outcome: Outcome[Any]) -> dict[str, pl.DataFrame]:
    """The tables of a run directory."""
    made = simulation(plan, outcome)
    return {"summary": made.summary, "hu": made.hu}


@dataclass(frozen=True)
class _Deals:
    """What both studies of a plan have in common."""

    plan: Plan

    @property
    def first(self) -> int:
        """The first deal."""
        return self.plan.first

    @property
    def count(self) -> int:
        """How many deals."""
        return self.plan.deals

    @property
    def unit(self) -> str:
        """A unit is a deal."""
        return "deals"

    def prepare(self) -> None:
        """Compile the core and the strategies, and play the first deal. Raises StrategyError."""
        self.played(self.first, 1)

    def played(self, first: int, count: int) -> Records:
        """The records of some deals. Raises StrategyError, with the command that replays the deal."""
        plan = self.plan
        try:
            return run_deals(plan.rules, plan.strategies, plan.seed, first, count, dealer=plan.dealer)
        except StrategyError as error:
            raise with_replay(error, plan.replay) from error


@dataclass(frozen=True)
class Counting(_Deals):
    """The study of a plan: its deals, counted."""

    @property
    def command(self) -> str:
        """The command line that asks for it."""
        return self.plan.command

    def to_dict(self) -> dict[str, Any]:
        """The plan, and that no records are kept."""
        return self.plan.to_dict() | {"records": False}

    def empty(self) -> Tally:
        """Counts of no deal."""
        return Tally(len(self.plan.teams))

    def play(self, first: int, count: int) -> Tally:
        """The counts of some deals."""
        return tally(self.played(first, count), self.plan.teams, self.plan.youxi)


class Rows:
    """Counts of deals with their records, as many as are still to be written to a file, in any order."""

    def __init__(self, counts: Tally, pieces: Sequence[Records] = ()) -> None:
        self.tally = counts
        self.pieces = list(pieces)

    def add(self, other: Rows) -> None:
        """Take in other deals."""
        self.tally.add(other.tally)
        self.pieces += other.pieces

    @property
    def records(self) -> Records:
        """The records in the order of the deals."""
        pieces = sorted((piece for piece in self.pieces if len(piece)), key=lambda piece: int(piece["deal"][0]))
        self.pieces = [np.concatenate(pieces)] if pieces else []
        return self.pieces[0] if pieces else np.empty(0, RESULT_DTYPE)

    def arrays(self) -> dict[str, NDArray[Any]]:
        """The counts of the tally, and the records as bytes, shape (deals, bytes of a record)."""
        records = self.records
        rows = np.frombuffer(records.tobytes(), np.uint8).reshape(len(records), RESULT_DTYPE.itemsize)
        return self.tally.arrays() | {"records": rows}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Rows:
        """The counts that `arrays` gave. Raises KeyError or ValueError for arrays of something else."""
        rows = arrays["records"]
        if rows.ndim != 2 or rows.shape[1] != RESULT_DTYPE.itemsize or rows.dtype != np.uint8:
            raise ValueError(f"records have shape {rows.shape}; expected (deals, {RESULT_DTYPE.itemsize})")
        return cls(Tally.from_arrays(arrays), [np.frombuffer(rows.tobytes(), RESULT_DTYPE)])


@dataclass(frozen=True)
class Recording(_Deals):
    """The study of a plan that also keeps the records, in files of `part` deals."""

    part: int = PART

    @property
    def command(self) -> str:
        """The command line that asks for it."""
        return f"{self.plan.command} --records"

    def to_dict(self) -> dict[str, Any]:
        """The plan, and that records are kept."""
        return self.plan.to_dict() | {"records": True}

    def empty(self) -> Rows:
        """Counts of no deal."""
        return Rows(Tally(len(self.plan.teams)))

    def play(self, first: int, count: int) -> Rows:
        """The counts and records of some deals."""
        records = self.played(first, count)
        return Rows(tally(records, self.plan.teams, self.plan.youxi), [records])

    def files(self, first: int, count: int, counts: Rows) -> dict[str, bytes]:
        """The Parquet file of a whole part."""
        return {part_name((first - self.first) // self.part): parquet_bytes(records_frame(counts.records))}

    def bare(self, counts: Rows) -> Rows:
        """The counts alone."""
        return Rows(counts.tally)
