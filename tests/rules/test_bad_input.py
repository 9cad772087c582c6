"""What cannot be used is refused in one line that names it, and a faulty strategy never corrupts a deal."""

from __future__ import annotations

import re

import pytest

from simcore import (
    CardError,
    HandError,
    Rules,
    RulesError,
    SiseError,
    deal_log,
    hand_batch,
    run_deals,
    score,
    score_many,
)
from strategies import load
from tests.rules.scripted import GAMES, full_deck

BOTH = pytest.mark.parametrize("game", GAMES)
EAGER = load("eager")

DEALT = "YS4 YX4 YM4 YP4 RS4 RX4 RM4 RP3"  # 31 cards
MELDS = ["peng:YS", "chi:RC,RM,RP", "zhan:WM", "kong:GX"]  # 12 cards
REST = "YC4 YM4 YP4 WP4 WS2"  # 18, with a claimed card 31 in all

CASES = [
    ("YS4 YX4 YM4 YP4 RS4 RX4 RM4 RP2", [], None, HandError, r"30 cards.* are 31"),
    ("YS4 YX4 YM4 YP4 RS4 RX4 RM4 RP4", [], None, HandError, r"32 cards.* are 31"),
    ("", [], None, HandError, r"0 cards"),
    ("YS5 YX4 YM4 YP4 RS4 RX4 RM4 RP2", [], None, CardError, r"YS: 5 copies.*4"),
    ("YQ YS4 YX4 YM4 YP4 RS4 RX4 RM4 RP2", [], None, CardError, r"YQ"),
    (REST, MELDS, "B", CardError, r"B"),
    (REST, MELDS, "WS WS", CardError, r"WS WS.*one card"),
    (REST, MELDS, 29, CardError, r"29"),
    (REST, MELDS, None, HandError, r"melds without a claimed card"),
    (REST, MELDS[:3], "WS", HandError, r"27 cards"),
    (REST, ["peng:WS", *MELDS[1:]], "WS", CardError, r"WS: 6 copies"),
    (REST, ["YS", *MELDS[1:]], "WS", HandError, r"'YS' is no meld.*peng:WZ"),
    (REST, ["pong:YS", *MELDS[1:]], "WS", HandError, r"pong:YS.*chi, peng, kong, zhan, ming"),
    (REST, ["peng:YS,YS,YS", *MELDS[1:]], "WS", HandError, r"peng:YS,YS,YS.*once"),
    (REST, ["peng:YQ", *MELDS[1:]], "WS", CardError, r"peng:YQ"),
    (REST, ["peng:", *MELDS[1:]], "WS", HandError, r"peng:"),
    (REST, ["chi:RC,RM,YP", "peng:YS", *MELDS[2:]], "WS", HandError, r"chi:RC,RM,YP.*of one colour"),
    (REST, ["chi:RC,RM", "peng:YS", *MELDS[2:]], "WS", HandError, r"chi:RC,RM"),
    (REST, ["chi:RJ,RM,RP", "peng:YS", *MELDS[2:]], "WS", HandError, r"chi:RJ,RM,RP"),
    (REST, ["chi:YZ,YZ,RZ", "peng:YS", *MELDS[2:]], "WS", HandError, r"chi:YZ,YZ,RZ"),
    (REST, ["chi:RC,RC,RC", "peng:YS", *MELDS[2:]], "WS", HandError, r"chi:RC,RC,RC"),
    (REST, ["ming:WX", "ming:RJ", *MELDS[1:]], "WS", HandError, r"ming:WX.*將"),
    (REST, ["zhan:RJ", "ming:RJ", *MELDS[1:]], "WS", HandError, r"zhan:RJ.*lone"),
]


@BOTH
@pytest.mark.parametrize(("hand", "melds", "claimed", "error", "says"), CASES)
def test_hands_that_cannot_be(game, hand, melds, claimed, error, says):
    rules = Rules.preset(game)
    with pytest.raises(error, match=says) as caught:
        score(rules, hand, melds, claimed)
    assert "\n" not in str(caught.value)
    case = {"hand": [hand], "melds": melds, "claimed": claimed}
    with pytest.raises(error, match=says) as caught:
        hand_batch(rules, [{"hand": [DEALT]}, case])
    assert str(caught.value).startswith("case 1: ")


@BOTH
def test_the_same_hand_put_right(game):
    assert score(Rules.preset(game), REST, MELDS, "WS").covered
    assert score(Rules.preset(game), DEALT).hu == (7 * 9 + 3 if game == "guangshui" else 7 * 6 + 2)


@pytest.mark.parametrize(
    ("hand", "melds", "claimed"),
    [
        ("GUI YS4 YX4 YM4 YP4 RS4 RX4 RM4 RP2", [], None),
        (REST.replace("WS2", "WS GUI"), MELDS, "WS"),
        (REST, MELDS, "GUI"),
        (REST, ["ming:GUI", "zhan:RS", *MELDS[1:]], "WS"),
    ],
)
def test_guangshui_has_no_ghosts(hand, melds, claimed):
    with pytest.raises(SiseError, match=r"GUI|cards"):
        score(Rules.preset("guangshui"), hand, melds, claimed)


def test_guangshui_names_the_ghost():
    with pytest.raises(CardError, match=r"GUI.*guangshui"):
        score(Rules.preset("guangshui"), REST, MELDS, "GUI")
    with pytest.raises(CardError, match="GUI: 6 copies"):
        score(Rules.preset("youxi"), "GUI6 YS4 YX4 YM4 YP4 RS4 RX4 RM")


@BOTH
@pytest.mark.parametrize(
    ("case", "says"),
    [
        ({"hands": [DEALT]}, 'unknown key "hands"'),
        ({"melds": []}, "no hand"),
        ({"hand": [DEALT], "melds": "peng:YS"}, "melds: expected a list"),
        ({"hand": 31}, "hand: expected a list"),
        ({"hand": [1.5] * 31}, "1.5 is no card"),
        ({"hand": [True] * 31}, "True is no card"),
    ],
)
def test_cases_that_are_none(game, case, says):
    with pytest.raises(SiseError, match=re.escape(says)):
        hand_batch(Rules.preset(game), [case])


def test_a_batch_of_the_other_game():
    batch = hand_batch(Rules.preset("guangshui"), [{"hand": [DEALT]}])
    with pytest.raises(HandError, match=r"guangshui.*youxi"):
        score_many(Rules.preset("youxi"), batch)


def test_rules_that_are_none():
    with pytest.raises(RulesError, match=r'"mahjong".*guangshui, youxi'):
        Rules.preset("mahjong")
    for game, switch, says in (
        ("guangshui", {"pas_down": True}, "pas_down.*pass_down"),
        ("guangshui", {"false_wins": True}, "false_wins.*youxi"),
        ("youxi", {"jiang_cap": 3}, "jiang_cap.*guangshui"),
        ("guangshui", {"jiang_cap": 2}, "jiang_cap.*2.*0 or 3"),
        ("youxi", {"no_split": 1}, "no_split.*true or false"),
        ("youxi", {"high_kan": "both"}, "high_kan.*both.*held or grouped"),
    ):
        with pytest.raises(RulesError, match=says):
            Rules.preset(game).replace(**switch)


@BOTH
@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"seats": [EAGER] * 2}, "3 seats, not 2"),
        ({"seats": [EAGER] * 4}, "3 seats, not 4"),
        ({"seats": [EAGER, "eager", EAGER]}, "seat 1.*'eager'"),
        ({"count": -1}, "count.*-1"),
        ({"first": -5}, "first.*-5"),
        ({"count": 1.5}, "count.*1.5"),
        ({"dealer": 3}, "dealer.*3"),
        ({"dealer": "me"}, "dealer.*me"),
        ({"threads": 0}, "threads.*0"),
        ({"seed": -1}, "seed.*-1"),
        ({"seed": "one"}, "seed.*'one'"),
    ],
)
def test_runs_that_cannot_be(game, arguments, says):
    usual = {"seats": [EAGER] * 3, "seed": 1, "first": 0, "count": 3}
    with pytest.raises(SiseError, match=says) as caught:
        run_deals(Rules.preset(game), **(usual | arguments))
    assert "\n" not in str(caught.value)


@BOTH
def test_decks_that_are_none(game):
    deck = list(full_deck(game).elements())
    rules = Rules.preset(game)
    with pytest.raises(CardError, match="YJ 3 times: expected 4"):
        deal_log(rules, [EAGER] * 3, 1, 0, deck=deck[1:])
    with pytest.raises(CardError, match=r"the deck holds Y[JS] \d times: expected 4"):
        deal_log(rules, [EAGER] * 3, 1, 0, deck=["YJ" if card == "YS" else card for card in deck])
    with pytest.raises(CardError, match="QQ"):
        deal_log(rules, [EAGER] * 3, 1, 0, deck=["QQ", *deck[1:]])
    with pytest.raises(CardError):
        deal_log(rules, [EAGER] * 3, 1, 0, deck=[99, *deck[1:]])
