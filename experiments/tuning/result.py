"""What a tuning found: the path of the search, the parameters at its end, and the gate."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from typing import TYPE_CHECKING, Any, Final

from experiments.matches import Match
from experiments.sequential import Verdict
from experiments.stats import variance
from experiments.tally import Ints
from experiments.tuning.schedule import GATE_DEALS
from experiments.tuning.task import Task
from experiments.typed_frames import typed_frame
from simcore import Strategy

if TYPE_CHECKING:
    import polars as pl

PARAMETER: Final = "param_"
MEAN: Final = "mean_"
"""What the columns of the path begin with that hold a candidate's parameters, and the mean of the distribution."""


@dataclass(frozen=True)
class Step:
    """A generation that was played: its candidates (population, parameters), the sums of their edges and of the squares
    of these by candidate, and the distribution after it."""

    candidates: tuple[tuple[float, ...], ...]
    total: Ints
    squares: Ints
    mean: tuple[float, ...]
    sigma: float


@dataclass(frozen=True)
class Tuning:
    """A search and its gate. `gate` is None, and there are fewer steps than asked for, where it was interrupted."""

    task: Task
    steps: tuple[Step, ...]
    gate: Match | None = None

    @property
    def complete(self) -> bool:
        """Whether the search and the gate came to their end."""
        return self.gate is not None

    @property
    def values(self) -> tuple[float, ...]:
        """The parameters that were tuned, in the order of `task.space`: the mean of the distribution at the end."""
        return self.steps[-1].mean if self.steps else self.task.space.start

    @property
    def settings(self) -> dict[str, float]:
        """The same by name."""
        return self.task.space.settings(self.values)

    @property
    def strategy(self) -> Strategy:
        """The tuned strategy."""
        return self.task.candidate(self.values).strategy

    @property
    def spec(self) -> str:
        """The tuned strategy as a seat is typed."""
        return self.task.candidate(self.values).spec

    @property
    def verdict(self) -> Verdict:
        """Of the tuned strategy against the untuned one."""
        return "undecided" if self.gate is None or self.gate.sprt is None else self.gate.sprt.verdict

    @property
    def found(self) -> bool:
        """Whether the gate says that the tuned strategy is better."""
        return self.verdict == "better"

    @property
    def search_deals(self) -> int:
        """Deals that the search played."""
        return len(self.steps) * self.task.schedule.generation_deals

    @property
    def gate_deals(self) -> int:
        """Deals that the verdict of the gate is over."""
        return 0 if self.gate is None else self.gate.decks * GATE_DEALS

    @property
    def deals(self) -> int:
        """Deals altogether; never more than the budget."""
        return self.search_deals + self.gate_deals

    @cached_property
    def path(self) -> pl.DataFrame:
        """One row a candidate: `generation`, `candidate`, its parameters `param_NAME`, `decks`, `total` and `squares`
        (the exact sums), `objective` (its mean edge) with its standard `error`; then `sigma` and `mean_NAME`, the
        distribution after the generation."""
        return path_frame(self.task, self.steps)

    @cached_property
    def parameters(self) -> pl.DataFrame:
        """One row a parameter: `parameter`, `low`, `high`, `untuned`, `tuned`."""
        space = self.task.space
        columns = zip(space.names, space.low, space.high, space.start, self.values, strict=True)
        schema: dict[str, type] = {"parameter": str, "low": float, "high": float, "untuned": float, "tuned": float}
        return typed_frame([dict(zip(schema, row, strict=True)) for row in columns], schema)

    def to_dict(self) -> dict[str, Any]:
        """The tuning as one JSON object."""
        schedule = self.task.schedule
        gate: dict[str, Any] | None = None
        if self.gate is not None:
            whole = self.gate.to_dict()
            names = ("decks", "one_vs_two", "two_vs_one", "both", "sprt")
            gate = {"first": self.gate.contest.first} | {name: whole[name] for name in names}
            for line_up in ("one_vs_two", "two_vs_one"):
                del gate[line_up]["strategies"]
        return {
            "run": self.task.to_dict(),
            "deals": {"budget": self.task.budget, "search": self.search_deals, "gate": self.gate_deals},
            "generations": {"done": len(self.steps), "wanted": schedule.generations},
            "parameters": self.parameters.to_dicts(),
            "seat": self.spec,
            "verdict": self.verdict if self.gate is not None else None,
            "found": self.found,
            "gate": gate,
        }


def path_schema(task: Task) -> dict[str, type]:
    """The columns of the path with their types."""
    schema: dict[str, type] = {"generation": int, "candidate": int}
    schema |= dict.fromkeys((PARAMETER + name for name in task.space.names), float)
    schema |= dict.fromkeys(("decks", "total", "squares"), int) | dict.fromkeys(("objective", "error", "sigma"), float)
    return schema | dict.fromkeys((MEAN + name for name in task.space.names), float)


def path_frame(task: Task, steps: Sequence[Step]) -> pl.DataFrame:
    """The path of a search as a frame."""
    decks = task.schedule.decks
    rows = []
    for generation, step in enumerate(steps):
        mean = {MEAN + name: value for name, value in task.space.settings(step.mean).items()}
        sums = zip(step.candidates, step.total.tolist(), step.squares.tolist(), strict=True)
        for candidate, (values, total, squares) in enumerate(sums):
            rows.append(
                {"generation": generation, "candidate": candidate}
                | {PARAMETER + name: value for name, value in task.space.settings(values).items()}
                | {"decks": decks, "total": total, "squares": squares}
                | {"objective": total / (decks * task.scale)}
                | {"error": sqrt(variance(decks, total, squares) / decks) / task.scale}
                | {"sigma": step.sigma}
                | mean
            )
    return typed_frame(rows, path_schema(task))
