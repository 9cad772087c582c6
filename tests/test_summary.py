"""The tables of four deals, worked out by hand."""

from typing import Any

import numpy as np
import pytest

from experiments import Simulation, make_plan, stats, summary
from experiments.tally import tally
from simcore import RESULT_DTYPE, WIN_KINDS

FOUR_DEALS = [
    # dealer, winner, win kind, hu, pai, payoff
    (0, 0, "discard", 50, 1, (2, -1, -1)),
    (1, -1, "exhausted", 0, 0, (0, 0, 0)),
    (2, 2, "self_draw", 110, 7, (-7, -7, 14)),
    (0, 1, "other_draw", 60, 1, (-1, 2, -1)),
]


@pytest.fixture(scope="module")
def simulation() -> Simulation:
    records = np.zeros(len(FOUR_DEALS), RESULT_DTYPE)
    for record, (dealer, winner, kind, hu, pai, payoff) in zip(records, FOUR_DEALS, strict=True):
        record["dealer"], record["winner"], record["win_kind"] = dealer, winner, WIN_KINDS.index(kind)
        record["declarer"], record["hu"], record["pai"], record["payoff"] = -1, hu, pai, payoff
        record["level"] = 1 if pai >= 5 else 0
        record["draws"], record["intents"], record["discards"] = 3, 4, 5
    plan = make_plan("guangshui", ("eager", "random", "eager"), seed=1, deals=4)
    return Simulation(plan, tally(records, plan.teams, plan.youxi))


def row(rows: list[dict[str, Any]], **wanted: Any) -> dict[str, Any]:
    found = [one for one in rows if all(one[key] == value for key, value in wanted.items())]
    assert len(found) == 1
    return found[0]


def test_a_seat(simulation: Simulation) -> None:
    seat = row(simulation.summary.to_dicts(), by="seat", seat=0)
    assert (seat["strategy"], seat["deals"], seat["wins"], seat["win_rate"]) == ("eager", 4, 1, 0.25)
    assert (seat["win_rate_low"], seat["win_rate_high"]) == stats.clopper_pearson(1, 4)
    # Payoffs 2, 0, -7, -1: mean -1.5, squared deviations 12.25 + 2.25 + 30.25 + 0.25 = 45, sd = sqrt(15).
    assert (seat["payoff_sum"], seat["mean_payoff"]) == (-6, -1.5)
    assert seat["payoff_sd"] == pytest.approx(15**0.5)
    # Student's t with 3 degrees of freedom at 95 %: 3.18245.
    assert seat["mean_payoff_high"] == pytest.approx(-1.5 + 3.18245 * 15**0.5 / 2, rel=1e-5)
    assert seat["mean_hu"] == 50
    assert (seat["dealer_deals"], seat["dealer_wins"]) == (2, 1)


def test_a_strategy_at_two_seats_is_counted_by_the_deal(simulation: Simulation) -> None:
    eager = row(simulation.summary.to_dicts(), by="strategy", strategy="eager")
    assert (eager["seats"], eager["wins"], eager["win_rate"]) == ("0,2", 2, 0.25)
    low, high = stats.clopper_pearson(2, 4)
    assert (eager["win_rate_low"], eager["win_rate_high"]) == (low / 2, high / 2)
    # Sums of both seats 1, 0, 7, -2 a deal: mean 1.5, a seat 0.75; deviations 0.25 + 2.25 + 30.25 + 12.25 = 45.
    assert (eager["payoff_sum"], eager["mean_payoff"]) == (6, 0.75)
    assert eager["payoff_sd"] == pytest.approx(15**0.5 / 2)
    assert eager["mean_hu"] == 80
    alone = row(simulation.summary.to_dicts(), by="strategy", strategy="random")
    seat = row(simulation.summary.to_dicts(), by="seat", seat=1)
    assert {key: alone[key] for key in ("wins", "win_rate", "mean_payoff", "mean_payoff_low")} == {
        key: seat[key] for key in ("wins", "win_rate", "mean_payoff", "mean_payoff_low")
    }


def test_ends_and_levels(simulation: Simulation) -> None:
    kinds = simulation.kinds.to_dicts()
    counts = {one["win_kind"]: one["count"] for one in kinds if one["seat"] is None}
    assert counts == {
        "tianhu": 0,
        "self_draw": 1,
        "other_draw": 1,
        "discard": 1,
        "exhausted": 1,
        "false_win": 0,
    }
    assert row(kinds, seat=2, win_kind="self_draw")["rate"] == 0.25
    levels = {(one["seat"], one["level"]): one["count"] for one in simulation.levels.to_dicts()}
    assert levels == {
        (None, "ordinary"): 2,
        (None, "xiaojia"): 1,
        (None, "dajia"): 0,
        (0, "ordinary"): 1,
        (1, "ordinary"): 1,
        (2, "xiaojia"): 1,
    }


def test_hu_and_quantiles(simulation: Simulation) -> None:
    assert simulation.hu.rows() == [(0, "eager", 50, 1), (1, "random", 60, 1), (2, "eager", 110, 1)]
    hu = row(simulation.quantiles.to_dicts(), of="hu", seat=None)
    assert [hu[key] for key in ("count", "min", "q05", "q25", "q50", "q75", "max")] == [3, 50, 50, 50, 60, 110, 110]
    payoff = row(simulation.quantiles.to_dicts(), of="payoff", seat=2)
    assert [payoff[key] for key in ("count", "mean", "min", "q25", "q50", "q75", "q95")] == [4, 3, -1, -1, -1, 0, 14]
    assert summary.per_deal(simulation.tally) == {"draws": 3, "intents": 4, "discards": 5}


@pytest.mark.parametrize(
    ("percent", "value"), [(0, 1), (1, 1), (20, 1), (21, 2), (40, 2), (50, 3), (80, 4), (81, 5), (100, 5)]
)
def test_a_quantile_is_the_least_value_that_enough_do_not_exceed(percent: int, value: int) -> None:
    assert summary.quantile({1: 1, 2: 1, 3: 1, 4: 1, 5: 1}, percent) == value
    assert summary.quantile(dict.fromkeys(range(5, 0, -1), 1), percent) == value
    assert summary.quantile({}, percent) is None
