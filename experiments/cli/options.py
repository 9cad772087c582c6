"""Options that several commands share, and how their texts become values."""

from __future__ import annotations

import os
from collections.abc import Callable
from decimal import Decimal
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from simcore import Rules

DEFAULT_RULES = "guangshui"
DEFAULT_SEATS = "greedy,greedy,greedy"
LAST_DEAL = 2**62 - 1
_DIGITS = 50  # of a number such as 1e9, so that a slip does not fill the memory


def whole(low: int, high: int | None = None) -> Callable[[str], int]:
    """A parser for whole numbers from `low` on; 1_000_000 and 1e6 are read too."""

    def read(text: str) -> int:
        value = _number(text)
        if value is None or value < low:
            raise typer.BadParameter(f'found "{text}", expected a whole number of {low} or more')
        if high is not None and value > high:
            raise typer.BadParameter(f'found "{text}", expected at most {high}')
        return value

    return read


def _number(text: str) -> int | None:
    """The whole number that `text` writes, None where it writes none."""
    try:
        return int(text)
    except ValueError:
        pass
    try:
        number = Decimal(text)
        whole = number == number.to_integral_value() and number.adjusted() < _DIGITS
        return int(number) if whole else None
    except (ArithmeticError, ValueError):
        return None


class Format(StrEnum):
    """Form of the results on standard output."""

    TEXT = "text"
    JSON = "json"


class Lang(StrEnum):
    """Language of tables and card names; zh is zh-hant, the traditional script."""

    EN = "en"
    ZH = "zh"
    ZH_HANT = "zh-hant"
    ZH_HANS = "zh-hans"


RulesOption = Annotated[
    str, typer.Option("--rules", metavar="NAME|FILE.toml", help="Rules: guangshui, youxi or a file.")
]
SetOption = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="SWITCH=VALUE", help="Set a switch of the rules (repeatable; see sise rules)."),
]
SeatsOption = Annotated[
    str,
    typer.Option(
        "--seats",
        metavar="A,B,C",
        help="The three seats: names or path/to/file.py:name, with parameters: greedy[idle=3.0].",
    ),
]
SeedOption = Annotated[
    int, typer.Option("--seed", parser=whole(0, 2**64 - 1), metavar="N", help="Seed, 0 to 2^64 - 1.")
]
DealerOption = Annotated[
    str, typer.Option("--dealer", metavar="rotate|0|1|2", help="Dealer; rotate: deal i has dealer i mod 3.")
]
FormatOption = Annotated[Format, typer.Option("--format", help="Form of the results.")]
LangOption = Annotated[Lang, typer.Option("--lang", help="Language of tables and cards.")]
QuietOption = Annotated[bool, typer.Option("--quiet", help="Nothing on standard error but errors.")]
ThreadsOption = Annotated[
    int | None,
    typer.Option("--threads", parser=whole(1), metavar="N", help="Threads [default: all processors]."),
]
ExecutorOption = Annotated[
    str | None,
    typer.Option(
        "--executor",
        metavar="NAME",
        help="Who plays: threads, processes, dask, dask:tcp://host:port or ray [default: threads].",
    ),
]
OutOption = Annotated[
    Path | None,
    typer.Option("--out", metavar="DIR", help="Keep the run here, tables too; the same command goes on with it."),
]
FreshOption = Annotated[bool, typer.Option("--fresh", help="Start over: replace the run in the folder of --out.")]


def read_rules(name: str, settings: list[str] | None) -> Rules:
    """The rules of `--rules` and `--set`. Raises RulesError."""
    from simcore import PRESETS, Rules, RulesError

    if name in PRESETS:
        rules = Rules.preset(name)
    elif name.endswith(".toml") or os.sep in name or Path(name).is_file():
        rules = _rules_file(Path(name).expanduser())
    else:
        try:
            rules = Rules.preset(name)
        except RulesError as error:
            raise RulesError(f"{error}; or give a file, FILE.toml") from None
    return rules.set_text(settings) if settings else rules


def processors() -> int:
    """Processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _rules_file(path: Path) -> Rules:
    from simcore import Rules, RulesError

    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise RulesError(f"rules file {path}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise RulesError(f"rules file {path} is no UTF-8 text") from None
    try:
        return Rules.from_toml(text)
    except RulesError as error:
        raise RulesError(f"{path}: {error}") from None
