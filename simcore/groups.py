"""The groupings of one block of a concealed hand: the readable definition that all scoring is built from.

A concealed hand falls into four colour blocks (將士相車馬炮 of one colour, at most four of each), one block of 卒 (at
most four of each colour) and the ghosts. A 圓 never crosses blocks, so a grouping of the hand is one grouping of each
block. A block's state is its counts in base 5, the claimed card among them if it lies in the block.

A grouping is packed in an int64, built by `colour_groupings` and `zu_groupings` and read by `word_of`, `hu_of` and
the explanation:
  colour: bits 0–2 將士相, bits 3–5 車馬炮, bits 6–7 what the rest of 將 forms (0 singles, 1 a triple and singles,
  2 a quad), bits 8–13 kinds whose four copies are two pairs, bits 14–16 `Place` of the claimed card;
  卒: bits 0–2 groups of four colours, bits 3–5, 6–8, 9–11, 12–14 groups of three without colour 0, 1, 2, 3,
  bits 15–18 colours whose four copies are two pairs, bits 19–21 `Place`.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from simcore.jit import core

COLOUR_STATES = 5**6
ZU_STATES = 5**4
NO_CLAIM = -1
IDLE = -1


class Place(IntEnum):
    """The kind of group that the claimed card lies in; also a bit number in a set of allowed places."""

    NONE = 0
    SINGLE = 1
    PAIR = 2
    YUAN = 3
    TRIPLE = 4
    QUAD = 5


ANYWHERE = 0b111111

POW5 = (1, 5, 25, 125, 625, 3125)


@core
def digit(state: int, k: int) -> int:
    """Copies of the k-th type of a block state."""
    for _ in range(k):
        state //= 5
    return state % 5


@core
def colour_rest(state: int, k: int, suits: int, cars: int) -> int:
    """Copies of kind k left beside `suits` 將士相 and `cars` 車馬炮."""
    return digit(state, k) - (suits if k < 3 else cars)


@core
def zu_rest(state: int, k: int, fours: int, threes: int) -> int:
    """Copies of the 卒 of colour k left beside `fours` groups of four colours and the packed groups of three."""
    left = digit(state, k) - fours
    for without in range(4):
        if without != k:
            left -= (threes >> (3 * without)) & 7
    return left


@core
def colour_groupings(state: int, claimed: int, allow: int, out: Any) -> int:
    """Write every grouping of a colour block to `out.grouping`; return their number, 0 if it is not covered.

    `claimed` is the kind 0 … 5 of the claimed card, or -1; `allow` is the set of `Place`s it may take.
    """
    n = 0
    most_suits = min(digit(state, 0), min(digit(state, 1), digit(state, 2)))
    most_cars = min(digit(state, 3), min(digit(state, 4), digit(state, 5)))
    for suits in range(most_suits + 1):
        for cars in range(most_cars + 1):
            covered = True
            fours = 0
            for k in range(1, 6):
                left = colour_rest(state, k, suits, cars)
                if left == 1:
                    covered = False
                if left == 4:
                    fours |= 1 << k
            if not covered:
                continue
            generals = colour_rest(state, 0, suits, cars)
            for form in range(1 + (generals >= 3) + (generals == 4)):
                split = fours
                while True:  # every subset of `fours`
                    base = suits | cars << 3 | form << 6 | split << 8
                    if claimed < 0:
                        out.grouping[n] = base
                        n += 1
                    else:
                        in_yuan = suits if claimed < 3 else cars
                        if in_yuan > 0 and (allow >> 3) & 1:
                            out.grouping[n] = base | 3 << 14
                            n += 1
                        left = colour_rest(state, claimed, suits, cars)
                        if claimed == 0:
                            if left - (0 if form == 0 else form + 2) > 0 and (allow >> 1) & 1:
                                out.grouping[n] = base | 1 << 14
                                n += 1
                            if form > 0 and (allow >> (3 + form)) & 1:
                                out.grouping[n] = base | (3 + form) << 14
                                n += 1
                        elif left > 0:
                            place = 2 if left == 2 or (split >> claimed) & 1 else left + 1
                            if (allow >> place) & 1:
                                out.grouping[n] = base | place << 14
                                n += 1
                    if split == 0:
                        break
                    split = (split - 1) & fours
    return n


@core
def zu_yuans(state: int, out: Any) -> int:
    """Write every choice of 卒 groups that the block's cards allow to `out.word`, packed as in a grouping."""
    a, b, c, d = digit(state, 0), digit(state, 1), digit(state, 2), digit(state, 3)
    n = 0
    for fours in range(min(min(a, b), min(c, d)) + 1):
        p, q, r, s = a - fours, b - fours, c - fours, d - fours
        for w0 in range(min(q, min(r, s)) + 1):
            for w1 in range(min(p, min(r - w0, s - w0)) + 1):
                for w2 in range(min(p - w1, min(q - w0, s - w0 - w1)) + 1):
                    for w3 in range(min(p - w1 - w2, min(q - w0 - w2, r - w0 - w1)) + 1):
                        out.word[n] = fours | w0 << 3 | w1 << 6 | w2 << 9 | w3 << 12
                        n += 1
    return n


@core
def zu_groupings(state: int, claimed: int, allow: int, out: Any) -> int:
    """Write every grouping of the 卒 block to `out.grouping`; return their number. `claimed` is a colour or -1."""
    n = 0
    for i in range(zu_yuans(state, out)):
        fours = out.word[i] & 7
        threes = out.word[i] >> 3
        covered = True
        quads = 0
        for k in range(4):
            left = zu_rest(state, k, fours, threes)
            if left == 1:
                covered = False
            if left == 4:
                quads |= 1 << k
        if not covered:
            continue
        split = quads
        while True:
            base = fours | threes << 3 | split << 15
            if claimed < 0:
                out.grouping[n] = base
                n += 1
            else:
                left = zu_rest(state, claimed, fours, threes)
                if digit(state, claimed) > left and (allow >> 3) & 1:
                    out.grouping[n] = base | 3 << 19
                    n += 1
                if left > 0:
                    place = 2 if left == 2 or (split >> claimed) & 1 else left + 1
                    if (allow >> place) & 1:
                        out.grouping[n] = base | place << 19
                        n += 1
            if split == 0:
                break
            split = (split - 1) & quads
    return n


@core
def colour_idle(state: int) -> int:
    """The fewest cards of a colour block that lie in no group (將 never does)."""
    best = 99
    for suits in range(min(digit(state, 0), min(digit(state, 1), digit(state, 2))) + 1):
        for cars in range(min(digit(state, 3), min(digit(state, 4), digit(state, 5))) + 1):
            idle = 0
            for k in range(1, 6):
                idle += 1 if colour_rest(state, k, suits, cars) == 1 else 0
            best = min(best, idle)
    return best


@core
def zu_idle(state: int, out: Any) -> int:
    """The fewest 卒 that lie in no group."""
    best = 99
    for i in range(zu_yuans(state, out)):
        idle = 0
        for k in range(4):
            idle += 1 if zu_rest(state, k, out.word[i] & 7, out.word[i] >> 3) == 1 else 0
        best = min(best, idle)
    return best
