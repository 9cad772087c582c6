"""The course of a deal (E2–E10, E13), told to a port.

A port has ``intent(seat, options) -> option``, ``discard(seat, legal) -> card`` and ``emit(event, rule)``.
The port of slow play asks policies and writes the events down; the checker's reads a log and compares.
"""

from __future__ import annotations

from typing import Any, Protocol

from .duties import duty_passed, note_pass
from .options import legal_discards, opening_options, options, y15
from .result import exhausted, won
from .table import CODES, Meld, Table, lone, next_seat

LEVEL = {"win": 0, "kong": 1, "peng": 1, "chi": 2, "zhan": 2, "ming": 2}  # E4, strongest first


class Port(Protocol):
    """Where decisions come from and events go."""

    def intent(self, seat: int, options: list[str]) -> str: ...

    def discard(self, seat: int, legal: list[str]) -> str: ...

    def emit(self, event: dict[str, Any], rule: str) -> None: ...


def play_deal(table: Table, port: Port) -> dict[str, Any]:
    """A whole deal from the dealt hands; its result."""
    offered = opening_options(table)
    if offered and port.intent(table.dealer, offered) == "win":
        return end_by_win(table, port, table.dealer)
    discard(table, port, table.dealer, after="opening")  # E2
    return play_on(table, port)


def play_on(table: Table, port: Port) -> dict[str, Any]:
    """The rest of a deal, from a card that lies revealed."""
    while True:
        claim = ask_all(table, port)
        if claim is None:
            nobody_claimed(table, port)
            if not table.stock:  # E10
                port.emit({"e": "end"}, "E10")
                return exhausted(table)
            draw(table, port, next_seat(table.by))
            continue
        seat, option = claim
        if option == "win":
            return end_by_win(table, port, seat)
        take(table, port, seat, option)
        discard(table, port, seat, after=option)  # E7


def draw(table: Table, port: Port, seat: int) -> None:
    """``seat`` turns up the front card of the stock."""
    table.reveal(table.stock.pop(0), "draw", seat)
    port.emit({"e": "draw", "seat": seat, "card": table.card}, "E10")


def ask_all(table: Table, port: Port) -> tuple[int, str] | None:
    """E4: every seat with an option states an intent; passed duties bar; the seat and option that prevail."""
    order = table.turn_order()
    offered = {seat: options(table, seat) for seat in order}
    intents = {seat: port.intent(seat, offered[seat]) for seat in order if offered[seat]}
    for seat, intent in intents.items():
        rule = duty_passed(table, seat, offered[seat], intent)
        if rule and table.barred[seat] is None:
            table.barred[seat] = rule
            port.emit({"e": "barred", "seat": seat, "rule": rule}, rule)
        if intent == "pass":
            note_pass(table, seat, offered[seat])
    for level in (0, 1, 2):
        for seat, intent in intents.items():
            if intent != "pass" and LEVEL[intent.split(":")[0]] == level:
                return seat, intent
    return None


def take(table: Table, port: Port, seat: int, option: str) -> None:
    """The revealed card and the cards it goes with from hand become an open meld (E3, E6)."""
    card, hand = table.card, table.hands[seat]
    assert card is not None
    kind, _, named = option.partition(":")
    if kind == "chi":
        used = named.split(",")
        table.chi_taken[seat].add(card)  # Y13
    else:
        used = [] if kind == "ming" else [card] * hand.count(card)
    for other in used:
        hand.remove(other)
    table.melds[seat].append(Meld(kind, tuple(sorted([card, *used], key=CODES.index))))
    table.card = None
    port.emit({"e": "claim", "seat": seat, "option": option}, "E4")


def discard(table: Table, port: Port, seat: int, after: str) -> None:
    """``seat`` reveals a card from hand; Y15 may bar it, and a hand emptied after ming is dead (E13 b)."""
    barring = table.game == "youxi" and y15(table, seat)
    card = port.discard(seat, legal_discards(table, seat))
    table.hands[seat].remove(card)
    table.discarded[seat].add(card)
    table.reveal(card, "discard", seat)
    port.emit({"e": "discard", "seat": seat, "card": card}, "E7")
    if barring and not lone(card) and table.barred[seat] is None:
        table.barred[seat] = "Y15"
        port.emit({"e": "barred", "seat": seat, "rule": "Y15"}, "Y15")
    if after == "ming" and not table.hands[seat]:
        table.dead[seat] = True
        port.emit({"e": "dead", "seat": seat}, "E13")


def nobody_claimed(table: Table, port: Port) -> None:
    """The card is out of play (E10), or stays before a drawer that is dead or now dies of it (E13 a)."""
    card, seat = table.card, table.by
    assert card is not None
    table.card = None
    if table.source == "discard" or not lone(card):
        table.out.append(card)
        return
    table.front[seat].append(card)  # a living drawer had to take it, so it had no option at all
    if not table.dead[seat]:
        table.dead[seat] = True
        port.emit({"e": "dead", "seat": seat}, "E13")


def end_by_win(table: Table, port: Port, seat: int) -> dict[str, Any]:
    """``seat`` declares a win, right or wrong (Y11)."""
    port.emit({"e": "win", "seat": seat, "card": table.card}, "E4")
    port.emit({"e": "end"}, "E4")
    return won(table, seat)
