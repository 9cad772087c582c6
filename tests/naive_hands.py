"""The features of a dealt hand by the letter, from the oracle's groupings, and hands to try them on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations, product
from math import comb, prod
from random import Random
from typing import Any

from tests.oracle import guangshui, youxi
from tests.oracle.cards import GHOST, JIANG, ZU, card
from tests.oracle.cover import line_covered, zu_covered
from tests.oracle.groups import BLOCKS, CMP, JSX, SHAPES, block_groupings, idle_in
from tests.oracle.scoring_switches import with_defaults

Codes = tuple[int, ...]


def held(codes: Codes, times: Callable[[int], bool]) -> int:
    return sum(times(count) for count in Counter(codes).values())


def paired(codes: Codes, members: Sequence[int]) -> int:
    return sum(codes.count(code) >= 2 for code in members)


def su_che(codes: Codes) -> int:
    return sum(paired(codes, members) == 3 for members in [*JSX, *CMP])


def of_kind(codes: Codes, kind: int) -> int:
    return paired(codes, [card(colour, kind) for colour in range(4)])


FEATURES: dict[str, Callable[[Codes], int]] = {
    "types_held_1": lambda codes: held(codes, lambda n: n == 1),
    "types_held_2": lambda codes: held(codes, lambda n: n == 2),
    "types_held_3": lambda codes: held(codes, lambda n: n == 3),
    "types_held_4": lambda codes: held(codes, lambda n: n == 4),
    "types_held_5": lambda codes: held(codes, lambda n: n == 5),
    "types_held_3_or_more": lambda codes: held(codes, lambda n: n >= 3),
    "generals": lambda codes: sum(code != GHOST and code % 7 == JIANG for code in codes),
    "ghosts": lambda codes: codes.count(GHOST),
    "idle": idle_in,
    "su_che": su_che,
    "jiang_fei_che": lambda codes: int(of_kind(codes, JIANG) == 3),
    "jiang_chang_che": lambda codes: int(of_kind(codes, JIANG) == 4),
    "zu_fei_che": lambda codes: int(of_kind(codes, ZU) == 3),
    "zu_chang_che": lambda codes: int(of_kind(codes, ZU) == 4),
    "che": lambda codes: su_che(codes) + (of_kind(codes, JIANG) >= 3) + (of_kind(codes, ZU) >= 3),
}


def parts(cards: Codes) -> Iterator[Codes]:
    """Every choice of some of the cards."""
    counts = Counter(cards)
    for chosen in product(*(range(n + 1) for n in counts.values())):
        yield tuple(code for code, n in zip(counts, chosen, strict=True) for _ in range(n))


def no_worse(one: Any, other: Any) -> bool:
    """Whether a guangshui.Tally of groups in hand is worth as much as the other beside anything."""
    loose = [(tally.loose // 10**colour % 10) for tally in (one, other) for colour in range(4)]
    return (
        one.hu >= other.hu
        and one.out & other.out == other.out
        and (one.out | one.pairs) & other.pairs == other.pairs
        and all(mine >= theirs for mine, theirs in zip(loose[:4], loose[4:], strict=True))
    )


@cache
def block_tallies(game: str, cards: Codes, covered: bool) -> list[Any]:
    """What the groups of a block can be worth; cards stay idle unless `covered`."""
    choices = [cards] if covered else list(parts(cards))
    groupings = [groups for chosen in choices for groups in block_groupings(chosen, None, frozenset(SHAPES))]
    if game == "youxi":
        return [max((youxi.tally_of(groups).hu for groups in groupings), default=None)]
    tallies = {guangshui.tally_of(groups) for groups in groupings}
    return [one for one in tallies if not any(other != one and no_worse(other, one) for other in tallies)]


def best_hu(game: str, codes: Codes, covered: bool = False, **switches: Any) -> int | None:
    """The most hu that groups of the cards have; None where `covered` and some card is idle."""
    blocks = [tuple(sorted(code for code in codes if code in block)) for block in BLOCKS]
    choices = [block_tallies(game, cards, covered) for cards in blocks if cards]
    if any(not found or found == [None] for found in choices):
        return None
    if game == "youxi":
        return sum(found[0] for found in choices)
    rules = with_defaults("guangshui", switches)
    best = 0
    for chosen in product(*choices):
        tally = guangshui.NOTHING
        for part in chosen:
            tally = guangshui.add(tally, part)
        best = max(best, *(value.hu for value in guangshui.values(tally, rules)))
    return best


def deck_codes(colours: int, copies: int, ghosts: int) -> list[int]:
    return [code for code in range(7 * colours) for _ in range(copies)] + [GHOST] * ghosts


def every_hand(codes: Sequence[int], cards: int) -> Counter[Codes]:
    """Every choice of so many cards of a deck, equal hands counted together."""
    return Counter(combinations(codes, cards))


def covered_hands(ghosts: int, cards: int, number: int, rng: Random) -> list[list[int]]:
    """Hands drawn from all those without an idle card, each as likely as dealing makes it, as codes."""

    def states(members: Sequence[int], is_covered: Callable[[tuple[int, ...]], bool], most: int = 4) -> Any:
        """Size -> (numbers of ways, codes) of the states of a block."""
        found: dict[int, tuple[list[int], list[list[int]]]] = {}
        for counts in product(range(most + 1), repeat=len(members)):
            if is_covered(counts):
                weights, codes = found.setdefault(sum(counts), ([], []))
                weights.append(prod(comb(most, n) for n in counts))
                codes.append([code for code, n in zip(members, counts, strict=True) for _ in range(n)])
        return found

    blocks = [states(members, lambda c: line_covered((c[0], c[1], c[2]), True)) for members in JSX]
    blocks += [states(members, lambda c: line_covered((c[0], c[1], c[2]), False)) for members in CMP]
    blocks += [states([card(colour, ZU) for colour in range(4)], zu_covered)]
    blocks += [states([GHOST], lambda c: True, ghosts)] if ghosts else []
    ways = [[1] + [0] * cards]  # ways[b][n]: hands of n cards of the first b blocks
    for block in blocks:
        after = [0] * (cards + 1)
        for size, (weights, _) in block.items():
            for before in range(cards + 1 - size):
                after[before + size] += sum(weights) * ways[-1][before]
        ways.append(after)
    hands = []
    for _ in range(number):
        left, hand = cards, []
        for at in range(len(blocks) - 1, -1, -1):
            sizes = [size for size in blocks[at] if size <= left]
            size = rng.choices(sizes, [sum(blocks[at][size][0]) * ways[at][left - size] for size in sizes])[0]
            weights, codes = blocks[at][size]
            hand += rng.choices(codes, weights)[0]
            left -= size
        hands.append(hand)
    return hands
