"""`sise report`: a run directory as one HTML page, and its charts as pictures."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from experiments.cli import options
from experiments.cli.console import say


def command(
    directory: Annotated[Path, typer.Argument(metavar="DIR", help="The folder of --out.", show_default=False)],
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE.html", help="Where the page goes [default: report.html in DIR]."),
    ] = None,
    charts: Annotated[
        Path | None,
        typer.Option("--charts", metavar="DIR2", help="Also write each chart there, as PNG and as SVG."),
    ] = None,
    lang: options.LangOption = options.Lang.EN,
    quiet: options.QuietOption = False,
) -> None:
    """Make one page of a run: what was run and how to run it again, its tables, its charts.

    The page loads nothing from anywhere: it can be read, sent and kept as a file. Charts need the extra plots.
    """
    from experiments.report.page import INSTALL, make_report, write_page
    from experiments.report.pictures import write_pictures

    report = make_report(directory, lang.value)
    path = out if out is not None else directory / "report.html"
    written = [path]
    if charts is not None and report.drawn.missing is not None:
        raise typer.BadParameter(f"charts need the extra plots: {INSTALL}", param_hint="--charts")
    write_page(report, path)
    if charts is not None:
        written += write_pictures(report, charts, note=lambda text: say(f"sise: {text}"))
    elif report.drawn.missing is not None and not quiet:
        say(f"sise: the page has no charts: they need {INSTALL}")
    if not quiet:
        more = f" and {len(written) - 1} pictures in {charts}" if len(written) > 1 else ""
        say(f"wrote {path}{more}")
