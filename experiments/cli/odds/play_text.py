"""The printed tables of `sise odds play`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from experiments.bands import dkw
from experiments.cli.cells import (
    Row,
    amount,
    amounts,
    dealer_words,
    heading,
    payoffs,
    plus_minus,
    rates,
    whole,
)
from experiments.cli.console import draw, fold, table
from experiments.cli.report import percent
from experiments.names import BONUSES, GROUPS, HIGH_HANDS, LEVELS, NAMED, WIN_KINDS, Names, name, word
from experiments.odds.play_odds import PlayOdds
from experiments.odds.play_study import PLACES as PLACE_IDS
from experiments.odds.play_words import FEATURES, PLACES, SPREADS, say, text
from experiments.summary import PERCENTS

if TYPE_CHECKING:
    from rich.table import Table

_QUIET = ("false_win", "stinks")
"""Ends that are shown only where they came."""


def play_text(odds: PlayOdds, lang: str) -> str:
    """All tables, at most 80 columns wide with names of ordinary length."""
    study, rows = odds.study, odds.rows
    plan = study.plan
    parts: list[Table | str] = [
        *heading(plan, word("deals", lang), plan.first, plan.deals, odds.deals, lang, dealer_words(plan.dealer, lang)),
        _places(rows["places"], lang),
        _edges(rows["edges"], lang),
        _ends("end", "win_kind", WIN_KINDS, rows["ends"], lang),
        _ends("worth", "level", LEVELS, rows["ends"], lang),
        _quantiles(rows["quantiles"], lang),
        *_note("note_band", lang),
    ]
    for head, kind, names in (
        (word("named", lang), "named", NAMED),
        (text("high", lang), "high", HIGH_HANDS),
        (text("bonus", lang), "bonus", BONUSES),
        (text("group", lang), "group", GROUPS),
    ):
        found = [row for row in rows["hands"] if row["kind"] == kind]
        if any(row["count"] for row in found):
            parts.append(_hands(head, names, found, lang))
    if odds.sampled:
        logs = int(odds.counts.grids["logs"][1])
        parts += _note("note_sample", lang, logs=f"{odds.sampled:,}", wins=f"{logs:,}")
    parts.append(_worth("dealt", rows["dealt"], lang))
    parts += _note("note_gain", lang)
    if odds.sampled:
        parts += [_worth("claims", rows["claims"], lang), *_note("note_claims", lang)]
    return draw(*parts)


def _note(key: str, lang: str, **values: str) -> list[str]:
    words = text(key, lang).format(**values)
    return fold(words.split(" "), rest="") if lang == "en" else [words]


def _places(rows: list[Row], lang: str) -> Table:
    mixed = any(row["strategy"] for row in rows)
    columns = [text("place", lang), *([word("strategy", lang)] if mixed else [])]
    columns += [word("wins", lang), f"{word('win_rate', lang)} %", word("interval", lang)]
    columns += [word("mean_payoff", lang), word("interval", lang)]
    body = []
    for row in rows:
        who = [row["strategy"] or word("all", lang)] if mixed else []
        cells = [whole(row["wins"]), *rates(row, "win_rate"), *payoffs(row, "mean_payoff")]
        body.append([say(PLACES, row["place"], lang), *who, *cells])
    return table(columns, body, left=(0,), labels=(1,) if mixed else ())


def _edges(rows: list[Row], lang: str) -> Table:
    columns = [text("difference", lang), f"{word('win_rate', lang)} %", word("interval", lang)]
    columns += [word("mean_payoff", lang), word("interval", lang)]
    body = []
    for row in rows:
        pair = f"{say(PLACES, row['place'], lang)} – {say(PLACES, row['against'], lang)}"
        points = {key: None if value is None else 100 * value for key, value in row.items() if key[:3] == "win"}
        win = (f"{points['win_rate']:+.2f}", _signed_interval(points)) if points["win_rate"] is not None else ("–", "–")
        body.append([pair, *win, *payoffs(row, "mean_payoff")])
    return table(columns, body, left=(0,))


def _signed_interval(points: Row) -> str:
    low, high = points["win_rate_low"], points["win_rate_high"]
    return "–" if low is None else f"{low:+.2f}, {high:+.2f}"


def _ends(title: str, of: str, names: Names, rows: list[Row], lang: str) -> Table:
    columns = [word(title, lang), word("deals", lang), f"{word('rate', lang)} %", word("interval", lang)]
    columns += [say(PLACES, place, lang) for place in PLACE_IDS]
    body = []
    for row in rows:
        if row["of"] == of and (row["count"] or row["end"] not in _QUIET):
            by_place = [whole(row[place]) if row[place] else "" for place in PLACE_IDS]
            body.append([name(names, row["end"], lang), whole(row["count"]), *rates(row, "rate"), *by_place])
    return table(columns, body, left=(0,))


def _quantiles(rows: list[Row], lang: str) -> Table:
    columns = ["", text("place", lang), word("mean", lang), word("min", lang)]
    columns += [word("median", lang) if percent == 50 else f"{percent} %" for percent in PERCENTS]
    columns += [word("max", lang), text("band", lang)]
    body = []
    for row in rows:
        if not row["count"]:
            continue
        place = word("all", lang) if row["place"] is None else say(PLACES, row["place"], lang)
        values = [row[key] for key in ("min", *(f"q{p:02d}" for p in PERCENTS), "max")]
        band = f"{100 * dkw(row['count']):.2f}"
        body.append([say(SPREADS, row["of"], lang), place, amount(row["mean"]), *map(whole, values), band])
    return table(columns, body, left=(0, 1))


def _hands(head: str, names: Names, rows: list[Row], lang: str) -> Table:
    counted = any(row.get("mean") is not None for row in rows)
    columns = [head, word("wins", lang), f"{word('rate', lang)} %", word("interval", lang)]
    columns += [text("per_win", lang), word("interval", lang)] if counted else []
    body = []
    for row in rows:
        if row["count"]:
            cells = [name(names, row["id"], lang), whole(row["count"]), *rates(row, "rate")]
            body.append([*cells, *amounts(row, "mean")] if counted else cells)
    return table(columns, body, left=(0,))


def _worth(title: str, rows: list[Row], lang: str) -> Table:
    columns = [text(title, lang), text("held", lang), text("seats_share", lang), f"{word('win_rate', lang)} %"]
    columns += [word("mean_payoff", lang), text("gain", lang)]
    body = []
    last = ""
    for row in rows:
        feature = say(FEATURES, row["feature"], lang)
        gain = "" if row["gain_low"] is None else plus_minus(row, "gain")
        cells = [row["held"], percent(row["share"]), percent(row["win_rate"]), plus_minus(row, "mean_payoff"), gain]
        body.append([feature if feature != last else "", *cells])
        last = feature
    return table(columns, body, left=(0, 1))
