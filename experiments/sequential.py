"""Statistics that may be looked at while decks still come in.

A fixed-sample interval that is watched until it looks good is wrong about half the time. `Sprt` is a test that may stop
by itself, `confidence_sequence` an interval that holds at all times together. Both see nothing but exact integer sums
of one number a deck: count, sum, sum of squares.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from math import inf, isfinite, log, sqrt
from typing import Any, Final, Literal

from experiments.stats import LEVEL, variance
from simcore import SiseError

Verdict = Literal["better", "worse", "equal", "undecided"]

MINIMUM: Final = 200
"""Decks before the first look: of two strategies that are nearly alike most decks have an edge of 0, and a standard
deviation of a handful of others means nothing."""
STEP: Final = 50
GROWTH: Final = 20
"""From one look to the next, decks grow by a `GROWTH`-th, and by `STEP` at the least."""


@dataclass(frozen=True)
class SprtState:
    """Where a sequential test stands: the verdict, its log likelihood ratio, and the decks it is over."""

    verdict: Verdict
    llr: float
    decks: int

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON; a ratio that is beyond all bounds (an edge that never varies) is null."""
        return asdict(self) | {"llr": self.llr if isfinite(self.llr) else None}


@dataclass(frozen=True)
class Sprt:
    """A sequential test of a mean edge with three verdicts, from two generalized sequential probability ratio tests.

    `delta` is the effect that matters, in standard deviations of the per-deck sum: with mean m and standard deviation
    s of the edge of a deck, the effect is m / s. One test sets m = 0 against m = delta s, the other m = 0 against
    m = -delta s. After N decks, with s0 = 0, s1 = ±delta s and var = s² all estimated from these decks,

        LLR = N (s1 - s0) (2 mean - s0 - s1) / (2 var) = N delta (±2 mean / s - delta) / 2.

    "better" and "worse": the LLR of that side reaches `upper` = ln((1 - beta) / (alpha / 2)). "equal": both are at or
    below `lower` = ln(beta / (1 - alpha / 2)). The larger of the two, N delta (2 |mean| / s - delta) / 2, decides all
    three. Until then, and at the last deck where nothing was decided, the verdict is "undecided".

    For normal per-deck sums Ville's inequality bounds the errors over all looks together: of two strategies without a
    difference, P(better or worse) <= alpha / (1 - beta); of an effect of delta or more, P(equal or of the wrong sign)
    is about beta at most, beta / (1 - alpha / 2) + e^-upper. An effect between 0 and delta may get either answer.
    It is looked at no earlier than after `minimum` decks, and then at `looks`. Raises SiseError for values that make no
    test.
    """

    delta: float = 0.1
    alpha: float = 0.05
    beta: float = 0.05
    minimum: int = MINIMUM

    def __post_init__(self) -> None:
        if not (isfinite(self.delta) and self.delta > 0):
            raise SiseError(
                f"sprt: delta is {self.delta}; expected an effect above 0, in standard deviations of a deck"
            )
        for name, value in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < value < 0.5:
                raise SiseError(f"sprt: {name} is {value}; expected an error rate above 0 and below 0.5")
        if isinstance(self.minimum, bool) or not isinstance(self.minimum, int) or self.minimum < 2:
            raise SiseError(f"sprt: minimum is {self.minimum!r}; expected a whole number of decks from 2 on")

    @classmethod
    def parse(cls, text: str) -> Sprt:
        """Read `delta=0.1,alpha=0.05,beta=0.05,minimum=200`, any of them. Raises SiseError."""
        values: dict[str, Any] = {}
        names = tuple(cls.__dataclass_fields__)
        for part in text.split(","):
            name, equals, value = (piece.strip() for piece in part.partition("="))
            if not equals or name not in names or name in values:
                problem = "is given twice" if name in values else "is none of its settings"
                raise SiseError(
                    f'--sprt "{text}": "{part.strip()}" {problem}; expected {", ".join(names)} as name=number'
                )
            try:
                values[name] = int(value) if name == "minimum" else float(value)
            except ValueError:
                raise SiseError(f'--sprt "{text}": {name} is "{value}"; expected a number') from None
        return cls(**values)

    @property
    def lower(self) -> float:
        """At or below this LLR the verdict is "equal"."""
        return log(self.beta / (1 - self.alpha / 2))

    @property
    def upper(self) -> float:
        """At or above this LLR the verdict is "better" or "worse"."""
        return log((1 - self.beta) / (self.alpha / 2))

    def update(self, count: int, total: int, squares: int) -> SprtState:
        """The state after `count` decks whose edges (in any integer unit) have sum `total` and sum of squares
        `squares`. It depends on nothing but these."""
        llr = self.llr(count, total, squares)
        verdict: Verdict = "undecided"
        if count >= self.minimum:
            if llr >= self.upper:
                verdict = "better" if total > 0 else "worse"
            elif llr <= self.lower:
                verdict = "equal"
        return SprtState(verdict, llr, count)

    def llr(self, count: int, total: int, squares: int) -> float:
        """The larger of the two log likelihood ratios; 0 before there are two decks."""
        if count < 2:
            return 0.0
        spread = variance(count, total, squares)
        if not spread:  # every deck alike: twins, or an edge that never varies
            return inf if total else -count * self.delta**2 / 2
        effect = abs(total) / count / sqrt(spread)
        return count * self.delta * (2 * effect - self.delta) / 2

    def looks(self, decks: int) -> tuple[int, ...]:
        """The deck counts, rising to `decks`, after which a test over at most `decks` decks is looked at. They depend
        on nothing else, so equal seeds give equal verdicts whatever the threads and chunks."""
        ends = []
        at = self.minimum
        while at < decks:
            ends.append(at)
            at += max(STEP, at // GROWTH)
        return (*ends, decks)

    def run(self, sums: Iterable[tuple[int, int, int]]) -> SprtState:
        """The state at the first of the running sums (count, total, squares) that decides, or at the last one."""
        state = SprtState("undecided", 0.0, 0)
        for count, total, squares in sums:
            state = self.update(count, total, squares)
            if state.verdict != "undecided":
                break
        return state

    def to_dict(self) -> dict[str, Any]:
        """The settings, in plain values."""
        return asdict(self)


def sprt(count: int, total: int, squares: int, delta: float = 0.1, **settings: Any) -> SprtState:
    """`Sprt(delta, **settings).update(count, total, squares)`."""
    return Sprt(delta, **settings).update(count, total, squares)


def confidence_sequence(
    count: int, total: int, squares: int, level: float = LEVEL, *, tightest: int = 1_000, scale: int = 1
) -> tuple[float, float] | None:
    """An interval of the mean that may be looked at after every deck: with probability `level` it holds at all of
    them together, in the limit of a late first look.

    The asymptotic confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (arXiv 2103.06476), mean ±
    s sqrt(2 (n r² + 1) / (n r)² ln(sqrt(n r² + 1) / (1 - level))) for n decks with standard deviation s. Its r is
    chosen so that it is narrowest after `tightest` decks, some 1.5 times the interval for a fixed number of decks.
    `scale` divides the values. None before there are two decks.
    """
    if count < 2:
        return None
    alpha = 1 - level
    weight = _weight(alpha) * count / tightest  # n r²
    margin = sqrt(2 * (weight + 1) / (count * weight) * log(sqrt(weight + 1) / alpha))
    half = margin * sqrt(variance(count, total, squares)) / scale
    mean = total / (count * scale)
    return mean - half, mean + half


def _weight(alpha: float) -> float:
    """n r² that makes the margin narrowest at n: the root w of w = ln(w + 1) - 2 ln(alpha), in the paper's words
    -W₋₁(-alpha² / e) - 1."""
    weight = 1.0
    for _ in range(200):
        weight, before = log(weight + 1) - 2 * log(alpha), weight
        if abs(weight - before) <= 1e-14 * weight:
            break
    return weight


def plain(state: SprtState | None, test: Sprt) -> Mapping[str, Any] | None:
    """A test and its state as one JSON object; None where nothing was tested."""
    if state is None:
        return None
    return state.to_dict() | {"lower": test.lower, "upper": test.upper} | test.to_dict()
