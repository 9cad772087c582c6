"""Rows of the tables from a tally: plain dicts, of which polars frames, JSON and printed tables are made
alike."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from experiments import stats
from experiments.plan import Plan
from experiments.tally import SEATS, Spread, Tally
from simcore import NAMED, WIN_KINDS

Row = dict[str, Any]
Histogram = Mapping[int, int]

CLASS_NAMES: Final = {
    "guangshui": ("ordinary", "xiaojia", "dajia"),
    "youxi": ("ordinary", "big", "high", "stinks"),
}
"""Worth of a win by game, in the order of the tally's classes."""

PERCENTS: Final = (5, 25, 50, 75, 95, 99)
_EVERYBODY: Final = tuple(range(SEATS + 1))


def summary_rows(plan: Plan, tally: Tally) -> list[Row]:
    """One row a seat, then one a strategy (its seats together), and in Youxi the dreamer.

    A strategy at several seats is counted per deal: its win rate is per seat, its payoff the mean over its
    seats, and both intervals take the deal as the unit, since the seats of one deal are not independent.
    """
    rows = [_summary_row("seat", plan.seats[s].label, (s,), plan, tally) for s in range(SEATS)]
    for label, seats in plan.by_strategy.items():
        rows.append(_summary_row("strategy", label, seats, plan, tally))
    if plan.youxi:
        blank = dict.fromkeys(rows[0])
        income = _mean(tally.dreamer.histogram(0))
        rows.append(blank | {"by": "dreamer", "deals": tally.deals} | _interval("mean_payoff", income))
    return rows


def kind_rows(plan: Plan, tally: Tally) -> list[Row]:
    """How deals end: a row for each win kind over all deals, then for each seat's wins; rates are per
    deal."""
    return list(_count_rows("win_kind", WIN_KINDS, tally.ends.sum(axis=(2, 3)), plan, tally))


def level_rows(plan: Plan, tally: Tally) -> list[Row]:
    """What wins are worth (`CLASS_NAMES`): over all deals, then by seat; rates are per deal."""
    names = CLASS_NAMES[plan.rules.game]
    counts = tally.ends.sum(axis=(1, 3))[:, : len(names)].copy()
    counts[0] = 0  # deals without a winner
    return list(_count_rows("level", names, counts, plan, tally))


def named_rows(plan: Plan, tally: Tally) -> list[Row]:
    """Guangshui: how many wins of each seat are each named hand (G8)."""
    return [
        {
            "seat": seat,
            "strategy": plan.seats[seat].label,
            "named": name,
            "count": int(tally.named[seat, bit]),
        }
        for seat in range(SEATS)
        for bit, name in enumerate(NAMED)
        if not plan.youxi and tally.named[seat, bit]
    ]


def hu_rows(plan: Plan, tally: Tally) -> list[Row]:
    """The distribution of the winners' hu: one row a seat, strategy and hu that came, with its count."""
    return [
        {"seat": seat, "strategy": plan.seats[seat].label, "hu": hu, "count": count}
        for seat in range(SEATS)
        for hu, count in tally.hu.histogram(seat + 1).items()
    ]


def quantile_rows(plan: Plan, tally: Tally) -> list[Row]:
    """Quantiles of the winners' hu (in Youxi total hu too) and of the payoff, over all seats and by seat."""
    rows = [_quantile_row("hu", tally.hu, _EVERYBODY[1:], None, plan)]
    rows += [_quantile_row("hu", tally.hu, (s + 1,), s, plan) for s in range(SEATS)]
    if plan.youxi:
        rows.append(_quantile_row("total", tally.total, _EVERYBODY[1:], None, plan))
        rows += [_quantile_row("total", tally.total, (s + 1,), s, plan) for s in range(SEATS)]
    else:
        rows.append(_quantile_row("pai", tally.pai, _EVERYBODY[1:], None, plan))
        rows += [_quantile_row("pai", tally.pai, (s + 1,), s, plan) for s in range(SEATS)]
    rows += [_quantile_row("payoff", tally.payoff, (2 * s, 2 * s + 1), s, plan) for s in range(SEATS)]
    return rows


def per_deal(tally: Tally) -> dict[str, float]:
    """Mean draws, decisions asked and discards a deal; empty where there is no deal."""
    names = ("draws", "intents", "discards")
    return {name: int(getattr(tally, name)[0]) / tally.deals for name in names} if tally.deals else {}


def quantile(histogram: Histogram, percent: int) -> int | None:
    """The least value that at least `percent` of the observations do not exceed; None for no observation."""
    total = sum(histogram.values())
    seen = 0
    for value in sorted(histogram):
        seen += histogram[value]
        if 100 * seen >= percent * total:
            return value
    return None


def moments(histogram: Histogram) -> tuple[int, int, int]:
    """Count, sum and sum of squares of a histogram, exact."""
    count = sum(histogram.values())
    total = sum(value * n for value, n in histogram.items())
    return count, total, sum(value * value * n for value, n in histogram.items())


def _mean(histogram: Histogram, scale: int = 1) -> stats.Estimate:
    return stats.mean(*moments(histogram), scale=scale)


def _interval(name: str, estimate: stats.Estimate) -> Row:
    return {name: estimate.value, f"{name}_low": estimate.low, f"{name}_high": estimate.high}


def _summary_row(by: str, label: str, seats: tuple[int, ...], plan: Plan, tally: Tally) -> Row:
    winners = [seat + 1 for seat in seats]
    sides = len(seats)
    won = int(tally.ends[winners].sum())
    # One winner a deal: the strategy's deals won are a plain count, its rate per seat a fraction of theirs.
    rate = stats.Estimate(*(None if x is None else x / sides for x in stats.rate(won, tally.deals)))
    if sides == 1:
        payoff = tally.payoff.histogram(2 * seats[0], 2 * seats[0] + 1)
    else:
        payoff = tally.team_payoff.histogram(plan.teams.index(seats))
    count, total, squares = moments(payoff)
    dealer_deals = int(tally.dealt[list(seats)].sum())
    dealer_wins = int(tally.ends[winners, ..., 1].sum())
    return {
        "by": by,
        "seat": seats[0] if by == "seat" else None,
        "seats": ",".join(map(str, seats)),
        "strategy": label,
        "deals": tally.deals,
        "wins": won,
        **_interval("win_rate", rate),
        **_interval("mean_payoff", stats.mean(count, total, squares, scale=sides)),
        "payoff_sum": total,
        "payoff_sd": stats.variance(count, total, squares) ** 0.5 / sides if count > 1 else None,
        "mean_hu": _mean(tally.hu.histogram(*winners)).value,
        "dealer_deals": dealer_deals,
        "dealer_wins": dealer_wins,
        "barred": int(tally.barred[list(seats), 1:].sum()),
        "dead": int(tally.dead[list(seats)].sum()),
        "false_wins": int(tally.declared[list(seats)].sum()),
    }


def _count_rows(key: str, names: tuple[str, ...], counts: Any, plan: Plan, tally: Tally) -> Iterator[Row]:
    """Rows (seat or None for all, strategy, key, count, rate, low, high) from `counts[who, name]`."""
    for seat in (None, *range(SEATS)):
        who = counts.sum(axis=0) if seat is None else counts[seat + 1]
        for at, name in enumerate(names):
            count = int(who[at])
            if seat is not None and not count:
                continue
            strategy = None if seat is None else plan.seats[seat].label
            row: Row = {"seat": seat, "strategy": strategy, key: name, "count": count}
            yield row | _interval("rate", stats.rate(count, tally.deals))


def _quantile_row(of: str, spread: Spread, rows: tuple[int, ...], seat: int | None, plan: Plan) -> Row:
    histogram = spread.histogram(*rows)
    strategy = None if seat is None else plan.seats[seat].label
    row: Row = {"of": of, "seat": seat, "strategy": strategy, "count": sum(histogram.values())}
    row |= {"mean": _mean(histogram).value, "min": min(histogram, default=None)}
    row |= {f"q{percent:02d}": quantile(histogram, percent) for percent in PERCENTS}
    return row | {"max": max(histogram, default=None)}
