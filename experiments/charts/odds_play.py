"""Charts of `odds.play`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from experiments.charts.parts import Row, band, bars, finished, intervals
from experiments.names import BONUSES, HIGH_HANDS, LEVELS, NAMED, WIN_KINDS, name, word
from experiments.odds.play_words import FEATURES, PLACES, SPREADS, say, text

if TYPE_CHECKING:
    from experiments.odds.play_odds import PlayOdds


def charts(odds: PlayOdds, lang: str = "en") -> dict[str, Any]:
    """All charts of whole deals, by name, in the order of the tables."""
    rows = odds.rows
    places = [row | {"place": say(PLACES, row["place"], lang)} for row in rows["places"]]
    everybody = word("all", lang)
    named = [row | {"strategy": row["strategy"] or everybody} for row in places]
    of = {row["of"] for row in rows["distributions"]}
    made = {
        "places": _by_place(named, "win_rate", "chart_places", lang, percent=True),
        "payoffs": _by_place(named, "mean_payoff", "chart_payoffs", lang, percent=False),
        "ends": _ends(rows["ends"], lang),
        "hu": _spread(rows["distributions"], "hu", "chart_hu", lang),
        "hu_bars": _bars(rows["distributions"], "hu", "chart_hu", lang),
        "pay": _spread(rows["distributions"], "pay" if "pay" in of else "pai", "chart_payoff", lang),
        "payoff": _spread(rows["distributions"], "payoff", "chart_payoff", lang),
        "draws": _bars(rows["distributions"], "draws", "chart_turns", lang),
        "hands": _hands(rows["hands"], lang),
        "dealt": _worth(rows["dealt"], "chart_dealt", lang),
    }
    if odds.sampled:
        made["claims"] = _worth(rows["claims"], "chart_claims", lang)
    return made


def _by_place(rows: Sequence[Row], value: str, title: str, lang: str, *, percent: bool) -> Any:
    mixed = len({row["strategy"] for row in rows}) > 1
    chart = intervals(
        rows,
        "place",
        value,
        value_title=text(value, lang),
        colour="strategy" if mixed else None,
        colour_title=word("strategy", lang),
        percent=percent,
        zero=not percent,
    )
    return finished(chart, text(title, lang))


def _ends(rows: Sequence[Row], lang: str) -> Any:
    names = {"win_kind": WIN_KINDS, "level": LEVELS}
    shown = [dict(row) | {"end": name(names[row["of"]], row["end"], lang)} for row in rows if row["count"]]
    chart = intervals(shown, "end", "rate", value_title=text("rate", lang), percent=True)
    return finished(chart, text("chart_ends", lang))


def _spread(rows: Sequence[Row], of: str, title: str, lang: str) -> Any:
    mine = [row for row in rows if row["of"] == of]
    by_place = [dict(row) | {"place": say(PLACES, row["place"], lang)} for row in mine if row["place"] is not None]
    chart = band(
        by_place,
        value_title=say(SPREADS, of, lang),
        share_title=text("up_to", lang),
        series="place",
        series_title=text("place", lang),
    )
    return finished(chart, f"{text(title, lang)}{_of(of, title, lang)}")


def _of(of: str, title: str, lang: str) -> str:
    """What a title of payments is of."""
    if title != "chart_payoff" or of == "payoff":
        return ""
    return f" ({say(SPREADS, of, lang)})"


def _bars(rows: Sequence[Row], of: str, title: str, lang: str) -> Any:
    mine = [row for row in rows if row["of"] == of and row["place"] is None]
    chart = bars(mine, value_title=say(SPREADS, of, lang), share_title=text("share", lang))
    return finished(chart, text(title, lang))


def _hands(rows: Sequence[Row], lang: str) -> Any:
    names = {"named": NAMED, "bonus": BONUSES, "high": HIGH_HANDS}
    heads = {"named": word("named", lang), "bonus": text("bonus", lang), "high": text("high", lang)}
    shown = [
        dict(row) | {"id": name(names[row["kind"]], row["id"], lang), "kind": heads[row["kind"]]}
        for row in rows
        if row["kind"] in names and row["count"]
    ]
    chart = intervals(shown, "id", "rate", value_title=text("rate", lang), percent=True)
    return finished(chart, text("chart_hands", lang))


def _worth(rows: Sequence[Row], title: str, lang: str) -> Any:
    shown = [
        dict(row) | {"what": f"{say(FEATURES, row['feature'], lang)} {row['held']}"}
        for row in rows
        if row["mean_payoff_low"] is not None
    ]
    chart = intervals(shown, "what", "mean_payoff", value_title=text("mean_payoff", lang), zero=True)
    return finished(chart, text(title, lang))
