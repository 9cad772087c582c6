"""`rollout` and what it plays positions on with: samples that agree with the view, and predictions that come true."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
import pytest

from simcore import (
    CHOICES,
    PRESETS,
    RESULT_DTYPE,
    Option,
    Parameter,
    Rules,
    Strategy,
    deal_log,
    play_choices,
    random_word,
    run_deals,
)
from simcore.batch import new_deal, play_chunk
from strategies import BUILT_IN, network
from strategies.rollout import standing

GREEDY, ROLLOUT = BUILT_IN["greedy"], BUILT_IN["rollout"]
SAMPLES = 16


def predict(view: Any, choices: Any) -> int:
    """Note what greedy is paid on average when it plays on from here, the first time it discards; play as it likes."""
    choices.n = 1
    choices.block = int(view.params[0])
    choices.claim[0] = choices.discard[0] = -1
    choices.first = 0
    choices.count = SAMPLES if view.discards and view.memo[0] == 0 else 0
    choices.key = random_word(view)
    play_choices(view, choices)
    if choices.count > 0:
        view.memo[0] = 1
        for i in range(choices.count):
            view.memo[1] += choices.payoff[i, 0, view.seat]
    return choices.liked_discard if view.discards else choices.liked_claim


predict = numba.njit(predict)


def decide(view: Any) -> int:
    room = np.zeros(1, CHOICES)
    return predict(view, room[0]) + len(room) - 1


best_claim, best_discard = network.CHOOSERS.best_claim, network.CHOOSERS.best_discard


def network_claim(view: Any) -> int:
    return best_claim(view)


def network_discard(view: Any) -> int:
    return best_discard(view)


NETWORK = Strategy("network", network_claim, network_discard)
BLOCK = Parameter("block", 1, 1, 64, "samples that lead from one to the next")
PROPHET = Strategy("prophet", decide, decide, (BLOCK,), random=True, playout=GREEDY)


@pytest.mark.parametrize("block", [1, 8])
@pytest.mark.parametrize("game", PRESETS)
def test_what_is_predicted_of_the_opening_comes_true(game: str, block: int) -> None:
    """Before anything is played the hidden cards are as likely as the samples: the mean payoff must agree, whether
    each sample starts anew or they lead from one to the next."""
    rules = Rules.preset(game)
    seats = (PROPHET.with_params({"block": block}), GREEDY, GREEDY)
    table, result = new_deal(rules, seats, 3), np.zeros(1, RESULT_DTYPE)
    predicted = []
    for deal in range(1_500):
        play_chunk(table, seats, deal, 0, result)
        if table["views"]["memo"][0][0]:  # not dealt a win
            predicted.append(table["views"]["memo"][0][1] / SAMPLES)
    played = run_deals(rules, (GREEDY,) * 3, 4, 0, 30_000, dealer=0)
    payoff = played["payoff"][:, 0][played["win_kind"] != 0]
    error = np.hypot(np.std(predicted) / len(predicted) ** 0.5, payoff.std() / len(payoff) ** 0.5)
    assert abs(np.mean(predicted) - payoff.mean()) < 4 * error


@pytest.mark.parametrize("game", PRESETS)
def test_a_prophet_plays_like_the_strategy_it_asks(game: str) -> None:
    """Its notes restored from the table, the playing strategy does in mid-deal what it would have done."""
    rules = Rules.preset(game)
    for deal in range(12):
        same = [deal_log(rules, (strategy, GREEDY, GREEDY), 5, deal)["events"] for strategy in (PROPHET, GREEDY)]
        assert same[0] == same[1]


@pytest.mark.parametrize("game", PRESETS)
def test_rollout_is_reproducible(game: str) -> None:
    rules = Rules.preset(game)
    seats = (ROLLOUT.with_params({"samples": 8}), GREEDY, GREEDY)
    first, again = (run_deals(rules, seats, 6, 0, 6) for _ in range(2))
    assert (first == again).all()
    assert (run_deals(rules, seats, 6, 4, 1)[0] == first[4]).all()


@pytest.mark.parametrize("game", PRESETS)
def test_rollout_lets_a_win_go_only_while_a_higher_one_may_come(game: str) -> None:
    """It takes most wins, and every one that nothing can come after: when no card is left to draw."""
    rules = Rules.preset(game)
    seats = (ROLLOUT.with_params({"samples": 256}), GREEDY, GREEDY)
    drawable = run_deals(rules, (GREEDY,) * 3, 6, 0, 600)["draws"].max()
    taken, let_go = 0, 0
    for deal in range(100):
        left = int(drawable)
        for event in deal_log(rules, seats, 6, deal)["events"]:
            if event["e"] == "draw":
                left -= 1
            if event["e"] == "intent" and event["seat"] == 0 and "win" in event["options"]:
                taken += event["intent"] == "win"
                let_go += event["intent"] != "win"
                assert left != 0 or event["intent"] == "win"
    assert taken > 20
    assert let_go < taken / 3


def test_a_win_is_not_given_up_for_what_a_few_samples_paid() -> None:
    """With three kongs laid a win pays 30 now; the first eight samples of the other options paid more in all, though
    their mean is 14. The win has to be among the last two, which many samples decide between."""
    choices = np.zeros(1, CHOICES)[0]
    choices["n"] = 3
    choices["claim"][:3] = Option.MING, Option.CHI, Option.WIN
    paid = np.array([274.0, 342.0, 240.0])
    assert [standing(choices, paid, k, 2) for k in range(3)] == [274.0, 342.0, np.inf]
    assert [standing(choices, paid, k, 1) for k in range(3)] == [274.0, 342.0, 240.0]


def test_rollout_declares_no_win_that_is_none() -> None:
    """Y11: under false_wins a win may be stated on any card; a false one costs ten to each."""
    rules = Rules.preset("youxi").replace(false_wins=True)
    few = ROLLOUT.with_params({"samples": 8})
    played = run_deals(rules, (few, few, GREEDY), 8, 0, 60)
    false = np.bincount(played["declarer"] + 1, minlength=4)
    assert false[1] + false[2] <= 3  # only where nothing else may be stated
    assert np.bincount(played["winner"] + 1, minlength=4)[1:3].min() > 5


def test_trust_makes_it_the_network_and_samples_overrule_it() -> None:
    """With all trust it plays most deals to the end as the network would, without any hardly one."""
    rules = Rules.preset("guangshui")
    likes = run_deals(rules, (NETWORK, GREEDY, GREEDY), 9, 0, 120)
    alike = []
    for trust, samples in ((65_536.0, 8.0), (0.0, 512.0)):
        seats = (ROLLOUT.with_params({"samples": samples, "trust": trust}), GREEDY, GREEDY)
        alike.append(np.mean(run_deals(rules, seats, 9, 0, 120) == likes))
    assert alike[0] > 0.4
    assert alike[1] < 0.1
