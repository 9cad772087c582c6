"""`sise odds deal`: what a dealt hand holds."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from experiments.cli import options, studies
from experiments.cli.console import emit

if TYPE_CHECKING:
    from experiments.odds.deal_odds import DealOdds


def command(
    rules: options.RulesOption = options.DEFAULT_RULES,
    set_: options.SetOption = None,
    seed: options.SeedOption = 1,
    deals: Annotated[
        int,
        typer.Option(
            "--deals",
            parser=options.whole(0, options.LAST_DEAL),
            metavar="N",
            help="Hands to deal of each size; 0: none.",
        ),
    ] = 1_000_000,
    first: Annotated[
        int,
        typer.Option(
            "--first", parser=options.whole(0, options.LAST_DEAL), metavar="N", help="Index of the first deal."
        ),
    ] = 0,
    feature: Annotated[
        list[str] | None,
        typer.Option("--feature", metavar="NAME", help="Only this feature, by its name in the JSON form (repeatable)."),
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
    """What a dealt hand of 30 and of 31 cards holds: exact, and hands that were dealt beside it.

    Types held once to four times, 將, idle cards, complete 車, hu in hand, the chance of a 天胡. Exact odds are counted
    in whole numbers; the simulated ones have 95 % intervals.
    """
    studies.check(out, fresh=fresh, table=table)
    if not deals and out is not None:
        raise typer.BadParameter("--deals 0 leaves no run to keep; --table writes the tables", param_hint="--out")
    rules_value = options.read_rules(rules, set_)
    from experiments.odds.deal_odds import DealOdds, deal_study, read_features

    study = deal_study(rules_value, deals=deals, seed=seed, first=first)
    wanted = read_features(feature or [], rules_value.game)

    def text(odds: DealOdds) -> str:
        from experiments.cli.odds.deal_text import deal_text

        return deal_text(odds, lang)

    if not deals:
        odds = DealOdds(study, 0, None, wanted)
        if table is not None:
            studies.write(table, odds.tables, quiet=quiet)
        emit(text(odds) if format_ == options.Format.TEXT else json.dumps(odds.to_dict(), ensure_ascii=False) + "\n")
        return
    studies.play(
        study,
        lambda outcome: DealOdds.of(study, outcome, wanted),
        text,
        threads=threads,
        executor=executor,
        out=out,
        fresh=fresh,
        table=table,
        format_=format_,
        quiet=quiet,
    )
