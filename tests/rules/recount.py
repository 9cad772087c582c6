"""A plain recount of where every card lies after each event of a deal log (E3, E7, E14)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

SIZE = {"ming": 1, "zhan": 2, "peng": 3, "kong": 4}


@dataclass
class Piles:
    """Where the cards lie: concealed hands, open melds, cards before a dead seat, out of play, stock, revealed."""

    hands: list[Counter[str]]
    melds: list[list[tuple[str, ...]]]
    front: list[list[str]]
    out: list[str]
    stock: list[str]
    revealed: str | None = None

    def everything(self) -> Counter[str]:
        """All cards."""
        cards = Counter(self.out + self.stock)
        for seat in range(3):
            cards.update(self.hands[seat])
            cards.update(self.front[seat])
            for meld in self.melds[seat]:
                cards.update(meld)
        if self.revealed is not None:
            cards[self.revealed] += 1
        return cards

    def shown(self, seat: int) -> int:
        """Cards of a seat: concealed and in open melds."""
        return self.hands[seat].total() + sum(len(meld) for meld in self.melds[seat])


def recount(log: Mapping[str, Any]) -> Iterator[tuple[dict[str, Any], Piles]]:
    """(event, piles after it) for every event; AssertionError where a card is used that is not there."""
    piles = Piles([Counter(hand) for hand in log["hands"]], [[], [], []], [[], [], []], [], list(log["stock"]))
    by, drawn = -1, False
    for event in log["events"]:
        if event["e"] in ("discard", "draw"):
            if piles.revealed is not None:
                lone = piles.revealed == "GUI" or piles.revealed[1] == "J"
                (piles.front[by] if drawn and lone else piles.out).append(piles.revealed)
            by, drawn = event["seat"], event["e"] == "draw"
            piles.revealed = event["card"]
            if drawn:
                assert piles.stock.pop(0) == event["card"]
            else:
                assert piles.hands[by][event["card"]] > 0
                piles.hands[by][event["card"]] -= 1
        elif event["e"] == "claim":
            card, hand = piles.revealed, piles.hands[event["seat"]]
            assert card is not None
            kind, _, named = event["option"].partition(":")
            if kind == "chi":
                used = named.split(",")
            elif card == "GUI" and kind == "kong":
                used = [card] * hand[card]
            else:
                used = [card] * (SIZE[kind] - 1)
            for other in used:
                assert hand[other] > 0
                hand[other] -= 1
            piles.melds[event["seat"]].append((card, *used))
            piles.revealed = None
        yield event, piles
