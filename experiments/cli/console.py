"""What goes to standard output and what to standard error, and how tables are drawn."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from io import StringIO
from shutil import get_terminal_size
from threading import Timer
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

import typer

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID
    from rich.table import Table

_LEAST_LABEL: Final = 12
"""Columns that a name gets where the numbers leave less."""
_BETWEEN: Final = 2
"""Columns between two columns of a table."""
_UNITS: Final = re.compile(r"[（「]*(?:[!-~]+|[^\s])[）」，。；：、！？]*\s*|\s+")
"""What no line break divides: a word or a Chinese character, with the marks that belong to it."""
_LABEL_UNITS: Final = re.compile(r"[^,\[]+[,\[]?|.")
"""The same of a strategy's name: a parameter with its value."""
_UNBOUNDED: Final = 10_000
_BAR_FROM: Final = 2.0
"""A progress bar is shown for anything that takes longer, in seconds."""
COMPILE_SECONDS: Final = 20
"""What a first use takes on one processor, measured for `simulate`; two take 13 s. `score` takes 9 s."""
NOT_KEPT: Final = "at every start: no folder for compiled code can be written; set NUMBA_CACHE_DIR to one that can"
COMPILE_AFTER: Final = 2.0
"""Far more than loading compiled code takes, in seconds: what takes longer is being compiled."""


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


@contextmanager
def compiling(quiet: bool, *, deals: bool = True) -> Iterator[None]:
    """Around the first call of the core: say so where that has to wait for the compiler.

    For `deals` the core knows beforehand. What one game, a strategy or scoring alone still needs shows by its
    taking long.
    """
    from simcore import compile_needed, compiled_code_folder

    often = "once" if compiled_code_folder() is not None else NOT_KEPT

    if deals and compile_needed():
        from experiments.cli.first_use import deal_loop_compiled_beside

        if not quiet:
            say(f"compiling the core, {COMPILE_SECONDS} s at most, {often}")
        with deal_loop_compiled_beside():
            yield
    elif quiet:
        yield
    else:
        late = Timer(COMPILE_AFTER, say, (f"compiling what this needs of the core, about 10 s at most, {often}",))
        late.daemon = True
        late.start()
        try:
            yield
        finally:
            late.cancel()


def table(
    columns: Sequence[str],
    rows: Iterable[Sequence[str]],
    *,
    left: Iterable[int] = (),
    labels: Iterable[int] = (),
    wrap: Iterable[int] = (),
) -> Table:
    """A table of text cells. Columns are numbers, right-aligned and never cut, but for those listed: `left`
    are text; of `labels`, names folded where they are long, and `wrap`, running text, there may be one column
    together, which takes the width that is left."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    labels, wrap = set(labels), set(wrap)
    rows = list(rows)
    room = {at: max(_room([columns, *rows], at), _LEAST_LABEL) for at in labels | wrap}
    for at in room:
        units = _UNITS if at in wrap else _LABEL_UNITS
        rows = [[*row[:at], "\n".join(wrapped(row[at], room[at], units)), *row[at + 1 :]] for row in rows]
    texts = set(left) | labels | wrap
    made = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    for at, header in enumerate(columns):
        made.add_column(
            Text(header),
            justify="left" if at in texts else "right",
            no_wrap=at not in labels and at not in wrap,
            overflow="fold",
            max_width=room[at] if at in labels else None,
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
    width = text_width() if wrapped else _UNBOUNDED
    console = Console(file=buffer, width=width, force_terminal=terminal, legacy_windows=False, highlight=False)
    for at, part in enumerate(parts):
        text = isinstance(part, str)
        if at and not (text and isinstance(parts[at - 1], str)):
            console.print()  # a blank line around each table
        console.print(part, crop=False, soft_wrap=text, markup=False)
    return "\n".join(line.rstrip() for line in buffer.getvalue().splitlines()) + "\n"


def _room(rows: Sequence[Sequence[str]], at: int) -> int:
    """The width that the other columns leave to column `at` within `text_width`."""
    from rich.cells import cell_len

    others = [max(map(cell_len, column)) for n, column in enumerate(zip(*rows, strict=True)) if n != at]
    return text_width() - sum(others) - _BETWEEN * len(others)


def wrapped(text: str, width: int, units: re.Pattern[str] = _UNITS) -> list[str]:
    """Text in lines of at most `width` columns, broken between `units` only. Running English breaks between words,
    Chinese between any two characters, but never before a closing mark or after an opening one."""
    from rich.cells import cell_len

    lines = [""]
    for unit in units.findall(text):
        if cell_len(lines[-1] + unit.rstrip()) > width and lines[-1]:
            lines[-1] = lines[-1].rstrip()
            lines.append("")
        lines[-1] += unit if lines[-1] else unit.lstrip()
    return [line.rstrip() for line in lines]


def text_width() -> int:
    """Columns that running text may take: the terminal's, 80 in a pipe."""
    return max(60, get_terminal_size((80, 24)).columns)


def fold(words: Sequence[str], *, first: str = "", rest: str = "    ", between: str = " ") -> list[str]:
    """Words as lines that fit `text_width`, the first one after `first`, the others after `rest`.

    A Chinese character takes two columns; a break falls only between words.
    """
    from rich.cells import cell_len

    width = text_width()
    lines = [first]
    empty = True
    for word in words:
        joined = lines[-1] + ("" if empty else between) + word
        if empty or cell_len(joined) < width:  # less: a comma may follow
            lines[-1] = joined
        else:
            lines[-1] += between.rstrip()
            lines.append(rest + word)
        empty = False
    return lines


class Bar:
    """A progress bar on standard error, from the time on that a task proves to be a long one.

    `streaming` is for a task that writes results as it goes: no bar where both would share a terminal.
    """

    def __init__(self, quiet: bool, unit: str = "deals", *, streaming: bool = False) -> None:
        self._unit = unit
        self._shown = not quiet and sys.stderr.isatty() and not (streaming and sys.stdout.isatty())
        self._start = monotonic()
        self._before: int | None = None
        self._progress: Progress | None = None
        self._task: TaskID | None = None

    def __call__(self, done: int, wanted: int) -> None:
        """Take note that `done` of `wanted` are done."""
        if not self._shown:
            return
        if self._before is None:
            self._before = done  # those of an earlier run say nothing of the speed
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

        columns: list[Any] = [TextColumn(self._unit), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()]
        self._progress = Progress(*columns, console=Console(stderr=True), transient=True)
        self._progress.start()
        self._task = self._progress.add_task("", total=wanted, completed=self._before or 0)
