"""A score as text: groups and bonuses as rows that add up, and what the hand pays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from experiments.cli.console import table
from experiments.names import BONUSES, GROUPS, HIGH_HANDS, LEVELS, NAMED, WORDS, Names, name, word
from simcore import CardError, format_cards, parse_card, parse_cards

if TYPE_CHECKING:
    from rich.table import Table

Score = Mapping[str, Any]


def score_parts(score: Score, game: str, lang: str) -> Iterator[Table | str]:
    """Tables and lines of one score, of the dict that `Score.to_dict` gives."""
    if not score["covered"]:
        yield f"{word('not_covered', lang)}; {word('idle', lang)}: {score['idle']}"
        return
    yield _groups(score, lang)
    if score.get("bonuses"):
        yield _bonuses(score, lang)
    yield from worth_lines(score, game, lang)


def worth_lines(score: Score, game: str, lang: str) -> Iterator[str]:
    """Lines for the total and what it pays."""
    wins = score.get("wins", True)
    if game == "youxi":
        yield from _youxi_lines(score, wins, lang)
    else:
        yield from _guangshui_lines(score, wins, lang)
    if not wins:
        yield word("not_winning", lang)


def _guangshui_lines(score: Score, wins: bool, lang: str) -> Iterator[str]:
    kong = f", {score['kong']} × {_both(GROUPS, 'lou', lang)}" if score.get("kong") else ""
    yield f"{word('hu', lang)}: {score['hu']}{kong}"
    if score.get("named"):
        yield f"{word('named', lang)}: " + "; ".join(_both(NAMED, key, lang) for key in score["named"])
    if wins:
        level = f" ({_both(LEVELS, score['level'], lang)})" if score["level"] else ""
        yield f"{word('each_pays', lang)}: {score['pai']} {word('pai', lang)}{level}"


def _youxi_lines(score: Score, wins: bool, lang: str) -> Iterator[str]:
    yield f"{_both(WORDS, 'heads', lang)}: {score['hu']}"
    if not wins:
        return
    high = f", {_both(LEVELS, 'high', lang)}" if score.get("high") else ""
    if high and score.get("high_name"):
        high += f": {_both(HIGH_HANDS, score['high_name'], lang)}"
    ghosts = f"{word('ghosts', lang)} {score['ghosts']}"
    yield f"{_both(WORDS, 'total_hu', lang)}: {score['total']}, {ghosts}{high}"
    yield f"{word('each_pays', lang)}: {score['pay']}; {word('dreamer', lang)}: {score['dreamer']}"


def _groups(score: Score, lang: str) -> Table:
    columns = [word("group", lang), "", word("cards", lang), "", word("hu", lang)]
    chinese = "zh" if lang == "en" else lang
    body = []
    for row in score["groups"]:
        cards = format_cards((parse_card(card) for card in row["cards"]), lang)
        mark = word("claimed", lang) if row["claimed"] else ""
        body.append(
            (name(GROUPS, row["group"], chinese), name(GROUPS, row["group"], "en"), cards, mark, str(row["hu"]))
        )
    return table(columns, body, left=(0, 1, 2, 3))


def _bonuses(score: Score, lang: str) -> Table:
    columns = [word("bonus", lang), "", word("cards", lang), word("rule", lang), word("hu", lang)]
    chinese = "zh" if lang == "en" else lang
    body = []
    for row in score["bonuses"]:
        names = name(BONUSES, row["bonus"], chinese), name(BONUSES, row["bonus"], "en")
        body.append((*names, _translated(row["of"], lang), row["rule"], str(row["hu"])))
    return table(columns, body, left=(0, 1, 2, 3))


def _translated(cards: str, lang: str) -> str:
    """What a bonus is for: cards, or a number as it is."""
    try:
        return format_cards(parse_cards(cards), lang)
    except CardError:
        return cards


def _both(names: Names, key: str, lang: str) -> str:
    """Chinese and English side by side; the Chinese name alone where Chinese is asked for."""
    return f"{name(names, key, 'zh')} {name(names, key, 'en')}" if lang == "en" else name(names, key, lang)
