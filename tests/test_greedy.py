"""`greedy`: legal under every switch, reproducible, led by its parameters, and clearly better than `eager`."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from simcore import WIN_KINDS, Rules, Strategy, StrategyError, deal_log, parse_cards, run_deals
from strategies import BUILT_IN, load
from tests.strategy_deals import TABLES

GAMES = ("guangshui", "youxi")
GREEDY, EAGER = BUILT_IN["greedy"], BUILT_IN["eager"]


def edge(rules: Rules, seats: list[Strategy], count: int) -> tuple[float, float]:
    """Mean payoff of `greedy` less that of `eager` over the rotations of a line-up, and its standard error."""
    decks = np.zeros(count)
    for turn in range(3):
        line_up = seats[turn:] + seats[:turn]
        payoff = run_deals(rules, line_up, 20, 0, count)["payoff"]
        mine = np.array([seat is GREEDY for seat in line_up])
        decks += (payoff[:, mine].mean(axis=1) - payoff[:, ~mine].mean(axis=1)) / 3
    return float(decks.mean()), float(decks.std() / count**0.5)


@pytest.mark.parametrize(("game", "switches"), TABLES, ids=lambda value: str(value))
def test_legal_under_every_switch(game: str, switches: dict[str, Any]) -> None:
    """The core ends a run with an error on the first answer that is not legal; greedy also keeps E12, G12 and Y10."""
    rules = Rules.preset(game).replace(**switches)
    for seats in ([GREEDY] * 3, [GREEDY, EAGER, BUILT_IN["random"]]):
        deals = run_deals(rules, seats, 1, 0, 1500)
        mine = [s for s, seat in enumerate(seats) if seat is GREEDY]
        assert not np.isin(deals["barred"][:, mine], (1, 2)).any()  # E12, G12
        assert not (deals["stinks"].astype(bool) & np.isin(deals["winner"], mine)).any()


def test_bars_nobody_in_guangshui() -> None:
    assert not run_deals(Rules.preset("guangshui"), [GREEDY] * 3, 2, 0, 3000)["barred"].any()


@pytest.mark.parametrize("game", GAMES)
def test_wins_most_of_its_own_deals(game: str) -> None:
    deals = run_deals(Rules.preset(game), [GREEDY] * 3, 3, 0, 3000)
    assert (deals["winner"] >= 0).mean() > 0.9


def test_declares_no_false_win_of_its_own_will() -> None:
    """Y11: where win is always an option, greedy declares it only when its hand wins, unless nothing else is legal."""
    rules = Rules.preset("youxi").replace(false_wins=True)
    deals = run_deals(rules, [GREEDY] * 3, 1, 0, 20_000)
    false = deals[deals["win_kind"] == WIN_KINDS.index("false_win")]
    assert (deals["winner"] >= 0).mean() > 0.9
    for deal in false["deal"].tolist():
        events = deal_log(rules, [GREEDY] * 3, 1, deal)["events"]
        declarer = next(event["seat"] for event in events if event["e"] == "win")
        intent = [event for event in events if event["e"] == "intent" and event["seat"] == declarer][-1]
        assert intent["options"] == ["win"]


@pytest.mark.parametrize("game", GAMES)
def test_draws_no_random_numbers(game: str) -> None:
    """The same cards give the same deal, whatever the seed that strategies draw from."""
    rules = Rules.preset(game)
    assert not GREEDY.random
    log = deal_log(rules, [GREEDY] * 3, 5, 7)
    dealer = log["dealer"]
    deck = [card for i in range(3) for card in log["hands"][(dealer + i) % 3]] + log["stock"]
    again = deal_log(rules, [GREEDY] * 3, 6, 7, deck=deck)
    assert again["events"] == log["events"]
    assert run_deals(rules, [GREEDY] * 3, 5, 0, 200).tobytes() == run_deals(rules, [GREEDY] * 3, 5, 0, 200).tobytes()


@pytest.mark.parametrize("game", GAMES)
def test_discards_an_idle_card_first(game: str) -> None:
    """The opening discard is a card of a single type as long as the dealer holds one that lies in no 圓."""
    for deal in range(30):
        log = deal_log(Rules.preset(game), [GREEDY] * 3, 9, deal)
        hand = parse_cards(" ".join(log["hands"][log["dealer"]]))
        first = log["events"][0]
        if first["e"] != "discard":
            continue
        alone = [
            t
            for t in hand
            if t < 28
            and hand.count(t) == 1
            and t % 7 in (1, 2, 3, 4, 5)
            and not all(other in hand for other in yuan_of(t))
        ]
        if alone:
            assert hand.count(parse_cards(first["card"])[0]) == 1


def yuan_of(t: int) -> range:
    """The three types of the 圓 of t, which is no 卒."""
    start = t - t % 7 + (0 if t % 7 < 3 else 3)
    return range(start, start + 3)


@pytest.mark.parametrize(
    ("game", "change"),
    [
        *((game, change) for game in GAMES for change in ("idle=0", "zhan=-5", "chi=-5", "jiang=-5", "pair=15")),
        *(("guangshui", change) for change in ("bu=-5", "fat=-5", "che=-5", "qing=20", "tiandi=20", "fat_idle=5")),
        *(("youxi", change) for change in ("take_zhan=-20", "take_peng=-20")),
        *((game, change) for game in GAMES for change in ("take_chi=-20", "triple=-5")),
    ],
)
def test_every_parameter_matters(game: str, change: str) -> None:
    rules = Rules.preset(game)
    plain = run_deals(rules, [GREEDY] * 3, 4, 0, 2000)
    changed = run_deals(rules, [load(f"greedy[{change}]")] * 3, 4, 0, 2000)
    assert (plain["payoff"] != changed["payoff"]).any(axis=1).mean() > 0.001


def test_parameters_are_checked_and_shown() -> None:
    assert load("greedy[idle=3.0,pair=0.5]").label == "greedy[pair=0.5]"  # 3 is what idle is anyway
    with pytest.raises(StrategyError, match="idle"):
        load("greedy[idle=1000]")


@pytest.mark.parametrize("game", GAMES)
def test_beats_eager(game: str) -> None:
    """One against two, two against one: at least 20 standard errors, and more wins at every seat."""
    rules = Rules.preset(game)
    for seats in ([GREEDY, EAGER, EAGER], [GREEDY, GREEDY, EAGER]):
        mean, error = edge(rules, seats, 4000)
        assert mean > 20 * error
    wins = np.bincount(run_deals(rules, [GREEDY, EAGER, EAGER], 21, 0, 4000)["winner"] + 1, minlength=4)
    assert wins[1] > 3 * max(wins[2], wins[3])


def test_counting_idle_cards_helps() -> None:
    rules = Rules.preset("guangshui")
    careful, careless = (
        run_deals(rules, [seat, EAGER, EAGER], 8, 0, 4000)["payoff"][:, 0].mean()
        for seat in (GREEDY, load("greedy[idle=0]"))
    )
    assert careful > careless + 0.3
