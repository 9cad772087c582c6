"""The printed tables of `sise compare-rules`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from experiments.cli.cells import NONE, Row, between, dealer_words, heading, plus_minus
from experiments.cli.console import draw, fold, table
from experiments.cli.report import percent
from experiments.comparison import RuleComparison
from experiments.names import colon, comma, word
from experiments.odds.play_words import HEADS, METRICS, RATES, say, text

if TYPE_CHECKING:
    from rich.table import Table

SIDES = (("no_winner", "dealer_edge", "dealer_payoff_edge"), ("draws", "paid", "pay_per_win", "worst_loss"))
"""The differences of the two tables of many switches."""
FEW = 3
"""Up to so many comparisons each has a table of its own."""


def comparison_text(comparison: RuleComparison, lang: str) -> str:
    """A table a comparison where there are few, otherwise one row each."""
    study, rows = comparison.study, comparison.rows
    plan = study.plan
    units = text("decks", lang)
    parts: list[Table | str] = [
        *heading(plan, units, plan.first, plan.deals, comparison.decks, lang, dealer_words(plan.dealer, lang))
    ]
    if len(study.variants) <= FEW and study.asked:
        for row in rows["switches"]:
            metrics = [m for m in rows["metrics"] if (m["switch"], m["value"]) == (row["switch"], row["value"])]
            parts += [*_changed(row, lang), _metrics(row, metrics, lang)]
    else:
        parts += [_switches(rows["switches"], SIDES[0], lang, changed=True)]
        parts += [_switches(rows["switches"], SIDES[1], lang, changed=False)]
    parts += _note("note_paired", lang)
    if len(study.variants) > FEW or not study.asked:
        shown = [key for keys in SIDES for key in keys]
        intervals = sum(
            row["changed"] > 0 and row[f"{key}_low"] is not None for row in rows["switches"] for key in shown
        )
        parts += _note("note_many", lang, intervals=str(intervals), chance=f"{intervals * 0.05:.0f}")
    if any(variant.switch == "next_dealer" for variant in study.variants):
        parts += _note("note_next_dealer", lang)
    return draw(*parts)


def _note(key: str, lang: str, **values: str) -> list[str]:
    words = text(key, lang).format(**values)
    return fold(words.split(" "), rest="") if lang == "en" else [words]


def _changed(row: Row, lang: str) -> list[str]:
    """Which values are compared, and how many decks went otherwise."""
    share = f"{percent(row['changed_rate'])} ({between(percent, row, 'changed_rate')})"
    words = [f"{row['switch']}{colon(lang)}{row['against']} → {row['value']}"]
    words.append(text("changed_decks", lang).format(count=f"{row['changed']:,}", share=share))
    return fold(words, between=comma(lang))


def _metrics(row: Row, metrics: list[Row], lang: str) -> Table:
    columns = [row["switch"], row["against"], row["value"], text("difference", lang), word("interval", lang)]
    body = []
    for metric in metrics:
        scale = 100 if metric["metric"] in RATES else 1
        digits = 2 if scale == 100 else 3
        cells = [_number(metric[key], scale, digits) for key in ("before", "after")]
        low, high = metric["difference_low"], metric["difference_high"]
        interval = NONE if low is None else f"{scale * low:+.{digits}f}, {scale * high:+.{digits}f}"
        if low == high == 0:  # alike on every deck
            interval = ""
        cells += [_difference(metric["difference"], scale, digits), interval]
        body.append([say(METRICS, metric["metric"], lang), *cells])
    return table(columns, body, left=(0,))


def _difference(value: float | None, scale: int, digits: int) -> str:
    return NONE if value is None else f"{scale * value:+.{digits}f}" if value else "0"


def _number(value: float | None, scale: int, digits: int) -> str:
    return NONE if value is None else f"{scale * value:,.{digits}f}"


def _switches(rows: list[Row], keys: tuple[str, ...], lang: str, *, changed: bool) -> Table:
    columns = [word("switch", lang), *([text("changed", lang)] if changed else [])]
    columns += [say(HEADS, key, lang) for key in keys]
    body = []
    for row in rows:
        cells = [f"{row['switch']}={row['value']}", *([percent(row["changed_rate"])] if changed else [])]
        for key in keys:
            scale = 100 if key in RATES else 1
            cells.append(plus_minus(row, key, scale=scale, digits=2 if scale == 100 else 3).replace(" ±", "±"))
        body.append(cells)
    return table(columns, body, left=(0,))
