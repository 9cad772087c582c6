"""The same decks under several values of the switches of the rules, compared deck by deck."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from experiments import clustered
from experiments.exact import Exact
from experiments.plan import Plan, make_plan
from experiments.study import Outcome, Progress, run_study
from experiments.tally import SEATS, Ints, Records
from experiments.typed_frames import Row, typed_frame
from simcore import RESULT_DTYPE, Rules, RulesError, SiseError, Strategy, describe, run_deals

if TYPE_CHECKING:
    import polars as pl

PLACES: Final = ("dealer", "next", "last")
COLUMNS: Final = (
    "one",
    *(f"{name}_{place}" for name in ("win", "payoff") for place in PLACES),
    *(f"{name}_{seat}" for name in ("win", "payoff") for seat in range(SEATS)),
    *(
        "nobody",
        "won",
        "self_drawn",
        "draws",
        "discards",
        "intents",
        "hu",
        "paid",
        "worst_loss",
        "pay",
        "high",
        "dreamer",
    ),
)
"""What of each deal is compared. hu, paid and pay are 0 where nobody won; paid is what changes hands, worst_loss
the most that one seat pays, pay what each other player pays the winner, high 1 for 小甲 and more or 大胡 and 高胡."""
BLOCK: Final = 4_000
"""Deals compared at a time: their records stay in the processor's cache."""
Switches = Mapping[str, Sequence[object]] | Iterable[str]


@dataclass(frozen=True)
class Variant:
    """One value of one switch beside another: `rules` and `against` are places in `ComparisonStudy.rules`."""

    switch: str
    value: str
    against_value: str
    rules: int
    against: int


@dataclass(frozen=True)
class ComparisonStudy:
    """`sise compare-rules`: the decks of `plan` under each of `rules`, for the differences that `variants` name."""

    plan: Plan
    rules: tuple[Rules, ...]
    variants: tuple[Variant, ...]
    asked: tuple[str, ...]
    """The switches as the command line takes them; empty for all."""

    @property
    def first(self) -> int:
        """Index of the first deck."""
        return self.plan.first

    @property
    def count(self) -> int:
        """Number of decks."""
        return self.plan.deals

    @property
    def unit(self) -> str:
        """Decks: a deal's cards, whoever holds which rules."""
        return "decks"

    @property
    def command(self) -> str:
        """The command line that asks for the same."""
        start = shlex.join(["sise", "compare-rules", *(w for text in self.asked for w in ("--switch", text))])
        return self.plan.command.replace("sise simulate", start if self.asked else f"{start} --all", 1)

    def to_dict(self) -> dict[str, Any]:
        """What was asked, in plain values."""
        compared = [
            {"switch": variant.switch, "value": variant.value, "against": variant.against_value}
            for variant in self.variants
        ]
        return {"study": "compare-rules"} | self.plan.to_dict() | {"compared": compared}

    def prepare(self) -> None:
        """Compile, and play the first deck. Raises StrategyError."""
        plan = self.plan
        for rules in self.rules:
            run_deals(rules, plan.strategies, plan.seed, plan.first, 1, dealer=plan.dealer)

    def empty(self) -> Exact:
        """Counts of no deck."""
        width = 2 * len(COLUMNS)
        return Exact(
            {
                # sums of products of the columns under the first rules and, beside them, under the second
                "products": np.zeros((len(self.variants), width, width), np.int64),
                "changed": np.zeros(len(self.variants), np.int64),  # decks that ended otherwise
            },
            {},
        )

    def play(self, first: int, count: int) -> Exact:
        """Play decks first … first + count - 1 under all rules and compare them."""
        total = self.empty()
        for start in range(first, first + count, BLOCK):
            self._block(total, start, min(BLOCK, first + count - start))
        return total

    def _block(self, total: Exact, first: int, count: int) -> None:
        plan = self.plan
        played = np.zeros(len(self.rules) * count, RESULT_DTYPE)  # what lies between two fields stays 0 too
        for at, rules in enumerate(self.rules):
            records = run_deals(rules, plan.strategies, plan.seed, first, count, dealer=plan.dealer)
            played[at * count : (at + 1) * count] = records
        shape = (len(self.rules), count, -1)
        columns = columns_of(played, plan.youxi).astype(np.float64).reshape(shape)
        played["intents"] = 0  # a question more, answered as before, is no other course
        courses = played.view(np.int64).reshape(shape)
        for at, variant in enumerate(self.variants):
            before, after = variant.against, variant.rules
            both = np.concatenate([columns[before], columns[after]], axis=1)
            total.grids["products"][at] += clustered.products(both)
            total.grids["changed"][at] += np.count_nonzero((courses[before] != courses[after]).any(axis=1))


def columns_of(records: Records, youxi: bool) -> Ints:
    """The `COLUMNS` of deals, shape (n, columns)."""
    columns = np.empty((len(records), len(COLUMNS)), np.int64)
    dealer, winner = records["dealer"].astype(np.int64), records["winner"].astype(np.int64)
    seats = (dealer[:, None] + np.arange(SEATS)) % SEATS
    payoff = records["payoff"].astype(np.int64)
    columns[:, 0] = 1
    columns[:, 1:4] = winner[:, None] == seats
    columns[:, 4:7] = np.take_along_axis(payoff, seats, axis=1)
    columns[:, 7:10] = winner[:, None] == np.arange(SEATS)
    columns[:, 10:13] = payoff
    won = winner >= 0
    rest = {
        "nobody": ~won,
        "won": won,
        "self_drawn": records["win_kind"] == 1,
        "draws": records["draws"],
        "discards": records["discards"],
        "intents": records["intents"],
        "hu": records["hu"] * won,
        "paid": -np.minimum(payoff, 0).sum(axis=1),
        "worst_loss": -np.minimum(payoff, 0).min(axis=1),
        "pay": records["pay"] * won,
        "high": ((records["total"] >= 40) | (records["high"] != 0)) & won if youxi else records["level"] > 0,
        "dreamer": records["dreamer"],
    }
    for at, name in enumerate(COLUMNS[13:], 13):
        columns[:, at] = rest[name]
    return columns


def make_study(plan: Plan, switches: Switches | None = None) -> ComparisonStudy:
    """What to compare: `switches` as `{"pass_down": [True, False]}` or as the command line takes them,
    `["pass_down=true,false", "payers"]`; None for every switch of the game.

    Of several values the others are compared with the first; one value alone is compared with that of the plan's
    rules, and no value stands for all. Raises RulesError for a switch or value that is none.
    """
    rules = plan.rules
    texts = [row.switch for row in describe(rules)] if switches is None else [*_texts(switches)]
    if not texts:
        raise RulesError("no switch to compare; expected one such as pass_down=true,false")
    found: dict[Rules, int] = {}
    variants: list[Variant] = []
    seen: set[str] = set()
    for text in texts:
        name, values = _values(rules, text)
        if name in seen:
            raise RulesError(f'switch "{name}" is given twice; name all its values at once')
        seen.add(name)
        places = [found.setdefault(rules.set_text([f"{name}={value}"]), len(found)) for value in values]
        variants += [
            Variant(name, value, values[0], place, places[0])
            for value, place in zip(values[1:], places[1:], strict=True)
        ]
    return ComparisonStudy(plan, tuple(found), tuple(variants), () if switches is None else tuple(texts))


def _texts(switches: Switches) -> Iterable[str]:
    if isinstance(switches, str):
        raise SiseError(f'switches: expected a list such as ["pass_down=true,false"], found "{switches}"')
    if not isinstance(switches, Mapping):
        return switches
    shown = {name: ",".join(_shown(value) for value in values) for name, values in switches.items()}
    return [f"{name}={values}" if values else name for name, values in shown.items()]


def _shown(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _values(rules: Rules, text: str) -> tuple[str, list[str]]:
    """The switch that `text` names and the values to compare, the first one that of the comparison."""
    name, _, listed = (part.strip() for part in text.partition("="))
    values = [value.strip().lower() for value in listed.split(",")] if listed else []
    rules.set_text([f"{name}={value}" for value in values or ["?"] if values or name not in _names(rules)])
    row = next(row for row in describe(rules) if row.switch == name)
    if not values:
        values = [row.value, *(choice for choice in row.choices if choice != row.value)]
    elif len(values) == 1:
        values = [row.value, *values]
    if len(set(values)) < len(values):
        others = " or ".join(choice for choice in row.choices if choice != row.value)
        raise RulesError(f'switch "{text}": a value is compared with itself; expected {name}={row.value},{others}')
    return name, values


def _names(rules: Rules) -> list[str]:
    return [row.switch for row in describe(rules)]


@dataclass(frozen=True)
class RuleComparison:
    """What a comparison came to. `decks` is below `study.count` only where the run was interrupted."""

    study: ComparisonStudy
    counts: Exact
    decks: int

    @cached_property
    def rows(self) -> dict[str, list[Row]]:
        """The tables as plain rows."""
        from experiments import comparison_tables as tables

        return {
            "switches": tables.switch_rows(self.study, self.counts),
            "metrics": tables.metric_rows(self.study, self.counts),
        }

    @cached_property
    def tables(self) -> dict[str, pl.DataFrame]:
        """The frames by name."""
        from experiments.comparison_tables import SCHEMAS

        return {name: typed_frame(rows, SCHEMAS[name]) for name, rows in self.rows.items()}

    @property
    def switches(self) -> pl.DataFrame:
        """One row a value: how many decks went otherwise, and the differences that matter most, with intervals."""
        return self.tables["switches"]

    @property
    def metrics(self) -> pl.DataFrame:
        """One row a value and metric: before (the first value), after, and their difference, with intervals."""
        return self.tables["metrics"]

    def to_dict(self) -> dict[str, Any]:
        """The comparison as one JSON object: `run`, `decks`, and the rows of the tables."""
        return {"run": self.study.to_dict(), "decks": self.decks} | self.rows

    def charts(self, lang: str = "en") -> dict[str, Any]:
        """altair charts by name, in English or Chinese; needs the extra `plots`."""
        from experiments.charts.comparison import charts

        return charts(self, lang)


def compare_rules(
    rules: Rules | str,
    seats: Sequence[Strategy | str] = ("greedy", "greedy", "greedy"),
    switches: Switches | None = None,
    *,
    decks: int = 100_000,
    seed: int = 1,
    first: int = 0,
    dealer: str | int = "rotate",
    threads: int = 1,
    chunk: int | None = None,
    executor: str | Executor | None = None,
    directory: str | os.PathLike[str] | None = None,
    fresh: bool = False,
    progress: Progress | None = None,
) -> RuleComparison:
    """Play the same decks under several values of the switches and compare them deck by deck.

    `switches` as in `make_study`: `{"pass_down": [True, False]}`, `["payers"]`, or None for all. The outcome depends
    on rules, seats, switches, seed, range and dealer only. Raises SiseError for input that cannot be used, and
    `experiments.study.Interrupted` on Ctrl-C, whose outcome `RuleComparison(study, outcome.counts, outcome.done)` is a
    table of.
    """
    study = make_study(make_plan(rules, seats, seed=seed, deals=decks, first=first, dealer=dealer), switches)
    outcome: Outcome[Exact] = run_study(
        study,
        threads=threads,
        chunk=chunk,
        executor=executor,
        directory=directory,
        fresh=fresh,
        progress=progress,
        tables=lambda outcome: RuleComparison(study, outcome.counts, outcome.done).tables,
    )
    return RuleComparison(study, outcome.counts, outcome.done)
