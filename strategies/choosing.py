"""From a `value` function, which says what a hand is worth, to the claim or discard whose hand is worth most."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from simcore import LONE, Option, chi_cards, duty, highest, lowest
from strategies.evaluate import (
    BLOCKS,
    CHI_FORMS,
    FEWEST,
    GHOST,
    LAID_OUT,
    NOBODY,
    OPEN,
    Now,
    after_pass,
    block_of,
    block_sums,
    compiled,
    hand_sums,
    int64,
    may_discard,
    meld_worth,
    survey,
    truly_wins,
)

PASS, MING, ZHAN, CHI, PENG, KONG, WIN = (
    int(o) for o in (Option.PASS, Option.MING, Option.ZHAN, Option.CHI, Option.PENG, Option.KONG, Option.WIN)
)


class Choosers(NamedTuple):
    """Compiled functions of a view: the claim and the discard whose hand is worth most, and what each answer is worth.

    `claim_worths(view, options, n, worths)` and `discard_worths(view, types, n, worths)` fill the first n of `worths`
    for as many options or types.
    """

    best_claim: Callable[[Any], int]
    best_discard: Callable[[Any], int]
    claim_worths: Callable[[Any, Any, int, Any], None]
    discard_worths: Callable[[Any, Any, int, Any], None]


def worth_weighing(view: Any) -> int:
    """The set of options to choose from: a win that pays, or what a duty asks for or a ghost allows, alone; else all
    but a false win."""
    options = view.options
    if (options >> WIN) & 1:
        if view.rules.false_wins == 0 or options == 1 << WIN or truly_wins(view):
            return 1 << WIN
        options ^= 1 << WIN
    asked = duty(view)
    if view.card == GHOST or asked:
        return 1 << highest(options & (asked | 1 << PENG | 1 << MING | 1))
    return int(options)


worth_weighing = compiled(worth_weighing)


def choosers(value: Callable[..., float]) -> Choosers:
    """The choosers of a strategy, given its `value` function."""

    def named(function: Callable[..., Any]) -> Any:
        """Compile a function under a name of its own: in the compiler's cache on disk equal names are one function."""
        function.__qualname__ = f"{value.__module__}.{function.__qualname__}"
        return compiled(function)

    @named
    def worth_without(view: Any, t: int, b: int, sums: int, marks: int, now: Now) -> float:
        """What the hand is worth without a t; `sums` and `marks` are those of the blocks other than b, where t is."""
        view.hand[t] = int(view.hand[t]) - 1
        more, marked = block_sums(view, b, now)
        worth = value(view, t, sums + more, marks + marked, now)
        view.hand[t] = int(view.hand[t]) + 1
        return worth

    @named
    def best_of(view: Any, legal: int, now: Now) -> tuple[int, float]:
        """Of a set of types, the one whose discard leaves the hand worth most, and that worth; -1 for an empty set."""
        sums, marks = hand_sums(view, now)
        best = FEWEST
        choice = NOBODY
        for b in range(9):
            types = legal & BLOCKS[b]
            if types == 0:
                continue
            with_it, marks_with_it = block_sums(view, b, now)
            while types:
                t = lowest(types)
                types &= types - 1
                worth = worth_without(view, t, b, sums - with_it, marks - marks_with_it, now)
                if worth > best:
                    best = worth
                    choice = t
        return choice, best

    @named
    def claim_worth(view: Any, option: int, now: Now) -> float:
        """What the hand is worth after an option other than a win and the best discard."""
        if option == PASS:
            then = after_pass(view, now)
            sums, marks = hand_sums(view, then)
            return value(view, int64(NOBODY), sums, marks, then)
        hand = view.hand
        t = view.card
        held = int(hand[t])
        copies = 1 if option == ZHAN else 2 if option == PENG else held if option == KONG else 0
        used = chi_cards(option, t) if (CHI_FORMS >> option) & 1 else 0
        taken = used
        while taken:
            other = lowest(taken)
            taken &= taken - 1
            hand[other] = int(hand[other]) - 1
        hand[t] = held - copies
        laid = now[OPEN] + meld_worth(view.rules.game, option, t, copies + 1)
        out = now[LAID_OUT] | (1 << t if copies > 1 else 0)
        _, worth = best_of(view, may_discard(view), (now[0], now[1], now[2], now[3], laid, out))
        hand[t] = held
        while used:
            other = lowest(used)
            used &= used - 1
            hand[other] = int(hand[other]) + 1
        return worth

    @named
    def best_claim(view: Any) -> int:
        """The legal option whose hand is worth most; of equals the one that comes first in E4. See `worth_weighing`."""
        options = worth_weighing(view)
        if options & (options - 1) == 0:
            return lowest(options)
        now = survey(view)
        best = FEWEST
        choice = PASS
        while options:
            option = highest(options)
            options ^= 1 << option
            worth = claim_worth(view, option, now)
            if worth > best:
                best = worth
                choice = option
        return choice

    @named
    def best_discard(view: Any) -> int:
        """The legal discard whose hand is worth most, a lone card only where nothing else is legal."""
        plain = view.discards & ~LONE
        if plain & (plain - 1) == 0:
            return lowest(plain if plain else view.discards)
        choice, _ = best_of(view, plain, survey(view))
        return choice

    @named
    def claim_worths(view: Any, options: Any, n: int, worths: Any) -> None:
        now = survey(view)
        for k in range(n):
            worths[k] = claim_worth(view, options[k], now)

    @named
    def discard_worths(view: Any, types: Any, n: int, worths: Any) -> None:
        now = survey(view)
        sums, marks = hand_sums(view, now)
        for k in range(n):
            t = int64(types[k])
            b = block_of(t)
            with_it, marks_with_it = block_sums(view, b, now)
            worths[k] = worth_without(view, t, b, sums - with_it, marks - marks_with_it, now)

    return Choosers(best_claim, best_discard, claim_worths, discard_worths)
