"""Blocks of a hand that no 圓 crosses, 將士相, 車馬炮 and the four 卒: a table of each says what `greedy` counts in it.

The index of a block is its counts, three bits each, the first kind lowest.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import combinations, product
from typing import Any, TypeAlias

import numpy as np

NOT_COVERED = -99

Counts: TypeAlias = tuple[int, ...]
Table: TypeAlias = np.ndarray[Any, np.dtype[np.int8]]


def yuans(counts: Counts, with_jiang: bool, whole: bool) -> list[Counts]:
    """What a block may keep when one 圓 is taken out of it. `whole`: types held three or more times, but 將, stay."""
    free = [i for i, n in enumerate(counts) if n > 0 and not (whole and n >= 3 and not (with_jiang and i == 0))]
    return [
        tuple(n - (i in taken) for i, n in enumerate(counts)) for size in (3, 4) for taken in combinations(free, size)
    ]


@cache
def block_idle(counts: Counts, with_jiang: bool, whole: bool) -> int:
    """The fewest idle cards of a block, three kinds that make a 圓 or the four 卒; 將, where first, is never idle."""
    idle = sum(n == 1 for n in counts[with_jiang:])
    return min([idle, *(block_idle(left, with_jiang, whole) for left in yuans(counts, with_jiang, whole))])


@cache
def block_hu(counts: Counts, with_jiang: bool) -> int:
    """Youxi (Y2): the highest 胡頭 of a block in hand that leaves nothing idle; far below 0 where there is none."""
    worth = [(0, NOT_COVERED, 0, 2, 6)] * len(counts)
    if with_jiang:
        worth[0] = (0, 0, 0, 8, 24)
    hu = sum(of[n] for of, n in zip(worth, counts, strict=True))
    taken = [(left, sum(counts) - sum(left)) for left in yuans(counts, with_jiang, False)]
    return max([NOT_COVERED, hu, *(size - 2 + block_hu(left, with_jiang) for left, size in taken)])


def table_of(kinds: int, value: Callable[[Counts], int]) -> Table:
    """`value` of every block; the index has three bits a count, the first lowest."""
    table = np.zeros(1 << 3 * kinds, np.int8)
    for counts in product(range(5), repeat=kinds):
        table[sum(n << 3 * i for i, n in enumerate(counts))] = value(counts)
    return table


def idle_table(kinds: int, with_jiang: bool) -> Table:
    """`block_idle` of every block, first of Guangshui, then of Youxi.

    In Guangshui triples stay whole: 3 or 6 hu and the hope of a 樓 are more than the 1 hu of a 圓.
    """
    guangshui = table_of(kinds, lambda counts: block_idle(counts, with_jiang, True))
    youxi = table_of(kinds, lambda counts: block_idle(counts, with_jiang, False))
    return np.concatenate([guangshui, youxi])


SUIT_IDLE = idle_table(3, True)
CARS_IDLE = idle_table(3, False)
ZU_IDLE = idle_table(4, False)
SUIT_HU = table_of(3, lambda counts: block_hu(counts, True))
CARS_HU = table_of(3, lambda counts: block_hu(counts, False))
ZU_HU = table_of(4, lambda counts: block_hu(counts, False))
