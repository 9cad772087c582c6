"""The simulation beside the exact odds of a dealt hand: hands from the decks that every other command plays."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from experiments.exact import Exact
from experiments.odds.deal_exact import Feature, jiang_cap
from experiments.odds.deal_hands import COLUMNS, WIDTH, count_hands, hand_tables
from experiments.plan import settings
from experiments.tally import SEATS
from simcore import Rules, dealt_hands, hand_batch, score_many

_COUNTS: Final = "features"
_TIANHU: Final = "tianhu"


@dataclass(frozen=True)
class DealStudy:
    """Dealt hands to count: of each deal `first` … `first + count - 1` of a seed the dealer's hand of 31 cards and the
    next seat's of 30, so that the hands of one size are independent. Deal i has dealer i mod 3."""

    rules: Rules
    seed: int
    first: int
    count: int

    @property
    def unit(self) -> str:
        """What is counted by."""
        return "deals"

    @property
    def command(self) -> str:
        """The command line that asks for it."""
        words = ["sise", "odds", "deal", "--rules", self.rules.base]
        for setting in settings(self.rules):
            words += ["--set", setting]
        words += ["--seed", str(self.seed), "--first", str(self.first), "--deals", str(self.count)]
        return shlex.join(words)

    def to_dict(self) -> dict[str, Any]:
        """What is asked for, in plain values."""
        return {
            "study": "odds deal",
            "rules": self.rules.to_dict(),
            "rules_hash": self.rules.hash,
            "seed": self.seed,
            "first": self.first,
            "deals": self.count,
        }

    def prepare(self) -> None:
        """Compile, and count the first deal."""
        self.play(self.first, min(self.count, 1))
        score_many(self.rules, hand_batch(self.rules, []))

    def empty(self) -> Exact:
        """Counts of no hand."""
        return Exact({_COUNTS: _no_counts(), _TIANHU: np.zeros(1, np.int64)}, {})

    def play(self, first: int, count: int) -> Exact:
        """Count deals first … first + count - 1. A 天胡 is what the scorer of the game says it is."""
        hands = dealt_hands(self.rules, self.seed, first, count)
        counts = _no_counts()
        covered = np.zeros(count, np.int64)
        dealers = (first + np.arange(count)) % SEATS
        found = count_hands(hands, dealers, hand_tables(self.rules.game, jiang_cap(self.rules)), counts, covered)
        tianhu = 0
        if found:
            dealt = [hands[deal, dealers[deal]] for deal in covered[:found]]
            cases = [{"hand": np.repeat(np.arange(len(held)), held).tolist()} for held in dealt]
            tianhu = int(score_many(self.rules, hand_batch(self.rules, cases))["wins"].sum())
        return Exact({_COUNTS: counts, _TIANHU: np.array([tianhu], np.int64)}, {})


def _no_counts() -> NDArray[np.int64]:
    return np.zeros((2, len(COLUMNS), WIDTH), np.int64)


def histogram(counts: Exact, feature: Feature, cards: int, hands: int) -> dict[int, int]:
    """Value -> how many of the `hands` counted of so many cards have it, rising; values that never came left out."""
    if feature is Feature.TIANHU:
        wins = int(counts.grids[_TIANHU][0])
        return {value: number for value, number in ((0, hands - wins), (1, wins)) if number}
    row = counts.grids[_COUNTS][cards - 30, COLUMNS.index(feature)]
    return {int(value): int(row[value]) for value in np.flatnonzero(row)}
