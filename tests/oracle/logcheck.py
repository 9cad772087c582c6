"""Checks a deal log by replaying it: every event and decision must be the one the rules allow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from .errors import LogError
from .flow import play_deal
from .options import free_discard_refusal, refusal
from .resultcheck import check_result
from .table import CODES, STOCK, Table, full_deck
from .wins import all_scores


class LogPort:
    """Takes the decisions from the log's events, and holds every event against the one the rules make."""

    def __init__(self, table: Table, events: list[dict[str, Any]]) -> None:
        self.table, self.events, self.index = table, events, 0

    def peek(self) -> dict[str, Any]:
        """The event to come."""
        return self.events[self.index] if self.index < len(self.events) else {"e": "no more events"}

    def intent(self, seat: int, options: list[str]) -> str:
        """The logged intent, after its options were compared as a set."""
        event = self.peek()
        expected = {"e": "intent", "seat": seat, "options": options}
        if event.get("e") != "intent" or event.get("seat") != seat:
            raise LogError("E4", self.index, expected, event)
        found = list(event.get("options", []))
        for option in [*(o for o in options if o not in found), *(o for o in found if o not in options)]:
            raise LogError(self.option_rule(seat, option), self.index, expected, event)
        if len(found) != len(set(found)):
            raise LogError("E4", self.index, expected, event)
        intent = event.get("intent")
        if intent not in options:
            raise LogError("E4", self.index, f"an intent among {options}", event)
        self.index += 1
        return str(intent)

    def option_rule(self, seat: int, option: str) -> str:
        """The rule by which the rules and the log differ about ``option``."""
        kind = option.split(":")[0]
        if self.table.card is None:
            return "E2"
        usual = {"win": "E11", "ming": "E9", "pass": "E9"}.get(kind, "E6")
        return usual if kind == "pass" else refusal(self.table, seat, option) or usual

    def discard(self, seat: int, legal: list[str]) -> str:
        """The logged discard, which must be legal."""
        event = self.peek()
        if event.get("e") != "discard" or event.get("seat") != seat:
            raise LogError("E7", self.index, {"e": "discard", "seat": seat}, event)
        card = str(event.get("card"))
        if card not in legal:
            rule = free_discard_refusal(self.table, seat, card) or "E7"
            raise LogError(rule, self.index, f"a discard among {legal}", event)
        return card

    def emit(self, event: dict[str, Any], rule: str) -> None:
        """Compares the rules' event with the log's, and counts the cards."""
        found = self.peek()
        if any(key not in found or found[key] != value for key, value in event.items()):
            raise LogError(rule, self.index, event, found)
        self.count_cards(event)
        self.index += 1

    def count_cards(self, event: dict[str, Any]) -> None:
        """E14: all cards are somewhere, once. E7: 30 cards a seat between turns, and a winner shows 31."""
        table = self.table
        if Counter(table.everything()) != table.deck:
            raise LogError("E14", self.index, table.deck, Counter(table.everything()))
        if event["e"] in ("draw", "discard") and any(table.shown(seat) != 30 for seat in range(3)):
            raise LogError("E7", self.index, "30 cards a seat", [table.shown(seat) for seat in range(3)])
        if event["e"] == "win" and table.shown(event["seat"]) + (table.card is not None) != 31:
            raise LogError("E7", self.index, "31 cards of the winner", table.shown(event["seat"]))


def game_of(log: Mapping[str, Any]) -> str:
    """The game that a log's rules name."""
    game = str(log["rules"].get("game", log["rules"].get("name")))
    if game not in STOCK:
        raise LogError("E1", -1, "rules named guangshui or youxi", game)
    return game


def check_deal(log: Mapping[str, Any]) -> None:
    """E1, G1, Y1: the sizes of hands and stock, and the deck they make."""
    game, dealer, hands, stock = game_of(log), log["dealer"], log["hands"], log["stock"]
    if dealer not in (0, 1, 2) or len(hands) != 3:
        raise LogError("E1", -1, "a dealer 0, 1 or 2 and three hands", (dealer, len(hands)))
    sizes = [len(hand) for hand in hands]
    if sizes != [31 if seat == dealer else 30 for seat in range(3)]:
        raise LogError("E1", -1, "31 cards of the dealer, 30 of the others", sizes)
    if len(stock) != STOCK[game]:
        raise LogError("Y1" if game == "youxi" else "G1", -1, f"{STOCK[game]} cards in the stock", len(stock))
    cards = Counter(card for pile in (*hands, stock) for card in pile)
    if cards != Counter(full_deck(game)):
        wrong = {code: cards[code] for code in [*CODES, *cards] if cards[code] != full_deck(game).count(code)}
        raise LogError("Y1" if game == "youxi" else "G1", -1, "the deck", wrong)


def check_log(log: Mapping[str, Any]) -> None:
    """Replays a deal log (a JSON object of the interface page); LogError at the first thing amiss."""
    check_deal(log)
    game = game_of(log)
    table = Table(game, log["rules"].get("switches", {}), log["dealer"], log["hands"], log["stock"])
    events = list(log["events"])
    port = LogPort(table, events)
    expected = play_deal(table, port)
    if port.index != len(events):
        raise LogError("E10", port.index, "no event after the end", events[port.index])
    check_result(game, expected, log["result"], len(events), lambda: all_scores(table, expected["winner"]))
