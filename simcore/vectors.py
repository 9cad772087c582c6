"""Counting the cards of a hand, all types at once: a byte a type, in vector instructions where there are any.

As in bits.py, each compiled intrinsic has a plain twin for runs with NUMBA_DISABLE_JIT=1.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from simcore.jit import DISABLED
from simcore.records import DEAL, SEAT

TYPES = 32  # of which 28 or 29 are cards
LAYERS = 5

if DISABLED:

    def count_cards(seat: Any, d: Any, start: int, count: int) -> None:
        counts = np.bincount(d.deck[start : start + count], minlength=TYPES)
        seat.words[:] = counts.astype(np.uint8).view(np.int64)

    def set_held(seat: Any) -> None:
        counts = seat.words.view(np.uint8)
        for k in range(LAYERS):
            seat.held[k] = sum(1 << t for t in range(TYPES) if counts[t] > k)

else:
    _COUNTS = ir.VectorType(ir.IntType(8), TYPES)
    _WORD = ir.IntType(64)

    def _pointer(builder: Any, record: Any, offset: int, kind: Any) -> Any:
        start = builder.bitcast(record, ir.IntType(8).as_pointer())
        return builder.bitcast(builder.gep(start, [ir.Constant(_WORD, offset)]), kind.as_pointer())

    def _all(builder: Any, byte: Any) -> Any:
        """A vector of the same byte in every place."""
        one = builder.insert_element(ir.Constant(_COUNTS, ir.Undefined), byte, ir.Constant(ir.IntType(32), 0))
        places = ir.Constant(ir.VectorType(ir.IntType(32), TYPES), [0] * TYPES)
        return builder.shuffle_vector(one, ir.Constant(_COUNTS, ir.Undefined), places)

    @intrinsic
    def count_cards(typingctx: Any, seat: Any, d: Any, start: Any, count: Any) -> Any:
        """Set `seat.words` to the `count` cards of the deck from index `start`: one comparison a card."""

        def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            place = _pointer(builder, args[0], SEAT.fields["words"][1], _COUNTS)  # type: ignore[index]
            deck = _pointer(builder, args[1], DEAL.fields["deck"][1], ir.IntType(8))  # type: ignore[index]
            kinds = ir.Constant(_COUNTS, list(range(TYPES)))
            counts = cgutils.alloca_once_value(builder, ir.Constant(_COUNTS, [0] * TYPES))
            with cgutils.for_range(builder, args[3]) as loop:
                card = builder.load(builder.gep(deck, [builder.add(args[2], loop.index)]))
                same = builder.sext(builder.icmp_unsigned("==", _all(builder, card), kinds), _COUNTS)
                builder.store(builder.sub(builder.load(counts), same), counts)
            builder.store(builder.load(counts), place, align=8)
            return context.get_dummy_value()

        return types.void(seat, d, types.int64, types.int64), emit

    @intrinsic
    def set_held(typingctx: Any, seat: Any) -> Any:
        """Set `seat.held` from `seat.words`."""

        def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            words = _pointer(builder, args[0], SEAT.fields["words"][1], _COUNTS)  # type: ignore[index]
            held = _pointer(builder, args[0], SEAT.fields["held"][1], _WORD)  # type: ignore[index]
            counts = builder.load(words, align=8)
            for k in range(LAYERS):
                more = builder.icmp_unsigned(">", counts, ir.Constant(_COUNTS, [k] * TYPES))
                layer = builder.zext(builder.bitcast(more, ir.IntType(TYPES)), _WORD)
                builder.store(layer, builder.gep(held, [ir.Constant(_WORD, k)]))
            return context.get_dummy_value()

        return types.void(seat), emit
