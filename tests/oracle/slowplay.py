"""Slow play: policies at a naive table, written down as a deal log."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from .flow import play_deal
from .table import Table, full_deck, lone, next_seat

# policy(asked, hand, choices, rng) -> one of choices. asked: "intent" (choices are the options) or "discard"
# (choices are the legal types, lone ones at the price of Y10 among them); hand: the seat's concealed cards.
Policy = Callable[[str, Sequence[str], Sequence[str], Random], str]


class PolicyPort:
    """Asks the policies and keeps the events."""

    def __init__(self, table: Table, policies: Sequence[Policy], rng: Random) -> None:
        self.table, self.policies, self.rng = table, policies, rng
        self.events: list[dict[str, Any]] = []

    def ask(self, asked: str, seat: int, choices: list[str]) -> str:
        """A policy's choice, which must be among the choices."""
        choice = self.policies[seat](asked, tuple(self.table.hands[seat]), tuple(choices), self.rng)
        assert choice in choices, f"seat {seat} chose {choice} where {choices} was legal"
        return choice

    def intent(self, seat: int, options: list[str]) -> str:
        """Asks, and writes the intent down."""
        intent = self.ask("intent", seat, options)
        self.events.append({"e": "intent", "seat": seat, "options": options, "intent": intent})
        return intent

    def discard(self, seat: int, legal: list[str]) -> str:
        """Asks; the discard itself is an event of the flow."""
        return self.ask("discard", seat, legal)

    def emit(self, event: dict[str, Any], rule: str) -> None:
        """Writes an event down."""
        self.events.append(event)


def deal(game: str, deck: Sequence[str], dealer: int) -> tuple[list[list[str]], list[str]]:
    """E1: the hands by seat and the stock of a deck in deck order."""
    hands: list[list[str]] = [[], [], []]
    second = next_seat(dealer)
    hands[dealer], hands[second], hands[next_seat(second)] = (
        list(deck[:31]),
        list(deck[31:61]),
        list(deck[61:91]),
    )
    return hands, list(deck[91:])


def play(
    game: str,
    switches: Mapping[str, Any],
    policies: Sequence[Policy],
    rng: Random,
    dealer: int,
    deck: Sequence[str] | None = None,
) -> dict[str, Any]:
    """Plays one deal, of a deck shuffled by ``rng`` where none is given; its log."""
    if deck is None:
        shuffled = full_deck(game)
        rng.shuffle(shuffled)
        deck = shuffled
    hands, stock = deal(game, deck, dealer)
    table = Table(game, switches, dealer, hands, stock)
    port = PolicyPort(table, policies, rng)
    result = play_deal(table, port)
    return {
        "rules": {"name": game, "switches": dict(switches)},
        "seed": 0,
        "deal": 0,
        "dealer": dealer,
        "strategies": [getattr(policy, "__name__", "policy") for policy in policies],
        "hands": hands,
        "stock": stock,
        "events": port.events,
        "result": result,
    }


def random(asked: str, hand: Sequence[str], choices: Sequence[str], rng: Random) -> str:
    """The reference strategy `random`."""
    if asked == "intent":
        return "win" if "win" in choices else rng.choice(choices)
    return rng.choice([card for card in hand if card in choices and not lone(card)])


def eager(asked: str, hand: Sequence[str], choices: Sequence[str], rng: Random) -> str:
    """The reference strategy `eager`."""
    if asked == "intent":
        return next(option for option in ("win", "kong", "peng", "ming", "pass") if option in choices)
    legal = [card for card in hand if card in choices and not lone(card)]
    return rng.choice([card for card in legal if hand.count(card) == 1] or legal)
