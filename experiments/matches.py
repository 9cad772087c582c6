"""Matches: which of two or three strategies is better, and by how much."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cached_property
from os import PathLike
from typing import TYPE_CHECKING, Any, Final

from experiments.clustered import Ratio, Weights, estimate, rate
from experiments.contest import Contest, Judge, make_contest
from experiments.decks import DEALER, EVERY, HU, PAYOFF, WINS, DeckCounts, Part, edge_ratio, variance_ratio
from experiments.sequential import Sprt, SprtState, confidence_sequence, plain
from experiments.study import Progress, run_study
from experiments.typed_frames import Schema, interval_schema, typed_frame
from simcore import Rules, Strategy

if TYPE_CHECKING:
    import polars as pl

__all__ = ["Contest", "Edge", "Match", "Sprt", "Watch", "make_contest", "match", "run_contest", "watcher"]

Watch = Callable[["Match"], None]
"""Told the match so far, again and again while it runs."""

SPARSE: Final = 30
"""Where the edge of fewer decks than this is not 0, the 95 % interval may hold as seldom as in 8 of 10 cases."""
LETTERS: Final = "ABC"
ROLES: Final = ("all", "dealer", "non_dealer")
WIDE: Final = 5
"""The any-time interval is narrowest after a `WIDE`-th of the decks asked for, which costs 4 % of its width at the end
and saves much early on."""

FEW: Final = 5
"""Of fewer wins no interval of their mean hu is given: their spread says nothing."""

_EDGES: Final = ("mean", "low", "high", "sd", "effect", "variance_ratio", "any_low", "any_high")
EDGE_SCHEMA: Final[Schema] = (
    dict.fromkeys(("line_up", "strategy", "against"), str) | dict.fromkeys(_EDGES, float) | {"differ": int}
)
STRATEGY_SCHEMA: Final[Schema] = (
    dict.fromkeys(("line_up", "player", "strategy", "role"), str)
    | {"seats": int, "wins": int}
    | interval_schema("mean_payoff", "win_rate", "mean_hu")
)


@dataclass(frozen=True)
class Edge:
    """The mean edge of a strategy in a line-up, with its 95 % interval clustered by deck (Student's t).

    `sd` is the standard deviation of the edge of a deck, `effect` the mean in these units, `variance_ratio` by how much
    the variance would be larger had the same number of games been independent, and `any_low` to `any_high` the
    interval that holds at all times (the confidence sequence). None where there are too few decks. In `differ` decks
    the edge is not 0: of fewer than `SPARSE` no interval that rests on their spread is to be trusted.
    """

    strategy: str
    mean: float
    low: float | None
    high: float | None
    sd: float | None
    effect: float | None
    variance_ratio: float | None
    any_low: float | None
    any_high: float | None
    differ: int | None

    def to_dict(self) -> dict[str, Any]:
        """Plain values: everything but the strategy's name."""
        row = vars(self) | {}
        del row["strategy"]
        return row


@dataclass(frozen=True)
class Match:
    """Exact counts of a match, and the figures made of them. `decks` is below `contest.count` where a sequential test
    decided early, or the match was interrupted."""

    contest: Contest
    counts: DeckCounts

    @cached_property
    def _judge(self) -> Judge:
        judge = Judge(self.contest)
        judge.see(self.counts)
        return judge

    @cached_property
    def part(self) -> Part:
        """The sums that the figures are over."""
        return self._judge.decks_of(self.counts)

    @property
    def decks(self) -> int:
        """Decks that the figures are over."""
        return self.part.decks

    @property
    def games(self) -> int:
        """Deals that were played on these decks."""
        return self.decks * sum(len(line_up.orders) for line_up in self.contest.line_ups)

    @property
    def sprt(self) -> SprtState | None:
        """The sequential test, None where none was asked for."""
        return self._judge.state if self.contest.sprt is not None else None

    def edge(self, line_up: str, strategy: int = 0) -> Edge:
        """The edge of a strategy (0 is A) in "one_vs_two" or "two_vs_one", or in "both" together; of three strategies
        in "all_orders". In each game it is the mean payoff of the strategy's seats less that of the others."""
        at = [number for number, known in enumerate(self.contest.line_ups) if line_up in (known.name, "both")]
        if not at:
            raise KeyError(line_up)
        form: dict[int, int] = {}
        edges: list[tuple[Weights, int, int]] = []
        scale = 0
        for number in at:
            known = self.contest.line_ups[number]
            mine = self.contest.columns.edge(number, strategy)
            form |= mine
            scale += known.scale()
            edges.append((mine, len(known.orders), self.contest.columns.square(number, strategy)))
        differ = self.part.extras[self.contest.columns.differ(None if len(at) > 1 else at[0], strategy)]
        ratio = variance_ratio(self.part, edges)
        return self._edge(self.contest.seats[strategy].label, form, scale, ratio, int(differ))

    @property
    def one_vs_two(self) -> Edge:
        """A's edge with one A against two B."""
        return self.edge("one_vs_two")

    @property
    def two_vs_one(self) -> Edge:
        """A's edge with two A against one B."""
        return self.edge("two_vs_one")

    @property
    def both(self) -> Edge:
        """A's edge over all six games of a deck."""
        return self.edge("both")

    def pair(self, one: int, other: int) -> Edge:
        """Of three strategies: the payoff of one less that of another in the same deals."""
        columns = self.contest.columns
        form = {columns.at(0, one, EVERY, PAYOFF): 1, columns.at(0, other, EVERY, PAYOFF): -1}
        return self._edge(self.contest.seats[one].label, form, len(self.contest.line_ups[0].orders))

    def edge_rows(self) -> list[dict[str, Any]]:
        """One row an edge: `line_up`, `strategy`, `against` and what `Edge` has. Of two strategies the edges of A, of
        three those of each and of each pair."""
        labels = [seat.label for seat in self.contest.seats]
        if len(labels) == 2:
            names = [line_up.name for line_up in self.contest.line_ups] + ["both"]
            return [
                {"line_up": name, "strategy": labels[0], "against": labels[1]} | self.edge(name).to_dict()
                for name in names
            ]
        numbers = range(len(labels))
        rows = [
            {"line_up": "all_orders", "strategy": labels[x], "against": "others"} | self.edge("all_orders", x).to_dict()
            for x in numbers
        ]
        return rows + [
            {"line_up": "all_orders", "strategy": labels[x], "against": labels[y]} | self.pair(x, y).to_dict()
            for x in numbers
            for y in numbers
            if x < y
        ]

    def strategy_rows(self) -> list[dict[str, Any]]:
        """One row a line-up, strategy and role (`all` seats, `dealer`, `non_dealer`): mean payoff of a seat, its win
        rate and the mean hu of its wins, each with an interval clustered by deck; in Youxi also one for the dreamer."""
        rows: list[dict[str, Any]] = []
        for number, line_up in enumerate(self.contest.line_ups):
            for strategy, seat in enumerate(self.contest.seats):
                for role in ROLES:
                    key = {"line_up": line_up.name, "player": LETTERS[strategy], "strategy": seat.label, "role": role}
                    rows.append(key | self._seat_row(number, strategy, role))
            if self.contest.rules.game == "youxi":
                games = len(line_up.orders)
                payoff = edge_ratio({self.contest.columns.dreamer(number): 1}, games)
                rows.append(
                    {"line_up": line_up.name, "player": "dreamer", "strategy": None, "role": "all"}
                    | {"seats": games * self.decks}
                    | _interval("mean_payoff", estimate(self.part.sums, payoff))
                )
        return rows

    @cached_property
    def edges(self) -> pl.DataFrame:
        """`edge_rows` as a frame."""
        return typed_frame(self.edge_rows(), EDGE_SCHEMA)

    @cached_property
    def strategies(self) -> pl.DataFrame:
        """`strategy_rows` as a frame."""
        return typed_frame(self.strategy_rows(), STRATEGY_SCHEMA)

    @property
    def tables(self) -> dict[str, pl.DataFrame]:
        """The frames by name."""
        return {"edges": self.edges, "strategies": self.strategies}

    def to_dict(self) -> dict[str, Any]:
        """The match as one JSON object: `run`, `decks`, an object a line-up, and `sprt` where it was asked for."""
        content: dict[str, Any] = {"run": self.contest.to_dict(), "decks": self.decks}
        players = self.strategy_rows()
        for line_up in self.contest.line_ups:
            rows = [
                {k: v for k, v in row.items() if k != "line_up"} for row in players if row["line_up"] == line_up.name
            ]
            games = {"games": self.decks * len(line_up.orders)}
            if len(self.contest.seats) == 2:
                content[line_up.name] = self.edge(line_up.name).to_dict() | games | {"strategies": rows}
            else:
                edges = [{k: v for k, v in row.items() if k != "line_up"} for row in self.edge_rows()]
                content[line_up.name] = games | {"edges": edges, "strategies": rows}
        if len(self.contest.seats) == 2:
            content["both"] = self.both.to_dict()
        if self.contest.sprt is not None:
            content["sprt"] = plain(self.sprt, self.contest.sprt)
        return content

    def _edge(
        self, label: str, form: Weights, scale: int, ratio: float | None = None, differ: int | None = None
    ) -> Edge:
        mean, low, high = estimate(self.part.sums, edge_ratio(form, scale))
        assert mean is not None
        sd = self.part.deviation(form, scale)
        tightest = max(1, self.contest.count // WIDE)
        always = confidence_sequence(*self.part.moments(form), tightest=tightest, scale=scale)
        any_low, any_high = always or (None, None)
        return Edge(label, mean, low, high, sd, mean / sd if sd else None, ratio, any_low, any_high, differ)

    def _seat_row(self, line_up: int, strategy: int, role: str) -> dict[str, Any]:
        known = self.contest.line_ups[line_up]
        turns = known.seats(strategy)  # as dealer: each seat of the line-up deals once in three games
        seats = {"all": 3 * turns, "dealer": turns, "non_dealer": 2 * turns}[role] * len(known.orders) // 3
        payoff, wins, hu = (self._form(line_up, strategy, role, kind) for kind in (PAYOFF, WINS, HU))
        sums = self.part.sums
        won = self.part.moments(wins)[1]
        mean_hu = estimate(sums, Ratio(hu, wins))
        return (
            {"seats": seats * self.decks, "wins": won}
            | _interval("mean_payoff", estimate(sums, edge_ratio(payoff, seats)))
            | _interval("win_rate", rate(sums, wins, {0: seats}))
            | _interval("mean_hu", (mean_hu[0], None, None) if won < FEW else mean_hu)
        )

    def _form(self, line_up: int, strategy: int, role: str, kind: int) -> dict[int, int]:
        every = self.contest.columns.at(line_up, strategy, EVERY, kind)
        dealer = self.contest.columns.at(line_up, strategy, DEALER, kind)
        return {"all": {every: 1}, "dealer": {dealer: 1}, "non_dealer": {every: 1, dealer: -1}}[role]


def match(
    rules: Rules | str,
    strategies: Sequence[Strategy | str],
    *,
    decks: int = 10_000,
    seed: int = 1,
    first: int = 0,
    sprt: Sprt | None = None,
    threads: int = 1,
    chunk: int | None = None,
    executor: str | Executor | None = None,
    directory: str | PathLike[str] | None = None,
    fresh: bool = False,
    progress: Progress | None = None,
    watch: Watch | None = None,
) -> Match:
    """Play A against B, or A, B and C, on the same decks in every order, and measure their edges.

    `sprt` stops the match where that test decides; `decks` is then the most it may take. `watch` is given the match so
    far. Equal rules, strategies, seed, range and test give equal figures, whatever `threads`, `chunk` and `executor`.
    Raises SiseError for input that cannot be used, and `experiments.study.Interrupted` on Ctrl-C.
    """
    contest = make_contest(rules, strategies, decks=decks, seed=seed, first=first, sprt=sprt)
    return run_contest(
        contest,
        threads=threads,
        chunk=chunk,
        executor=executor,
        directory=directory,
        fresh=fresh,
        progress=progress,
        watch=watch,
    )


def run_contest(contest: Contest, *, watch: Watch | None = None, **how: Any) -> Match:
    """`match` for a contest that is made; `how` goes to `experiments.study.run_study`."""
    if contest.sprt is not None or watch is not None:
        how["watch"] = watcher(contest, watch)
    return Match(contest, run_study(contest, **how).counts)


def watcher(contest: Contest, watch: Watch | None = None) -> Callable[[DeckCounts], bool]:
    """What `run_study` takes as `watch`: it ends the run where the sequential test decides, and tells `watch`."""
    judge = Judge(contest)

    def see(counts: DeckCounts) -> bool:
        decided = judge.see(counts)
        if watch is not None:
            watch(Match(contest, counts))
        return decided

    return see


def _interval(name: str, found: tuple[float | None, float | None, float | None]) -> dict[str, Any]:
    value, low, high = found
    return {name: value, f"{name}_low": low, f"{name}_high": high}
