"""Deals made to measure, for the tests of the built-in strategies: given hands, and a seat that does as it is told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from simcore import LONE, WIN_KINDS, Option, Rules, Strategy, deal_log, lowest, parse_cards, popcount, run_deals
from strategies import BUILT_IN

SWITCHES: dict[str, tuple[dict[str, Any], ...]] = {
    "guangshui": (
        {},
        {"pass_down": False},
        {"duty_in_win": True},
        {"own_discard_dead": True},
        {"win_reach": "by_right"},
        {"jiang_cap": 3, "lou_is_bu": True, "zhan_in_che": True},
        {"passed_card_dead": False, "chuche_duty": False},
        {"payers": "discarder"},
    ),
    "youxi": (
        {},
        {"pass_down": False},
        {"duty_in_win": True},
        {"own_discard_dead": False},
        {"win_reach": "by_right"},
        {"ordinary_base": "ceil", "high_kan": "grouped"},
        {"lone_discard": "forbidden"},
        {"false_wins": True},
        {"false_wins": True, "duty_in_win": True},
        {"no_split": False},
        {"protect_four_zu": True},
    ),
}
TABLES = [(game, switches) for game, choices in SWITCHES.items() for switches in choices]
MING, PASS = int(Option.MING), int(Option.PASS)


def meek_claim(view: Any) -> int:
    """Claims nothing that it need not."""
    return MING if (view.options >> MING) & 1 else PASS if view.options & 1 else lowest(view.options)


def meek_discard(view: Any) -> int:
    """The lowest card that it holds once, else the lowest."""
    plain = view.discards & ~LONE
    once = plain & ~view.held[1]
    return lowest(once if popcount(once) else plain)


MEEK = Strategy("meek", meek_claim, meek_discard, sees="hand")


def deck_with(game: str, hand: str, others: Sequence[str] = ("", ""), stock: str = "") -> list[int]:
    """A deck in E1's order: the dealer's hand, hands of the next seats and stock filled up with what is left."""
    rules = Rules.preset(game)
    given = [parse_cards(hand), *(parse_cards(text) for text in others), parse_cards(stock)]
    left = [t for t, copies in enumerate(rules.copies) for _ in range(copies)]
    for part in given:
        for t in part:
            left.remove(t)
    np.random.default_rng(5).shuffle(left)
    deck: list[int] = []
    for part, size in zip(given, (31, 30, 30, rules.deck_size - 91), strict=True):
        assert len(part) <= size
        missing = size - len(part)
        deck += [*part, *left[:missing]]
        left = left[missing:]
    return deck


def opening_discard(strategy: Strategy, game: str, hand: str, **switches: Any) -> str:
    """What a dealer with these 31 cards discards first."""
    rules = Rules.preset(game).replace(**switches)
    log = deal_log(rules, [strategy, MEEK, MEEK], 1, 0, dealer=0, deck=deck_with(game, hand))
    return next(str(event["card"]) for event in log["events"] if event["e"] == "discard")


def answer_to(strategy: Strategy, game: str, card: str, hand: str, **switches: Any) -> str:
    """What a seat with these 30 cards states when the seat before it, the dealer, discards `card` first."""
    rules = Rules.preset(game).replace(**switches)
    lowest_first = Strategy("lowest", meek_claim, discarder(card), sees="hand")
    deck = deck_with(game, card, (hand, ""))
    log = deal_log(rules, [lowest_first, strategy, MEEK], 1, 0, dealer=0, deck=deck)
    assert log["events"][0] == {"e": "discard", "seat": 0, "card": card}
    return next(str(event["intent"]) for event in log["events"] if event["e"] == "intent" and event["seat"] == 1)


def discarder(card: str) -> Any:
    """The discard function of a player who throws `card` where it may."""
    t = parse_cards(card)[0]

    def discard(view: Any) -> int:
        return t if (view.discards >> t) & 1 else lowest(view.discards & ~LONE)

    return discard


def edge(rules: Rules, mine: Strategy, others: Strategy, decks: int, seed: int = 20) -> tuple[float, float]:
    """Mean payoff of one seat less that of the two others, over decks played in three rotations; its error."""
    sums = np.zeros(decks)
    for turn in range(3):
        line_up = [others] * 3
        line_up[turn] = mine
        payoff = run_deals(rules, line_up, seed, 0, decks)["payoff"].astype(float)
        sums += (payoff[:, turn] - (payoff.sum(axis=1) - payoff[:, turn]) / 2) / 3
    return float(sums.mean()), float(sums.std() / decks**0.5)


def keeps_duties(strategy: Strategy, game: str, switches: Mapping[str, Any]) -> None:
    """Plays deals under the switches: the core ends them at the first answer that is not legal. The strategy is barred
    by no duty (E12, G12) and never discards a lone card (Y10); where it may declare a false win (Y11), it does not."""
    rules = Rules.preset(game).replace(**switches)
    for seats in ([strategy] * 3, [strategy, BUILT_IN["eager"], BUILT_IN["random"]]):
        deals = run_deals(rules, seats, 1, 0, 250)
        mine = [s for s, seat in enumerate(seats) if seat is strategy]
        assert not np.isin(deals["barred"][:, mine], (1, 2)).any()
        assert not (deals["stinks"].astype(bool) & np.isin(deals["winner"], mine)).any()
        for deal in deals[deals["win_kind"] == WIN_KINDS.index("false_win")]["deal"].tolist():
            events = deal_log(rules, seats, 1, deal)["events"]
            declarer = next(event["seat"] for event in events if event["e"] == "win")
            asked = [event for event in events if event["e"] == "intent" and event["seat"] == declarer][-1]
            assert declarer not in mine or asked["options"] == ["win"]
