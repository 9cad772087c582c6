"""Features of hands that are really dealt, counted by a compiled loop."""

from __future__ import annotations

from functools import cache
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from experiments.odds.deal_blocks import (
    Deck,
    Marks,
    car_ways,
    equal_heads,
    idle_suits,
    idle_zu,
    joint_hu,
    suit_heads,
    suit_ways,
    zu_heads,
    zu_ways,
)
from experiments.odds.deal_exact import Feature, jiang_cap
from simcore import Rules
from simcore.jit import core, int64

COLUMNS: Final = tuple(feature for feature in Feature if feature is not Feature.TIANHU)
"""The features that the loop counts, in the order of its counts."""
WIDTH: Final = 1024
"""Values of a feature are below this: the most hu of 31 cards is 612 (a test counts it)."""
IDLE: Final = 8
"""The place of `idle` among them. A number: the compile cache of the loop does not notice edits in other files."""
COLOURS: Final = 4
TIANDI: Final = 20
"""G6."""


class HandTables(NamedTuple):
    """What the loop looks up: states of a block are its counts in base 5, the first type lowest.

    A way of 將士相 is hu, loose 將, whether 將 are a bare pair, whether they are out, then whether 士 and 相 are out;
    a way of 車馬炮 is hu and whether 車, 馬, 炮 are out; a way of the 卒 is hu and the colours out as a set. Where hu
    just add up (Youxi) all but the first are 0.
    """

    idle_suits: NDArray[np.int64]
    idle_cars: NDArray[np.int64]
    idle_zu: NDArray[np.int64]
    suit_first: NDArray[np.int64]  # ways of state s are rows suit_first[s] … suit_first[s + 1] - 1
    suit_ways: NDArray[np.int64]
    cars: NDArray[np.int64]
    zu: NDArray[np.int64]
    jiang: NDArray[np.int64]  # by loose 將, bare and out colours: 車 of 將 and hu of loose 將
    qing: NDArray[np.int64]  # by colours that are out
    ghosts: NDArray[np.int64]


@cache
def hand_tables(game: str, cap: int) -> HandTables:
    """The tables of a game, cards left idle allowed; `cap` is jiang_cap."""
    deck = Deck()
    suits = [counts[::-1] for counts in deck.states(3)]
    zu = [counts[::-1] for counts in deck.states(4)]
    if game == "guangshui":
        ways = [sorted(suit_ways(counts, covered=False, cap=cap > 0)) for counts in suits]
        rows = [[(w.hu, w.loose, w.bare, w.out, *w.kinds[:2]) for w in found] for found in ways]
        # Where cards may stay idle, no choice is left in the other blocks: they have one way each.
        car_rows = [(way.hu, *way.kinds) for counts in suits for way in car_ways(counts, covered=False)]
        zu_rows = [(way.hu, way.out) for counts in zu for way in zu_ways(counts, covered=False)]
        assert (len(car_rows), len(zu_rows)) == (len(suits), len(zu))
        ghosts = [0] * 6
    else:
        rows = [[(suit_heads(c, covered=False, lone=True) or 0, 0, 0, 0, 0, 0)] for c in suits]
        car_rows = [(suit_heads(c, covered=False, lone=False) or 0, 0, 0, 0) for c in suits]
        zu_rows = [(zu_heads(c, covered=False) or 0, 0) for c in zu]
        ghosts = [equal_heads(held, True) for held in range(6)]
    jiang = np.zeros((17, 5, 5), np.int64)
    for loose, bare, out in np.ndindex(jiang.shape):
        if bare + out <= COLOURS and (cap == 0) | (loose >= 2 * bare):
            jiang[loose, bare, out] = joint_hu(Marks(0, loose, bare, out), cap) if game == "guangshui" else 0
    return HandTables(
        idle_suits=np.array([idle_suits(counts, lone=True) for counts in suits]),
        idle_cars=np.array([idle_suits(counts, lone=False) for counts in suits]),
        idle_zu=np.array([idle_zu(counts) for counts in zu]),
        suit_first=np.cumsum([0, *map(len, rows)]),
        suit_ways=np.array([row for found in rows for row in found]),
        cars=np.array(car_rows),
        zu=np.array(zu_rows),
        jiang=jiang,
        qing=np.array([0, 0, 0, 20, 40]),
        ghosts=np.array(ghosts),
    )


def hand_features(rules: Rules, hands: NDArray[Any]) -> NDArray[np.int64]:
    """The features `COLUMNS` of hands: (n, types) copies of each type -> (n, features)."""
    found = np.zeros((len(hands), len(COLUMNS)), np.int64)
    _features(np.ascontiguousarray(hands, np.uint8), hand_tables(rules.game, jiang_cap(rules)), found)
    return found


@core
def _features(hands: Any, tables: Any, found: Any) -> None:
    for i in range(hands.shape[0]):
        measure(hands[i], tables, found[i])


@core
def count_hands(hands: Any, dealers: Any, tables: Any, counts: Any, covered: Any) -> int:
    """Count the features of two hands of each deal: the next seat's 30 cards and the dealer's 31.

    `hands` is (deals, 3, types) copies by seat, `dealers` the dealers. Adds to `counts` (2, features, WIDTH), where
    the first row is of 30 cards. Writes the deals whose dealer has no idle card to `covered` and returns their number.
    """
    measured = np.zeros(counts.shape[1], np.int64)
    found = 0
    for deal in range(hands.shape[0]):
        for dealt in range(2):
            measure(hands[deal, (dealers[deal] + 1 - dealt) % 3], tables, measured)
            for column in range(len(measured)):
                counts[dealt, column, measured[column]] += 1
            if dealt == 1 and measured[IDLE] == 0:
                covered[found] = deal
                found += 1
    return found


@core
def measure(held: Any, tables: Any, out: Any) -> None:
    """Write the features `COLUMNS` of one hand, copies by type, to `out`."""
    n_types = held.shape[0]
    ghosts = int64(held[28]) if n_types > 28 else 0
    for column in range(out.shape[0]):
        out[column] = 0
    for t in range(n_types):
        copies = int64(held[t])
        if copies > 0:
            out[copies - 1] += 1
    out[5] = out[2] + out[3] + out[4]
    idle, generals, su_che, pairs, zu_pairs = 0, 0, 0, 0, 0
    suits = (
        int64(held[0]) + 5 * int64(held[1]) + 25 * int64(held[2]),
        int64(held[7]) + 5 * int64(held[8]) + 25 * int64(held[9]),
        int64(held[14]) + 5 * int64(held[15]) + 25 * int64(held[16]),
        int64(held[21]) + 5 * int64(held[22]) + 25 * int64(held[23]),
    )
    zu = int64(held[6]) + 5 * int64(held[13]) + 25 * int64(held[20]) + 125 * int64(held[27])
    hu = tables.ghosts[ghosts] + tables.zu[zu, 0] + suit_hu(tables, suits, tables.zu[zu, 1])
    cars_out = (0, 0, 0)
    for colour in range(4):
        at = 7 * colour
        car = int64(held[at + 3]) + 5 * int64(held[at + 4]) + 25 * int64(held[at + 5])
        idle += tables.idle_suits[suits[colour]] + tables.idle_cars[car]
        generals += int64(held[at])
        pairs += 1 if held[at] >= 2 else 0
        zu_pairs += 1 if held[at + 6] >= 2 else 0
        su_che += 1 if held[at] >= 2 and held[at + 1] >= 2 and held[at + 2] >= 2 else 0
        su_che += 1 if held[at + 3] >= 2 and held[at + 4] >= 2 and held[at + 5] >= 2 else 0
        out_here = tables.cars[car]
        hu += out_here[0]
        cars_out = (cars_out[0] + out_here[1], cars_out[1] + out_here[2], cars_out[2] + out_here[3])
    hu += tables.qing[cars_out[0]] + tables.qing[cars_out[1]] + tables.qing[cars_out[2]]
    out[6] = generals
    out[7] = ghosts
    out[IDLE] = idle + tables.idle_zu[zu]
    out[9] = su_che
    out[10] = 1 if pairs == 3 else 0
    out[11] = 1 if pairs == 4 else 0
    out[12] = 1 if zu_pairs == 3 else 0
    out[13] = 1 if zu_pairs == 4 else 0
    out[14] = su_che + (1 if pairs >= 3 else 0) + (1 if zu_pairs >= 3 else 0)
    out[15] = hu


@core
def suit_hu(tables: Any, suits: Any, zu_out: int) -> int:
    """The most hu of the 將士相 of four colours in states `suits`, beside 卒 that are out in the colours `zu_out`."""
    first, ways = tables.suit_first, tables.suit_ways
    best = -1
    for a in range(first[suits[0]], first[suits[0] + 1]):
        for b in range(first[suits[1]], first[suits[1] + 1]):
            for c in range(first[suits[2]], first[suits[2] + 1]):
                for d in range(first[suits[3]], first[suits[3] + 1]):
                    loose = ways[a, 1] + ways[b, 1] + ways[c, 1] + ways[d, 1]
                    bare = ways[a, 2] + ways[b, 2] + ways[c, 2] + ways[d, 2]
                    out = ways[a, 3] + ways[b, 3] + ways[c, 3] + ways[d, 3]
                    hu = ways[a, 0] + ways[b, 0] + ways[c, 0] + ways[d, 0] + tables.jiang[loose, bare, out]
                    hu += tables.qing[ways[a, 4] + ways[b, 4] + ways[c, 4] + ways[d, 4]]
                    hu += tables.qing[ways[a, 5] + ways[b, 5] + ways[c, 5] + ways[d, 5]]
                    tiandi = ways[a, 3] * (zu_out & 1) + ways[b, 3] * ((zu_out >> 1) & 1)
                    tiandi += ways[c, 3] * ((zu_out >> 2) & 1) + ways[d, 3] * ((zu_out >> 3) & 1)
                    best = max(best, hu + TIANDI * tiandi)
    return best
