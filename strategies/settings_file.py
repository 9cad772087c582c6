"""Strategies whose parameters are kept in a file, TOML that names the strategy and what its parameters are:

    strategy = "greedy"        # as at a seat, without brackets; a path is meant from the file's own folder

    [parameters]               # in every game
    idle = 3.0

    [parameters.youxi]         # in this game only
    pair = 0.5

Such a strategy is called what the file is called.
"""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from simcore import PRESETS, Strategy, StrategyError

KEYS = ("strategy", "parameters")
_EXPECTED = 'expected strategy = "NAME" and a table [parameters] or [parameters.GAME] of numbers'


@dataclass(frozen=True)
class Settings:
    """What a settings file says: the strategy as at a seat, and the parameters of every game, by game."""

    source: str
    parameters: Mapping[str, Mapping[str, float]]


def load_settings(path: Path, load: Callable[[str], Strategy]) -> Strategy:
    """The strategy of a settings file; `load` finds the one that it names. Raises StrategyError."""
    settings = read_settings(path)
    try:
        base = load(settings.source)
        games = {game: base.with_params(values) for game, values in settings.parameters.items()}
    except StrategyError as error:
        raise StrategyError(f"{path}: {error}") from error
    values = {game: strategy.settings_for(game) for game, strategy in games.items()}
    params = tuple(replace(p, default=values["guangshui"][p.name], youxi=values["youxi"][p.name]) for p in base.params)
    return replace(base, name=_name_of(path), params=params, given=())


def read_settings(path: Path) -> Settings:
    """Read a settings file, without looking up the strategy. Raises StrategyError naming the file and what is wrong."""
    try:
        if not path.is_file():
            raise StrategyError(f"{path}: {'no such file' if not path.exists() else 'not a file'}")
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        raise StrategyError(f"{path} is no UTF-8 text") from None
    except tomllib.TOMLDecodeError as error:
        raise StrategyError(f"{path}: no TOML: {error}") from None
    except OSError as error:
        raise StrategyError(f"{path}: {error.strerror or error}") from None
    except RecursionError:
        raise StrategyError(f"{path}: no TOML that can be read: too deeply nested") from None
    except ValueError as error:
        if isinstance(error, StrategyError):
            raise
        raise StrategyError(f"{path}: no TOML that can be read: a number is too long") from None
    for key in content:
        if key not in KEYS:
            raise StrategyError(f'{path}: unknown key "{key}"{_hint(key, KEYS)}; {_EXPECTED}')
    source = content.get("strategy")
    if not isinstance(source, str) or not source.strip():
        raise StrategyError(f"{path}: no strategy is named; {_EXPECTED}")
    table = content.get("parameters", {})
    if not isinstance(table, dict):
        raise StrategyError(f"{path}: parameters is no table; {_EXPECTED}")
    every = {key: value for key, value in table.items() if not isinstance(value, dict)}
    for key, value in table.items():
        if isinstance(value, dict) and key not in PRESETS:
            raise StrategyError(
                f"{path}: [parameters.{key}]: no game of that name{_hint(key, PRESETS)}; expected {', '.join(PRESETS)}"
            )
    games = {game: _numbers(path, every | table.get(game, {})) for game in PRESETS}
    return Settings(source.strip(), games)


def _numbers(path: Path, values: Mapping[str, Any]) -> dict[str, float]:
    numbers = {}
    for name, value in values.items():
        try:
            numbers[name] = float(value)
        except (TypeError, ValueError, OverflowError):
            numbers[name] = math.nan
        if isinstance(value, bool | str) or not math.isfinite(numbers[name]):
            raise StrategyError(f"{path}: parameter {name} is {_short(value)}; expected a number")
    return numbers


def _short(value: Any) -> str:
    try:
        text = repr(value)
    except ValueError:  # a whole number of thousands of digits
        text = "out of range"
    return text if len(text) <= 40 else text[:37] + "..."


def _name_of(path: Path) -> str:
    """The name of the file as that of a strategy, which is a word."""
    word = re.sub(r"[^A-Za-z0-9_.-]", "_", path.stem)
    return word if re.match(r"[A-Za-z_]", word) else f"_{word}"


def _hint(key: str, known: Any) -> str:
    close = get_close_matches(key, known, 1)
    return f', did you mean "{close[0]}"?' if close else ""
