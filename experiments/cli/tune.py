"""`sise tune`: a search for better parameters, and a test of what it found."""

from __future__ import annotations

import json
from time import perf_counter
from typing import Annotated

import typer

from experiments.cli import options
from experiments.cli.console import Bar, compiling, emit, say

MOST_BUDGET = 10**15


def command(
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME",
            help="The strategy: a name, path/to/file.py:name or file.toml; parameters in brackets are its start.",
        ),
    ],
    rules: options.RulesOption = options.DEFAULT_RULES,
    set_: options.SetOption = None,
    budget: Annotated[
        int,
        typer.Option(
            "--budget",
            parser=options.whole(1, MOST_BUDGET),
            metavar="DEALS",
            help="Deals that search and gate may take together.",
        ),
    ] = 10_000_000,
    opponents: Annotated[
        list[str] | None,
        typer.Option(
            "--opponents",
            metavar="A,B",
            help="Who sits at the other two seats; repeatable, every candidate meets all pairs [default: NAME,NAME].",
        ),
    ] = None,
    seed: options.SeedOption = 1,
    only: Annotated[
        str, typer.Option("--only", metavar="P,Q,…", help="Parameters to move [default: all of the strategy].")
    ] = "",
    generations: Annotated[
        int | None,
        typer.Option(
            "--generations", parser=options.whole(1), metavar="N", help="Generations [default: 40, or by the budget]."
        ),
    ] = None,
    population: Annotated[
        int | None,
        typer.Option(
            "--population",
            parser=options.whole(3),
            metavar="N",
            help="Candidates of a generation [default: 8 a parameter, or by the budget].",
        ),
    ] = None,
    sigma: Annotated[float, typer.Option("--sigma", metavar="X", help="First step, in ranges of a parameter.")] = 0.05,
    delta: Annotated[
        float | None,
        typer.Option(
            "--delta",
            metavar="X",
            help="Effect that the gate looks for, in standard deviations of a deck "
            "[default: the smallest that its decks can show].",
        ),
    ] = None,
    threads: options.ThreadsOption = None,
    executor: options.ExecutorOption = None,
    out: options.OutOption = None,
    fresh: options.FreshOption = False,
    format_: options.FormatOption = options.Format.TEXT,
    lang: options.LangOption = options.Lang.EN,
    quiet: options.QuietOption = False,
) -> None:
    """Look for better parameters of a strategy against two opponents, then play what was found against the strategy
    as it was, on decks that the search did not see, until a sequential test decides."""
    if fresh and out is None:
        raise typer.BadParameter("it needs --out DIR", param_hint="--fresh")
    rules_value = options.read_rules(rules, set_)
    from experiments.executors import check_executor
    from experiments.tuning.folder import Folder
    from experiments.tuning.run import Stopped, run_task
    from experiments.tuning.task import make_task

    check_executor(executor)
    task = make_task(
        rules_value,
        name,
        opponents=opponents or (),
        budget=budget,
        seed=seed,
        only=[word.strip() for word in only.split(",")] if only.strip() else (),
        generations=generations,
        population=population,
        sigma=sigma,
        delta=delta,
    )
    if out is not None:
        Folder(out, task, _note).check(fresh=fresh)
    with compiling(quiet):
        task.prepare()
    if not quiet:
        schedule = task.schedule
        say(
            f"{schedule.generations} generations of {schedule.population} candidates on {schedule.decks:,} decks "
            f"each, then at most {schedule.gate_decks:,} decks for the gate"
        )
    bar = Bar(quiet)
    start = perf_counter()
    status = 0
    try:
        tuning = run_task(
            task,
            threads=threads or options.processors(),
            executor=executor,
            directory=out,
            fresh=fresh,
            progress=bar,
            note=_note,
        )
    except Stopped as stopped:
        tuning, status = stopped.tuning, stopped.status
        message = str(stopped)
    finally:
        bar.close()
    if status:
        say(f"sise: {message}")
    elif not quiet:
        say(f"finished in {perf_counter() - start:.1f} s")
    if tuning.steps:
        if format_ == options.Format.JSON:
            emit(json.dumps(tuning.to_dict(), ensure_ascii=False, allow_nan=False) + "\n")
        else:
            from experiments.cli.tune_text import tuning_text

            emit(tuning_text(tuning, lang, out))
    if status:
        raise typer.Exit(status)


def _note(text: str) -> None:
    say(f"sise: {text}")
