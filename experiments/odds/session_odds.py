"""`odds.session`: what whole evenings come to."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from experiments.exact import Exact
from experiments.odds import session_tables
from experiments.odds.session_study import SessionStudy, make_study
from experiments.study import Outcome, Progress, run_study
from experiments.typed_frames import Row, typed_frame
from simcore import Rules, SiseError, Strategy

if TYPE_CHECKING:
    import polars as pl


@dataclass(frozen=True)
class SessionOdds:
    """Exact counts of whole sessions, and the tables made of them.

    `sessions` is below `study.count` only where the run was interrupted.
    """

    study: SessionStudy
    counts: Exact
    sessions: int

    @cached_property
    def rows(self) -> dict[str, list[Row]]:
        """The tables as plain rows."""
        return session_tables.rows_of(self.study, self.counts)

    @cached_property
    def tables(self) -> dict[str, pl.DataFrame]:
        """The frames by name."""
        return {name: typed_frame(rows, session_tables.SCHEMAS[name]) for name, rows in self.rows.items()}

    @property
    def seats(self) -> pl.DataFrame:
        """By seat: mean total, chances to end first or in the plus, worst fall, how often it keeps the deal."""
        return self.tables["seats"]

    @property
    def quantiles(self) -> pl.DataFrame:
        """Quantiles over sessions of totals, worst falls and longest runs of deals."""
        return self.tables["quantiles"]

    @property
    def runs(self) -> pl.DataFrame:
        """How often a seat keeps the deal how long."""
        return self.tables["runs"]

    @property
    def distributions(self) -> pl.DataFrame:
        """Whole distributions of totals, worst falls and longest runs, with their DKW bands."""
        return self.tables["distributions"]

    def deals(self, session: int) -> pl.DataFrame:
        """One session deal by deal, with the command that replays each. Raises SiseError for another session."""
        return typed_frame(replay(self.study, session), session_tables.SCHEMAS["deals"])

    def to_dict(self) -> dict[str, Any]:
        """The odds as one JSON object: `run`, `sessions`, and the rows of the tables."""
        return {"run": self.study.to_dict(), "sessions": self.sessions} | self.rows

    def charts(self, lang: str = "en") -> dict[str, Any]:
        """altair charts by name, in English or Chinese; needs the extra `plots`."""
        from experiments.charts.odds_session import charts

        return charts(self, lang)


def replay(study: SessionStudy, session: int) -> list[Row]:
    """The deals of one session of a study as rows. Raises SiseError where it is none of the study's."""
    if not study.first <= session < study.first + study.count:
        last = study.first + study.count - 1
        raise SiseError(f"session {session} is none of this study; expected {study.first} to {last}")
    return session_tables.deal_rows(study, session)


def session(
    rules: Rules | str,
    seats: Sequence[Strategy | str] = ("greedy", "greedy", "greedy"),
    *,
    deals: int = 40,
    sessions: int = 2_000,
    seed: int = 1,
    first: int = 0,
    dealer: str | int = "rotate",
    threads: int = 1,
    chunk: int | None = None,
    executor: str | Executor | None = None,
    directory: str | os.PathLike[str] | None = None,
    fresh: bool = False,
    progress: Progress | None = None,
) -> SessionOdds:
    """Play `sessions` evenings of `deals` deals each, the dealer following the rules (G14, Y16).

    Deal j of session i is deal i * deals + j of the seed. `dealer` deals first: "rotate" (session i begins with seat
    i mod 3) or a seat. The outcome depends on rules, seats, deals, seed, range and dealer only. Raises SiseError for
    input that cannot be used, and `experiments.study.Interrupted` on Ctrl-C.
    """
    study = make_study(rules, seats, deals=deals, sessions=sessions, seed=seed, first=first, dealer=dealer)
    outcome: Outcome[Exact] = run_study(
        study,
        threads=threads,
        chunk=chunk,
        executor=executor,
        directory=directory,
        fresh=fresh,
        progress=progress,
        tables=lambda outcome: SessionOdds(study, outcome.counts, outcome.done).tables,
    )
    return SessionOdds(study, outcome.counts, outcome.done)
