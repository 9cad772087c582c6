"""The charts of a run by name, made of its tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, Final

from experiments.report.columns import head
from experiments.report.words import HEADS, say
from simcore import SiseError

Row = dict[str, Any]
Tables = Mapping[str, Sequence[Row]]


@dataclass(frozen=True)
class Drawn:
    """The charts of a run, and what was wrong with those that could not be drawn. `missing` is the message where the
    libraries are not installed."""

    charts: Mapping[str, Any]
    failed: Mapping[str, str]
    missing: str | None = None


def draw(kind: str, tables: Tables, lang: str) -> Drawn:
    """All charts that the tables of a run of this kind have; never raises."""
    make = _MAKERS.get(kind)
    try:
        from experiments.charts.parts import altair

        altair()
    except SiseError as error:
        return Drawn({}, {}, str(error))
    if make is None or not any(tables.values()):
        return Drawn({}, {})
    try:
        return Drawn(make(tables, lang), {})
    except (SiseError, LookupError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
        return Drawn({}, {kind: f"{type(error).__name__}: {error}"})


def spec_of(chart: Any, kind: str, lang: str) -> tuple[str, dict[str, Any]]:
    """The title of a chart, and its Vega-Lite specification without it; tooltips say what their fields are called."""
    spec: dict[str, Any] = chart.to_dict()
    title = spec.pop("title", "")
    _name_tooltips(spec, kind, lang)
    return title if isinstance(title, str) else str(title.get("text", "")), spec


def _name_tooltips(spec: Any, kind: str, lang: str) -> None:
    if isinstance(spec, dict):
        tips = spec.get("tooltip")
        for tip in tips if isinstance(tips, list) else ():
            if isinstance(tip, dict) and "field" in tip:
                tip["title"] = _tip(tip, kind, lang)
        for each in spec.values():
            _name_tooltips(each, kind, lang)
    elif isinstance(spec, list):
        for each in spec:
            _name_tooltips(each, kind, lang)


def _tip(tip: Mapping[str, Any], kind: str, lang: str) -> str:
    field = str(tip["field"])
    title = str(tip.get("title") or field)
    if title != field:
        return title
    for end in ("low", "high"):
        if field == end or field.endswith(f"_{end}"):
            return say(HEADS, end, lang)
    return head(kind, field, lang)


def _simulate(tables: Tables, lang: str) -> dict[str, Any]:
    from experiments.charts.simulation import charts

    return charts(tables, lang)


def _match(tables: Tables, lang: str) -> dict[str, Any]:
    from experiments.charts.contests import match_charts

    return match_charts(tables, lang)


def _ladder(tables: Tables, lang: str) -> dict[str, Any]:
    from experiments.charts.contests import ladder_charts

    return ladder_charts(tables, lang)


def _tune(tables: Tables, lang: str) -> dict[str, Any]:
    from experiments.charts.tuning import charts

    return charts(tables, lang)


def _compare(tables: Tables, lang: str) -> dict[str, Any]:
    from experiments.charts.comparison import charts

    return charts(_rows(tables), lang)


def _play(tables: Tables, lang: str) -> dict[str, Any]:
    from experiments.charts.odds_play import charts

    return charts(_rows(tables, sampled=len(tables["claims"])), lang)


def _session(tables: Tables, lang: str) -> dict[str, Any]:
    from experiments.charts.odds_session import charts

    return charts(_rows(tables), lang)


def _deal(tables: Tables, lang: str) -> dict[str, Any]:
    from experiments.charts.odds_deal import charts
    from experiments.odds.deal_exact import Feature

    asked = dict.fromkeys((Feature(row["feature"]), row["cards"]) for row in tables["features"])
    rows = {"feature_rows": tables["features"], "summary_rows": tables["summary"], "asked": tuple(asked)}
    deals = any(row["simulated"] is not None for row in tables["features"])
    return charts(_rows(tables, deals=deals, **rows), lang)


def _rows(tables: Tables, **more: Any) -> Any:
    """What the charts of a result take of it: its rows."""
    return SimpleNamespace(rows=tables, **more)


_MAKERS: Final[Mapping[str, Callable[[Tables, str], dict[str, Any]]]] = {
    "simulate": _simulate,
    "match": _match,
    "ladder": _ladder,
    "tune": _tune,
    "compare-rules": _compare,
    "odds play": _play,
    "odds session": _session,
    "odds deal": _deal,
}
