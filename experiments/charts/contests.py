"""Charts of `match` and `ladder`, from the rows of their tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from experiments.charts.parts import Row, altair, data, finished, intervals
from experiments.names import Names, comma, name, word
from experiments.odds.play_words import text

TITLES: Final[Names] = {
    "edges": ("Edge, payoff a deal", "優勢，每局輸贏"),
    "payoffs": ("Mean payoff by role", "各角色的平均輸贏"),
    "wins": ("Win rate by role", "各角色的勝率"),
    "field": ("Edge against the field", "對各家的優勢"),
    "matrix": ("Edge of a row against a column", "橫列對直行的優勢"),
    "pairs": ("Edge in each pair", "兩兩對局的優勢"),
}
LINE_UPS: Final = {"one_vs_two": "A B B", "two_vs_one": "A A B", "all_orders": "A B C"}
ROLES: Final = ("all", "dealer", "non_dealer")
CELL: Final = 58
LONG: Final = 14
"""Names longer than this stand slanted above the columns of a matrix."""


def match_charts(tables: Mapping[str, Sequence[Row]], lang: str = "en") -> dict[str, Any]:
    """Charts of a match by name, from the rows of `edges` and `strategies`: the edges with their 95 % and their
    any-time intervals, mean payoff and win rate by role."""
    return {
        "edges": finished(edge_intervals(tables["edges"], lang), name(TITLES, "edges", lang)),
        "payoffs": _by_role(tables["strategies"], "mean_payoff", "payoffs", lang, percent=False),
        "wins": _by_role(tables["strategies"], "win_rate", "wins", lang, percent=True),
    }


def edge_intervals(rows: Sequence[Row], lang: str) -> Any:
    """The edges of a match with their 95 % and their any-time intervals, before title and look."""
    kinds = (("low", "high", word("interval", lang)), ("any_low", "any_high", word("any_time", lang)))
    shown = [
        {
            "who": edge_name(row, lang),
            "kind": kind,
            "edge": row["mean"],
            "edge_low": row[low],
            "edge_high": row[high],
        }
        for row in rows
        for low, high, kind in kinds
        if row[low] is not None
    ]
    return intervals(
        shown,
        "who",
        "edge",
        value_title=word("edge", lang),
        colour="kind",
        zero=True,
    )


def edge_name(row: Row, lang: str) -> str:
    """What the edge of a row is of: the line-up where it is A's against B, both strategies where there are three."""
    against = word("against", lang)
    names = {"one_vs_two": f"A {against} B B", "two_vs_one": f"A A {against} B", "both": word("all", lang)}
    if row["line_up"] in names:
        return names[row["line_up"]]
    other = word("field", lang) if row["against"] == "others" else row["against"]
    return f"{row['strategy']} {against} {other}"


def _by_role(rows: Sequence[Row], value: str, title: str, lang: str, *, percent: bool) -> Any:
    shown = [
        dict(row)
        | {
            "who": f"{LINE_UPS[row['line_up']]}{comma(lang)}{row['player']} {row['strategy']}",
            "role": word(row["role"], lang),
        }
        for row in rows
        if row["player"] != "dreamer" and row[value] is not None
    ]
    chart = intervals(
        shown,
        "who",
        value,
        value_title=text(value, lang),
        colour="role",
        colour_title=word("role", lang),
        percent=percent,
        zero=not percent,
    )
    return finished(chart, name(TITLES, title, lang))


def ladder_charts(tables: Mapping[str, Sequence[Row]], lang: str = "en") -> dict[str, Any]:
    """Charts of a ladder by name, from the rows of `ranking` and `pairs`: the edges against the field, the edge of each
    strategy against each other one, and the pairs with their intervals."""
    ranking = [row for row in tables["ranking"] if row["edge"] is not None]
    names = [row["strategy"] for row in ranking]
    both = [
        row
        for row in tables["pairs"]
        if row["line_up"] == "both" and row["mean"] is not None and {row["strategy"], row["against"]} <= set(names)
    ]
    edge = word("edge", lang)
    field = intervals(ranking, "strategy", "edge", value_title=edge, zero=True)
    once = [row for row in both if names.index(row["strategy"]) < names.index(row["against"])]
    once.sort(key=lambda row: (names.index(row["strategy"]), names.index(row["against"])))
    pairs = [
        {"who": f"{row['strategy']} {word('against', lang)} {row['against']}", "edge": row["mean"]}
        | {"edge_low": row["low"], "edge_high": row["high"]}
        for row in once
    ]
    return {
        "field": finished(field, name(TITLES, "field", lang)),
        "matrix": finished(_matrix(both, names, lang), name(TITLES, "matrix", lang)),
        "pairs": finished(intervals(pairs, "who", "edge", value_title=edge, zero=True), name(TITLES, "pairs", lang)),
    }


def _matrix(rows: Sequence[Row], names: list[str], lang: str) -> Any:
    alt = altair()
    most = max((abs(row["mean"]) for row in rows), default=0.0) or 1.0
    slanted = max(map(len, names), default=0) > LONG
    labels = alt.Axis(orient="top", labelAngle=-40 if slanted else 0, domain=False, ticks=False)
    tips = [
        alt.Tooltip("strategy:N", title=word("strategy", lang)),
        alt.Tooltip("against:N", title=word("against", lang)),
        alt.Tooltip("mean:Q", format="+.3f", title=word("edge", lang)),
        *(alt.Tooltip(f"{end}:Q", format="+.3f") for end in ("low", "high")),
    ]
    base = alt.Chart(data(rows)).encode(
        x=alt.X("against:N", sort=names, title=None, axis=labels),
        y=alt.Y("strategy:N", sort=names, title=None, axis=alt.Axis(domain=False, ticks=False)),
        tooltip=tips,
    )
    scale = alt.Scale(domain=[-most, 0, most], range=["#e0a08f", "#f3f1ec", "#9dbbdc"], interpolate="rgb")
    cells = base.mark_rect(stroke="white", strokeWidth=1).encode(color=alt.Color("mean:Q", scale=scale, legend=None))
    figures = base.mark_text(color="#222222", fontSize=12).encode(text=alt.Text("mean:Q", format="+.2f"))
    side = CELL * max(1, len(names))
    return alt.layer(cells, figures).properties(width=max(side, 3 * CELL), height=side * 2 // 3)
