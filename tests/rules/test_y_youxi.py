# ruff: noqa: N802  (tests are named after rule ids)
"""Y1–Y11: the deck, lone cards and the ways a deal is settled in Youxi."""

from __future__ import annotations

from collections import Counter

import pytest

from simcore import Rules, StrategyError, deal_log, run_deals
from strategies import load
from tests.rules.hands import POOR, RJ_APART
from tests.rules.hands import YOUXI_WAITS_RC as WAITS
from tests.rules.positions import switch
from tests.rules.scripted import full_deck, play

Y = "youxi"
SHOWN = ("hu", "total", "pay", "dreamer", "payoff", "high", "stinks")


def test_Y1_117_cards_of_which_the_last_three_are_never_drawn():
    rules = Rules.preset(Y)
    assert (rules.deck_size, rules.stock_size, rules.drawable) == (117, 26, 23)
    seats = [load("random")] * 3
    for deal in range(20):
        log = deal_log(rules, seats, 3, deal)
        assert Counter(card for pile in (*log["hands"], log["stock"]) for card in pile) == full_deck(Y)
        assert len(log["stock"]) == 26
        drawn = [event["card"] for event in log["events"] if event["e"] == "draw"]
        assert drawn == log["stock"][: len(drawn)]
        assert len(drawn) <= 23
    deals = run_deals(rules, seats, 3, 0, 300)
    exhausted = deals[deals["winner"] < 0]
    assert len(exhausted) > 0
    assert set(exhausted["draws"].tolist()) == {23}


def test_Y3_a_ghost_is_a_lone_card():
    played = play(Y, "0-RM 1+GUI", {1: "GUI"})
    assert played.asked(1, "GUI") == {"ming"}  # E9; no zhan
    assert played.after("GUI")[-1] == "claim 1 ming"
    assert play(Y, "0-RM 1+GUI", {1: "GUI2"}).asked(1, "GUI") == {"ming", "peng"}
    assert play(Y, "0-RM 1+GUI", {1: "GUI3"}).asked(1, "GUI") == {"ming", "kong"}
    # E13: with ghosts alone in hand there is nothing to discard
    played = play(Y, "0-GZ 1+RJ", {**RJ_APART, 1: "GUI"}, melds={1: POOR})
    assert played.after("RJ")[-1] == "dead 1"
    # never idle: a hand with single ghosts is covered
    assert "win" in (play(Y, "0-RC", {1: WAITS.replace("GJ", "GUI")}).asked(1, "RC") or ())


@pytest.mark.parametrize(("script", "payoff"), [("0-RC 1:win", [-4, 6, -4]), ("0-GZ 2+RC 1:win", [-4, 6, -4])])
def test_Y6_each_pays_the_winner_whoever_revealed_the_card(script, payoff):
    played = play(Y, script, {1: WAITS})  # N = 32: 3 + 0 + 1, and 2 to the dreamer
    assert (played.result["pay"], played.result["payoff"], played.result["dreamer"]) == (4, payoff, 2)


def test_Y6_a_big_win_hands_the_dreamer_4():
    # 24 + 6 + 6 + 1 胡頭, 4 將 and 4 士: N = 45, 9 + 0 + 2
    played = play(Y, "0-RC 1:win", {1: "RM RP YJ4 YC4 WC4 YM2 WM2 GM2 YP2 WP2 GP2 RS2 GS2"})
    shown = {key: played.result[key] for key in ("hu", "total", "pay", "payoff", "dreamer")}
    assert shown == {"hu": 37, "total": 45, "pay": 11, "payoff": [-11, 18, -11], "dreamer": 4}


def test_Y9_no_winner_and_each_pays_the_dreamer_1():
    played = play(Y, "0-GM")
    assert (played.result["winner"], played.result["win_kind"]) == (-1, "exhausted")
    assert (played.result["payoff"], played.result["dreamer"]) == ([-1, -1, -1], 3)


@switch(Y, "lone_discard", {"stinks": True, "forbidden": False})
@pytest.mark.parametrize("card", ["YJ", "GUI"])
def test_Y10_a_lone_card_may_be_discarded(card, game, value, expected):
    if expected:
        assert play(game, f"0-{card}", lone_discard=value).lines[0] == f"discard 0 {card}"
    else:
        with pytest.raises(StrategyError, match=rf"discard returned \d+ \({card}\); legal were (?!.*(J|GUI))"):
            play(game, f"0-{card}", lone_discard=value)


def test_Y10_a_win_after_a_lone_discard_stinks():
    hand = WAITS.replace("GJ", "YJ")
    clean = play(Y, "0-YM 1+RC 0:win", {0: hand})
    stinking = play(Y, "0-RJ 1+RC 0:win", {0: hand})
    # N = 15 + 16 + 1 = 32: 3 + 0 + 1 each, 2 for the dreamer; the discarded RJ is none of the 31
    assert {key: clean.result[key] for key in SHOWN} == {
        "hu": 15,
        "total": 32,
        "pay": 4,
        "dreamer": 2,
        "payoff": [6, -4, -4],
        "high": False,
        "stinks": False,
    }
    assert {key: stinking.result[key] for key in SHOWN} == {
        "hu": 15,
        "total": 32,
        "pay": 0,
        "dreamer": 2,
        "payoff": [0, -1, -1],
        "high": False,
        "stinks": True,
    }
    assert stinking.result["groups"] == clean.result["groups"]


def test_Y10_neither_ordinary_nor_big_nor_high():
    # 十胡空一: ten 圓 of 1 hu (RC the last) and one 將; N = 10 + 10 = 20, paid as 高胡: 4 + 0 + 2
    hand = "RM RP YJ YS YX RJ RS RX WJ WS WX YC YM YP WC WM WP GC GM GP YZ RZ WZ YC YM YP WC WM WP WJ"
    played = play(Y, "0-YX 2+RC 1:win", {1: hand}, avoid="RC")
    assert (played.result["high"], played.result["high_name"], played.result["pay"]) == (True, "shihu_kongyi", 6)
    assert played.result["payoff"] == [-6, 8, -6]
    # seat 0 throws a 鬼 at the opening and wins with the same cards
    played = play(Y, "0-GUI 2+RC 0:win", {0: hand}, avoid="RC")
    assert {key: played.result[key] for key in SHOWN} == {
        "hu": 10,
        "total": 20,
        "pay": 0,
        "dreamer": 2,
        "payoff": [0, -1, -1],
        "high": False,
        "stinks": True,
    }


def test_Y10_whoever_took_the_lone_card():
    # seat 1 takes RJ by chi; it stinks for seat 0 all the same, and not for seat 1
    script = "0-RJ 1:chi:RS,RX-GM 1+RC {}:win"
    hands = {0: WAITS.replace("GJ", "YJ").replace("RS2", "YP2").replace("RX2", "WP2"), 1: "RS2 RX2"}
    played = play(Y, script.format(0), hands)
    assert played.result["stinks"]
    assert played.result["payoff"] == [0, -1, -1]


def test_Y10_only_the_winners_own_discards_matter():
    played = play(Y, "0-RJ 1+RC 2:win", {2: WAITS})
    assert not played.result["stinks"]
    assert played.result["pay"] == 4


@switch(Y, "lone_discard", {"stinks": "dead 1", "forbidden": "dead 1"})
def test_Y10_E8_and_E13_look_at_other_cards_only(game, value, expected):
    played = play(game, "0-GZ 1+RJ", {**RJ_APART, 1: "YJ"}, melds={1: POOR}, lone_discard=value)
    assert played.after("RJ")[-1] == expected
    # E8: a chi that would leave 將 and 鬼 alone
    played = play(game, "0-GZ 0+YM", {1: "YC YP GUI"}, melds={1: POOR.replace(" zhan:YX", "")}, lone_discard=value)
    assert played.asked(1, "YM", 1) == {"win", "pass"}  # ten 胡頭, but no chi


def declared(result):
    """What a false win says."""
    return {key: result[key] for key in ("winner", "win_kind", "declarer", "payoff", "dreamer")}


@switch(Y, "false_wins", {False: {"zhan", "pass"}, True: {"win", "zhan", "pass"}})
def test_Y11_win_is_an_option_on_every_reveal(game, value, expected):
    played = play(game, "0-YS 0+GM", {1: "YS"}, false_wins=value)
    assert played.asked(1, "YS") == expected
    for seat in range(3):
        assert ("win" in (played.asked(seat, "GM") or ())) == value
    assert played.asked(0, "YS") is None  # never on one's own discard
    assert (played.lines[0] == "0: pass win > pass") == value  # and at the opening


@pytest.mark.parametrize(
    ("script", "declarer", "payoff"),
    [
        ("0:win", 0, [-30, 10, 10]),
        ("0:pass 0-YS 1:win", 1, [10, -30, 10]),
        ("0:pass 0-YS 2:win", 2, [10, 10, -30]),
        ("0:pass 0-YS 1:win 2:win", 1, [10, -30, 10]),
        ("0:pass 0-YS 2+GM 1:win 0:win", 0, [-30, 10, 10]),
    ],
)
def test_Y11_a_false_declaration_pays_10_to_each_of_the_three_others(script, declarer, payoff):
    played = play(Y, script, false_wins=True)
    assert declared(played.result) == {
        "winner": -1,
        "win_kind": "false_win",
        "declarer": declarer,
        "payoff": payoff,
        "dreamer": 10,
    }
    assert played.lines[-2].startswith(f"win {declarer} ")
    assert played.lines[-1] == "end"


def test_Y11_a_covered_hand_below_10_hu_is_a_false_win_too():
    hand = "RM RP YC4 YS2 RS2 WS2 GS2 YX2 RX2 WX2 GX2 YP2 WP2 GP2 GJ YJ"  # with RC 6 + 1
    assert play(Y, "0:pass 0-RC 1:win", {1: hand}, false_wins=True).result["win_kind"] == "false_win"
    hand = hand.replace("YP2 WP2 GP2", "YP3 WP3").replace("YS2", "YJ GJ")  # 6 + 2 + 2 + 1 = 11: right
    assert play(Y, "0:pass 0-RC 1:win", {1: hand}, false_wins=True).result["winner"] == 1


def test_Y11_the_first_declarer_right_or_wrong_ends_the_deal():
    wrong = play(Y, "0:pass 0-RC 1:win 2:win", {2: WAITS}, false_wins=True)
    assert (wrong.result["winner"], wrong.result["declarer"]) == (-1, 1)
    right = play(Y, "0:pass 0-RC 1:win 2:win", {1: WAITS}, false_wins=True)
    assert right.result["winner"] == 1
    assert "declarer" not in right.result
    # a kong stated beside it is lost
    assert play(Y, "0:pass 0-RC 1:kong 2:win", {1: "RC3"}, false_wins=True).result["declarer"] == 2


def test_Y11_neither_barred_nor_dead():
    played = play(Y, "0:pass 0-YS 0+GM", {2: "YS3"}, false_wins=True)
    assert played.asked(2, "YS") == {"win", "kong", "pass"}
    assert "barred 2 E12" in played.after("YS")
    assert "win" not in (played.asked(2, "GM") or ())
    assert "win" in (played.asked(1, "GM") or ())
    played = play(Y, "0:pass 0-YS 2:win", {2: "YS3"}, false_wins=True)
    assert not played.events("barred")  # E12: winning fulfils the duty, even wrongly
    # E13: with nothing to discard the drawer could only declare; passing is not among its options
    played = play(Y, "0:pass 0-GZ 1+RJ 1:win", {**RJ_APART, 1: "YJ"}, melds={1: POOR}, false_wins=True)
    assert played.asked(1, "RJ") == {"win"}
    assert played.result["declarer"] == 1


def test_Y11_a_drawn_lone_card_of_a_dead_seat_offers_it_nothing():
    hands = {**RJ_APART, 0: "RJ GP", 1: ""}
    played = play(Y, "0:pass 0-GZ 1+RJ 1:ming-YP 1+WJ", hands, melds={1: POOR}, false_wins=True)
    assert "dead 1" in played.lines
    assert played.asked(1, "WJ") is None
