"""The printed tables of `sise odds session`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from experiments.bands import dkw
from experiments.cli.cells import Row, amount, amounts, heading, payoffs, rates, whole
from experiments.cli.console import draw, fold, table
from experiments.cli.report import percent
from experiments.names import WIN_KINDS, colon, name, word
from experiments.odds.play_words import SESSION_SPREADS, say, text
from experiments.odds.session_odds import SessionOdds
from experiments.odds.session_study import SessionStudy
from experiments.summary import PERCENTS
from experiments.tally import SEATS

if TYPE_CHECKING:
    from rich.table import Table

_LINES = ("payoff", "total")
RARE = 0.005
"""Runs that fewer sessions reach are in the frames and the JSON only."""


def session_text(odds: SessionOdds, lang: str) -> str:
    """All tables over sessions, at most 80 columns wide with names of ordinary length."""
    study, rows = odds.study, odds.rows
    return draw(
        *_heading(study, odds.sessions, lang),
        _totals(rows["seats"], lang),
        _chances(rows["seats"], lang),
        *_note("note_first", lang),
        _quantiles(rows["quantiles"], odds.sessions, lang),
        *_note("note_band", lang),
        _keeps(rows["seats"], lang),
        _runs(rows["runs"], lang),
        *_note("note_runs", lang),
        f"{text('replay_session', lang)}{colon(lang)}{study.command} --replay {study.first}",
    )


def replay_text(study: SessionStudy, session: int, rows: list[Row], lang: str) -> str:
    """One session deal by deal."""
    columns = [word("deal", lang), word("dealer", lang), word("winner", lang), word("end", lang), word("hu", lang)]
    columns += [text("payoffs", lang), text("so_far", lang)]
    body = []
    for row in rows:
        cells = [str(row["deal"]), str(row["dealer"]), whole(row["winner"]), name(WIN_KINDS, row["win_kind"], lang)]
        cells.append(whole(row["hu"]))
        body.append([*cells, *(" ".join(_signed(row[f"{key}_{seat}"]) for seat in range(SEATS)) for key in _LINES)])
    head = f"{text('session', lang)} {session}"
    return draw(
        *_heading(study, study.count, lang),
        head,
        table(columns, body, left=(3,)),
        f"{text('replay', lang)}{colon(lang)}{rows[0]['replay']}",
    )


def _signed(value: int) -> str:
    return f"{value:>+5}" if value else f"{0:>5}"


def _heading(study: SessionStudy, done: int, lang: str) -> list[str]:
    first = word("rotate", lang) if study.dealer == "rotate" else str(study.dealer)
    units = text("sessions", lang)
    more = (text("of_deals", lang).format(deals=study.deals), f"{text('first_dealer', lang)} {first}")
    return heading(study.plan, units, study.first, study.count, done, lang, *more)


def _note(key: str, lang: str) -> list[str]:
    return fold(text(key, lang).split(" "), rest="") if lang == "en" else [text(key, lang)]


def _who(row: Row, lang: str) -> list[str]:
    return [str(row["seat"]), row["strategy"]] if row["seat"] is not None else ["", word("dreamer", lang)]


def _totals(rows: list[Row], lang: str) -> Table:
    columns = [word("seat", lang), word("strategy", lang), text("mean_total", lang), word("interval", lang)]
    columns += [word("sd", lang), text("worst_fall", lang), word("interval", lang)]
    body = []
    for row in rows:
        falls = amounts(row, "mean_drawdown") if row["seat"] is not None else ["", ""]
        body.append([*_who(row, lang), *payoffs(row, "mean_total"), amount(row["sd_total"]), *falls])
    return table(columns, body, left=(0,), labels=(1,))


def _chances(rows: list[Row], lang: str) -> Table:
    columns = [word("seat", lang)]
    for key in ("first_alone", "first_tied", "plus"):
        columns += [text(key, lang), word("interval", lang)]
    body = [
        [str(row["seat"]), *(cell for key in ("first_alone", "first_tied", "plus") for cell in rates(row, key))]
        for row in rows
        if row["seat"] is not None
    ]
    return table(columns, body, left=(0,))


def _quantiles(rows: list[Row], sessions: int, lang: str) -> Table:
    columns = ["", word("seat", lang), word("mean", lang), word("min", lang)]
    columns += [word("median", lang) if percent == 50 else f"{percent} %" for percent in PERCENTS]
    columns += [word("max", lang), text("band", lang)]
    body = []
    for row in rows:
        values = [row[key] for key in ("min", *(f"q{p:02d}" for p in PERCENTS), "max")]
        seat = word("all", lang) if row["seat"] is None and row["of"] != "dreamer" else whole(row["seat"])
        cells = [say(SESSION_SPREADS, row["of"], lang), seat if row["of"] != "dreamer" else "", amount(row["mean"])]
        body.append([*cells, *map(whole, values), f"{100 * dkw(sessions):.2f}"])
    return table(columns, body, left=(0, 1))


def _keeps(rows: list[Row], lang: str) -> Table:
    columns = [word("seat", lang), text("deals_dealt", lang), word("interval", lang)]
    columns += [text("keeps", lang), word("interval", lang), word("wins", lang), word("interval", lang)]
    body = [
        [str(row["seat"]), *amounts(row, "deals_dealt"), *rates(row, "keeps"), *amounts(row, "deals_won")]
        for row in rows
        if row["seat"] is not None
    ]
    return table(columns, body, left=(0,))


def _runs(rows: list[Row], lang: str) -> Table:
    columns = [text("in_a_row", lang), text("per_session", lang), text("reached", lang)]
    columns += [word("interval", lang), *(f"{word('seat', lang)} {seat}" for seat in range(SEATS))]
    reached = {(row["seat"], row["length"]): row["reached"] for row in rows}
    body = []
    for row in rows:
        if row["seat"] is None and row["reached"] >= RARE:
            by_seat = [percent(reached.get((seat, row["length"]), 0.0)) for seat in range(SEATS)]
            half = (row["per_session_high"] - row["per_session_low"]) / 2
            often = f"{row['per_session']:.2f} ±{half:.2f}"
            body.append([str(row["length"]), often, *rates(row, "reached"), *by_seat])
    return table(columns, body)
