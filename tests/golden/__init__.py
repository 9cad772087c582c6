"""Golden deal logs: a few whole deals of both games, kept as files and compared exactly.

`python -m tests.golden` writes the files anew. Only strategies that are fixed play in them: the two reference
strategies and those of `tests.comparison`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from simcore import Rules, deal_log
from strategies import BUILT_IN
from tests.comparison import BOLD, EMPTY, GRAB, OWN, SHY, WILD, random_deck

FOLDER = Path(__file__).parent
RANDOM, EAGER = BUILT_IN["random"], BUILT_IN["eager"]
SEED = 20_260_101

# name of the file: game, switches, strategies, deals
RUNS: dict[str, tuple[str, dict[str, Any], tuple[Any, ...], tuple[int, ...]]] = {
    "guangshui-random": ("guangshui", {}, (RANDOM, RANDOM, RANDOM), (0, 1, 2)),
    "guangshui-eager": ("guangshui", {}, (EAGER, EAGER, EAGER), (0, 1, 4, 123_456)),
    "guangshui-mixed": ("guangshui", {}, (GRAB, EAGER, WILD), (0, 1, 2, 3)),
    "guangshui-house": (
        "guangshui",
        {
            "pass_down": False,
            "duty_in_win": True,
            "win_reach": "by_right",
            "jiang_cap": 3,
            "lou_is_bu": True,
            "zhan_in_che": True,
            "payers": "discarder",
        },
        (EAGER, WILD, EAGER),
        (0, 1, 2, 3),
    ),
    "guangshui-lenient": (
        "guangshui",
        {"passed_card_dead": False, "chuche_duty": False, "own_discard_dead": True},
        (WILD, RANDOM, GRAB),
        (0, 1, 2),
    ),
    "youxi-random": ("youxi", {}, (RANDOM, RANDOM, RANDOM), (0, 1, 2)),
    "youxi-eager": ("youxi", {}, (EAGER, EAGER, EAGER), (0, 1, 2, 123_456)),
    "youxi-mixed": ("youxi", {}, (WILD, GRAB, EAGER), (0, 1, 2, 3)),
    "youxi-house": (
        "youxi",
        {
            "pass_down": False,
            "duty_in_win": True,
            "win_reach": "by_right",
            "ordinary_base": "ceil",
            "high_kan": "grouped",
            "lone_discard": "forbidden",
            "no_split": False,
        },
        (EAGER, WILD, EAGER),
        (0, 1, 2, 3),
    ),
    "youxi-false-wins": (
        "youxi",
        {"false_wins": True, "protect_four_zu": True, "own_discard_dead": False, "ordinary_base": "half_up"},
        (BOLD, EAGER, BOLD),
        (0, 1, 2, 3),
    ),
}
# Decks made to reach rare situations: name of the file: game, numbers of deals that do.
RARE = {
    "guangshui-rare": ("guangshui", (2, 5, 33, 38, 49)),
    "youxi-rare": ("youxi", (0, 1, 9, 59, 113, 131, 226)),
}


def logs(name: str) -> Iterator[dict[str, Any]]:
    """The deals of one golden file, played now."""
    if name in RUNS:
        game, switches, seats, deals = RUNS[name]
        for deal in deals:
            yield deal_log(Rules.preset(game).replace(**switches), seats, SEED, deal)
    else:
        game, deals = RARE[name]
        for deal in deals:
            yield rare_log(game, deal)


def rare_log(game: str, deal: int) -> dict[str, Any]:
    """A deal of a deck made to reach rare situations."""
    rng = Random(f"{game} {deal}")
    kind, deck = random_deck(game, rng, deal % 3)
    while deck is None:
        kind, deck = random_deck(game, rng, deal % 3)
    seats = [EMPTY] * 3 if kind in ("pairs", "lone_hand") else [rng.choice((*OWN, EAGER, SHY)) for _ in range(3)]
    return deal_log(Rules.preset(game), seats, SEED, deal, deck=deck)


def path_of(name: str) -> Path:
    return FOLDER / f"{name}.jsonl"


def text_of(name: str) -> str:
    """What the file of that name must hold: one log a line."""
    return "".join(json.dumps(log, ensure_ascii=False) + "\n" for log in logs(name))
