"""Strategies: two functions that users plug in, with declared parameters."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cache
from typing import Any

from numba.core.errors import NumbaError

from simcore.errors import StrategyError
from simcore.native import STRATEGY_SIGNATURE, address_of
from simcore.records import MAX_PARAMS, SIGHTS

NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*")


@dataclass(frozen=True)
class Parameter:
    """A number that tunes a strategy: `view.params[i]` holds its value, i counting in declared order.

    `youxi` is its default in that game, where it is another than `default`.
    """

    name: str
    default: float
    low: float
    high: float
    meaning: str = ""
    youxi: float | None = None

    def __post_init__(self) -> None:
        if not NAME.fullmatch(self.name):
            raise StrategyError(f"a parameter's name is a word, not {self.name!r}")
        for default in (self.default, self.default_for("youxi")):
            numbers = (default, self.low, self.high)
            if not all(math.isfinite(x) for x in numbers) or not self.low <= default <= self.high:
                raise StrategyError(
                    f"parameter {self.name}: expected finite low <= default <= high, "
                    f"not low {self.low}, default {default}, high {self.high}"
                )

    def default_for(self, game: str) -> float:
        """The default in a game."""
        return self.youxi if game == "youxi" and self.youxi is not None else self.default


@dataclass(frozen=True)
class Strategy:
    """A player: `claim(view)` returns one of `view.options`, `discard(view)` one of `view.discards`.

    Both are plain or `@njit` functions of one `VIEW` record and return an int: `claim` the number of an `Option`,
    `discard` a card type. They are compiled when first seated. `sees` declares what it looks at, so that no more is
    copied for it: "hand" without `view.table`, `view.own` and `view.history`, "table" without the last two.
    `random` says that it draws numbers with `draw(view, n)`; `playout` is a strategy that it plays positions on with
    (see `simcore.position`). `recall`, a third function, sets `view.memo` from the rest of the view, so that the
    strategy can take over in the middle of a deal; its result is ignored. `given` are the parameters that were set.
    """

    name: str
    claim: Callable[[Any], int]
    discard: Callable[[Any], int]
    params: tuple[Parameter, ...] = ()
    sees: str = "all"
    random: bool = False
    meaning: str = ""
    playout: Strategy | None = None
    recall: Callable[[Any], int] | None = None
    given: tuple[tuple[str, float], ...] = ()

    def __post_init__(self) -> None:
        if not NAME.fullmatch(self.name):
            raise StrategyError(f"a strategy's name is a word, not {self.name!r}")
        if not callable(self.claim) or not callable(self.discard):
            raise StrategyError(f"strategy {self.name}: claim and discard must be functions of one view")
        if self.sees not in SIGHTS:
            raise StrategyError(f'strategy {self.name}: sees is "hand", "table" or "all", not {self.sees!r}')
        if len(self.params) > MAX_PARAMS:
            raise StrategyError(f"strategy {self.name}: at most {MAX_PARAMS} parameters, not {len(self.params)}")
        names = [p.name for p in self.params]
        if len(set(names)) < len(names):
            raise StrategyError(f"strategy {self.name}: a parameter is declared twice in {', '.join(names)}")

    def with_params(self, values: Mapping[str, float]) -> Strategy:
        """The strategy with some parameters set; StrategyError for an unknown one or a value out of bounds."""
        new = dict(self.given)
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
        return replace(self, given=tuple((p.name, new[p.name]) for p in self.params if p.name in new))

    def settings_for(self, game: str) -> dict[str, float]:
        """Every parameter with its value in a game."""
        given = dict(self.given)
        return {p.name: given.get(p.name, float(p.default_for(game))) for p in self.params}

    def values_for(self, game: str) -> tuple[float, ...]:
        """The values of the parameters in a game, in declared order: `view.params`."""
        return tuple(self.settings_for(game).values())

    @property
    def label(self) -> str:
        """The name, with the parameters that were set to other values than their defaults in brackets."""
        defaults = {p.name: {p.default_for(game) for game in ("guangshui", "youxi")} for p in self.params}
        parts = [f"{name}={value!r}" for name, value in self.given if defaults[name] != {value}]
        return f"{self.name}[{','.join(parts)}]" if parts else self.name

    def addresses(self) -> tuple[int, int]:
        """Native addresses of claim and discard; compiles them at the first call."""
        return _address(self.name, "claim", self.claim)[0], _address(self.name, "discard", self.discard)[0]

    def recall_address(self) -> int:
        """Native address of recall, 0 for none."""
        return _address(self.name, "recall", self.recall)[0] if self.recall is not None else 0


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
