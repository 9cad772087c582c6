"""The printed tables of a simulation."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from experiments import summary
from experiments.cli.console import draw, fold, table
from experiments.names import GAMES, LEVELS, WIN_KINDS, colon, comma, name, word
from experiments.plan import settings
from experiments.tally import SEATS

if TYPE_CHECKING:
    from rich.table import Table

    from experiments.plan import Plan
    from experiments.simulation import Simulation

Row = dict[str, Any]


def simulation_text(simulation: Simulation, lang: str) -> str:
    """All tables of a simulation, at most 80 columns wide with names of ordinary length."""
    plan, tally = simulation.plan, simulation.tally
    summaries = summary.summary_rows(plan, tally)
    kinds = summary.kind_rows(plan, tally)
    levels = summary.level_rows(plan, tally)
    return draw(
        *_heading(plan, simulation.deals, lang),
        _summary("seat", summaries, lang),
        _summary("strategy", summaries, lang),
        _counts("end", "win_kind", WIN_KINDS, kinds, lang),
        _counts("worth", "level", LEVELS, levels, lang),
        _quantiles(summary.quantile_rows(plan, tally), lang),
        *_closing(simulation, lang),
    )


def percent(value: float | None) -> str:
    """A rate in percent: two decimals, more where it is tiny."""
    if value is None:
        return "–"
    shown = 100 * value
    return f"{shown:.2f}" if shown >= 0.1 or shown == 0 else f"{shown:.4f}"


def signed(value: float | None) -> str:
    """A mean payoff with its sign."""
    return "–" if value is None else f"{value:+.3f}"


def _heading(plan: Plan, deals: int, lang: str) -> list[str]:
    *words, last_word = [name(GAMES, plan.rules.name, lang), *settings(plan.rules)]
    last = plan.first + plan.deals - 1
    dealer = word("rotate", lang) if plan.dealer == "rotate" else str(plan.dealer)
    played = f"{deals:,}" if deals == plan.deals else f"{deals:,} / {plan.deals:,}"
    words.append(f"{last_word}{colon(lang)}{played} {word('deals', lang)} ({plan.first:,} – {last:,})")
    words += [f"{word('seed', lang)} {plan.seed}", f"{word('dealer', lang)} {dealer}"]
    return fold(words, between=comma(lang))


def _summary(by: str, rows: list[Row], lang: str) -> Table:
    columns = [
        word(key, lang) for key in ("seat", "strategy", "wins", "win_rate", "interval", "mean_payoff", "interval")
    ]
    columns[0] = word("seats" if by == "strategy" else "seat", lang)
    columns[3] += " %"
    body = []
    for row in rows:
        if row["by"] == by or (by == "strategy" and row["by"] == "dreamer"):
            dreamer = row["by"] == "dreamer"
            body.append(
                (
                    row["seats"] or "",
                    word("dreamer", lang) if dreamer else row["strategy"],
                    "" if dreamer else f"{row['wins']:,}",
                    "" if dreamer else percent(row["win_rate"]),
                    "" if dreamer else _range(percent, row, "win_rate"),
                    signed(row["mean_payoff"]),
                    _range(signed, row, "mean_payoff", ", "),
                )
            )
    return table(columns, body, left=(0,), labels=(1,))


def _counts(title: str, key: str, names: dict[str, tuple[str, str]], rows: list[Row], lang: str) -> Table:
    """Counts over all deals with rate and interval, and beside them the counts of each winner's seat."""
    by_seat = {(row["seat"], row[key]): row["count"] for row in rows}
    columns = [word(title, lang), word("deals", lang), f"{word('rate', lang)} %", word("interval", lang)]
    columns += [f"{word('seat', lang)} {seat}" for seat in range(SEATS)]
    body = []
    for row in rows:
        if row["seat"] is None and (row["count"] or row[key] not in ("false_win", "stinks")):
            seats = [by_seat.get((seat, row[key])) for seat in range(SEATS)]
            body.append(
                (
                    name(names, row[key], lang),
                    f"{row['count']:,}",
                    percent(row["rate"]),
                    _range(percent, row, "rate"),
                    *("" if count is None else f"{count:,}" for count in seats),
                )
            )
    return table(columns, body, left=(0,))


def _quantiles(rows: list[Row], lang: str) -> Table:
    heads = {"hu": "hu", "pai": "pai", "total": "total_hu", "payoff": "payoff"}
    columns = [word("per_deal", lang), word("seat", lang), word("mean", lang), word("min", lang)]
    columns += [word("median", lang) if percent == 50 else f"{percent} %" for percent in summary.PERCENTS]
    columns += [word("max", lang)]
    body = []
    for row in rows:
        seat = word("all", lang) if row["seat"] is None else str(row["seat"])
        mean = "–" if row["mean"] is None else f"{row['mean']:.2f}"
        values = [row[key] for key in ("min", *(f"q{p:02d}" for p in summary.PERCENTS), "max")]
        shown = ["–" if value is None else f"{value:,}" for value in values]
        body.append((word(heads[row["of"]], lang), seat, mean, *shown))
    columns[0] = ""
    return table(columns, body, left=(0, 1))


def _closing(simulation: Simulation, lang: str) -> list[str]:
    means = summary.per_deal(simulation.tally)
    texts = [f"{word(key, lang)} {value:.1f}" for key, value in means.items()]
    tally = simulation.tally
    texts += [f"{word('bar', lang)} {int(tally.barred[:, 1:].sum()) / tally.deals:.3f}"]
    texts += [f"{word('dead', lang)} {int(tally.dead.sum()) / tally.deals:.3f}"]
    return fold(texts, first=word("per_deal", lang) + colon(lang), between=comma(lang))


def _range(shown: Callable[[float | None], str], row: Row, key: str, between: str = "–") -> str:
    low, high = row[f"{key}_low"], row[f"{key}_high"]
    return "–" if low is None else f"{shown(low)}{between}{shown(high)}"
