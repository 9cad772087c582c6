"""Exact counting of dealt hands: integers only.

A `Table` says in how many ways cards of a part of the deck can be dealt: how many cards, what value of a feature, and
the number of ways. Parts of the deck that do not bear on each other multiply, as polynomials in the number of cards
and in the value do.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable
from math import comb
from typing import TypeVar

from experiments.odds.deal_blocks import Counts, Deck

V = TypeVar("V", bound=Hashable)
Table = dict[tuple[int, int], int]
"""(cards, value) -> number of ways; no entry is 0."""


def block_table(deck: Deck, types: int, value: Callable[[Counts], int | None]) -> Table:
    """The table of a block of so many types; states whose value is None are left out."""
    table: Table = defaultdict(int)
    for counts in deck.states(types):
        found = value(counts)
        if found is not None:
            table[sum(counts), found] += deck.weight(counts)
    return dict(table)


def equals_table(copies: int, value: Callable[[int], int] = lambda held: 0) -> Table:
    """The table of one type with so many copies, or of any set of cards of which only the number counts."""
    table: Table = defaultdict(int)
    for held in range(copies + 1):
        table[held, value(held)] += comb(copies, held)
    return dict(table)


def times(one: Table, other: Table, most: int) -> Table:
    """The table of two parts of the deck together: values add up, hands of more than `most` cards are left out."""
    rows = defaultdict(list)
    for (cards, value), ways in other.items():
        rows[cards].append((value, ways))
    product: Table = defaultdict(int)
    for (cards, value), ways in one.items():
        for more, row in rows.items():
            if cards + more <= most:
                for value_too, ways_too in row:
                    product[cards + more, value + value_too] += ways * ways_too
    return dict(product)


def power(table: Table, exponent: int, most: int) -> Table:
    """The table of so many like parts together."""
    product: Table = {(0, 0): 1}
    for _ in range(exponent):
        product = times(product, table, most)
    return product


def all_of(tables: Iterable[Table], most: int) -> Table:
    """The table of all these parts together."""
    product: Table = {(0, 0): 1}
    for table in tables:
        product = times(product, table, most)
    return product


def of_size(table: Table, cards: int) -> dict[int, int]:
    """Value -> number of hands of exactly so many cards, rising."""
    return {value: ways for (size, value), ways in sorted(table.items()) if size == cards}


def join(one: Table, other: Table, cards: int) -> dict[int, int]:
    """`of_size` of both parts together, without counting any other size."""
    rows = defaultdict(list)
    for (size, value), ways in other.items():
        rows[size].append((value, ways))
    found: dict[int, int] = defaultdict(int)
    for (size, value), ways in one.items():
        for value_too, ways_too in rows[cards - size]:
            found[value + value_too] += ways * ways_too
    return dict(sorted(found.items()))


def mapped(table: Table, change: Callable[[int], int]) -> Table:
    """The table with every value changed."""
    new: Table = defaultdict(int)
    for (cards, value), ways in table.items():
        new[cards, change(value)] += ways
    return dict(new)
