"""`sise ladder`: every strategy against every other."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from experiments.cli import options
from experiments.cli.console import emit
from experiments.cli.match import DecksOption, FirstOption


def command(
    rules: options.RulesOption = options.DEFAULT_RULES,
    set_: options.SetOption = None,
    strategies: Annotated[
        str | None,
        typer.Option(
            "--strategies",
            metavar="A,B,C…",
            help="Which strategies, with parameters in brackets [default: all built-in ones].",
        ),
    ] = None,
    decks: DecksOption = 10_000,
    seed: options.SeedOption = 1,
    first: FirstOption = 0,
    slow: Annotated[
        str | None,
        typer.Option("--slow", metavar="A,B…", help="Strategies that take part in fewer decks [default: rollout]."),
    ] = None,
    slow_decks: Annotated[
        int,
        typer.Option("--slow-decks", parser=options.whole(1, options.LAST_DEAL), metavar="N", help="Decks of these."),
    ] = 100,
    threads: options.ThreadsOption = None,
    executor: options.ExecutorOption = None,
    out: options.OutOption = None,
    fresh: options.FreshOption = False,
    format_: options.FormatOption = options.Format.TEXT,
    lang: options.LangOption = options.Lang.EN,
    quiet: options.QuietOption = False,
) -> None:
    """Play every pair of strategies on the same decks; print where each stands against the field.

    The edge of a pair is that of sise match over all six games of a deck; that of a strategy is the mean over its
    opponents.
    """
    if fresh and out is None:
        raise typer.BadParameter("it needs --out DIR", param_hint="--fresh")
    rules_value = options.read_rules(rules, set_)
    from experiments.cli.running import run
    from experiments.ladders import Ladder, make_ladder
    from strategies.registry import split_seats

    study = make_ladder(
        rules_value,
        None if strategies is None else split_seats(strategies),
        decks=decks,
        seed=seed,
        first=first,
        slow=None if slow is None else [name for name in split_seats(slow) if name],
        slow_decks=slow_decks,
    )
    outcome, status = run(
        study,
        threads=threads,
        executor=executor,
        out=out,
        fresh=fresh,
        quiet=quiet,
        tables=lambda outcome: Ladder(study, outcome.counts).tables,
    )
    found = Ladder(study, outcome.counts)
    if found.decks:
        if format_ == options.Format.JSON:
            emit(json.dumps(found.to_dict(), ensure_ascii=False, allow_nan=False) + "\n")
        else:
            from experiments.cli.ladder_text import ladder_text

            emit(ladder_text(found, lang))
    if status:
        raise typer.Exit(status)
