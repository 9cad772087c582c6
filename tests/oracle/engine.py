"""The naive engine: a checker of deal logs and a slow player, plain Python from the rules page alone."""

from .errors import LogError
from .logcheck import check_log
from .slowplay import eager, play, random

__all__ = ["LogError", "check_log", "eager", "play", "random"]
