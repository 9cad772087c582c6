"""What only the log of a deal tells: the claims of each seat, and the groups and bonuses of the winning hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from experiments.names import BONUSES, GROUPS, HIGH_HANDS
from experiments.odds.play_hands import Feature, cells, level_of, weights
from experiments.odds.play_hands import empty as empty_cells
from experiments.plan import Plan
from experiments.tally import SEATS, Ints
from simcore import deal_log

if TYPE_CHECKING:
    from experiments.odds.play_study import Places

CLAIMS: Final = (
    Feature("peng", (1, 2, 3)),
    Feature("kong", (1, 2, 3)),
    Feature("chi", (1, 2, 3)),
    Feature("zhan", (1, 2, 3)),
)
"""Claims that a seat made in a deal, the winning one apart."""
BONUS_IDS: Final = tuple(key for key in BONUSES if key != "jiang")
GROUP_IDS: Final = tuple(GROUPS)
HIGH_IDS: Final = tuple(HIGH_HANDS)
MOST: Final = 32
"""No hand has so many of anything."""


def empty() -> dict[str, Ints]:
    """Counts of no log."""
    return {
        "logs": np.zeros(2, np.int64),  # deals read, wins among them
        "log_bonuses": np.zeros((len(BONUS_IDS), MOST), np.int64),  # wins that have the bonus so many times
        "log_groups": np.zeros((len(GROUP_IDS), MOST), np.int64),
        "log_high": np.zeros(len(HIGH_IDS), np.int64),
        "claimed": empty_cells(len(CLAIMS)),
    }


def count(grids: dict[str, Ints], plan: Plan, deals: Sequence[int], places: Places) -> None:
    """Read the logs of `deals` into `grids`; `places` are the same deals as they were played."""
    made = np.zeros((len(deals), len(CLAIMS), SEATS), np.int64)
    for at, deal in enumerate(deals):
        log = deal_log(plan.rules, plan.strategies, plan.seed, deal, dealer=plan.dealer)
        made[at] = _claims(log["events"])
        grids["logs"][0] += 1
        if log["result"]["winner"] >= 0:
            grids["logs"][1] += 1
            _winning_hand(grids, log["result"])
    summed = weights(places.payoff, places.who)
    for number, claim in enumerate(CLAIMS):
        grids["claimed"][number] += cells(places.of(level_of(claim, made[:, number])), summed)


def _claims(events: list[dict[str, Any]]) -> Ints:
    made = np.zeros((len(CLAIMS), SEATS), np.int64)
    names = [claim.name for claim in CLAIMS]
    for event in events:
        if event["e"] == "claim":
            option = event["option"].partition(":")[0]
            if option in names:
                made[names.index(option), event["seat"]] += 1
    return made


def _winning_hand(grids: dict[str, Ints], result: dict[str, Any]) -> None:
    bonuses = Counter(row["bonus"] for row in result.get("bonuses", ()))
    groups = Counter(row["group"] for row in result["groups"])
    for ids, name, found in ((BONUS_IDS, "log_bonuses", bonuses), (GROUP_IDS, "log_groups", groups)):
        for number, key in enumerate(ids):
            grids[name][number, found[key]] += 1
    if result.get("high_name"):
        grids["log_high"][HIGH_IDS.index(result["high_name"])] += 1
