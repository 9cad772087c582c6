"""Whole evenings: deals in a row whose dealer follows the rules (G14, Y16), each evening a unit of its own.

Deal j of session i is deal i * deals + j of the seed, so a session is `deals` consecutive deals and any of it can be
replayed alone, its dealer given.
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from experiments import clustered
from experiments.exact import Exact
from experiments.plan import Plan, make_plan, rules_words
from experiments.tally import SEATS, Ints, Records, Spread
from simcore import Rules, SiseError, Strategy, next_dealer, run_deals

MAX_DEALS: Final = 10_000
"""Deals of a session at most."""
BLOCK: Final = 4_000
"""About as many deals are played at a time: their records stay in the processor's cache."""
COLUMNS: Final = (
    "units",
    *(f"{name}_{seat}" for name in ("dealt", "asked", "kept", "won") for seat in range(SEATS)),
    *("nobody", "draws"),
)
"""What of each session goes into the sums of products: the deals that a seat dealt, those of them after which the
evening went on, those after which it dealt again, and the deals it won; deals without a winner; cards drawn."""


@dataclass(frozen=True)
class SessionStudy:
    """`sise odds session`: sessions `first` … `first + count - 1` of `deals` deals each. Make one with `make_study`.

    `dealer` is who deals first: "rotate" (session i begins with seat i mod 3) or a seat.
    """

    plan: Plan
    first: int
    count: int
    deals: int
    dealer: str | int

    @property
    def unit(self) -> str:
        """Sessions."""
        return "sessions"

    @property
    def command(self) -> str:
        """The command line that asks for the same."""
        plan = self.plan
        words = ["sise", "odds", "session", *rules_words(plan.rules)]
        words += ["--seats", ",".join(seat.spec for seat in plan.seats), "--seed", str(plan.seed)]
        words += ["--deals", str(self.deals), "--first", str(self.first), "--sessions", str(self.count)]
        return shlex.join([*words, "--dealer", str(self.dealer)])

    def to_dict(self) -> dict[str, Any]:
        """What was asked, in plain values."""
        asked = {"first": self.first, "sessions": self.count, "deals": self.deals, "dealer": self.dealer}
        return {"study": "odds session"} | self.plan.to_dict() | asked

    def prepare(self) -> None:
        """Compile, and play the first deal. Raises StrategyError."""
        plan = self.plan
        run_deals(plan.rules, plan.strategies, plan.seed, self.first * self.deals, 1, dealer=self.opener(self.first))

    def opener(self, session: int) -> int:
        """Who deals first in a session."""
        return session % SEATS if self.dealer == "rotate" else int(self.dealer)

    def empty(self) -> Exact:
        """Counts of no session."""
        return Exact(
            {
                "first_alone": np.zeros(SEATS, np.int64),  # more than both others
                "first_tied": np.zeros(SEATS, np.int64),  # as much as another, less than none
                "plus": np.zeros(SEATS, np.int64),  # more than at the start
                "even": np.zeros(SEATS, np.int64),
                "products": np.zeros((len(COLUMNS), len(COLUMNS)), np.int64),
                # by seat (3: any) and length, the runs of deals in a row that a seat dealt: how many in all, their
                # squares by session, and how many the end of the session cut off
                "runs": np.zeros((SEATS + 1, self.deals + 1), np.int64),
                "run_squares": np.zeros((SEATS + 1, self.deals + 1), np.int64),
                "runs_cut": np.zeros((SEATS + 1, self.deals + 1), np.int64),
            },
            {
                "total": Spread.empty(SEATS + 1),  # row 3: the dreamer
                "drawdown": Spread.empty(SEATS),
                "longest": Spread.empty(SEATS + 1),  # the longest run of each seat; row 3: of the session
            },
        )

    def play(self, first: int, count: int) -> Exact:
        """Play sessions first … first + count - 1 and count them."""
        total = self.empty()
        step = max(1, BLOCK // self.deals)
        for start in range(first, first + count, step):
            records = self.records(start, min(step, first + count - start))
            _count(total, records)
        return total

    def records(self, first: int, count: int) -> Records:
        """The deals of some sessions, as they followed one another: shape (count, deals) of RESULT_DTYPE."""
        plan = self.plan
        start, number = first * self.deals, count * self.deals
        # Who deals hangs on who won before, so every deal is played with each dealer, and the ones that came are taken.
        played = np.stack(
            [run_deals(plan.rules, plan.strategies, plan.seed, start, number, dealer=dealer) for dealer in range(SEATS)]
        ).reshape(SEATS, count, self.deals)
        follows = _follows(plan.rules)
        dealers = np.empty((count, self.deals), np.int64)
        session = np.arange(count)
        dealer = np.array([self.opener(first + at) for at in range(count)], np.int64)
        for deal in range(self.deals):
            dealers[:, deal] = dealer
            dealer = follows[dealer, played["winner"][dealer, session, deal]]
        taken: Records = played[dealers, session[:, None], np.arange(self.deals)]
        return taken


def make_study(
    rules: Rules | str,
    seats: Sequence[Strategy | str],
    *,
    deals: int,
    sessions: int,
    seed: int,
    first: int,
    dealer: str | int,
) -> SessionStudy:
    """Check what is asked for. Raises SiseError naming what cannot be used."""
    for name, value, low in (("deals", deals, 1), ("sessions", sessions, 1), ("first", first, 0)):
        if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < low:
            raise SiseError(f"{name} is {value!r}; expected a whole number of {low} or more")
    if deals > MAX_DEALS:
        raise SiseError(f"deals is {deals}; expected at most {MAX_DEALS} in one session")
    deals, sessions, first = int(deals), int(sessions), int(first)
    plan = make_plan(rules, seats, seed=seed, deals=sessions * deals, first=first * deals, dealer=dealer)
    return SessionStudy(plan, first, sessions, deals, plan.dealer)


def _follows(rules: Rules) -> Ints:
    """Who deals next: [dealer, winner], the last column (-1) for no winner."""
    return np.array([[next_dealer(rules, dealer, winner) for winner in (0, 1, 2, -1)] for dealer in range(SEATS)])


def standings(payoffs: NDArray[Any]) -> Ints:
    """Sums up to and with each deal; `payoffs` (sessions, deals, ...)."""
    return np.cumsum(payoffs, axis=1, dtype=np.int64)


def drawdowns(standing: Ints) -> Ints:
    """The worst fall of each line of `standing` (sessions, deals, seats) from the best it had before, 0 at the start
    among it: (sessions, seats), 0 or more."""
    peak = np.maximum(np.maximum.accumulate(standing, axis=1), 0)
    worst: Ints = (peak - standing).max(axis=1)
    return worst


def _count(found: Exact, records: Records) -> None:
    grids, spreads = found.grids, found.spreads
    sessions = len(records)
    standing = standings(records["payoff"])
    total = standing[:, -1]
    seat = np.arange(SEATS)
    spreads["total"].add(Spread.of(SEATS + 1, seat, total))
    spreads["total"].add(Spread.of(SEATS + 1, np.array([SEATS]), records["dreamer"].sum(axis=1, dtype=np.int64)))
    spreads["drawdown"].add(Spread.of(SEATS, seat, drawdowns(standing)))
    first = total == total.max(axis=1, keepdims=True)
    alone = first.sum(axis=1) == 1
    grids["first_alone"] += (first & alone[:, None]).sum(axis=0)
    grids["first_tied"] += (first & ~alone[:, None]).sum(axis=0)
    grids["plus"] += (total > 0).sum(axis=0)
    grids["even"] += (total == 0).sum(axis=0)

    dealer, winner = records["dealer"].astype(np.int64), records["winner"]
    stays = dealer[:, 1:] == dealer[:, :-1]
    units = np.empty((sessions, len(COLUMNS)), np.int64)
    units[:, 0] = 1
    for s in range(SEATS):
        mine = dealer == s
        units[:, 1 + s] = mine.sum(axis=1)
        units[:, 4 + s] = mine[:, :-1].sum(axis=1)
        units[:, 7 + s] = (mine[:, :-1] & stays).sum(axis=1)
        units[:, 10 + s] = (winner == s).sum(axis=1)
    units[:, 13] = (winner < 0).sum(axis=1)
    units[:, 14] = records["draws"].sum(axis=1)
    grids["products"] += clustered.products(units)
    _count_runs(found, dealer, stays)


def _count_runs(found: Exact, dealer: Ints, stays: NDArray[np.bool_]) -> None:
    """The runs of deals in a row with one dealer."""
    grids = found.grids
    sessions, deals = dealer.shape
    last = np.ones((sessions, deals), bool)
    last[:, :-1] = ~stays
    begins = np.ones((sessions, deals), bool)
    begins[:, 1:] = ~stays
    session, end = np.nonzero(last)  # both in the order of sessions and deals, so each end meets its beginning
    length = end - np.nonzero(begins)[1] + 1
    who = dealer[session, end]
    size = (SEATS, deals + 1)
    keys = (session * SEATS + who) * (deals + 1) + length
    each = np.bincount(keys, minlength=sessions * SEATS * (deals + 1)).reshape(sessions, *size)
    both = np.concatenate([each, each.sum(axis=1, keepdims=True)], axis=1)
    grids["runs"] += both.sum(axis=0)
    grids["run_squares"] += (both * both).sum(axis=0)
    cut = end == deals - 1
    ended = np.bincount(who[cut] * (deals + 1) + length[cut], minlength=SEATS * (deals + 1)).reshape(size)
    grids["runs_cut"] += np.concatenate([ended, ended.sum(axis=0, keepdims=True)])
    longest = deals - (both[:, :, ::-1] > 0).argmax(axis=2)
    longest[(both == 0).all(axis=2)] = 0  # never the dealer
    found.spreads["longest"].add(Spread.of(SEATS + 1, np.arange(SEATS + 1), longest))
