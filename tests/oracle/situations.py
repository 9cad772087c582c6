"""Hand-built tables and scripted play for tests of single rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .flow import play_on
from .options import options
from .table import Meld, Table

# 29 open cards worth 9 hu in either game: with one concealed card more, a full hand that is far from a win.
POOR_MELDS = (
    "chi:YC,YM,YP chi:RC,RM,RP chi:WC,WM,WP chi:GC,GM,GP chi:YC,YM,YP chi:RC,RM,RP chi:YZ,RZ,WZ peng:YS peng:RX zhan:GM"
)

# Waits for RC with RM RP; two 樓 make it a win, of 2 牌 by its 33 hu (G9).
TWO_LOU = "kong:YS kong:YX"
WAITS_RC = "RM RP RS2 RX2 WC2 WM2 WP2 WS2 WX2 GC2 GM2 GP2"


def cards(text: str) -> list[str]:
    """``"YJ2 RS"`` -> ``["YJ", "YJ", "RS"]``."""
    found = []
    for word in text.split():
        name, many = (word[:-1], int(word[-1])) if word[-1].isdigit() else (word, 1)
        found += [name] * many
    return found


def meld(text: str) -> Meld:
    """``peng:WZ``, ``chi:RC,RM,RP``, ... ; ``kong:GUI`` is four ghosts, ``kong5:GUI`` five."""
    kind, _, named = text.partition(":")
    if kind == "chi":
        return Meld("chi", tuple(named.split(",")))
    size = {"ming": 1, "zhan": 2, "peng": 3, "kong": 4, "kong5": 5}[kind]
    return Meld(kind.rstrip("5"), (named,) * size)


def table(
    game: str, *hands: str, stock: str = "", dealer: int = 0, melds: Sequence[str] = (), **switches: Any
) -> Table:
    """A table of the cards named alone; ``stock`` holds the drawable ones, ``melds`` a text for each seat."""
    never_drawn = ["YS", "YS", "YS"] if game == "youxi" else []
    built = Table(game, switches, dealer, [cards(hand) for hand in hands], cards(stock) + never_drawn)
    for seat, text in enumerate(melds):
        built.melds[seat] = [meld(word) for word in text.split()]
    return built


def offered(built: Table, seat: int) -> set[str]:
    """The options of a seat that cannot win (few of these hands have the cards for a scorer)."""
    before = built.barred[seat]
    built.barred[seat] = "no win"
    found = options(built, seat)
    built.barred[seat] = before
    assert len(found) == len(set(found))
    return set(found)


def line(event: dict[str, Any]) -> str:
    """An event as one line."""
    kind = event["e"]
    if kind == "intent":
        return f"{event['seat']}: {' '.join(sorted(event['options']))} > {event['intent']}"
    return " ".join([kind, *(str(event[key]) for key in ("seat", "card", "option", "rule") if key in event)])


class Script:
    """Answers each question with the next word of a script; after the last it passes, or does as it must."""

    def __init__(self, script: str) -> None:
        self.words = script.split()
        self.events: list[str] = []

    def answer(self, legal: list[str]) -> str:
        if self.words:
            word = self.words.pop(0)
            assert word in legal, f"{word} is not among {legal} after {self.events}"
            return word
        return "pass" if "pass" in legal else legal[-1]

    def intent(self, seat: int, options: list[str]) -> str:
        intent = self.answer(options)
        self.events.append(line({"e": "intent", "seat": seat, "options": options, "intent": intent}))
        return intent

    def discard(self, seat: int, legal: list[str]) -> str:
        return self.answer(legal)

    def emit(self, event: dict[str, Any], rule: str) -> None:
        self.events.append(line(event))


def run(built: Table, script: str = "") -> list[str]:
    """Plays on from the revealed card to the end of the deal; the events as lines."""
    port = Script(script)
    built.result = play_on(built, port)  # type: ignore[attr-defined]
    assert not port.words, f"{port.words} were not asked for in {port.events}"
    return port.events


def revealed(built: Table, source: str, seat: int, card: str) -> Table:
    """The table with ``card`` revealed by ``seat``."""
    built.reveal(card, source, seat)
    if source == "discard":
        built.discarded[seat].add(card)
    return built


def drawn(built: Table, seat: int, card: str) -> Table:
    """The table with ``card`` just drawn by ``seat``."""
    return revealed(built, "draw", seat, card)


def discarded(built: Table, seat: int, card: str) -> Table:
    """The table with ``card`` just discarded by ``seat``."""
    return revealed(built, "discard", seat, card)
