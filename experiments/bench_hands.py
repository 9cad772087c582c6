"""Hands for measuring the scorer, by kind: as they are won, made at random, with many groupings, not covered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final

import numpy as np

from simcore import RESULT_DTYPE, HandBatch, Rules, hand_batch, run_deals
from simcore.batch import new_deal, play_chunk
from strategies import load

GHOST: Final = 28
HAND_SIZE: Final = 31
_BLOCK: Final = 2_000


def won_hands(rules: Rules, n: int, seed: int = 1) -> HandBatch:
    """The winning hands of the first n deals that three `eager` players win, melds and winning card as they lay."""
    seats = (load("eager"),) * 3
    table = new_deal(rules, seats, seed)
    result = np.zeros(1, RESULT_DTYPE)
    holdings = np.zeros(n, table["seat"]["h"].dtype)
    found = first = 0
    while found < n:
        played = run_deals(rules, seats, seed, first, _BLOCK)
        for deal in played["deal"][played["winner"] >= 0][: n - found]:
            play_chunk(table, seats, int(deal), -1, result)  # leaves the table as it was at the end of the deal
            holdings[found] = table["seat"]["h"][result["winner"][0]]
            holdings["claimed"][found] = table["win_card"]
            found += 1
        first += _BLOCK
    return HandBatch(rules.game, holdings)


def covered_hands(rules: Rules, n: int, seed: int = 1) -> HandBatch:
    """Concealed hands made of random groups, one card of each the claimed one."""
    return _claimed(rules, n, seed, _random_groups)


def ambiguous_hands(rules: Rules, n: int, seed: int = 1) -> HandBatch:
    """Hands of two to four copies of whole 將士相 and 車馬炮: rows or columns, in every block many ways."""
    return _claimed(rules, n, seed, _stacks)


def uncovered_hands(rules: Rules, n: int, seed: int = 1) -> HandBatch:
    """Hands as the dealer is dealt them; hardly one in a million of them is covered."""
    rng = Random(seed)
    deck = [t for t, copies in enumerate(rules.copies) for _ in range(copies)]
    return hand_batch(rules, [{"hand": rng.sample(deck, HAND_SIZE)} for _ in range(n)])


KINDS: Final[Mapping[str, Callable[[Rules, int], HandBatch]]] = {
    "won": won_hands,
    "covered": covered_hands,
    "ambiguous": ambiguous_hands,
    "not covered": uncovered_hands,
}


def _claimed(rules: Rules, n: int, seed: int, make: Callable[[Rules, Random], list[int]]) -> HandBatch:
    rng = Random(seed)
    cases: list[dict[str, Any]] = []
    while len(cases) < n:
        cards = make(rules, rng)
        rng.shuffle(cards)
        cases.append({"hand": cards[1:], "claimed": cards[0]})
    return hand_batch(rules, cases)


def _random_groups(rules: Rules, rng: Random) -> list[int]:
    """31 cards in random groups, within the copies of the deck."""
    while True:
        cards: list[int] = []
        while len(cards) < HAND_SIZE:
            cards += _group(rules, rng)
        left = Counter(cards)
        if len(cards) == HAND_SIZE and all(count <= rules.copies[t] for t, count in left.items()):
            return cards


def _group(rules: Rules, rng: Random) -> list[int]:
    colour, shape = 7 * rng.randrange(4), rng.random()
    if shape < 0.25:
        return [colour + i for i in range(3)]
    if shape < 0.5:
        return [colour + 3 + i for i in range(3)]
    if shape < 0.6:
        return [7 * c + 6 for c in rng.sample(range(4), rng.choice((3, 4)))]
    if shape < 0.7:
        return [GHOST] if rules.n_types > GHOST and rng.random() < 0.5 else [colour]
    return [colour + rng.randrange(7)] * rng.choice((2, 2, 2, 3, 3, 4))


def _stacks(rules: Rules, rng: Random) -> list[int]:
    """Ten 將士相 or 車馬炮 in stacks of two to four of the same, and one 將 beside them."""
    heights = rng.choice(((4, 3, 3), (4, 4, 2), (3, 3, 2, 2), (4, 2, 2, 2), (2, 2, 2, 2, 2)))
    colour, *rows = rng.sample(range(4), 1) + rng.sample(range(8), len(heights))
    while 2 * colour in rows and heights[rows.index(2 * colour)] == 4:
        colour = (colour + 1) % 4
    cards = [7 * colour]
    for row, height in zip(rows, heights, strict=True):
        cards += [7 * (row // 2) + 3 * (row % 2) + i for i in range(3)] * height
    return cards
