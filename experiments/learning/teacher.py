"""A strategy that writes down the hands that it builds, what it thinks of its best move, and when it made another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numba
import numpy as np
from numba import types
from numba.extending import intrinsic

from simcore import LONE, Strategy, draw, lowest, popcount
from strategies.choosing import Choosers, choosers, worth_weighing
from strategies.counter import COUNTER
from strategies.evaluate import Now
from strategies.hand_inputs import N_INPUTS, N_TYPES, SETS, inputs, table_cards

Array = np.ndarray[Any, Any]

CARDS = (1 + SETS) * N_TYPES + 2  # columns: copies held, then as `table_cards`; the card discarded and that passed on
SEAT, OPENING, OFF, BEST = range(4)  # notes of a row; OFF: a move that the teacher did not like led to it
MAX_OPTIONS = 40
PASS = 0
DEALER_HOLDS = 31
OUT_OF = 100
UNIT = 1 << 20  # of what is kept in whole numbers between two calls

compiled = numba.njit(error_model="numpy", nogil=True)
carray: Any = numba.carray  # type: ignore[attr-defined]


def _at(typingctx: Any, address: Any, example: Any) -> Any:
    """A pointer to numbers like `example` at an address."""
    kind = types.CPointer(example)
    return kind(address, example), lambda c, builder, _, args: builder.inttoptr(args[0], c.get_value_type(kind))


_pointer: Any = intrinsic(_at)


@dataclass(frozen=True)
class Book:
    """Where teachers write: `inputs`, float32 (rows, N_INPUTS), `cards`, int8 (rows, CARDS), and `notes`, float64
    (1 + rows, 4); the first of the notes says how many hands there were. Those beyond the last row are lost."""

    inputs: Array
    cards: Array
    notes: Array


def empty_book(rows: int) -> Book:
    """One with room for so many hands."""
    return Book(np.zeros((rows, N_INPUTS), np.float32), np.zeros((rows, CARDS), np.int8), np.zeros((1 + rows, 4)))


def teacher(name: str, judgment: Choosers, book: Book, often: int) -> Strategy:
    """A strategy that goes by a judgment of hands, which may read the parameters of `counter`, and writes into a book.

    Of a hundred moves `often` are others than it likes best.
    """
    rows = len(book.cards)
    inputs_at, cards_at, notes_at = (int(array.ctypes.data) for array in (book.inputs, book.cards, book.notes))
    claim_worths, discard_worths = judgment.claim_worths, judgment.discard_worths

    @compiled
    def write(view: Any, t: int, sums: int, marks: int, now: Now) -> float:
        """In place of a value: write the hand into the next row."""
        used = min(int(carray(_pointer(notes_at, 1.0), (1, 4))[0, 0]), rows - 1)
        inputs(view, t, sums, marks, now, carray(_pointer(inputs_at, np.float32(1)), (rows, N_INPUTS))[used])
        cards = carray(_pointer(cards_at, np.int8(1)), (rows, CARDS))[used]
        for card in range(N_TYPES):
            cards[card] = view.hand[card]
        table_cards(view, now, cards[N_TYPES : CARDS - 2].reshape((SETS, N_TYPES)))
        cards[CARDS - 2] = t
        cards[CARDS - 1] = view.card if t < 0 else -1
        return 0.0

    write.py_func.__module__ = f"{__name__}.write"
    writers = choosers(write)
    write_claims, write_discards = writers.claim_worths, writers.discard_worths

    @compiled
    def note(view: Any, off: int, best: float) -> None:
        """Complete the row just written. What was off earlier in the same turn counts."""
        kept = carray(_pointer(notes_at, 1.0), (1 + rows, 4))
        kept[0, 0] += 1
        used = min(int(kept[0, 0]), rows)
        kept[used, SEAT] = view.seat
        kept[used, OPENING] = 1.0 if view.table.hand_size[view.seat] == DEALER_HOLDS and view.discards else 0.0
        kept[used, OFF] = off or view.memo[0]
        kept[used, BEST] = view.memo[1] / UNIT if view.memo[0] else best
        view.memo[0] = 0

    @compiled
    def another(view: Any, worths: Any, n: int, best: int) -> int:
        """The best move; now and then any, or the second or third best."""
        if n < 2 or draw(view, OUT_OF) >= often:
            return best
        if draw(view, 3) == 0:
            return draw(view, n)
        second, third = -1, -1
        for k in range(n):
            if k == best:
                continue
            if second < 0 or worths[k] > worths[second]:
                second, third = k, second
            elif third < 0 or worths[k] > worths[third]:
                third = k
        return second if third < 0 or draw(view, 3) < 2 else third

    @compiled
    def listed(legal: int, moves: Any) -> int:
        n = 0
        while legal:
            moves[n] = lowest(legal)
            n += 1
            legal &= legal - 1
        return n

    def claim(view: Any) -> int:
        legal = worth_weighing(view)
        if popcount(legal) == 1:
            return lowest(legal)
        moves, worths = np.zeros(MAX_OPTIONS, np.int64), np.zeros(MAX_OPTIONS)
        n = listed(legal, moves)
        claim_worths(view, moves, n, worths)
        best = int(np.argmax(worths[:n]))
        chosen = another(view, worths, n, best)
        option = int(moves[chosen])
        highest = worths[best]
        if option == PASS:  # the hand stays as it is
            write_claims(view, moves, 1, worths)
            note(view, int(chosen != best), highest)
        elif chosen != best and view.memo[0] == 0:
            view.memo[0] = 1
            view.memo[1] = int(highest * UNIT)
        return option

    def discard(view: Any) -> int:
        plain = view.discards & ~LONE
        moves, worths = np.zeros(MAX_OPTIONS, np.int64), np.zeros(MAX_OPTIONS)
        n = listed(plain if plain else view.discards, moves)
        discard_worths(view, moves, n, worths)
        best = int(np.argmax(worths[:n]))
        chosen = another(view, worths, n, best)
        highest = worths[best]
        moves[0] = moves[chosen]
        write_discards(view, moves, 1, worths)
        note(view, int(chosen != best), highest)
        return int(moves[0])

    return Strategy(name, claim, discard, COUNTER.params, random=True)
