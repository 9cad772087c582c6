"""`sise bench`: what this machine does, in shuffles and in nanoseconds."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from experiments.cli import options
from experiments.cli.console import compiling, draw, emit, say, table

if TYPE_CHECKING:
    from experiments.bench import Figure

HEADS = {
    "en": ("what", "per", "ns", "shuffles", "million/s", "decisions, million/s"),
    "zh": ("項目", "單位", "奈秒", "洗牌數", "百萬/秒", "決策 百萬/秒"),
    "zh-hans": ("项目", "单位", "纳秒", "洗牌数", "百万/秒", "决策 百万/秒"),
}
UNITS = {"shuffle": "洗牌", "deal": "局", "hand": "手牌"}


def command(
    seats: Annotated[
        list[str] | None,
        typer.Option("--seats", metavar="A,B,C", help="Measure deals of this line-up as well (repeatable)."),
    ] = None,
    seconds: Annotated[
        int, typer.Option("--seconds", parser=options.whole(1), metavar="N", help="Seconds to measure for.")
    ] = 7,
    format_: options.FormatOption = options.Format.TEXT,
    lang: options.LangOption = options.Lang.EN,
    quiet: options.QuietOption = False,
) -> None:
    """Measure whole deals and scores on one processor of this machine, beside a plain shuffle of 112 cards."""
    from experiments.bench import machine, measure, pinned, short_jobs
    from experiments.plan import make_plan
    from strategies.registry import split_seats

    plans = [make_plan(options.DEFAULT_RULES, split_seats(text), seed=1, deals=1) for text in seats or []]
    with compiling(quiet):
        jobs = short_jobs([plan.strategies for plan in plans])
    if not quiet:
        say(f"measuring for {seconds} s on one processor")
    with pinned():
        figures = measure(jobs, seconds)
    if format_ == options.Format.JSON:
        emit(json.dumps({"machine": machine(), "figures": [asdict(figure) for figure in figures]}) + "\n")
    else:
        emit(_text(machine(), figures, lang))


def _text(machine: dict[str, Any], figures: list[Figure], lang: str) -> str:
    facts = ", ".join(f"{key} {value}" for key, value in machine.items())
    return draw(facts, table(HEADS.get(lang, HEADS["zh"]), [_row(figure, lang) for figure in figures], left=(0, 1)))


def _row(figure: Figure, lang: str) -> list[str]:
    return [
        figure.what,
        figure.per if lang == options.Lang.EN else UNITS[figure.per],
        f"{figure.ns:,.1f}",
        f"{figure.shuffles:.3f}",
        f"{figure.millions:.2f}",
        f"{figure.decisions:.1f}" if figure.decisions else "",
    ]
