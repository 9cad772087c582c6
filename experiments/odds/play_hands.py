"""What a dealt hand holds, and the exact sums that tell what it is worth to its seat."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from experiments.clustered import Ratio, Weights
from experiments.tally import SEATS, Ints
from simcore import Rules

LEVELS: Final = 4
"""A seat falls into one of so many levels of a feature."""


class Feature(NamedTuple):
    """Something to count in a hand. Level k of it begins at `steps[k - 1]`; level 0 is what is less than all."""

    name: str
    steps: tuple[int, int, int]
    games: tuple[str, ...] = ("guangshui", "youxi")

    def label(self, level: int) -> str:
        """The counts of a level in words: 0, 1, 2, 3+ or 0-5, 6-7, 8-9, 10+."""
        low = self.steps[level - 1] if level else 0
        if level == LEVELS - 1:
            return f"{low}+"
        high = self.steps[level] - 1
        return f"{low}" if low == high else f"{low}-{high}"


FEATURES: Final = (
    Feature("pairs", (6, 8, 10)),  # types held twice: a 碰 each that may come
    Feature("triples", (1, 2, 3)),  # 子, 坎: a 樓 each that may come
    Feature("quads", (1, 2, 3)),  # 鬧, 魚
    Feature("su_che", (1, 2, 3), ("guangshui",)),
    Feature("fei_che", (1, 2, 3), ("guangshui",)),
    Feature("chang_che", (1, 2, 3), ("guangshui",)),
    Feature("che", (1, 2, 3), ("guangshui",)),  # any of the three
    Feature("generals", (3, 5, 7)),
    Feature("ghosts", (1, 2, 3), ("youxi",)),
)


def features(rules: Rules) -> tuple[Feature, ...]:
    """The features of a game."""
    return tuple(feature for feature in FEATURES if rules.game in feature.games)


def counts(rules: Rules, hands: NDArray[np.uint8]) -> dict[str, NDArray[np.uint8]]:
    """How often each feature is in each hand: `hands` (n, 3, types) copies, results (n, 3) each.

    A 車 is complete where every member is held at least twice (G4); a pair of 將 that could serve two is counted in
    both.
    """
    # A row for each type: adding rows up is what the processor does fastest.
    types = np.ascontiguousarray(hands.reshape(-1, hands.shape[2]).T)
    found = {name: _sum(types == copies) for name, copies in (("pairs", 2), ("triples", 3), ("quads", 4))}
    found["generals"] = _sum(types[0:28:7])
    if rules.ghosts:
        found["ghosts"] = types[28]
    else:
        paired = types >= 2
        j, s, x, c, m, p, z = (paired[kind:28:7] for kind in range(7))
        found["su_che"] = _sum(j & s & x) + _sum(c & m & p)
        fat = (_sum(j), _sum(z))
        found["fei_che"] = _sum(np.stack([colours == 3 for colours in fat]))
        found["chang_che"] = _sum(np.stack([colours == 4 for colours in fat]))
        found["che"] = found["su_che"] + found["fei_che"] + found["chang_che"]
    return {name: count.reshape(hands.shape[:2]) for name, count in found.items()}


def _sum(rows: NDArray[Any]) -> NDArray[np.uint8]:
    """Rows added up; no hand has more than 31 of anything."""
    total: NDArray[np.uint8] = rows.sum(axis=0, dtype=np.uint8)
    return total


def levels(rules: Rules, hands: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The level of each seat in each feature of the game: (features, n, 3)."""
    found = counts(rules, hands)
    return np.stack([level_of(feature, found[feature.name]) for feature in features(rules)])


def level_of(feature: Feature, count: NDArray[np.integer[Any]]) -> NDArray[np.uint8]:
    """The levels of counts, of any shape."""
    low, middle, high = (count >= step for step in feature.steps)
    level: NDArray[np.uint8] = low.view(np.uint8) + middle.view(np.uint8) + high.view(np.uint8)
    return level


# The seats of a deal are not independent, so sums are kept by what all three have: 4^3 cells, in each the number of
# deals, the three payoffs, their six products, and who won. All that an interval needs follows from these.

_PAIRS: Final = ((0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2))
_WIDTH: Final = 1 + SEATS + len(_PAIRS) + SEATS


def empty(n_features: int) -> Ints:
    """Cells of no deal: (features, 64, 13)."""
    return np.zeros((n_features, LEVELS**SEATS, _WIDTH), np.int64)


def weights(payoff: Ints, who: Ints) -> NDArray[np.float64]:
    """What of each deal is summed in its cell: (13, n), from `payoff` (n, 3) by place and `who` won (0 nobody)."""
    columns = [np.ones(len(who)), *(payoff[:, p] for p in range(SEATS))]
    columns += [payoff[:, p] * payoff[:, q] for p, q in _PAIRS]
    columns += [who == p + 1 for p in range(SEATS)]
    return np.array(columns, np.float64)


def cells(level: NDArray[Any], summed: NDArray[np.float64]) -> Ints:
    """Sums of deals by the levels of the three places: `level` (n, 3) by place, `summed` from `weights`.

    They are exact: float64 holds whole numbers up to 2^53.
    """
    key = (level[:, 0].astype(np.int64) * LEVELS + level[:, 1]) * LEVELS + level[:, 2]
    sums = [np.bincount(key, weights=column, minlength=LEVELS**SEATS) for column in summed]
    return np.stack(sums, axis=1).astype(np.int64)


def products(sums: Ints, *, wins: bool) -> Ints:
    """The sums of products (`experiments.clustered`) of one feature's cells.

    Columns: 1; for each level and place whether the place has the level (1 + level * 3 + place); and, 12 further on,
    its payoff there, or with `wins` whether it won.
    """
    size = LEVELS * SEATS
    total = np.zeros((1 + 2 * size, 1 + 2 * size), np.int64)
    for key in np.flatnonzero(sums[:, 0]):
        cell = sums[key]
        has = [1 + int(key) // LEVELS ** (SEATS - 1 - p) % LEVELS * SEATS + p for p in range(SEATS)]
        n = cell[0]
        values = cell[1 + SEATS + len(_PAIRS) :] if wins else cell[1 : 1 + SEATS]
        squares = np.diag(values) if wins else _symmetric(cell[1 + SEATS :])
        total[0, 0] += n
        for p, a in enumerate(has):
            total[0, a] += n
            total[a, 0] += n
            total[0, a + size] += values[p]
            total[a + size, 0] += values[p]
            for q, b in enumerate(has):
                total[a, b] += n
                total[a, b + size] += values[q]
                total[b + size, a] += values[q]
                total[a + size, b + size] += squares[p, q]
    return total


def _symmetric(products: Ints) -> Ints:
    square = np.zeros((SEATS, SEATS), np.int64)
    for at, (p, q) in enumerate(_PAIRS):
        square[p, q] = square[q, p] = products[at]
    return square


def seats_with(level: int) -> Weights:
    """The number of seats that have the level, as a denominator."""
    return {1 + level * SEATS + p: 1 for p in range(SEATS)}


def value_of(level: int) -> Weights:
    """What the seats with the level got in all."""
    return {column + LEVELS * SEATS: 1 for column in seats_with(level)}


def against(level: int, other: int) -> list[Ratio]:
    """The mean of a level less that of another one, place for place, on average over the three places: so that the
    dealer's further card is no part of it."""
    from fractions import Fraction

    ratios = []
    for at, sign in ((level, 1), (other, -1)):
        for column in seats_with(at):
            ratios.append(Ratio({column + LEVELS * SEATS: 1}, {column: 1}, Fraction(sign, SEATS)))
    return ratios
