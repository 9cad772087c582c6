"""Compiled loops over single steps of a deal, for the benchmarks alone."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore import RESULT_DTYPE, Rules, Strategy
from simcore.batch import new_deal, play_chunk
from simcore.deal import shuffle
from simcore.jit import core
from simcore.options import legal_options
from simcore.play import begin, discard
from simcore.tables import scoring_tables


@core
def own_shuffles(d: Any, cards: int, n: int) -> None:
    """Seed and shuffle the decks of n deals."""
    for i in range(n):
        d.deal = i
        shuffle(d, cards)


@core
def begin_and_discard(d: Any, tables: Any, n: int, each: int) -> int:
    """Begin n deals, and let every seat discard `each` times: legal types, view, strategy, removal, sets renewed."""
    total = 0
    for i in range(n):
        d.deal = i
        d.dealer = i % 3
        begin(d, tables)
        for s in range(3):
            for _ in range(each):
                total += discard(d, s, tables, 0)
    return total


@core
def ask_options(d: Any, tables: Any, seats: Any) -> int:
    """The options of each seat on every type that is in one of its sets."""
    total = 0
    for i in range(len(seats)):
        seat = seats[i]
        for t in range(28):
            if (seat.near >> t) & 1:
                total += legal_options(d, seat, tables, t, 1, 0)
    return total


def seats_in_play(rules: Rules, strategy: Strategy, deals: int) -> tuple[Any, Any]:
    """A deal's record, and seats as they are at the start and at the end of deals, for `ask_options`."""
    players = (strategy,) * 3
    d = new_deal(rules, players, 1)
    result = np.zeros(1, RESULT_DTYPE)
    seats = np.zeros((deals, 2, 3), d["seat"].dtype)
    for deal in range(deals):
        d["deal"], d["dealer"] = deal, deal % 3
        begin(d, scoring_tables())
        seats[deal, 0] = d["seat"]
        play_chunk(d, players, deal, -1, result)
        seats[deal, 1] = d["seat"]
    return d, seats.reshape(-1)


def questions(seats: Any) -> int:
    """How often `ask_options` asks for the options of a seat."""
    return sum(int(near & ((1 << 28) - 1)).bit_count() for near in seats["near"])
