"""Charts of `tune`, from the rows of its tables: the path of the search."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from experiments.charts.contests import TITLES as CONTEST_TITLES
from experiments.charts.contests import edge_intervals
from experiments.charts.parts import COLOURS, HEIGHT, WIDTH, Row, altair, data, finished
from experiments.names import Names, name, word

TITLES: Final[Names] = {
    "objective": ("Edge of the candidates: median, 10 to 90 %, all", "候選的優勢：中位、10–90%、全部"),
    "step": ("Step size, in ranges of a parameter", "步長，以參數範圍計"),
    "parameters": (
        "Parameters: mean and 10 to 90 % of the candidates; dashed: untuned",
        "參數：平均與候選的 10–90%；虛線：調前",
    ),
    "generation": ("generation", "代"),
    "median": ("median", "中位"),
    "mean": ("mean", "平均"),
}  # fmt: skip
_BANDS: Final = {"least": 0.0, "low": 0.1, "median": 0.5, "high": 0.9, "most": 1.0}
_SHADES: Final = (0.15, 0.3)
_COLUMNS: Final = 3
_PANEL: Final = 170
_BLUE, _RED = COLOURS[:2]


def charts(tables: Mapping[str, Sequence[Row]], lang: str = "en") -> dict[str, Any]:
    """Charts by name, from the rows of `path` and `parameters`: the edge of the candidates by generation, the step
    size, each parameter; and the edges of the gate where the table `gate_edges` is there."""
    rows = list(tables["path"])
    made = {}
    if tables.get("gate_edges"):
        made["gate"] = finished(edge_intervals(tables["gate_edges"], lang), name(CONTEST_TITLES, "edges", lang))
    if not rows:
        return made
    made["objective"] = finished(_objective(rows, lang), name(TITLES, "objective", lang))
    made["step"] = finished(_step(rows, lang), name(TITLES, "step", lang))
    made["parameters"] = finished(_parameters(rows, tables["parameters"], lang), name(TITLES, "parameters", lang))
    return made


def _generations(rows: Sequence[Row], lang: str) -> Any:
    alt = altair()
    last = max(row["generation"] for row in rows) + 1
    axis = alt.Axis(tickMinStep=1, format="d")
    scale = alt.Scale(domain=[1, max(2, last)], nice=False)
    return alt.X("generation:Q", title=name(TITLES, "generation", lang), scale=scale, axis=axis)


def _by_generation(rows: Sequence[Row], column: str) -> list[dict[str, Any]]:
    """By generation, counted from 1, quantiles over the candidates of a column."""
    import numpy as np

    values: dict[int, list[float]] = {}
    for row in rows:
        values.setdefault(row["generation"], []).append(row[column])
    return [
        {"generation": generation + 1}
        | {key: float(np.quantile(found, share)) for key, share in _BANDS.items()}
        for generation, found in sorted(values.items())
    ]  # fmt: skip


def _value(column: str, title: str | None = None) -> Any:
    alt = altair()
    return alt.Y(f"{column}:Q", title=title, scale=alt.Scale(zero=False))


def _objective(rows: Sequence[Row], lang: str) -> Any:
    alt = altair()
    tips = [alt.Tooltip("generation:Q", title=name(TITLES, "generation", lang))]
    tips += [
        alt.Tooltip(f"{key}:Q", format="+.3f", title=title)
        for key, title in (
            ("least", word("min", lang)),
            ("low", "10 %"),
            ("median", name(TITLES, "median", lang)),
            ("high", "90 %"),
            ("most", word("max", lang)),
        )
    ]
    base = alt.Chart(data(_by_generation(rows, "objective"))).encode(x=_generations(rows, lang))
    edge = word("edge", lang)
    layers = [
        base.mark_area(opacity=shade, color=_BLUE).encode(y=_value(low, edge), y2=f"{high}:Q")
        for shade, low, high in zip(_SHADES, ("least", "low"), ("most", "high"), strict=True)
    ]
    line = base.mark_line(color=_BLUE, point={"size": 24, "color": _BLUE}).encode(
        y=_value("median", edge), tooltip=tips
    )
    return alt.layer(*layers, line).properties(width=WIDTH, height=HEIGHT)


def _step(rows: Sequence[Row], lang: str) -> Any:
    alt = altair()
    found = {row["generation"] + 1: row["sigma"] for row in rows}
    steps = [{"generation": generation, "sigma": sigma} for generation, sigma in sorted(found.items())]
    tips = [alt.Tooltip("generation:Q", title=name(TITLES, "generation", lang)), alt.Tooltip("sigma:Q", format=".4f")]
    line = alt.Chart(data(steps)).mark_line(color=_BLUE, point={"size": 24, "color": _BLUE})
    drawn = line.encode(x=_generations(rows, lang), y=_value("sigma"), tooltip=tips)
    return drawn.properties(width=WIDTH, height=HEIGHT * 2 // 3)


def _parameters(rows: Sequence[Row], parameters: Sequence[Row], lang: str) -> Any:
    """A panel for each parameter, with scales of their own."""
    alt = altair()
    shown = []
    for parameter in parameters:
        label = parameter["parameter"]
        means = {row["generation"] + 1: row[f"mean_{label}"] for row in rows}
        for row in _by_generation(rows, f"param_{label}"):
            mean = {"parameter": label, "mean": means[row["generation"]], "untuned": parameter["untuned"]}
            shown.append(row | mean)
    tips = [alt.Tooltip("parameter:N", title=word("parameter", lang))]
    tips += [alt.Tooltip("generation:Q", title=name(TITLES, "generation", lang))]
    tips += [
        alt.Tooltip(f"{key}:Q", format=".3f", title=title)
        for key, title in (
            ("mean", name(TITLES, "mean", lang)),
            ("low", "10 %"),
            ("high", "90 %"),
            ("untuned", word("untuned", lang)),
        )
    ]
    base = alt.Chart().encode(x=_generations(rows, lang).title(None))
    untuned = alt.Chart().mark_rule(color=_RED, strokeDash=[4, 3]).encode(y=_value("untuned"))
    layers = [
        base.mark_area(opacity=_SHADES[1], color=_BLUE).encode(y=_value("low"), y2="high:Q"),
        untuned.transform_filter("datum.generation == 1"),
        base.mark_line(color=_BLUE, point={"size": 12, "color": _BLUE}).encode(y=_value("mean"), tooltip=tips),
    ]
    panels = alt.layer(*layers, data=data(shown)).properties(width=_PANEL, height=_PANEL * 3 // 5)
    order = [parameter["parameter"] for parameter in parameters]
    facet = alt.Facet("parameter:N", title=None, sort=order)
    return panels.facet(facet=facet, columns=_COLUMNS).resolve_scale(y="independent")
