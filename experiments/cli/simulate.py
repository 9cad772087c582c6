"""`sise simulate`: deals to settlement, to a table."""

from __future__ import annotations

import json
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer

from experiments.cli import options
from experiments.cli.console import Bar, compiling, emit, say

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
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", help="Write summary.parquet, hu.parquet and run.json here."),
    ] = None,
    records: Annotated[
        bool, typer.Option("--records", help="With --out: also one row a deal, deals/part-*.parquet.")
    ] = False,
    fresh: Annotated[bool, typer.Option("--fresh", help="Replace another run in the folder of --out.")] = False,
    format_: options.FormatOption = options.Format.TEXT,
    lang: options.LangOption = options.Lang.EN,
    quiet: options.QuietOption = False,
) -> None:
    """Play whole deals; print win rates, how deals end, payoffs and hu, with 95 % intervals."""
    if (records or fresh) and out is None:
        raise typer.BadParameter("it needs --out DIR", param_hint="--records" if records else "--fresh")
    rules_value = options.read_rules(rules, set_)
    from experiments.files import OutputFolder
    from experiments.plan import make_plan, prepare
    from experiments.simulation import Interrupted, run_plan
    from strategies.registry import split_seats

    plan = make_plan(rules_value, split_seats(seats), seed=seed, deals=deals, first=first, dealer=dealer)
    folder = OutputFolder(out, plan, records=records) if out is not None else None
    if folder is not None:
        folder.check(fresh=fresh)
    with compiling(quiet):
        prepare(plan)
    if folder is not None:
        folder.open(fresh=fresh)
    bar = Bar(quiet)
    start = perf_counter()
    interrupted = False
    try:
        simulation = run_plan(
            plan,
            threads=threads or options.processors(),
            records_dir=folder.records_dir if folder is not None else None,
            progress=bar,
        )
    except Interrupted as stopped:
        simulation, interrupted = stopped.simulation, True
    except BaseException:
        if folder is not None:
            folder.clear()
        raise
    finally:
        bar.close()
    seconds = perf_counter() - start
    if folder is not None:
        folder.finish(simulation)
    if interrupted:
        say(f"sise: interrupted; the table is over the {simulation.deals:,} deals finished of {plan.deals:,}")
    elif not quiet:
        speed = simulation.deals / seconds
        rate = f"{speed / 1e6:.2f} million" if speed >= 1e6 else f"{speed:,.0f}"
        say(f"{simulation.deals:,} deals in {seconds:.2f} s ({rate} a second)")
    if simulation.deals:
        emit(_text(simulation, lang) if format_ == options.Format.TEXT else _json(simulation))
    if interrupted:
        raise typer.Exit(130)


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
