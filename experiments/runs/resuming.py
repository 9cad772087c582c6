"""Going on with the run of a directory."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, TypeVar

from experiments.rundir import DirectoryError, RunDirectory, resume_command
from experiments.runs.course import Course
from experiments.runs.pending import Pending
from experiments.study import Counts, Outcome
from simcore import SiseError, StrategyError

if TYPE_CHECKING:
    import polars as pl

C = TypeVar("C", bound=Counts)


def in_directory(
    course: Course[C],
    home: RunDirectory[C],
    *,
    fresh: bool,
    tables: Callable[[Outcome[C]], Mapping[str, pl.DataFrame]] | None,
) -> Outcome[C]:
    """Go on with the run that a directory holds, to its tables."""
    study = course.study
    try:
        with home.opened(fresh=fresh):
            course.pending = pending = Pending(study, home)
            for chunk, counts in home.load():
                course.take(chunk, counts)
                pending.loaded(chunk, counts)
            course.resumed = course.count
            if not course.look():
                _played(course, home, pending)
            pending.flush()
            frames = tables(course.so_far) if tables is not None else {}
            home.finish(frames, course.count, complete=course.complete, stopped=course.stopped)
    except SiseError as error:
        if not home.kept or isinstance(error, StrategyError):
            raise
        told = f"{home.kept:,} of {study.count:,} {study.unit} are finished and kept"
        going_on = resume_command(study.command, home.path)
        raise type(error)(f"{error}; {told}; the same command goes on: {going_on}") from error
    going_on = resume_command(study.command, home.path)
    return course.outcome(f" and kept in {home.path}; the same command goes on: {going_on}")


def _played(course: Course[C], home: RunDirectory[C], pending: Pending[C]) -> None:
    """Play, and where that fails keep what is finished; where nothing is, leave no directory behind."""
    try:
        course.play()
    except DirectoryError:
        home.forget()
        raise
    except StrategyError:
        if not home.forget():  # the run cannot be finished as it is, but what took hours stays
            pending.flush()
        raise
    except Exception:
        pending.flush()
        home.forget()
        raise
