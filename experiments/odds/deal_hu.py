"""Exact counts of the hu of a dealt hand in Guangshui, all bonuses among them.

車, 清 and 天地 reach across blocks, but 車馬炮 share none of them with the rest: their hu and the hu of 將士相 and 卒
add up. Within each part, blocks that differ only in hu are one class, with a table of its own. Classes of two colours
are merged, and two pairs of colours are then put together class by class: the best use of both is worked out once and
holds for every hand in them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import permutations
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from experiments.odds.deal_blocks import (
    TIANDI,
    Counts,
    Deck,
    Marks,
    Ways,
    ZuWay,
    car_ways,
    joint_hu,
    suit_ways,
    unbeaten,
    zu_ways,
)
from experiments.odds.deal_counting import Table, times

ByZu = tuple[Ways, ...]
"""The ways of some colours, once for each way of the 卒: 天地 is scored in them."""
Classes = dict[ByZu, Table]
"""Ways whose best hu is 0, and the table of the hands that have them with so many hu more."""


def guangshui_hu(deck: Deck, most: int, *, covered: bool, cap: int) -> tuple[Table, Table]:
    """Tables of the best hu of 將士相 and 卒, and of 車馬炮, of at most `most` cards; values of the two add up.

    `covered` counts only hands without idle cards, and only groupings that leave none idle. `cap` is the switch
    jiang_cap (G2).
    """
    cars = _classes(deck, {counts: (car_ways(counts, covered=covered),) for counts in deck.states(3)})
    car_halves = _merged([cars] * (deck.colours // 2)), _merged([cars] * (deck.colours - deck.colours // 2))
    car_table = _best(*car_halves, (ZuWay(0, 0),), most, cap)
    zu_groups: dict[tuple[ZuWay, ...], Table] = defaultdict(lambda: defaultdict(int))
    for counts in deck.states(deck.colours):
        # Colours are alike: of all orders of the same counts one stands for all.
        if list(counts) != sorted(counts, reverse=True):
            continue
        ways = zu_ways(counts, covered=covered)
        if ways:
            top = max(way.hu for way in ways)
            shape = tuple(ZuWay(way.hu - top, way.out) for way in ways)
            zu_groups[shape][sum(counts), top] += deck.weight(counts) * len(set(permutations(counts)))
    suit_table: Table = defaultdict(int)
    suits = {counts: suit_ways(counts, covered=covered, cap=cap > 0) for counts in deck.states(3)}
    known: dict[Any, Classes] = {}
    for shape, zu_table in zu_groups.items():
        halves = []
        for colours in (range(deck.colours // 2), range(deck.colours // 2, deck.colours)):
            signs = tuple(tuple(way.out >> colour & 1 for way in shape) for colour in colours)
            if signs not in known:
                known[signs] = _merged([_classes(deck, _with_tiandi(suits, sign)) for sign in signs])
            halves.append(known[signs])
        best = _best(halves[0], halves[1], shape, most, cap)
        for key, number in times(best, zu_table, most).items():
            suit_table[key] += number
    return dict(suit_table), car_table


def _with_tiandi(suits: Mapping[Counts, Ways], sign: Sequence[int]) -> dict[Counts, ByZu]:
    """The ways of a colour beside each way of the 卒; `sign` says in which of those its 卒 are out."""
    return {
        counts: tuple(frozenset(way.more(TIANDI * (way.out & out)) for way in ways) for out in sign)
        for counts, ways in suits.items()
    }


def _classes(deck: Deck, ways: Mapping[Counts, ByZu]) -> Classes:
    """The classes of one colour; states that cannot be grouped are left out."""
    found: Classes = defaultdict(lambda: defaultdict(int))
    for counts, by_zu in ways.items():
        if all(by_zu):
            kind, top = _levelled(by_zu)
            found[kind][sum(counts), top] += deck.weight(counts)
    return found


def _levelled(by_zu: ByZu) -> tuple[ByZu, int]:
    top = max(way.hu for ways in by_zu for way in ways)
    return tuple(frozenset(way.more(-top) for way in ways) for ways in by_zu), top


def _merged(colours: Sequence[Classes]) -> Classes:
    """The classes of several colours together."""
    if not colours:
        return {}
    merged, *rest = colours
    for classes in rest:
        both: Classes = defaultdict(lambda: defaultdict(int))
        for kind, table in merged.items():
            for other, other_table in classes.items():
                sums = [unbeaten(a.plus(b) for a in mine for b in more) for mine, more in zip(kind, other, strict=True)]
                new, top = _levelled(tuple(sums))
                entries = both[new]
                for (cards, hu), number in table.items():
                    for (cards_too, hu_too), number_too in other_table.items():
                        entries[cards + cards_too, hu + hu_too + top] += number * number_too
        merged = both
    return merged


class _Entries(NamedTuple):
    """Classes in columns: a row for each entry of each class's table."""

    kinds: list[ByZu]
    at: NDArray[np.int64]
    cards: NDArray[np.int64]
    hu: NDArray[np.int64]
    number: NDArray[Any]

    @classmethod
    def of(cls, classes: Classes, dtype: Any) -> _Entries:
        rows = [(n, *key, number) for n, table in enumerate(classes.values()) for key, number in table.items()]
        columns = list(zip(*rows, strict=True))
        at, cards, hu = (np.array(column, np.int64) for column in columns[:3])
        return cls(list(classes), at, cards, hu, np.array(columns[3], dtype))


def _best(left: Classes, right: Classes, shape: Sequence[ZuWay], most: int, cap: int) -> Table:
    """The table of the best hu of both halves of the colours, beside 卒 of ways `shape`."""
    nothing: Classes = {(frozenset({Marks(0)}),) * len(shape): {(0, 0): 1}}
    left, right = left or nothing, right or nothing
    # Every sum below is of different hands of one part of the deck: its number of hands bounds them all.
    cards = max(c for table in left.values() for c, _ in table) + max(c for table in right.values() for c, _ in table)
    dtype = np.int64 if comb(cards, cards // 2) < 1 << 63 else object
    mine, theirs = _Entries.of(left, dtype), _Entries.of(right, dtype)
    bonus = np.array([[_best_of(one, other, shape, cap) for other in theirs.kinds] for one in mine.kinds], np.int64)
    least = int(mine.hu.min() + theirs.hu.min() + bonus.min())
    width = int(mine.hu.max() + theirs.hu.max() + bonus.max()) - least + 1
    found = np.zeros((most + 1) * width, dtype)
    for size in np.unique(mine.cards):
        rows = np.flatnonzero(mine.cards == size)
        fits = np.flatnonzero(theirs.cards <= most - size)
        sums = mine.hu[rows, None] + theirs.hu[fits] - least + bonus[np.ix_(mine.at[rows], theirs.at[fits])]
        np.add.at(found, (theirs.cards[fits] + size) * width + sums, mine.number[rows, None] * theirs.number[fits])
    return {(int(key) // width, int(key) % width + least): int(found[key]) for key in np.flatnonzero(found)}


def _best_of(one: ByZu, other: ByZu, shape: Sequence[ZuWay], cap: int) -> int:
    return max(way.hu + _joint(mine, theirs, cap) for way, mine, theirs in zip(shape, one, other, strict=True))


@lru_cache(maxsize=1 << 17)
def _joint(mine: Ways, theirs: Ways, cap: int) -> int:
    return max(joint_hu(a.plus(b), cap) for a in mine for b in theirs)
