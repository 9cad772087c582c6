"""Every switch with its default value (RULES.md), by game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

DEFAULTS: dict[str, dict[str, Any]] = {
    "guangshui": {
        "pass_down": True,
        "duty_in_win": False,
        "next_dealer": "winner",
        "own_discard_dead": False,
        "win_reach": "any",
        "jiang_cap": 0,
        "lou_is_bu": False,
        "zhan_in_che": False,
        "passed_card_dead": True,
        "chuche_duty": True,
        "payers": "both",
    },
    "youxi": {
        "pass_down": True,
        "duty_in_win": False,
        "next_dealer": "winner",
        "own_discard_dead": True,
        "win_reach": "any",
        "ordinary_base": "flat",
        "high_kan": "held",
        "lone_discard": "stinks",
        "false_wins": False,
        "no_split": True,
        "protect_four_zu": False,
    },
}


def complete(game: str, switches: Mapping[str, Any]) -> dict[str, Any]:
    """All switches of ``game``, those not in ``switches`` at their default; ValueError for an unknown one."""
    unknown = sorted(set(switches) - set(DEFAULTS[game]))
    if unknown:
        raise ValueError(f"{game} has no switch {unknown[0]!r}")
    return {**DEFAULTS[game], **switches}
