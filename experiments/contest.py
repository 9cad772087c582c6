"""A match as a study: which strategies meet, on which decks, by which sequential test."""

from __future__ import annotations

import shlex
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from experiments.decks import THREE, TWO, Columns, DeckCounts, LineUp, Part, play_line_up
from experiments.plan import MAX_DEAL, Plan, Seat, make_plan, settings
from experiments.sequential import Sprt, SprtState
from experiments.tally import SEATS, Records
from simcore import Rules, SiseError, Strategy


@dataclass(frozen=True)
class Contest:
    """Two or three strategies on decks first … first + count - 1; make one with `make_contest`.

    A deck is a deal that is played six times: of two strategies in the three rotations of A against two B and of two A
    against one B, of three in all orders. With `sprt` the contest ends where that test decides; `count` is then the
    most decks that it may take.
    """

    rules: Rules
    seats: tuple[Seat, ...]
    seed: int
    first: int
    count: int
    sprt: Sprt | None = None

    unit = "decks"

    @property
    def strategies(self) -> tuple[Strategy, ...]:
        """A, B and, of three, C."""
        return tuple(seat.strategy for seat in self.seats)

    @property
    def line_ups(self) -> tuple[LineUp, ...]:
        """The games of a deck."""
        return TWO if len(self.seats) == 2 else THREE

    @cached_property
    def columns(self) -> Columns:
        """The columns of a deck's row."""
        return Columns(self.line_ups, len(self.seats))

    @cached_property
    def looks(self) -> tuple[int, ...]:
        """The deck counts at which the sequential test is looked at; the last one is `count`."""
        return (self.count,) if self.sprt is None else self.sprt.looks(self.count)

    @property
    def command(self) -> str:
        """A command line that plays this contest again, a rules file spelt out as its switches."""
        words = ["sise", "match", *(seat.spec for seat in self.seats), *run_words(self)]
        if self.sprt is not None:
            words += ["--sprt", ",".join(f"{name}={value}" for name, value in self.sprt.to_dict().items())]
        return shlex.join(words)

    def to_dict(self) -> dict[str, Any]:
        """The contest in plain values; equal dicts mean equal tables."""
        return asked(self) | {"sprt": None if self.sprt is None else self.sprt.to_dict()}

    def prepare(self) -> None:
        """Compile the core and the strategies, and play the first deal. Raises StrategyError."""
        _ = self._first_deal

    @cached_property
    def _first_deal(self) -> list[Records]:
        every = LineUp("first", self.line_ups[0].orders[:1])  # once: a deal of a slow strategy takes seconds
        return play_line_up(self.rules, self.seats, every, self.seed, self.first, 1)

    def empty(self) -> DeckCounts:
        """Counts of no deck."""
        return DeckCounts(self.columns.width, self.columns.extras)

    def play(self, first: int, count: int, /) -> DeckCounts:
        """Play decks first … first + count - 1; counted apart from one look to the next."""
        games = [play_line_up(self.rules, self.seats, line_up, self.seed, first, count) for line_up in self.line_ups]
        counts = self.empty()
        start = 0
        while start < count:
            look = bisect_right(self.looks, first - self.first + start)
            end = min(count, self.looks[look] + self.first - first)
            cut = [[records[start:end] for records in orders] for orders in games]
            counts.add(DeckCounts.of(*self.columns.rows(cut), look))
            start = end
        return counts

    def edge(self) -> tuple[dict[int, int], int]:
        """The edge of A over all games of a deck as a linear form, and what it is scaled up by: what the sequential
        test and the live interval look at."""
        form: dict[int, int] = {}
        scale = 0
        for number, line_up in enumerate(self.line_ups):
            form |= self.columns.edge(number, 0)  # no column belongs to two line-ups
            scale += line_up.scale()
        return form, scale


class Judge:
    """Follows the counts of a contest as they come in, look by look.

    It goes by the decks from the first one on without a gap, whatever other decks were counted, so that what it says
    does not depend on who played which chunk when.
    """

    def __init__(self, contest: Contest) -> None:
        self._contest = contest
        self._form, _ = contest.edge()
        self._sums = (0, 0, 0)
        self.looks = 0
        """The looks that were taken."""
        self.state = SprtState("undecided", 0.0, 0)
        """The test at the last of them."""

    @property
    def decided(self) -> bool:
        """Whether the test has come to a verdict."""
        return self.state.verdict != "undecided"

    def see(self, counts: DeckCounts) -> bool:
        """Take the looks that `counts` now allow, up to a verdict; whether there is one. For ever more counts of one
        contest."""
        test, ends = self._contest.sprt, self._contest.looks
        if test is None:
            return False
        while not self.decided and self.looks < len(ends) and self.looks in counts.parts:
            part = counts.parts[self.looks]
            if part.decks != ends[self.looks] - self._sums[0]:
                break
            decks, total, squares = (a + b for a, b in zip(self._sums, part.moments(self._form), strict=True))
            self._sums = (decks, total, squares)
            self.state = test.update(*self._sums)
            self.looks += 1
        return self.decided

    def decks_of(self, counts: DeckCounts) -> Part:
        """What the tables are over: the decks up to the verdict, or all where there is none."""
        self.see(counts)
        return counts.total(range(self.looks) if self.decided else None)


def make_contest(
    rules: Rules | str,
    strategies: Sequence[Strategy | str],
    *,
    decks: int,
    seed: int = 1,
    first: int = 0,
    sprt: Sprt | None = None,
) -> Contest:
    """Check a match before anything of it starts. Raises SiseError naming what cannot be used."""
    if not 2 <= len(strategies) <= SEATS:
        raise SiseError(f"a match is between two or three strategies, not {len(strategies)}")
    if sprt is not None and not isinstance(sprt, Sprt):
        raise SiseError(f"sprt is {sprt!r}; expected an experiments.sequential.Sprt")
    rules_value, seats = make_seats(rules, strategies, decks=decks, seed=seed, first=first)
    return Contest(rules_value, seats, int(seed), int(first), int(decks), sprt)


def make_seats(
    rules: Rules | str, strategies: Sequence[Strategy | str], *, decks: int, seed: int, first: int
) -> tuple[Rules, tuple[Seat, ...]]:
    """The rules and the strategies, two or three, with the names they have in tables. Raises SiseError."""
    if isinstance(decks, bool) or not isinstance(decks, int) or not 1 <= decks <= MAX_DEAL:
        raise SiseError(f"decks is {decks!r}; expected a whole number from 1 to {MAX_DEAL}")
    filled = [*strategies, *[strategies[-1]] * (SEATS - len(strategies))]
    plan = make_plan(rules, filled, seed=seed, deals=decks, first=first)
    return plan.rules, plan.seats[: len(strategies)]


def run_words(study: Any) -> list[str]:
    """The options of a command line that matches and ladders share."""
    words = ["--rules", study.rules.base]
    for setting in settings(study.rules):
        words += ["--set", setting]
    return [*words, "--seed", str(study.seed), "--first", str(study.first), "--decks", str(study.count)]


def asked(study: Any) -> dict[str, Any]:
    """Rules, strategies, seed and range of a match or ladder in plain values."""
    rows = []
    for seat in study.seats:
        plan = Plan(study.rules, (seat,) * SEATS, study.seed, study.first, study.count, "rotate").to_dict()
        rows.append(plan["strategies"][0])
    kept = {key: plan[key] for key in ("rules", "rules_hash", "seed", "first")}
    return kept | {"strategies": rows, "decks": study.count}
