"""Interval estimates from exact integer counts.

Nothing here sees a float until the counts are final, so equal counts give equal tables bit for bit.
`scipy.special` (0.1 s) is imported only where a quantile needs it; `scipy.stats` and statsmodels (a second
or more) never are. The tests hold every function against them.
"""

from math import sqrt
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


def t_quantile(degrees: int, level: float = LEVEL) -> float:
    """Two-sided Student t quantile for `degrees` >= 1 degrees of freedom."""
    if degrees >= NORMAL_FROM:
        return normal_quantile(level)
    from scipy.special import stdtrit

    return float(stdtrit(degrees, 0.5 + level / 2))


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
    from scipy.special import betaincinv

    tail = (1.0 - level) / 2
    low = 0.0 if hits == 0 else float(betaincinv(hits, trials - hits + 1, tail))
    high = 1.0 if hits == trials else float(betaincinv(hits + 1, trials - hits, 1.0 - tail))
    return low, high


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
