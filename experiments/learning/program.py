"""The steps of learning, and the program that takes one: `python -m experiments.learning`."""

from __future__ import annotations

import os
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from experiments.files import write_whole
from experiments.learning.fitting import BATCH, Fit
from experiments.learning.lessons import Lessons, gather
from experiments.learning.teacher import empty_book, teacher
from simcore import PRESETS, Rules, SiseError
from strategies import counter
from strategies.network import Layers, file_of, judgment, layers_of

CHUNK = 9_000  # deals
ROWS = 60 * CHUNK
ROUNDS = 20  # how often the network that plays is exchanged for what it has become
TEACHERS = ("counter", "network")
RATES = {"counter": 2e-3, "network": 7e-4}
LAMBDA = {"counter": 1.0, "network": 0.6}
# Six deals out of twelve are the network's own, in the others it meets counter, at every place.
LINE_UPS = ("nnn", "ncc", "nnn", "cnn", "nnn", "cnc", "nnn", "ncn", "nnn", "ccn", "nnn", "nnc")
OFTEN = 8  # other moves in a hundred


def lessons(rules: Rules, by: str, fit: Fit, seed: int, deals: int) -> Iterator[tuple[int, Lessons]]:
    """The hands of the deals 0 … deals - 1 of a seed, chunk by chunk, and how many deals have been played."""
    book = empty_book(ROWS)
    for turn in range(ROUNDS if by == "network" else 1):
        if by == "counter":
            pupil, other = teacher("pupil", counter.CHOOSERS, book, OFTEN), None
            start, stop = 0, deals
        else:
            networks: list[Layers] = [layers_of(game) for game in PRESETS]
            if turn:
                networks[list(PRESETS).index(rules.game)] = fit.layers()
            pupil = teacher("pupil", judgment(networks), book, OFTEN)
            other = teacher("counter", counter.CHOOSERS, book, 0)
            start, stop = (deals * part // ROUNDS for part in (turn, turn + 1))
        for number, first in enumerate(range(start, stop, CHUNK)):
            line_up = LINE_UPS[number % len(LINE_UPS)] if other else "nnn"
            seats = [pupil if who == "n" or other is None else other for who in line_up]
            count = min(CHUNK, stop - first)
            yield first + count, gather(rules, seats, book, "pupil", seed, first, count, LAMBDA[by])


app = typer.Typer(add_completion=False)


@app.command()
def main(
    rules: Annotated[str, typer.Option(help="The game: guangshui or youxi.")],
    teacher: Annotated[str, typer.Option(help="Who plays: counter, or network, from the numbers there are.")],
    deals: Annotated[int, typer.Option(min=1, help="Deals to learn from.")],
    seed: Annotated[int, typer.Option(min=0, help="Seed of the deals.")] = 1,
    out: Annotated[Path | None, typer.Option(help="File to write; without it that of the network in use.")] = None,
) -> None:
    """Teach the network of rollout; prints the name of the file written."""
    if rules not in PRESETS:
        raise typer.BadParameter(f"expected {' or '.join(PRESETS)}, not {rules!r}", param_hint="--rules")
    if teacher not in TEACHERS:
        raise typer.BadParameter(f"expected {' or '.join(TEACHERS)}, not {teacher!r}", param_hint="--teacher")
    where = out or file_of(rules)
    try:
        learn(rules, teacher, deals, seed, where)
    except SiseError as error:
        typer.echo(f"sise: {error}", err=True)
        raise typer.Exit(1) from error
    typer.echo(str(where))


def learn(rules: str, by: str, deals: int, seed: int, where: Path) -> None:
    """Teach a network by a teacher and write its numbers to a file. Raises SiseError for too few deals, without
    PyTorch, or where nothing can be written, before any deal is played; then the file stays as it was."""
    if not os.access(where.parent, os.W_OK):
        raise SiseError(f"cannot write {where}: expected a folder that exists and may be written to")
    fit = Fit(rules, RATES[by], seed, None if by == "counter" else layers_of(rules))
    shown = 0
    for played, hands in lessons(Rules.preset(rules), by, fit, seed, deals):
        explained = fit.study(hands, played / deals)
        if played >= shown + deals // 20:
            shown = played
            typer.echo(
                f"{played:,} deals, step {fit.done:,}, {100 * explained:.1f} % of the variance explained", err=True
            )
    if fit.done == 0:
        raise SiseError(f"{deals} deals are too few to learn from: expected {BATCH:,} hands at least, some 20 a deal")
    content = BytesIO()
    np.savez(content, **fit.layers())  # type: ignore[arg-type]
    write_whole(where, content.getvalue())
