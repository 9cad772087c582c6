"""Intervals against statsmodels and scipy.stats, and against published figures."""

import math
import warnings

import pytest

from experiments import stats

COUNTS = [(0, 1), (1, 1), (0, 10), (1, 10), (5, 10), (9, 10), (3, 1000), (500, 1000), (123_456, 10_000_000)]


@pytest.mark.parametrize(("hits", "trials"), COUNTS)
@pytest.mark.parametrize("level", [0.9, 0.95, 0.99])
def test_rate_intervals_are_those_of_statsmodels(hits: int, trials: int, level: float) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from statsmodels.stats.proportion import proportion_confint
    for ours, method in ((stats.wilson, "wilson"), (stats.clopper_pearson, "beta")):
        theirs = proportion_confint(hits, trials, alpha=1 - level, method=method)
        assert ours(hits, trials, level) == pytest.approx(theirs, abs=1e-12)


TINY_COUNTS = [
    (hits, trials)
    for trials in (1, 2, 11, 20, 100, 12_345, 10**6)
    for few in (0, 1, 2, 5, 9)
    for hits in (few, trials - few)
    if 0 <= hits <= trials
]


@pytest.mark.parametrize(("hits", "trials"), TINY_COUNTS)
def test_exact_intervals_of_tiny_counts_are_those_of_scipy(hits: int, trials: int) -> None:
    from scipy.stats import beta

    for level in (0.9, 0.95, 0.999):
        tail = (1 - level) / 2
        low = float(beta.ppf(tail, hits, trials - hits + 1)) if hits else 0.0
        high = float(beta.isf(tail, hits + 1, trials - hits)) if hits < trials else 1.0
        found = stats.clopper_pearson(hits, trials, level)
        assert found[0] == pytest.approx(low, rel=1e-9)
        assert 1 - found[1] == pytest.approx(1 - high, rel=1e-9, abs=1e-15)


def test_exact_bounds_have_the_probabilities_that_define_them() -> None:
    # At 10^12 trials a binomial count is a Poisson one: e^-m (1 + m) = 0.025 and e^-m = 0.975.
    low, high = stats.clopper_pearson(1, 10**12)
    assert math.exp(-high * 1e12) * (1 + high * 1e12) == pytest.approx(0.025, rel=1e-9)
    assert math.exp(-low * 1e12) == pytest.approx(0.975, rel=1e-9)


@pytest.mark.parametrize("degrees", [*range(1, 40), 100, 501, 999, 2_000, stats.NORMAL_FROM - 1])
@pytest.mark.parametrize("level", [0.5, 0.9, 0.95, 0.999])
def test_student_quantiles_are_those_of_scipy(degrees: int, level: float) -> None:
    from scipy.stats import t

    assert stats.t_quantile(degrees, level) == pytest.approx(float(t.ppf(0.5 + level / 2, degrees)), rel=1e-10)


def test_published_figures() -> None:
    # Newcombe (1998), table I: 81/263, 15/148, 0/20, 1/29 at 95 %.
    assert stats.wilson(81, 263) == pytest.approx((0.2553, 0.3662), abs=5e-5)
    assert stats.wilson(15, 148) == pytest.approx((0.0624, 0.1605), abs=5e-5)
    assert stats.wilson(0, 20) == pytest.approx((0.0, 0.1611), abs=5e-5)
    assert stats.wilson(1, 29) == pytest.approx((0.0061, 0.1718), abs=5e-5)
    assert stats.clopper_pearson(81, 263) == pytest.approx((0.2527, 0.3676), abs=5e-5)
    assert stats.clopper_pearson(15, 148) == pytest.approx((0.0578, 0.1617), abs=5e-5)
    assert stats.clopper_pearson(0, 20) == pytest.approx((0.0, 0.1684), abs=5e-5)
    assert stats.clopper_pearson(1, 29) == pytest.approx((0.0009, 0.1776), abs=5e-5)


def test_tiny_counts_get_the_exact_interval() -> None:
    assert stats.rate(3, 100)[1:] == stats.clopper_pearson(3, 100)
    assert stats.rate(97, 100)[1:] == stats.clopper_pearson(97, 100)
    assert stats.rate(50, 100)[1:] == stats.wilson(50, 100)
    assert stats.rate(0, 0) == (None, None, None)


@pytest.mark.parametrize("values", [[1, 2, 3, 4], [-7, 0, 0, 12, 5], [10**9, 10**9 + 1, 10**9 + 2], [4, 4, 4]])
def test_mean_interval_is_students(values: list[int]) -> None:
    from scipy.stats import t

    count = len(values)
    average = sum(values) / count
    deviation = math.sqrt(sum((value - average) ** 2 for value in values) / (count - 1))
    half = float(t.ppf(0.975, count - 1)) * deviation / math.sqrt(count)
    found = stats.mean(count, sum(values), sum(value * value for value in values))
    assert found == pytest.approx((average, average - half, average + half), rel=1e-9)
    halved = stats.mean(count, sum(values), sum(value * value for value in values), scale=2)
    assert halved == pytest.approx((average / 2, (average - half) / 2, (average + half) / 2), rel=1e-9)


def test_huge_sums_do_not_cancel() -> None:
    # 10^18 + {0, 1}: a variance of 1/2 that floats would lose.
    big = 10**18
    assert stats.variance(2, 2 * big + 1, big**2 + (big + 1) ** 2) == 0.5


def test_one_deal_has_a_mean_and_no_interval() -> None:
    assert stats.mean(1, 5, 25) == (5.0, None, None)
    assert stats.mean(0, 0, 0) == (None, None, None)


def test_student_and_normal_meet() -> None:
    from scipy.stats import norm, t

    assert stats.normal_quantile(0.95) == pytest.approx(float(norm.ppf(0.975)), rel=1e-12)
    for degrees in (1, 10, 999, stats.NORMAL_FROM - 1, stats.NORMAL_FROM):
        assert stats.t_quantile(degrees) == pytest.approx(float(t.ppf(0.975, degrees)), rel=5e-4)
