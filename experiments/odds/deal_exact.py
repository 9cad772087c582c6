"""The features of a dealt hand, and their exact distributions.

Every one is exact. What a type, a colour or a block contributes adds up, so that the distribution is a product; the hu
of Guangshui, whose bonuses reach across colours, is counted over classes of hands (`deal_hu`).
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from functools import cache
from math import comb
from typing import Final

from experiments.odds.deal_blocks import (
    QUAD,
    TRIPLE,
    Counts,
    Deck,
    equal_heads,
    idle_suits,
    idle_zu,
    suit_heads,
    zu_heads,
)
from experiments.odds.deal_counting import (
    Table,
    all_of,
    block_table,
    equals_table,
    join,
    mapped,
    of_size,
    power,
    times,
)
from experiments.odds.deal_hu import guangshui_hu
from simcore import Rules

SIZES: Final = (30, 31)
"""Cards of a dealt hand: 30, and the dealer's 31 (E1)."""
GATE: Final = 48
"""G8: hu of a win without 樓. Each named hand that needs neither 碰 nor 樓 has that many by itself (the least is 三清
with a 車 out: 20 + 20 and three triples of 3), so for a dealt hand this decides alone."""
LEAST_HEADS: Final = 10
"""Y4."""


class Feature(StrEnum):
    """What is asked of a dealt hand. Ghosts are a type, of which five can be held."""

    HELD_1 = "types_held_1"
    """Types held once."""
    HELD_2 = "types_held_2"
    HELD_3 = "types_held_3"
    HELD_4 = "types_held_4"
    HELD_5 = "types_held_5"
    """1 where all five ghosts are held; Youxi only."""
    HELD_3_OR_MORE = "types_held_3_or_more"
    GENERALS = "generals"
    """將 held, of any colour."""
    GHOSTS = "ghosts"
    """鬼 held; Youxi only."""
    IDLE = "idle"
    """The fewest cards that can be left in no group; 0: the hand is covered."""
    SU_CHE = "su_che"
    """Complete 素車: 將士相 or 車馬炮 of a colour, each held twice or more (G4, G12); this and the next five only in
    Guangshui."""
    JIANG_FEI_CHE = "jiang_fei_che"
    """1 where 將 of exactly three colours are held twice or more: a complete 肥車."""
    JIANG_CHANG_CHE = "jiang_chang_che"
    """1 where 將 of all four colours are: a complete 長車."""
    ZU_FEI_CHE = "zu_fei_che"
    ZU_CHANG_CHE = "zu_chang_che"
    CHE = "che"
    """All complete 車."""
    HU = "hu"
    """The most hu that groups of the hand have, cards left idle allowed, with all bonuses; in Youxi 胡頭."""
    TIANHU = "tianhu"
    """1 where the dealer's 31 cards win at once (E2)."""


YOUXI_ONLY: Final = (Feature.HELD_5, Feature.GHOSTS)
GUANGSHUI_ONLY: Final = (
    Feature.SU_CHE,
    Feature.JIANG_FEI_CHE,
    Feature.JIANG_CHANG_CHE,
    Feature.ZU_FEI_CHE,
    Feature.ZU_CHANG_CHE,
    Feature.CHE,
)

CHANCES: Final = frozenset(
    {
        Feature.HELD_5,
        Feature.JIANG_FEI_CHE,
        Feature.JIANG_CHANG_CHE,
        Feature.ZU_FEI_CHE,
        Feature.ZU_CHANG_CHE,
        Feature.TIANHU,
    }
)
"""Features that a hand has or has not."""

Distribution = dict[int, int]
"""Value -> number of hands that have it, rising; they add up to all hands of the size."""


def features_of(game: str) -> tuple[Feature, ...]:
    """The features that hands of a game have, in the order of the tables."""
    absent = GUANGSHUI_ONLY if game == "youxi" else YOUXI_ONLY
    return tuple(feature for feature in Feature if feature not in absent)


def deck_of(rules: Rules) -> Deck:
    """The deck of a game as it is counted."""
    return Deck(ghosts=rules.deck_size - Deck().size)


def jiang_cap(rules: Rules) -> int:
    """The switch jiang_cap (G2): the one switch that changes what a dealt hand is worth. 0 where there is none."""
    return int(rules.jiang_cap) if rules.game == "guangshui" else 0


def exact_distribution(rules: Rules, feature: Feature, cards: int) -> Distribution:
    """How many of all hands of so many cards have each value of a feature of the rules' game.

    A 天胡 takes the dealer's 31 cards, whatever `cards`.
    """
    return dict(deck_distribution(rules.game, deck_of(rules), feature, cards, jiang_cap(rules)))


@cache
def deck_distribution(game: str, deck: Deck, feature: Feature, cards: int, cap: int = 0) -> Distribution:
    """`exact_distribution` for any deck of up to four colours and four copies, with the values of a game's groups."""
    if feature is Feature.TIANHU:
        gate = GATE if game == "guangshui" else LEAST_HEADS
        wins = sum(ways for hu, ways in hu_distribution(game, deck, cards, cap, covered=True).items() if hu >= gate)
        return {0: comb(deck.size, cards) - wins, 1: wins}
    if feature is Feature.HU:
        return hu_distribution(game, deck, cards, cap, covered=False)
    return of_size(_COUNTED[feature](deck, cards), cards)


def hu_distribution(game: str, deck: Deck, cards: int, cap: int, *, covered: bool) -> Distribution:
    """The distribution of the best hu (Youxi: 胡頭) of hands of so many cards; with `covered` only over hands without
    idle cards, in groupings that leave none idle."""
    if game == "guangshui":
        return join(*_guangshui_tables(deck, max(cards, *SIZES), covered, cap), cards)
    suits = power(block_table(deck, 3, lambda c: suit_heads(c, covered=covered, lone=True)), deck.colours, cards)
    cars = power(block_table(deck, 3, lambda c: suit_heads(c, covered=covered, lone=False)), deck.colours, cards)
    zu = block_table(deck, deck.colours, lambda c: zu_heads(c, covered=covered))
    ghosts = equals_table(deck.ghosts, lambda held: equal_heads(held, True))
    return join(all_of((suits, ghosts), cards), times(cars, zu, cards), cards)


@cache
def _guangshui_tables(deck: Deck, most: int, covered: bool, cap: int) -> tuple[Table, Table]:
    return guangshui_hu(deck, most, covered=covered, cap=cap)


def _held(wanted: Callable[[int], bool]) -> Callable[[Deck, int], Table]:
    """How many types are held as often as is wanted."""

    def table(deck: Deck, most: int) -> Table:
        plain = power(equals_table(deck.copies, lambda held: int(wanted(held))), 7 * deck.colours, most)
        return times(plain, equals_table(deck.ghosts, lambda held: int(wanted(held) and deck.ghosts > 0)), most)

    return table


def _cards_of(number: Callable[[Deck], int]) -> Callable[[Deck, int], Table]:
    """How many of some cards are held."""
    return lambda deck, most: times(
        equals_table(number(deck), lambda held: held), equals_table(deck.size - number(deck)), most
    )


def _idle(deck: Deck, most: int) -> Table:
    suits = power(block_table(deck, 3, lambda counts: idle_suits(counts, lone=True)), deck.colours, most)
    cars = power(block_table(deck, 3, lambda counts: idle_suits(counts, lone=False)), deck.colours, most)
    zu = block_table(deck, deck.colours, idle_zu)
    return all_of((suits, cars, zu, equals_table(deck.ghosts)), most)


def is_paired(counts: Counts) -> bool:
    """Whether each is held twice or more."""
    return min(counts) >= 2


def _su_che(deck: Deck, most: int) -> Table:
    blocks = power(block_table(deck, 3, is_paired), 2 * deck.colours, most)
    return times(blocks, equals_table(deck.size - 6 * deck.colours * deck.copies), most)


def _long_che(colours: int) -> Callable[[Deck, int], Table]:
    """Whether exactly so many colours of one kind are held twice or more."""

    def table(deck: Deck, most: int) -> Table:
        kind = power(equals_table(deck.copies, lambda held: int(held >= 2)), deck.colours, most)
        rest = equals_table(deck.size - deck.colours * deck.copies)
        return times(mapped(kind, lambda paired: int(paired == colours)), rest, most)

    return table


def _che(deck: Deck, most: int) -> Table:
    # Each 將士相 has its 素車 in the units and its pair of 將 in the hundreds.
    suits = power(block_table(deck, 3, lambda counts: is_paired(counts) + 100 * (counts[0] >= 2)), deck.colours, most)
    suits = mapped(suits, lambda both: both % 100 + (both // 100 >= 3))
    cars = power(block_table(deck, 3, is_paired), deck.colours, most)
    zu = block_table(deck, deck.colours, lambda counts: int(sum(count >= 2 for count in counts) >= 3))
    return all_of((suits, cars, zu, equals_table(deck.ghosts)), most)


_COUNTED: Final[dict[Feature, Callable[[Deck, int], Table]]] = {
    Feature.HELD_1: _held(lambda held: held == 1),
    Feature.HELD_2: _held(lambda held: held == 2),
    Feature.HELD_3: _held(lambda held: held == TRIPLE),
    Feature.HELD_4: _held(lambda held: held == QUAD),
    Feature.HELD_5: _held(lambda held: held == QUAD + 1),
    Feature.HELD_3_OR_MORE: _held(lambda held: held >= TRIPLE),
    Feature.GENERALS: _cards_of(lambda deck: deck.colours * deck.copies),
    Feature.GHOSTS: _cards_of(lambda deck: deck.ghosts),
    Feature.IDLE: _idle,
    Feature.SU_CHE: _su_che,
    Feature.JIANG_FEI_CHE: _long_che(3),
    Feature.JIANG_CHANG_CHE: _long_che(4),
    Feature.ZU_FEI_CHE: _long_che(3),
    Feature.ZU_CHANG_CHE: _long_che(4),
    Feature.CHE: _che,
}
