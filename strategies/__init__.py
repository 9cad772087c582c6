"""Strategies for the seats: the built-in ones by name, and others from files and installed packages."""

from strategies.eager import EAGER
from strategies.greedy import GREEDY
from strategies.random import RANDOM

BUILT_IN = {strategy.name: strategy for strategy in (RANDOM, EAGER, GREEDY)}

from strategies.registry import load  # noqa: E402  (the registry looks up BUILT_IN)

__all__ = ["BUILT_IN", "load"]
