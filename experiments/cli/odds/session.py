"""`sise odds session`: what whole evenings come to."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from experiments.cli import options, studies
from experiments.cli.console import compiling, emit


def command(
    rules: options.RulesOption = options.DEFAULT_RULES,
    set_: options.SetOption = None,
    seats: options.SeatsOption = options.DEFAULT_SEATS,
    seed: options.SeedOption = 1,
    deals: Annotated[
        int, typer.Option("--deals", parser=options.whole(1, 10_000), metavar="N", help="Deals of a session.")
    ] = 40,
    sessions: Annotated[
        int,
        typer.Option("--sessions", parser=options.whole(1, options.LAST_DEAL), metavar="N", help="Sessions to play."),
    ] = 2_000,
    first: Annotated[
        int,
        typer.Option(
            "--first", parser=options.whole(0, options.LAST_DEAL), metavar="N", help="Index of the first session."
        ),
    ] = 0,
    dealer: Annotated[
        str,
        typer.Option(
            "--dealer", metavar="rotate|0|1|2", help="Who deals first; rotate: session i begins with seat i mod 3."
        ),
    ] = "rotate",
    replay: Annotated[
        int | None,
        typer.Option(
            "--replay",
            parser=options.whole(0, options.LAST_DEAL),
            metavar="I",
            help="Show session I deal by deal instead, with what replays each deal.",
        ),
    ] = None,
    threads: options.ThreadsOption = None,
    executor: options.ExecutorOption = None,
    out: options.OutOption = None,
    fresh: options.FreshOption = False,
    table: studies.TableOption = None,
    format_: options.FormatOption = options.Format.TEXT,
    lang: options.LangOption = options.Lang.EN,
    quiet: options.QuietOption = False,
) -> None:
    """Whole evenings, the dealer following the rules: totals, who ends first, worst falls, deals in a row.

    Deal j of session i is deal i * N + j of the seed, N being --deals. The unit of every interval is the session.
    """
    studies.check(out, fresh=fresh, table=table)
    rules_value = options.read_rules(rules, set_)
    from experiments.odds import session_odds
    from experiments.odds.session_odds import SessionOdds
    from experiments.odds.session_study import make_study
    from strategies.registry import split_seats

    study = make_study(
        rules_value, split_seats(seats), deals=deals, sessions=sessions, seed=seed, first=first, dealer=dealer
    )

    if replay is not None:
        if out is not None:
            raise typer.BadParameter("a replayed session has no run directory", param_hint="--out")
        with compiling(quiet):
            rows = session_odds.replay(study, replay)
        if table is not None:
            from experiments.odds.session_tables import SCHEMAS
            from experiments.typed_frames import typed_frame

            studies.write(table, {"deals": typed_frame(rows, SCHEMAS["deals"])}, quiet=quiet)
        if format_ == options.Format.JSON:
            content = {"run": study.to_dict(), "session": replay, "deals": rows}
            emit(json.dumps(content, ensure_ascii=False, allow_nan=False) + "\n")
        else:
            from experiments.cli.odds.session_text import replay_text

            emit(replay_text(study, replay, rows, lang))
        return

    def text(odds: SessionOdds) -> str:
        from experiments.cli.odds.session_text import session_text

        return session_text(odds, lang)

    studies.play(
        study,
        lambda outcome: SessionOdds(study, outcome.counts, outcome.done),
        text,
        threads=threads,
        executor=executor,
        out=out,
        fresh=fresh,
        table=table,
        format_=format_,
        quiet=quiet,
    )
