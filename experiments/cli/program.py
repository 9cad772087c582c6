"""The `sise` command: its subcommands, and what becomes of errors.

Input that cannot be used is one line on standard error and exit status 2; Ctrl-C is 130. A traceback is a
fault of the program. Nothing heavy is imported here: `sise --help` starts no compiler.
"""

from __future__ import annotations

import atexit
import gc
import os
import re
import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from experiments.cli import (
    INTERRUPTED,
    advise,
    bench,
    compare_rules,
    ladder,
    match,
    odds,
    replay,
    report_command,
    rules,
    score,
    simulate,
    status,
    strategies,
    tune,
)
from experiments.cli.console import say
from experiments.versions import package_version

BAD_INPUT = 2
LONGEST = 2_000
"""Characters of a message: what is quoted in it may be of any length."""

_INVALID = re.compile(r"^Invalid value for '?([^':]+)'?: ")

app = typer.Typer(
    name="sise",
    help="Four-colour cards (四色牌): the Guangshui and Youxi games, played and scored exactly.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
app.command("simulate", short_help="Play whole deals: win rates, how they end, payoffs.")(simulate.command)
app.command("score", short_help="Score 31 cards exactly, or a file of hands.")(score.command)
app.command("replay", short_help="Show single deals, event by event.")(replay.command)
app.command("rules", short_help="List the presets, or the switches of one.")(rules.command)
app.command("strategies", short_help="List the strategies and their parameters.")(strategies.command)
app.add_typer(odds.app, name="odds", short_help="What a dealt hand holds; what whole deals and evenings come to.")
app.command("compare-rules", short_help="What a house rule changes, on the same decks.")(compare_rules.command)
app.command("advise", short_help="What each choice at a position is worth.")(advise.command)
app.command("status", short_help="How far the run in a folder of --out is.")(status.command)
app.command("report", short_help="One HTML page of the run in a folder of --out.")(report_command.command)
app.command("bench", short_help="Measure deals and scores a second on this machine.")(bench.command)
app.command("match", short_help="Which of two or three strategies is better, and by how much.")(match.command)
app.command("ladder", short_help="Every strategy against every other.")(ladder.command)
app.command("tune", short_help="Look for better parameters of a strategy, and test them.")(tune.command)


@app.callback(invoke_without_command=True)
def _program(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    if version:
        typer.echo(f"sise {package_version('sise')}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())
        raise typer.Exit


def start(argv: Sequence[str] | None = None) -> int:
    """Run the command line of this process, or the given one; the exit status."""
    if argv is None:
        # Loading the core makes 200,000 objects that live to the end. Looking through them again and again,
        # and once more at exit, costs 0.4 s of a start of 1.2 s.
        gc.set_threshold(1_000_000)
        atexit.register(gc.freeze)
    return run(sys.argv[1:] if argv is None else argv)


def run(argv: Sequence[str]) -> int:
    """Run the command line; the exit status."""
    # Closed streams, names with surrogates or a terminal that is not UTF-8 must not turn a message into a traceback.
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        status = app(args=list(argv), prog_name="sise", standalone_mode=False)
    except typer.TyperException as error:
        return _bad_input(_usage(error))
    except (typer.Abort, KeyboardInterrupt):
        say("sise: interrupted")
        return INTERRUPTED
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        return _bad_input(f"{where}{error.strerror or error}")
    except ValueError as error:
        if not _is_sise_error(error):
            raise
        return _bad_input(str(error))
    return status if isinstance(status, int) else 0


def _usage(error: typer.TyperException) -> str:
    """A complaint about the command line itself, with where to look."""
    message = error.format_message().replace("Value error, ", "").rstrip(".")
    message = _INVALID.sub(r"\1: ", message)
    context = getattr(error, "ctx", None)
    return message if context is None else f"{message} (see {context.command_path} --help)"


def _bad_input(message: str) -> int:
    line = " ".join(message.split())
    if len(line) > LONGEST:
        line = line[: LONGEST // 2] + " … " + line[-LONGEST // 2 :]
    say("sise: " + "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in line))
    return BAD_INPUT


def _is_sise_error(error: ValueError) -> bool:
    """Whether it is the core's error for unusable input; the core is not loaded just to ask."""
    core = sys.modules.get("simcore")
    return core is not None and isinstance(error, core.SiseError)
