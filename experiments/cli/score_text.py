"""A score as text: groups and bonuses as rows that add up, and what the hand pays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from experiments.cli.console import table
from experiments.names import (
    BONUSES,
    GROUPS,
    HIGH_HANDS,
    LEVELS,
    NAMED,
    WORDS,
    Names,
    both,
    colon,
    comma,
    name,
    word,
)
from simcore import CardError, format_cards, parse_card, parse_cards

if TYPE_CHECKING:
    from rich.table import Table

Score = Mapping[str, Any]
NAMED_RULE = "G8"


def score_parts(score: Score, game: str, lang: str) -> Iterator[Table | str]:
    """Tables and lines of one score, of the dict that `Score.to_dict` gives."""
    if not score["covered"]:
        yield f"{word('not_covered', lang)}{comma(lang)}{word('idle', lang)}{colon(lang)}{score['idle']}"
        return
    yield _groups(score, lang)
    if score.get("bonuses"):
        yield _bonuses(score, lang)
    if score.get("named"):
        yield _named(score, lang)
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
    kong = f"{comma(lang)}{both(GROUPS, 'lou', lang)}{colon(lang)}{score['kong']}" if score.get("kong") else ""
    yield f"{both(WORDS, 'hu', lang)}{colon(lang)}{score['hu']}{kong}"
    if wins:
        level = f"{comma(lang)}{both(LEVELS, score['level'], lang)}" if score["level"] else ""
        yield f"{word('each_pays', lang)}{colon(lang)}{score['pai']} {both(WORDS, 'pai', lang)}{level}"


def _youxi_lines(score: Score, wins: bool, lang: str) -> Iterator[str]:
    yield f"{both(WORDS, 'heads', lang)}{colon(lang)}{score['hu']}"
    if not wins:
        return
    stinks = score.get("stinks", False)
    parts = [f"{both(WORDS, 'total_hu', lang)}{colon(lang)}{score['total']}"]
    parts += [f"{both(WORDS, 'ghosts', lang)}{colon(lang)}{score['ghosts']}"]
    if score.get("high_name"):
        parts += [both(LEVELS, "high", lang), both(HIGH_HANDS, score["high_name"], lang)]
    if stinks:
        parts += [both(LEVELS, "stinks", lang)]
    yield comma(lang).join(parts)
    if stinks:
        yield f"{word('each_pays_dreamer', lang)}{colon(lang)}{score['dreamer'] // 2}"
    else:
        to_dreamer = f"{word('winner_pays_dreamer', lang)}{colon(lang)}{score['dreamer']}"
        yield f"{word('each_pays', lang)}{colon(lang)}{score['pay']}{comma(lang)}{to_dreamer}"


def _groups(score: Score, lang: str) -> Table:
    body = []
    for row in score["groups"]:
        cards = format_cards((parse_card(card) for card in row["cards"]), lang)
        mark = word("claimed", lang) if row["claimed"] else ""
        body.append((*_names(GROUPS, row["group"], lang), cards, mark, row["rule"], str(row["hu"])))
    return _rows("group", body, lang, "cards", "", "rule", "hu")


def _bonuses(score: Score, lang: str) -> Table:
    body = [
        (*_names(BONUSES, row["bonus"], lang), _translated(row["of"], lang), row["rule"], str(row["hu"]))
        for row in score["bonuses"]
    ]
    return _rows("bonus", body, lang, "cards", "rule", "hu")


def _named(score: Score, lang: str) -> Table:
    return _rows("named", [(*_names(NAMED, key, lang), NAMED_RULE) for key in score["named"]], lang, "rule")


def _rows(title: str, body: list[tuple[str, ...]], lang: str, *heads: str) -> Table:
    """A table whose first columns are `_names`; the hu stand at the right."""
    columns = [word(title, lang), *([name(WORDS, title, "zh")] if lang == "en" else [])]
    columns += [word(head, lang) if head else "" for head in heads]
    return table(columns, body, left=(at for at in range(len(columns)) if heads[-1] != "hu" or at < len(columns) - 1))


def _names(names: Names, key: str, lang: str) -> tuple[str, ...]:
    """The English and the Chinese name, a column each; the Chinese one alone where Chinese is asked for."""
    return (name(names, key, "en"), name(names, key, "zh")) if lang == "en" else (name(names, key, lang),)


def _translated(cards: str, lang: str) -> str:
    """What a bonus is for: cards, or a number as it is."""
    try:
        return format_cards(parse_cards(cards), lang)
    except CardError:
        return cards
