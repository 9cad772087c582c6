"""The printed tables of a match."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from experiments.cli.console import draw, fold, table
from experiments.matches import LETTERS, SPARSE, Edge, Match
from experiments.names import GAMES, colon, comma, name, word
from experiments.plan import settings
from experiments.sequential import Sprt, SprtState

if TYPE_CHECKING:
    from rich.table import Table

    from experiments.contest import Contest

Row = dict[str, Any]


def match_text(match: Match, lang: str, *, watched: bool = False) -> str:
    """All tables of a match, at most 80 columns wide."""
    contest = match.contest
    parts: list[Table | str] = [*heading(contest, match.decks, match.games, lang), *_players(contest)]
    always = watched or (match.sprt is not None and match.sprt.verdict != "undecided")
    rows = _edge_rows(match, lang)
    parts.append(_edges(rows, lang, always))
    parts += [sparse(label, edge.differ, match.decks, lang) for label, edge in rows if is_sparse(edge.differ)]
    parts.append(_payoffs(match.strategy_rows(), contest, lang))
    if match.sprt is not None and contest.sprt is not None:
        parts += verdict_lines(match.sprt, contest.sprt, match.edge(_whole(contest)), lang)
    return draw(*parts)


def heading(study: Any, decks: int, games: int, lang: str) -> list[str]:
    """What was played: rules, decks, deals, seed."""
    *words, last_word = [name(GAMES, study.rules.name, lang), *settings(study.rules)]
    played = f"{decks:,}" if decks == study.count else f"{decks:,} / {study.count:,}"
    last = study.first + study.count - 1
    words.append(f"{last_word}{colon(lang)}{played} {word('decks', lang)} ({study.first:,} – {last:,})")
    words += [f"{games:,} {word('deals', lang)}", f"{word('seed', lang)} {study.seed}"]
    return fold(words, between=comma(lang))


def verdict_lines(state: SprtState, test: Sprt, edge: Edge, lang: str) -> list[str]:
    """What the sequential test says, after which decks, and what its effect is in payoff."""
    verdict = f"{word(state.verdict, lang)} ({state.decks:,} {word('decks', lang)})"
    words = [
        f"{word('sequential', lang)}{colon(lang)}{verdict}",
        f"LLR {state.llr:.2f} ({test.lower:.2f} – {test.upper:.2f})",
    ]
    effect = f"delta {test.delta:g} {word('sd', lang)}"
    if edge.sd:
        effect += f" = {test.delta * edge.sd:.3f} {word('per_deal', lang)}"
    return fold([*words, effect, f"alpha {test.alpha:g}", f"beta {test.beta:g}"], between=comma(lang))


def live_line(match: Match, lang: str) -> str:
    """The match so far: decks, A's edge over all games of a deck, and the interval that holds at any time."""
    contest = match.contest
    edge = match.edge(_whole(contest))
    words = [f"{match.decks:,} / {contest.count:,} {word('decks', lang)}"]
    words.append(f"{word('edge', lang)} A {amount(edge.mean)}")
    words.append(f"{word('any_time', lang)} {between(amount, edge.any_low, edge.any_high)}")
    if match.sprt is not None:
        words.append(f"LLR {match.sprt.llr:.2f}")
    return comma(lang).join(words)


def amount(value: float | None, digits: int = 3) -> str:
    """A payoff or edge with its sign; zero has none."""
    if value is None:
        return "–"
    text = f"{value:+.{digits}f}"
    return text[1:] if not float(text) else text


def between(shown: Callable[[float | None], str], low: float | None, high: float | None) -> str:
    """An interval."""
    return "–" if low is None else f"{shown(low)}, {shown(high)}"


def _whole(contest: Contest) -> str:
    return "both" if len(contest.seats) == 2 else contest.line_ups[0].name


def _players(contest: Contest) -> list[str]:
    labels = [f"{letter} {seat.label}" for letter, seat in zip(LETTERS, contest.seats, strict=False)]
    return fold(labels, between="   ")


def is_sparse(differ: int | None) -> bool:
    """Whether so few decks have an edge other than 0 that its interval says little."""
    return differ is not None and differ < SPARSE


def sparse(label: str, differ: int | None, decks: int, lang: str) -> str:
    """A line of warning about such an edge."""
    return "\n".join(fold(f"{differ:,} / {decks:,} {word('sparse', lang)}".split(" "), first=label + colon(lang)))


def _edge_rows(match: Match, lang: str) -> list[tuple[str, Edge]]:
    against = word("against", lang)
    if len(match.contest.seats) == 2:
        names = (f"A {against} B B", f"A A {against} B", word("all", lang))
        return list(zip(names, (match.one_vs_two, match.two_vs_one, match.both), strict=True))
    numbers = range(len(match.contest.seats))
    rows = []
    for x in numbers:
        others = " ".join(LETTERS[y] for y in numbers if y != x)
        rows.append((f"{LETTERS[x]} {against} {others}", match.edge("all_orders", x)))
    return rows + [
        (f"{LETTERS[x]} {against} {LETTERS[y]}", match.pair(x, y)) for x in numbers for y in numbers if x < y
    ]


def _edges(rows: list[tuple[str, Edge]], lang: str, always: bool) -> Table:
    keys = ["mean", "any_time" if always else "interval", "sd", "effect", "variance_ratio"]
    columns = [word("edge", lang), *(word(key, lang) for key in keys)]
    body = []
    for label, edge in rows:
        low, high = (edge.any_low, edge.any_high) if always else (edge.low, edge.high)
        ratio = "–" if edge.variance_ratio is None else f"{edge.variance_ratio:.2f}"
        sd = "–" if edge.sd is None else f"{edge.sd:.3f}"
        body.append((label, amount(edge.mean), between(amount, low, high), sd, amount(edge.effect), ratio))
    return table(columns, body, left=(0,))


def _payoffs(rows: list[Row], contest: Contest, lang: str) -> Table:
    keys = ("", "", "", "mean_payoff", "interval", "win_rate", "interval", "hu")
    columns = [word(key, lang) if key else "" for key in keys]
    columns[5] += " %"
    names = {"one_vs_two": "A B B", "two_vs_one": "A A B", "all_orders": "A B C"}
    body = []
    before = ("", "")
    for row in rows:
        dreamer = row["player"] == "dreamer"
        now = (names[row["line_up"]], "" if dreamer else row["player"])
        body.append(
            (
                now[0] if now[0] != before[0] else "",
                now[1] if now != before else "",
                word("dreamer" if dreamer else row["role"], lang),
                amount(row["mean_payoff"]),
                between(amount, row["mean_payoff_low"], row["mean_payoff_high"]),
                *_wins(row),
            )
        )
        before = now
    return table(columns, body, left=(0, 1, 2))


def _wins(row: Row) -> tuple[str, str, str]:
    if "win_rate" not in row:
        return "", "", ""
    rate = f"{100 * row['win_rate']:.2f}"
    low, high = row["win_rate_low"], row["win_rate_high"]
    hu = row["mean_hu"]
    shown = "–" if low is None else f"{100 * low:.2f}–{100 * high:.2f}"
    return rate, shown, "–" if hu is None else f"{hu:.1f}"
