"""`sise replay`: the log of single deals, as text or as one JSON object a line."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from experiments.cli import options
from experiments.cli.console import Bar, compiling, emit


def command(
    deal: Annotated[
        int,
        typer.Option(
            "--deal", parser=options.whole(0, options.LAST_DEAL), metavar="N", help="Index of the first deal."
        ),
    ],
    count: Annotated[
        int, typer.Option("--count", parser=options.whole(1, options.LAST_DEAL), metavar="K", help="How many deals.")
    ] = 1,
    rules: options.RulesOption = options.DEFAULT_RULES,
    set_: options.SetOption = None,
    seats: options.SeatsOption = options.DEFAULT_SEATS,
    seed: options.SeedOption = 1,
    dealer: options.DealerOption = "rotate",
    format_: options.FormatOption = options.Format.TEXT,
    lang: options.LangOption = options.Lang.EN,
    quiet: options.QuietOption = False,
) -> None:
    """Show every draw, decision, claim and discard of deals N to N + K - 1."""
    rules_value = options.read_rules(rules, set_)
    from experiments.cli.story import deal_text
    from experiments.plan import make_plan
    from simcore import deal_log
    from strategies.registry import split_seats

    plan = make_plan(rules_value, split_seats(seats), seed=seed, deals=count, first=deal, dealer=dealer)
    with compiling(quiet):
        deal_log(plan.rules, plan.strategies, plan.seed, deal, dealer=plan.dealer)
    bar = Bar(quiet, streaming=True)
    try:
        for at in range(count):
            log = deal_log(plan.rules, plan.strategies, plan.seed, deal + at, dealer=plan.dealer)
            if format_ == options.Format.JSON:
                emit(json.dumps(log, ensure_ascii=False) + "\n")
            else:
                emit(("\n\n" if at else "") + deal_text(log, plan.rules, lang))
            bar(at + 1, count)
    finally:
        bar.close()
