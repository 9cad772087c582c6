"""What is said of a strategy that raises or breaks the rules in the middle of a long run."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from simcore import StrategyError

_DEAL: Final = re.compile(r"in deal (\d+)")
_HINT: Final = " (seed and deal replay it)"


def with_replay(error: StrategyError, command: Callable[[int], str]) -> StrategyError:
    """The error with the command that plays its deal again, where it names one; `command` makes it of the deal."""
    text = str(error)
    match = _DEAL.search(text)
    if match is None:
        return error
    return StrategyError(f"{text.replace(_HINT, '')}; to see it: {command(int(match[1]))}")
