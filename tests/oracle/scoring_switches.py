"""The switches that scoring and settlement read, with the defaults of the rules page."""

BOTH = {
    "pass_down": True,
    "duty_in_win": False,
    "next_dealer": "winner",
    "win_reach": "any",
}
DEFAULTS = {
    "guangshui": {
        **BOTH,
        "own_discard_dead": False,
        "jiang_cap": 0,
        "lou_is_bu": False,
        "zhan_in_che": False,
        "passed_card_dead": True,
        "chuche_duty": True,
        "payers": "both",
    },
    "youxi": {
        **BOTH,
        "own_discard_dead": True,
        "ordinary_base": "flat",
        "high_kan": "held",
        "lone_discard": "stinks",
        "false_wins": False,
        "no_split": True,
        "protect_four_zu": False,
    },
}


def with_defaults(game, switches):
    """All switches of the game; ValueError for one that it does not have."""
    for name in switches:
        if name not in DEFAULTS[game]:
            raise ValueError(f"{game} has no switch {name!r}")
    return {**DEFAULTS[game], **switches}
