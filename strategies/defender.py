"""`defender`: a player who builds a hand and watches what a discard gives away.

It weighs its own hand by its odds as `counter` does, more roughly, and subtracts what a discard may cost. A card of
which two or more copies are unseen, and which no one has let go by yet, is fresh: another seat may hold a pair or a
triple of it, peng or kong it, or win on it, and the fewer cards the nearer rival still holds, the more that costs. A
type that has been let go by gives nobody a peng any more, for a concealed hand never grows, and in Guangshui a seat
that passed on it may not even win with it. A card that the next seat may take by chi or zhan helps it along. As its
own odds fall, these costs decide alone: it folds. Where the discarder of the winning card pays for both (G13), a
fresh card costs twice as much.
"""

from __future__ import annotations

from typing import Any

from simcore import Parameter, Strategy, unseen
from strategies.choosing import choosers
from strategies.evaluate import Now, compiled
from strategies.odds import ODDS, meld_odds, odds_worth

PARAMETERS = (
    *ODDS,
    Parameter("fresh", 0.02, 0.0, 0.5, "share of a win that a card costs late in a deal, three copies of it unseen"),
    Parameter("second", 0.3, 0.0, 1.5, "the same with two copies unseen, as a part of that"),
    Parameter("since", 24.0, 10.0, 31.0, "cards that the nearer rival holds when the danger begins"),
    Parameter("third", 0.0, 0.0, 0.2, "share of a win that a card with three copies unseen costs at any time"),
    Parameter("feed", 0.0, 0.0, 0.2, "share of a win that a card costs which the next seat may take by chi or zhan"),
    Parameter("fold", 0.5, 0.0, 1.0, "how much of these costs counts when it weighs a claim"),
)
# sise tune defender --rules R --opponents greedy,counter --budget 4e6 --seed 1 found nothing better in either game.
FRESH, SECOND, SINCE, THIRD, FEED, FOLD = range(len(ODDS), len(PARAMETERS))
SPAN = 10.0  # cards over which the danger rises to its full height
MOST = 1.5
HABITS = ((-0.26, -0.4, 0.06, 0.0), (-0.01, -0.1, 0.22, -0.22))  # 占, 吃, live triples, dead pairs in the two games
WIN = (3.5, 20.0)  # what a win is about worth, in 牌 and in coins


def danger(view: Any, t: int) -> float:
    """What the discard of a t costs, as a share of a win; `view.hand` holds the card no more."""
    params, table, rules = view.params, view.table, view.rules
    left = view.seat + 1 if view.seat < 2 else 0
    right = left + 1 if left < 2 else 0
    copies = unseen(view, t) - 1  # the card discarded will be seen
    cost = 0.0
    if copies > 1 and table.out[t] == 0:
        near = (params[SINCE] - min(table.hand_size[left], table.hand_size[right])) / SPAN
        late = params[FRESH] * min(max(near, 0.0), MOST)
        late *= 2.0 if rules.payers else 1.0
        cost += late + params[THIRD] if copies > 2 else late * params[SECOND]
    if copies > 0 and not ((table.discarded[left] | table.passed[left]) >> t) & 1:
        cost += params[FEED]
    return cost


def value(view: Any, t: int, sums: int, marks: int, now: Now) -> float:
    """The odds of the hand times what it pays, less the danger of the discard."""
    habit = HABITS[1] if view.rules.game else HABITS[0]
    more = meld_odds(marks, now, habit[0], habit[1], habit[2], habit[3])
    worth = odds_worth(view, view.params, sums, marks, now, more)
    if t < 0:
        return worth
    share = 1.0 if view.card < 0 else view.params[FOLD]
    return worth - share * danger(view, t) * (WIN[1] if view.rules.game else WIN[0])


danger = compiled(danger)
value = compiled(value)
CHOOSERS = choosers(value)
best_claim, best_discard = CHOOSERS.best_claim, CHOOSERS.best_discard


def claim(view: Any) -> int:
    """The option whose hand is worth most."""
    return best_claim(view)


def discard(view: Any) -> int:
    """The discard that leaves most, its danger counted."""
    return best_discard(view)


DEFENDER = Strategy(
    "defender",
    claim,
    discard,
    params=PARAMETERS,
    meaning="builds its hand by the odds and keeps back the cards that the others wait for",
)
