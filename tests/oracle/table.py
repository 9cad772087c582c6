"""The naive state of a deal: lists of card texts, nothing kept that could be counted anew."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .switches import complete

COLOURS, KINDS, GHOST = "YRWG", "JSXCMPZ", "GUI"
CODES = [colour + kind for colour in COLOURS for kind in KINDS] + [GHOST]  # in the order of the type codes
DRAWABLE = {"guangshui": 21, "youxi": 23}
STOCK = {"guangshui": 21, "youxi": 26}


def lone(card: str) -> bool:
    """將 and 鬼 need no partner."""
    return card == GHOST or card[1] == "J"


def next_seat(seat: int) -> int:
    """下家 (E1)."""
    return (seat + 1) % 3


def full_deck(game: str) -> list[str]:
    """Every card of the game, in type order: 112 (G1) or 117 (Y1)."""
    deck = [code for code in CODES if code != GHOST for _ in range(4)]
    return deck + [GHOST] * 5 if game == "youxi" else deck


@dataclass(frozen=True)
class Meld:
    """An open group: its kind of claim and all its cards in type order."""

    kind: str
    cards: tuple[str, ...]

    def text(self) -> str:
        """As the scoring interface writes it, e.g. ``peng:WZ`` or ``chi:RC,RM,RP``."""
        return f"{self.kind}:{','.join(self.cards) if self.kind == 'chi' else self.cards[0]}"


class Table:
    """One deal in progress. ``hands`` by seat; ``stock`` in drawing order, those never drawn (Y1) last."""

    def __init__(
        self,
        game: str,
        switches: Mapping[str, Any],
        dealer: int,
        hands: Sequence[Sequence[str]],
        stock: Sequence[str],
    ) -> None:
        self.game = game
        self.switches = dict(switches)
        self.rules = complete(game, switches)
        self.dealer = dealer
        self.hands = [sorted(hand, key=CODES.index) for hand in hands]
        never_drawn = STOCK[game] - DRAWABLE[game]
        self.stock = list(stock[: len(stock) - never_drawn])
        self.never_drawn = list(stock[len(stock) - never_drawn :])
        self.melds: list[list[Meld]] = [[], [], []]
        self.front: list[list[str]] = [[], [], []]  # lone cards left before a dead seat (E13)
        self.out: list[str] = []
        # the reveal (E3): the card, whether it was a "draw" or a "discard", and the seat that made it
        self.card: str | None = None
        self.source = ""
        self.by = -1
        # what a seat has done
        self.passed: list[set[str]] = [set(), set(), set()]  # G11
        self.passed_chi_zhan: list[set[str]] = [set(), set(), set()]  # Y12
        self.passed_peng: list[set[str]] = [set(), set(), set()]  # Y12
        self.discarded: list[set[str]] = [set(), set(), set()]  # Y13, G15, Y10
        self.chi_taken: list[set[str]] = [set(), set(), set()]  # Y13
        self.barred: list[str | None] = [None, None, None]  # by which rule
        self.dead = [False, False, False]  # E13
        self.deck = Counter(self.everything())

    def everything(self) -> list[str]:
        """Every card wherever it lies (E14)."""
        cards = self.out + self.stock + self.never_drawn
        for seat in range(3):
            cards += self.hands[seat] + self.front[seat]
            for meld in self.melds[seat]:
                cards += meld.cards
        return cards if self.card is None else [*cards, self.card]

    def shown(self, seat: int) -> int:
        """Cards of a seat's hand, open melds included (E7)."""
        return len(self.hands[seat]) + sum(len(meld.cards) for meld in self.melds[seat])

    def reveal(self, card: str, source: str, by: int) -> None:
        """Lay ``card`` face up before everyone (E3)."""
        assert self.card is None
        self.card, self.source, self.by = card, source, by

    def turn_order(self) -> list[int]:
        """Seats asked about the reveal, in turn order (E4): from the drawer, or the discarder's next seat."""
        first = self.by if self.source == "draw" else next_seat(self.by)
        second = next_seat(first)
        return [first, second, next_seat(second)][: 3 if self.source == "draw" else 2]


def has_right(table: Table, seat: int) -> bool:
    """Whether the seat has the right of chi and zhan on the reveal, by its place alone (E5)."""
    assert table.card is not None
    if table.source == "discard":
        return seat == next_seat(table.by)
    down = seat == next_seat(table.by) and table.rules["pass_down"] and not lone(table.card)
    return seat == table.by or down
