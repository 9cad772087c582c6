"""Clustered means and rates, paired rates and bands, against scipy, statsmodels and mathematics."""

from fractions import Fraction
from math import log, sqrt

import numpy as np
import pytest
import statsmodels.api as sm
from scipy import stats as scipy_stats
from statsmodels.stats.proportion import proportion_confint

from experiments import bands
from experiments.clustered import Ratio, estimate, paired_rate, products, rate
from experiments.exact import Exact
from experiments.tally import Spread


def units(rows: list[list[int]]) -> np.ndarray:
    return np.array([[1, *row] for row in rows], np.int64)


def test_products_are_exact_sums_of_products() -> None:
    rng = np.random.default_rng(7)
    table = rng.integers(-(2**20), 2**20, (1_000, 4))
    made = products(table)
    for i in range(4):
        for j in range(4):
            assert int(made[i, j]) == sum(int(a) * int(b) for a, b in zip(table[:, i], table[:, j], strict=True))
    assert (made == products(table[:300]) + products(table[300:])).all()


def test_products_of_nothing_and_of_what_is_too_large() -> None:
    assert products(np.zeros((0, 3), np.int64)).tolist() == np.zeros((3, 3), int).tolist()
    with pytest.raises(OverflowError):
        products(np.array([[2**27]], np.int64))


def test_unsigned_and_narrow_columns_do_not_wrap() -> None:
    table = np.array([[200, 255], [1, 2]], np.uint8)
    assert products(table).tolist() == [[40_001, 51_002], [51_002, 65_029]]


def test_a_mean_is_students() -> None:
    values = np.random.default_rng(1).integers(-5, 9, 300)
    made = estimate(products(units([[int(value)] for value in values])), Ratio({1: 1}))
    wanted = scipy_stats.t.interval(0.95, 299, values.mean(), scipy_stats.sem(values))
    assert made == pytest.approx((values.mean(), *wanted), rel=1e-12)


def test_a_difference_of_means_is_the_paired_t() -> None:
    rng = np.random.default_rng(2)
    before = rng.integers(0, 40, 200)
    after = before + rng.integers(-3, 5, 200)
    rows = [[int(a), int(b)] for a, b in zip(before, after, strict=True)]
    made = estimate(products(units(rows)), Ratio({2: 1}), Ratio({1: 1}, factor=-1))
    wanted = scipy_stats.ttest_rel(after, before).confidence_interval(0.95)
    assert made[1:] == pytest.approx((wanted.low, wanted.high), rel=1e-10)


def test_a_clustered_mean_is_that_of_cluster_robust_regression() -> None:
    """Seats with something, pooled over deals: y ~ 1 with clusters, whose factor is n / (n - 1) over all deals."""
    rng = np.random.default_rng(3)
    n = 150
    has = rng.random((n, 3)) < 0.4
    payoff = rng.integers(-9, 10, (n, 3)) - rng.integers(0, 4, (n, 1)) * 2
    deal = np.repeat(np.arange(n), 3)[has.ravel()]
    fit = sm.OLS(payoff[has], np.ones(has.sum())).fit(
        cov_type="cluster", cov_kwds={"groups": deal, "use_correction": False}
    )
    rows = [[int(h.sum()), int((p * h).sum())] for h, p in zip(has, payoff, strict=True)]
    made = estimate(products(units(rows)), Ratio({2: 1}, {1: 1}))
    half = fit.bse[0] * sqrt(n / (n - 1)) * scipy_stats.t.ppf(0.975, n - 1)
    assert made == pytest.approx((fit.params[0], fit.params[0] - half, fit.params[0] + half), rel=1e-9)


def test_a_difference_of_clustered_means_is_that_of_regression() -> None:
    rng = np.random.default_rng(4)
    n = 120
    has = rng.random((n, 3)) < 0.5
    payoff = rng.integers(-9, 10, (n, 3)) + rng.integers(0, 6, (n, 1)) + 3 * has
    design = sm.add_constant(has.ravel().astype(float))
    groups = np.repeat(np.arange(n), 3)
    fit = sm.OLS(payoff.ravel(), design).fit(cov_type="cluster", cov_kwds={"groups": groups, "use_correction": False})
    rows = [
        [int(h.sum()), int((p * h).sum()), int((~h).sum()), int((p * ~h).sum())]
        for h, p in zip(has, payoff, strict=True)
    ]
    made = estimate(products(units(rows)), Ratio({2: 1}, {1: 1}), Ratio({4: 1}, {3: 1}, -1))
    half = fit.bse[1] * sqrt(n / (n - 1)) * scipy_stats.t.ppf(0.975, n - 1)
    assert made == pytest.approx((fit.params[1], fit.params[1] - half, fit.params[1] + half), rel=1e-9)


def test_factors_are_exact_fractions() -> None:
    table = products(units([[3, 1], [5, 2], [7, 6]]))
    made = estimate(table, Ratio({1: 1}), Ratio({2: 1}, factor=Fraction(-1, 3)))
    values = np.array([3 - 1 / 3, 5 - 2 / 3, 7 - 6 / 3])
    wanted = scipy_stats.t.interval(0.95, 2, values.mean(), scipy_stats.sem(values))
    assert made == pytest.approx((values.mean(), *wanted), rel=1e-12)


def test_nothing_to_estimate() -> None:
    one = products(units([[0, 4]]))
    assert estimate(one, Ratio({2: 1}, {1: 1})) == (None, None, None)
    assert estimate(one, Ratio({2: 1})) == (4.0, None, None)
    assert rate(one, {2: 1}, {1: 1}) == (None, None, None)
    assert paired_rate(0, 0, 0) == (None, None, None)


def test_tiny_clustered_rates_are_exact() -> None:
    rows = [[3, 1]] * 4 + [[3, 0]] * 96
    made = rate(products(units(rows)), {2: 1}, {1: 1})
    assert made == pytest.approx((4 / 300, *proportion_confint(4, 300, method="beta")), rel=1e-9)


def test_clustered_rates_stay_between_0_and_1() -> None:
    rows = [[30, 30]] * 5 + [[30, 0]]
    low, high = rate(products(units(rows)), {2: 1}, {1: 1})[1:]
    assert low is not None
    assert low >= 0
    assert high == 1


def test_paired_rates_are_the_paired_t_where_many_differ() -> None:
    before = np.array([1] * 30 + [0] * 50 + [1] * 200 + [0] * 220)
    after = np.array([0] * 30 + [1] * 50 + [1] * 200 + [0] * 220)
    wanted = scipy_stats.ttest_rel(after, before).confidence_interval(0.95)
    assert paired_rate(50, 30, 500) == pytest.approx((0.04, wanted.low, wanted.high), rel=1e-10)


def test_paired_rates_join_exact_intervals_where_few_differ() -> None:
    up = proportion_confint(3, 400, alpha=0.025, method="beta")
    down = proportion_confint(1, 400, alpha=0.025, method="beta")
    assert paired_rate(3, 1, 400) == pytest.approx((0.005, up[0] - down[1], up[1] - down[0]), rel=1e-9)
    value, low, high = paired_rate(0, 0, 400)
    assert value == 0
    assert low == -high < 0  # nothing seen is not nothing possible


@pytest.mark.parametrize(("level", "count"), [(0.95, 100), (0.99, 12_345)])
def test_the_band_is_massarts(level: float, count: int) -> None:
    assert bands.dkw(count, level) == pytest.approx(sqrt(log(2 / (1 - level)) / (2 * count)))
    # The exact Kolmogorov quantile lies below it, and close to it for many observations.
    exact = scipy_stats.kstwo.ppf(level, count)
    assert exact <= bands.dkw(count, level) <= exact * 1.05


def test_distribution_rows() -> None:
    rows = bands.distribution({5: 30, 2: 10, 9: 0, 7: 60})
    half = sqrt(log(40) / 200)
    assert [row["value"] for row in rows] == [2, 5, 7]
    assert [row["count"] for row in rows] == [10, 30, 60]
    assert [row["share"] for row in rows] == pytest.approx([0.1, 0.3, 0.6])
    assert [row["cdf"] for row in rows] == pytest.approx([0.1, 0.4, 1.0])
    assert [row["cdf_low"] for row in rows] == pytest.approx([0, 0.4 - half, 1 - half])
    assert [row["cdf_high"] for row in rows] == pytest.approx([0.1 + half, 0.4 + half, 1])
    assert bands.distribution({}) == []


def test_quantiles_by_the_band() -> None:
    # 100 values 1 … 100: the band is ± 0.1358, so the median lies between the 37th and the 64th of them.
    histogram = dict.fromkeys(range(1, 101), 1)
    assert bands.quantile(histogram, 50) == (50, 37, 64)
    assert bands.quantile(histogram, 5) == (5, None, 19)
    assert bands.quantile(histogram, 95) == (95, 82, None)
    assert bands.quantile({}, 50) == (None, None, None)


def test_counts_survive_as_arrays() -> None:
    def counts() -> Exact:
        spread = Spread.of(2, np.array([0, 1, 1]), np.array([-4, 2, 9]))
        return Exact({"grid": np.arange(6).reshape(2, 3)}, {"hu": spread})

    one, other = counts(), counts()
    one.add(Exact.from_arrays(other.arrays()))
    assert one.grids["grid"].tolist() == [[0, 2, 4], [6, 8, 10]]
    assert one.spreads["hu"].histogram(0) == {-4: 2}
    assert one.spreads["hu"].histogram(1) == {2: 2, 9: 2}
    assert other.spreads["hu"].histogram(1) == {2: 1, 9: 1}
    assert all(np.issubdtype(values.dtype, np.integer) for values in one.arrays().values())


@pytest.mark.full
def test_coverage_of_clustered_intervals() -> None:
    """Of 1,500 studies of deals with dependent seats some 95 % have the truth within their interval."""
    rng = np.random.default_rng(5)
    hit = {"mean": 0, "gain": 0}
    for _ in range(1_500):
        n = 400
        has = rng.random((n, 3)) < 0.3
        shared = rng.integers(-3, 4, (n, 1))
        payoff = rng.integers(-6, 7, (n, 3)) + shared + 2 * has
        rows = np.stack([has.sum(1), (payoff * has).sum(1), (~has).sum(1), (payoff * ~has).sum(1)], axis=1)
        sums = products(np.concatenate([np.ones((n, 1), np.int64), rows], axis=1))
        for name, ratios, wanted in (
            ("mean", [Ratio({2: 1}, {1: 1})], 2.0),
            ("gain", [Ratio({2: 1}, {1: 1}), Ratio({4: 1}, {3: 1}, -1)], 2.0),
        ):
            _, low, high = estimate(sums, *ratios)
            assert low is not None
            assert high is not None
            hit[name] += low <= wanted <= high
    for name, count in hit.items():
        assert scipy_stats.binomtest(count, 1_500, 0.95).pvalue > 1e-4, (name, count)


@pytest.mark.full
def test_coverage_of_paired_rates_and_bands() -> None:
    rng = np.random.default_rng(6)
    hits = {"few": 0, "many": 0, "band": 0}
    runs = 2_000
    for _ in range(runs):
        for name, up, down, units_ in (("few", 0.004, 0.002, 800), ("many", 0.08, 0.05, 600)):
            more, fewer, _ = rng.multinomial(units_, [up, down, 1 - up - down])
            _, low, high = paired_rate(int(more), int(fewer), units_)
            assert low is not None
            assert high is not None
            hits[name] += low <= up - down <= high
        values, times = np.unique(rng.binomial(20, 0.3, 300), return_counts=True)
        rows = bands.distribution(dict(zip(values.tolist(), times.tolist(), strict=True)))
        truth = scipy_stats.binom.cdf([row["value"] for row in rows], 20, 0.3)
        hits["band"] += all(row["cdf_low"] <= t <= row["cdf_high"] for row, t in zip(rows, truth, strict=True))
    assert hits["few"] >= 0.94 * runs
    assert hits["many"] >= 0.93 * runs
    assert hits["band"] >= 0.95 * runs
