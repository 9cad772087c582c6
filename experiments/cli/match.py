"""`sise match`: strategies against each other on the same decks."""

from __future__ import annotations

import json
import sys
from shutil import get_terminal_size
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Final

import typer

from experiments.cli import options
from experiments.cli.console import emit, say

if TYPE_CHECKING:
    from experiments.matches import Match

LIVE_SECONDS: Final = 0.25
"""Between two states of the live line on a terminal."""
LINE_SECONDS: Final = (2.0, 60.0)
"""Between two lines where standard error is no terminal: at first, doubled with every line, and at most."""

DecksOption = Annotated[
    int,
    typer.Option(
        "--decks",
        parser=options.whole(1, options.LAST_DEAL),
        metavar="N",
        help="Decks to play; with --sprt the most that it may take.",
    ),
]
FirstOption = Annotated[
    int,
    typer.Option("--first", parser=options.whole(0, options.LAST_DEAL), metavar="N", help="Index of the first deck."),
]


def command(
    strategies: Annotated[
        list[str],
        typer.Argument(
            metavar="A B [C]",
            help="Two or three strategies: names or path/to/file.py:name, with parameters: greedy[idle=3.0].",
        ),
    ],
    rules: options.RulesOption = options.DEFAULT_RULES,
    set_: options.SetOption = None,
    decks: DecksOption = 10_000,
    seed: options.SeedOption = 1,
    first: FirstOption = 0,
    sprt: Annotated[
        str | None,
        typer.Option(
            "--sprt",
            metavar="delta=0.1",
            help="Stop where a sequential test decides; delta is an effect in standard deviations of a deck. "
            "Further: alpha=0.05, beta=0.05, minimum=200, after commas.",
        ),
    ] = None,
    watch: Annotated[
        bool, typer.Option("--watch", help="A live line with an interval that is valid at any time.")
    ] = False,
    threads: options.ThreadsOption = None,
    executor: options.ExecutorOption = None,
    out: options.OutOption = None,
    fresh: options.FreshOption = False,
    format_: options.FormatOption = options.Format.TEXT,
    lang: options.LangOption = options.Lang.EN,
    quiet: options.QuietOption = False,
) -> None:
    """Play A against B, or A, B and C, on the same decks in every order; print by how much each is better.

    The edge is a strategy's payoff less the mean payoff of the other seats in the same deals, its 95 % interval is
    clustered by deck.
    """
    if fresh and out is None:
        raise typer.BadParameter("it needs --out DIR", param_hint="--fresh")
    rules_value = options.read_rules(rules, set_)
    from experiments.cli.running import run
    from experiments.matches import Match, Sprt, make_contest, watcher

    test = Sprt.parse(sprt) if sprt is not None else None
    contest = make_contest(rules_value, strategies, decks=decks, seed=seed, first=first, sprt=test)
    live = Live(lang) if watch and not quiet else None
    outcome, status = run(
        contest,
        threads=threads,
        executor=executor,
        out=out,
        fresh=fresh,
        quiet=quiet,
        bar=live is None,
        tables=lambda outcome: Match(contest, outcome.counts).tables,
        watch=watcher(contest, live) if live is not None or test is not None else None,
    )
    if live is not None:
        live.close()
    match = Match(contest, outcome.counts)
    if match.decks:
        if format_ == options.Format.JSON:
            emit(json.dumps(match.to_dict(), ensure_ascii=False, allow_nan=False) + "\n")
        else:
            from experiments.cli.match_text import match_text

            emit(match_text(match, lang, watched=watch))
    if status:
        raise typer.Exit(status)


class Live:
    """The match so far in one line on standard error: rewritten on a terminal, now and then a new one elsewhere."""

    def __init__(self, lang: str) -> None:
        self._lang = lang
        self._terminal = sys.stderr.isatty()
        self._wait = LIVE_SECONDS if self._terminal else LINE_SECONDS[0]
        self._next = monotonic() + self._wait
        self._shown = 0

    def __call__(self, match: Match) -> None:
        """Take note of the match, and show it if it is time."""
        now = monotonic()
        if now < self._next:
            return
        self._next = now + self._wait
        if not self._terminal:
            self._wait = min(2 * self._wait, LINE_SECONDS[1])
        from experiments.cli.match_text import live_line

        line = live_line(match, self._lang)
        if not self._terminal:
            say(line)
            return
        from rich.cells import cell_len, set_cell_size

        width = min(cell_len(line), get_terminal_size((80, 24)).columns - 1)  # a line that breaks cannot be rewritten
        sys.stderr.write(f"\r{set_cell_size(line, width)}{' ' * (self._shown - width)}")
        sys.stderr.flush()
        self._shown = max(width, 1)

    def close(self) -> None:
        """Take the live line of a terminal away."""
        if self._shown:
            sys.stderr.write(f"\r{' ' * self._shown}\r")
            sys.stderr.flush()
