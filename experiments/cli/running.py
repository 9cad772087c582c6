"""How the commands run a study: the checks before, the bar meanwhile, the messages after."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, TypeVar

from experiments.cli import options
from experiments.cli.console import Bar, compiling, say

if TYPE_CHECKING:
    import polars as pl

    from experiments.study import Counts, Outcome, Study

C = TypeVar("C", bound="Counts")


def run(
    study: Study[C],
    *,
    threads: int | None = None,
    executor: str | None = None,
    out: Path | None = None,
    fresh: bool = False,
    quiet: bool = False,
    tables: Callable[[Outcome[C]], Mapping[str, pl.DataFrame]] | None = None,
    watch: Callable[[C], bool] | None = None,
    bar: bool = True,
) -> tuple[Outcome[C], int]:
    """Run a study for a command: what was played, and the exit status to end with once that is shown.

    With a bar meanwhile, and a line of how long it took. After Ctrl-C or SIGTERM it says how to go on, and the status
    is that of the signal, else 0. Raises SiseError.
    """
    from experiments.executors import check_executor
    from experiments.study import Interrupted, check_directory, run_study

    check_executor(executor)
    if out is not None:
        check_directory(study, out, fresh=fresh)
    with compiling(quiet):
        study.prepare()
    progress = Bar(quiet or not bar, study.unit)
    start = perf_counter()
    status = 0
    try:
        outcome = run_study(
            study,
            threads=threads or options.processors(),
            executor=executor,
            directory=out,
            fresh=fresh,
            progress=progress,
            watch=watch,
            tables=tables,
            note=lambda text: say(f"sise: {text}"),
        )
    except Interrupted as stopped:
        outcome, status = stopped.outcome, stopped.status
        message = str(stopped)
    except KeyboardInterrupt:
        progress.close()
        say("sise: interrupted")
        raise
    finally:
        progress.close()
    if status:
        say(f"sise: {message}")
    elif not quiet:
        say(_speed(outcome, study.unit, perf_counter() - start))
    return outcome, status


def _speed(outcome: Outcome[C], unit: str, seconds: float) -> str:
    played = outcome.done - outcome.resumed
    before = f" ({outcome.resumed:,} were finished before)" if outcome.resumed else ""
    if not played:
        return f"no {unit} to play{before}"
    speed = played / seconds
    rate = f"{speed / 1e6:.2f} million" if speed >= 1e6 else f"{speed:,.0f}" if speed >= 10 else f"{speed:.2g}"
    return f"{played:,} {unit} in {seconds:.2f} s ({rate} a second){before}"
