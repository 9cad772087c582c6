"""Rows of the tables of `sise odds session`, from its counts: plain dicts for frames, JSON and printed tables alike."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from typing import Any, Final

from experiments import bands, clustered, stats
from experiments.clustered import Ratio
from experiments.exact import Exact
from experiments.odds.session_study import COLUMNS, SessionStudy, standings
from experiments.plan import replay_command
from experiments.summary import PERCENTS, moments
from experiments.tally import SEATS
from experiments.typed_frames import Row, Schema, interval_schema
from simcore import WIN_KINDS

SCHEMAS: Final[dict[str, Schema]] = {
    "seats": {"seat": int, "strategy": str, "sessions": int}
    | interval_schema("mean_total")
    | {"sd_total": float}
    | interval_schema("first_alone", "first_tied", "plus", "even", "mean_drawdown")
    | interval_schema("deals_dealt", "deals_won", "keeps"),
    "quantiles": {"of": str, "seat": int, "strategy": str}
    | interval_schema("mean")
    | {"min": int}
    | {f"q{percent:02d}{end}": int for percent in PERCENTS for end in ("", "_low", "_high")}
    | {"max": int},
    "runs": {"seat": int, "strategy": str, "length": int, "runs": int, "cut": int}
    | interval_schema("per_session")
    | {"sessions": int}
    | interval_schema("reached"),
    "distributions": {"of": str, "seat": int, "strategy": str, "value": int, "count": int}
    | dict.fromkeys(("share", "cdf", "cdf_low", "cdf_high"), float),
    "deals": {"number": int, "deal": int, "dealer": int, "winner": int, "win_kind": str, "hu": int}
    | {f"{name}_{seat}": int for name in ("payoff", "total") for seat in range(SEATS)}
    | {"dreamer": int, "replay": str},
}
"""The tables and their columns. Rates are from 0 to 1; totals and payoffs in 牌, in Youxi in coins."""


def interval(name: str, estimate: stats.Estimate) -> Row:
    """An estimate as the columns NAME, NAME_low, NAME_high."""
    return {name: estimate.value, f"{name}_low": estimate.low, f"{name}_high": estimate.high}


def seat_rows(study: SessionStudy, counts: Exact) -> list[Row]:
    """One row a seat: what it ends with, its chance to end first, its worst fall, how long it keeps the deal. In Youxi
    one for the dreamer, seat null."""
    sums = counts.grids["products"]
    sessions = int(sums[0, 0])
    rows = []
    for seat in range(SEATS):
        total = moments(counts.spreads["total"].histogram(seat))
        row: Row = {"seat": seat, "strategy": study.plan.seats[seat].label, "sessions": sessions}
        row |= _total(total)
        for name in ("first_alone", "first_tied", "plus", "even"):
            row |= interval(name, stats.rate(int(counts.grids[name][seat]), sessions))
        row |= interval("mean_drawdown", stats.mean(*moments(counts.spreads["drawdown"].histogram(seat))))
        for name, column in (("deals_dealt", "dealt"), ("deals_won", "won")):
            row |= interval(name, clustered.estimate(sums, Ratio(clustered.column(COLUMNS, f"{column}_{seat}"))))
        kept, asked = (clustered.column(COLUMNS, f"{column}_{seat}") for column in ("kept", "asked"))
        rows.append(row | interval("keeps", clustered.rate(sums, kept, asked)))
    if study.plan.youxi:
        dreamer = _total(moments(counts.spreads["total"].histogram(SEATS)))
        rows.append({"seat": None, "strategy": None, "sessions": sessions} | dreamer)
    return rows


def _total(sums: tuple[int, int, int]) -> Row:
    sd = sqrt(stats.variance(*sums)) if sums[0] > 1 else None
    return interval("mean_total", stats.mean(*sums)) | {"sd_total": sd}


def _spreads(study: SessionStudy, counts: Exact) -> Iterator[tuple[Row, dict[int, int]]]:
    """Every distribution over sessions. The longest run has a line without a seat: of any seat."""
    dreamer = (SEATS,) if study.plan.youxi else ()
    for of, rows in (
        ("total", (*range(SEATS), *dreamer)),
        ("drawdown", range(SEATS)),
        ("longest", range(SEATS + 1)),
    ):
        for row in rows:
            name = "dreamer" if of == "total" and row == SEATS else of
            yield {"of": name} | _who(study, row), counts.spreads[of].histogram(row)


def _who(study: SessionStudy, seat: int) -> Row:
    label = study.plan.seats[seat].label if seat < SEATS else None
    return {"seat": seat if seat < SEATS else None, "strategy": label}


def quantile_rows(study: SessionStudy, counts: Exact) -> list[Row]:
    """Mean and quantiles over sessions of totals, worst falls and longest runs; quantiles by the DKW band."""
    rows = []
    for of, histogram in _spreads(study, counts):
        row = of | interval("mean", stats.mean(*moments(histogram))) | {"min": min(histogram, default=None)}
        for percent in PERCENTS:
            row |= interval(f"q{percent:02d}", bands.quantile(histogram, percent))
        rows.append(row | {"max": max(histogram, default=None)})
    return rows


def distribution_rows(study: SessionStudy, counts: Exact) -> list[Row]:
    """Every value of the same distributions: count, share, share up to it with its DKW band."""
    return [of | row for of, histogram in _spreads(study, counts) for row in bands.distribution(histogram)]


def run_rows(study: SessionStudy, counts: Exact) -> list[Row]:
    """How often a seat (null: any) keeps the deal how long: runs of `length` deals in a row with that dealer, `cut` of
    them by the end of the session; their number a session; and the share of sessions with a run so long or longer."""
    sessions = int(counts.grids["products"][0, 0])
    rows = []
    for seat in range(SEATS + 1):
        runs, squares, cut = (counts.grids[name][seat] for name in ("runs", "run_squares", "runs_cut"))
        longest = counts.spreads["longest"].histogram(seat)
        for length in range(1, max(longest, default=0) + 1):
            reached = sum(count for value, count in longest.items() if value >= length)
            row = _who(study, seat) | {"length": length, "runs": int(runs[length]), "cut": int(cut[length])}
            row |= interval("per_session", _per_session(study, sessions, int(runs[length]), int(squares[length])))
            row |= {"sessions": reached}
            rows.append(row | interval("reached", stats.rate(reached, sessions)))
    return rows


def _per_session(study: SessionStudy, sessions: int, runs: int, squares: int) -> stats.Estimate:
    """Runs a session; where they are a tiny count, each deal is a chance of its own to begin one."""
    if runs >= stats.TINY:
        return stats.mean(sessions, runs, squares)
    _, low, high = stats.rate(runs, sessions * study.deals)
    assert low is not None
    assert high is not None
    return stats.Estimate(runs / sessions, low * study.deals, high * study.deals)


def deal_rows(study: SessionStudy, session: int) -> list[Row]:
    """One session deal by deal: who dealt, who won, payoffs and totals so far, and the command that replays it."""
    records = study.records(session, 1)
    totals = standings(records["payoff"])[0]
    rows = []
    for number, (record, total) in enumerate(zip(records[0], totals, strict=True)):
        winner = int(record["winner"])
        row: Row = {"number": number, "deal": int(record["deal"]), "dealer": int(record["dealer"])}
        row |= {"winner": winner if winner >= 0 else None, "win_kind": WIN_KINDS[record["win_kind"]]}
        row |= {"hu": int(record["hu"]) if winner >= 0 else None}
        row |= {f"payoff_{seat}": int(record["payoff"][seat]) for seat in range(SEATS)}
        row |= {f"total_{seat}": int(total[seat]) for seat in range(SEATS)}
        row |= {"dreamer": int(record["dreamer"])}
        rows.append(row | {"replay": replay_of(study, row["deal"], row["dealer"])})
    return rows


def replay_of(study: SessionStudy, deal: int, dealer: int) -> str:
    """The command line that shows one deal of a session event by event."""
    plan = study.plan
    return replay_command(plan.rules, [seat.spec for seat in plan.seats], plan.seed, deal, dealer)


def rows_of(study: SessionStudy, counts: Exact) -> dict[str, list[Row]]:
    """All tables over sessions, by name."""
    makers: dict[str, Any] = {
        "seats": seat_rows,
        "quantiles": quantile_rows,
        "runs": run_rows,
        "distributions": distribution_rows,
    }
    return {name: make(study, counts) for name, make in makers.items()}
