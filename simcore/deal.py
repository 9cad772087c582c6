"""Shuffle and deal (E1)."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from simcore.bits import GHOST_BIT, LONE, PER_COLOUR, SUIT_J, add64, mul_high, mul_low, popcount
from simcore.jit import core, inlined, int64
from simcore.records import MAX_DECK
from simcore.streams import GOLDEN, U17, U19, U23, U41, U45, mix
from simcore.vectors import LAYERS, count_cards, set_held

BATCH = 8
# PRODUCTS[i] is the product of the BATCH ranges i+1 … i+BATCH that one random word serves.
PRODUCTS = np.array([math.prod(range(i + 1, i + BATCH + 1)) for i in range(MAX_DECK)], np.uint64)

BONUS_TYPES = SUIT_J | GHOST_BIT  # 鬼 將 士 相 (Y5)


@core
def shuffle(d: Any, n_cards: int) -> None:
    """Fill `d.deck[:n_cards]` with the shuffled deck of deal `d.deal`.

    Fisher-Yates inside out: the sorted deck is never written. Eight bounded draws come from one random word
    (Brackett-Rozinsky and Lemire, "Batched ranged random integer generation", 2024); a word whose last remainder
    falls below 2**64 mod product is drawn again, so every permutation of the deck is equally likely.
    """
    x = mix(add64(d.stream_keys[0], mul_low(GOLDEN, np.uint64(d.deal))))
    x = add64(x, GOLDEN)
    s0 = mix(x)
    x = add64(x, GOLDEN)
    s1 = mix(x)
    x = add64(x, GOLDEN)
    s2 = mix(x)
    x = add64(x, GOLDEN)
    s3 = mix(x)
    d.deck[0] = 0
    for start in range(1, n_cards, BATCH):
        product = PRODUCTS[start]
        word = np.uint64(0)
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
            rest = mul_low(word, product)
            fits = rest >= product or rest >= _remainder(product)
        if start + BATCH <= n_cards:
            for k in range(start, start + BATCH):
                size = np.uint64(k + 1)
                j = mul_high(word, size)
                word = mul_low(word, size)
                d.deck[k] = d.deck[j]
                d.deck[j] = np.uint8(min(k >> 2, 28))
        else:
            for k in range(start, n_cards):
                size = np.uint64(k + 1)
                j = mul_high(word, size)
                word = mul_low(word, size)
                d.deck[k] = d.deck[j]
                d.deck[j] = np.uint8(min(k >> 2, 28))


@core
def _remainder(product: Any) -> Any:
    """2**64 modulo `product`."""
    full = np.uint64(0xFFFFFFFFFFFFFFFF)
    return (full % product + np.uint64(1)) % product


@core
def deal_hands(d: Any, tables: Any) -> None:
    """E1: 31 cards to the dealer, 30 to each of the next seats, in deck order; the rest is the stock."""
    start = 0
    for turn in range(3):
        seat = d.seat[(d.dealer + turn) % 3]
        count = 31 if turn == 0 else 30
        count_cards(seat, d, start, count)
        start += count
        take_up(seat, count, tables)
    d.position = start


@core
def deal_many(d: Any, first: int, dealer: int, hands: Any) -> None:
    """Count the cards that each seat is dealt in deals first, first + 1, … into `hands`; `dealer` -1 rotates."""
    for i in range(len(hands)):
        d.deal = first + i
        who = d.deal % 3 if dealer < 0 else dealer
        shuffle(d, d.rules.deck_size)
        start = 0
        for turn in range(3):
            end = start + (31 if turn == 0 else 30)
            mine = hands[i, (who + turn) % 3]
            for at in range(start, end):
                mine[d.deck[at]] += 1
            start = end


@inlined
def take_up(seat: Any, count: int, tables: Any) -> None:
    """Set every field of a seat that follows from its `count` concealed cards in `seat.words`, with no melds."""
    set_held(seat)
    ghosts = (seat.words[3] >> 32) & 7
    loners = 0
    bonus = 0
    for k in range(LAYERS):
        loners += popcount(seat.held[k] & LONE)
        bonus += popcount(seat.held[k] & BONUS_TYPES)
    seat.cards = count
    seat.loners = loners
    h = seat.h
    h.bonus = bonus
    h.ghosts = ghosts
    h.idx[5] = ghosts
    for c in range(4):
        index = 0
        for k in range(4):
            index += int64(tables.digits[(seat.held[k] >> (7 * c)) & 63])
        h.idx[c] = index
    index = 0
    for k in range(4):
        index += int64(tables.digits[gather((seat.held[k] >> 6) & PER_COLOUR)])
    h.idx[4] = index


@inlined
def gather(x: int) -> int:
    """The four bits at 0, 7, 14, 21 of x moved to bits 0 … 3."""
    return ((x * (1 << 3 | 1 << 9 | 1 << 15 | 1 << 21)) >> 21) & 15


@core
def spread(x: int) -> int:
    """The four bits 0 … 3 of x moved to bits 0, 7, 14, 21: the inverse of `gather`."""
    return (x * (1 | 1 << 6 | 1 << 12 | 1 << 18)) & PER_COLOUR
