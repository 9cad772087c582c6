"""The sequential test and the confidence sequence against likelihoods, scipy, the paper and what they promise."""

import math
from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray

from experiments.sequential import Sprt, confidence_sequence, sprt
from simcore import SiseError

SEED = 20_240_611
Ints = NDArray[np.int64]


def sums(values: Ints) -> tuple[int, int, int]:
    return len(values), int(values.sum()), int((values * values).sum())


def running(values: Ints, ends: Ints) -> list[tuple[int, int, int]]:
    """Running sums at these numbers of decks."""
    total, squares = np.cumsum(values), np.cumsum(values * values)
    return [(int(end), int(total[end - 1]), int(squares[end - 1])) for end in ends]


# --- the log likelihood ratio


@pytest.mark.parametrize("shift", [-9, 0, 4])
@pytest.mark.parametrize("delta", [0.05, 0.1, 0.5])
def test_the_ratio_is_that_of_two_normal_likelihoods(shift: int, delta: float) -> None:
    from scipy.stats import norm

    values = np.random.default_rng(SEED).integers(-40, 41, 300) + shift
    sd = float(np.std(values, ddof=1))
    null = norm.logpdf(values, 0, sd).sum()
    sides = [norm.logpdf(values, side * delta * sd, sd).sum() - null for side in (1, -1)]
    state = sprt(*sums(values), delta)
    assert state.llr == pytest.approx(max(sides), rel=1e-9)
    assert state.decks == 300


def test_bounds_are_walds() -> None:
    test = Sprt()
    assert test.upper == pytest.approx(math.log(38))  # 0.95 / 0.025
    assert test.lower == pytest.approx(-math.log(19.5))  # 0.05 / 0.975
    assert Sprt(alpha=0.02, beta=0.2).upper == pytest.approx(math.log(80))


def test_all_verdicts() -> None:
    # ±1 in turn, shifted in units of 100: mean / sd is close to shift / 100, and N (2 t - 0.1) / 20 is the LLR.
    swing = np.tile([100, -100], 400)
    test = Sprt(0.1)
    assert test.update(*sums(swing + 12)).verdict == "better"
    assert test.update(*sums(swing - 12)).verdict == "worse"
    assert test.update(*sums(swing)).verdict == "equal"
    assert test.update(*sums(swing + 5)).verdict == "undecided"
    assert test.update(*sums(swing[:198] + 50)).verdict == "undecided"  # before the first look
    assert test.update(*sums(swing[:200] + 50)).verdict == "better"


def test_the_other_side_is_the_mirror() -> None:
    values = np.random.default_rng(SEED).integers(-20, 30, 500)
    mine, theirs = sprt(*sums(values)), sprt(*sums(-values))
    assert mine.llr == theirs.llr
    assert {mine.verdict, theirs.verdict} == {"better", "worse"}


def test_decks_that_are_all_alike() -> None:
    # Twins: the LLR is -N delta² / 2, at the bound after 2 ln(19.5) / 0.01 = 594.1 decks.
    assert sprt(594, 0, 0).verdict == "undecided"
    assert sprt(595, 0, 0).verdict == "equal"
    assert sprt(595, 0, 0).llr == pytest.approx(-2.975)
    always = sprt(300, -900, 2700)
    assert always.verdict == "worse"
    assert always.to_dict()["llr"] is None  # beyond all bounds, and no number in JSON
    assert sprt(0, 0, 0).verdict == sprt(1, 5, 25).verdict == "undecided"


def test_huge_sums_do_not_cancel() -> None:
    big = 10**12  # effect 10^12 / 0.5^0.5 of ±0.5 around it; as floats the variance would be 0 or noise
    state = sprt(2, 2 * big + 1, big**2 + (big + 1) ** 2, 1e-9)
    assert state.llr == pytest.approx(2e-9 * (2 * (big + 0.5) / math.sqrt(0.5)) / 2, rel=1e-9)


def test_looks_are_fixed_and_rise_to_the_last_deck() -> None:
    test = Sprt(minimum=300)
    for decks in (2, 299, 300, 301, 1_000, 123_456):
        looks = test.looks(decks)
        assert looks[-1] == decks
        assert all(a < b for a, b in pairwise(looks))
        assert looks[0] == min(300, decks)
        # The same looks, whatever the most decks are.
        assert looks[:-1] == tuple(look for look in test.looks(10**7) if look < decks)
    assert len(test.looks(10**6)) < 200


def test_the_first_look_that_decides_counts() -> None:
    swing = np.tile([100, -100], 1_000)
    values = np.concatenate([swing[:400] + 30, swing[:1_600] - 30])
    found = Sprt().run(running(values, np.array(Sprt().looks(len(values)))))
    assert (found.verdict, found.decks) == ("better", 200)
    assert Sprt().update(*sums(values)).verdict == "worse"


# --- what it promises


def verdicts(draws: NDArray[np.float64], test: Sprt) -> dict[str, float]:
    """Shares of the verdicts over runs, one a row."""
    ends = np.array(test.looks(draws.shape[1]))
    found = [test.run(running(np.rint(row * 100).astype(np.int64), ends)).verdict for row in draws]
    return {verdict: found.count(verdict) / len(found) for verdict in ("better", "worse", "equal", "undecided")}


@pytest.mark.parametrize("kind", ["normal", "sparse", "heavy"])
def test_no_difference_is_seldom_called_one(kind: str) -> None:
    # At most alpha / (1 - beta) = 0.0526 for normal sums, and three standard errors of 1,000 runs.
    rng = np.random.default_rng(SEED)
    size = (1_000, 4_000)
    if kind == "normal":
        draws = rng.standard_normal(size)
    elif kind == "sparse":  # two strategies that hardly ever differ: 94 of 100 decks have an edge of 0
        draws = rng.choice([-2.0, -1.0, 0.0, 1.0, 2.0], size, p=[0.01, 0.02, 0.94, 0.02, 0.01])
    else:
        draws = rng.standard_t(3, size)
    shares = verdicts(draws, Sprt(0.1))
    assert shares["better"] + shares["worse"] <= 0.0526 + 3 * math.sqrt(0.05 * 0.95 / 1_000)
    assert shares["equal"] >= 0.9


@pytest.mark.parametrize("side", [1, -1])
def test_an_effect_of_delta_is_found(side: int) -> None:
    draws = np.random.default_rng(SEED).standard_normal((1_000, 4_000)) + side * 0.1
    shares = verdicts(draws, Sprt(0.1))
    found, wrong = ("better", "worse") if side > 0 else ("worse", "better")
    assert shares[found] >= 0.95 - 3 * math.sqrt(0.05 * 0.95 / 1_000)
    assert shares[wrong] == 0


def test_it_takes_fewer_decks_than_a_fixed_test() -> None:
    from scipy.stats import norm

    fixed = ((norm.ppf(0.975) + norm.ppf(0.95)) / 0.1) ** 2  # 1,300 decks for the same error rates
    draws = np.random.default_rng(SEED).standard_normal((300, 6_000))
    test = Sprt(0.1)
    for shift, share in ((0.0, 0.9), (0.1, 0.75), (0.3, 0.25)):
        values = np.rint((draws + shift) * 100).astype(np.int64)
        taken = [test.run(running(row, np.array(test.looks(6_000)))).decks for row in values]
        assert np.mean(taken) < share * fixed


# --- the interval for all times


@pytest.mark.parametrize("level", [0.8, 0.95, 0.99])
def test_the_sequence_is_that_of_the_paper(level: float) -> None:
    from scipy.optimize import minimize_scalar
    from scipy.special import lambertw

    alpha = 1 - level

    def margin(square: float, n: int) -> float:  # square is r², of the mixture's normal distribution
        return math.sqrt(2 * (n * square + 1) / (n**2 * square) * math.log(math.sqrt(n * square + 1) / alpha))

    at = 500
    square = (-lambertw(-(alpha**2) / math.e, -1).real - 1) / at
    best = minimize_scalar(lambda log: margin(math.exp(log), at), bounds=(-20, 3), method="bounded")
    assert margin(square, at) == pytest.approx(best.fun, rel=1e-9)
    values = np.random.default_rng(SEED).integers(-50, 60, 4_000)
    for n in (2, 40, 500, 4_000):
        part = values[:n]
        half = margin(square, n) * float(np.std(part, ddof=1))
        mean = float(np.mean(part))
        found = confidence_sequence(*sums(part), level, tightest=at)
        assert found == pytest.approx((mean - half, mean + half), rel=1e-9)
        scaled = confidence_sequence(*sums(part), level, tightest=at, scale=12)
        assert scaled == pytest.approx(((mean - half) / 12, (mean + half) / 12), rel=1e-9)
    assert confidence_sequence(1, 5, 25) is None


def test_the_sequence_holds_at_all_times_where_an_interval_does_not() -> None:
    runs, decks = 500, 3_000
    draws = np.random.default_rng(SEED).standard_t(4, (runs, decks))
    values = np.rint(draws * 100).astype(np.int64)
    ends = np.unique(np.geomspace(50, decks, 150).astype(np.int64))
    missed = plain = 0
    for row in values:
        at = running(row, ends)
        sequence = [confidence_sequence(*each, tightest=600) or (0.0, 0.0) for each in at]
        missed += any(not low <= 0 <= high for low, high in sequence)
        scores = [total / math.sqrt(squares) for _, total, squares in at]
        plain += any(abs(score) > 1.96 for score in scores)
    assert missed / runs <= 0.05 + 3 * math.sqrt(0.05 * 0.95 / runs)
    assert plain / runs > 0.25  # what watching a plain interval would have cost


# --- settings


def test_settings_are_read() -> None:
    assert Sprt.parse("delta=0.2") == Sprt(0.2)
    assert Sprt.parse(" delta=0.2, alpha=0.01,beta=0.1 ,minimum=500") == Sprt(0.2, 0.01, 0.1, 500)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("0.1", '"0.1" is none of its settings'),
        ("dleta=0.1", '"dleta=0.1" is none of its settings'),
        ("", "is none of its settings"),
        ("delta=0.1,delta=0.2", '"delta=0.2" is given twice'),
        ("delta=much", 'delta is "much"; expected a number'),
        ("minimum=2.5", 'minimum is "2.5"; expected a number'),
        ("delta=0", "delta is 0.0; expected an effect above 0"),
        ("delta=nan", "delta is nan"),
        ("alpha=0.7", "alpha is 0.7; expected an error rate"),
        ("beta=0", "beta is 0.0; expected an error rate"),
        ("minimum=1", "minimum is 1; expected a whole number of decks"),
    ],
)
def test_settings_that_make_no_test_are_told(text: str, told: str) -> None:
    with pytest.raises(SiseError) as error:
        Sprt.parse(text)
    assert told in str(error.value)
