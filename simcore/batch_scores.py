"""The compiled loop over many hands."""

from __future__ import annotations

from typing import Any

from simcore.groups import ANYWHERE, Place
from simcore.jit import core, inlined, int64
from simcore.native import call_scorer, clear_score
from simcore.play import read_guangshui, read_youxi

QUAD, TRIPLE = int(Place.QUAD), int(Place.TRIPLE)


@inlined
def idle_cards(tables: Any, h: Any, claimed: int) -> int:
    """The fewest cards of a holding, with the claimed type (-1: none), that lie in no group."""
    step = tables.state_step[claimed & 31]
    idle = int64(tables.zu_idle[h.idx[4] + step[4]])
    for b in range(4):
        idle += int64(tables.idle[h.idx[b] + step[b]])
    return idle


@core
def idle_outside(tables: Any, h: Any, claimed: int, place: int) -> int:
    """The fewest idle cards where the claimed card may lie only in a triple or quad, or in no group."""
    rest = idle_cards(tables, h, -1)
    block = int64(tables.block[claimed])
    if block == 5:  # the ghosts that it goes with leave nothing idle
        return rest
    power = int64(tables.power[claimed]) * (3 if place == QUAD else 2)
    h.idx[block] -= power
    grouped = idle_cards(tables, h, -1)
    h.idx[block] += power
    return min(1 + rest, grouped)


@inlined
def due_allow(rules: Any, due: int) -> int:
    """E12: the places that the claimed card of a batch may take."""
    if rules.duty_in_win and (due == QUAD or (due == TRIPLE and rules.game == 0 and rules.chuche_duty)):
        return 1 << due
    return ANYWHERE


@core
def score_batch(address: int, tables: Any, rules: Any, holdings: Any, scores: Any, scratch: Any) -> None:
    """Score every holding into `scores`, by the scorer at `address`."""
    for i in range(len(holdings)):
        h = holdings[i]
        result = scores[i]
        clear_score(result)
        claimed = int64(h.claimed)
        due = int64(h.due)
        idle = idle_cards(tables, h, claimed)
        if idle > 0 and due == 0:
            result.idle = idle
            continue
        allow = due_allow(rules, due)
        if idle > 0:
            result.idle = idle if allow == ANYWHERE else idle_outside(tables, h, claimed, due)
            continue
        value = call_scorer(address, tables, rules, h, claimed, allow, scratch)
        if value < 0:
            result.idle = idle_outside(tables, h, claimed, due)
            continue
        read_score(rules, value, h, claimed, result)


@inlined
def read_score(rules: Any, value: int, h: Any, claimed: int, result: Any) -> None:
    """Write the value of a covered hand to a SCORE_DTYPE record."""
    result.covered = True
    if rules.game == 0:
        read_guangshui(value, result)
        result.wins = result.pai > 0
    else:
        read_youxi(value, h, claimed, result)
        result.wins = value >= 1 << 62
