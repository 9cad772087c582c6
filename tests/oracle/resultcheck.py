"""Compares the result of a log with the one the replay came to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from .errors import LogError

MUST_HAVE = ("winner", "win_kind", "payoff", "dreamer")
WINNER_HAS = {"guangshui": ("hu", "kong", "pai"), "youxi": ("hu", "total", "ghosts", "high", "pay")}
RULE_OF = {
    "winner": "E4",
    "win_kind": "E4",
    "declarer": "Y11",
    "covered": "E11",
    "wins": "E11",
    "pai": "G9",
    "level": "G9",
    "total": "Y5",
    "ghosts": "Y5",
    "high": "Y7",
    "stinks": "Y10",
}
RULE_IN = {
    "guangshui": {"hu": "G10", "kong": "G10", "payoff": "G13", "dreamer": "G13"},
    "youxi": {"hu": "Y2", "payoff": "Y6", "dreamer": "Y6", "pay": "Y6"},
}


def check_result(
    game: str,
    expected: Mapping[str, Any],
    found: Mapping[str, Any],
    index: int,
    all_scores: Callable[[], Iterable[Mapping[str, Any]]],
) -> None:
    """LogError where a key that both have differs, or a needed one is missing.

    ``index`` is that past the last event; ``all_scores`` gives the score of every grouping of the winner.
    """
    must = MUST_HAVE
    if expected["winner"] >= 0:
        must += WINNER_HAS[game]
    if expected["win_kind"] == "false_win":
        must += ("declarer",)
    if expected.get("stinks"):
        must += ("stinks",)
    rules = {**RULE_OF, **RULE_IN[game]}
    for key in must:
        if key not in found:
            raise LogError(rules[key], index, {key: expected[key]}, "a result without it")
    for key, rule in rules.items():
        if key in expected and key in found and expected[key] != found[key]:
            raise LogError(rule, index, {key: expected[key]}, {key: found[key]})
    if expected["winner"] < 0:
        return
    if game == "guangshui":
        check_name("named", ("pai", "hu", "kong"), "G8", expected, found, index, all_scores)
    elif not expected["stinks"]:
        check_name("high_name", ("pay", "dreamer", "hu", "high"), "Y7", expected, found, index, all_scores)
    if "groups" in found:
        check_rows(expected, found, index)


def check_name(
    key: str,
    order: tuple[str, ...],
    rule: str,
    expected: Mapping[str, Any],
    found: Mapping[str, Any],
    index: int,
    all_scores: Callable[[], Iterable[Mapping[str, Any]]],
) -> None:
    """The names that go with the result, of the same grouping or of one that G10 or Y8 ranks equal."""
    if key not in found or sorted(expected[key]) == sorted(found[key]):
        return
    for score in all_scores():
        equal = all(score.get(part) == expected[part] for part in order)
        if equal and sorted(score[key]) == sorted(found[key]):
            return
    raise LogError(rule, index, {key: expected[key]}, {key: found[key]})


def check_rows(expected: Mapping[str, Any], found: Mapping[str, Any], index: int) -> None:
    """Another best grouping may be shown, but of the same 31 cards and with rows that add up to the hu."""
    cards = [sorted(card for row in side["groups"] for card in row["cards"]) for side in (expected, found)]
    if cards[0] != cards[1]:
        raise LogError("E11", index, cards[0], cards[1])
    hu = sum(row["hu"] for row in [*found["groups"], *found.get("bonuses", [])])
    if hu != expected["hu"]:
        raise LogError("G10", index, f"rows that add up to {expected['hu']}", hu)
