"""Charts of `simulate`, from the rows of its tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from experiments import bands
from experiments.charts.parts import Row, band, bars, finished, intervals
from experiments.names import LEVELS, WIN_KINDS, Names, colon, name, word
from experiments.odds.play_words import SPREADS, say, text

TITLES: Final[Names] = {
    "win_rates": ("Win rate by seat", "各座位的勝率"),
    "payoffs": ("Mean payoff by seat", "各座位的平均輸贏"),
    "ends": ("How deals end", "結局"),
    "levels": ("Worth of wins", "胡牌等級"),
}
NOTHING: Final = ("false_win", "stinks")
"""Ends that are left out where none came."""


def charts(tables: Mapping[str, Sequence[Row]], lang: str = "en") -> dict[str, Any]:
    """Charts by name: win rate and mean payoff by seat, the hu of wins, and, where the tables `ends` and `levels` are
    there, how deals end. `tables` are rows by table: `summary` and `hu` at least."""
    seats = [row | {"who": _who(row, lang)} for row in map(dict, tables["summary"]) if row["by"] == "seat"]
    made = {
        "win_rates": finished(
            intervals(seats, "who", "win_rate", value_title=text("win_rate", lang), percent=True),
            name(TITLES, "win_rates", lang),
        ),
        "payoffs": finished(
            intervals(seats, "who", "mean_payoff", value_title=text("mean_payoff", lang), zero=True),
            name(TITLES, "payoffs", lang),
        ),
    }
    for table, names in (("ends", WIN_KINDS), ("levels", LEVELS)):
        rows = [_end(row, names, lang) for row in tables.get(table, ()) if row["seat"] is None]
        rows = [row for row in rows if row["count"] or row["id"] not in NOTHING]
        if rows:
            chart = intervals(rows, "end", "rate", value_title=text("rate", lang), percent=True)
            made[table] = finished(chart, name(TITLES, table, lang))
    if tables["hu"]:
        made |= _hu(tables["hu"], lang)
    return made


def _who(row: Row, lang: str) -> str:
    return f"{word('seat', lang)} {row['seat']}{colon(lang)}{row['strategy']}"


def _end(row: Row, names: Any, lang: str) -> dict[str, Any]:
    key = row["win_kind"] if "win_kind" in row else row["level"]
    return dict(row) | {"id": key, "end": name(names, key, lang)}


def _hu(rows: Sequence[Row], lang: str) -> dict[str, Any]:
    """The hu of all wins as bars, and by seat as distribution functions with DKW bands."""
    everybody: dict[int, int] = {}
    by_seat: dict[str, dict[int, int]] = {}
    for row in rows:
        everybody[row["hu"]] = everybody.get(row["hu"], 0) + row["count"]
        by_seat.setdefault(_who(row, lang), {})[row["hu"]] = row["count"]
    title, shown = text("chart_hu", lang), say(SPREADS, "hu", lang)
    spread = [row | {"who": who} for who, histogram in by_seat.items() for row in bands.distribution(dict(histogram))]
    drawn = band(
        spread, value_title=shown, share_title=text("up_to", lang), series="who", series_title=word("seat", lang)
    )
    whole = bars(list(bands.distribution(everybody)), value_title=shown, share_title=text("share", lang))
    return {"hu_bars": finished(whole, title), "hu": finished(drawn, title)}
