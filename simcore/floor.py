"""The yardstick of every speed figure: a plain textbook shuffle.

No deal can cost less than shuffling its deck, so a cost in shuffles says how far from the floor it is, and carries
over from one machine to another where nanoseconds do not. Nothing in play uses this.
"""

from __future__ import annotations

import numpy as np

from simcore.bits import add64, mul_low
from simcore.jit import core, int64
from simcore.streams import LOW32, U17, U19, U23, U32, U41, U45

FLOOR_CARDS = 112


@core
def textbook_shuffles(n: int) -> int:
    """Shuffle 112 cards n times and return a sum over the decks, so that no shuffle can be left out.

    Fisher-Yates from the last card down, in place; one 64-bit word of xoshiro256++ for each draw, its state in local
    variables, bounded by Lemire's multiplication with rejection.
    """
    deck = np.empty(FLOOR_CARDS, np.uint8)
    for i in range(FLOOR_CARDS):
        deck[i] = i >> 2
    s0, s1, s2, s3 = np.uint64(1), np.uint64(2), np.uint64(3), np.uint64(4)
    total = 0
    for _ in range(n):
        for i in range(FLOOR_CARDS - 1, 0, -1):
            size = np.uint64(i + 1)
            product = np.uint64(0)
            fits = False
            while not fits:
                t = add64(s0, s3)
                word = add64((t << U23) | (t >> U41), s0)
                t = s1 << U17
                s2 ^= s0
                s3 ^= s1
                s1 ^= s2
                s0 ^= s3
                s2 ^= t
                s3 = (s3 << U45) | (s3 >> U19)
                product = mul_low(word >> U32, size)
                low = product & LOW32
                fits = low >= size or low >= np.uint64(4294967296 % (i + 1))
            j = int64(product >> U32)
            card = deck[i]
            deck[i] = deck[j]
            deck[j] = card
        total += int64(deck[0])
    return total
