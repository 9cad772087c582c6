"""Positions taken out of a deal log: what a seat knew when it decided."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from experiments.positions import CLAIMS, NONE, SEATS
from simcore import (
    OpenSeat,
    Option,
    Position,
    Reveal,
    Rules,
    SiseError,
    claimed_meld,
    option_of,
    parse_card,
    parse_cards,
)


@dataclass
class _Table:
    """What a seat knows while a log is read on."""

    hands: list[Counter[int]]
    melds: list[list[Any]] = field(default_factory=lambda: [[], [], []])
    dead: set[int] = field(default_factory=set)
    aside: list[int] = field(default_factory=lambda: [0, 0, 0])
    barred: dict[int, str] = field(default_factory=dict)
    history: list[Reveal] = field(default_factory=list)
    card: int = NONE
    by: int = NONE
    drawn: bool = False
    open: bool = False  # a card is revealed and not yet resolved
    passed: set[int] = field(default_factory=set)
    forbidden: list[dict[str, set[int]]] = field(default_factory=lambda: [{c: set() for c in CLAIMS} for _ in SEATS])


def decisions(log: Mapping[str, Any]) -> list[tuple[int, int]]:
    """The events of a log at which a seat decided: (event, seat)."""
    return [(at, event["seat"]) for at, event in enumerate(log["events"]) if event["e"] in ("intent", "discard")]


def from_log(log: Mapping[str, Any], event: int) -> Position:
    """The position at event `event` (from 0) of a deal log, as the seat that decides there sees it.

    The event is an intent or a discard. Raises SiseError for another.
    """
    events = log["events"]
    known = dict(decisions(log))
    if event not in known:
        near = sorted(known, key=lambda at: abs(at - event))[:3]
        named = ", ".join(f"{at} (seat {known[at]}: {events[at]['e']})" for at in sorted(near))
        what = f"a {events[event]['e']}" if 0 <= event < len(events) else f"none of 0 to {len(events) - 1}"
        raise SiseError(f"event {event} is {what}: expected an intent or a discard, such as {named}")
    rules = Rules.from_dict(log["rules"])
    table = _Table([Counter(parse_cards(" ".join(hand))) for hand in log["hands"]])
    for row in events[:event]:
        _follow(table, row, rules)
    now = events[event]
    seat = int(now["seat"])
    if now["e"] == "discard" and table.open:
        _resolve(table, NONE)
    asked = now["e"] == "intent" and table.open
    rows = table.history
    seats = tuple(
        OpenSeat(
            tuple(table.melds[s]),
            frozenset(row.card for row in rows if row.by == s and not row.drawn)
            | ({table.card} if asked and table.by == s and not table.drawn else set()),
            frozenset(row.card for row in rows if s in row.passed),
            s in table.dead,
            table.aside[s],
        )
        for s in SEATS
    )
    mine = table.forbidden[seat]
    if rules.own_discard_dead:
        mine["chi"] |= seats[seat].discarded
    return Position(
        rules,
        seat,
        int(log["dealer"]),
        tuple(sorted(table.hands[seat].elements())),
        (seats[0], seats[1], seats[2]),
        tuple(sorted(row.card for row in rows if row.taker == NONE and not row.laid_aside)),
        table.card if asked else NONE,
        table.by if asked else seat,
        table.drawn if asked else False,
        table.barred.get(seat, ""),
        tuple((name, frozenset(mine[name])) for name in CLAIMS),
        tuple(rows),
    )


def _resolve(table: _Table, taker: int) -> None:
    """The revealed card goes to `taker`, or out of play."""
    row = Reveal(table.card, table.by, table.drawn, taker, frozenset(table.passed))
    table.history.append(row)
    if row.laid_aside:
        table.melds[row.by].append(claimed_meld(Option.MING, row.card, 0))
        table.aside[row.by] += 1
    table.open = False
    table.passed = set()


def _follow(table: _Table, event: Mapping[str, Any], rules: Rules) -> None:
    """One event further."""
    kind, seat = event["e"], int(event.get("seat", NONE))
    if kind in ("discard", "draw"):
        if table.open:
            _resolve(table, NONE)
        table.card, table.by, table.drawn, table.open = parse_card(event["card"]), seat, kind == "draw", True
        if kind == "discard":
            table.hands[seat][table.card] -= 1
    elif kind == "intent" and event["intent"] == "pass" and table.open:
        table.passed.add(seat)
        _forbid(table.forbidden[seat], table.card, event["options"], rules)
    elif kind == "claim":
        meld = claimed_meld(option_of(event["option"], table.card), table.card, table.hands[seat][table.card])
        table.hands[seat].subtract(meld.cards)
        table.hands[seat][table.card] += 1
        table.melds[seat].append(meld)
        _resolve(table, seat)
    elif kind == "barred":
        table.barred[seat] = event["rule"]
    elif kind == "dead":
        table.dead.add(seat)


def _forbid(mine: dict[str, set[int]], card: int, options: Sequence[str], rules: Rules) -> None:
    """G11, Y12: what a pass forbids."""
    if rules.game == "guangshui":
        if rules.passed_card_dead:
            for types in mine.values():
                types.add(card)
        return
    if any(option.startswith("chi") or option == "zhan" for option in options):
        mine["chi"].add(card)
    if "peng" in options:
        mine["peng"].add(card)
