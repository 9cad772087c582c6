"""Cells of tables: values with their intervals, and the heading that says what was played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from experiments.cli.console import fold
from experiments.cli.report import percent, signed
from experiments.names import GAMES, colon, comma, name, word
from experiments.plan import Plan, settings

Row = dict[str, Any]
NONE = "–"


def amount(value: float | None) -> str:
    """A count or length, two decimals."""
    return NONE if value is None else f"{value:,.2f}"


def whole(value: int | None) -> str:
    """A whole number."""
    return NONE if value is None else f"{value:,}"


def rates(row: Row, key: str) -> list[str]:
    """A rate in percent, and its interval."""
    return [percent(row[key]), between(percent, row, key)]


def payoffs(row: Row, key: str) -> list[str]:
    """A mean payoff, and its interval."""
    return [signed(row[key]), between(signed, row, key, ", ")]


def amounts(row: Row, key: str) -> list[str]:
    """A mean amount, and its interval."""
    return [amount(row[key]), between(amount, row, key)]


def between(shown: Callable[[float | None], str], row: Row, key: str, mark: str = "–") -> str:
    """The interval of a column."""
    low, high = row[f"{key}_low"], row[f"{key}_high"]
    return NONE if low is None or high is None else f"{shown(low)}{mark}{shown(high)}"


def plus_minus(row: Row, key: str, *, scale: int = 1, digits: int = 3) -> str:
    """A signed value with half its interval: +0.508 ±0.081."""
    value, low, high = (row[f"{key}{end}"] for end in ("", "_low", "_high"))
    if value is None:
        return NONE
    text = f"{scale * value:+.{digits}f}" if value else "0"
    if low is None or high is None or low == high == 0:
        return text
    return f"{text} ±{scale * (high - low) / 2:.{digits}f}"


def heading(plan: Plan, units: str, first: int, count: int, done: int, lang: str, *more: str) -> list[str]:
    """What was played: rules, which units, seed, dealer, and who sat where. `units` is their name in `lang`."""
    *words, last_word = [name(GAMES, plan.rules.name, lang), *settings(plan.rules)]
    played = f"{done:,}" if done == count else f"{done:,} / {count:,}"
    words.append(f"{last_word}{colon(lang)}{played} {units} ({first:,} – {first + count - 1:,})")
    words += [*more, f"{word('seed', lang)} {plan.seed}"]
    seats = [seat.label for seat in plan.seats]
    sat = f"{word('seats', lang)}{colon(lang)}"
    return [*fold(words, between=comma(lang)), *fold(seats, first=sat, between=comma(lang))]


def dealer_words(dealer: str | int, lang: str) -> str:
    """Who deals."""
    return f"{word('dealer', lang)} {word('rotate', lang) if dealer == 'rotate' else dealer}"
