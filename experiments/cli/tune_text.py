"""The printed tables of a tuning."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from experiments.cli.console import draw, fold, table
from experiments.cli.match_text import amount, between, verdict_lines
from experiments.names import GAMES, colon, comma, name, word
from experiments.plan import settings
from experiments.tuning.folder import SETTINGS
from experiments.tuning.result import Tuning

if TYPE_CHECKING:
    from rich.table import Table

    from experiments.matches import Match

VERDICTS: Final = {
    "better": (
        "found: the tuned parameters are better than the untuned ones",
        "有所得：調過的參數較強",
    ),
    "worse": (
        "nothing found: the tuned parameters are worse than the untuned ones",
        "無所得：調過的參數較弱",
    ),
    "equal": (
        "nothing found: the tuned parameters play like the untuned ones",
        "無所得：調過的參數與原來相當",
    ),
    "undecided": (
        "nothing found: the gate could not tell the tuned parameters from the untuned ones",
        "無所得：無法分出調過的參數與原來的高下",
    ),
}


def tuning_text(tuning: Tuning, lang: str, out: Path | None = None) -> str:
    """All tables of a tuning, at most 80 columns wide where the names allow; `out` is where its files are."""
    parts: list[Table | str] = [*_heading(tuning, lang), _parameters(tuning, lang)]
    if tuning.gate is not None:
        parts += [*_gate(tuning, tuning.gate, lang), _edges(tuning.gate, lang)]
        parts.append(name(VERDICTS, tuning.verdict, lang))
        if out is not None:
            parts.append(f"--seats {out / SETTINGS}")
        elif tuning.found:
            parts.append(f"--seats {tuning.spec}")
    return draw(*parts)


def _heading(tuning: Tuning, lang: str) -> list[str]:
    task, schedule = tuning.task, tuning.task.schedule
    against = [" + ".join(seat.label for seat in pair) for pair in task.line_ups]
    words = [f"{task.seat.label} {word('against', lang)} {comma(lang).join(against)}"]
    words += [f"{word('seed', lang)} {task.seed}"]
    first = [name(GAMES, task.rules.name, lang), *settings(task.rules)]
    lines = fold([f"{comma(lang).join(first)}{colon(lang)}{words[0]}", *words[1:]], between=comma(lang))
    done = f"{len(tuning.steps)}"
    if len(tuning.steps) < schedule.generations:
        done += f" / {schedule.generations}"
    lines += fold(
        [
            f"{done} {word('generations', lang)}",
            f"{schedule.population} {word('candidates', lang)}",
            f"{schedule.decks:,} {word('decks', lang)}",
            f"{tuning.search_deals:,} {word('deals', lang)}",
        ],
        between=comma(lang),
    )
    return lines


def _parameters(tuning: Tuning, lang: str) -> Table:
    space = tuning.task.space
    heads = [word(key, lang) for key in ("parameter", "untuned", "tuned", "range")]
    rows = zip(space.names, space.low, space.high, space.start, tuning.values, strict=True)
    body = [(label, f"{was:g}", f"{now:g}", f"{low:g} – {high:g}") for label, low, high, was, now in rows]
    return table(heads, body, left=(0,))


def _gate(tuning: Tuning, gate: Match, lang: str) -> list[str]:
    contest = gate.contest
    words = [
        f"{word('gate', lang)}{colon(lang)}A {word('tuned', lang)} {word('against', lang)} B {word('untuned', lang)}",
        f"{gate.decks:,} {word('decks', lang)} ({contest.first:,} – {contest.first + gate.decks - 1:,})",
        f"{tuning.gate_deals:,} {word('deals', lang)}",
    ]
    lines = fold(words, between=comma(lang))
    if gate.sprt is not None and contest.sprt is not None:
        lines += verdict_lines(gate.sprt, contest.sprt, gate.both, lang)
    return lines


def _edges(gate: Match, lang: str) -> Table:
    heads = [word(key, lang) for key in ("edge", "mean", "any_time", "effect")]
    against = word("against", lang)
    names = (f"A {against} B B", f"A A {against} B", word("all", lang))
    edges = (gate.one_vs_two, gate.two_vs_one, gate.both)
    body = [
        (label, amount(edge.mean, 4), between(lambda x: amount(x, 4), edge.any_low, edge.any_high), amount(edge.effect))
        for label, edge in zip(names, edges, strict=True)
    ]
    return table(heads, body, left=(0,))
