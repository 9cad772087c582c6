"""Interval estimates from exact integer counts.

Nothing here sees a float until the counts are final, so equal counts give equal tables bit for bit.
The two quantiles that every table needs are short finite sums, written out here: loading scipy for them takes
longer than playing a hundred thousand deals. The tests hold every function against scipy and statsmodels.
"""

from functools import lru_cache
from math import atan, cos, exp, lgamma, log1p, pi, sin, sqrt
from statistics import NormalDist
from typing import Final, NamedTuple

LEVEL: Final = 0.95
"""Coverage of the intervals in every table."""

TINY: Final = 10
"""Fewer hits, or fewer misses, than this are a tiny count: the exact interval takes the place of Wilson's."""

NORMAL_FROM: Final = 5_000
"""From so many deals on, Student's t is the normal quantile to within 0.05 % of the interval's width."""


class Estimate(NamedTuple):
    """A point estimate with its interval; all None where nothing was observed, bounds None where one deal
    was."""

    value: float | None
    low: float | None
    high: float | None


def normal_quantile(level: float = LEVEL) -> float:
    """Two-sided normal quantile: 1.96 for a level of 0.95."""
    return NormalDist().inv_cdf(0.5 + level / 2)


@lru_cache(maxsize=64)
def t_quantile(degrees: int, level: float = LEVEL) -> float:
    """Two-sided Student t quantile for `degrees` >= 1 degrees of freedom."""
    t = normal_quantile(level)
    if degrees >= NORMAL_FROM:
        return t
    scale = 2 * exp(lgamma((degrees + 1) / 2) - lgamma(degrees / 2)) / sqrt(degrees * pi)
    # Newton's steps from below: the coverage is concave, so they rise to the quantile and never pass it.
    for _ in range(100):
        density = scale * exp(-(degrees + 1) / 2 * log1p(t * t / degrees))
        step = (level - _t_coverage(t, degrees)) / density
        t += step
        if abs(step) <= 1e-14 * t:
            break
    return t


def _t_coverage(t: float, degrees: int) -> float:
    """Probability that Student's t lies within -t … t: for whole degrees of freedom a finite sum."""
    angle = atan(t / sqrt(degrees))
    square = cos(angle) ** 2
    odd = degrees % 2
    term = cos(angle) if odd else 1.0
    total = 0.0
    for k in range(2 + odd, degrees + 1, 2):
        total += term
        term *= square * (k - 1) / k
    total *= sin(angle)
    return 2 / pi * (angle + total) if odd else total


def wilson(hits: int, trials: int, level: float = LEVEL) -> tuple[float, float]:
    """Wilson's score interval of a rate; `trials` >= 1."""
    z = normal_quantile(level)
    rate = hits / trials
    spread = 1.0 + z * z / trials
    centre = (rate + z * z / (2 * trials)) / spread
    half = z / spread * sqrt(rate * (1.0 - rate) / trials + z * z / (4 * trials * trials))
    return max(0.0, centre - half), min(1.0, centre + half)


def clopper_pearson(hits: int, trials: int, level: float = LEVEL) -> tuple[float, float]:
    """The exact (Clopper-Pearson) interval of a rate; `trials` >= 1."""
    tail = (1.0 - level) / 2
    if trials - hits < min(hits, TINY):
        low, high = clopper_pearson(trials - hits, trials, level)
        return 1.0 - high, 1.0 - low
    if hits < TINY:
        low = 0.0 if hits == 0 else _rate_of(hits - 1, trials, 1.0 - tail)
        return low, 1.0 if hits == trials else _rate_of(hits, trials, tail)
    from scipy.special import betaincinv

    low = float(betaincinv(hits, trials - hits + 1, tail))
    return low, float(betaincinv(hits + 1, trials - hits, 1.0 - tail))


def _rate_of(most: int, trials: int, probability: float) -> float:
    """The rate at which at most `most` < `trials` hits come with `probability`; by halving."""
    low, high = 0.0, 1.0
    while True:
        middle = (low + high) / 2
        if not low < middle < high:
            return middle
        if _at_most(most, trials, middle) > probability:
            low = middle
        else:
            high = middle


def _at_most(most: int, trials: int, rate: float) -> float:
    """Probability of at most `most` hits, for a few hits: the binomial sum."""
    term = exp(trials * log1p(-rate))
    total = term
    for k in range(most):
        term *= (trials - k) / (k + 1) * rate / (1.0 - rate)
        total += term
    return total


def rate(hits: int, trials: int, level: float = LEVEL) -> Estimate:
    """Rate `hits / trials` with its interval: exact where a count is tiny, Wilson's otherwise."""
    if trials == 0:
        return Estimate(None, None, None)
    method = clopper_pearson if min(hits, trials - hits) < TINY else wilson
    return Estimate(hits / trials, *method(hits, trials, level))


def mean(count: int, total: int, squares: int, scale: int = 1, level: float = LEVEL) -> Estimate:
    """Mean with its Student t interval from exact sums of `count` integers and of their squares.

    `scale` divides the values (a strategy at two seats: the sum of both over 2). The variance comes from
    integers of any size, so nothing cancels.
    """
    if count == 0:
        return Estimate(None, None, None)
    value = total / (count * scale)
    if count == 1:
        return Estimate(value, None, None)
    half = t_quantile(count - 1, level) * sqrt(variance(count, total, squares) / count) / scale
    return Estimate(value, value - half, value + half)


def variance(count: int, total: int, squares: int) -> float:
    """Unbiased variance of `count` >= 2 integers from their exact sums."""
    return (count * squares - total * total) / (count * (count - 1))
