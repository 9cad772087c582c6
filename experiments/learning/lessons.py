"""From the deals that teachers played to hands and what each is to teach."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from experiments.learning.teacher import BEST, OFF, OPENING, SEAT, Book, compiled
from simcore import WIN_KINDS, Rules, SiseError, Strategy, run_deals

Array = np.ndarray[Any, Any]

DEALT = WIN_KINDS.index("tianhu")


@dataclass(frozen=True)
class Lessons:
    """Hands, as in a `Book`, and what each is to teach: a payoff, float32 (rows)."""

    inputs: Array
    cards: Array
    taught: Array


@compiled
def returns(deals: Array, notes: Array, payoffs: Array, weight: float) -> Array:
    """What each row is to teach: `weight` of what came later, the rest of what was thought of the best move then.

    `deals`, `notes` and `payoffs`, what the seat was paid in the end, are by row, in the order of play. A move that was
    not liked teaches nothing of the hand before, unless the weight is 1.
    """
    found = np.zeros(len(deals))
    following = np.full(3, -1)  # by seat, the row after
    for i in range(len(deals) - 1, -1, -1):
        if i + 1 < len(deals) and deals[i] != deals[i + 1]:
            following[:] = -1
        seat = int(notes[i, SEAT])
        later = following[seat]
        if later < 0:
            found[i] = payoffs[i]
        elif weight < 1.0 and notes[later, OFF]:
            found[i] = notes[later, BEST]
        else:
            found[i] = (1.0 - weight) * notes[later, BEST] + weight * found[later]
        following[seat] = i
    return found


def gather(
    rules: Rules, seats: Sequence[Strategy], book: Book, pupil: str, seed: int, first: int, count: int, weight: float
) -> Lessons:
    """Play a range of deals with three teachers that write into one book, and keep the hands of the seats of those
    called `pupil`. Raises SiseError where the book is too small."""
    book.notes[0] = 0
    results = run_deals(rules, seats, seed, first, count)
    used = int(book.notes[0, 0])
    if used > len(book.cards):
        raise SiseError(f"{used} hands in {count} deals: expected {len(book.cards)} at most")
    notes = book.notes[1 : 1 + used]
    deals = np.cumsum(notes[:, OPENING] > 0) - 1
    played = results["payoff"][results["win_kind"] != DEALT]  # a dealt win leaves no row
    own = notes[:, SEAT].astype(int)
    taught = returns(deals, notes, played[deals, own].astype(np.float64), weight)
    kept = np.flatnonzero(np.array([seat.name == pupil for seat in seats])[own])
    return Lessons(book.inputs[kept], book.cards[kept], taught[kept].astype(np.float32))
