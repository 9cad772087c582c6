"""The scorer as the engine asks it: memoised, for options and result ask the same question."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from .scoring import groupings, score
from .table import Table, has_right


@lru_cache(maxsize=4096)
def _score(
    game: str,
    switches: tuple[tuple[str, Any], ...],
    hand: tuple[str, ...],
    melds: tuple[str, ...],
    claimed: str | None,
    right: bool,
    drawer: bool,
) -> dict[str, Any]:
    return score(game, dict(switches), list(hand), list(melds), claimed, right=right, drawer=drawer)


def question(table: Table, seat: int) -> dict[str, Any]:
    """What the scorer is asked about ``seat`` and the reveal (at the opening: about the dealt hand)."""
    drawer = table.card is None or (table.source == "draw" and seat == table.by)
    return {
        "game": table.game,
        "switches": tuple(sorted(table.switches.items())),
        "hand": tuple(table.hands[seat]),
        "melds": tuple(meld.text() for meld in table.melds[seat]),
        "claimed": table.card,
        "right": table.card is None or has_right(table, seat),
        "drawer": drawer,
    }


def win_score(table: Table, seat: int) -> dict[str, Any]:
    """The Scoring JSON of ``seat`` with the revealed card claimed (at the opening: of the dealt hand)."""
    return dict(_score(**question(table, seat)))


def all_scores(table: Table, seat: int) -> Iterator[dict[str, Any]]:
    """The same for every grouping, the best and the others."""
    asked = question(table, seat)
    asked["switches"] = dict(asked["switches"])
    for _, _, result in groupings(**asked):
        yield result
