"""The directory of a tuning: a run directory whose units are the generations, and the gate after them.

What is kept of a generation are its exact sums and the candidates that they belong to. The search itself is not stored:
it is asked and told again, and must propose the same candidates.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Self, cast

import numpy as np
from numpy.typing import NDArray

from experiments.decks import DeckCounts
from experiments.files import write_whole
from experiments.rundir import DirectoryError, RunDirectory
from experiments.runner import Chunk
from experiments.tally import Ints
from experiments.tuning import chart
from experiments.tuning.generation import Edges, Generation
from experiments.tuning.result import Tuning
from experiments.tuning.settings_file import settings_text
from experiments.tuning.task import Task
from simcore import SiseError

GATE: Final = "gate"
SETTINGS: Final = "tuned.toml"


class Kept:
    """Arrays of integers by name: the sums of a generation with its candidates, or those of the gate with the values
    that it tested. Floats are kept as the int64 of their bits."""

    __slots__ = ("named",)

    def __init__(self, named: Mapping[str, NDArray[Any]]) -> None:
        self.named = dict(named)

    def add(self, other: Kept, /) -> None:
        """Nothing is ever added up: each step has arrays of its own."""
        raise TypeError("steps of a search do not add up")

    def arrays(self) -> dict[str, NDArray[Any]]:
        """The arrays."""
        return self.named

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]], /) -> Self:
        """The same again."""
        return cls({name: np.array(array, np.int64) for name, array in arrays.items()})


@dataclass(frozen=True)
class _Steps:
    """A task as the run directory sees it: its units are the generations, and after them the gate."""

    task: Task

    first = 0
    unit = "steps"

    @property
    def count(self) -> int:
        return self.task.schedule.generations + 1

    @property
    def command(self) -> str:
        return self.task.command

    def to_dict(self) -> dict[str, Any]:
        return self.task.to_dict()

    def empty(self) -> Kept:
        return Kept({})


class Folder:
    """The directory of a task. `check` it first; all else is for within `opened`."""

    def __init__(self, path: Path, task: Task, note: Callable[[str], None]) -> None:
        self.path = path
        self.gate = path / GATE
        self._steps = _Steps(task)
        self._run: RunDirectory[Kept] = RunDirectory(path, cast(Any, self._steps), note)
        self._note = note
        self._found: dict[int, Kept] = {}

    def check(self, *, fresh: bool = False) -> None:
        """Raise SiseError, with nothing written, where the directory holds anything but this task."""
        self._run.check(fresh=fresh)

    @contextmanager
    def opened(self, *, fresh: bool = False) -> Iterator[None]:
        """Have the directory to oneself. Raises SiseError where it is in use or cannot be written."""
        with self._run.opened(fresh=fresh):
            with self._writing():
                for name in (SETTINGS, *chart.FILES):
                    (self.path / name).unlink(missing_ok=True)
                if fresh:
                    self._clear_gate()
            self._load()
            yield

    def _load(self) -> None:
        self._found = {chunk.first: kept for chunk, kept in self._run.load() if chunk.count == 1}

    def edges(self, number: int, generation: Generation) -> Edges | None:
        """The sums of a generation, None where they are not there.

        Another version of cma, or another machine's arithmetic, may propose other candidates than those that were
        played; then they are played anew, and all that comes after them.
        """
        named = self._of(number, _bits(generation.candidates), f"generation {number + 1}")
        try:
            return None if named is None else Edges(named["total"], named["squares"])
        except KeyError:
            return None

    def keep(self, number: int, generation: Generation, sums: Edges) -> None:
        """Put a finished generation on the disk."""
        named = {"values": _bits(generation.candidates), "total": sums.total, "squares": sums.squares}
        self._run.write_chunk(Chunk(number, 1), Kept(named), {})

    def gate_counts(self, values: tuple[float, ...]) -> DeckCounts | None:
        """The decks of the gate for these values, None where it has not been finished."""
        named = self._of(self._steps.count - 1, _bits((values,)), "the gate")
        try:
            return None if named is None else DeckCounts.from_arrays(named)
        except (KeyError, IndexError):
            return None

    def keep_gate(self, values: tuple[float, ...], counts: DeckCounts) -> None:
        """Put the decks of the gate on the disk, in place of the directory in which it was played."""
        named = {"values": _bits((values,))} | counts.arrays()
        self._run.write_chunk(Chunk(self._steps.count - 1, 1), Kept(named), {})
        with self._writing():
            self._clear_gate()

    def finish(self, tuning: Tuning) -> None:
        """Write the path, and of a complete tuning the parameters and, where its libraries are installed, the plot."""
        frames = {"path": tuning.path, "parameters": tuning.parameters}
        self._run.finish(frames, len(tuning.steps) + tuning.complete, complete=tuning.complete)
        if not tuning.complete:
            return
        with self._writing():
            write_whole(self.path / SETTINGS, settings_text(tuning, self.path).encode("utf-8"))
            try:
                chart.write_chart(tuning, self.path)
            except SiseError as error:
                self._note(str(error))

    def forget(self) -> None:
        """Take everything away where no step is finished."""
        self._run.forget()

    def _clear_gate(self) -> None:
        if self.gate.is_dir():
            shutil.rmtree(self.gate)

    def _of(self, number: int, values: Ints, what: str) -> dict[str, NDArray[Any]] | None:
        kept = self._found.get(number)
        if kept is None:
            return None
        if not np.array_equal(kept.named.get("values", ()), values):
            self._note(f"{self.path}: {what} was of other parameters; it is played again, and what comes after it")
            self._found.clear()
            with self._writing():
                self._clear_gate()
            return None
        return kept.named

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise DirectoryError(f"cannot write to {self.path}: {error.strerror or error}") from error


def _bits(values: tuple[tuple[float, ...], ...]) -> Ints:
    bits: Ints = np.array(values, np.float64).view(np.int64)
    return bits
