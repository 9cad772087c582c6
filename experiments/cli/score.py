"""`sise score`: what a hand is worth, with the rows that add up to it."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from experiments.cli import options
from experiments.cli.console import draw, emit, warn_of_compiling

if TYPE_CHECKING:
    from simcore import Rules

BLOCK = 500
"""Results written at a time; lines are read as they are needed, so an input of any length fits."""


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
    if (hand is None) == (batch is None):
        raise typer.BadParameter("give either --hand or --batch", param_hint="--hand")
    if batch is not None and (meld or claimed):
        raise typer.BadParameter("melds and the claimed card of a batch stand in its lines", param_hint="--batch")
    rules_value = options.read_rules(rules, set_)
    if batch is not None:
        warn_of_compiling(quiet)
        _batch(batch, rules_value)
        return
    from experiments.cli.score_text import score_parts
    from simcore import parse_cards, score

    cards = parse_cards(hand or "")
    warn_of_compiling(quiet)
    result = score(rules_value, cards, meld or [], claimed).to_dict()
    if format_ == options.Format.JSON:
        emit(json.dumps(result, ensure_ascii=False) + "\n")
    else:
        emit(draw(*score_parts(result, rules_value.game, lang)))


def _batch(name: str, rules: Rules) -> None:
    from experiments.batch import LineScorer

    scorer = LineScorer(rules)
    with _lines(name) as lines:
        results = scorer.results(lines)
        while block := list(islice(results, BLOCK)):
            emit("\n".join(block) + "\n")
    if scorer.errors:
        raise typer.Exit(2)


@contextmanager
def _lines(name: str) -> Iterator[Iterable[bytes]]:
    if name == "-":
        yield sys.stdin.buffer
        return
    with Path(name).expanduser().open("rb") as file:
        yield file
