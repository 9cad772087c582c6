"""`counter`: legal under every switch, reproducible, counts what is unseen, and clearly better than `eager`."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

from simcore import Rules, check_strategy, format_card, hand_batch, parse_cards, run_deals, score_many
from strategies import BUILT_IN, load
from tests.strategy_deals import TABLES, edge, keeps_duties, opening_discard

GAMES = ("guangshui", "youxi")
COUNTER, EAGER, GREEDY = BUILT_IN["counter"], BUILT_IN["eager"], BUILT_IN["greedy"]
PAIRS = "YS2 YX2 RS2 RX2 WS2 WX2 GS2 GX2 WC2 WM2 WP2 GJ2"


@pytest.mark.parametrize(("game", "switches"), TABLES, ids=str)
def test_legal_under_every_switch(game: str, switches: dict[str, Any]) -> None:
    keeps_duties(COUNTER, game, switches)


def test_keeps_the_contract_of_strategies() -> None:
    """Legal, reproducible, without chance, at both bounds of each parameter, in microseconds."""
    seen = check_strategy(COUNTER)
    assert min(seen.decisions.values()) > 5_000
    assert not COUNTER.random


@pytest.mark.parametrize(("held", "given_up"), [("RC3", {"RM", "RP"}), ("YC3", {"YM", "YP"})])
def test_gives_up_the_two_cards_whose_third_is_rarer(held: str, given_up: set[str]) -> None:
    """馬 and 炮 wait for 車: of the colour whose 車 it holds three times one copy is left, of the other four."""
    assert opening_discard(COUNTER, "guangshui", f"{held} RM RP YM YP {PAIRS}") in given_up


def nearly_done(game: str, rng: random.Random) -> list[int]:
    """31 cards of groups, but for two or three cards: a dealt hand that may wait for a win after the first discard."""
    rules = Rules.preset(game)
    left = Counter(dict(enumerate(rules.copies)))
    hand: list[int] = []
    while len(hand) < 28:
        t = rng.randrange(28)
        start = t - t % 7 + (0 if t % 7 < 3 else 3)
        yuan = [7 * c + 6 for c in rng.sample(range(4), 3)] if t % 7 == 6 else list(range(start, start + 3))
        group = yuan if rng.random() < (0.3 if game == "guangshui" else 0.8) else [t] * rng.choice((2, 3))
        if all(left[card] >= group.count(card) for card in group) and len(hand) + len(group) <= 29:
            hand += group
            left.subtract(group)
    while len(hand) < 31:
        t = rng.choice([t for t in range(28) if t % 7 and left[t]])
        hand.append(t)
        left[t] -= 1
    return hand


def winning_cards(rules: Rules, hand: list[int], discard: int) -> int:
    """Cards outside the 31 with which the hand wins after a discard: an independent count, by the scorer."""
    rest = list(hand)
    rest.remove(discard)
    names = [format_card(t) for t in rest]
    waits = [t for t, copies in enumerate(rules.copies) if hand.count(t) < copies]
    batch = hand_batch(rules, [{"hand": names, "claimed": format_card(t)} for t in waits])
    wins = score_many(rules, batch)["wins"]
    return sum(rules.copies[t] - hand.count(t) for t, win in zip(waits, wins, strict=True) if win)


@pytest.mark.parametrize("game", GAMES)
def test_waits_for_many_winning_cards(game: str) -> None:
    """Hands that are nearly done: what is left to win on after the first discard, counted by the scorer, beside the
    most that any discard leaves; greedy, who does not look at the gate of Guangshui, leaves less there."""
    rules = Rules.preset(game)
    rng = random.Random(game)
    waits = {COUNTER.name: 0, GREEDY.name: 0}
    ready = best = 0
    for _ in range(60):
        hand = nearly_done(game, rng)
        names = [format_card(t) for t in hand]
        if score_many(rules, hand_batch(rules, [{"hand": names}]))["wins"][0]:
            continue
        counts = {t: winning_cards(rules, hand, t) for t in set(hand) if t % 7 and t < 28}
        if not max(counts.values()):
            continue
        ready += 1
        best += max(counts.values())
        for strategy in (COUNTER, GREEDY):
            waits[strategy.name] += counts[parse_cards(opening_discard(strategy, game, " ".join(names)))[0]]
    assert ready >= 15
    assert waits["counter"] > (0.7 if game == "guangshui" else 0.8) * best
    assert waits["counter"] > (1.2 * waits["greedy"] if game == "guangshui" else 0)


@pytest.mark.parametrize(
    ("game", "change"),
    [
        *((game, f"{name}={value}") for game in GAMES for name, value in (("idle", 2), ("done", 2), ("two", 0.4))),
        *((game, f"{name}={value}") for game in GAMES for name, value in (("one", 0.3), ("none", 0.2), ("rate", 1.5))),
        *((game, f"{name}={value}") for game in GAMES for name, value in (("kong", 3), ("slack", 1.5), ("pay", 2))),
        *((game, f"{name}={value}") for game in GAMES for name, value in (("zhan", -2), ("chi", -2), ("triple", 2))),
        *((game, f"{name}={value}") for game in GAMES for name, value in (("dead", -2), ("win", 0.5), ("coming", 4))),
        ("youxi", "court=0.5"),
    ],
)
def test_every_parameter_matters(game: str, change: str) -> None:
    rules = Rules.preset(game)
    plain = run_deals(rules, [COUNTER] * 3, 4, 0, 300)
    changed = run_deals(rules, [load(f"counter[{change}]")] * 3, 4, 0, 300)
    assert (plain["payoff"] != changed["payoff"]).any(axis=1).mean() > 0.01


@pytest.mark.parametrize("game", GAMES)
def test_beats_eager(game: str) -> None:
    mean, error = edge(Rules.preset(game), COUNTER, EAGER, 1_000)
    assert mean > 20 * error


def test_hu_decide_in_youxi() -> None:
    """A hand without idle cards that has not ten 胡頭 does not win: a player who does not look at them wins less."""
    rules = Rules.preset("youxi")
    blind = load("counter[slack=2.0,coming=5.0,pay=0.0]")
    wins = [
        int(np.sum(run_deals(rules, [seat, EAGER, EAGER], 8, 0, 6_000)["winner"] == 0)) for seat in (COUNTER, blind)
    ]
    assert wins[0] > 1.05 * wins[1]


def test_names_of_compiled_functions_are_their_own() -> None:
    """In the compiler's cache on disk functions of one name are one function: a strategy would play another's game."""
    from strategies import counter, defender, patterns

    modules = (counter, defender, patterns)
    parts = [part for module in modules for part in (module.best_claim, module.best_discard)]
    assert len({(part.__module__, part.__qualname__) for part in parts}) == len(parts)
