"""`patterns`: legal under every switch, keeps what makes big hands together, and clearly beats `eager`."""

from __future__ import annotations

from typing import Any

import pytest

from simcore import Rules, check_strategy
from strategies import BUILT_IN
from tests.strategy_deals import TABLES, edge, keeps_duties, opening_discard

GAMES = ("guangshui", "youxi")
PATTERNS, EAGER = BUILT_IN["patterns"], BUILT_IN["eager"]


@pytest.mark.parametrize(("game", "switches"), TABLES, ids=str)
def test_legal_under_every_switch(game: str, switches: dict[str, Any]) -> None:
    keeps_duties(PATTERNS, game, switches)


def test_keeps_the_contract_of_strategies() -> None:
    """Legal, reproducible, without chance, at both bounds of each parameter, in microseconds."""
    seen = check_strategy(PATTERNS)
    assert min(seen.decisions.values()) > 5_000
    assert not PATTERNS.random


def test_keeps_a_complete_che_together() -> None:
    """G4: all cards stand in pairs, and those of the yellow 車馬炮 are a 車."""
    hand = "YC2 YM2 YP2 RS2 RX2 WS2 WX2 GC2 GM2 RP2 YZ2 RZ3 YJ2 WJ2 GJ RJ"
    assert opening_discard(PATTERNS, "guangshui", hand)[:2] not in ("YC", "YM", "YP")


def test_keeps_a_kan_whole() -> None:
    """Y2: three equal cards in hand are worth 2 胡頭, a pair nothing."""
    hand = "YS3 RX3 GC2 WM2 GP2 WS2 RS2 YX2 WZ2 RC RM RP GJ GS GX YJ2 RJ GUI"
    assert opening_discard(PATTERNS, "youxi", hand) not in ("YS", "RX", "RC", "RM", "RP")


@pytest.mark.parametrize("game", GAMES)
def test_beats_eager(game: str) -> None:
    mean, error = edge(Rules.preset(game), PATTERNS, EAGER, 1_000)
    assert mean > 15 * error
