"""Means and rates over units whose parts are not independent: the seats of one deal, the deals of one evening.

A unit (a deal, a deck, an evening) is a row of integers, its first entry 1. Sums of products of these entries are all
that is kept of the units, so they add up exactly; every estimate here is a sum of ratios of column sums, with the
linearised ("delta method") variance that takes the unit as what was drawn at random (W. G. Cochran, Sampling
Techniques, 3rd ed., 1977, chapter 6). For a plain mean, whose denominator is the number of units, this is the usual
Student t interval.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import sqrt
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from experiments.stats import LEVEL, TINY, Estimate, clopper_pearson, t_quantile
from experiments.tally import Ints

EXACT: Final = 2**53
"""Integers up to here are exact as float64, in which the processor multiplies matrices fastest."""

Weights = Mapping[int, int]
"""A linear combination of columns: column -> factor."""
ONE: Final[Weights] = {0: 1}
"""The number of units, as a denominator."""


class Ratio(NamedTuple):
    """`factor` times the sum of `over` by the sum of `under`, over all units."""

    over: Weights
    under: Weights = ONE
    factor: Fraction | int = 1


def products(units: NDArray[Any]) -> Ints:
    """Sums over the units of the products of any two columns: whole numbers of shape (n, k) to (k, k) int64, exact."""
    n, k = units.shape
    total = np.zeros((k, k), np.int64)
    if not n:
        return total
    # An unsigned or narrow type must not wrap when its sign is taken.
    largest = max(abs(int(units.max())), abs(int(units.min())), 1)
    step = EXACT // largest**2
    if step < 1:
        raise OverflowError(f"an entry of {largest} is too large to square exactly")
    for start in range(0, n, step):
        part = units[start : start + step].astype(np.float64, copy=False)
        total += (part.T @ part).astype(np.int64)
    return total


def estimate(sums: Ints, *ratios: Ratio, level: float = LEVEL) -> Estimate:
    """The sum of `ratios` with its interval; `sums` is what `products` gives.

    All None where a denominator is 0, no bounds where there is a single unit.
    """
    units = int(sums[0, 0])
    value = Fraction(0)
    slope: dict[int, Fraction] = {}
    for over, under, factor in ratios:
        top, bottom = _sum(sums, over), _sum(sums, under)
        if not bottom:
            return Estimate(None, None, None)
        value += Fraction(factor) * top / bottom
        for column, weight in over.items():
            slope[column] = slope.get(column, Fraction(0)) + Fraction(factor) * weight / bottom
        for column, weight in under.items():
            slope[column] = slope.get(column, Fraction(0)) - Fraction(factor) * weight * top / bottom**2
    if units < 2:
        return Estimate(float(value), None, None)
    # Their squares over the units: the residuals add up to 0, so this is their variance but for n - 1.
    squares = sum(a * b * int(sums[i, j]) for i, a in slope.items() for j, b in slope.items())
    centred = squares - sum(a * int(sums[0, i]) for i, a in slope.items()) ** 2 / Fraction(units)
    half = t_quantile(units - 1, level) * sqrt(max(centred, Fraction(0)) * units / (units - 1))
    return Estimate(float(value), float(value) - half, float(value) + half)


def rate(sums: Ints, hits: Weights, trials: Weights, level: float = LEVEL) -> Estimate:
    """A rate over units: hits by trials, clustered; Clopper-Pearson's interval where a count is tiny.

    The exact interval takes the trials as independent, which is conservative where a unit's trials exclude each other
    (one winner a deal).
    """
    found, tried = _sum(sums, hits), _sum(sums, trials)
    if not tried:
        return Estimate(None, None, None)
    if min(found, tried - found) < TINY:
        return Estimate(found / tried, *clopper_pearson(found, tried, level))
    value, low, high = estimate(sums, Ratio(hits, trials), level=level)
    return Estimate(value, None if low is None else max(low, 0.0), None if high is None else min(high, 1.0))


def paired_rate(more: int, fewer: int, units: int, level: float = LEVEL) -> Estimate:
    """The difference of two rates seen on the same units: (more - fewer) / units.

    `more` units are hits for the second only, `fewer` for the first only. Where such units are few, the interval
    joins two exact ones, each at half the error, so that it is never too short; otherwise it is Student's t.
    """
    if not units:
        return Estimate(None, None, None)
    value = (more - fewer) / units
    if more + fewer < TINY:
        narrow = 1 - (1 - level) / 2
        up, down = clopper_pearson(more, units, narrow), clopper_pearson(fewer, units, narrow)
        return Estimate(value, up[0] - down[1], up[1] - down[0])
    if units < 2:
        return Estimate(value, None, None)
    variance = (units * (more + fewer) - (more - fewer) ** 2) / (units * (units - 1))
    half = t_quantile(units - 1, level) * sqrt(variance / units)
    return Estimate(value, value - half, value + half)


def column(names: Sequence[str], *wanted: str) -> dict[int, int]:
    """Weights 1 for the columns of these names."""
    return {names.index(name): 1 for name in wanted}


def _sum(sums: Ints, weights: Weights) -> int:
    return sum(weight * int(sums[0, at]) for at, weight in weights.items())
