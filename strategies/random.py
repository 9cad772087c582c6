"""`random`: the reference strategy that plays any legal move, fixed to the letter, so that rates can be checked."""

from __future__ import annotations

from typing import Any

from simcore import LONE, Option, Strategy, draw, kth_bit, popcount

WIN = int(Option.WIN)


def claim(view: Any) -> int:
    """Win if offered, else an option drawn uniformly from all legal ones."""
    options = view.options
    if (options >> WIN) & 1:
        return WIN
    return kth_bit(options, draw(view, popcount(options)))


def discard(view: Any) -> int:
    """A card drawn uniformly from the legal cards that are not lone; a type held twice is twice as likely."""
    plain = view.discards & ~LONE
    cards = 0
    for k in range(4):
        cards += popcount(plain & view.held[k])
    pick = draw(view, cards)
    for k in range(4):
        layer = plain & view.held[k]
        size = popcount(layer)
        if pick < size:
            return kth_bit(layer, pick)
        pick -= size
    return -1


RANDOM = Strategy(
    "random", claim, discard, sees="hand", random=True, meaning="takes wins, otherwise plays any legal move"
)
