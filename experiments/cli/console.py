"""What goes to standard output and what to standard error, and how tables are drawn."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from io import StringIO
from shutil import get_terminal_size
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

import typer

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID
    from rich.table import Table

_LABEL_WIDTH: Final = 26
_UNBOUNDED: Final = 10_000
_BAR_FROM: Final = 2.0
"""A progress bar is shown for anything that takes longer, in seconds."""


def emit(text: str) -> None:
    """Write to standard output; a reader that has gone away (`sise ... | head`) ends the command quietly."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        # The interpreter flushes standard output once more when it ends: give it something to flush into.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise typer.Exit(0) from None


def say(text: str) -> None:
    """Write a line to standard error."""
    sys.stderr.write(text + "\n")
    sys.stderr.flush()


def warn_of_compiling(quiet: bool) -> None:
    """Say so where the core will be compiled before anything is played."""
    import simcore

    if not quiet and getattr(simcore, "compile_needed", bool)():
        say("compiling the core, about 15 s, once")


def table(
    columns: Sequence[str],
    rows: Iterable[Sequence[str]],
    *,
    left: Iterable[int] = (),
    labels: Iterable[int] = (),
    wrap: Iterable[int] = (),
) -> Table:
    """A table of text cells. Columns are numbers, right-aligned and never cut, but for those listed: `left`
    are text, `labels` text that is folded when it is long, `wrap` running text that takes the width that is
    left."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    labels, wrap = set(labels), set(wrap)
    texts = set(left) | labels | wrap
    made = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    for at, header in enumerate(columns):
        made.add_column(
            Text(header),
            justify="left" if at in texts else "right",
            no_wrap=at not in labels and at not in wrap,
            overflow="fold",
            max_width=_LABEL_WIDTH if at in labels else None,
        )
    for row in rows:
        made.add_row(*(Text(cell) for cell in row))
    return made


def draw(*parts: Table | str, wrapped: bool = False) -> str:
    """Tables and lines of text as one text for standard output; numbers are never cut, whatever the width.

    `wrapped` keeps within the terminal's width (80 in a pipe), for tables with running text.
    """
    from rich.console import Console

    buffer = StringIO()
    terminal = sys.stdout.isatty()
    width = max(60, get_terminal_size((80, 24)).columns) if wrapped else _UNBOUNDED
    console = Console(file=buffer, width=width, force_terminal=terminal, legacy_windows=False, highlight=False)
    for at, part in enumerate(parts):
        text = isinstance(part, str)
        if at and not (text and isinstance(parts[at - 1], str)):
            console.print()  # a blank line around each table
        console.print(part, crop=False, soft_wrap=text, markup=False)
    return "\n".join(line.rstrip() for line in buffer.getvalue().splitlines()) + "\n"


class Bar:
    """A progress bar on standard error, from the time on that a task proves to be a long one."""

    def __init__(self, quiet: bool) -> None:
        self._shown = not quiet and sys.stderr.isatty()
        self._start = monotonic()
        self._progress: Progress | None = None
        self._task: TaskID | None = None

    def __call__(self, done: int, wanted: int) -> None:
        """Take note that `done` of `wanted` deals are done."""
        if not self._shown:
            return
        elapsed = monotonic() - self._start
        if self._progress is None and elapsed > 0.5 and elapsed * wanted > _BAR_FROM * done:
            self._open(wanted)
        if self._progress is not None and self._task is not None:
            self._progress.update(self._task, completed=done)

    def close(self) -> None:
        """Take the bar away."""
        if self._progress is not None:
            self._progress.stop()

    def _open(self, wanted: int) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        columns: list[Any] = [TextColumn("deals"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()]
        self._progress = Progress(*columns, console=Console(stderr=True), transient=True)
        self._progress.start()
        self._task = self._progress.add_task("", total=wanted)
