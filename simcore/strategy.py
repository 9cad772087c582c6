"""Strategies: two functions that users plug in, with declared parameters."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import cache
from typing import Any

from numba.core.errors import NumbaError

from simcore.errors import StrategyError
from simcore.native import STRATEGY_SIGNATURE, address_of
from simcore.records import MAX_PARAMS

NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*")


@dataclass(frozen=True)
class Parameter:
    """A number that tunes a strategy: `view.params[i]` holds its value, i counting in declared order."""

    name: str
    default: float
    low: float
    high: float
    meaning: str = ""

    def __post_init__(self) -> None:
        if not NAME.fullmatch(self.name):
            raise StrategyError(f"a parameter's name is a word, not {self.name!r}")
        numbers = (self.default, self.low, self.high)
        if not all(math.isfinite(x) for x in numbers) or not self.low <= self.default <= self.high:
            raise StrategyError(
                f"parameter {self.name}: expected finite low <= default <= high, "
                f"not low {self.low}, default {self.default}, high {self.high}"
            )


@dataclass(frozen=True)
class Strategy:
    """A player: `claim(view)` returns one of `view.options`, `discard(view)` one of `view.discards`.

    Both are plain or `@njit` functions of one `VIEW` record and return an int: `claim` the number of an `Option`,
    `discard` a card type. They are compiled when first seated. `sees="hand"` declares that the strategy never reads
    `view.table`, which spares its copy; `random` says that it draws numbers with `draw(view, n)`.
    """

    name: str
    claim: Callable[[Any], int]
    discard: Callable[[Any], int]
    params: tuple[Parameter, ...] = ()
    sees: str = "table"
    random: bool = False
    meaning: str = ""
    values: tuple[float, ...] = field(default=())

    def __post_init__(self) -> None:
        if not NAME.fullmatch(self.name):
            raise StrategyError(f"a strategy's name is a word, not {self.name!r}")
        if not callable(self.claim) or not callable(self.discard):
            raise StrategyError(f"strategy {self.name}: claim and discard must be functions of one view")
        if self.sees not in ("hand", "table"):
            raise StrategyError(f'strategy {self.name}: sees is "hand" or "table", not {self.sees!r}')
        if len(self.params) > MAX_PARAMS:
            raise StrategyError(f"strategy {self.name}: at most {MAX_PARAMS} parameters, not {len(self.params)}")
        names = [p.name for p in self.params]
        if len(set(names)) < len(names):
            raise StrategyError(f"strategy {self.name}: a parameter is declared twice in {', '.join(names)}")
        if not self.values:
            object.__setattr__(self, "values", tuple(float(p.default) for p in self.params))

    def with_params(self, values: Mapping[str, float]) -> Strategy:
        """The strategy with some parameters set; StrategyError for an unknown one or a value out of bounds."""
        new = dict(zip((p.name for p in self.params), self.values, strict=True))
        bounds = {p.name: p for p in self.params}
        for name, value in values.items():
            if name not in bounds:
                close = get_close_matches(name, bounds, 1)
                hint = f'; did you mean "{close[0]}"?' if close else ""
                has = f"its parameters are {', '.join(bounds)}" if bounds else "it has none"
                raise StrategyError(f'strategy {self.name} has no parameter "{name}": {has}{hint}')
            number = float(value)
            if not bounds[name].low <= number <= bounds[name].high:
                raise StrategyError(
                    f"strategy {self.name}: parameter {name} lies from {bounds[name].low:g} to "
                    f"{bounds[name].high:g}, not {value}"
                )
            new[name] = number
        return replace(self, values=tuple(new.values()))

    @property
    def settings(self) -> dict[str, float]:
        """Every parameter with its value."""
        return dict(zip((p.name for p in self.params), self.values, strict=True))

    @property
    def label(self) -> str:
        """The name, with the parameters that differ from their defaults in brackets."""
        parts = [f"{p.name}={v!r}" for p, v in zip(self.params, self.values, strict=True) if v != p.default]
        return f"{self.name}[{','.join(parts)}]" if parts else self.name

    def addresses(self) -> tuple[int, int]:
        """Native addresses of claim and discard; compiles them at the first call."""
        return _address(self.name, "claim", self.claim)[0], _address(self.name, "discard", self.discard)[0]


@cache
def _address(name: str, part: str, function: Callable[..., Any]) -> tuple[int, Any]:
    """Compile one function of a strategy, once; the cache keeps its machine code alive."""
    try:
        return address_of(function, STRATEGY_SIGNATURE)
    except NumbaError as error:
        raise StrategyError(f"strategy {name}: {part} cannot be compiled: {_gist(error)}") from error
    except KeyError as error:
        raise StrategyError(f"strategy {name}: {part}: the view has no field {error}") from error
    except TypeError as error:
        raise StrategyError(f"strategy {name}: {part}: {error}") from error


def _gist(error: Exception) -> str:
    """The lines of a compiler message that say what is wrong."""
    lines = [line.strip() for line in str(error).splitlines()]
    useful = [line for line in lines if line and not line.startswith(("Failed in", "-", "[1]", "During"))]
    return " ".join(useful[:3]) if useful else type(error).__name__
