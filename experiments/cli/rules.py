"""`sise rules`: the presets, or every switch of one with its value, rule id and meaning."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from experiments.cli import options
from experiments.cli.console import draw, emit, table


def command(
    rules: Annotated[
        str | None,
        typer.Argument(metavar="NAME|FILE.toml", help="Rules to show; without it the presets are listed."),
    ] = None,
    rules_option: Annotated[
        str | None, typer.Option("--rules", metavar="NAME|FILE.toml", help="The same, as other commands take it.")
    ] = None,
    set_: options.SetOption = None,
    format_: options.FormatOption = options.Format.TEXT,
    lang: options.LangOption = options.Lang.EN,
    quiet: options.QuietOption = False,
) -> None:
    """List the presets, or show the switches of one preset or rules file."""
    if rules is not None and rules_option is not None:
        raise typer.BadParameter("the rules are named twice", param_hint="--rules")
    rules = rules if rules is not None else rules_option
    if rules is None and set_:
        raise typer.BadParameter(
            "it needs the rules to set it in, for example: sise rules guangshui", param_hint="--set"
        )
    emit(_presets(format_, lang) if rules is None else _switches(rules, set_, format_, lang))


def _presets(format_: options.Format, lang: str) -> str:
    from experiments.names import GAMES, name, word
    from simcore import PRESETS, Rules

    presets = [Rules.preset(preset) for preset in PRESETS]
    if format_ == options.Format.JSON:
        rows = [{"name": p.name, "cards": p.deck_size, "switches": dict(p.values), "hash": p.hash} for p in presets]
        return json.dumps(rows, ensure_ascii=False) + "\n"
    columns = [word(key, lang) for key in ("rules", "rules", "cards", "stock", "switches")]
    body = [
        (
            p.name,
            name(GAMES, p.name, "zh" if lang == "en" else lang),
            str(p.deck_size),
            str(p.stock_size),
            str(len(p.values)),
        )
        for p in presets
    ]
    columns[1] = ""
    return draw(table(columns, body, left=(0, 1)))


def _switches(rules: str, settings: list[str] | None, format_: options.Format, lang: str) -> str:
    from experiments.names import word
    from simcore import describe

    value = options.read_rules(rules, settings)
    rows = describe(value, lang)
    if format_ == options.Format.JSON:
        content = {
            "name": value.name,
            "game": value.game,
            "hash": value.hash,
            "switches": [
                {
                    "switch": row.switch,
                    "value": _native(row.value),
                    "default": _native(row.default),
                    "values": [_native(choice) for choice in row.choices],
                    "rule": row.rule,
                    "meaning": row.meaning,
                }
                for row in rows
            ],
        }
        return json.dumps(content, ensure_ascii=False) + "\n"
    columns = [word(key, lang) for key in ("switch", "value", "rule", "meaning")]
    body = [(row.switch, row.value + ("" if row.value == row.default else " *"), row.rule, row.meaning) for row in rows]
    heading = f"{value.name} ({value.game})" if value.name != value.game else value.name
    notes = [
        f"* {word('default', lang)}: " + ", ".join(f"{r.switch}={r.default}" for r in rows if r.value != r.default)
    ]
    return draw(
        heading,
        table(columns, body, left=(0, 1, 2), wrap=(3,)),
        *(notes if any(row.value != row.default for row in rows) else []),
        wrapped=True,
    )


def _native(text: str) -> bool | int | str:
    """A switch's value as JSON has it, from the text that `--set` takes."""
    try:
        value: bool | int = json.loads(text)
    except ValueError:
        return text
    return value
