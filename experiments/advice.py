"""What each choice at a position is worth: hidden cards drawn at random, every choice played on from the same ones.

Equal samples under every choice make the differences between choices far surer than the values themselves. Which
choices can be told from the best: multiple comparisons with the best (J. C. Hsu, "Constrained simultaneous confidence
intervals for multiple comparisons with the best", Annals of Statistics 12, 1984), one-sided Student t on paired
differences at level 1 - 0.05 / (k - 1), Bonferroni over the k - 1 others. With 95 % confidence the choice that is
really best is among those not told apart, whichever the samples put first.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from experiments import clustered, stats
from experiments.clustered import Ratio
from experiments.exact import Exact
from experiments.plan import MAX_SEED, Seat, make_plan
from experiments.positions import from_toml, read_position, to_dict
from experiments.stats import LEVEL, Estimate
from experiments.study import Outcome, Progress, run_study
from experiments.tally import Ints
from experiments.typed_frames import Row, Schema, interval_schema, typed_frame
from simcore import (
    LONE,
    Kind,
    Option,
    Position,
    Seated,
    SiseError,
    Strategy,
    Wait,
    format_card,
    try_choices,
)

if TYPE_CHECKING:
    import polars as pl

NONE: Final = -1
BLOCK: Final = 256
"""Samples are played so many at a time."""
MAX_SAMPLE: Final = 2**62

SCHEMAS: Final[dict[str, Schema]] = {
    "choices": {"rank": int, "option": str, "discard": str, "liked": bool, "samples": int}
    | interval_schema("win", "other_wins", "mean_payoff", "mean_hu", "difference", "win_difference")
    | {"apart": bool, "waits": int, "waits_unseen": int},
    "completing": {"option": str, "discard": str, "card": str, "unseen": int, "hu": int, "pay": int, "allowed": bool},
}
"""The tables and their columns. Rates are from 0 to 1; payoffs and pay in 牌, in Youxi in coins. `difference` is to
the first choice of the table, `apart` whether the choice can be told from the best."""


@dataclass(frozen=True)
class Candidate:
    """A choice: the claim as a deal log writes it ("" for a discard alone), the card discarded then (-1: none), in
    the core's form, whether the playing strategy would make it, and the cards that would complete the hand then."""

    option: str
    discard: int
    claim: int
    liked: bool
    waits: tuple[Wait, ...]

    @property
    def words(self) -> tuple[str, str]:
        """Option and discard as texts."""
        return self.option, format_card(self.discard) if self.discard != NONE else ""


def candidates(position: Position, playout: Strategy) -> tuple[Candidate, ...]:
    """Every legal option, each legal discard after it; none where the position asks nothing of its seat."""
    seated = Seated(position, playout)
    claim, discard = seated.liked()
    found = []
    for option in seated.options:
        name, mine = seated.option_name(option), int(option) == claim
        if option == Option.WIN:
            found.append(Candidate(name, NONE, int(option), mine, ()))
        elif option == Option.PASS and position.kind == Kind.CLAIM:
            found.append(Candidate(name, NONE, int(option), mine, _after_pass(seated)))
        elif option != Option.PASS:
            later = Seated(position.after(option), playout)
            then = later.liked()[1]
            found += [
                Candidate(name, t, int(option), mine and t == then, _after_discard(later, t)) for t in later.discards
            ]
    declines, passed = True, NONE
    if position.kind == Kind.OPENING and seated.options:  # E2: a 天胡 may be declined, then a discard is due
        declines, passed = claim == Option.PASS, int(Option.PASS)
        seated = Seated(position, playout, declined=True)
        discard = seated.liked()[1]
    found += [Candidate("", t, passed, declines and t == discard, _after_discard(seated, t)) for t in seated.discards]
    return tuple(found)


def _after_pass(seated: Seated) -> tuple[Wait, ...]:
    """What completes the hand once the seat has passed: not the card it passed on (G11)."""
    rules, card = seated.position.rules, seated.position.card
    dead = rules.game == "guangshui" and rules.passed_card_dead
    return tuple(replace(wait, allowed=wait.allowed and not (dead and wait.card == card)) for wait in seated.waits())


def _after_discard(seated: Seated, discard: int) -> tuple[Wait, ...]:
    bar = "Y15" if seated.bars and not LONE >> discard & 1 else ""
    return Seated(seated.position.without(discard, bar), seated.playout).waits()


@dataclass(frozen=True)
class AdviceStudy:
    """Samples `first` … `first + count - 1` of what is hidden at a position, every choice played on in each.

    Make one with `make_study`. `source` are the words of a command line that give the position.
    """

    position: Position
    playout: Seat
    choices: tuple[Candidate, ...]
    seed: int
    first: int
    count: int
    source: tuple[str, ...] = ()

    @property
    def unit(self) -> str:
        """Samples."""
        return "samples"

    @property
    def command(self) -> str:
        """The command line that asks for the same."""
        words = ["sise", "advise", *(self.source or ("POSITION.toml",)), "--playout", self.playout.spec]
        return shlex.join([*words, "--seed", str(self.seed), "--first", str(self.first), "--samples", str(self.count)])

    def to_dict(self) -> dict[str, Any]:
        """What was asked, in plain values."""
        plan = make_plan(self.position.rules, [self.playout.strategy] * 3, seed=self.seed, deals=1).to_dict()
        asked = {"position": to_dict(self.position), "playout": plan["strategies"][0]}
        return {"study": "advise"} | asked | {"seed": self.seed, "first": self.first, "samples": self.count}

    def prepare(self) -> None:
        """Compile, and try the first sample. Raises StrategyError."""
        self.play(self.first, 1)

    def empty(self) -> Exact:
        """Counts of no sample."""
        n = len(self.choices)
        grids: dict[str, Ints] = {name: np.zeros((n + 1, n + 1), np.int64) for name in ("payoff", "win")}
        grids |= {name: np.zeros(n, np.int64) for name in ("other", "hu", "hu_squares")}
        return Exact(grids | {"contradictions": np.zeros(1, np.int64)}, {})

    def play(self, first: int, count: int) -> Exact:
        """Try samples first … first + count - 1."""
        total = self.empty()
        seated = Seated(self.position, self.playout.strategy)
        tried = [(choice.claim, choice.discard) for choice in self.choices]
        me = self.position.seat
        grids = total.grids
        for start in range(first, first + count, BLOCK):
            size = min(BLOCK, first + count - start)
            found = try_choices(seated, tried, self.seed, start, size)
            one = np.ones((size, 1), np.int64)
            won = found.winner == me
            grids["payoff"] += clustered.products(np.hstack([one, found.payoff[:, :, me].astype(np.int64)]))
            grids["win"] += clustered.products(np.hstack([one, won.astype(np.int64)]))
            hu = np.where(won, found.hu, 0).astype(np.int64)
            grids["other"] += ((found.winner >= 0) & ~won).sum(axis=0)
            grids["hu"] += hu.sum(axis=0)
            grids["hu_squares"] += (hu * hu).sum(axis=0)
            grids["contradictions"] += found.contradictions
        return total


@dataclass(frozen=True)
class Advice:
    """What every choice at a position came to in `samples` samples; exact counts, and the tables made of them."""

    study: AdviceStudy
    counts: Exact
    samples: int

    @cached_property
    def rows(self) -> dict[str, list[Row]]:
        """The tables as plain rows."""
        return {"choices": self._choice_rows(), "completing": completing_rows(self.study)}

    @cached_property
    def tables(self) -> dict[str, pl.DataFrame]:
        """The frames by name."""
        return {name: typed_frame(rows, SCHEMAS[name]) for name, rows in self.rows.items()}

    @property
    def choices(self) -> pl.DataFrame:
        """Every choice, the best mean payoff first."""
        return self.tables["choices"]

    @property
    def completing(self) -> pl.DataFrame:
        """The cards that complete the hand: as it is, or after each choice."""
        return self.tables["completing"]

    @property
    def contradictions(self) -> int:
        """Types that the sampled hands should have claimed when they went by; 0 where the samples fit what was seen."""
        return int(self.counts.grids["contradictions"][0])

    def to_dict(self) -> dict[str, Any]:
        """The advice as one JSON object: `run`, `samples`, and the rows of the tables."""
        found = {"run": self.study.to_dict(), "samples": self.samples, "contradictions": self.contradictions}
        return found | self.rows

    def charts(self, lang: str = "en") -> dict[str, Any]:
        """altair charts by name, in English or Chinese; needs the extra `plots`."""
        from experiments.charts.advice import charts

        return charts(self, lang)

    def order(self) -> list[int]:
        """The choices, the best mean payoff first; of equals the better chance to win, then the first."""
        payoff, win = (self.counts.grids[name][0, 1:] for name in ("payoff", "win"))
        return sorted(range(len(self.study.choices)), key=lambda k: (-int(payoff[k]), -int(win[k]), k))

    def difference(self, k: int, best: int, level: float = LEVEL) -> Estimate:
        """By how much choice k pays more than `best`, sample by sample."""
        return clustered.estimate(self.counts.grids["payoff"], Ratio({k + 1: 1, best + 1: -1}), level=level)

    def apart(self, k: int, best: int) -> bool:
        """Whether choice k can be told from the best (see the top of this file)."""
        others = len(self.study.choices) - 1
        if k == best or self.samples < 2:
            return False
        # two-sided at 1 - 2 a is one-sided at 1 - a
        high = self.difference(k, best, 1 - 2 * (1 - LEVEL) / max(others, 2)).high
        return high is not None and high < 0

    def _choice_rows(self) -> list[Row]:
        grids, n = self.counts.grids, self.samples
        order = self.order()
        rows = []
        for rank, k in enumerate(order, 1):
            choice = self.study.choices[k]
            option, discard = choice.words
            wins = int(grids["win"][0, k + 1])
            row: Row = {"rank": rank, "option": option, "discard": discard, "liked": choice.liked, "samples": n}
            row |= _interval("win", stats.rate(wins, n))
            row |= _interval("other_wins", stats.rate(int(grids["other"][k]), n))
            row |= _interval("mean_payoff", clustered.estimate(grids["payoff"], Ratio({k + 1: 1})))
            row |= _interval("mean_hu", stats.mean(wins, int(grids["hu"][k]), int(grids["hu_squares"][k])))
            row |= _interval("difference", self.difference(k, order[0]))
            row |= _interval("win_difference", self._win_difference(k, order[0]))
            paying = [wait for wait in choice.waits if wait.pay > 0 and wait.allowed]
            row |= {"apart": self.apart(k, order[0])}
            rows.append(row | {"waits": len(paying), "waits_unseen": sum(wait.unseen for wait in paying)})
        return rows

    def _win_difference(self, k: int, best: int) -> Estimate:
        sums = self.counts.grids["win"]
        both = int(sums[k + 1, best + 1])
        return clustered.paired_rate(int(sums[0, k + 1]) - both, int(sums[0, best + 1]) - both, self.samples)


def _interval(name: str, estimate: Estimate) -> Row:
    return {name: estimate.value, f"{name}_low": estimate.low, f"{name}_high": estimate.high}


def completing_rows(study: AdviceStudy) -> list[Row]:
    """The cards that complete the hand: as it is where 30 cards stand, else after each choice that leaves such."""
    position = study.position
    if position.kind in (Kind.CLAIM, Kind.WAIT):
        now = [("", "", Seated(position, study.playout.strategy).waits())]
    else:
        now = []
    later = [(*choice.words, choice.waits) for choice in study.choices if choice.discard != NONE]
    return [
        {
            "option": option,
            "discard": discard,
            "card": format_card(wait.card),
            "unseen": wait.unseen,
            "hu": wait.hu,
            "pay": wait.pay,
            "allowed": wait.allowed,
        }
        for option, discard, waits in [*now, *later]
        for wait in waits
    ]


def make_study(
    position: Position,
    playout: Strategy | str,
    *,
    samples: int,
    seed: int,
    first: int = 0,
    source: tuple[str, ...] = (),
) -> AdviceStudy:
    """Check what is asked for. Raises SiseError naming what cannot be used."""
    for name, value, low, high in (
        ("samples", samples, 1, MAX_SAMPLE),
        ("first", first, 0, MAX_SAMPLE - samples if isinstance(samples, int) else 0),
        ("seed", seed, 0, MAX_SEED),
    ):
        if isinstance(value, bool) or not isinstance(value, int | np.integer) or not low <= value <= high:
            raise SiseError(f"{name} is {value!r}; expected a whole number from {low} to {high}")
    seat = make_plan(position.rules, [playout] * 3, seed=int(seed), deals=1).seats[0]
    return AdviceStudy(position, seat, candidates(position, seat.strategy), int(seed), int(first), int(samples), source)


def advise(
    position: Position | Mapping[str, Any] | str | os.PathLike[str],
    *,
    playout: Strategy | str = "greedy",
    samples: int = 1_000,
    seed: int = 1,
    first: int = 0,
    threads: int = 1,
    chunk: int | None = None,
    executor: str | Executor | None = None,
    directory: str | os.PathLike[str] | None = None,
    fresh: bool = False,
    progress: Progress | None = None,
) -> Advice:
    """Try every choice at a position in `samples` samples of the hidden cards, `playout` playing on at every seat.

    `position` is a `Position`, a mapping with the keys of docs/advise.md, or a TOML file. Sample i depends on
    (position, playout, seed, i) alone. Where the position leaves no choice nothing is played. Raises SiseError for
    input that cannot be used, and `experiments.study.Interrupted` on Ctrl-C.
    """
    study = make_study(as_position(position), playout, samples=samples, seed=seed, first=first)
    if not study.choices:
        return Advice(study, study.empty(), 0)
    outcome: Outcome[Exact] = run_study(
        study,
        threads=threads,
        chunk=chunk,
        executor=executor,
        directory=directory,
        fresh=fresh,
        progress=progress,
        tables=lambda outcome: Advice(study, outcome.counts, outcome.done).tables,
    )
    return Advice(study, outcome.counts, outcome.done)


def as_position(position: Position | Mapping[str, Any] | str | os.PathLike[str]) -> Position:
    """A position from any of the forms that `advise` takes."""
    if isinstance(position, Position):
        return position
    if isinstance(position, Mapping):
        return read_position(position)
    try:
        with open(position, encoding="utf-8") as file:
            text = file.read()
    except OSError as error:
        raise SiseError(f"position {os.fspath(position)}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise SiseError(f"position {os.fspath(position)} is no UTF-8 text") from None
    return from_toml(text, os.fspath(position))
