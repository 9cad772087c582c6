"""Charts of `odds.session`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from experiments.charts.parts import Row, band, finished, intervals
from experiments.names import word
from experiments.odds.play_words import SESSION_SPREADS, say, text

if TYPE_CHECKING:
    from experiments.odds.session_odds import SessionOdds


def charts(odds: SessionOdds, lang: str = "en") -> dict[str, Any]:
    """All charts of sessions, by name."""
    rows = odds.rows
    seats = [row | {"who": _who(row, lang)} for row in rows["seats"] if row["seat"] is not None]
    first = intervals(seats, "who", "first_alone", value_title=text("reaching", lang), percent=True)
    return {
        "total": _spread(rows["distributions"], "total", "chart_total", lang),
        "first": finished(first, text("chart_first", lang)),
        "drawdown": _spread(rows["distributions"], "drawdown", "chart_drawdown", lang),
        "runs": _runs(rows["runs"], lang),
    }


def _who(row: Row, lang: str) -> str:
    if row["seat"] is None:
        return word("all", lang)
    return f"{word('seat', lang)} {row['seat']}: {row['strategy']}"


def _spread(rows: Sequence[Row], of: str, title: str, lang: str) -> Any:
    mine = [dict(row) | {"who": _who(row, lang)} for row in rows if row["of"] == of]
    chart = band(
        mine,
        value_title=say(SESSION_SPREADS, of, lang),
        share_title=text("up_to", lang),
        series="who",
        series_title=word("seat", lang),
    )
    return finished(chart, text(title, lang))


def _runs(rows: Sequence[Row], lang: str) -> Any:
    """The share of sessions in which somebody dealt so often in a row."""
    shown = [row for row in rows if row["seat"] is None]
    chart = intervals(
        shown,
        "length",
        "reached",
        label_title=text("in_a_row", lang),
        value_title=text("reaching", lang),
        percent=True,
    )
    return finished(chart, text("chart_runs", lang))
