"""From a study to its tables on standard output and in files: what the commands of odds have in common."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Protocol, TypeVar

import typer

from experiments.cli import options
from experiments.cli.console import emit, say

if TYPE_CHECKING:
    import polars as pl

    from experiments.study import Counts, Outcome, Study

TableOption = Annotated[
    Path | None,
    typer.Option(
        "--table",
        metavar="FILE.parquet|FILE.csv",
        help="Write the tables, each to FILE-NAME.parquet or FILE-NAME.csv.",
    ),
]


class Result(Protocol):
    """What a study comes to."""

    @property
    def tables(self) -> dict[str, pl.DataFrame]:
        """The frames by name."""

    def to_dict(self) -> dict[str, Any]:
        """The result as one JSON object."""


R = TypeVar("R", bound=Result)
C = TypeVar("C", bound="Counts")


def check(out: Path | None, *, fresh: bool, table: Path | None) -> None:
    """Complain about options that cannot be used, before anything is loaded or played."""
    if fresh and out is None:
        raise typer.BadParameter("it needs --out DIR", param_hint="--fresh")
    if table is not None:
        from experiments.table_files import check_table_path

        check_table_path(table)


def play(
    study: Study[C],
    result: Callable[[Outcome[C]], R],
    text: Callable[[R], str],
    *,
    threads: int | None,
    executor: str | None,
    out: Path | None,
    fresh: bool,
    table: Path | None,
    format_: options.Format,
    quiet: bool,
) -> None:
    """Play a study and print what it comes to; after Ctrl-C what was finished, with the exit status of that."""
    from experiments.cli.running import run

    outcome, status = run(
        study,
        threads=threads,
        executor=executor,
        out=out,
        fresh=fresh,
        quiet=quiet,
        tables=lambda outcome: result(outcome).tables,
    )
    found = result(outcome)
    if outcome.done:
        if table is not None:
            write(table, found.tables, quiet=quiet)
        if format_ == options.Format.JSON:
            emit(json.dumps(found.to_dict(), ensure_ascii=False, allow_nan=False) + "\n")
        else:
            emit(text(found))
    if status:
        raise typer.Exit(status)


def write(table: Path, tables: Mapping[str, pl.DataFrame], *, quiet: bool) -> None:
    """Write the tables of `--table` and say where they are."""
    from experiments.table_files import write_tables

    files = write_tables(table, tables)
    if not quiet:
        say("wrote " + " ".join(map(str, files)))
