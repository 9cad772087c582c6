"""Fixtures of the rule tests."""

from __future__ import annotations

from typing import Any

import pytest

from simcore import Rules, deal_log
from strategies import load
from tests.rules.scripted import GAMES


@pytest.fixture(scope="session", params=GAMES)
def some_logs(request: pytest.FixtureRequest) -> list[dict[str, Any]]:
    """Logs of 30 shuffled deals of a game, every dealer among them."""
    rules = Rules.preset(request.param)
    seats = [load("random"), load("eager"), load("random")]
    return [deal_log(rules, seats, 11, deal) for deal in range(30)]
