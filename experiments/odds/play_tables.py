"""Rows of the tables of `sise odds play`, from its counts: plain dicts for frames, JSON and printed tables alike."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final

from experiments import bands, clustered, stats
from experiments.clustered import Ratio
from experiments.exact import Exact
from experiments.odds import play_hands, play_logs
from experiments.odds.play_study import COLUMNS, PLACES, PlayStudy
from experiments.summary import CLASS_NAMES, PERCENTS, moments
from experiments.tally import SEATS
from experiments.typed_frames import Row, Schema, interval_schema
from simcore import NAMED, WIN_KINDS

_QUANTILES: Final[Schema] = {
    "min": int,
    **{f"q{percent:02d}{end}": int for percent in PERCENTS for end in ("", "_low", "_high")},
    "max": int,
}

SCHEMAS: Final[dict[str, Schema]] = {
    "places": {"place": str, "strategy": str, "deals": int, "wins": int} | interval_schema("win_rate", "mean_payoff"),
    "edges": {"place": str, "against": str} | interval_schema("win_rate", "mean_payoff"),
    "ends": {"of": str, "end": str, "count": int}
    | interval_schema("rate")
    | dict.fromkeys(PLACES, int),
    "quantiles": {"of": str, "place": str, "count": int} | interval_schema("mean") | _QUANTILES,
    "distributions": {"of": str, "place": str, "value": int, "count": int}
    | dict.fromkeys(("share", "cdf", "cdf_low", "cdf_high"), float),
    "hands": {"kind": str, "id": str, "wins": int, "count": int} | interval_schema("rate", "mean") | {"sampled": bool},
    "dealt": {"feature": str, "level": int, "held": str, "seats": int}
    | interval_schema("share", "mean_payoff", "win_rate", "gain"),
    "claims": {"feature": str, "level": int, "held": str, "seats": int}
    | interval_schema("share", "mean_payoff", "win_rate", "gain"),
}  # fmt: skip
"""The tables and their columns. Percentages are rates from 0 to 1; payoffs are in 牌, in Youxi in coins."""


def interval(name: str, estimate: stats.Estimate) -> Row:
    """An estimate as the columns NAME, NAME_low, NAME_high."""
    return {name: estimate.value, f"{name}_low": estimate.low, f"{name}_high": estimate.high}


def place_rows(study: PlayStudy, counts: Exact) -> list[Row]:
    """Win rate and payoff by place: over all seats (strategy null), and by strategy where several sit."""
    rows = []
    line_up = study.plan.by_strategy
    everybody: list[tuple[str | None, tuple[int, ...]]] = [(None, tuple(range(SEATS)))]
    if len(line_up) > 1:
        everybody += line_up.items()
    for label, seats in everybody:
        for at, place in enumerate(PLACES):
            deals = int(counts.grids["sat"][list(seats), at].sum())
            if label is not None and not deals:
                continue  # the dealer is always the same seat
            wins = int(counts.grids["won"][list(seats), at].sum())
            payoff = counts.spreads["payoff"].histogram(*(seat * SEATS + at for seat in seats))
            row: Row = {"place": place, "strategy": label, "deals": deals, "wins": wins}
            row |= interval("win_rate", stats.rate(wins, deals))
            rows.append(row | interval("mean_payoff", stats.mean(*moments(payoff))))
    return rows


def edge_rows(counts: Exact) -> list[Row]:
    """Differences between places in the same deals, so their intervals are those of the difference: the dealer less
    the mean of the others, and every two places."""
    sums = counts.grids["products"]
    rows = []
    for place, against in (("dealer", "others"), ("dealer", "next"), ("dealer", "last"), ("next", "last")):
        row: Row = {"place": place, "against": against}
        for name, column in (("win_rate", "win"), ("mean_payoff", "payoff")):
            rest = PLACES[1:] if against == "others" else (against,)
            ratios = [Ratio(clustered.column(COLUMNS, f"{column}_{place}"))]
            ratios += [
                Ratio(clustered.column(COLUMNS, f"{column}_{other}"), factor=Fraction(-1, len(rest))) for other in rest
            ]
            row |= interval(name, clustered.estimate(sums, *ratios))
        rows.append(row)
    return rows


def end_rows(study: PlayStudy, counts: Exact) -> list[Row]:
    """How deals end, and what wins are worth: deals, rate per deal, and the winners by place."""
    grid = counts.grids["ends"]
    deals = int(grid.sum())
    rows = []
    names = CLASS_NAMES[study.plan.rules.game]
    wins = grid[1:].sum(axis=1)
    for of, ends, by_place, everywhere in (
        ("win_kind", WIN_KINDS, grid[1:].sum(axis=2), grid.sum(axis=(0, 2))),
        ("level", names, wins, wins.sum(axis=0)),
    ):
        for at, end in enumerate(ends):
            count = int(everywhere[at])
            row: Row = {"of": of, "end": end, "count": count} | interval("rate", stats.rate(count, deals))
            rows.append(row | {place: int(by_place[p, at]) for p, place in enumerate(PLACES)})
    return rows


def _spreads(study: PlayStudy, counts: Exact) -> Iterator[tuple[str, str | None, dict[int, int]]]:
    """Every distribution: of what, at which place (None: all), histogram. Each has one observation a deal at most."""
    worth = "total" if study.plan.youxi else "pai"
    pay = ("pay",) if study.plan.youxi else ()
    for of, name in (("hu", "hu"), (worth, "worth"), *((name, name) for name in pay)):
        spread = counts.spreads[name]
        yield of, None, spread.histogram(*range(SEATS))
        for at, place in enumerate(PLACES):
            yield of, place, spread.histogram(at)
    for at, place in enumerate(PLACES):
        yield "payoff", place, counts.spreads["payoff"].histogram(*(seat * SEATS + at for seat in range(SEATS)))
    for name in ("draws", "discards", "intents"):
        yield name, None, counts.spreads[name].histogram(0, 1)
    yield "draws_won", None, counts.spreads["draws"].histogram(1)


def quantile_rows(study: PlayStudy, counts: Exact) -> list[Row]:
    """Mean and quantiles of hu, worth, payoff and turns, with intervals: the quantiles' by the DKW band."""
    rows = []
    for of, place, histogram in _spreads(study, counts):
        row: Row = {"of": of, "place": place, "count": sum(histogram.values())}
        row |= interval("mean", stats.mean(*moments(histogram)))
        row |= {"min": min(histogram, default=None)}
        for percent in PERCENTS:
            row |= interval(f"q{percent:02d}", bands.quantile(histogram, percent))
        rows.append(row | {"max": max(histogram, default=None)})
    return rows


def distribution_rows(study: PlayStudy, counts: Exact) -> list[Row]:
    """Every value of the same distributions: count, share, share up to it with its DKW band."""
    return [
        {"of": of, "place": place} | row
        for of, place, histogram in _spreads(study, counts)
        for row in bands.distribution(histogram)
    ]


def hand_rows(study: PlayStudy, counts: Exact) -> list[Row]:
    """How often winning hands are and hold what: named hands over all wins; bonuses, groups and 高胡 over the wins
    of the deals that were read event by event (`sampled`)."""
    wins = int(counts.grids["ends"][1:].sum())
    rows: list[Row] = []
    if not study.plan.youxi:
        for bit, name in enumerate(NAMED):
            count = int(counts.grids["named"][bit])
            rows.append(_hand_row("named", name, wins, count, sampled=False))
    read = int(counts.grids["logs"][1])
    for at, name in enumerate(play_logs.HIGH_IDS if study.plan.youxi else ()):
        rows.append(_hand_row("high", name, read, int(counts.grids["log_high"][at]), sampled=True))
    bonuses = () if study.plan.youxi else play_logs.BONUS_IDS
    for kind, ids, grid in (("bonus", bonuses, "log_bonuses"), ("group", play_logs.GROUP_IDS, "log_groups")):
        for at, name in enumerate(ids):
            times = counts.grids[grid][at]
            count = int(times[1:].sum())
            if kind == "group" and not count:
                continue  # a group of the other game
            histogram = {n: int(found) for n, found in enumerate(times) if found}
            row = _hand_row(kind, name, read, count, sampled=True)
            rows.append(row | interval("mean", stats.mean(*moments(histogram))))
    return rows


def _hand_row(kind: str, name: str, wins: int, count: int, *, sampled: bool) -> Row:
    row: Row = {"kind": kind, "id": name, "wins": wins, "count": count}
    return row | interval("rate", stats.rate(count, wins)) | {"sampled": sampled}


def dealt_rows(study: PlayStudy, counts: Exact) -> list[Row]:
    """What a dealt hand that holds so much of something is worth to its seat."""
    return list(_worth_rows(play_hands.features(study.plan.rules), counts.grids["dealt"]))


def claim_rows(counts: Exact) -> list[Row]:
    """What a seat got that claimed so often, in the deals that were read event by event."""
    return list(_worth_rows(play_logs.CLAIMS, counts.grids["claimed"]))


def _worth_rows(features: tuple[play_hands.Feature, ...], cells: Any) -> Iterator[Row]:
    for feature, sums in zip(features, cells, strict=True):
        payoffs = play_hands.products(sums, wins=False)
        wins = play_hands.products(sums, wins=True)
        for level in range(play_hands.LEVELS):
            with_it, value = play_hands.seats_with(level), play_hands.value_of(level)
            seats = sum(int(payoffs[0, column]) for column in with_it)
            if not seats:
                continue
            row: Row = {"feature": feature.name, "level": level, "held": feature.label(level), "seats": seats}
            row |= interval("share", clustered.rate(payoffs, with_it, {0: SEATS}))
            # Payoffs nearly add up to 0, so the mean of almost all seats hangs on the few that are left.
            few = min(seats, SEATS * int(payoffs[0, 0]) - seats)
            row |= interval("mean_payoff", _unless_few(few, clustered.estimate(payoffs, Ratio(value, with_it))))
            row |= interval("win_rate", clustered.rate(wins, value, with_it))
            gain = play_hands.against(level, 0) if level else []
            estimate = clustered.estimate(payoffs, *gain) if gain else stats.Estimate(None, None, None)
            fewest = min(int(payoffs[0, column]) for at in {0, level} for column in play_hands.seats_with(at))
            yield row | interval("gain", _unless_few(fewest, estimate))


def _unless_few(seats: int, estimate: stats.Estimate) -> stats.Estimate:
    """No bounds where a mean is over a handful: their spread says nothing yet of how far off it may be."""
    return estimate if seats >= stats.TINY else stats.Estimate(estimate.value, None, None)
