"""Random streams: one per (seed, deal, purpose), so that no result depends on threads, chunks or machines.

A key per (seed, purpose) is mixed once a run; adding the deal index and mixing again gives the 256-bit state of a
xoshiro256++ generator (Blackman and Vigna, "Scrambled linear pseudorandom number generators", 2021), filled by
SplitMix64 as its authors advise. Within a seed and purpose different deals have different states, because every step
is a bijection of the deal index. Purpose 0 is the deck; purpose 1 + s is the strategy at seat s, so that what a
strategy draws never moves the cards.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.bits import add64, mul_low
from simcore.errors import SiseError
from simcore.jit import core, inlined, int64

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX_A = np.uint64(0xBF58476D1CE4E5B9)
MIX_B = np.uint64(0x94D049BB133111EB)
U7, U17, U19, U23, U27, U30, U31, U32, U41, U45 = (np.uint64(n) for n in (7, 17, 19, 23, 27, 30, 31, 32, 41, 45))
LOW32 = np.uint64(0xFFFFFFFF)


@inlined
def mix(x: Any) -> Any:
    """SplitMix64's output function: a bijection of uint64."""
    x = mul_low(x ^ (x >> U30), MIX_A)
    x = mul_low(x ^ (x >> U27), MIX_B)
    return x ^ (x >> U31)


@core
def stream_key(seed: Any, purpose: Any) -> Any:
    """The key of all streams of one purpose (uint64) under one seed (uint64)."""
    return mix(add64(mix(add64(seed, GOLDEN)), mul_low(GOLDEN, add64(purpose, np.uint64(1)))))


@inlined
def seed_stream(state: Any, key: Any, deal: int) -> None:
    """Set `state` (uint64[4]) to the start of the stream of one deal."""
    x = mix(add64(key, mul_low(GOLDEN, np.uint64(deal))))
    for i in range(4):
        x = add64(x, GOLDEN)
        state[i] = mix(x)


@inlined
def next_word(state: Any) -> Any:
    """The next 64 random bits of xoshiro256++; advances `state`."""
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    x = add64(s0, s3)
    out = add64((x << U23) | (x >> U41), s0)
    t = s1 << U17
    s2 ^= s0
    s3 ^= s1
    state[0] = s0 ^ s3
    state[1] = s1 ^ s2
    state[2] = s2 ^ t
    state[3] = (s3 << U45) | (s3 >> U19)
    return out


@core
def draw(view: Any, n: int) -> int:
    """A uniform integer 0 … n-1 from the seat's own stream, 1 <= n < 2**32 (Lemire 2019, unbiased)."""
    size = np.uint64(n)
    product = mul_low(next_word(view.rng) >> U32, size)
    if (product & LOW32) < size:
        least = np.uint64(4294967296 % n)
        while (product & LOW32) < least:
            product = mul_low(next_word(view.rng) >> U32, size)
    return int64(product >> U32)


@core
def random_word(view: Any) -> Any:
    """64 random bits (uint64) from the seat's own stream."""
    return next_word(view.rng)


def as_seed(value: Any) -> int:
    """`value` as a seed, or SiseError."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or not 0 <= int(value) < 1 << 64:
        raise SiseError(f"a seed is a whole number from 0 to 2**64 - 1, not {value!r}")
    return int(value)
