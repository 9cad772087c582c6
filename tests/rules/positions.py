"""Every switch with every position it has, and the mark that runs a test in all of them."""

from __future__ import annotations

from typing import Any

import pytest

BOOL = (False, True)
POSITIONS: dict[str, dict[str, tuple[Any, ...]]] = {
    "guangshui": {
        "pass_down": BOOL,
        "duty_in_win": BOOL,
        "next_dealer": ("winner", "next"),
        "own_discard_dead": BOOL,
        "win_reach": ("any", "by_right"),
        "jiang_cap": (0, 3),
        "lou_is_bu": BOOL,
        "zhan_in_che": BOOL,
        "passed_card_dead": BOOL,
        "chuche_duty": BOOL,
        "payers": ("both", "discarder"),
    },
    "youxi": {
        "pass_down": BOOL,
        "duty_in_win": BOOL,
        "next_dealer": ("winner", "next"),
        "own_discard_dead": BOOL,
        "win_reach": ("any", "by_right"),
        "ordinary_base": ("flat", "half_up", "ceil"),
        "high_kan": ("held", "grouped"),
        "lone_discard": ("stinks", "forbidden"),
        "false_wins": BOOL,
        "no_split": BOOL,
        "protect_four_zu": BOOL,
    },
}


def switch(game: str, name: str, expected: dict[Any, Any]) -> pytest.MarkDecorator:
    """Run a test as (game, value, expected) in every position of a switch; `game` "both" is each of the two."""
    games = list(POSITIONS) if game == "both" else [game]
    for one in games:
        assert set(expected) == set(POSITIONS[one][name]), f"{one}: {name} takes {POSITIONS[one][name]}"
    return pytest.mark.parametrize(
        ("game", "value", "expected"),
        [
            pytest.param(one, value, outcome, id=f"{one}-{name}={value}")
            for one in games
            for value, outcome in expected.items()
        ],
    )
