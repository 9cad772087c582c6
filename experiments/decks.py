"""Decks as units: one deck is a deal that is played once for every order of a line-up, and counted as one row.

Every figure of a match or ladder is a linear form, or a ratio of two, in the columns of such rows. What is kept of the
decks are the exact sums of all products of two columns, so means, variances and covariances between the games of a
deck all come from integers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import permutations
from math import lcm, sqrt
from typing import Any, Final, Self

import numpy as np
from numpy.typing import NDArray

from experiments.clustered import ONE, Ratio, Weights, products
from experiments.failures import with_replay
from experiments.plan import Seat, replay_command
from experiments.stats import variance
from experiments.tally import SEATS, Ints, Records
from simcore import Rules, StrategyError, run_deals

EVERY: Final = 0
"""The role of a seat: dealer or not."""
DEALER: Final = 1
PAYOFF: Final = 0
WINS: Final = 1
HU: Final = 2
"""What a column sums over the seats of a strategy in the games of a deck; hu is that of its wins."""
_ROLES: Final = 2
_SUMS: Final = 3


@dataclass(frozen=True)
class LineUp:
    """Games on one deck: `orders` gives for each game the number of the strategy at each seat. Every strategy sits at
    every seat equally often, so that a deck contains its own control."""

    name: str
    orders: tuple[tuple[int, ...], ...]

    def seats(self, strategy: int) -> int:
        """Seats of a strategy in each game."""
        return self.orders[0].count(strategy)

    def scale(self) -> int:
        """What an edge of a deck, summed over its games, is scaled up by to be a whole number."""
        return 2 * len(self.orders)


def _rotations(line_up: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(line_up[(seat - turn) % SEATS] for seat in range(SEATS)) for turn in range(SEATS))


TWO: Final = (LineUp("one_vs_two", _rotations((0, 1, 1))), LineUp("two_vs_one", _rotations((1, 0, 0))))
"""A (0) against B (1): one A against two B, and two A against one B, three rotations each."""
THREE: Final = (LineUp("all_orders", tuple(permutations(range(SEATS)))),)
"""A, B and C in all six orders."""


@dataclass(frozen=True)
class Columns:
    """Where things stand in the row of a deck: 1, then sums by line-up, strategy, role and kind, then the dreamer's
    payoff by line-up."""

    line_ups: tuple[LineUp, ...]
    strategies: int

    @property
    def width(self) -> int:
        """Columns of a row."""
        return self._dreamer + len(self.line_ups)

    @property
    def _dreamer(self) -> int:
        return 1 + len(self.line_ups) * self.strategies * _ROLES * _SUMS

    def at(self, line_up: int, strategy: int, role: int, kind: int) -> int:
        """The column of a sum."""
        return 1 + ((line_up * self.strategies + strategy) * _ROLES + role) * _SUMS + kind

    def dreamer(self, line_up: int) -> int:
        """The column of the dreamer's payoff."""
        return self._dreamer + line_up

    @property
    def extras(self) -> int:
        """Sums over decks that are no products of columns."""
        return 2 * len(self.line_ups) * self.strategies + 1

    def square(self, line_up: int, strategy: int) -> int:
        """Where the squared edges of the single games stand among these; they are scaled up by 2."""
        return line_up * self.strategies + strategy

    def differ(self, line_up: int | None, strategy: int) -> int:
        """Where the number of decks with an edge that is not 0 stands among these; without a line-up, that of the edge
        of the first strategy over all of them."""
        if line_up is None:
            return self.extras - 1
        return (len(self.line_ups) + line_up) * self.strategies + strategy

    def edge(self, line_up: int, strategy: int) -> dict[int, int]:
        """The edge of a deck as a linear form, `scale` times too large: in each game the mean payoff of the strategy's
        seats less the mean payoff of the others."""
        mine = self.line_ups[line_up].seats(strategy)
        payoffs = [self.at(line_up, other, EVERY, PAYOFF) for other in range(self.strategies)]
        return {column: SEATS * (other == strategy) - mine for other, column in enumerate(payoffs)}

    def rows(self, games: Sequence[Sequence[Records]]) -> tuple[Ints, Ints]:
        """The rows of decks from `games[line-up][order]`, records of the same deals in the same order, shape (n,) each.

        Gives rows (n, width), and the other sums over these decks (extras,).
        """
        rows = np.zeros((len(games[0][0]), self.width), np.int64)
        rows[:, 0] = 1
        extras = np.zeros(self.extras, np.int64)
        whole = np.zeros(len(rows), np.int64)
        for number, line_up in enumerate(self.line_ups):
            for order, records in zip(line_up.orders, games[number], strict=True):
                self._count(number, order, records, rows, extras)
            for strategy in range(self.strategies):
                edge = np.zeros(len(rows), np.int64)
                for column, weight in self.edge(number, strategy).items():
                    edge += weight * rows[:, column]
                extras[self.differ(number, strategy)] = np.count_nonzero(edge)
                if not strategy:
                    whole += edge
        extras[self.differ(None, 0)] = np.count_nonzero(whole)
        return rows, extras

    def _count(self, line_up: int, order: tuple[int, ...], records: Records, rows: Ints, extras: Ints) -> None:
        winner = records["winner"]
        dealer = records["dealer"]
        hu = records["hu"].astype(np.int64)
        payoffs = np.zeros((self.strategies, len(records)), np.int64)
        for seat, strategy in enumerate(order):
            payoff = records["payoff"][:, seat].astype(np.int64)
            won = (winner == seat).astype(np.int64)
            payoffs[strategy] += payoff
            dealt = dealer == seat
            at = self.at(line_up, strategy, EVERY, 0)
            for kind, values in enumerate((payoff, won, won * hu)):
                rows[:, at + kind] += values
                rows[:, at + _SUMS + kind] += values * dealt
        rows[:, self.dreamer(line_up)] += records["dreamer"]
        whole = payoffs.sum(axis=0)
        for strategy in range(self.strategies):
            edge = SEATS * payoffs[strategy] - order.count(strategy) * whole
            extras[self.square(line_up, strategy)] += edge @ edge


@dataclass
class Part:
    """Sums over some decks: of the products of any two columns, and others."""

    sums: Ints
    extras: Ints

    @property
    def decks(self) -> int:
        """Decks that were counted."""
        return int(self.sums[0, 0])

    def moments(self, form: Weights) -> tuple[int, int, int]:
        """Decks, sum and sum of squares of a linear form in the columns, exact."""
        total = sum(weight * int(self.sums[0, at]) for at, weight in form.items())
        squares = sum(a * b * int(self.sums[i, j]) for i, a in form.items() for j, b in form.items())
        return self.decks, total, squares

    def deviation(self, form: Weights, scale: int) -> float | None:
        """The standard deviation over decks of a linear form; None where there is one deck."""
        decks, total, squares = self.moments(form)
        return sqrt(variance(decks, total, squares)) / scale if decks > 1 else None


class DeckCounts:
    """Counts of decks, by part: decks up to one look at a sequential test, say, and those up to the next."""

    __slots__ = ("parts", "shape")

    def __init__(self, width: int, extras: int, parts: Mapping[int, Part] | None = None) -> None:
        self.shape = (width, extras)
        self.parts = dict(parts or {})

    @classmethod
    def of(cls, rows: Ints, extras: Ints, part: int) -> Self:
        """Count rows of decks, all of one part."""
        return cls(rows.shape[1], len(extras), {part: Part(products(rows), extras)})

    def add(self, other: DeckCounts, /) -> None:
        """Take in the counts of other decks."""
        for number, part in other.parts.items():
            mine = self.parts.get(number)
            if mine is None:
                self.parts[number] = Part(part.sums.copy(), part.extras.copy())
            else:
                mine.sums += part.sums
                mine.extras += part.extras

    def total(self, parts: Iterable[int] | None = None) -> Part:
        """The sums over the parts of these numbers, or over all."""
        width, extras = self.shape
        whole = Part(np.zeros((width, width), np.int64), np.zeros(extras, np.int64))
        for number in self.parts if parts is None else parts:
            if number in self.parts:
                whole.sums += self.parts[number].sums
                whole.extras += self.parts[number].extras
        return whole

    def arrays(self) -> dict[str, NDArray[Any]]:
        """`part` (p,), `sums` (p, width, width) and `extras` (p, e), all int64."""
        width, extras = self.shape
        numbers = sorted(self.parts)
        return {
            "part": np.array(numbers, np.int64),
            "sums": np.array([self.parts[n].sums for n in numbers], np.int64).reshape(len(numbers), width, width),
            "extras": np.array([self.parts[n].extras for n in numbers], np.int64).reshape(len(numbers), extras),
        }

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]], /) -> Self:
        """The counts whose `arrays` these are."""
        numbers, sums, extras = arrays["part"], arrays["sums"], arrays["extras"]
        parts = {
            int(number): Part(np.array(sums[at], np.int64), np.array(extras[at], np.int64))
            for at, number in enumerate(numbers)
        }
        return cls(sums.shape[1], extras.shape[1], parts)


def play_line_up(
    rules: Rules, seats: Sequence[Seat], line_up: LineUp, seed: int, first: int, count: int
) -> list[Records]:
    """Play decks first … first + count - 1 in every order of a line-up: records (count,) for each order.

    Deal i has dealer i mod 3 in all of them, so each seat of the line-up deals once. Raises StrategyError, with the
    command that replays the deal.
    """
    games = []
    for order in line_up.orders:
        try:
            games.append(run_deals(rules, [seats[number].strategy for number in order], seed, first, count))
        except StrategyError as error:
            specs = [seats[number].spec for number in order]
            raise with_replay(error, partial(replay_command, rules, specs, seed)) from error
    return games


def edge_ratio(form: Weights, scale: int) -> Ratio:
    """The mean over decks of a linear form."""
    return Ratio(form, ONE, Fraction(1, scale))


def variance_ratio(part: Part, edges: Sequence[tuple[Weights, int, int]]) -> float | None:
    """By how much the variance of an edge exceeds it where the same number of games were independent.

    `edges` has for each line-up that the edge is the mean of: its form, the games of a deck and the place of its
    squares. With the edges e of single games, of variance v over decks and orders, n decks of k games each give a mean
    whose variance is that of the per-deck means by n, where independent games would give v / (n k). v is estimated
    without bias as mean(e²) - mean(e)² + the variance of mean(e). None where no deck differs from the others, or there
    is a single one.
    """
    decks = part.decks
    if decks < 2:
        return None
    whole: dict[int, Fraction] = {}
    independent = Fraction(0)
    for form, games, square in edges:
        _, total, squares = part.moments(form)
        mean = Fraction(total, decks * games)
        spread = Fraction(decks * squares - total * total, decks * (decks - 1)) / games**2
        single = Fraction(int(part.extras[square]), decks * games) - mean**2 + spread / decks
        independent += single / games
        for column, weight in form.items():
            whole[column] = whole.get(column, Fraction(0)) + Fraction(weight, games)
    common = lcm(*(weight.denominator for weight in whole.values()))
    form = {column: int(weight * common) for column, weight in whole.items()}
    _, total, squares = part.moments(form)
    clustered = Fraction(decks * squares - total * total, decks * (decks - 1)) / common**2
    return float(independent / clustered) if clustered else None
