"""The ladder: every strategy against every other, and where each stands against the field."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import sqrt
from os import PathLike
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from experiments.clustered import Weights, estimate, products, rate
from experiments.contest import asked, make_seats, run_words
from experiments.decks import (
    EVERY,
    TWO,
    WINS,
    Columns,
    DeckCounts,
    LineUp,
    Part,
    edge_ratio,
    play_line_up,
    variance_ratio,
)
from experiments.plan import Seat
from experiments.stats import Estimate, t_quantile, variance
from experiments.study import Progress, run_study
from experiments.tally import SEATS, Ints, Records
from experiments.typed_frames import Schema, interval_schema, typed_frame
from simcore import Rules, SiseError, Strategy

if TYPE_CHECKING:
    import polars as pl

__all__ = ["Ladder", "LadderStudy", "ladder", "make_ladder"]

SLOW: Final = ("rollout",)
"""Strategies of these names take part in fewer decks: a single decision of theirs costs many deals of the others."""
SLOW_DECKS: Final = 100
COMMON: Final = 0
"""The part of the decks that all pairs played."""
FAST: Final = 1
"""The part of the decks that only the pairs without a slow strategy played."""
_SCALES: Final = tuple(line_up.scale() for line_up in TWO)
_EDGES: Final = ("one_vs_two", "two_vs_one", "both")
"""The first columns of a pair, in this order: the edges of a deck, each scaled up, and their sum."""
_WINS: Final = 2
_WIDTH: Final = 4  # of a pair: edge with one and with two seats, wins of either strategy
_EXTRAS: Final = 5  # of a pair: squared edges of single games, decks with an edge, by line-up and of both
_DUEL: Final = Columns(TWO, 2)
_SEATS: Final = sum(SEATS * line_up.seats(0) for line_up in TWO)
"""Seats of a strategy in the games of a pair on one deck."""
PAIR_SCHEMA: Final[Schema] = (
    {"strategy": str, "against": str, "line_up": str, "decks": int, "differ": int}
    | dict.fromkeys(("mean", "low", "high", "sd", "variance_ratio"), float)
    | interval_schema("win_rate", "against_win_rate")
)
RANKING_SCHEMA: Final[Schema] = {"rank": int, "strategy": str, "decks": int} | interval_schema("edge", "win_rate")


@dataclass(frozen=True)
class LadderStudy:
    """All pairs of `seats` on decks first … first + count - 1, six games a pair and deck; make one with `make_ladder`.

    Pairs with a strategy of which `slow` is true play the first `slow_count` of the decks only.
    """

    rules: Rules
    seats: tuple[Seat, ...]
    slow: tuple[bool, ...]
    seed: int
    first: int
    count: int
    slow_count: int

    unit = "decks"

    @cached_property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """The pairs of strategies, by their numbers."""
        return tuple(combinations(range(len(self.seats)), 2))

    def is_slow(self, pair: int) -> bool:
        """Whether a pair plays fewer decks."""
        return any(self.slow[strategy] for strategy in self.pairs[pair])

    @property
    def command(self) -> str:
        """A command line that plays this ladder again."""
        words = ["sise", "ladder", "--strategies", ",".join(seat.spec for seat in self.seats), *run_words(self)]
        slow = ",".join(seat.label for seat, is_slow in zip(self.seats, self.slow, strict=True) if is_slow)
        if slow:
            words += ["--slow", slow, "--slow-decks", str(self.slow_count)]
        return shlex.join(words)

    def to_dict(self) -> dict[str, Any]:
        """The ladder in plain values; equal dicts mean equal tables."""
        slow = [seat.label for seat, is_slow in zip(self.seats, self.slow, strict=True) if is_slow]
        return asked(self) | {"slow": slow, "slow_decks": self.slow_count}

    def prepare(self) -> None:
        """Compile the core and the strategies, and play the first deal with each of them. Raises StrategyError."""
        _ = self._first_deals

    @cached_property
    def _first_deals(self) -> list[list[Records]]:
        every = LineUp("first", (tuple(range(SEATS)),))
        lines = [
            (*self.seats[at : at + SEATS], *self.seats, self.seats[0])[:SEATS]
            for at in range(0, len(self.seats), SEATS)
        ]
        return [play_line_up(self.rules, line, every, self.seed, self.first, 1) for line in lines]

    def empty(self) -> DeckCounts:
        """Counts of no deck."""
        return DeckCounts(1 + _WIDTH * len(self.pairs), _EXTRAS * len(self.pairs))

    def play(self, first: int, count: int, /) -> DeckCounts:
        """Play decks first … first + count - 1."""
        counts = self.empty()
        common = max(0, min(count, self.first + self.slow_count - first))
        if common:
            counts.add(self._play(first, common, COMMON))
        if count > common:
            counts.add(self._play(first + common, count - common, FAST))
        return counts

    def _play(self, first: int, count: int, part: int) -> DeckCounts:
        width, extras = self.empty().shape
        rows = np.zeros((count, width), np.int64)
        rows[:, 0] = 1
        others = np.zeros(extras, np.int64)
        for number, (one, other) in enumerate(self.pairs):
            if part == FAST and self.is_slow(number):
                continue
            seats = (self.seats[one], self.seats[other])
            games = [play_line_up(self.rules, seats, line_up, self.seed, first, count) for line_up in TWO]
            at = 1 + _WIDTH * number
            rows[:, at : at + _WIDTH], others[_EXTRAS * number : _EXTRAS * (number + 1)] = _pair_rows(
                *_DUEL.rows(games)
            )
        return DeckCounts(width, extras, {part: Part(products(rows), others)})


def _pair_rows(rows: Ints, extras: Ints) -> tuple[Ints, Ints]:
    """The columns and extras of a pair, from those of a match."""
    found = np.zeros((len(rows), _WIDTH), np.int64)
    for line_up in range(len(TWO)):
        for column, weight in _DUEL.edge(line_up, 0).items():
            found[:, line_up] += weight * rows[:, column]
        for strategy in range(2):
            found[:, _WINS + strategy] += rows[:, _DUEL.at(line_up, strategy, EVERY, WINS)]
    kept = [at(line_up, 0) for at in (_DUEL.square, _DUEL.differ) for line_up in range(len(TWO))]
    return found, extras[[*kept, _DUEL.differ(None, 0)]]


@dataclass(frozen=True)
class Ladder:
    """Exact counts of a ladder, and the tables made of them."""

    study: LadderStudy
    counts: DeckCounts

    @cached_property
    def _whole(self) -> Part:
        return self.counts.total()

    @cached_property
    def _common(self) -> Part:
        return self.counts.total((COMMON,))

    @property
    def decks(self) -> int:
        """Decks that were played, by all pairs or by those without a slow strategy."""
        return self._whole.decks

    @property
    def games(self) -> int:
        """Deals that were played."""
        games = sum(len(line_up.orders) for line_up in TWO)
        return games * sum(self._part(pair).decks for pair in range(len(self.study.pairs)))

    def pair_rows(self) -> list[dict[str, Any]]:
        """For each ordered pair of strategies the edge of one against the other in each line-up and in both together,
        with its 95 % interval clustered by deck, and the win rates of a seat of theirs."""
        numbers = range(len(self.study.seats))
        return [self._pair_row(x, y, kind) for x in numbers for y in numbers if x != y for kind in _EDGES]

    def ranking_rows(self) -> list[dict[str, Any]]:
        """One row a strategy, best first: its mean edge against the field, which is the mean of its edges against each
        other strategy, and the mean win rate of a seat of it. The intervals are clustered by deck over all pairs."""
        rows: list[dict[str, Any]] = []
        for x, seat in enumerate(self.study.seats):
            pairs = [number for number, pair in enumerate(self.study.pairs) if x in pair]
            edge = self._field({pair: self._edge_form(pair, x, "both") for pair in pairs}, sum(_SCALES))
            wins = self._field({pair: {self._wins(pair, x): 1} for pair in pairs}, _SEATS)
            decks = max(self._part(pair).decks for pair in pairs)
            rows.append(
                {"strategy": seat.label, "decks": decks} | _interval("edge", edge) | _interval("win_rate", wins)
            )
        rows.sort(key=lambda row: (row["edge"] is None, -(row["edge"] or 0.0)))
        return [{"rank": at + 1} | row for at, row in enumerate(rows)]

    @cached_property
    def pairs(self) -> pl.DataFrame:
        """`pair_rows` as a frame."""
        return typed_frame(self.pair_rows(), PAIR_SCHEMA)

    @cached_property
    def ranking(self) -> pl.DataFrame:
        """`ranking_rows` as a frame."""
        return typed_frame(self.ranking_rows(), RANKING_SCHEMA)

    @property
    def tables(self) -> dict[str, pl.DataFrame]:
        """The frames by name."""
        return {"ranking": self.ranking, "pairs": self.pairs}

    def to_dict(self) -> dict[str, Any]:
        """The ladder as one JSON object."""
        content: dict[str, Any] = {"run": self.study.to_dict(), "decks": self.decks, "games": self.games}
        return content | {"ranking": self.ranking_rows(), "pairs": self.pair_rows()}

    def _part(self, pair: int) -> Part:
        return self._common if self.study.is_slow(pair) else self._whole

    def _edge_form(self, pair: int, strategy: int, kind: str) -> dict[int, int]:
        at = 1 + _WIDTH * pair
        sign = 1 if self.study.pairs[pair][0] == strategy else -1
        return {at: sign, at + 1: sign} if kind == "both" else {self._line_up(pair, strategy, kind): sign}

    def _line_up(self, pair: int, strategy: int, kind: str) -> int:
        """The column of a line-up as one of the pair sees it: one against two of the first is two against one of the
        second."""
        other = self.study.pairs[pair][0] != strategy
        return 1 + _WIDTH * pair + (_EDGES.index(kind) ^ other)

    def _wins(self, pair: int, strategy: int) -> int:
        return 1 + _WIDTH * pair + _WINS + self.study.pairs[pair].index(strategy)

    def _pair_row(self, x: int, y: int, kind: str) -> dict[str, Any]:
        pair = self.study.pairs.index((min(x, y), max(x, y)))
        part = self._part(pair)
        form = self._edge_form(pair, x, kind)
        scale = sum(_SCALES) if kind == "both" else _SCALES[_EDGES.index(kind)]
        row: dict[str, Any] = {
            "strategy": self.study.seats[x].label,
            "against": self.study.seats[y].label,
            "line_up": kind,
            "decks": part.decks,
        }
        if not part.decks:
            return row | dict.fromkeys(("mean", "low", "high", "sd", "variance_ratio"))
        places = [(column - 1) % _WIDTH for column in form]  # which line-ups the edge is the mean of
        differ = len(TWO) if kind == "both" else places[0]
        edges: list[tuple[Weights, int, int]] = [
            ({column: sign}, _SCALES[at] // 2, _EXTRAS * pair + at)
            for at, (column, sign) in zip(places, form.items(), strict=True)
        ]
        mean, low, high = estimate(part.sums, edge_ratio(form, scale))
        row |= {"mean": mean, "low": low, "high": high, "sd": part.deviation(form, scale)}
        row["differ"] = int(part.extras[_EXTRAS * pair + len(TWO) + differ])
        row["variance_ratio"] = variance_ratio(part, edges)
        if kind == "both":
            for name, strategy in (("win_rate", x), ("against_win_rate", y)):
                row |= _interval(name, rate(part.sums, {self._wins(pair, strategy): 1}, {0: _SEATS}))
        return row

    def _field(self, forms: dict[int, dict[int, int]], scale: int) -> Estimate:
        """The mean over pairs of linear forms in a deck's columns, with an interval clustered by deck.

        Where some pairs played fewer decks, the mean of each kind of pairs is over the decks that it played. With N
        decks and among them n common ones, their covariance is that of a common deck by N.
        """
        scale *= len(forms)
        whole = {column: weight for form in forms.values() for column, weight in form.items()}
        few = {column for pair, form in forms.items() if self.study.is_slow(pair) for column in form}
        common, all_decks = self._common, self._whole
        if (few and not common.decks) or not all_decks.decks:
            return Estimate(None, None, None)
        if not few or few == whole.keys() or common.decks == all_decks.decks:
            return estimate((common if few else all_decks).sums, edge_ratio(whole, scale))
        slow = {column: weight for column, weight in whole.items() if column in few}
        fast = {column: weight for column, weight in whole.items() if column not in few}
        n, total = common.decks, all_decks.decks
        value = (common.moments(slow)[1] / n + all_decks.moments(fast)[1] / total) / scale
        if n < 2:
            return Estimate(value, None, None)
        of_slow = variance(*common.moments(slow))
        twice = variance(*common.moments(whole)) - of_slow - variance(*common.moments(fast))
        square = of_slow / n + (variance(*all_decks.moments(fast)) + twice) / total
        half = t_quantile(n - 1) * sqrt(max(square, 0.0)) / scale
        return Estimate(value, value - half, value + half)


def ladder(
    rules: Rules | str = "guangshui",
    strategies: Sequence[Strategy | str] | None = None,
    *,
    decks: int = 10_000,
    seed: int = 1,
    first: int = 0,
    slow: Sequence[str] | None = None,
    slow_decks: int = SLOW_DECKS,
    threads: int = 1,
    chunk: int | None = None,
    executor: str | Executor | None = None,
    directory: str | PathLike[str] | None = None,
    fresh: bool = False,
    progress: Progress | None = None,
) -> Ladder:
    """Play strategies, by default all built-in ones, against each other: every pair on the same decks, in the six games
    of a match. Strategies in `slow` (by default those named in `SLOW`) take part in `slow_decks` decks only.

    Raises SiseError for input that cannot be used, and `experiments.study.Interrupted` on Ctrl-C.
    """
    study = make_ladder(rules, strategies, decks=decks, seed=seed, first=first, slow=slow, slow_decks=slow_decks)
    outcome = run_study(
        study,
        threads=threads,
        chunk=chunk,
        executor=executor,
        directory=directory,
        fresh=fresh,
        progress=progress,
    )
    return Ladder(study, outcome.counts)


def make_ladder(
    rules: Rules | str = "guangshui",
    strategies: Sequence[Strategy | str] | None = None,
    *,
    decks: int = 10_000,
    seed: int = 1,
    first: int = 0,
    slow: Sequence[str] | None = None,
    slow_decks: int = SLOW_DECKS,
) -> LadderStudy:
    """Check a ladder before anything of it starts. Raises SiseError naming what cannot be used."""
    from strategies import BUILT_IN

    wanted = list(BUILT_IN) if strategies is None else list(strategies)
    if len(wanted) < 2:
        raise SiseError(f"a ladder has two strategies or more, not {len(wanted)}")
    if isinstance(slow_decks, bool) or not isinstance(slow_decks, int) or slow_decks < 1:
        raise SiseError(f"slow_decks is {slow_decks!r}; expected a whole number from 1 on")
    seats = []
    for strategy in wanted:
        rules, (seat, _) = make_seats(rules, [strategy] * 2, decks=decks, seed=seed, first=first)
        seats.append(seat)
    labels = [seat.label for seat in seats]
    twice = [label for at, label in enumerate(labels) if label in labels[:at]]
    if twice:
        raise SiseError(f'a ladder has every strategy once; "{twice[0]}" is there twice')
    known = [{seat.label, seat.spec, seat.strategy.name} for seat in seats]
    for name in slow or ():
        if not any(name in names for names in known):
            raise SiseError(f'slow: "{name}" is not in the ladder; expected one of {", ".join(labels)}')
    flags = tuple(not names.isdisjoint(SLOW if slow is None else slow) for names in known)
    assert isinstance(rules, Rules)
    return LadderStudy(rules, tuple(seats), flags, int(seed), int(first), int(decks), min(slow_decks, decks))


def _interval(name: str, found: Estimate) -> dict[str, Any]:
    return {name: found.value, f"{name}_low": found.low, f"{name}_high": found.high}
