"""`python -m tests.position_views FILE`: plays deals with no compiler and keeps every view that a strategy was given.

Run with NUMBA_DISABLE_JIT=1: a compiled strategy cannot carry a view out of the core. FILE gets their bytes
by game.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from simcore import Rules, Strategy, deal_log
from strategies import BUILT_IN

SEED: Final = 7
DEALS: Final = {"eager": range(8), "random": range(100, 130)}
GAMES: Final = ("guangshui", "youxi")


def watched(base: Strategy, kept: list[bytes]) -> Strategy:
    """The strategy, every view that it is given kept."""

    def claim(view: Any) -> int:
        kept.append(view.tobytes())
        return int(base.claim(view))

    def discard(view: Any) -> int:
        kept.append(view.tobytes())
        return int(base.discard(view))

    return replace(base, claim=claim, discard=discard, sees="all")


def main(path: str) -> None:
    """Play and write."""
    views: dict[str, NDArray[np.uint8]] = {}
    for game in GAMES:
        kept: list[bytes] = []
        for name, deals in DEALS.items():
            for deal in deals:
                deal_log(Rules.preset(game), [watched(BUILT_IN[name], kept)] * 3, SEED, deal)
        views[game] = np.frombuffer(b"".join(kept), np.uint8)
    np.savez(path, guangshui=views["guangshui"], youxi=views["youxi"])


if __name__ == "__main__":
    main(sys.argv[1])
