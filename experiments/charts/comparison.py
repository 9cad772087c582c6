"""Charts of `compare_rules`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from experiments.charts.parts import finished, intervals
from experiments.odds.play_words import METRICS, RATES, say, text

if TYPE_CHECKING:
    from experiments.comparison import RuleComparison


def charts(comparison: RuleComparison, lang: str = "en") -> dict[str, Any]:
    """One chart a metric: the difference that each value of each switch makes, with its interval."""
    rows = comparison.rows["metrics"]
    made = {}
    for metric in dict.fromkeys(row["metric"] for row in rows):
        percent = metric in RATES
        title = say(METRICS, metric, lang).removesuffix(" %")
        mine = [
            row | {"what": f"{row['switch']}={row['value']}"}
            for row in rows
            if row["metric"] == metric and row["difference_low"] is not None
        ]
        chart = intervals(mine, "what", "difference", value_title=text("difference", lang), percent=percent, zero=True)
        made[metric] = finished(chart, f"{text('chart_switches', lang)}: {title}")
    return made
