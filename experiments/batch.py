"""Scoring JSON lines: one hand a line in, one result a line out in the same order."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from functools import lru_cache
from typing import Any, Final

from simcore import HandError, Rules, RulesError, SiseError, parse_cards, score

KEYS: Final = ("rules", "hand", "melds", "claimed")
_ANY_HAND: Final = "YS4 RX4 WM4 GP4 YC3 RZ3 WJ WS WX GJ GS GX RC RM RP"


class LineScorer:
    """Scores lines under `rules`; a line may name others. `errors` counts the lines that could not be
    used."""

    def __init__(self, rules: Rules) -> None:
        self.errors = 0
        self._blanks = 0
        self._rules = rules
        self._known: dict[str, Rules] = {rules.name: rules, rules.game: rules}

    def warm_up(self) -> None:
        """Load, and where needed compile, what scoring takes."""
        score(self._rules, _ANY_HAND)

    def results(self, lines: Iterable[bytes]) -> Iterator[str]:
        """One JSON text per line, without line end. A blank line is an error in its place, so that results
        stay beside their lines; blank lines at the very end are none. Lines may come in several calls."""
        for line in lines:
            if not line.strip():
                self._blanks += 1
                continue
            for _ in range(self._blanks):
                yield self._error("empty line; expected a JSON object")
            self._blanks = 0
            yield self.result(line)

    def result(self, line: bytes) -> str:
        """The result of one line, or `{"error": …}`."""
        try:
            return json.dumps(self._score(line), ensure_ascii=False)
        except SiseError as error:
            return self._error(str(error))

    def _score(self, line: bytes) -> dict[str, Any]:
        try:
            case = json.loads(line.decode("utf-8"))
        except UnicodeDecodeError:
            raise HandError("the line is no UTF-8 text") from None
        except json.JSONDecodeError as error:
            raise HandError(f"no JSON: {error.msg} at character {error.colno}") from None
        except (RecursionError, ValueError):
            raise HandError("no JSON that can be read; expected an object with hand, melds, claimed") from None
        if not isinstance(case, dict):
            raise HandError(f"expected a JSON object with hand, melds, claimed; found {_kind(case)}")
        _check_keys(case)
        rules = self._rules_of(case.get("rules"))
        hand = _cards(case)
        melds = _texts("melds", case.get("melds"), "peng:RC")
        claimed = case.get("claimed")
        if claimed is not None and not isinstance(claimed, str):
            raise HandError(f"claimed: expected a card or null, found {_kind(claimed)}")
        result: dict[str, Any] = score(rules, hand, melds, claimed).to_dict()
        return result

    def _rules_of(self, named: object) -> Rules:
        """The rules of a line: those of the command where it names none, or the same game; else a preset."""
        if named is None:
            return self._rules
        if isinstance(named, dict):
            return Rules.from_dict(named)
        if not isinstance(named, str):
            raise RulesError(f"rules: expected a name, found {_kind(named)}")
        if named not in self._known:
            self._known[named] = Rules.preset(named)
        return self._known[named]

    def _error(self, message: str) -> str:
        self.errors += 1
        return json.dumps({"error": " ".join(message.split())}, ensure_ascii=False)


def _check_keys(case: dict[str, Any]) -> None:
    """Other keys than the known ones may stand in a line (an id, say), but a slip in a known one is told."""
    for key in case.keys() - KEYS:
        close = get_close_matches(key, KEYS, 1, cutoff=0.75)
        if close:
            raise HandError(f'unknown key "{key}"; did you mean "{close[0]}"?')


def _cards(case: dict[str, Any]) -> list[int]:
    if "hand" not in case:
        raise HandError('no "hand"; expected a list of cards such as ["YJ", "RC"]')
    hand = case["hand"]
    if isinstance(hand, str):
        return parse_cards(hand)
    return [card for text in _texts("hand", hand, "YJ") for card in _parsed(text)]


@lru_cache(maxsize=1024)
def _parsed(text: str) -> tuple[int, ...]:
    """`parse_cards`, remembered: a batch names the same few cards again and again."""
    return tuple(parse_cards(text))


def _texts(key: str, value: object, example: str) -> list[str]:
    if value is None and key == "melds":
        return []
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        found = _kind(value) if not isinstance(value, list) else "a list of other things"
        raise HandError(f'{key}: expected a list of texts such as ["{example}"], found {found}')
    return value


def _kind(value: object) -> str:
    kinds = {
        bool: "true or false",
        int: "a number",
        float: "a number",
        str: "a text",
        list: "a list",
        dict: "an object",
    }
    return kinds.get(type(value), "null")
