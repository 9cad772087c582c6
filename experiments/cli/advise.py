"""`sise advise`: what each choice at a position is worth."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from experiments.cli import options, studies
from experiments.cli.console import compiling, emit, say

if TYPE_CHECKING:
    from experiments.advice import Advice
    from simcore import Position, Rules

PlayoutOption = Annotated[
    str, typer.Option("--playout", metavar="NAME", help="The strategy that plays on, at every seat.")
]
SEAT_TEXT = "SEAT:TEXT"


def command(
    position: Annotated[
        Path | None, typer.Argument(metavar="[FILE.toml]", help="The position, with the keys of docs/advise.md.")
    ] = None,
    from_deal: Annotated[
        str | None,
        typer.Option(
            "--from-deal",
            metavar="SEED:DEAL[:EVENT]",
            help="A position of a deal that --seats play; without EVENT, list its decisions.",
        ),
    ] = None,
    hand: Annotated[str | None, typer.Option("--hand", metavar="CARDS", help='Own concealed cards: "YJ2 YS3".')] = None,
    card: Annotated[str | None, typer.Option("--card", metavar="CARD", help="The revealed card.")] = None,
    turn: Annotated[
        int | None,
        typer.Option("--turn", parser=options.whole(0, 2), metavar="0|1|2", help="Who drew or discarded it."),
    ] = None,
    drawn: Annotated[bool, typer.Option("--drawn", help="It was drawn from the stock, not discarded.")] = False,
    seat: Annotated[
        int | None, typer.Option("--seat", parser=options.whole(0, 2), metavar="0|1|2", help="Whose hand it is.")
    ] = None,
    meld: Annotated[
        list[str] | None,
        typer.Option("--meld", metavar="[SEAT:]MELD", help="An open meld: peng:RC, 1:chi:RC,RM,RP (repeatable)."),
    ] = None,
    out_of_play: Annotated[
        str | None, typer.Option("--out-of-play", metavar="CARDS", help="The cards out of play.")
    ] = None,
    discarded: Annotated[
        list[str] | None,
        typer.Option("--discarded", metavar="SEAT:CARDS", help="What a seat has discarded (repeatable)."),
    ] = None,
    passed: Annotated[
        list[str] | None,
        typer.Option("--passed", metavar="SEAT:CARDS", help="What a seat passed on (repeatable)."),
    ] = None,
    dead: Annotated[
        list[int] | None,
        typer.Option("--dead", parser=options.whole(0, 2), metavar="SEAT", help="A dead seat (repeatable)."),
    ] = None,
    barred: Annotated[
        str | None, typer.Option("--barred", metavar="E12|G12|Y15", help="The rule that barred the seat.")
    ] = None,
    stock: Annotated[
        int | None,
        typer.Option("--stock", parser=options.whole(0), metavar="N", help="Cards left to draw, as a check."),
    ] = None,
    rules: Annotated[
        str | None,
        typer.Option("--rules", metavar="NAME|FILE.toml", help="Rules: guangshui (default), youxi or a file."),
    ] = None,
    set_: options.SetOption = None,
    seats: options.SeatsOption = options.DEFAULT_SEATS,
    dealer: Annotated[
        str | None,
        typer.Option("--dealer", metavar="rotate|0|1|2", help="Dealer [default: 0; rotate with --from-deal]."),
    ] = None,
    playout: PlayoutOption = "greedy",
    samples: Annotated[
        int,
        typer.Option(
            "--samples", parser=options.whole(1, options.LAST_DEAL), metavar="N", help="Samples of the hidden cards."
        ),
    ] = 1_000,
    first: Annotated[
        int,
        typer.Option(
            "--first", parser=options.whole(0, options.LAST_DEAL), metavar="N", help="Index of the first sample."
        ),
    ] = 0,
    seed: options.SeedOption = 1,
    write_position: Annotated[
        Path | None, typer.Option("--write-position", metavar="FILE", help="Write the position as TOML.")
    ] = None,
    threads: options.ThreadsOption = None,
    executor: options.ExecutorOption = None,
    out: options.OutOption = None,
    fresh: options.FreshOption = False,
    table: studies.TableOption = None,
    chart: Annotated[
        Path | None,
        typer.Option("--chart", metavar="FILE", help="Draw the choices: .png, .svg or .html (extra plots)."),
    ] = None,
    format_: options.FormatOption = options.Format.TEXT,
    lang: options.LangOption = options.Lang.EN,
    quiet: options.QuietOption = False,
) -> None:
    """What each choice at a position is worth: every legal option, each discard after it.

    Hidden cards are drawn at random as the position allows, and every choice is played on with the same ones. The
    position comes from a file, from --hand and the options below it, or out of a deal (--from-deal).
    """
    studies.check(out, fresh=fresh, table=table)
    given = {"FILE.toml": position, "--hand": hand, "--from-deal": from_deal}
    named = [name for name, value in given.items() if value is not None]
    if len(named) != 1:
        told = f"not {' and '.join(named)}" if named else "found none"
        raise typer.BadParameter(f"give one of FILE.toml, --hand and --from-deal, {told}", param_hint="position")
    parts: dict[str, Any] = {
        "card": card, "turn": turn, "seat": seat, "out_of_play": out_of_play, "barred": barred, "stock": stock
    }  # fmt: skip
    described = {key: value for key, value in parts.items() if value is not None} | ({"drawn": True} if drawn else {})
    lists = {"--meld": meld, "--discarded": discarded, "--passed": passed, "--dead": dead}
    if hand is None and (extra := [*described, *(key for key, value in lists.items() if value)]):
        name = extra[0] if extra[0].startswith("--") else "--" + extra[0].replace("_", "-")
        raise typer.BadParameter("goes with --hand alone; a file or deal has it all", param_hint=name)
    if chart is not None:
        from experiments.charts.parts import FORMATS, altair

        if chart.suffix.removeprefix(".") not in FORMATS:
            raise typer.BadParameter(f"expected a name that ends in .{', .'.join(FORMATS)}", param_hint="--chart")
        altair()
    from experiments.advice import Advice, as_position, make_study

    source: tuple[str, ...]
    if from_deal is not None:
        found = _from_deal(
            from_deal, options.read_rules(rules or options.DEFAULT_RULES, set_), seats, dealer, quiet, lang
        )
        if found is None:
            return
        where, source = found
    elif hand is not None:
        rules_value = options.read_rules(rules or options.DEFAULT_RULES, set_)
        data = described | {"hand": hand, "seats": _seat_tables(lists, described.get("seat", 0))}
        if dealer is not None:
            data["dealer"] = _seat_number(dealer, "--dealer")
        from experiments.positions import read_position

        where = read_position(data, rules_value)
        source = _words(described | {"hand": hand, "dealer": dealer}, lists, rules_value)
    else:
        assert position is not None
        if rules is not None or set_ or dealer is not None:
            raise typer.BadParameter("the position has them: they stand in its file", param_hint="--rules, --dealer")
        where, source = as_position(position), (str(position),)
    if write_position is not None:
        from experiments.positions import to_toml

        write_position.write_text(to_toml(where), encoding="utf-8")
        if not quiet:
            say(f"wrote {write_position}")
    with compiling(quiet):
        study = make_study(where, playout, samples=samples, seed=seed, first=first, source=source)

    def text(advice: Advice) -> str:
        from experiments.cli.advise_text import advice_text

        return advice_text(advice, lang)

    if not study.choices:
        _show(Advice(study, study.empty(), 0), text, table, format_, quiet=quiet)
        return
    studies.play(
        study,
        lambda outcome: _charted(Advice(study, outcome.counts, outcome.done), chart, lang),
        text,
        threads=threads,
        executor=executor,
        out=out,
        fresh=fresh,
        table=table,
        format_=format_,
        quiet=quiet,
    )


def _charted(advice: Advice, chart: Path | None, lang: str) -> Advice:
    """The advice, its chart drawn."""
    if chart is not None and advice.samples:
        from experiments.charts.parts import save

        save(advice.charts(lang)["choices"], chart)
    return advice


def _show(advice: Advice, text: Any, table: Path | None, format_: options.Format, *, quiet: bool) -> None:
    """A position that leaves no choice: what completes the hand is still told."""
    if table is not None:
        studies.write(table, advice.tables, quiet=quiet)
    if format_ == options.Format.JSON:
        emit(json.dumps(advice.to_dict(), ensure_ascii=False, allow_nan=False) + "\n")
    else:
        emit(text(advice))


def _from_deal(
    text: str, rules: Rules, seats: str, dealer: str | None, quiet: bool, lang: str
) -> tuple[Position, tuple[str, ...]] | None:
    """The position of a deal and the words that give it; None where its decisions were listed instead."""
    from experiments.logged_positions import from_log
    from experiments.plan import make_plan, rules_words
    from simcore import SiseError, deal_log
    from strategies.registry import split_seats

    numbers = text.split(":")
    if len(numbers) not in (2, 3) or not all(number.isascii() and number.isdigit() for number in numbers):
        raise SiseError(f'--from-deal "{text}": expected SEED:DEAL:EVENT, such as 1:12:40')
    seed, deal, *event = map(int, numbers)
    plan = make_plan(rules, split_seats(seats), seed=seed, deals=1, first=deal, dealer=dealer or "rotate")
    with compiling(quiet):
        log = deal_log(plan.rules, plan.strategies, seed, deal, dealer=plan.dealer)
    if not event:
        from experiments.cli.advise_text import decisions_text

        emit(decisions_text(log, lang))
        return None
    words = ["--from-deal", text, *rules_words(rules), "--seats", seats]
    return from_log(log, event[0]), (*words, *(("--dealer", dealer) if dealer is not None else ()))


def _words(single: dict[str, Any], lists: dict[str, list[Any] | None], rules: Rules) -> tuple[str, ...]:
    """The options that describe a position, as they are typed."""
    from experiments.plan import rules_words

    words = []
    for key, value in single.items():
        option = "--" + key.replace("_", "-")
        words += [option] if value is True else [option, str(value)] if value is not None else []
    for option, values in lists.items():
        words += [word for value in values or [] for word in (option, str(value))]
    return (*words, *rules_words(rules))


def _seat_number(text: str, option: str) -> int:
    if text not in ("0", "1", "2"):
        raise typer.BadParameter(f'found "{text}", expected 0, 1 or 2', param_hint=option)
    return int(text)


def _seat_tables(lists: dict[str, list[Any] | None], seat: int) -> dict[str, dict[str, Any]]:
    """The tables of the seats from the repeated options."""
    tables: dict[str, dict[str, Any]] = {}
    for text in lists["--meld"] or []:
        head, colon, rest = text.partition(":")
        own = not head.strip().isdigit()
        who = str(seat) if own else str(_seat_number(head.strip(), "--meld"))
        tables.setdefault(who, {}).setdefault("melds", []).append(text if own or not colon else rest)
    for key in ("discarded", "passed"):
        for text in lists[f"--{key}"] or []:
            head, colon, rest = text.partition(":")
            if not colon:
                raise typer.BadParameter(f'found "{text}", expected SEAT:CARDS, such as 1:RC', param_hint=f"--{key}")
            row = tables.setdefault(str(_seat_number(head.strip(), f"--{key}")), {})
            row[key] = f"{row.get(key, '')} {rest}"
    for who in lists["--dead"] or []:
        tables.setdefault(str(who), {})["dead"] = True
    return tables
