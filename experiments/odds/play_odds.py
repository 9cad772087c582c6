"""`odds.play`: what whole deals come to, from every place at the table."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from experiments.exact import Exact
from experiments.odds import play_tables
from experiments.odds.play_study import PlayStudy, make_study
from experiments.plan import make_plan
from experiments.study import Outcome, Progress, run_study
from experiments.typed_frames import Row, typed_frame
from simcore import Rules, Strategy

if TYPE_CHECKING:
    import polars as pl


@dataclass(frozen=True)
class PlayOdds:
    """Exact counts of whole deals, and the tables made of them.

    `deals` is below `study.count` only where the run was interrupted.
    """

    study: PlayStudy
    counts: Exact
    deals: int

    @property
    def sampled(self) -> int:
        """Deals that were also read event by event."""
        return int(self.counts.grids["logs"][0])

    @cached_property
    def rows(self) -> dict[str, list[Row]]:
        """The tables as plain rows."""
        study, counts = self.study, self.counts
        return {
            "places": play_tables.place_rows(study, counts),
            "edges": play_tables.edge_rows(counts),
            "ends": play_tables.end_rows(study, counts),
            "quantiles": play_tables.quantile_rows(study, counts),
            "hands": play_tables.hand_rows(study, counts),
            "dealt": play_tables.dealt_rows(study, counts),
            "claims": play_tables.claim_rows(counts),
            "distributions": play_tables.distribution_rows(study, counts),
        }

    @cached_property
    def tables(self) -> dict[str, pl.DataFrame]:
        """The frames by name."""
        return {name: typed_frame(rows, play_tables.SCHEMAS[name]) for name, rows in self.rows.items()}

    @property
    def places(self) -> pl.DataFrame:
        """Win rate and mean payoff of the dealer, the next and the last seat, with 95 % intervals."""
        return self.tables["places"]

    @property
    def edges(self) -> pl.DataFrame:
        """The dealer's edge and the differences between places, with intervals of the difference."""
        return self.tables["edges"]

    @property
    def ends(self) -> pl.DataFrame:
        """How deals end and what wins are worth."""
        return self.tables["ends"]

    @property
    def quantiles(self) -> pl.DataFrame:
        """Means and quantiles of hu, worth, payoff and turns."""
        return self.tables["quantiles"]

    @property
    def distributions(self) -> pl.DataFrame:
        """Whole distributions of the same, with their DKW bands."""
        return self.tables["distributions"]

    @property
    def hands(self) -> pl.DataFrame:
        """Named hands, bonuses and groups of winning hands."""
        return self.tables["hands"]

    @property
    def dealt(self) -> pl.DataFrame:
        """What is worth how much in a dealt hand."""
        return self.tables["dealt"]

    @property
    def claims(self) -> pl.DataFrame:
        """What seats got that claimed so often."""
        return self.tables["claims"]

    def to_dict(self) -> dict[str, Any]:
        """The odds as one JSON object: `run`, `deals`, `sampled`, and the rows of the tables."""
        return {"run": self.study.to_dict(), "deals": self.deals, "sampled": self.sampled} | self.rows

    def charts(self, lang: str = "en") -> dict[str, Any]:
        """altair charts by name, in English or Chinese; needs the extra `plots`."""
        from experiments.charts.odds_play import charts

        return charts(self, lang)


def play(
    rules: Rules | str,
    seats: Sequence[Strategy | str] = ("greedy", "greedy", "greedy"),
    *,
    deals: int = 100_000,
    seed: int = 1,
    first: int = 0,
    dealer: str | int = "rotate",
    sample: int | None = None,
    threads: int = 1,
    chunk: int | None = None,
    executor: str | Executor | None = None,
    directory: str | os.PathLike[str] | None = None,
    fresh: bool = False,
    progress: Progress | None = None,
) -> PlayOdds:
    """Play `deals` deals from deal `first` on and count who wins from which place, how, for how much and how soon.

    `sample` of them (None: 2,000, or all where there are fewer), evenly spread, are read event by event for what a
    record does not hold: bonuses and groups of the winning hand, claims. The outcome depends on rules, seats, seed,
    range, dealer and sample only. Raises SiseError for input that cannot be used, and `experiments.study.Interrupted`
    on Ctrl-C.
    """
    plan = make_plan(rules, seats, seed=seed, deals=deals, first=first, dealer=dealer)
    study = make_study(plan, sample)
    outcome: Outcome[Exact] = run_study(
        study,
        threads=threads,
        chunk=chunk,
        executor=executor,
        directory=directory,
        fresh=fresh,
        progress=progress,
        tables=lambda outcome: PlayOdds(study, outcome.counts, outcome.done).tables,
    )
    return PlayOdds(study, outcome.counts, outcome.done)
