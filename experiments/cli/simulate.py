"""`sise simulate`: deals to settlement, to a table."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from experiments.cli import options
from experiments.cli.console import emit

if TYPE_CHECKING:
    from experiments.simulation import Simulation


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
    threads: options.ThreadsOption = None,
    executor: options.ExecutorOption = None,
    out: options.OutOption = None,
    records: Annotated[
        bool, typer.Option("--records", help="With --out: also one row a deal, deals/part-*.parquet.")
    ] = False,
    fresh: options.FreshOption = False,
    format_: options.FormatOption = options.Format.TEXT,
    lang: options.LangOption = options.Lang.EN,
    quiet: options.QuietOption = False,
) -> None:
    """Play whole deals; print win rates, how deals end, payoffs and hu, with 95 % intervals."""
    if (records or fresh) and out is None:
        raise typer.BadParameter("it needs --out DIR", param_hint="--records" if records else "--fresh")
    rules_value = options.read_rules(rules, set_)
    from experiments.cli.running import run
    from experiments.plan import make_plan
    from experiments.simulation import Counting, Recording, simulation, tables
    from strategies.registry import split_seats

    plan = make_plan(rules_value, split_seats(seats), seed=seed, deals=deals, first=first, dealer=dealer)
    asked = partial(
        run, threads=threads, executor=executor, out=out, fresh=fresh, quiet=quiet, tables=partial(tables, plan)
    )
    outcome, status = asked(Recording(plan)) if records else asked(Counting(plan))
    shown = simulation(plan, outcome)
    if shown.deals:
        emit(_text(shown, lang) if format_ == options.Format.TEXT else _json(shown))
    if status:
        raise typer.Exit(status)


def _text(simulation: Simulation, lang: str) -> str:
    from experiments.cli.report import simulation_text

    return simulation_text(simulation, lang)


def _json(simulation: Simulation) -> str:
    from experiments import summary

    plan, tally = simulation.plan, simulation.tally
    content = {
        "run": plan.to_dict(),
        "deals": simulation.deals,
        "summary": summary.summary_rows(plan, tally),
        "kinds": summary.kind_rows(plan, tally),
        "levels": summary.level_rows(plan, tally),
        "quantiles": summary.quantile_rows(plan, tally),
        "named": summary.named_rows(plan, tally),
        "hu": summary.hu_rows(plan, tally),
        "per_deal": summary.per_deal(tally),
    }
    return json.dumps(content, ensure_ascii=False, allow_nan=False) + "\n"
