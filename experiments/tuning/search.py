"""The search: CMA-ES by ask and tell, reproducible from its seed."""

from __future__ import annotations

import math
import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np

from experiments.tuning.space import Floats
from simcore import SiseError

_SEED_BITS = 32


def check_library() -> None:
    """Raise SiseError where the library of the search is not installed."""
    _library()


def _library() -> Any:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it misses matplotlib, which nothing here needs
            import cma
    except ImportError:
        raise SiseError("tuning needs the library cma, which is not installed: pip install 'sise[tune]'") from None
    return cma


class Search:
    """A normal distribution over the points of a space, moved to where the objective is larger (N. Hansen, The CMA
    Evolution Strategy, arXiv 1604.00772). Points stay within 0 … 1 in every coordinate.

    Equal arguments, and equal objectives told, give equal points: nothing else is drawn on. So telling a new search
    what an earlier one was told brings it to the same state.
    """

    def __init__(self, origin: Floats, sigma: float, population: int, seed: int) -> None:
        cma = _library()
        self._size = len(origin)
        # The library wants two coordinates: one parameter gets a companion that nothing depends on.
        start = [*origin, 0.5] if self._size == 1 else list(origin)
        words = [seed >> _SEED_BITS, seed & (1 << _SEED_BITS) - 1]
        options = {
            "bounds": [0, 1],
            "popsize": population,
            "randn": np.random.RandomState(words).randn,  # a stream of its own, the same in every version of numpy
            "seed": math.nan,  # leave NumPy's global stream alone
            "verbose": -9,
            "verb_log": 0,
        }
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self._strategy = cma.CMAEvolutionStrategy(start, sigma, options)
        self._asked: list[Floats] = []

    def ask(self) -> Floats:
        """The candidates of the next generation, shape (population, parameters)."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self._asked = self._strategy.ask()
        points: Floats = np.array(self._asked)[:, : self._size]
        return points

    def tell(self, objective: Sequence[float]) -> None:
        """Move the distribution by the objective of the candidates last asked for, larger is better."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self._strategy.tell(self._asked, [-value for value in objective])

    @property
    def mean(self) -> Floats:
        """The mean of the distribution, shape (parameters,)."""
        mean: Floats = np.array(self._strategy.result.xfavorite)[: self._size]
        return mean

    @property
    def sigma(self) -> float:
        """The step size, in ranges of a parameter."""
        return float(self._strategy.sigma)
