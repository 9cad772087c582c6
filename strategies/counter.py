"""`counter`: a player who counts the cards that nobody has shown, and plays the odds.

It looks at every answer it could give and at the hand that would be left, and takes the one where the chance to win
times what the win would pay is highest (`odds`): it counts which unseen cards would settle its idle cards, make 碰 of
its pairs and kongs of its triples, and whether the hand will have enough hu. It takes every win and every kong. It
pays no heed to what a discard gives the others.
"""

from __future__ import annotations

from typing import Any

from simcore import Parameter, Strategy, completing_without, lowest, pay_without, unseen
from strategies.choosing import choosers
from strategies.evaluate import (
    GHOST,
    Now,
    compiled,
)
from strategies.odds import ODDS, meld_odds, odds_worth
from strategies.tuned import tuned

NEARLY = 2  # with more idle cards no card wins
DECLARED = (
    *ODDS,
    Parameter("zhan", -0.28, -2.0, 2.0, "odds for each pair laid open", youxi=-0.01),
    Parameter("chi", -0.37, -2.0, 2.0, "odds for each 圓 laid open", youxi=-0.1),
    Parameter("triple", 0.09, -2.0, 2.0, "odds for each triple in hand that may become a kong", youxi=0.25),
    Parameter("dead", 0.0, -2.0, 2.0, "odds for each pair in hand that can become nothing more", youxi=-0.2),
    Parameter("win", 0.085, 0.0, 0.5, "odds for each unseen card that would win, few cards idle", youxi=0.075),
    Parameter("court", 0.0, -0.5, 0.5, "Youxi: odds for each 鬼 將 士 相 in hand", youxi=0.04),
)
# sise tune counter --rules youxi --opponents greedy,counter --budget 4e6 --seed 1, from the defaults above: an edge of
# +0.037 on decks that the search had not seen, gate "better". The same in Guangshui found nothing better.
PARAMETERS = tuned(
    DECLARED,
    guangshui={},
    youxi={
        "idle": 1.3948,
        "done": -0.1031,
        "two": 0.06009,
        "one": 0.08857,
        "none": 0.05357,
        "rate": 0.0033,
        "kong": 0.1107,
        "slack": 0.2628,
        "coming": 1.0772,
        "pay": 0.6459,
        "zhan": -0.5155,
        "chi": -0.4333,
        "triple": 0.404,
        "dead": -0.4107,
        "win": 0.20695,
        "court": 0.0078,
    },
)
ZHAN, CHI, TRIPLE, DEAD, WIN_WORTH, COURT_WORTH = range(len(ODDS), len(PARAMETERS))


def winning_cards(view: Any, t: int) -> int:
    """Unseen cards that would win, and be paid, after the discard of a t that `view.hand` holds no more."""
    cards = 0
    types = completing_without(view, t) & ~view.own.no_win
    view.hand[t] = int(view.hand[t]) + 1
    while types:
        card = lowest(types)
        types &= types - 1
        left = unseen(view, card)
        if left > 0 and pay_without(view, t, card) > 0:
            cards += left
    view.hand[t] = int(view.hand[t]) - 1
    return cards


def counted(view: Any, params: Any, sums: int, marks: int, now: Now, wins: int) -> float:
    """The odds of the hand times what it pays, by the parameters of `counter`; `wins` unseen cards would win."""
    more = meld_odds(marks, now, params[ZHAN], params[CHI], params[TRIPLE], params[DEAD])
    if view.rules.game:
        court = int(view.hand[GHOST])
        for c in range(0, 28, 7):
            court += int(view.hand[c]) + int(view.hand[c + 1]) + int(view.hand[c + 2])
        more += params[COURT_WORTH] * court
    return odds_worth(view, params, sums, marks, now, more + params[WIN_WORTH] * wins)


def value(view: Any, t: int, sums: int, marks: int, now: Now) -> float:
    """The odds of the hand times what it pays."""
    wins = winning_cards(view, t) if t >= 0 and view.card < 0 and sums & 255 <= NEARLY else 0
    return counted(view, view.params, sums, marks, now, wins)


winning_cards = compiled(winning_cards)
counted = compiled(counted)
value = compiled(value)
CHOOSERS = choosers(value)
best_claim, best_discard = CHOOSERS.best_claim, CHOOSERS.best_discard


def claim(view: Any) -> int:
    """The option whose hand is worth most."""
    return best_claim(view)


def discard(view: Any) -> int:
    """The discard whose hand is worth most."""
    return best_discard(view)


COUNTER = Strategy(
    "counter",
    claim,
    discard,
    params=PARAMETERS,
    meaning="counts unseen cards and plays the odds of a win times what it pays",
)
