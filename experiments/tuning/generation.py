"""One generation as a study: its candidates on the same decks, counted exactly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray

from experiments.failures import with_replay
from experiments.plan import Seat, replay_command
from experiments.tally import SEATS, Ints
from simcore import Rules, StrategyError, run_deals

if TYPE_CHECKING:
    from experiments.tuning.task import Task

Opponents = tuple[Seat, Seat]


class Edges:
    """Sums over decks by candidate: `total` of its edges and `squares` of their squares, both (candidates,) int64, of
    edges scaled up to be whole numbers."""

    __slots__ = ("squares", "total")

    def __init__(self, total: Ints, squares: Ints) -> None:
        self.total = total
        self.squares = squares

    def add(self, other: Edges, /) -> None:
        """Take in the sums over other decks."""
        self.total += other.total
        self.squares += other.squares

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Both, by name."""
        return {"total": self.total, "squares": self.squares}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]], /) -> Self:
        """The sums whose `arrays` these are."""
        return cls(np.array(arrays["total"], np.int64), np.array(arrays["squares"], np.int64))


@dataclass(frozen=True)
class Generation:
    """Candidates, each a value for every parameter of the task, on decks `first_deck` … `first_deck` + `decks` - 1.

    A unit is a deck of one candidate; unit u is deck u % decks of candidate u // decks.
    """

    task: Task
    candidates: tuple[tuple[float, ...], ...]
    first_deck: int
    decks: int

    first = 0
    unit = "decks"

    @property
    def count(self) -> int:
        """Units of the generation."""
        return len(self.candidates) * self.decks

    @property
    def command(self) -> str:
        """The command line of the whole search."""
        return self.task.command

    def to_dict(self) -> dict[str, Any]:
        """What is played, in plain values."""
        return self.task.to_dict() | {
            "candidates": [list(values) for values in self.candidates],
            "decks": [self.first_deck, self.decks],
        }

    def prepare(self) -> None:
        """Compile the core and the strategies, and play one deck. Raises StrategyError."""
        self.play(0, 1)

    def empty(self) -> Edges:
        """Sums over no deck."""
        return Edges(np.zeros(len(self.candidates), np.int64), np.zeros(len(self.candidates), np.int64))

    def play(self, first: int, count: int, /) -> Edges:
        """Play units first … first + count - 1."""
        sums = self.empty()
        end = first + count
        while first < end:
            candidate, deck = divmod(first, self.decks)
            size = min(end - first, self.decks - deck)
            seat = self.task.candidate(self.candidates[candidate])
            edges = play_edges(self.task.rules, seat, self.task.line_ups, self.task.seed, self.first_deck + deck, size)
            sums.total[candidate] += edges.sum()
            sums.squares[candidate] += edges @ edges
            first += size
        return sums


def orders(line_ups: Sequence[Opponents]) -> list[tuple[int, tuple[Seat | None, ...]]]:
    """The games of a deck: the candidate's seat, and who sits at each seat, None for the candidate.

    The candidate sits once at every seat with the opponents in both orders, or in one where they are the same.
    """
    games = []
    for one, other in line_ups:
        pairs = [(one, other)] if one.strategy == other.strategy else [(one, other), (other, one)]
        for after, before in pairs:
            for seat in range(SEATS):
                row: list[Seat | None] = [None] * SEATS
                row[(seat + 1) % SEATS] = after
                row[(seat + 2) % SEATS] = before
                games.append((seat, tuple(row)))
    return games


def deals_of(line_ups: Sequence[Opponents]) -> int:
    """Deals of a deck."""
    return len(orders(line_ups))


def play_edges(rules: Rules, mine: Seat, line_ups: Sequence[Opponents], seed: int, first: int, count: int) -> Ints:
    """The edges of a strategy on decks first … first + count - 1, shape (count,): in each game its payoff less the mean
    payoff of the other two, summed over the games of the deck and scaled up by 2. Raises StrategyError, with the
    command that replays the deal."""
    edges = np.zeros(count, np.int64)
    for seat, row in orders(line_ups):
        seats = [mine if other is None else other for other in row]
        try:
            records = run_deals(rules, [each.strategy for each in seats], seed, first, count)
        except StrategyError as error:
            raise with_replay(error, partial(replay_command, rules, [each.spec for each in seats], seed)) from error
        payoff = records["payoff"].astype(np.int64)
        edges += SEATS * payoff[:, seat] - payoff.sum(axis=1)
    return edges
