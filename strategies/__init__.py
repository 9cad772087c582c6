"""Strategies for the seats: the built-in ones by name, and others from files and installed packages."""

from strategies.counter import COUNTER
from strategies.defender import DEFENDER
from strategies.eager import EAGER
from strategies.greedy import GREEDY
from strategies.patterns import PATTERNS
from strategies.random import RANDOM
from strategies.rollout import ROLLOUT

BUILT_IN = {strategy.name: strategy for strategy in (RANDOM, EAGER, GREEDY, PATTERNS, COUNTER, DEFENDER, ROLLOUT)}

from strategies.registry import load  # noqa: E402  (the registry looks up BUILT_IN)

__all__ = ["BUILT_IN", "load"]
