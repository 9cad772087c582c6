"""Each game's compiled scorer, by the game's name."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from simcore import guangshui, youxi
from simcore.native import SCORER_SIGNATURE, address_of
from simcore.records import SCRATCH
from simcore.rules import Rules
from simcore.tables import scoring_tables

SCORERS = {"guangshui": guangshui.best_value, "youxi": youxi.best_value}


@cache
def scorer_address(game: str) -> tuple[int, Any]:
    """The compiled scorer of a game: its address and what keeps it alive."""
    return address_of(SCORERS[game], SCORER_SIGNATURE)


@cache
def packed(rules: Rules) -> Any:
    """The rules as a record; shared, so not to be written to."""
    return rules.record()


def best_value_of(rules: Rules, h: Any, claimed: int, allow: int) -> int:
    """The value of one HOLDING record, for callers outside the compiled core."""
    scratch = np.zeros(1, SCRATCH)[0]
    scorer = scorer_address(rules.game)[1]
    return int(scorer(scoring_tables(), packed(rules), h, claimed, allow, scratch))
