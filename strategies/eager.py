"""`eager`: the reference strategy that takes every kong and peng, fixed to the letter, so that rates can be checked."""

from __future__ import annotations

from typing import Any

from simcore import LONE, Option, Strategy, draw, highest, kth_bit, popcount

# In E4's order, so the highest legal one is the first that it wants.
WANTED = 1 << Option.WIN | 1 << Option.KONG | 1 << Option.PENG | 1 << Option.MING | 1 << Option.PASS


def claim(view: Any) -> int:
    """Win, else kong, else peng, else ming where it must, else pass."""
    return highest(view.options & WANTED)


def discard(view: Any) -> int:
    """A card drawn uniformly from the legal cards, not lone, held once; where there is none, from all of them."""
    plain = view.discards & ~LONE
    once = plain & ~view.held[1]
    if once:
        return kth_bit(once, draw(view, popcount(once)))
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


EAGER = Strategy(
    "eager",
    claim,
    discard,
    sees="hand",
    random=True,
    meaning="takes wins, kongs and pengs, discards single cards",
)
