"""The odds of a hand times what it would pay: what `counter` and `defender` go by.

The chance to win is a product of two. First, that every card finds its place in time: its odds fall with each idle
card and rise with the unseen copies of the cards that would settle two idle cards (chi), one (zhan, or chi with a
將), or none (peng, kong, 將). Second, that the hand then has enough hu (G8, Y4): of each pair that is alive the
player expects, by its unseen copies and the stock left, that it becomes a 碰, with the 車, 清, 天地 and 步 that come
with it; of each triple that it becomes a kong, which in Guangshui halves the gate.
"""

from __future__ import annotations

import math
from typing import Any

from simcore import Parameter, lowest
from strategies.evaluate import (
    CHIS,
    FAR_HIGH,
    FAR_LOW,
    HU,
    KONGS,
    NONE,
    ONE,
    OPEN,
    PENGS,
    TRIPLES,
    TWO,
    TYPES,
    ZHANS,
    Now,
    bu_hu,
    compiled,
    copies_in,
    prospects,
)

START = -2.1  # odds of a hand without idle cards, as a logarithm
LATE = 2  # the last cards of the stock come too late
DRAWS = 24.0
GATE, KONG_GATE, LEAST_HU = 48.0, 23.0, 10.0
FLOOR = 0.1  # the chance of a hand that is far below the gate falls to nothing before its hu do
STAKE, COINS = 1.5, 5.0  # what losing costs: the others' wins are paid as well

# The first parameters of every strategy that calls `odds_worth`, in this order.
ODDS = (
    Parameter("idle", 0.55, 0.0, 3.0, "odds lost for each idle card, as a logarithm", youxi=0.9),
    Parameter("done", -0.29, -2.0, 2.0, "odds won when no card is idle", youxi=0.2),
    Parameter("two", 0.045, 0.0, 0.5, "odds for each unseen card that would settle two idle cards", youxi=0.05),
    Parameter("one", 0.03, 0.0, 0.5, "odds for each unseen card that would settle one", youxi=0.055),
    Parameter(
        "none",
        0.03,
        0.0,
        0.5,
        "odds for each unseen card that could be claimed otherwise: peng, kong, 將",
        youxi=0.0285,
    ),
    Parameter("rate", 0.33, 0.0, 2.0, "how fast unseen cards show themselves: hope of a 碰", youxi=0.12),
    Parameter("kong", 0.68, 0.0, 3.0, "the same for the fourth copy of a triple: hope of a kong", youxi=0.55),
    Parameter("slack", 0.45, 0.05, 2.0, "how unsure the hu expected are, as a share of the gate", youxi=0.2),
    Parameter("coming", 0.0, -3.0, 5.0, "hu that each idle card will still bring", youxi=1.0),
    Parameter(
        "pay",
        0.38,
        0.0,
        3.0,
        "payment for each 牌 of hu beyond the first, in Youxi for each hu",
        youxi=0.38,
    ),
)
IDLE, DONE, TWO_WORTH, ONE_WORTH, NONE_WORTH, RATE, KONG_RATE, SLACK, COMING, PAY = range(10)


def chance_of(odds: float) -> float:
    """The chance whose odds have this logarithm."""
    return 1.0 / (1.0 + math.exp(-odds))


def meld_odds(marks: int, now: Now, zhan: float, chi: float, triple: float, dead: float) -> float:
    """Odds for what is laid and alive: each 占, each 吃, each triple that may become a kong, each pair that is dead."""
    odds = zhan * ((now[OPEN] >> ZHANS) & 15) + chi * ((now[OPEN] >> CHIS) & 15)
    groups = (marks & TYPES) | marks >> TRIPLES
    while groups:
        group = lowest(groups)
        groups &= groups - 1
        alive = copies_in(now[FAR_LOW], now[FAR_HIGH], group) > 0
        if (marks >> group) & 1:
            odds += 0.0 if alive else dead
        else:
            odds += triple if alive else 0.0
    return odds


def odds_worth(view: Any, params: Any, sums: int, marks: int, now: Now, more: float) -> float:
    """The chance that the hand described wins, times what that pays; `more` is added to the odds. `params` begin with
    the values of `ODDS`."""
    laid = now[OPEN]
    idle = sums & 255
    late = max(view.table.stock_left - LATE, 0) / DRAWS
    groups, che, qing, tiandi, pengs, triples, _ = prospects(view, marks, now, 1.0 - math.exp(-params[RATE] * late))
    odds = START + more - params[IDLE] * idle + (params[DONE] if idle == 0 else 0.0)
    odds += params[TWO_WORTH] * ((sums >> TWO) & 255) + params[ONE_WORTH] * ((sums >> ONE) & 255)
    odds += params[NONE_WORTH] * ((sums >> NONE) & 255)
    hu = (sums >> HU) + (laid & 1023) + groups
    kong = 1.0 - math.exp(-params[KONG_RATE] * late * triples)
    if view.rules.game:
        enough = chance_of(((hu + params[COMING] * idle) / LEAST_HU - 1.0) / params[SLACK])
        pay = 2.0 * (3.4 + params[PAY] * (hu + 4.0 * kong * triples)) + COINS
    else:
        hu += che + qing + tiandi + bu_hu((laid >> PENGS) & 15, pengs) + params[COMING] * idle
        kongs = (laid >> KONGS) & 15
        enough = chance_of((hu / GATE - 1.0) / params[SLACK])
        with_kong = chance_of((hu / KONG_GATE - 1.0) / params[SLACK])
        if kongs == 0:
            enough = (1.0 - kong) * enough + kong * with_kong
        else:
            enough = (1.0 - kong) * with_kong + kong if kongs == 1 else 1.0
        pai = hu / 50.0 * (1 << min(kongs, 4)) * (1.0 + kong)
        pay = 2.0 * (1.0 + params[PAY] * (max(0.0, pai - 0.6) + max(0.0, pai - 1.3))) + STAKE
    return ((1.0 + FLOOR) * enough - FLOOR) * chance_of(odds) * pay


chance_of = compiled(chance_of)
meld_odds = compiled(meld_odds)
odds_worth = compiled(odds_worth)
