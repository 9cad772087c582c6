"""`patterns`: a player who plays for the big hands.

In Guangshui it counts on every pair that is alive to become a 碰, and sees what that would complete: 五步 and six,
車, 清, 天地 (G3–G7); a live triple is half a 樓, which doubles all of it. In Youxi it keeps 坎 and 魚, waits for 碰
and 開車 of 將 and 鬼, and where a hand has nothing but 圓 it plays for 高胡 (Y7). Each pattern has a weight: 1 is
what the rules count, more means that it is hunted. The hand that is left is worth what it might pay, less a share for
each card that is still idle, and little as long as it is far from the gate. It does not count how many cards would
help.
"""

from __future__ import annotations

import math
from typing import Any

from simcore import Parameter, Strategy, popcount
from strategies.choosing import choosers
from strategies.evaluate import (
    CHIS,
    HU,
    KONGS,
    ODD,
    OPEN,
    PENGS,
    TRIPLES,
    ZHANS,
    Now,
    bu_hu,
    compiled,
    prospects,
)
from strategies.tuned import tuned

DECLARED = (
    Parameter("idle", 0.5, 0.0, 3.0, "share of its worth that a hand loses with each idle card, as a logarithm"),
    Parameter("hope", 0.15, 0.0, 1.0, "chance that one live copy of a pair shows itself in time"),
    Parameter("kong", 0.3, 0.0, 1.0, "chance that a live triple becomes a kong"),
    Parameter("slack", 0.4, 0.05, 2.0, "how far from the gate a hand is still worth something, as a share of the gate"),
    Parameter("bu", 1.0, 0.0, 3.0, "Guangshui: weight of the bonus for 步"),
    Parameter("che", 1.0, 0.0, 3.0, "Guangshui: weight of 車"),
    Parameter("qing", 1.0, 0.0, 3.0, "Guangshui: weight of 清"),
    Parameter("tiandi", 1.0, 0.0, 3.0, "Guangshui: weight of 天地"),
    Parameter("kan", 0.0, -5.0, 10.0, "hu that a triple or quad in hand counts beyond its own"),
    Parameter("high", 1.0, 0.0, 10.0, "Youxi: coins that a hand near to 高胡 is worth beyond its own"),
    Parameter("coming", 0.0, -2.0, 3.0, "hu that each idle card will still bring"),
    Parameter("pay", 0.8, 0.0, 5.0, "ambition: worth of each 牌 beyond the first, in Youxi of each hu"),
    Parameter("zhan", 0.2, -2.0, 2.0, "share that a hand loses with each pair laid open, as a logarithm"),
    Parameter("chi", 0.2, -2.0, 2.0, "share that a hand loses with each 圓 laid open"),
    Parameter("dead", 0.05, -2.0, 2.0, "share that a hand loses with each pair that can become nothing more"),
)
# sise tune patterns --rules R --opponents greedy,counter --budget 4e6 --seed 1, from the defaults above: an edge of
# +0.022 in Guangshui and +0.183 in Youxi on decks that the search had not seen, both gates "better".
PARAMETERS = tuned(
    DECLARED,
    guangshui={
        "idle": 0.7304,
        "hope": 0.174,
        "kong": 0.2859,
        "slack": 0.0509,
        "bu": 0.9527,
        "che": 0.7591,
        "qing": 1.0741,
        "tiandi": 1.1853,
        "kan": 2.998,
        "high": 0.091,
        "coming": 0.478,
        "pay": 1.941,
        "zhan": 0.4591,
        "chi": 0.9627,
        "dead": 0.4261,
    },
    youxi={
        "idle": 1.1466,
        "hope": 0.2514,
        "kong": 0.4059,
        "slack": 0.0749,
        "bu": 1.2236,
        "che": 0.1038,
        "qing": 0.8103,
        "tiandi": 1.2723,
        "kan": 2.111,
        "high": 0.068,
        "coming": 0.2151,
        "pay": 2.2568,
        "zhan": 0.4982,
        "chi": 0.3667,
        "dead": 0.5854,
    },
)
(
    IDLE, HOPE, KONG, SLACK, BU, CHE, QING, TIANDI, KAN, HIGH, COMING, PAY, ZHAN, CHI, DEAD,
) = range(15)  # fmt: skip
GATE, KONG_GATE, LEAST_HU = 48.0, 23.0, 10.0
PAI = 50.0  # hu of a 牌 (G9)
HIGH_FROM = 5  # groups of a hand that may become a 高胡 before it is played for


def enough(hu: float, gate: float, slack: float) -> float:
    """Between 0 and 1: how near the hu come to the gate."""
    return 1.0 / (1.0 + math.exp((1.0 - hu / gate) / slack))


def value(view: Any, t: int, sums: int, marks: int, now: Now) -> float:
    """What the hand might pay, less what it lacks."""
    params = view.params
    laid = now[OPEN]
    idle = sums & 255
    groups, che, qing, tiandi, pengs, live, dead = prospects(view, marks, now, params[HOPE])
    triples = popcount(marks >> TRIPLES)
    hu = (sums >> HU) + (laid & 1023) + groups + params[KAN] * triples + params[COMING] * idle
    lacks = params[IDLE] * idle + params[DEAD] * dead
    lacks += params[ZHAN] * ((laid >> ZHANS) & 15) + params[CHI] * ((laid >> CHIS) & 15)
    kong = 1.0 - (1.0 - params[KONG]) ** live
    if view.rules.game:
        worth = enough(hu, LEAST_HU, params[SLACK]) * (4.0 + params[PAY] * max(0.0, hu + 4.0 * kong - LEAST_HU))
        if triples == 0 and laid >> ODD == 0:
            worth += params[HIGH] * max(0, (sums >> HU) + (laid & 1023) - HIGH_FROM) / (LEAST_HU - HIGH_FROM)
    else:
        hu += params[BU] * bu_hu((laid >> PENGS) & 15, pengs)
        hu += params[CHE] * che + params[QING] * qing + params[TIANDI] * tiandi
        kongs = (laid >> KONGS) & 15
        now_enough = enough(hu, GATE, params[SLACK]) if kongs == 0 else 1.0
        then_enough = enough(hu, KONG_GATE, params[SLACK]) if kongs == 0 else 1.0
        if kongs == 1:
            now_enough = enough(hu, KONG_GATE, params[SLACK])
        pai = hu / PAI * (1 << min(kongs, 4)) * (1.0 + kong)
        worth = ((1.0 - kong) * now_enough + kong * then_enough) * (1.0 + params[PAY] * max(0.0, pai - 1.0))
    return worth * math.exp(-lacks)


enough = compiled(enough)
value = compiled(value)
CHOOSERS = choosers(value)
best_claim, best_discard = CHOOSERS.best_claim, CHOOSERS.best_discard


def claim(view: Any) -> int:
    """The option whose hand is worth most."""
    return best_claim(view)


def discard(view: Any) -> int:
    """The discard whose hand is worth most."""
    return best_discard(view)


PATTERNS = Strategy(
    "patterns",
    claim,
    discard,
    params=PARAMETERS,
    meaning="plays for big hands: 步, 車, 清, 天地, 樓; in Youxi 坎, 魚, 高胡",
)
