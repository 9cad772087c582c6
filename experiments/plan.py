"""What a run is: rules, line-up, seed and range. Equal plans give equal tables, whatever runs them."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Final

from experiments.tally import SEATS
from simcore import Rules, SiseError, Strategy, describe, run_deals
from strategies import load
from strategies.registry import source_of

MAX_SEED: Final = 2**64 - 1
MAX_DEAL: Final = 2**62
"""Deal numbers are below this."""
DEALERS: Final = ("rotate", 0, 1, 2)


@dataclass(frozen=True)
class Seat:
    """A seat of the line-up: the strategy, what was typed for it, and the name it has in the tables."""

    spec: str
    label: str
    strategy: Strategy = field(compare=False)


@dataclass(frozen=True)
class Plan:
    """A checked run. Make one with `make_plan`."""

    rules: Rules
    seats: tuple[Seat, ...]
    seed: int
    first: int
    deals: int
    dealer: str | int

    @property
    def strategies(self) -> tuple[Strategy, ...]:
        """The strategies by seat, as the core takes them."""
        return tuple(seat.strategy for seat in self.seats)

    @property
    def youxi(self) -> bool:
        """True for the Youxi game, which has a dreamer and other classes of wins."""
        return self.rules.game == "youxi"

    @property
    def by_strategy(self) -> dict[str, tuple[int, ...]]:
        """The seats of each strategy, by its label, in the order of the seats."""
        seats: dict[str, tuple[int, ...]] = {}
        for number, seat in enumerate(self.seats):
            seats[seat.label] = (*seats.get(seat.label, ()), number)
        return seats

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each strategy that sits at more than one."""
        return tuple(seats for seats in self.by_strategy.values() if len(seats) > 1)

    @property
    def command(self) -> str:
        """A command line that plays this plan again, a rules file spelt out as its switches."""
        words = ["sise", "simulate", *rules_words(self.rules)]
        words += ["--seats", ",".join(seat.spec for seat in self.seats), "--seed", str(self.seed)]
        words += ["--first", str(self.first), "--deals", str(self.deals), "--dealer", str(self.dealer)]
        return shlex.join(words)

    def replay(self, deal: int) -> str:
        """A command line that shows one deal of the plan, event by event."""
        return replay_command(self.rules, [seat.spec for seat in self.seats], self.seed, deal, self.dealer)

    def to_dict(self) -> dict[str, Any]:
        """The plan in plain values, for `run.json`; equal dicts mean equal tables."""
        return {
            "rules": self.rules.to_dict(),
            "rules_hash": self.rules.hash,
            "strategies": [_strategy_dict(seat, self.rules.game) for seat in self.seats],
            "seed": self.seed,
            "first": self.first,
            "deals": self.deals,
            "dealer": self.dealer,
        }


def settings(rules: Rules) -> list[str]:
    """The switches that differ from the preset, as `--set` takes them: `["pass_down=false"]`."""
    return [f"{row.switch}={row.value}" for row in describe(rules) if row.value != row.default]


def prepare(plan: Plan) -> None:
    """Compile the core and the strategies of a plan, and play its first deal: what cannot be compiled, or fails at
    once, is told before anything is written. Raises StrategyError."""
    run_deals(plan.rules, plan.strategies, plan.seed, plan.first, 1, dealer=plan.dealer)


def rules_words(rules: Rules) -> list[str]:
    """The words of a command line that give these rules, a rules file spelt out as its switches."""
    words = ["--rules", rules.base]
    for setting in settings(rules):
        words += ["--set", setting]
    return words


def replay_command(rules: Rules, specs: Sequence[str], seed: int, deal: int, dealer: str | int = "rotate") -> str:
    """A command line that shows one deal, event by event; `specs` are the seats as `--seats` takes them."""
    words = ["sise", "replay", *rules_words(rules), "--seats", ",".join(specs), "--seed", str(seed)]
    return shlex.join([*words, "--deal", str(deal), "--dealer", str(dealer)])


def make_plan(
    rules: Rules | str,
    seats: Sequence[Strategy | str],
    *,
    seed: int,
    deals: int,
    first: int = 0,
    dealer: str | int = "rotate",
) -> Plan:
    """Check a run before anything of it starts. Raises SiseError naming what cannot be used."""
    rules = Rules.preset(rules) if isinstance(rules, str) else rules
    if len(seats) != SEATS:
        raise SiseError(f"expected {SEATS} seats, for example greedy,greedy,random; found {len(seats)}")
    _check_int("seed", seed, 0, MAX_SEED)
    _check_int("deals", deals, 1, MAX_DEAL)
    _check_int("first", first, 0, MAX_DEAL - deals)
    if isinstance(dealer, str) and dealer.isdecimal():
        dealer = int(dealer)
    if dealer not in DEALERS or isinstance(dealer, bool):
        raise SiseError(f"dealer is {dealer!r}; expected rotate, 0, 1 or 2")
    return Plan(rules, _seats(seats), int(seed), int(first), int(deals), dealer)


def _check_int(name: str, value: int, low: int, high: int) -> None:
    try:
        within = value == int(value) and low <= value <= high
    except (TypeError, ValueError):
        within = False
    if not within:
        raise SiseError(f"{name} is {value!r}; expected a whole number from {low} to {high}")


def _seats(seats: Sequence[Strategy | str]) -> tuple[Seat, ...]:
    """The line-up; strategies that are not the same but call themselves alike get a number after the
    label."""
    made: list[Seat] = []
    kinds: dict[str, list[Strategy]] = {}
    for seat in seats:
        strategy = load(seat) if isinstance(seat, str) else seat
        if not isinstance(strategy, Strategy):
            raise SiseError(f"a seat is {seat!r}; expected a simcore.Strategy or its name")
        same = kinds.setdefault(strategy.label, [])
        if strategy not in same:
            same.append(strategy)
        number = same.index(strategy)
        label = strategy.label + (f"#{number + 1}" if number else "")
        made.append(Seat(seat if isinstance(seat, str) else strategy.label, label, strategy))
    return tuple(made)


def _strategy_dict(seat: Seat, game: str) -> dict[str, Any]:
    row: dict[str, Any] = {
        "strategy": seat.spec,
        "label": seat.label,
        "parameters": seat.strategy.settings_for(game),
    }
    source = source_of(seat.strategy)
    if source is not None:
        row["file_sha256"] = sha256(source.text).hexdigest()
    return row
