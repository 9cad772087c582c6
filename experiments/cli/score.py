"""`sise score`: what a hand is worth, with the rows that add up to it."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO

import typer

from experiments.cli import options
from experiments.cli.console import Bar, compiling, draw, emit

if TYPE_CHECKING:
    from simcore import Rules

READ = 1 << 16
"""Bytes read at a time, at most: an input of any length fits, and a line from a pipe is answered when it comes."""


def command(
    hand: Annotated[
        str | None, typer.Option("--hand", metavar="CARDS", help='Concealed cards: "YJ2 YS3 RC ...".')
    ] = None,
    meld: Annotated[
        list[str] | None,
        typer.Option("--meld", metavar="MELD", help="An open meld: peng:RC, chi:RC,RM,RP (repeatable)."),
    ] = None,
    claimed: Annotated[
        str | None, typer.Option("--claimed", metavar="CARD", help="The card the hand is won on.")
    ] = None,
    batch: Annotated[
        str | None,
        typer.Option("--batch", metavar="FILE", help="JSON lines in, JSON lines out; - is standard input."),
    ] = None,
    rules: options.RulesOption = options.DEFAULT_RULES,
    set_: options.SetOption = None,
    format_: options.FormatOption = options.Format.TEXT,
    lang: options.LangOption = options.Lang.EN,
    quiet: options.QuietOption = False,
) -> None:
    """Score 31 cards exactly: the best grouping, its bonuses, and what it pays."""
    if hand is None and batch is None:
        raise typer.BadParameter("needs the 31 cards, or --batch a file of hands", param_hint="--hand")
    if batch is not None and (hand is not None or meld or claimed is not None):
        raise typer.BadParameter("goes without --hand, --meld and --claimed", param_hint="--batch")
    rules_value = options.read_rules(rules, set_)
    if batch is not None:
        _batch(batch, rules_value, quiet)
        return
    from experiments.cli.score_text import score_parts
    from simcore import parse_cards, score

    cards = parse_cards(hand or "")
    with compiling(quiet, deals=False):
        result = score(rules_value, cards, meld or [], claimed).to_dict()
    if format_ == options.Format.JSON:
        emit(json.dumps(result, ensure_ascii=False) + "\n")
    else:
        emit(draw(*score_parts(result, rules_value.game, lang)))


def _batch(name: str, rules: Rules, quiet: bool) -> None:
    from experiments.batch import LineScorer

    scorer = LineScorer(rules)
    with _input(name) as file:
        size = os.fstat(file.fileno()).st_size if name != "-" else 0
        bar = Bar(quiet, "bytes", streaming=True)
        done = 0
        try:
            with compiling(quiet, deals=False):
                scorer.warm_up()
            for lines in _blocks(file):
                emit("".join(f"{result}\n" for result in scorer.results(lines)))
                done += sum(len(line) + 1 for line in lines)
                bar(min(done, size), size)
        finally:
            bar.close()
    if scorer.errors:
        raise typer.Exit(2)


def _blocks(file: BinaryIO) -> Iterator[list[bytes]]:
    """The lines that have come, as often as some have."""
    begun = b""
    while chunk := os.read(file.fileno(), READ):
        *lines, begun = (begun + chunk).split(b"\n")
        if lines:
            yield lines
    if begun:
        yield [begun]


@contextmanager
def _input(name: str) -> Iterator[BinaryIO]:
    if name == "-":
        yield sys.stdin.buffer
        return
    with Path(name).expanduser().open("rb") as file:
        yield file
