"""What a dealt hand holds: `deal`, the exact odds with a simulation beside them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from difflib import get_close_matches
from fractions import Fraction
from functools import cached_property
from math import sqrt
from os import PathLike
from typing import TYPE_CHECKING, Any, Final

from experiments import stats
from experiments.exact import Exact
from experiments.odds.deal_exact import CHANCES, SIZES, Feature, exact_distribution, features_of
from experiments.odds.deal_study import DealStudy, histogram
from experiments.plan import MAX_DEAL, MAX_SEED
from experiments.study import Outcome, Progress, run_study
from experiments.typed_frames import Row, Schema, typed_frame
from simcore import Rules, SiseError

if TYPE_CHECKING:
    import polars as pl

_COMPARED: Final[dict[str, type]] = {
    "exact": float, "exact_fraction": str, "simulated": float, "low": float, "high": float, "z": float, "inside": bool,
}  # fmt: skip
FEATURES: Final[Schema] = {"feature": str, "cards": int, "value": int, "count": int} | _COMPARED
SUMMARY: Final[Schema] = {"feature": str, "cards": int} | _COMPARED | {"chi2": float, "df": int, "p": float}
LEAST_EXPECTED: Final = 5
"""Hands that a value should have to be a class of its own in a chi-squared statistic; rarer ones are put together."""


@dataclass(frozen=True)
class DealOdds:
    """Exact odds of a dealt hand, and what `deals` hands of each size that were dealt had.

    `counts` is None where no hand was dealt. `wanted` limits the tables to some features.
    """

    study: DealStudy
    deals: int
    counts: Exact | None = None
    wanted: tuple[Feature, ...] = ()

    @classmethod
    def of(cls, study: DealStudy, outcome: Outcome[Exact], wanted: tuple[Feature, ...] = ()) -> DealOdds:
        """The odds beside what a run has counted."""
        return cls(study, outcome.done, outcome.counts, wanted)

    @property
    def rules(self) -> Rules:
        """The rules; of the switches only jiang_cap bears on a dealt hand."""
        return self.study.rules

    @property
    def asked(self) -> tuple[tuple[Feature, int], ...]:
        """Feature and cards of each distribution. A 天胡 takes 31 cards."""
        return tuple(
            (feature, cards)
            for feature in self.wanted or features_of(self.rules.game)
            for cards in SIZES
            if not (feature is Feature.TIANHU and cards != max(SIZES))
        )

    def exact(self, feature: Feature | str, cards: int) -> dict[int, Fraction]:
        """Value -> probability of a feature in a hand of `cards` cards, exact; rising, they add up to 1."""
        if cards not in SIZES:
            raise SiseError(f"a dealt hand of {cards} cards; expected {' or '.join(map(str, SIZES))}")
        found = exact_distribution(self.rules, read_feature(feature, self.rules.game), cards)
        hands = sum(found.values())
        return {value: Fraction(ways, hands) for value, ways in found.items()}

    def seen(self, feature: Feature | str, cards: int) -> dict[int, int]:
        """Value -> how many of the dealt hands of `cards` cards had it."""
        feature = read_feature(feature, self.rules.game)
        return {} if self.counts is None else histogram(self.counts, feature, cards, self.deals)

    @cached_property
    def feature_rows(self) -> list[Row]:
        """One row for each value that a feature can have (`FEATURES`)."""
        rows = []
        for feature, cards in self.asked:
            seen = self.seen(feature, cards)
            for value, exact in self.exact(feature, cards).items():
                row = {"feature": str(feature), "cards": cards, "value": value}
                rows.append(row | compared_rate(exact, seen.get(value, 0), self.deals))
        return rows

    @cached_property
    def summary_rows(self) -> list[Row]:
        """One row a feature (`SUMMARY`): its mean (its chance, where a hand has it or not), and how well the whole
        distribution fits."""
        rows = []
        for feature, cards in self.asked:
            exact, seen = self.exact(feature, cards), self.seen(feature, cards)
            row: Row = {"feature": str(feature), "cards": cards}
            if feature in CHANCES:
                row |= compared_rate(exact[1], seen.get(1, 0), self.deals)
                row.pop("count", None)
            else:
                row |= compared_mean(exact, seen, self.deals)
            rows.append(row | goodness_of_fit(exact, seen, self.deals))
        return rows

    @property
    def features(self) -> pl.DataFrame:
        """Every value of every feature: exact, simulated with its 95 % interval, and the two compared.

        `exact_fraction` is the exact probability as num/den, `z` how many standard errors the simulation is off,
        `inside` whether the interval holds the exact probability.
        """
        return typed_frame(self.feature_rows, FEATURES)

    @property
    def summary(self) -> pl.DataFrame:
        """The means, compared as in `features`, with Pearson's chi-squared statistic of the distribution, its degrees
        of freedom and the probability `p` of one as large."""
        return typed_frame(self.summary_rows, SUMMARY)

    @property
    def tables(self) -> dict[str, pl.DataFrame]:
        """The frames by name."""
        return {"features": self.features, "summary": self.summary}

    @property
    def inside(self) -> tuple[int, int]:
        """How many intervals of `features` hold the exact probability, and of how many: of those that are not bound to
        be too wide because almost no hand, or almost every one, has the value."""
        told = [
            row["inside"]
            for row in self.feature_rows
            if self.deals and min(row["exact"], 1 - row["exact"]) * self.deals >= stats.TINY
        ]
        return sum(told), len(told)

    def charts(self, lang: str = "en") -> dict[str, Any]:
        """altair charts by feature, in English or Chinese; needs the extra `plots`."""
        from experiments.charts.odds_deal import charts

        return charts(self, lang)

    def to_dict(self) -> dict[str, Any]:
        """As JSON: what was asked for, the deals counted, and the rows of both frames."""
        return {
            "run": self.study.to_dict(),
            "deals": self.deals,
            "features": [dict.fromkeys(FEATURES) | row for row in self.feature_rows],
            "summary": [dict.fromkeys(SUMMARY) | row for row in self.summary_rows],
        }


def deal(
    rules: Rules | str = "guangshui",
    *,
    deals: int = 1_000_000,
    seed: int = 1,
    first: int = 0,
    features: Iterable[Feature | str] = (),
    threads: int = 1,
    chunk: int | None = None,
    executor: str | Executor | None = None,
    directory: str | PathLike[str] | None = None,
    fresh: bool = False,
    progress: Progress | None = None,
) -> DealOdds:
    """The odds of a dealt hand of 30 and of 31 cards: exact, and simulated from deals `first` … `first + deals - 1`.

    `deals` 0 leaves out the simulation; `features` limits the tables to some (`experiments.odds.deal_exact.Feature`).
    The other arguments are those of `experiments.study.run_study`. Raises SiseError for what cannot be used, and
    `experiments.study.Interrupted` on Ctrl-C.
    """
    study = deal_study(rules, deals=deals, seed=seed, first=first)
    wanted = read_features(features, study.rules.game)
    if not study.count:
        return DealOdds(study, 0, None, wanted)
    outcome = run_study(
        study,
        threads=threads,
        chunk=chunk,
        executor=executor,
        directory=directory,
        fresh=fresh,
        progress=progress,
    )
    return DealOdds.of(study, outcome, wanted)


def deal_study(rules: Rules | str, *, deals: int, seed: int, first: int = 0) -> DealStudy:
    """A checked study of dealt hands; `deals` may be 0, which cannot be run. Raises SiseError."""
    rules = Rules.preset(rules) if isinstance(rules, str) else rules
    for name, value, most in (("deals", deals, MAX_DEAL), ("first", first, MAX_DEAL - deals), ("seed", seed, MAX_SEED)):
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
            raise SiseError(f"{name} is {value!r}; expected a whole number from 0 to {most}")
    return DealStudy(rules, seed, first, deals)


def read_features(names: Iterable[Feature | str], game: str) -> tuple[Feature, ...]:
    """The features that are named, each once, in the order of the tables. Raises SiseError."""
    found = {read_feature(name, game) for name in names}
    return tuple(feature for feature in Feature if feature in found)


def read_feature(name: Feature | str, game: str) -> Feature:
    """The feature of that name. Raises SiseError where the game has none."""
    known = features_of(game)
    if name not in known:
        close = get_close_matches(str(name), known, n=1)
        guess = f"did you mean {close[0]}? " if close else ""
        raise SiseError(f'feature "{name}" is none of {game}; {guess}expected {", ".join(known)}')
    return Feature(name)


def compared_rate(exact: Fraction, count: int, deals: int) -> Row:
    """An exact probability beside `count` of `deals` hands: the columns of `features` from count on."""
    row: Row = {"exact": float(exact), "exact_fraction": f"{exact.numerator}/{exact.denominator}"}
    if not deals:
        return row
    value, low, high = stats.rate(count, deals)
    row |= {"count": count, "simulated": value, "low": low, "high": high}
    spread = deals * exact * (1 - exact)
    z = float(count - deals * exact) / sqrt(spread) if spread else None
    assert low is not None
    assert high is not None
    return row | {"z": z, "inside": low <= exact <= high}


def compared_mean(exact: Mapping[int, Fraction], seen: Mapping[int, int], deals: int) -> Row:
    """The exact mean of a distribution beside that of `deals` hands."""
    mean = sum((value * share for value, share in exact.items()), Fraction(0))
    row: Row = {"exact": float(mean), "exact_fraction": f"{mean.numerator}/{mean.denominator}"}
    if not deals:
        return row
    total = sum(value * count for value, count in seen.items())
    squares = sum(value * value * count for value, count in seen.items())
    value, low, high = stats.mean(deals, total, squares)
    row |= {"simulated": value, "low": low, "high": high}
    variance = sum((value * value * share for value, share in exact.items()), Fraction(0)) - mean * mean
    z = float(total - deals * mean) / sqrt(deals * variance) if variance else None
    return row | {"z": z, "inside": None if low is None or high is None else low <= mean <= high}


def goodness_of_fit(exact: Mapping[int, Fraction], seen: Mapping[int, int], deals: int) -> Row:
    """Pearson's chi-squared statistic of counts beside exact probabilities; empty where too few hands were dealt.

    Neighbouring values are put together until `LEAST_EXPECTED` hands should have one of them.
    """
    classes: list[tuple[Fraction, int]] = []
    expected, count = Fraction(0), 0
    for value, share in exact.items():
        expected, count = expected + share * deals, count + seen.get(value, 0)
        if expected >= LEAST_EXPECTED:
            classes.append((expected, count))
            expected, count = Fraction(0), 0
    if classes and expected:
        more, too = classes.pop()
        classes.append((expected + more, count + too))
    if len(classes) < 2:
        return {}
    from scipy.special import chdtrc

    chi2 = float(sum((count - expected) ** 2 / expected for expected, count in classes))
    return {"chi2": chi2, "df": len(classes) - 1, "p": float(chdtrc(len(classes) - 1, chi2))}
