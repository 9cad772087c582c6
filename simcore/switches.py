"""The table of switches: every point where tables differ, so that a house rule is data and never code.

One row is one switch: the values it takes, the games that have it with their defaults and rule ids, and what
it means to a player. Rules values, rules files, the `--set` option, the record that the compiled core reads
and the command line's listing all come from this table.
"""

from dataclasses import dataclass
from enum import IntEnum
from typing import Final, Literal

from simcore.errors import RulesError, quote

SwitchValue = bool | int | str


class NextDealer(IntEnum):
    """Who deals after a deal (G14, Y16)."""

    WINNER = 0
    NEXT = 1


class WinReach(IntEnum):
    """Which revealed cards a seat may win on (G16)."""

    ANY = 0
    BY_RIGHT = 1


class Payers(IntEnum):
    """Who pays the winner in Guangshui (G13)."""

    BOTH = 0
    DISCARDER = 1


class OrdinaryBase(IntEnum):
    """The base of an ordinary win in Youxi (Y6)."""

    FLAT = 0
    HALF_UP = 1
    CEIL = 2


class HighKan(IntEnum):
    """Where 高胡 looks for a 坎 (Y7)."""

    HELD = 0
    GROUPED = 1


class LoneDiscard(IntEnum):
    """Whether a lone card may be discarded in Youxi (Y10)."""

    STINKS = 0
    FORBIDDEN = 1


class SwitchFields:
    """The switches as typed attributes of a rules value; a test holds them equal to the table below."""

    pass_down: bool
    duty_in_win: bool
    next_dealer: Literal["winner", "next"]
    own_discard_dead: bool
    win_reach: Literal["any", "by_right"]
    jiang_cap: Literal[0, 3]
    lou_is_bu: bool
    zhan_in_che: bool
    passed_card_dead: bool
    chuche_duty: bool
    payers: Literal["both", "discarder"]
    ordinary_base: Literal["flat", "half_up", "ceil"]
    high_kan: Literal["held", "grouped"]
    lone_discard: Literal["stinks", "forbidden"]
    false_wins: bool
    no_split: bool
    protect_four_zu: bool


@dataclass(frozen=True)
class Use:
    """A game's use of a switch: its default there, and the id of the rule it belongs to."""

    game: str
    default: SwitchValue
    rule: str


@dataclass(frozen=True)
class Switch:
    """One switch. `kind` says what values it takes: bool, a tuple of ints, or an enumeration whose lower-case
    member names are the values and whose numbers stand in the record."""

    name: str
    kind: type[bool] | tuple[int, ...] | type[IntEnum]
    uses: tuple[Use, ...]
    meaning: str
    meaning_zh: str

    @property
    def games(self) -> tuple[str, ...]:
        """Names of the games that have the switch."""
        return tuple(use.game for use in self.uses)

    def use(self, game: str) -> Use | None:
        """The use that `game` makes of the switch, or None."""
        return next((use for use in self.uses if use.game == game), None)

    @property
    def choices(self) -> tuple[SwitchValue, ...]:
        """Every value that the switch takes."""
        if self.kind is bool:
            return (True, False)
        return self.kind if isinstance(self.kind, tuple) else tuple(m.name.lower() for m in self._members())

    @property
    def expected(self) -> str:
        """The values in words, for messages: `true or false`, `0 or 3`, `flat, half_up or ceil`."""
        words = [format_value(choice) for choice in self.choices]
        return f"{', '.join(words[:-1])} or {words[-1]}"

    def check(self, value: object) -> SwitchValue:
        """`value` if the switch takes it (true is no 1 here); raises RulesError otherwise."""
        for choice in self.choices:
            if type(choice) is type(value) and choice == value:
                return choice
        raise self._refused(value)

    def parse(self, text: str) -> SwitchValue:
        """The value that `text` names, in any case; raises RulesError where it names none."""
        for choice in self.choices:
            if format_value(choice) == text.strip().lower():
                return choice
        raise self._refused(text)

    def number(self, value: SwitchValue) -> int:
        """The int that stands for `value` in the record of the compiled core."""
        return int(value) if not isinstance(value, str) else int(self._members()[value.upper()])

    def _members(self) -> type[IntEnum]:
        assert isinstance(self.kind, type)
        assert issubclass(self.kind, IntEnum)
        return self.kind

    def _refused(self, value: object) -> RulesError:
        if isinstance(value, str):
            shown = quote(value)
        else:
            shown = format_value(value) if isinstance(value, bool) else repr(value)
        return RulesError(f'switch "{self.name}": found {shown}, expected {self.expected}')


def format_value(value: SwitchValue) -> str:
    """A switch value as text, as `--set` and listings write it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _both(default: SwitchValue, guangshui: str, youxi: str) -> tuple[Use, ...]:
    return Use("guangshui", default, guangshui), Use("youxi", default, youxi)


def _guangshui(default: SwitchValue, rule: str) -> tuple[Use, ...]:
    return (Use("guangshui", default, rule),)


def _youxi(default: SwitchValue, rule: str) -> tuple[Use, ...]:
    return (Use("youxi", default, rule),)


_ROWS: Final = (
    Switch(
        "pass_down",
        bool,
        _both(True, "E5", "E5"),
        "true: a drawn card that its drawer does not take may be taken by the next seat with chi or zhan "
        "(never a lone card); false: only the drawer may.",
        "true：起牌者不要的牌，下家可以吃、占（將、鬼除外）；false：只有起牌者可以。",
    ),
    Switch(
        "duty_in_win",
        bool,
        _both(False, "E12", "E12"),
        "true: a winning card of which three are in your hand must form the quad, and in Guangshui one that "
        "is a paired member of your complete 車 must form the triple; false: you may win with it in any "
        "group.",
        "true：手中有三張同樣的牌時，必須上樓（開車）胡牌；廣水玩法中，胡的牌是整副車的一對時，必須碰成三"
        "張。false：胡的牌可以任意組合。",
    ),
    Switch(
        "next_dealer",
        NextDealer,
        _both("winner", "G14", "Y16"),
        "winner: the winner deals next, and the dealer stays after a deal without a winner; next: the deal "
        "moves to the next seat every time.",
        "winner：贏家下一局做莊，無人胡牌時莊家不變；next：每局都由下家做莊。",
    ),
    Switch(
        "own_discard_dead",
        bool,
        (Use("guangshui", False, "G15"), Use("youxi", True, "Y13")),
        "true: you may not chi or zhan a card type that you have discarded, but may still win on it; false: you may.",
        "true：自己打出過的牌，不能再吃、占，但可以胡；false：可以再吃、占。",
    ),
    Switch(
        "win_reach",
        WinReach,
        _both("any", "G16", "G16"),
        "any: you may win on any revealed card, in any group; by_right: the winning card enters a pair or "
        "a 圓 only where you had the right of chi or zhan, and is a single 將 only if you drew it.",
        "any：任何亮出的牌都可以胡，任意組合；by_right：胡的牌要成對、成圓，須是自己有權吃、占的牌，單張將"
        "須是自己起的。",
    ),
    Switch(
        "jiang_cap",
        (0, 3),
        _guangshui(0, "G2"),
        "0: every 將 outside a 圓, triple or quad scores 1 hu; 3: at most three of them do.",
        "0：不在圓、步、子、樓、鬧中的將，每張一胡；3：這樣的將最多算三胡。",
    ),
    Switch(
        "lou_is_bu",
        bool,
        _guangshui(False, "G3"),
        "true: a 樓 counts as one 步 for the 步 bonus and for the named hands with 5 步 or 6 步; false: it does not.",
        "true：一樓也算一步，計入步的加胡以及五步、六步的牌型；false：樓不算步。",
    ),
    Switch(
        "zhan_in_che",
        bool,
        _guangshui(False, "G4"),
        "true: a claimed pair (占) may be a member of a 車, though never a pair of 將 with a claimed one; "
        "false: only pairs in hand may.",
        "true：占來的對也可以入車（有明將的一對除外）；false：只有手中的對可以入車。",
    ),
    Switch(
        "passed_card_dead",
        bool,
        _guangshui(True, "G11"),
        "true: a card type that you could use and passed you may neither claim nor win on for the rest of "
        "the deal; false: passing forbids nothing.",
        "true：過了的牌，本局不能再用，也不能胡；false：過牌沒有限制。",
    ),
    Switch(
        "chuche_duty",
        bool,
        _guangshui(True, "G12"),
        "true: with a complete 車 you must peng any of its members that you can, or you may not win this "
        "deal; false: there is no such duty.",
        "true：有車子必須出車，可碰而不碰，本局不能胡；false：可以不出車。",
    ),
    Switch(
        "payers",
        Payers,
        _guangshui("both", "G13"),
        "both: the two others each pay the winner; discarder: whoever discarded the winning card pays for "
        "both (after a drawn card or a 天胡 both pay).",
        "both：另外兩家都付給贏家；discarder：打出胡牌的一家付兩家的份（胡起的牌、天胡仍是兩家付）。",
    ),
    Switch(
        "ordinary_base",
        OrdinaryBase,
        _youxi("flat", "Y6"),
        "The base of an ordinary win with N total hu; each pays base + ghosts + 1. flat: 3, or 4 from N = 35; "
        "half_up: N/10 rounded half up; ceil: N/10 rounded up.",
        "普通胡的基本數，N 為總胡數；每家付基本數 + 鬼 + 1。flat：3，N 滿 35 為 4；"
        "half_up：N/10 四捨五入；ceil：N/10 進一。",
    ),
    Switch(
        "high_kan",
        HighKan,
        _youxi("held", "Y7"),
        "When a 坎 rules out 高胡. held: when any type stands three or more times in your concealed hand "
        "as you win, the winning card apart; grouped: only when the winning grouping has a 坎.",
        "什麼樣的坎不算高胡。held：胡牌時手中有三張以上同樣的牌（胡的牌不計）；grouped：只看胡牌的組合中有沒有坎。",
    ),
    Switch(
        "lone_discard",
        LoneDiscard,
        _youxi("stinks", "Y10"),
        "stinks: you may discard a 將 or 鬼, but if you then win the deal the win is 臭 and earns nothing; "
        "forbidden: you may not discard them.",
        "stinks：可以打出將、鬼，但之後胡牌為臭胡，不得錢；forbidden：不能打出將、鬼。",
    ),
    Switch(
        "false_wins",
        bool,
        _youxi(False, "Y11"),
        "true: a win may be declared at the opening and on any revealed card, and a false declaration pays "
        "10 to each of the three others; false: only a true win can be declared.",
        "true：開局時和任何牌亮出時都可以宣布胡牌，胡錯了賠另外三人各 10（賠胡）；false：只有真能胡時才可以宣布。",
    ),
    Switch(
        "no_split",
        bool,
        _youxi(True, "Y14"),
        "true: an exact 圓 of 1 hu in your hand may not be split by a discard, a zhan or a chi; false: it may.",
        "true：手上剛好一胡的圓，不能拆開打、占或吃；false：可以拆。",
    ),
    Switch(
        "protect_four_zu",
        bool,
        _youxi(False, "Y14"),
        "true: four 卒 of four colours held once each may not be split either; false: only three of three "
        "colours are protected.",
        "true：手上四色卒各一張，也不能拆；false：只保護三色卒。",
    ),
)

SWITCHES: Final = {switch.name: switch for switch in _ROWS}
"""The table of switches by name, in the order of the rules record."""
