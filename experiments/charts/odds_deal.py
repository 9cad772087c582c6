"""Charts of `odds.deal`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from experiments.charts.parts import COLOURS, WIDTH, altair, data, finished, intervals
from experiments.names import comma, name, word
from experiments.odds.deal_exact import CHANCES, Feature
from experiments.odds.deal_names import DEAL_WORDS, FEATURES

if TYPE_CHECKING:
    from experiments.odds.deal_odds import DealOdds

RARE: Final = 1e-5
"""Values that fewer hands than this have are left out."""
MOST_POINTS: Final = 40
"""Of more values only the intervals are drawn, without points."""
HEIGHT: Final = 150
RATIO: Final = (("", "simulated"), ("_low", "low"), ("_high", "high"))


def charts(odds: DealOdds, lang: str = "en") -> dict[str, Any]:
    """A chart of each feature, by its name, for both sizes of hand; and `chances`, of what a hand has or has not."""
    made = {}
    for feature in dict.fromkeys(feature for feature, _ in odds.asked):
        if feature not in CHANCES:
            made[feature.value] = finished(_distribution(odds, feature, lang), name(FEATURES, feature, lang))
    if odds.deals and any(feature in CHANCES for feature, _ in odds.asked):
        made["chances"] = finished(_chances(odds, lang), name(DEAL_WORDS, "chances", lang))
    return made


def _size(cards: int, lang: str) -> str:
    return name(DEAL_WORDS, "cards", lang).format(cards)


def _distribution(odds: DealOdds, feature: Feature, lang: str) -> Any:
    """Bars of the exact probabilities, and on them the simulated ones with their intervals."""
    alt = altair()
    rows = [
        row | {"size": _size(row["cards"], lang)}
        for row in odds.feature_rows
        if row["feature"] == feature and row["exact"] >= RARE
    ]
    values = {row["value"] for row in rows}
    ends = min(values) - 1, max(values) + 1
    width = max(1.0, 0.7 * WIDTH / (ends[1] - ends[0]))
    percent = alt.Axis(format="%")
    x = alt.X(
        "value:Q",
        title=name(FEATURES, feature, lang),
        scale=alt.Scale(domain=ends, nice=False, zero=False),
        axis=alt.Axis(tickMinStep=1, grid=False),
    )
    tips = [alt.Tooltip("size:N", title=word("cards", lang)), alt.Tooltip("value:Q", title=word("value", lang))]
    tips += [alt.Tooltip("exact:Q", format=".4%", title=name(DEAL_WORDS, "exact", lang))]
    if odds.deals:
        tips += [alt.Tooltip("simulated:Q", format=".4%", title=name(DEAL_WORDS, "simulated", lang))]
        tips += [alt.Tooltip(f"{end}:Q", format=".4%") for end in ("low", "high")]
    base = alt.Chart().encode(x=x, tooltip=tips)
    exact = alt.Y("exact:Q", title=name(DEAL_WORDS, "share_axis", lang), axis=percent)
    layers = [base.mark_bar(color=COLOURS[0], opacity=0.45, width=width).encode(y=exact)]
    if odds.deals:
        layers.append(base.mark_rule(color=COLOURS[1], strokeWidth=1.5).encode(y="low:Q", y2="high:Q"))
        if len(values) <= MOST_POINTS:
            layers.append(base.mark_point(color=COLOURS[1], filled=True, size=22).encode(y="simulated:Q"))
    chart = alt.layer(*layers, data=data(rows)).properties(width=WIDTH, height=HEIGHT)
    return chart.facet(row=alt.Row("size:N", title=None))


def _chances(odds: DealOdds, lang: str) -> Any:
    """The simulated chances with their intervals, each as a multiple of the exact one."""
    rows = []
    for row in odds.summary_rows:
        if row["feature"] in CHANCES:
            ratio = {f"ratio{end}": row[key] / row["exact"] for end, key in RATIO}
            rows.append(
                ratio | {"who": f"{name(FEATURES, row['feature'], lang)}{comma(lang)}{_size(row['cards'], lang)}"}
            )
    return intervals(rows, "who", "ratio", value_title=name(DEAL_WORDS, "ratio", lang))
