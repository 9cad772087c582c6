"""What a tuning is: strategy, rules, opponents, budget and seed. Equal tasks give equal results."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isfinite
from typing import Any, Final

from experiments.contest import Contest
from experiments.plan import MAX_DEAL, Plan, Seat, make_plan, rules_words
from experiments.sequential import Sprt
from experiments.tally import SEATS
from experiments.tuning.generation import Generation, Opponents, deals_of
from experiments.tuning.schedule import Schedule, make_schedule
from experiments.tuning.search import Search, check_library
from experiments.tuning.space import Floats, Space
from simcore import Rules, SiseError, Strategy
from strategies.registry import parse_spec, split_seats

BUDGET: Final = 10_000_000
SIGMA: Final = 0.05
"""Step size at the start, in ranges of a parameter."""


@dataclass(frozen=True)
class Task:
    """A tuning that was checked; make one with `make_task`."""

    rules: Rules
    seat: Seat
    line_ups: tuple[Opponents, ...]
    space: Space
    seed: int
    budget: int
    schedule: Schedule
    sigma: float
    delta: float

    def candidate(self, values: Sequence[float]) -> Seat:
        """The strategy with other parameters."""
        parsed = parse_spec(self.seat.spec)
        params = dict(parsed.params) | self.space.settings(values)
        spec = f"{parsed.source}[{','.join(f'{name}={value!r}' for name, value in params.items())}]"
        return Seat(spec, spec, self.seat.strategy.with_params(self.space.settings(values)))

    def prepare(self) -> None:
        """Compile the core and the strategies, and play one deck. Raises StrategyError."""
        self.generation(0, self.space.origin[None]).prepare()

    def search(self) -> Search:
        """The search at its start."""
        return Search(self.space.origin, self.sigma, self.schedule.population, self.seed)

    def generation(self, number: int, points: Floats) -> Generation:
        """The candidates of a generation, on its own decks."""
        candidates = tuple(self.space.values(point) for point in points)
        return Generation(self, candidates, number * self.schedule.decks, self.schedule.decks)

    def gate(self, values: Sequence[float]) -> Contest:
        """The strategy with these parameters against itself as it was, on the decks after those of the search."""
        return Contest(
            self.rules,
            (self.candidate(values), self.seat),
            self.seed,
            self.schedule.search_decks,
            self.schedule.gate_decks,
            Sprt(self.delta),
        )

    @cached_property
    def scale(self) -> int:
        """What the sum of a deck's edges is to be divided by for its mean edge."""
        return 2 * self.schedule.deals

    @property
    def command(self) -> str:
        """A command line that asks for this tuning again, a rules file spelt out as its switches."""
        words = ["sise", "tune", self.seat.spec, *rules_words(self.rules)]
        for pair in self.line_ups:
            words += ["--opponents", ",".join(seat.spec for seat in pair)]
        words += ["--budget", str(self.budget), "--seed", str(self.seed)]
        if self.space != Space.of(self.seat.strategy, self.rules.game):
            words += ["--only", ",".join(self.space.names)]
        schedule = self.schedule
        if schedule != make_schedule(self.budget, len(self.space.names), schedule.deals):
            words += ["--generations", str(schedule.generations), "--population", str(schedule.population)]
        words += ["--sigma", str(self.sigma)] if self.sigma != SIGMA else []
        words += ["--delta", str(self.delta)] if self.delta != schedule.effect else []
        return shlex.join(words)

    def to_dict(self) -> dict[str, Any]:
        """What is asked for in plain values; equal dicts mean equal results."""
        rows = []
        for seat in (self.seat, *(seat for pair in self.line_ups for seat in pair)):
            plan = Plan(self.rules, (seat,) * SEATS, self.seed, 0, 1, "rotate").to_dict()
            rows.append(plan["strategies"][0])
        schedule = self.schedule
        return {
            "study": "tune",
            "rules": plan["rules"],
            "rules_hash": plan["rules_hash"],
            "strategy": rows[0],
            "opponents": rows[1:],
            "parameters": self.space.to_dict(),
            "seed": self.seed,
            "budget": self.budget,
            "generations": schedule.generations,
            "population": schedule.population,
            "decks": schedule.decks,
            "gate_decks": schedule.gate_decks,
            "sigma": self.sigma,
            "delta": self.delta,
        }


def make_task(
    rules: Rules | str,
    strategy: Strategy | str,
    *,
    opponents: Sequence[Any] = (),
    budget: int = BUDGET,
    seed: int = 1,
    only: Sequence[str] = (),
    generations: int | None = None,
    population: int | None = None,
    sigma: float = SIGMA,
    delta: float | None = None,
) -> Task:
    """Check a tuning before anything of it starts. Raises SiseError naming what cannot be used.

    `opponents` is a pair of strategies or names, or several pairs, which the candidates all meet; none means the
    strategy as it is, twice.
    """
    check_library()
    numbers = {"budget": budget, "generations": generations, "population": population}
    for name, value in numbers.items():
        least = 3 if name == "population" else 1
        if value is not None and (isinstance(value, bool) or not isinstance(value, int) or value < least):
            raise SiseError(f"{name} is {value!r}; expected a whole number from {least} on")
    if not (isfinite(sigma) and 0 < sigma <= 1):
        raise SiseError(f"sigma is {sigma}; expected a step above 0 and up to 1, in ranges of a parameter")
    if delta is not None:
        Sprt(delta)
    plan = make_plan(rules, (strategy,) * SEATS, seed=seed, deals=1)
    seat = plan.seats[0]
    if not seat.strategy.params:
        raise SiseError(f"strategy {seat.strategy.name} has no parameter that could be tuned")
    line_ups = tuple(_pair(plan.rules, seed, pair) for pair in pairs_of(opponents)) or ((seat, seat),)
    space = Space.of(seat.strategy, plan.rules.game, only)
    schedule = make_schedule(
        budget, len(space.names), deals_of(line_ups), generations=generations, population=population
    )
    if schedule.search_decks + schedule.gate_decks > MAX_DEAL:
        raise SiseError(f"budget is {budget}; expected fewer deals, at most {MAX_DEAL} decks")
    return Task(
        plan.rules, seat, line_ups, space, plan.seed, budget, schedule, float(sigma), float(delta or schedule.effect)
    )


def pairs_of(opponents: Sequence[Any]) -> list[Sequence[Strategy | str]]:
    """The pairs of opponents: of `("A", "B")`, `"A,B"`, or a sequence of such. Raises SiseError."""
    if isinstance(opponents, str):
        return [split_seats(opponents)]
    single = all(
        isinstance(each, Strategy) or (isinstance(each, str) and len(split_seats(each)) == 1) for each in opponents
    )
    if opponents and single:
        return [opponents]
    return [split_seats(pair) if isinstance(pair, str) else pair for pair in opponents]


def _pair(rules: Rules, seed: int, pair: Sequence[Strategy | str]) -> Opponents:
    if len(pair) != SEATS - 1:
        found = ", ".join(str(getattr(each, "label", each)) for each in pair)
        raise SiseError(f"opponents are two strategies, for example greedy,eager; found {found}")
    one, other, _ = make_plan(rules, (*pair, pair[-1]), seed=seed, deals=1).seats
    return one, other
