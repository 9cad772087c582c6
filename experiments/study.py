"""The seam of every long run: a study is a range of units that are played anywhere and counted exactly.

A unit is whatever a study counts by: a deal, a deck with all its rotations, a session. `run_study` cuts the range into
chunks, hands them to threads or any other executor, and adds the results up. As the counts are integers and adding is
exact, the outcome depends on what the study asks for alone, never on who played which chunk when.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Protocol, Self, TypeVar

from numpy.typing import NDArray

from simcore import SiseError

if TYPE_CHECKING:
    import polars as pl

Progress = Callable[[int, int], None]
"""Told units done and units wanted, those of an earlier, interrupted run among them."""


class Counts(Protocol):
    """Exact integer results of a part of a study; merging is addition, in any order."""

    def add(self, other: Self, /) -> None:
        """Take in the counts of other units of the same study."""

    def arrays(self) -> dict[str, NDArray[Any]]:
        """The counts as arrays of integers (or booleans), by name; they go into chunk files and over the wire."""

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]], /) -> Self:
        """The counts that `arrays` gave. Raises KeyError, TypeError or ValueError for arrays of something else."""


C = TypeVar("C", bound=Counts)
C_co = TypeVar("C_co", bound=Counts, covariant=True)


class Study(Protocol[C_co]):
    """What is asked for: a frozen dataclass that can be pickled. Its strategies may come from files."""

    @property
    def first(self) -> int:
        """The first unit."""

    @property
    def count(self) -> int:
        """How many units, 1 or more."""

    @property
    def unit(self) -> str:
        """What a unit is, in the plural, for messages: deals, decks, sessions."""

    @property
    def command(self) -> str:
        """The command line that asks for it."""

    def to_dict(self) -> dict[str, Any]:
        """What is asked for in plain values that JSON keeps; equal dicts mean equal tables."""

    def prepare(self) -> None:
        """Compile, and play the first unit: what cannot work is told before anything is written."""

    def empty(self) -> C_co:
        """Counts of no unit."""

    def play(self, first: int, count: int, /) -> C_co:
        """Play units first … first + count - 1. Several threads call it at once."""


class FilingStudy(Protocol[C]):
    """A study whose counts also carry what goes into files of a run directory, one for each `part` units."""

    @property
    def part(self) -> int:
        """Units a file."""

    def files(self, first: int, count: int, counts: C, /) -> Mapping[str, bytes]:
        """The files of a whole part, by their names in the directory."""

    def bare(self, counts: C, /) -> C:
        """The same counts without what goes into files."""


def filing(study: Study[C]) -> FilingStudy[C] | None:
    """The study, if it is one that also writes files."""
    found: Any = study
    return found if hasattr(study, "part") else None


@dataclass(frozen=True)
class Outcome(Generic[C]):
    """The counts of a study over the `done` units that were played, `resumed` of them in an earlier run.

    `complete` says that there is no more to do: all units are played, or `watch` ended the run (`stopped`).
    """

    counts: C
    done: int
    complete: bool
    resumed: int = 0
    stopped: bool = False


class Interrupted(KeyboardInterrupt):
    """Ctrl-C or SIGTERM during a run; `outcome` is what was finished, `status` the exit status that says so."""

    def __init__(self, message: str, outcome: Outcome[Any], number: int = signal.SIGINT) -> None:
        super().__init__(message)
        self.outcome = outcome
        self.status = 128 + number


def run_study(
    study: Study[C],
    *,
    threads: int = 1,
    chunk: int | None = None,
    executor: str | Executor | None = None,
    directory: str | PathLike[str] | None = None,
    fresh: bool = False,
    progress: Progress | None = None,
    watch: Callable[[C], bool] | None = None,
    tables: Callable[[Outcome[C]], Mapping[str, pl.DataFrame]] | None = None,
    note: Callable[[str], None] | None = None,
) -> Outcome[C]:
    """Play a study to its counts.

    `executor` is None or "threads", "processes", "dask", "dask:tcp://host:port", "ray" or a
    `concurrent.futures.Executor`; `threads` is the number of workers, `chunk` a fixed number of units a task.
    `directory` is a run directory: finished work is kept there, and the same study resumes it; `fresh` starts over;
    `tables` makes the frames that are written to it as `NAME.parquet`, also after Ctrl-C.
    `watch` sees the counts after every chunk and ends the run where it returns True. `note` is told of workers that
    died and files that are damaged; without it standard error is.

    Raises SiseError for what cannot be done, and `Interrupted` on Ctrl-C or SIGTERM, each with what is finished kept.
    """
    for name, value in (("threads", threads), ("chunk", chunk)):
        if value is not None and value < 1:
            raise SiseError(f"{name} is {value}; expected 1 or more")
    from experiments.executors import check_executor
    from experiments.runner import stopping_on_interrupt
    from experiments.runs.course import Course, to_standard_error

    check_executor(executor)
    note = note or to_standard_error
    course = Course(study, executor, threads, chunk, progress, watch, note)
    if directory is None:
        study.prepare()
        with stopping_on_interrupt(course.stop) as course.signals:
            course.play()
        return course.outcome()
    from experiments.rundir import RunDirectory
    from experiments.runs.resuming import in_directory

    home = RunDirectory(Path(directory), study, note)
    home.check(fresh=fresh)
    study.prepare()
    with stopping_on_interrupt(course.stop) as course.signals:
        return in_directory(course, home, fresh=fresh, tables=tables)


def check_directory(study: Study[Any], directory: str | PathLike[str], *, fresh: bool = False) -> None:
    """Raise SiseError, with nothing written, where a directory holds anything but this study's run."""
    from experiments.rundir import RunDirectory

    RunDirectory(Path(directory), study, lambda text: None).check(fresh=fresh)
