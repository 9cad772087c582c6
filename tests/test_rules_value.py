"""The rules value: presets, switches, text forms, and what the compiled core reads."""

import copy
import json
import pickle
from typing import Any, get_type_hints

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simcore import PRESETS, RULES_DTYPE, Rules, RulesError, SiseError, describe
from simcore.rules import GameId, HighKan, LoneDiscard, NextDealer, OrdinaryBase, Payers, WinReach
from simcore.switches import SWITCHES, SwitchFields

# RULES.md, written out again: every switch with its default, by game.
COMMON = {"pass_down": True, "duty_in_win": False, "next_dealer": "winner", "win_reach": "any"}
DEFAULTS = {
    "guangshui": COMMON
    | {"own_discard_dead": False, "jiang_cap": 0, "lou_is_bu": False, "zhan_in_che": False}
    | {"passed_card_dead": True, "chuche_duty": True, "payers": "both"},
    "youxi": COMMON
    | {"own_discard_dead": True, "ordinary_base": "flat", "high_kan": "held", "lone_discard": "stinks"}
    | {"false_wins": False, "no_split": True, "protect_four_zu": False},
}
GUANGSHUI = Rules.preset("guangshui")
YOUXI = Rules.preset("youxi")


@st.composite
def any_rules(draw: st.DrawFn) -> Rules:
    rules = Rules.preset(draw(st.sampled_from(PRESETS)))
    for switch in SWITCHES.values():
        if rules.game in switch.games and draw(st.booleans()):
            rules = rules.replace(**{switch.name: draw(st.sampled_from(switch.choices))})
    if draw(st.booleans()):
        signs = st.characters(exclude_categories=("C", "Z"))
        rules = rules.renamed(draw(st.text(signs, min_size=1).filter(lambda name: name not in PRESETS)))
    return rules


@pytest.mark.parametrize("name", PRESETS)
def test_presets_hold_the_defaults_of_the_rules_page(name: str) -> None:
    rules = Rules.preset(name)
    assert dict(rules.values) == DEFAULTS[name]
    assert {switch: getattr(rules, switch) for switch in DEFAULTS[name]} == DEFAULTS[name]
    assert (rules.name, rules.game, dict(rules.switches)) == (name, name, {})


def test_facts_of_the_decks_g1_y1() -> None:
    facts = ("n_types", "deck_size", "stock_size", "undrawn", "drawable", "ghosts")
    assert [getattr(GUANGSHUI, fact) for fact in facts] == [28, 112, 21, 0, 21, 0]
    assert [getattr(YOUXI, fact) for fact in facts] == [29, 117, 26, 3, 23, 5]
    for rules in (GUANGSHUI, YOUXI):
        assert (rules.seats, rules.dealer_cards, rules.other_cards) == (3, 31, 30)
        assert (len(rules.copies), sum(rules.copies)) == (rules.n_types, rules.deck_size)
        assert set(rules.copies[:28]) == {4}
    assert YOUXI.copies[28] == 5


def test_typed_attributes_are_the_table() -> None:
    assert list(get_type_hints(SwitchFields)) == list(SWITCHES)


def test_replace_gives_a_new_value_and_only_differences_count_as_switches() -> None:
    house = GUANGSHUI.replace(payers="discarder", jiang_cap=3, pass_down=True)
    assert dict(house.switches) == {"jiang_cap": 3, "payers": "discarder"}
    assert (house.payers, house.jiang_cap, GUANGSHUI.payers) == ("discarder", 3, "both")
    assert house.replace(payers="both", jiang_cap=0) == GUANGSHUI
    assert house != GUANGSHUI
    assert len({house, GUANGSHUI, Rules.preset("guangshui"), YOUXI}) == 3
    with pytest.raises(AttributeError):
        house.name = "other"  # type: ignore[misc]
    with pytest.raises(TypeError):
        house.switches["payers"] = "both"  # type: ignore[index]


@pytest.mark.parametrize(
    ("rules", "switches", "words"),
    [
        (
            GUANGSHUI,
            {"pas_down": False},
            ['unknown switch "pas_down"', "did you mean pass_down", "chuche_duty"],
        ),
        (YOUXI, {"xyz": 1}, ['unknown switch "xyz"', "switches of youxi are", "false_wins"]),
        (YOUXI, {"jiang_cap": 3}, ['"jiang_cap"', "belongs to guangshui", "these rules are youxi"]),
        (GUANGSHUI, {"false_wins": True}, ['"false_wins"', "belongs to youxi", "these rules are guangshui"]),
        (GUANGSHUI, {"pass_down": 1}, ['"pass_down"', "found 1", "expected true or false"]),
        (GUANGSHUI, {"pass_down": "false"}, ['"pass_down"', 'found "false"', "true or false"]),
        (GUANGSHUI, {"jiang_cap": 2}, ['"jiang_cap"', "found 2", "expected 0 or 3"]),
        (GUANGSHUI, {"jiang_cap": False}, ['"jiang_cap"', "found false", "expected 0 or 3"]),
        (GUANGSHUI, {"jiang_cap": 3.0}, ['"jiang_cap"', "found 3.0", "expected 0 or 3"]),
        (GUANGSHUI, {"payers": "all"}, ['"payers"', 'found "all"', "expected both or discarder"]),
        (YOUXI, {"ordinary_base": None}, ['"ordinary_base"', "found None", "flat, half_up or ceil"]),
        (YOUXI, {"self": True}, ['unknown switch "self"']),
    ],
)
def test_a_switch_that_cannot_be_set_says_what_was_expected(
    rules: Rules, switches: dict[str, Any], words: list[str]
) -> None:
    with pytest.raises(RulesError) as error:
        rules.replace(**switches)
    assert [word for word in words if word not in str(error.value)] == []


def test_unknown_presets_and_attributes() -> None:
    with pytest.raises(RulesError, match=r'unknown rules "guanshui"; did you mean guangshui\?.*youxi'):
        Rules.preset("guanshui")
    with pytest.raises(AttributeError, match="belongs to youxi; these rules are guangshui"):
        _ = GUANGSHUI.false_wins
    with pytest.raises(AttributeError, match="no attribute or switch 'pas_down'"):
        GUANGSHUI.pas_down  # type: ignore[attr-defined]  # noqa: B018


def test_rules_cannot_be_built_half() -> None:
    with pytest.raises(RulesError, match="each switch of their game once"):
        Rules("guangshui", "guangshui", YOUXI.values)
    values = tuple((name, "none" if name == "payers" else value) for name, value in GUANGSHUI.values)
    with pytest.raises(RulesError, match="expected both or discarder"):
        Rules("guangshui", "guangshui", values)


@given(any_rules())
def test_text_dict_and_pickle_read_back_to_an_equal_value(rules: Rules) -> None:
    assert Rules.from_toml(rules.to_toml()) == rules
    assert Rules.from_dict(json.loads(json.dumps(rules.to_dict()))) == rules
    for twin in (pickle.loads(pickle.dumps(rules)), copy.copy(rules), copy.deepcopy(rules)):
        assert (twin, hash(twin), twin.hash) == (rules, hash(rules), rules.hash)
    settings = [f"{row.switch}={row.value}" for row in describe(rules)]
    assert Rules.preset(rules.base).set_text(settings).values == rules.values


@given(any_rules(), any_rules())
def test_the_hash_tells_how_the_game_is_played_not_its_name(one: Rules, other: Rules) -> None:
    assert (one.hash == other.hash) == ((one.game, one.values) == (other.game, other.values))
    assert one.renamed("elsewhere").hash == one.hash
    assert len(one.hash) == 64


def test_hashes_are_pinned() -> None:
    # A changed hash means that runs recorded before no longer compare: change these only with the rules.
    assert (GUANGSHUI.hash[:12], YOUXI.hash[:12]) == ("1aeaea22c0bb", "f940a06d30d9")


def test_settings_as_text() -> None:
    settings = [
        "pass_down=false",
        " jiang_cap = 3 ",
        "payers=Discarder",
        "next_dealer=next",
        "pass_down=FALSE",
    ]
    house = GUANGSHUI.set_text(settings)
    expected = {"pass_down": False, "jiang_cap": 3, "payers": "discarder", "next_dealer": "next"}
    assert dict(house.switches) == expected
    assert GUANGSHUI.set_text(["pass_down=false", "pass_down=true"]) == GUANGSHUI
    assert GUANGSHUI.set_text([]) == GUANGSHUI


@pytest.mark.parametrize(
    ("setting", "words"),
    [
        ("pass_down", ['"pass_down"', "expected switch=value"]),
        ("pass_down=no", ['"pass_down"', 'found "no"', "true or false"]),
        ("pass_down=", ['found ""', "true or false"]),
        ("jiang_cap=4", ['found "4"', "0 or 3"]),
        ("pass-down=false", ['unknown switch "pass-down"', "did you mean pass_down"]),
        ("no_split=true", ["belongs to youxi"]),
        ("=true", ['unknown switch ""']),
    ],
)
def test_a_setting_that_cannot_be_used(setting: str, words: list[str]) -> None:
    with pytest.raises(RulesError) as error:
        GUANGSHUI.set_text([setting])
    assert [word for word in words if word not in str(error.value)] == []


def test_a_rules_file() -> None:
    text = 'preset = "guangshui"\nname = "our village"\n\n[switches]\npass_down = false\npayers = "discarder"\n'
    rules = Rules.from_toml(text)
    assert rules == GUANGSHUI.replace(pass_down=False, payers="discarder").renamed("our village")
    assert (rules.name, rules.game) == ("our village", "guangshui")
    assert rules.to_toml() == text
    assert rules.to_dict() == {
        "name": "our village",
        "preset": "guangshui",
        "switches": {"pass_down": False, "payers": "discarder"},
    }
    assert Rules.from_toml('preset = "youxi"') == YOUXI
    assert YOUXI.to_dict() == {"name": "youxi", "switches": {}}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("preset =\n", ["no TOML", "line 1"]),
        ("", ['expected a line such as preset = "guangshui"']),
        ('preset = "poker"', ["line 1", 'unknown rules "poker"', "guangshui, youxi"]),
        ("# our rules\npreset = 3", ["line 2", "preset: expected text in quotes", "3"]),
        ('preset = "youxi"\n\nseats = 4', ["line 3", 'unknown key "seats"', "preset, name, switches"]),
        ('preset = "youxi"\nno_split = false', ["line 2", '"no_split" belongs under [switches]']),
        ('preset = "youxi"\nswitches = 1', ["line 2", "expected a table [switches]"]),
        ('preset = "youxi"\nname = "guangshui"', ["line 2", '"guangshui" belongs to another preset']),
        ('preset = "youxi"\nname = " "', ["line 2", "expected a line of printable text"]),
        (
            'preset = "youxi"\n# nosplit = 1\n[switches]\nnosplit = false',
            ["line 4", 'unknown switch "nosplit"', "did you mean no_split"],
        ),
        ('preset = "youxi"\n[switches]\nno_split = "no"', ["line 3", "no_split", "true or false"]),
        ('preset = "youxi"\nswitches.no_split = 0', ["line 2", "no_split", "found 0", "true or false"]),
        ('preset = "youxi"\nswitches = { "no_split" = 0 }', ["line 2", "no_split", "true or false"]),
        ('preset = "youxi"\n[switches]\njiang_cap = 3', ["line 3", "belongs to guangshui"]),
        ('preset = "youxi"\n[switches.no_split]\na = 1', ["line 2", "no_split", "true or false"]),
    ],
)
def test_a_faulty_rules_file_names_line_and_key(text: str, words: list[str]) -> None:
    with pytest.raises(RulesError) as error:
        Rules.from_toml(text)
    assert [word for word in words if word not in str(error.value)] == []
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({}, "expected a name as text, found None"),
        ({"name": "poker"}, 'unknown rules "poker"'),
        ({"name": "ours", "preset": 1}, "expected a preset as text, found 1"),
        ({"name": "youxi", "switches": []}, "expected a table of switches"),
        ({"name": "youxi", "switch": {}}, 'unknown key "switch"; expected name, preset, switches'),
        ({"name": "youxi", "preset": "guangshui"}, '"youxi" belongs to another preset'),
        ({"name": "youxi", "switches": {"no_split": 1}}, "expected true or false"),
    ],
)
def test_a_faulty_dict(data: dict[str, Any], words: str) -> None:
    with pytest.raises(RulesError) as error:
        Rules.from_dict(data)
    assert words in str(error.value)


def test_the_record_has_the_agreed_fields_in_order() -> None:
    fields = (
        "game n_types deck_size drawable pass_down duty_in_win next_dealer own_discard_dead win_reach "
        "jiang_cap lou_is_bu zhan_in_che passed_card_dead chuche_duty payers ordinary_base high_kan "
        "lone_discard false_wins no_split protect_four_zu"
    )
    assert RULES_DTYPE.names == tuple(fields.split())
    assert {RULES_DTYPE[name] for name in fields.split()} == {np.dtype(np.int64)}
    assert GUANGSHUI.record().tolist() == (0, 28, 112, 21, 1, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0)
    assert YOUXI.record().tolist() == (1, 29, 117, 23, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0)
    assert GUANGSHUI.record() is not GUANGSHUI.record()


@pytest.mark.parametrize(
    ("rules", "switch", "numbers"),
    [
        (GUANGSHUI, "next_dealer", {"winner": NextDealer.WINNER, "next": NextDealer.NEXT}),
        (GUANGSHUI, "win_reach", {"any": WinReach.ANY, "by_right": WinReach.BY_RIGHT}),
        (GUANGSHUI, "payers", {"both": Payers.BOTH, "discarder": Payers.DISCARDER}),
        (GUANGSHUI, "jiang_cap", {0: 0, 3: 3}),
        (GUANGSHUI, "lou_is_bu", {False: 0, True: 1}),
        (
            YOUXI,
            "ordinary_base",
            {"flat": OrdinaryBase.FLAT, "half_up": OrdinaryBase.HALF_UP, "ceil": OrdinaryBase.CEIL},
        ),
        (YOUXI, "high_kan", {"held": HighKan.HELD, "grouped": HighKan.GROUPED}),
        (YOUXI, "lone_discard", {"stinks": LoneDiscard.STINKS, "forbidden": LoneDiscard.FORBIDDEN}),
    ],
)
def test_the_record_holds_each_value_as_its_number(rules: Rules, switch: str, numbers: dict[Any, int]) -> None:
    assert {value: rules.replace(**{switch: value}).record()[switch] for value in numbers} == numbers
    assert sorted(int(number) for number in numbers.values()) == sorted(set(map(int, numbers.values())))


def test_the_record_names_its_game() -> None:
    assert (GUANGSHUI.record().game, YOUXI.record().game) == (GameId.GUANGSHUI, GameId.YOUXI)


def test_describe_gives_a_row_for_each_switch_with_its_rule() -> None:
    rows = {row.switch: row for row in describe(YOUXI.replace(no_split=False))}
    assert list(rows) == [name for name in SWITCHES if name in DEFAULTS["youxi"]]
    row = rows["no_split"]
    assert (row.value, row.default, row.choices, row.rule) == ("false", "true", ("true", "false"), "Y14")
    assert (rows["next_dealer"].rule, rows["own_discard_dead"].rule) == ("Y16", "Y13")
    rules = {row.switch: row.rule for row in describe(GUANGSHUI)}
    assert rules == {
        "pass_down": "E5",
        "duty_in_win": "E12",
        "next_dealer": "G14",
        "own_discard_dead": "G15",
        "win_reach": "G16",
        "jiang_cap": "G2",
        "lou_is_bu": "G3",
        "zhan_in_che": "G4",
        "passed_card_dead": "G11",
        "chuche_duty": "G12",
        "payers": "G13",
    }


def test_describe_speaks_english_and_both_scripts() -> None:
    for rules in (GUANGSHUI, YOUXI):
        for row in describe(rules):
            assert row.meaning.endswith(".")
            assert all(f"{choice}: " in row.meaning for choice in row.choices)
        for row in describe(rules, "zh"):
            assert row.meaning.endswith("。")
            assert all(f"{choice}：" in row.meaning for choice in row.choices)
        # GB 2312 holds simplified characters only, so one left in the traditional script does not encode.
        assert all(row.meaning.encode("gb2312") for row in describe(rules, "zh-hans"))
    with pytest.raises(SiseError, match='unknown language "de"'):
        describe(YOUXI, "de")


def test_repr_is_short_and_names_what_differs() -> None:
    assert repr(GUANGSHUI) == "Rules(guangshui)"
    house = GUANGSHUI.replace(pass_down=False).renamed("ours")
    assert repr(house) == "Rules(ours, preset=guangshui, pass_down=false)"
