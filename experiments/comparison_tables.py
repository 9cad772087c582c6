"""Rows of the tables of `sise compare-rules`: plain dicts for frames, JSON and printed tables alike."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from experiments import clustered, stats
from experiments.clustered import ONE, Ratio, Weights
from experiments.comparison import COLUMNS, PLACES, ComparisonStudy, Variant
from experiments.exact import Exact
from experiments.tally import SEATS, Ints
from experiments.typed_frames import Row, Schema, interval_schema

_HALF: Final = Fraction(-1, 2)


@dataclass(frozen=True)
class Metric:
    """What is compared: sums of columns by `under`; `hit` where it is a rate of decks, each of which is one or not."""

    name: str
    over: tuple[tuple[str, Fraction | int], ...]
    under: str = "one"
    hit: bool = False
    games: tuple[str, ...] = ("guangshui", "youxi")

    def ratios(self, shift: int, sign: int = 1) -> Iterator[Ratio]:
        """The metric over columns that begin at `shift`, times `sign`."""
        under: Weights = {shift + COLUMNS.index(self.under): 1} if self.under != "one" else ONE
        for column, factor in self.over:
            yield Ratio({shift + COLUMNS.index(column): 1}, under, sign * Fraction(factor))


def _of(name: str, column: str = "", under: str = "one", *, hit: bool = False) -> Metric:
    return Metric(name, ((column or name, 1),), under, hit)


def _edge(column: str) -> tuple[tuple[str, Fraction | int], ...]:
    """The dealer less the mean of the two others."""
    first, *others = PLACES
    return ((f"{column}_{first}", 1), *((f"{column}_{place}", _HALF) for place in others))


METRICS: Final = (
    _of("no_winner", "nobody", hit=True),
    *(_of(f"win_{place}", hit=True) for place in PLACES),
    Metric("dealer_edge", _edge("win")),
    *(_of(f"payoff_{place}") for place in PLACES),
    Metric("dealer_payoff_edge", _edge("payoff")),
    _of("draws"),
    _of("discards"),
    _of("intents"),
    _of("paid"),
    _of("worst_loss"),
    _of("pay_per_win", "pay", "won"),
    _of("hu_per_win", "hu", "won"),
    _of("high_per_win", "high", "won"),
    _of("self_draw_per_win", "self_drawn", "won"),
    Metric("dreamer", (("dreamer", 1),), games=("youxi",)),
    *(_of(f"win_{seat}", hit=True) for seat in range(SEATS)),
    *(_of(f"payoff_{seat}") for seat in range(SEATS)),
)
"""win_dealer … are by place, win_0 … by seat. paid: what changes hands in a deal.
worst_loss: the most that one seat pays. high: 小甲 and 大甲, 大胡 and
高胡."""
SUMMARY: Final = ("no_winner", "dealer_edge", "dealer_payoff_edge", "draws", "paid", "pay_per_win", "worst_loss")
"""What the table of one row a value shows."""

_NAMES: Final[Schema] = {"switch": str, "against": str, "value": str}
SCHEMAS: Final[dict[str, Schema]] = {
    "switches": _NAMES | {"decks": int, "changed": int} | interval_schema("changed_rate", *SUMMARY),
    "metrics": _NAMES | {"metric": str} | interval_schema("before", "after", "difference"),
}
"""The tables and their columns. Rates are from 0 to 1; payments in 牌, in Youxi in coins."""


def metrics_of(study: ComparisonStudy) -> list[Metric]:
    """The metrics of a game; those by seat only where different strategies sit."""
    mixed = len(study.plan.by_strategy) > 1
    return [
        metric
        for metric in METRICS
        if study.plan.rules.game in metric.games and (mixed or not metric.name[-1].isdecimal())
    ]


def metric_rows(study: ComparisonStudy, counts: Exact) -> list[Row]:
    """One row a value and metric: before, after, and the difference deck by deck."""
    rows = []
    for at, variant in enumerate(study.variants):
        sums = counts.grids["products"][at]
        for metric in metrics_of(study):
            row = _names(variant) | {"metric": metric.name}
            for name, shift in (("before", 0), ("after", len(COLUMNS))):
                row |= interval(name, level_of(metric, sums, shift))
            rows.append(row | interval("difference", difference_of(metric, sums, int(counts.grids["changed"][at]))))
    return rows


def switch_rows(study: ComparisonStudy, counts: Exact) -> list[Row]:
    """One row a value: how many decks went otherwise, and the differences of `SUMMARY`."""
    rows = []
    chosen = [metric for name in SUMMARY for metric in METRICS if metric.name == name]
    for at, variant in enumerate(study.variants):
        sums = counts.grids["products"][at]
        decks, changed = int(sums[0, 0]), int(counts.grids["changed"][at])
        row = _names(variant) | {"decks": decks, "changed": changed}
        row |= interval("changed_rate", stats.rate(changed, decks))
        for metric in chosen:
            row |= interval(metric.name, difference_of(metric, sums, changed))
        rows.append(row)
    return rows


def level_of(metric: Metric, sums: Ints, shift: int) -> stats.Estimate:
    """The metric itself under the rules whose columns begin at `shift`."""
    if metric.hit:
        ((column, _),) = metric.over
        return stats.rate(int(sums[0, shift + COLUMNS.index(column)]), int(sums[0, 0]))
    return clustered.estimate(sums, *metric.ratios(shift))


def difference_of(metric: Metric, sums: Ints, changed: int) -> stats.Estimate:
    """After less before, with the interval of the difference deck by deck.

    Where a handful of decks `changed`, a mean has no bounds: how much a further one may change is not known yet.
    """
    width = len(COLUMNS)
    if not metric.hit:
        made = clustered.estimate(sums, *metric.ratios(width), *metric.ratios(0, -1))
        return made if changed >= stats.TINY else stats.Estimate(made.value, None, None)
    ((column, _),) = metric.over
    before = COLUMNS.index(column)
    both = int(sums[before, width + before])
    more, fewer = int(sums[0, width + before]) - both, int(sums[0, before]) - both
    return clustered.paired_rate(more, fewer, int(sums[0, 0]))


def interval(name: str, estimate: stats.Estimate) -> Row:
    """An estimate as the columns NAME, NAME_low, NAME_high."""
    return {name: estimate.value, f"{name}_low": estimate.low, f"{name}_high": estimate.high}


def _names(variant: Variant) -> Row:
    return {"switch": variant.switch, "against": variant.against_value, "value": variant.value}
