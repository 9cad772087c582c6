"""Whole distributions from exact histograms: shares with the Dvoretzky–Kiefer–Wolfowitz band.

P. Massart, "The tight constant in the Dvoretzky–Kiefer–Wolfowitz inequality", Annals of Probability 18 (1990): the
empirical distribution function of n independent observations lies within sqrt(ln(2 / alpha) / (2 n)) of the true one
everywhere at once, with probability 1 - alpha at least, for every n.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import log, sqrt
from typing import Any

from experiments.stats import LEVEL, Estimate

Histogram = Mapping[int, int]


def dkw(count: int, level: float = LEVEL) -> float:
    """Half the height of the band around the distribution function of `count` >= 1 observations."""
    return sqrt(log(2 / (1 - level)) / (2 * count))


def distribution(histogram: Histogram, level: float = LEVEL) -> list[dict[str, Any]]:
    """One row a value that came, rising: value, count, share, and cdf (share up to the value) with its band."""
    total = sum(histogram.values())
    half = dkw(total, level) if total else 0.0
    rows = []
    seen = 0
    for value in sorted(histogram):
        count = histogram[value]
        if not count:
            continue
        seen += count
        cdf = seen / total
        rows.append(
            {
                "value": value,
                "count": count,
                "share": count / total,
                "cdf": cdf,
                "cdf_low": max(0.0, cdf - half),
                "cdf_high": min(1.0, cdf + half),
            }
        )
    return rows


def quantile(histogram: Histogram, percent: int, level: float = LEVEL) -> Estimate:
    """The least value that `percent` of the observations do not exceed, and the values between which the band puts it.

    The intervals of all quantiles hold at once. A bound is None where the band does not say: there it lies beyond all
    that was observed.
    """
    total = sum(histogram.values())
    if not total:
        return Estimate(None, None, None)
    half = dkw(total, level)
    values = sorted(value for value, count in histogram.items() if count)
    wanted = percent / 100
    point = low = high = None
    seen = 0
    for value in values:
        seen += histogram[value]
        if point is None and 100 * seen >= percent * total:
            point = value
        if low is None and seen / total + half >= wanted:
            low = value
        if high is None and seen / total - half >= wanted:
            high = value
    # Below the least value the band reaches up to `half`: a quantile within it may lie lower than anything observed.
    return Estimate(point, None if half >= wanted else low, high)
