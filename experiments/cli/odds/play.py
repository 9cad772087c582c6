"""`sise odds play`: what whole deals come to."""

from __future__ import annotations

from typing import Annotated

import typer

from experiments.cli import options, studies


def command(
    rules: options.RulesOption = options.DEFAULT_RULES,
    set_: options.SetOption = None,
    seats: options.SeatsOption = options.DEFAULT_SEATS,
    seed: options.SeedOption = 1,
    deals: Annotated[
        int, typer.Option("--deals", parser=options.whole(1, options.LAST_DEAL), metavar="N", help="Deals to play.")
    ] = 100_000,
    first: Annotated[
        int,
        typer.Option(
            "--first", parser=options.whole(0, options.LAST_DEAL), metavar="N", help="Index of the first deal."
        ),
    ] = 0,
    dealer: options.DealerOption = "rotate",
    sample: Annotated[
        int | None,
        typer.Option(
            "--sample",
            parser=options.whole(0, options.LAST_DEAL),
            metavar="N",
            help="Deals to read event by event, for bonuses and claims [default: 2000, or all].",
        ),
    ] = None,
    threads: options.ThreadsOption = None,
    executor: options.ExecutorOption = None,
    out: options.OutOption = None,
    fresh: options.FreshOption = False,
    table: studies.TableOption = None,
    format_: options.FormatOption = options.Format.TEXT,
    lang: options.LangOption = options.Lang.EN,
    quiet: options.QuietOption = False,
) -> None:
    """Who wins from which place, how, for how much and how soon; and what a dealt hand is worth.

    Intervals are 95 %, clustered by deal where seats of one deal are pooled; distributions have DKW bands.
    """
    studies.check(out, fresh=fresh, table=table)
    rules_value = options.read_rules(rules, set_)
    from experiments.odds.play_odds import PlayOdds
    from experiments.odds.play_study import make_study
    from experiments.plan import make_plan
    from strategies.registry import split_seats

    plan = make_plan(rules_value, split_seats(seats), seed=seed, deals=deals, first=first, dealer=dealer)
    study = make_study(plan, sample)

    def text(odds: PlayOdds) -> str:
        from experiments.cli.odds.play_text import play_text

        return play_text(odds, lang)

    studies.play(
        study,
        lambda outcome: PlayOdds(study, outcome.counts, outcome.done),
        text,
        threads=threads,
        executor=executor,
        out=out,
        fresh=fresh,
        table=table,
        format_=format_,
        quiet=quiet,
    )
