"""The text of a rules file (TOML), and where in it a key stands; `simcore.rules` knows what the keys mean."""

import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from simcore.errors import RulesError, quote
from simcore.switches import SWITCHES, SwitchValue, format_value

_KEYS = ("preset", "name", "switches")


@dataclass(frozen=True)
class RulesText:
    """A rules file taken apart: `preset`, `name` (None where it has none), and the switches as written."""

    text: str
    preset: str
    name: str | None
    switches: Mapping[str, Any]

    def error(self, key: str, message: object) -> RulesError:
        """A RulesError that names the line on which `key` is written."""
        return _error_at(self.text, key, message)


def parse_rules_text(text: str) -> RulesText:
    """Take a rules file apart; raises RulesError for what is no TOML, an unknown key or a missing preset."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        raise RulesError(f"rules file is no TOML: {fault}") from fault
    for key in data:
        if key in SWITCHES:
            raise _error_at(text, key, f'switch "{key}" belongs under [switches]')
        if key not in _KEYS:
            raise _error_at(text, key, f"unknown key {quote(key)}; expected {', '.join(_KEYS)}")
    if "preset" not in data:
        raise RulesError('rules file: expected a line such as preset = "guangshui"')
    for key in ("preset", "name"):
        if key in data and not isinstance(data[key], str):
            raise _error_at(text, key, f"{key}: expected text in quotes, found {data[key]!r}")
    switches = data.get("switches", {})
    if not isinstance(switches, dict):
        raise _error_at(text, "switches", f"switches: expected a table [switches], found {switches!r}")
    return RulesText(text, data["preset"], data.get("name"), switches)


def write_rules_text(preset: str, name: str | None, switches: Mapping[str, SwitchValue]) -> str:
    """The text that `parse_rules_text` takes apart into the same parts."""
    lines = [f"preset = {_toml(preset)}"]
    if name is not None:
        lines.append(f"name = {_toml(name)}")
    if switches:
        lines += ["", "[switches]", *(f"{switch} = {_toml(value)}" for switch, value in switches.items())]
    return "\n".join(lines) + "\n"


def _toml(value: SwitchValue) -> str:
    # JSON's escapes are TOML's, as long as the text is printable, which Rules sees to.
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else format_value(value)


def _error_at(text: str, key: str, message: object) -> RulesError:
    """tomllib tells no line for a key, so find the first that writes it: `key =`, `[key]`, `{ key = …`."""
    written = re.compile(rf"""(^|[\s.\[{{,"'])({re.escape(key)})["']?\s*[=.\]]""")
    for number, line in enumerate(text.splitlines(), 1):
        if written.search(line.partition("#")[0]):
            return RulesError(f"rules file, line {number}: {message}")
    return RulesError(f"rules file: {message}")
