"""Odds of whole deals, counted: who wins from which place, how, for how much, after how many turns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from experiments import clustered
from experiments.exact import Exact
from experiments.odds import play_hands, play_logs
from experiments.plan import Plan
from experiments.tally import CLASSES, NAMED_BITS, SEATS, WIN_KINDS, Ints, Records, Spread, classes
from simcore import SiseError, dealt_hands, run_deals

PLACES: Final = ("dealer", "next", "last")
"""Seats relative to the dealer: place p is seat (dealer + p) mod 3."""
COLUMNS: Final = (
    "units",
    *(f"{name}_{place}" for name in ("win", "payoff") for place in PLACES),
    *("draws", "discards", "intents", "dreamer"),
)
"""What of each deal goes into the sums of products, for means and paired differences (`experiments.clustered`)."""
BLOCK: Final = 8_000
"""Deals counted at a time: their records stay in the processor's cache."""


@dataclass(frozen=True)
class PlayStudy:
    """`sise odds play`: the deals of `plan`; `sample` of them, evenly spread, are also read event by event."""

    plan: Plan
    sample: int

    @property
    def first(self) -> int:
        """Index of the first deal."""
        return self.plan.first

    @property
    def count(self) -> int:
        """Number of deals."""
        return self.plan.deals

    @property
    def unit(self) -> str:
        """Deals."""
        return "deals"

    @property
    def command(self) -> str:
        """The command line that asks for the same."""
        return self.plan.command.replace("sise simulate", "sise odds play", 1) + f" --sample {self.sample}"

    def to_dict(self) -> dict[str, Any]:
        """What was asked, in plain values."""
        return {"study": "odds play"} | self.plan.to_dict() | {"sample": self.sample}

    def prepare(self) -> None:
        """Compile, and play the first deal. Raises StrategyError."""
        plan = self.plan
        run_deals(plan.rules, plan.strategies, plan.seed, plan.first, 1, dealer=plan.dealer)

    def empty(self) -> Exact:
        """Counts of no deal."""
        return Exact(
            {
                "ends": np.zeros((SEATS + 1, WIN_KINDS, CLASSES), np.int64),  # who (0 nobody, place + 1), kind, class
                "sat": np.zeros((SEATS, SEATS), np.int64),  # deals in which the seat had the place
                "won": np.zeros((SEATS, SEATS), np.int64),  # of those, deals that it won
                "named": np.zeros(NAMED_BITS, np.int64),
                "products": np.zeros((len(COLUMNS), len(COLUMNS)), np.int64),
                "dealt": play_hands.empty(len(play_hands.features(self.plan.rules))),
                **play_logs.empty(),
            },
            {
                "hu": Spread.empty(SEATS),  # of wins, by place
                "worth": Spread.empty(SEATS),  # 牌, in Youxi 總胡數
                "pay": Spread.empty(SEATS),  # what each other player pays
                "payoff": Spread.empty(SEATS * SEATS),  # of every deal, row seat * 3 + place
                "draws": Spread.empty(2),  # row 0: nobody won, 1: somebody did
                "discards": Spread.empty(2),
                "intents": Spread.empty(2),
            },
        )

    def play(self, first: int, count: int) -> Exact:
        """Play deals first … first + count - 1 and count them."""
        total = self.empty()
        for start in range(first, first + count, BLOCK):
            total.add(self._block(start, min(BLOCK, first + count - start)))
        return total

    def sampled(self, first: int, count: int) -> range:
        """The deals of first … first + count - 1 that are read event by event."""
        if not self.sample:
            return range(0)
        step = self.step
        begin = self.first + -(-max(0, first - self.first) // step) * step
        end = min(first + count, self.first + self.sample * step)
        return range(begin, max(begin, end), step)

    @property
    def step(self) -> int:
        """Deals from one sampled deal to the next; no multiple of 3, so that the dealer moves on between them."""
        step = max(1, self.count // max(1, self.sample))
        return step - 1 if step > 1 and step % SEATS == 0 else step

    def _block(self, first: int, count: int) -> Exact:
        plan = self.plan
        found = self.empty()
        records = run_deals(plan.rules, plan.strategies, plan.seed, first, count, dealer=plan.dealer)
        places = Places(records)
        _count(found, records, places, plan.youxi)
        held = dealt_hands(plan.rules, plan.seed, first, count, plan.dealer)
        summed = play_hands.weights(places.payoff, places.who)
        for at, level in enumerate(play_hands.levels(plan.rules, held)):
            found.grids["dealt"][at] += play_hands.cells(places.of(level), summed)
        sampled = self.sampled(first, count)
        if len(sampled):
            chosen = np.array([deal - first for deal in sampled])
            play_logs.count(found.grids, plan, sampled, places.take(chosen))
        return found


class Places:
    """The seats of some deals by their place: `who` won (0 nobody, place + 1), `payoff` (n, 3) by place."""

    __slots__ = ("payoff", "seats", "who")

    def __init__(self, records: Records) -> None:
        dealer = records["dealer"].astype(np.int64)
        winner = records["winner"].astype(np.int64)
        self.seats: Ints = (dealer[:, None] + np.arange(SEATS)) % SEATS
        self.who: Ints = np.where(winner < 0, 0, (winner - dealer) % SEATS + 1)
        self.payoff: Ints = self.of(records["payoff"]).astype(np.int64)

    def of(self, by_seat: NDArray[Any]) -> NDArray[Any]:
        """Values by seat, shape (n, 3), by place."""
        first = np.arange(0, SEATS * len(self.seats), SEATS)[:, None]
        taken: NDArray[Any] = by_seat.ravel()[self.seats + first]
        return taken

    def take(self, at: Ints) -> Places:
        """Some of the deals."""
        taken = Places.__new__(Places)
        for name in self.__slots__:
            setattr(taken, name, getattr(self, name)[at])
        return taken


def _count(found: Exact, records: Records, places: Places, youxi: bool) -> None:
    """Count what the records alone tell."""
    grids, spreads = found.grids, found.spreads
    who, payoff = places.who, places.payoff
    won = who > 0
    kind = records["win_kind"].astype(np.int64)
    worth = classes(records, youxi)
    keys = (who * WIN_KINDS + kind) * CLASSES + worth
    grids["ends"] += np.bincount(keys, minlength=grids["ends"].size).reshape(grids["ends"].shape)
    place = np.arange(SEATS)
    rows = places.seats * SEATS + place
    size = SEATS * SEATS
    grids["sat"] += np.bincount(rows.ravel(), minlength=size).reshape(SEATS, SEATS)
    of_winner = rows[won, who[won] - 1]
    grids["won"] += np.bincount(of_winner, minlength=size).reshape(SEATS, SEATS)
    spreads["payoff"].add(Spread.of(size, rows, payoff))

    wins = records[won]
    by = who[won] - 1
    for name, field in (("hu", "hu"), ("worth", "total" if youxi else "pai"), ("pay", "pay")):
        spreads[name].add(Spread.of(SEATS, by, wins[field]))
    for name in ("draws", "discards", "intents"):
        spreads[name].add(Spread.of(2, won.astype(np.int64), records[name]))
    named = wins["named"].astype(np.int64)
    sets, times = np.unique(named, return_counts=True)
    grids["named"] += times @ (sets[:, None] >> np.arange(NAMED_BITS) & 1)

    units = np.empty((len(records), len(COLUMNS)), np.int64)
    units[:, 0] = 1
    units[:, 1:4] = who[:, None] == place + 1
    units[:, 4:7] = payoff
    for at, name in enumerate(COLUMNS[7:], 7):
        units[:, at] = records[name]
    grids["products"] += clustered.products(units)


def make_study(plan: Plan, sample: int | None) -> PlayStudy:
    """Check what is asked for; `sample` None is `SAMPLE` deals, or all where there are fewer. Raises SiseError."""
    if sample is None:
        return PlayStudy(plan, min(SAMPLE, plan.deals))
    if isinstance(sample, bool) or not 0 <= sample <= plan.deals:
        raise SiseError(f"sample is {sample}; expected 0 to {plan.deals}, the number of deals")
    return PlayStudy(plan, int(sample))


SAMPLE: Final = 2_000
"""Deals that are read event by event where nothing else is asked for: about 2 s of them."""
