"""`sise compare-rules`: the same decks under several values of the switches."""

from __future__ import annotations

from typing import Annotated

import typer

from experiments.cli import options, studies


def command(
    switch: Annotated[
        list[str] | None,
        typer.Option(
            "--switch",
            metavar="NAME=A,B",
            help="Compare these values, the others with the first (repeatable); NAME alone: all its values.",
        ),
    ] = None,
    all_: Annotated[bool, typer.Option("--all", help="Every switch of the game, in one table.")] = False,
    rules: options.RulesOption = options.DEFAULT_RULES,
    set_: options.SetOption = None,
    seats: options.SeatsOption = options.DEFAULT_SEATS,
    seed: options.SeedOption = 1,
    deals: Annotated[
        int,
        typer.Option(
            "--deals", "--decks", parser=options.whole(1, options.LAST_DEAL), metavar="N", help="Decks to play."
        ),
    ] = 20_000,
    first: Annotated[
        int,
        typer.Option(
            "--first", parser=options.whole(0, options.LAST_DEAL), metavar="N", help="Index of the first deck."
        ),
    ] = 0,
    dealer: options.DealerOption = "rotate",
    threads: options.ThreadsOption = None,
    executor: options.ExecutorOption = None,
    out: options.OutOption = None,
    fresh: options.FreshOption = False,
    table: studies.TableOption = None,
    format_: options.FormatOption = options.Format.TEXT,
    lang: options.LangOption = options.Lang.EN,
    quiet: options.QuietOption = False,
) -> None:
    """What a house rule changes: the same decks under both values of a switch, compared deck by deck.

    The other switches stay as --rules and --set have them. Intervals are 95 %, of the differences.
    """
    studies.check(out, fresh=fresh, table=table)
    if all_ and switch:
        raise typer.BadParameter("--all takes every switch; give one or the other", param_hint="--switch")
    if not all_ and not switch:
        raise typer.BadParameter("expected --switch such as pass_down=true,false, or --all", param_hint="--switch")
    rules_value = options.read_rules(rules, set_)
    from experiments.comparison import RuleComparison, make_study
    from experiments.plan import make_plan
    from strategies.registry import split_seats

    plan = make_plan(rules_value, split_seats(seats), seed=seed, deals=deals, first=first, dealer=dealer)
    study = make_study(plan, None if all_ else switch)

    def text(comparison: RuleComparison) -> str:
        from experiments.cli.compare_text import comparison_text

        return comparison_text(comparison, lang)

    studies.play(
        study,
        lambda outcome: RuleComparison(study, outcome.counts, outcome.done),
        text,
        threads=threads,
        executor=executor,
        out=out,
        fresh=fresh,
        table=table,
        format_=format_,
        quiet=quiet,
    )
