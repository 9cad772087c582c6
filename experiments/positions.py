"""Positions as TOML and as texts.

rules = "guangshui"            # a preset or a rules file; a table [rules] holds preset and switches
seat = 2                       # who has to decide
dealer = 0
turn = 1                       # whose turn it is: who drew or discarded the card, or is to draw or discard
card = "RS"                    # the revealed card, if any
drawn = true                   # drawn from the stock; otherwise discarded
hand = "YJ2 YS RC2 ..."
out_of_play = "RM WP2"
stock = 17                     # optional: checked against the cards
barred = "E12"                 # optional: the rule that barred the seat
history = ["0 discards RM, 1 takes", "1 draws WM, 2 passes", ...]    # optional

[seats.0]                      # of each seat, all optional
melds = ["peng:RM", "chi:RC,RM,RP"]     # as they were laid; the first card of a chi is the claimed one
discarded = "WM YX"
passed = "RC"
dead = true
aside = 1                      # lone cards laid aside after it was dead (E13 a)

[forbidden]                    # optional: the types that the seat may not claim any more, by kind of claim
chi = "WM"
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any, Final

from simcore import (
    OpenSeat,
    Position,
    Reveal,
    Rules,
    SiseError,
    format_card,
    format_cards,
    meld_text,
    parse_card,
    parse_cards,
    seats_of,
)

SEATS: Final = (0, 1, 2)
NONE: Final = -1
KEYS: Final = ("rules", "seat", "dealer", "turn", "card", "drawn", "hand", "out_of_play", "stock", "barred", "history")
TABLES: Final = ("seats", "forbidden")
SEAT_KEYS: Final = ("melds", "discarded", "passed", "dead", "aside")
CLAIMS: Final = ("win", "kong", "peng", "chi")
_ROW: Final = re.compile(r"(\d)\s+(discards|draws)\s+([^,]+)((?:,\s*\d\s+(?:takes|passes))*)\s*")


def read_position(data: Mapping[str, Any], rules: Rules | None = None) -> Position:
    """A position from plain values, as TOML has them (see above). `rules` stand in for the key.

    Raises SiseError naming what cannot be used.
    """
    _check_keys(data, (*KEYS, *TABLES), "")
    if rules is None:
        rules = _rules(data.get("rules", "guangshui"))
    if "hand" not in data:
        raise SiseError('no hand: expected hand = "YJ2 YS ...", the concealed cards')
    history = tuple(read_reveal(text) for text in _list(data, "history"))
    seats = _seats(data.get("seats", {}), history)
    seat = _number(data, "seat", 0)
    card = parse_card(data["card"]) if data.get("card") else NONE
    drawn = data.get("drawn", False)
    if not isinstance(drawn, bool):
        raise SiseError(f"drawn is {drawn!r}; expected true or false")
    out = sorted(parse_cards(data.get("out_of_play", "")))
    if history and "out_of_play" not in data:
        out = sorted(row.card for row in history if row.taker == NONE and not row.laid_aside)
    turn = _number(data, "turn", NONE)
    if turn == NONE and card == NONE:
        turn = seat
    made = Position(
        rules,
        seat,
        _number(data, "dealer", 0),
        tuple(sorted(parse_cards(data["hand"]))),
        seats,
        tuple(out),
        card,
        turn,
        drawn,
        _barred(data.get("barred", "")),
        _forbidden(data.get("forbidden")),
        history,
    )
    _check_stock(made, data)
    return made


def from_toml(text: str, name: str = "position") -> Position:
    """A position from TOML text. Raises SiseError."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SiseError(f"{name}: no TOML: {error}") from None
    except (ValueError, RecursionError):  # a number of thousands of digits, brackets within brackets
        raise SiseError(f"{name}: no TOML that can be read") from None
    try:
        return read_position(data)
    except SiseError as error:
        raise type(error)(f"{name}: {error}") from None
    except ValueError:  # a number too long to be quoted
        raise SiseError(f"{name}: a number that cannot be read") from None


def to_dict(p: Position) -> dict[str, Any]:
    """A position in plain values; `read_position` gives it back."""
    data: dict[str, Any] = {"rules": p.rules.to_dict(), "seat": p.seat, "dealer": p.dealer, "turn": p.turn}
    if p.card != NONE:
        data |= {"card": format_card(p.card), "drawn": p.drawn}
    data |= {"hand": format_cards(p.hand), "out_of_play": format_cards(p.out), "stock": p.stock}
    if p.barred:
        data["barred"] = p.barred
    if p.history:
        data["history"] = [reveal_text(row) for row in p.history]
    data["seats"] = {str(s): rows for s, seat in enumerate(p.seats) if (rows := _seat_dict(seat))}
    if p.forbidden is not None:
        data["forbidden"] = {name: format_cards(sorted(types)) for name, types in p.forbidden if types}
    return data


def to_toml(p: Position) -> str:
    """A position as TOML text; `from_toml` gives it back."""
    data = to_dict(p)
    rules = data.pop("rules")
    plain = rules == {"name": p.rules.base, "switches": {}}
    lines = [f'rules = "{p.rules.base}"'] if plain else []
    for key, value in data.items():
        if key == "history":
            lines += ["history = [", *(f"    {_toml(row)}," for row in value), "]"]
        elif not isinstance(value, dict):
            lines.append(f"{key} = {_toml(value)}")
    if not plain:
        lines += ["", "[rules]", f'name = "{p.rules.name}"', f'preset = "{p.rules.base}"']
        lines += ["[rules.switches]", *(f"{key} = {_toml(value)}" for key, value in rules["switches"].items())]
    for s, rows in data["seats"].items():
        lines += ["", f"[seats.{s}]", *(f"{key} = {_toml(value)}" for key, value in rows.items())]
    if p.forbidden is not None:
        lines += ["", "[forbidden]", *(f"{key} = {_toml(value)}" for key, value in data["forbidden"].items())]
    return "\n".join(lines) + "\n"


def read_reveal(text: str) -> Reveal:
    """One line of a history: `0 discards RM, 1 takes, 2 passes`. Raises SiseError."""
    match = _ROW.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        raise SiseError(f'history: found {text!r}, expected a line such as "0 discards RM, 1 takes, 2 passes"')
    what = [word.split() for word in match[4].split(",") if word.strip()]
    takers = [int(seat) for seat, verb in what if verb == "takes"]
    passed = [int(seat) for seat, verb in what if verb == "passes"]
    by = int(match[1])
    if any(s not in SEATS for s in (by, *takers, *passed)):
        raise SiseError(f'history: "{text}": seats are 0, 1 and 2')
    if len(takers) > 1:
        raise SiseError(f'history: "{text}": one seat takes a card')
    return Reveal(parse_card(match[3]), by, match[2] == "draws", takers[0] if takers else NONE, frozenset(passed))


def reveal_text(row: Reveal) -> str:
    """One line of a history, as `read_reveal` reads it."""
    words = [f"{row.by} {'draws' if row.drawn else 'discards'} {format_card(row.card)}"]
    words += [f"{row.taker} takes"] if row.taker != NONE else []
    return ", ".join([*words, *(f"{s} passes" for s in sorted(row.passed))])


def _check_keys(data: Mapping[str, Any], known: Sequence[str], where: str) -> None:
    for key in data:
        if key not in known:
            close = get_close_matches(str(key), known, 1)
            hint = f"did you mean {close[0]}? " if close else ""
            raise SiseError(f'unknown key "{where}{key}"; {hint}expected {", ".join(known)}')


def _rules(value: Any) -> Rules:
    if isinstance(value, str):
        return Rules.preset(value)
    if not isinstance(value, Mapping):
        raise SiseError(f"rules is {value!r}; expected a preset, or a table [rules]")
    named = dict(value)
    named.setdefault("name", named.get("preset", "guangshui"))
    return Rules.from_dict(named)


def _list(data: Mapping[str, Any], key: str) -> list[str]:
    value = data.get(key, [])
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise SiseError(f"{key} is {value!r}; expected a list of texts")
    return list(value)


def _number(data: Mapping[str, Any], key: str, default: int) -> int:
    value = data.get(key, default)
    if isinstance(value, bool) or not isinstance(value, int):
        raise SiseError(f"{key} is {value!r}; expected a whole number")
    if key in data and key != "stock" and value not in SEATS:
        raise SiseError(f"{key} is {value}; expected 0, 1 or 2")
    return value


def _barred(value: Any) -> str:
    if not isinstance(value, str):
        raise SiseError(f"barred is {value!r}; expected E12, G12 or Y15")
    return value.upper()


def _forbidden(value: Any) -> tuple[tuple[str, frozenset[int]], ...] | None:
    if value is None:
        return None
    if not isinstance(value, Mapping):
        raise SiseError(f"forbidden is {value!r}; expected a table [forbidden]")
    _check_keys(value, CLAIMS, "forbidden.")
    return tuple((name, frozenset(parse_cards(value.get(name, "")))) for name in CLAIMS)


def _seats(table: Any, history: Sequence[Reveal]) -> tuple[OpenSeat, OpenSeat, OpenSeat]:
    if not isinstance(table, Mapping):
        raise SiseError(f"seats is {table!r}; expected tables [seats.0], [seats.1], [seats.2]")
    _check_keys(table, [str(s) for s in SEATS], "seats.")
    rows = {s: table.get(str(s), {}) for s in SEATS}
    for s, row in rows.items():
        if not isinstance(row, Mapping):
            raise SiseError(f"seats.{s} is {row!r}; expected a table")
        _check_keys(row, SEAT_KEYS, f"seats.{s}.")
        for key, kind, expected in (("dead", bool, "true or false"), ("aside", int, "a whole number")):
            if key in row and type(row[key]) is not kind:
                raise SiseError(f"seats.{s}.{key} is {row[key]!r}; expected {expected}")
        for key in ("discarded", "passed"):
            if key in row and not isinstance(row[key], str):
                raise SiseError(f'seats.{s}.{key} is {row[key]!r}; expected cards as text, such as "WM YX"')
    discarded: dict[int, Any] = {s: row["discarded"] for s, row in rows.items() if "discarded" in row}
    passed: dict[int, Any] = {s: row["passed"] for s, row in rows.items() if "passed" in row}
    if history:
        for s in SEATS:
            discarded.setdefault(s, {row.card for row in history if row.by == s and not row.drawn})
            passed.setdefault(s, {row.card for row in history if s in row.passed})
    dead = {s: row.get("aside", 0) for s, row in rows.items() if row.get("dead") or row.get("aside")}
    for s in dead:
        if not rows[s].get("dead"):
            raise SiseError(
                f"seats.{s}.aside is {dead[s]}, but only a dead seat lays cards aside: expected dead = true"
            )
    return seats_of({s: _list(row, "melds") for s, row in rows.items()}, discarded, passed, dead)


def _check_stock(p: Position, data: Mapping[str, Any]) -> None:
    given = _number(data, "stock", p.stock)
    # who waits cannot tell whether the seat in turn holds 31 cards, and is to discard, or is to draw
    if given != p.stock and not (p.kind == "wait" and given == p.stock - 1):
        raise SiseError(f"stock is {given}, but the cards leave {p.stock} to draw: some are missing or too many")


def _seat_dict(seat: OpenSeat) -> dict[str, Any]:
    row: dict[str, Any] = {}
    if seat.melds:
        row["melds"] = [meld_text(meld) for meld in seat.melds]
    for key in ("discarded", "passed"):
        if types := getattr(seat, key):
            row[key] = format_cards(sorted(types))
    if seat.dead:
        row["dead"] = True
    return row | ({"aside": seat.aside} if seat.aside else {})


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    return str(value) if isinstance(value, int) else f'"{value}"'
