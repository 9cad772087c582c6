"""The rules value: one game with the house rules that a table has agreed on.

A `Rules` is immutable, hashable and picklable; the compiled core reads its `record()`. Rules come from a
preset, from a preset with switches replaced, or from the text of a rules file:

    preset = "guangshui"
    name = "our village"      # optional

    [switches]
    pass_down = false
"""

import difflib
import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from simcore.errors import RulesError, quote
from simcore.games import GAMES, SEATS, Game, GameId
from simcore.language import canonical_language, to_simplified
from simcore.rules_text import parse_rules_text, write_rules_text
from simcore.switches import (
    SWITCHES,
    HighKan,
    LoneDiscard,
    NextDealer,
    OrdinaryBase,
    Payers,
    Switch,
    SwitchFields,
    SwitchValue,
    WinReach,
    format_value,
)

__all__ = [
    "PRESETS",
    "RULES_DTYPE",
    "SEATS",
    "GameId",
    "HighKan",
    "LoneDiscard",
    "NextDealer",
    "OrdinaryBase",
    "Payers",
    "Rules",
    "SwitchRow",
    "WinReach",
    "describe",
]

PRESETS: Final = tuple(GAMES)
"""Names of the presets: each game with its default switches."""

RULES_DTYPE: Final = np.dtype(
    (np.record, [(name, np.int64) for name in ("game", "n_types", "deck_size", "drawable", *SWITCHES)])
)
"""The record that the compiled core reads: int64 each; a switch that the game does not have is 0."""


@dataclass(frozen=True, repr=False)
class Rules(SwitchFields):
    """A game with its house rules, made by `Rules.preset`, `replace`, `set_text`, `from_toml` or `from_dict`.

    Every switch of the game is an attribute (`rules.pass_down`). `name` is the preset's unless a rules file
    or `renamed` gave another.
    """

    name: str
    base: str
    """The preset that the rules start from."""
    values: tuple[tuple[str, SwitchValue], ...]
    """Every switch of the game with its value, in the order of the table."""

    def __post_init__(self) -> None:
        _check_preset(self.base)
        _check_name(self.name, self.base)
        if [name for name, _ in self.values] != list(_defaults(self.base)):
            raise RulesError("rules hold each switch of their game once; use Rules.preset and replace")
        for name, value in self.values:
            SWITCHES[name].check(value)

    @classmethod
    def preset(cls, name: str) -> "Rules":
        """The preset `guangshui` or `youxi`; raises RulesError for any other name."""
        _check_preset(name)
        return cls(name, name, tuple(_defaults(name).items()))

    def replace(self, /, **switches: Any) -> "Rules":
        """These rules with some switches set. Raises RulesError for a switch that the game does not have,
        or a value that the switch does not take."""
        values = dict(self.values)
        for name, value in switches.items():
            values[name] = self._switch(name).check(value)
        return Rules(self.name, self.base, tuple(values.items()))

    def renamed(self, name: str) -> "Rules":
        """These rules under a name of their own; raises RulesError for an empty name or another preset's."""
        return Rules(name, self.base, self.values)

    def set_text(self, settings: Iterable[str]) -> "Rules":
        """These rules with settings as `--set` takes them, `["pass_down=false"]`; the last one counts.

        Raises RulesError as `replace` does, and for a setting without `=`.
        """
        switches: dict[str, SwitchValue] = {}
        for setting in settings:
            name, equals, text = setting.partition("=")
            if not equals:
                raise RulesError(f"setting {quote(setting)}: expected switch=value, as in pass_down=false")
            switches[name.strip()] = self._switch(name.strip()).parse(text)
        return self.replace(**switches)

    @classmethod
    def from_toml(cls, text: str) -> "Rules":
        """Rules from the text of a rules file; raises RulesError naming the line and key at fault."""
        try:
            return cls._from_toml(text)
        except RulesError:
            raise
        except (ValueError, RecursionError):  # a number of thousands of digits, brackets within brackets
            raise RulesError("rules file: no TOML that can be read") from None

    @classmethod
    def _from_toml(cls, text: str) -> "Rules":
        parts = parse_rules_text(text)
        key = "preset"
        try:
            rules = cls.preset(parts.preset)
            if parts.name is not None:
                key = "name"
                rules = rules.renamed(parts.name)
            for key, value in parts.switches.items():
                rules = rules.replace(**{key: value})
        except RulesError as fault:
            raise parts.error(key, fault) from None
        return rules

    def to_toml(self) -> str:
        """The text of a rules file that `from_toml` reads back to an equal value."""
        return write_rules_text(self.base, self._own_name, self.switches)

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> "Rules":
        """Rules from `to_dict`'s form, as deal logs and run files hold it; raises RulesError."""
        unknown = set(data) - {"name", "preset", "switches"}
        if unknown:
            raise RulesError(f"rules: unknown key {quote(min(unknown))}; expected name, preset, switches")
        name, switches = data.get("name"), data.get("switches", {})
        if not isinstance(name, str):
            raise RulesError(f"rules: expected a name as text, found {name!r}")
        if not isinstance(switches, Mapping):
            raise RulesError(f"rules: expected a table of switches, found {switches!r}")
        preset = data.get("preset", name)
        if not isinstance(preset, str):
            raise RulesError(f"rules: expected a preset as text, found {preset!r}")
        return cls.preset(preset).renamed(name).replace(**switches)

    def to_dict(self) -> dict[str, Any]:
        """`{"name": …, "switches": {only those that differ from the preset}}`; rules with a name of their own
        keep their preset under `preset`."""
        preset = {} if self._own_name is None else {"preset": self.base}
        return {"name": self.name, **preset, "switches": dict(self.switches)}

    @property
    def switches(self) -> Mapping[str, SwitchValue]:
        """The switches that differ from the preset."""
        defaults = _defaults(self.base)
        return MappingProxyType({name: value for name, value in self.values if value != defaults[name]})

    @property
    def game(self) -> str:
        """The game's name, `guangshui` or `youxi`."""
        return self.table.name

    @property
    def table(self) -> Game:
        """The facts of the game: deck, seats, hands, stock."""
        return GAMES[self.base]

    @property
    def seats(self) -> int:
        """Seats at the table (E1)."""
        return self.table.seats

    @property
    def dealer_cards(self) -> int:
        """Cards dealt to the dealer, and shown by a winner (E1, E7)."""
        return self.table.dealer_cards

    @property
    def other_cards(self) -> int:
        """Cards dealt to each other seat (E1)."""
        return self.table.other_cards

    @property
    def ghosts(self) -> int:
        """Ghosts in the deck, 0 or 5 (Y1)."""
        return self.table.ghosts

    @property
    def copies(self) -> tuple[int, ...]:
        """Copies of each card type in the deck, indexed by type."""
        return self.table.copies

    @property
    def n_types(self) -> int:
        """Number of card types, 28 or 29."""
        return self.table.n_types

    @property
    def deck_size(self) -> int:
        """Cards in the deck, 112 or 117."""
        return self.table.deck_size

    @property
    def stock_size(self) -> int:
        """Cards left after the deal, 21 or 26 (G1, Y1)."""
        return self.table.stock_size

    @property
    def undrawn(self) -> int:
        """Cards at the end of the stock that are never drawn, 0 or 3 (Y1)."""
        return self.table.undrawn

    @property
    def drawable(self) -> int:
        """Cards of the stock that may be drawn, 21 or 23."""
        return self.table.drawable

    @cached_property
    def hash(self) -> str:
        """SHA-256 (hex) of how the game is played: the game and every switch, not what they are called."""
        played = {"game": self.game, "switches": dict(self.values)}
        text = json.dumps(played, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()

    def record(self) -> np.record:
        """The rules as one record of RULES_DTYPE, a fresh copy each time."""
        record = np.zeros(1, RULES_DTYPE)
        record["game"] = self.table.id
        for fact in ("n_types", "deck_size", "drawable"):
            record[fact] = getattr(self, fact)
        for name, value in self.values:
            record[name] = SWITCHES[name].number(value)
        row: np.record = record[0]
        return row

    def __repr__(self) -> str:
        words = [self.name] if self._own_name is None else [self.name, f"preset={self.base}"]
        words += [f"{name}={format_value(value)}" for name, value in self.switches.items()]
        return f"Rules({', '.join(words)})"

    if not TYPE_CHECKING:  # type checkers see SwitchFields, so that a slip in a name stays an error there

        def __getattr__(self, name: str) -> SwitchValue:
            for switch, value in self.__dict__.get("values", ()):
                if switch == name:
                    return value
            if name in SWITCHES:
                raise AttributeError(_of_other_game(SWITCHES[name], self.game))
            raise AttributeError(f"Rules has no attribute or switch {name!r}")

    @property
    def _own_name(self) -> str | None:
        return None if self.name == self.base else self.name

    def _switch(self, name: str) -> Switch:
        switch = SWITCHES.get(name)
        mine = list(_defaults(self.base))
        if switch is None:
            close = _close(name, mine)
            raise RulesError(f"unknown switch {quote(name)}; {close}the switches of {self.game} are {', '.join(mine)}")
        if switch.use(self.game) is None:
            raise RulesError(_of_other_game(switch, self.game))
        return switch


@dataclass(frozen=True)
class SwitchRow:
    """One row of `describe`; values are text as `--set` takes it."""

    switch: str
    value: str
    default: str
    choices: tuple[str, ...]
    rule: str
    meaning: str


def describe(rules: Rules, lang: str = "en") -> tuple[SwitchRow, ...]:
    """Every switch of the rules with its value, default, values it takes, rule id and meaning in `lang`."""
    lang = canonical_language(lang)
    rows = []
    for name, value in rules.values:
        switch = SWITCHES[name]
        use = switch.use(rules.game)
        assert use is not None
        meaning = switch.meaning if lang == "en" else switch.meaning_zh
        rows.append(
            SwitchRow(
                switch=name,
                value=format_value(value),
                default=format_value(use.default),
                choices=tuple(format_value(choice) for choice in switch.choices),
                rule=use.rule,
                meaning=to_simplified(meaning) if lang == "zh-hans" else meaning,
            )
        )
    return tuple(rows)


def _defaults(game: str) -> dict[str, SwitchValue]:
    uses = ((name, switch.use(game)) for name, switch in SWITCHES.items())
    return {name: use.default for name, use in uses if use is not None}


def _check_preset(name: str) -> None:
    if name not in PRESETS:
        raise RulesError(f"unknown rules {quote(name)}; {_close(name, PRESETS)}the presets are {', '.join(PRESETS)}")


def _check_name(name: str, base: str) -> None:
    if not name.strip() or not name.isprintable():
        raise RulesError(f"rules name {name!r}: expected a line of printable text")
    if name in PRESETS and name != base:
        raise RulesError(f'rules name "{name}" belongs to another preset than {base}; give another name')


def _close(word: str, known: Iterable[str]) -> str:
    close = difflib.get_close_matches(word, list(known), n=2)
    return f"did you mean {' or '.join(close)}? " if close else ""


def _of_other_game(switch: Switch, game: str) -> str:
    return f'switch "{switch.name}" belongs to {" and ".join(switch.games)}; these rules are {game}'
