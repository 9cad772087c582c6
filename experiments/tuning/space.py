"""The parameters that a search moves, each measured in its own range."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from math import ceil, log10
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from simcore import SiseError, Strategy

Floats = NDArray[np.float64]
_FINENESS = 4
"""Values are rounded to a power of ten of at most 10^-4 of a parameter's range: no study can tell more apart, and
people have to read them."""


@dataclass(frozen=True)
class Space:
    """Parameters of a strategy with their bounds and where the search starts; a point has a coordinate for each, 0 at
    its low bound and 1 at its high one, so that one step size fits all."""

    names: tuple[str, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]
    start: tuple[float, ...]

    @classmethod
    def of(cls, strategy: Strategy, game: str, only: Sequence[str] = ()) -> Self:
        """The parameters of a strategy that can move, those of `only` where it names any. Raises SiseError where there
        are none, or no such ones."""
        params = {p.name: p for p in strategy.params}
        for name in only:
            if name not in params:
                close = get_close_matches(name, params, 1)
                hint = f'; did you mean "{close[0]}"?' if close else ""
                has = f"its parameters are {', '.join(params)}" if params else "it has none"
                raise SiseError(f'strategy {strategy.name} has no parameter "{name}": {has}{hint}')
        free = [p for name, p in params.items() if p.low < p.high and (not only or name in only)]
        if not free:
            raise SiseError(f"strategy {strategy.name} has no parameter that could be tuned")
        now = strategy.settings_for(game)
        return cls(
            tuple(p.name for p in free),
            tuple(float(p.low) for p in free),
            tuple(float(p.high) for p in free),
            tuple(now[p.name] for p in free),
        )

    @property
    def origin(self) -> Floats:
        """The point where the search starts, shape (parameters,)."""
        low, high = np.array(self.low), np.array(self.high)
        origin: Floats = (np.array(self.start) - low) / (high - low)
        return origin

    def values(self, point: Sequence[float] | Floats) -> tuple[float, ...]:
        """The parameters at a point, rounded and within their bounds."""
        return tuple(
            min(max(round(low + float(x) * (high - low), ceil(_FINENESS - log10(high - low))), low), high)
            for x, low, high in zip(point, self.low, self.high, strict=True)
        )

    def settings(self, values: Sequence[float]) -> dict[str, float]:
        """Values by name, as `Strategy.with_params` takes them."""
        return dict(zip(self.names, values, strict=True))

    def to_dict(self) -> dict[str, Any]:
        """The space in plain values: low, start and high by parameter."""
        rows = zip(self.names, self.low, self.start, self.high, strict=True)
        return {name: [low, start, high] for name, low, start, high in rows}
