"""`sise status`: how far the run in a directory is."""

from __future__ import annotations

import json
from pathlib import Path
from platform import node
from typing import TYPE_CHECKING, Annotated

import typer

from experiments.cli import options
from experiments.cli.console import emit

if TYPE_CHECKING:
    from experiments.runstatus import Status

_MINUTE = 60
_HOUR = 60 * _MINUTE
_DAY = 24 * _HOUR


def command(
    directory: Annotated[Path, typer.Argument(metavar="DIR", help="The folder of --out.", show_default=False)],
    format_: options.FormatOption = options.Format.TEXT,
    lang: options.LangOption = options.Lang.EN,
    quiet: options.QuietOption = False,
) -> None:
    """Say how much of a run is finished, who plays it, and how to go on."""
    from experiments.runstatus import plain, status

    found = status(directory)
    if format_ == options.Format.JSON:
        emit(json.dumps(plain(found), ensure_ascii=False, allow_nan=False) + "\n")
    else:
        emit(_text(found, lang))


def _text(found: Status, lang: str) -> str:
    from experiments.cli.console import fold
    from experiments.names import word
    from experiments.rundir import resume_command
    from experiments.runstatus import State

    unit = word(found.unit, lang)
    share = _percent(found.done, found.wanted)
    rows = [
        (word("run", lang), [*found.command.split(" ")]),
        (word("finished", lang), [word("of_units", lang).format(f"{found.done:,}", f"{found.wanted:,}", unit, share)]),
        (word("state", lang), [word(found.state.value, lang) + _who(found, lang)]),
    ]
    if found.seconds_left is not None:
        rate = f"{found.rate:,.0f}" if found.rate >= 10 else f"{found.rate:.2g}"
        rows.append((word("rate", lang), [word("a_second", lang).format(rate, unit)]))
        rows.append((word("left", lang), [_duration(found.seconds_left, lang)]))
    if found.tables:
        rows.append((word("tables", lang), list(found.tables)))
    rows += [(word("damaged", lang), [f"{each.file}: {each.reason}"]) for each in found.damaged]
    if found.state == State.INTERRUPTED:
        rows.append((word("go_on", lang), [*resume_command(found.command, found.path).split(" ")]))
    width = 12
    lines = []
    for head, words in rows:
        from rich.cells import cell_len

        first = head + " " * max(1, width - cell_len(head))
        lines += fold(words, first=first, rest=" " * width)
    return "\n".join(lines) + "\n"


def _who(found: Status, lang: str) -> str:
    from experiments.names import comma, word

    if found.process is None:
        return ""
    number = found.process.process or "?"
    place = "" if found.process.host == node() else f" ({found.process.host})"
    return comma(lang) + word("process", lang).format(number) + place


def _percent(done: int, wanted: int) -> str:
    """Never rounded up to all."""
    return f"{int(1000 * done / wanted) / 10:.1f} %" if done < wanted else "100 %"


def _duration(seconds: float, lang: str) -> str:
    from experiments.names import word

    if seconds < _MINUTE:
        key, number = "seconds", seconds
    elif seconds < _HOUR:
        key, number = "minutes", seconds / _MINUTE
    elif seconds < _DAY:
        key, number = "hours", seconds / _HOUR
    else:
        key, number = "days", seconds / _DAY
    return word(key, lang).format(f"{number:.0f}" if number >= 10 else f"{number:.1f}")
