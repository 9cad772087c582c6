"""Card texts, melds, JSON lines, rules, settings, seats and positions: nothing that people type is a traceback."""

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoints, entry_points
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from experiments.batch import LineScorer
from experiments.cli import main
from experiments.logged_positions import decisions, from_log
from experiments.positions import from_toml, read_reveal, to_toml
from simcore import (
    PRESETS,
    Option,
    Rules,
    Seated,
    Strategy,
    deal_log,
    describe,
    format_cards,
    parse_card,
    parse_cards,
    score,
)
from strategies import load
from strategies.registry import parse_spec, split_seats
from strategies.settings_file import read_settings
from tests.fuzz.inputs import bytes_near, near
from tests.fuzz.judge import accepted, fuzz

FEW, MANY = 150, 100_000
TYPES = range(29)
HANDS = (
    "YS4 RX4 WM4 GP4 YC3 RZ3 WJ WS WX GJ GS GX RC RM RP",
    "YJ4 RJ4 WJ4 GJ4 YZ RZ WZ GZ YC YM YP RC RM RP WC WM WP",
    "gui5 yj2 ys3 rc rm rp wz3 gz3 黃士2 红车 綠卒 白马 鬼子",
    "黃將,黃士、黃象 红车红马红炮；白卒3 綠卒3",
)
CARDS = (*(f"{colour}{kind}" for colour in "YRWG黃红" for kind in "JSXCMPZ將车"), "GUI", "鬼", "鬼子", "4", "99", "、")
MELDS = (
    "peng:RC",
    "chi:RC,RM,RP",
    "chi:YZ,RZ,WZ,GZ",
    "kong:GUI",
    "zhan:WX",
    "ming:YJ",
    "Peng : rc",
    "chi:黃將,黃士,黃象",
)
MELD_WORDS = ("peng", "chi", "kong", "zhan", "ming", ":", ",", *CARDS)
LINES = (
    json.dumps({"hand": HANDS[0].split()}),
    json.dumps({"hand": HANDS[1], "rules": "guangshui", "melds": [], "claimed": None}),
    json.dumps({"rules": "youxi", "hand": ["YJ2", "GUI"], "melds": ["peng:RC", "chi:RC,RM,RP"], "claimed": "WX"}),
    json.dumps({"rules": {"name": "guangshui", "switches": {"pass_down": False}}, "hand": HANDS[0], "id": 7}),
    json.dumps({"rules": {"name": "us", "preset": "youxi", "switches": {}}, "hand": HANDS[2]}, ensure_ascii=False),
)
LINE_WORDS = ('"hand"', '"rules"', '"melds"', '"claimed"', '"switches"', '"name"', "[]", "{}", "false", '"YJ"', *MELDS)


def every_switch(game: str) -> str:
    """A rules file that sets every switch of a game."""
    lines = [f"{row.switch} = {row.choices[0]}" for row in describe(Rules.preset(game))]
    return "\n".join([f'preset = "{game}"', "[switches]", *lines, ""])


SWITCHES = [row for game in PRESETS for row in describe(Rules.preset(game))]
RULES = (
    *(Rules.preset(game).renamed(f"our {game}").to_toml() for game in PRESETS),
    'preset = "guangshui"\nname = "村里"\n\n[switches]\npass_down = false\n',
    'preset = "youxi"\nswitches = { }\n',
    *(every_switch(game) for game in PRESETS),
)
RULES_WORDS = (
    *(row.switch for row in SWITCHES),
    *(choice for row in SWITCHES for choice in row.choices),
    *(
        "preset",
        "name",
        "switches",
        "[switches]",
        ' = "guangshui"',
        '= "youxi"',
        "=",
        "\n",
        "[[switches]]",
        "switches.",
    ),
)
SETTINGS = (
    'strategy = "greedy"\n\n[parameters]\nidle = 3.0\n\n[parameters.youxi]\npair = 0.5\n',
    'strategy = "eager"\n',
    'strategy = "random"\nparameters = {}\n',
    'strategy = "itself.toml"\n[parameters]\n',
    'strategy = "odds"\n[parameters.guangshui]\n[parameters.youxi]\n',
)
SETTINGS_WORDS = (
    *("strategy", "parameters", "[parameters]", "[parameters.youxi]", "idle", "pair", "=", "\n", '"greedy"', '"eager"'),
    *('"./fuzz.toml"', '"nothing.py:a"', '"greedy[idle=3]"', "inf", "nan", "-0.0", "1e308", "[[parameters]]"),
)
SEATS = (
    "greedy,eager,random",
    "greedy[idle=3.0,pair=0.5],greedy,random",
    "odds , counter,eager",
    "path/to/file.py:name,greedy,greedy",
    "itself.toml,greedy,random",
    "~/x.py:y,greedy[],random",
)
SEAT_WORDS = (
    "greedy",
    "eager",
    "random",
    "odds",
    "[",
    "]",
    ",",
    "=",
    "idle",
    "pair",
    "3.0",
    ".py:",
    ".toml",
    "./",
    "~",
)
POSITIONS = (
    'rules = "guangshui"\nseat = 1\nhand = "YJ2 YS RC2 RM RP2 WZ3 GZ3 YC3 YM2 YP2 GJ GS GX WJ WS2 WX"\n'
    'card = "RM"\nturn = 0\ndealer = 0\nbarred = ""\nhistory = ["0 discards RM, 1 takes", "1 draws WM, 2 passes"]\n'
    '[seats.0]\nmelds = ["peng:RC"]\ndiscarded = "WM YX"\npassed = "RC"\ndead = true\naside = 1\n'
    '[forbidden]\nchi = "WM"\n',
)
POSITION_WORDS = (
    *(
        "rules",
        "seat",
        "dealer",
        "turn",
        "card",
        "drawn",
        "hand",
        "out_of_play",
        "stock",
        "barred",
        "history",
        "forbidden",
    ),
    *("[seats.0]", "[seats.1]", "[seats.3]", "[forbidden]", "[rules]", "melds", "discarded", "passed", "dead", "aside"),
    *(
        "win",
        "kong",
        "peng",
        "chi",
        "=",
        "\n",
        '"E12"',
        '"youxi"',
        "true",
        "false",
        "[]",
        "{}",
        "1",
        "2",
        *MELDS,
        *CARDS,
    ),
    *("0 discards RM, 1 takes", "1 draws WM, 2 passes", "draws", "discards", "takes", "passes"),
)


@dataclass(frozen=True)
class Parser:
    """What is tried with it, and how it is judged."""

    inputs: Callable[[], SearchStrategy[Any]]
    check: Callable[[Any], object]


def check_cards(text: str) -> None:
    accepted(parse_card, text)
    cards = accepted(parse_cards, text)
    if cards is not None:
        assert all(card in TYPES for card in cards)
        assert parse_cards(format_cards(cards)) == cards


def check_melds(case: tuple[str, list[str], str | None, str]) -> None:
    hand, melds, claimed, game = case
    found = accepted(score, Rules.preset(game), hand, melds, claimed)
    if found is not None:
        json.dumps(found.to_dict(), allow_nan=False)


def cases() -> SearchStrategy[tuple[str, list[str], str | None, str]]:
    melds = st.lists(near(MELDS, MELD_WORDS), max_size=4)
    claimed = st.none() | st.sampled_from(CARDS) | near(CARDS, CARDS)
    hand = st.sampled_from(HANDS) | near(HANDS, CARDS) | st.lists(st.sampled_from(CARDS), max_size=31).map(" ".join)
    return st.tuples(hand, melds, claimed, st.sampled_from(PRESETS))


def check_line(line: bytes) -> None:
    answer = LineScorer(Rules.preset("guangshui")).result(line)
    assert "\n" not in answer
    content = json.loads(answer.encode("utf-8", "backslashreplace"))  # as standard output writes it
    assert ("error" in content) != ("covered" in content)


def check_rules(text: str) -> None:
    rules = accepted(Rules.from_toml, text)
    if rules is not None:
        assert Rules.from_toml(rules.to_toml()) == rules
        assert Rules.from_dict(json.loads(json.dumps(rules.to_dict()))) == rules
    for line in text.splitlines()[:3]:
        for game in PRESETS:
            accepted(Rules.preset(game).set_text, [line])


def check_settings(text: str) -> None:
    path = Path("fuzz.toml")
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    settings = accepted(read_settings, path)
    strategy = accepted(load, "fuzz.toml")
    if strategy is not None:
        assert settings is not None
        for game in PRESETS:
            assert set(settings.parameters[game]) <= set(strategy.settings_for(game))


def check_seats(text: str) -> None:
    seats = accepted(split_seats, text)
    for seat in seats or []:
        spec = accepted(parse_spec, seat)
        strategy = accepted(load, seat)
        assert strategy is None or (isinstance(strategy, Strategy) and spec is not None)


def check_position(text: str) -> None:
    position = accepted(from_toml, text)
    if position is None:
        return
    assert from_toml(to_toml(position)) == position
    seated = accepted(Seated, position, load("greedy"))
    if seated is not None:
        assert all(int(option) in {int(each) for each in Option} for option in seated.options)


def check_reveal(text: str) -> None:
    accepted(read_reveal, text)


@cache
def positions() -> tuple[str, ...]:
    """Positions out of played deals, and written ones."""
    found = list(POSITIONS)
    for game in PRESETS:
        for deal in range(4):
            log = deal_log(Rules.preset(game), [load("greedy")] * 3, 3, deal)
            found += [to_toml(from_log(log, event)) for event, _ in decisions(log)[::7]]
    return tuple(found)


PARSERS = {
    "cards": Parser(lambda: near(HANDS, CARDS), check_cards),
    "melds": Parser(cases, check_melds),
    "json lines": Parser(lambda: bytes_near(LINES, LINE_WORDS), check_line),
    "rules": Parser(lambda: near(RULES, RULES_WORDS), check_rules),
    "settings": Parser(lambda: near(SETTINGS, SETTINGS_WORDS), check_settings),
    "seats": Parser(lambda: near(SEATS, SEAT_WORDS), check_seats),
    "positions": Parser(lambda: near(positions(), POSITION_WORDS), check_position),
    "reveals": Parser(
        lambda: near(("0 discards RM, 1 takes, 2 passes", "1 draws WM, 2 passes"), POSITION_WORDS), check_reveal
    ),
}


@cache
def installed(group: str) -> EntryPoints:
    """The entry points of a group."""
    return entry_points(group=group)


@pytest.fixture(autouse=True)
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A folder of one's own, in which nothing but the files of the tests may appear."""
    here = tmp_path / "here"
    here.mkdir()
    (here / "itself.toml").write_text('strategy = "itself.toml"\n', encoding="utf-8")
    monkeypatch.chdir(here)
    monkeypatch.setenv("HOME", str(here))
    monkeypatch.setattr("strategies.registry.entry_points", installed)  # looked up in every package, each time
    yield
    assert os.listdir(tmp_path) == ["here"]
    assert set(os.listdir(here)) <= {"itself.toml", "fuzz.toml"}


@pytest.fixture(scope="module")
def compiled() -> None:
    """What the compiler has to do is done before anything is timed."""
    for game in PRESETS:
        check_melds((HANDS[0], [], None, game))
    for text in positions():
        check_position(text)


@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize("name", list(PARSERS))
def test_nothing_typed_is_a_traceback(name: str) -> None:
    fuzz(PARSERS[name].inputs(), PARSERS[name].check, FEW)


@pytest.mark.full
@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize("name", PARSERS)
def test_nothing_typed_is_a_traceback_in_100_000_tries(name: str) -> None:
    fuzz(PARSERS[name].inputs(), PARSERS[name].check, MANY)


DEEP, LONG = "[" * 3_000, "9" * 5_000
HAND = 'hand = "YJ"\n'


NEVER = {
    "rules": [f"preset = {value}" for value in (DEEP, LONG, "0x" + "f" * 5_000, "[[[]]]", "nan")],
    "settings": [
        *(f"strategy = {value}" for value in (DEEP, LONG, '"a\\u0000b.toml"', '"a\\u0000b.py:c"')),
        *(f'strategy = "greedy"\n[parameters]\nidle = {value}' for value in ("9" * 400, "nan", "1979-05-27")),
    ],
    "positions": [
        *(f"hand = {value}" for value in (DEEP, LONG, "0x" + "f" * 5_000, "5")),
        *(f"{HAND}{text}" for text in ("forbidden = 5", "[forbidden]\nchi = 5", "seats = 5", "history = [5]")),
        *(f"{HAND}[seats.0]\n{text}" for text in ("discarded = 5", "passed = []", "melds = [5]", "aside = 9")),
    ],
    "seats": ["a" * 5_000 + ".py:b", "a" * 5_000 + ".toml", "~nobody-of-that-name/a.py:b", "a\0.py:b", "a\0.toml"],
}


@pytest.mark.parametrize(
    ("name", "text"),
    [pytest.param(name, text) for name, texts in NEVER.items() for text in texts],
)
def test_what_no_grammar_allows_is_refused(name: str, text: str) -> None:
    PARSERS[name].check(text)


@pytest.mark.parametrize("seat", ["\x1b[2J", "a\x07", "\ud800", "x" * 100_000, "a\n\nb"])
def test_a_message_is_one_line_that_a_terminal_can_show(seat: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["simulate", "--seats", f"{seat},random,random", "--deals", "1"])
    said = capsys.readouterr().err
    assert ended.value.code == 2
    assert said.removesuffix("\n").isprintable()
    assert len(said) < 5_000
