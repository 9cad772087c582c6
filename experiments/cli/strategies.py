"""`sise strategies`: what can sit at a seat, and what it can tune."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from experiments.cli import options
from experiments.cli.console import draw, emit, table

if TYPE_CHECKING:
    from strategies.registry import Found


def command(
    format_: options.FormatOption = options.Format.TEXT,
    lang: options.LangOption = options.Lang.EN,
    quiet: options.QuietOption = False,
) -> None:
    """List the built-in strategies and those of installed packages, with their parameters."""
    from strategies.registry import catalogue

    found = catalogue()
    if format_ == options.Format.JSON:
        emit(json.dumps([_row(one) for one in found], ensure_ascii=False) + "\n")
    else:
        emit(_text(found, lang))


def _row(found: Found) -> dict[str, Any]:
    row: dict[str, Any] = {"name": found.name, "from": found.origin}
    if found.strategy is None:
        return row | {"error": found.problem}
    row["meaning"] = found.strategy.meaning
    params = [
        {"name": p.name, "default": p.default, "low": p.low, "high": p.high, "meaning": p.meaning}
        for p in found.strategy.params
    ]
    return row | {"parameters": params}


def _text(found: list[Found], lang: str) -> str:
    from experiments.names import STRATEGIES, name, word

    heads = [word(key, lang) for key in ("strategy", "from", "meaning")]
    body = []
    for one in found:
        meaning = one.strategy.meaning if one.strategy is not None else one.problem
        body.append((one.name, name(STRATEGIES, one.origin, lang), name(STRATEGIES, meaning, lang)))
    parts = [table(heads, body, left=(0, 1), wrap=(2,))]
    heads = [word(key, lang) for key in ("strategy", "parameter", "default", "range", "meaning")]
    tuned = [
        (one.name, p.name, f"{p.default:g}", f"{p.low:g} – {p.high:g}", p.meaning)
        for one in found
        if one.strategy is not None
        for p in one.strategy.params
    ]
    if tuned:
        parts.append(table(heads, tuned, left=(0, 1), wrap=(4,)))
    return draw(*parts, wrapped=True)
