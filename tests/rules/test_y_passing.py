# ruff: noqa: N802  (tests are named after rule ids)
"""Y12–Y15: what a seat may not do any more, and what it may not split."""

from __future__ import annotations

import pytest

from simcore import Rules, StrategyError, deal_log, run_deals
from strategies import load
from tests.rules.hands import YOUXI_WAITS_RC as WAITS
from tests.rules.positions import switch
from tests.rules.recount import recount
from tests.rules.scripted import cards, full_deck, play

Y = "youxi"


def test_Y12_a_passed_chi_or_zhan_forbids_chi_and_zhan_but_not_winning():
    played = play(Y, "0-YS 0+YS", {1: "YJ2 YX2 YS"})
    assert played.asked(1, "YS") == {"chi:YJ,YX", "zhan", "pass"}
    assert played.asked(1, "YS", 1) is None
    played = play(Y, "0-RC 0+RC", {1: WAITS})
    assert played.asked(1, "RC") == {"win", "chi:RM,RP", "pass"}
    assert played.asked(1, "RC", 1) == {"win", "pass"}


def test_Y12_a_passed_chi_leaves_peng():
    # YS2 without right: peng alone is passed; and the reverse, chi passed with one YS
    played = play(Y, "0-YS 0+YS", {2: "YJ2 YX2 YS2"})
    assert played.asked(2, "YS") == {"peng", "pass"}
    assert played.asked(2, "YS", 1) is None
    played = play(Y, "0-YS 2+YS", {2: "YJ2 YX2 YS2"})
    assert played.asked(2, "YS", 1) == {"chi:YJ,YX", "pass"}  # peng passed, chi not


def test_Y12_both_kinds_at_once():
    played = play(Y, "0-YS 2+YS", {1: "YJ2 YX2 YS2"})
    assert played.asked(1, "YS") == {"chi:YJ,YX", "peng", "pass"}
    assert played.asked(1, "YS", 1) is None


def test_Y12_an_intent_that_lost_or_another_use_forbids_nothing():
    played = play(Y, "0-YS 1:chi:YJ,YX 2:peng-GM 0+YS", {1: "YJ2 YX2", 2: "YS2"})
    assert played.asked(1, "YS", 1) == {"chi:YJ,YX", "pass"}
    played = play(Y, "0-YS 1:chi:YJ,YX-GM 0+YS", {1: "YJ2 YX2 YS2"})
    assert played.asked(1, "YS", 1) == {"peng", "chi:YJ,YX", "pass"}


def test_Y12_a_passed_kong_or_win_forbids_no_claim():
    played = play(Y, "0-RM 0+GUI 0+GUI", {2: "GUI3"})
    assert played.asked(2, "GUI") == {"kong", "pass"}
    assert "barred 2 E12" in played.after("GUI")
    assert played.asked(2, "GUI", 1) == {"kong", "pass"}
    played = play(Y, "0-RC 0+RC", {2: WAITS})
    assert played.asked(2, "RC") == {"win", "pass"}
    assert played.asked(2, "RC", 1) == {"win", "pass"}
    played = play(Y, "0-RC 2+RC", {2: WAITS})
    assert played.asked(2, "RC", 1) == {"win", "chi:RM,RP", "pass"}


@switch(Y, "own_discard_dead", {True: None, False: {"chi:YJ,YX", "zhan", "pass"}})
def test_Y13_a_type_that_the_seat_discarded(game, value, expected):
    played = play(game, "0-YS 0+YS", {0: "YJ2 YX YS"}, own_discard_dead=value)  # also at the opening
    assert played.asked(0, "YS", 1) == expected
    played = play(game, "0-YS 0+YS", {0: "YS2"}, own_discard_dead=value)
    assert played.asked(0, "YS", 1) == {"peng", "pass"}
    played = play(game, "0-YS 2+YS", {0: f"RC {WAITS}".replace("YS2", "YS")}, own_discard_dead=value)
    assert "win" in (played.asked(0, "YS", 1) or ())


@switch(Y, "own_discard_dead", {True: {"ming"}, False: {"ming", "chi:YS,YX"}})
def test_Y13_binds_lone_cards_too(game, value, expected):
    played = play(game, "0-YJ 0+YJ", {0: "YS2 YX2"}, own_discard_dead=value)
    assert played.asked(0, "YJ", 1) == expected


@switch(Y, "own_discard_dead", {True: None, False: None})
@pytest.mark.parametrize(("option", "hand", "card"), [("chi:YJ,YX", "YJ2 YX2", "YS"), ("chi:YS,YX", "YS2 YX2", "YJ")])
def test_Y13_a_type_taken_by_chi_may_not_be_discarded(option, hand, card, game, value, expected):
    with pytest.raises(StrategyError, match=rf"discard returned \d+ \({card}\); legal were (?!.*{card} )"):
        play(game, f"0-{card} 1:{option}-{card}", {1: hand}, own_discard_dead=value)
    # later either; what the chi used from hand may go
    played = play(game, f"0-{card} 1:{option}-YX", {1: hand}, own_discard_dead=value)
    assert "discard 1 YX" in played.lines


YUAN = [
    # hand, may its first card be discarded; by (no_split, protect_four_zu)
    ("YS YJ YX", "YS", "split"),
    ("YJ YS YX", "YJ", "split"),
    ("YC YM YP", "YM", "split"),
    ("YZ RZ WZ", "RZ", "split"),
    ("YS2 YJ YX", "YS", "free"),
    ("YS YJ YX2", "YS", "free"),
    ("YS YJ2 YX", "YS", "free"),
    ("YZ RZ WZ2", "YZ", "free"),
    ("YZ RZ WZ GZ2", "YZ", "free"),
    ("YZ RZ", "YZ", "free"),
    ("YS YX", "YS", "free"),
    ("YZ RZ WZ GZ", "YZ", "four"),
]


@switch(Y, "no_split", {True: True, False: False})
@pytest.mark.parametrize(("hand", "card", "kind"), YUAN)
@pytest.mark.parametrize("protect_four_zu", [False, True])
def test_Y14_an_exact_yuan_may_not_be_split_by_a_discard(hand, card, kind, protect_four_zu, game, value, expected):
    held = cards(hand)
    held.remove(card)  # the script adds its discard
    script = f"0-GM 1:peng-{card}" if card[0] != "G" else ""
    others = {1: " ".join(["GM2", *held])}
    kept = expected and (kind == "split" or (kind == "four" and protect_four_zu))
    switches = {"no_split": value, "protect_four_zu": protect_four_zu}
    if kept:
        with pytest.raises(StrategyError, match=rf"discard returned \d+ \({card}\); legal were (?!.*{card} )"):
            play(game, script, others, **switches)
    else:
        assert f"discard 1 {card}" in play(game, script, others, **switches).lines


@switch(Y, "no_split", {True: True, False: False})
@pytest.mark.parametrize(
    ("hand", "card", "protected", "free"),
    [
        ("YJ YS YX", "YS", None, "chi:YJ,YX zhan"),  # neither zhan nor a chi that uses only two of it
        ("YJ YS YX", "YX", None, "chi:YJ,YS zhan"),
        ("YC YM YP", "YP", None, "chi:YC,YM zhan"),
        ("YZ RZ WZ", "YZ", None, "chi:RZ,WZ zhan"),
        ("YZ RZ WZ", "GZ", "chi:YZ,RZ,WZ", "chi:YZ,RZ chi:YZ,WZ chi:RZ,WZ chi:YZ,RZ,WZ"),  # it may take the fourth
        (
            "YZ RZ WZ2",
            "GZ",
            "chi:YZ,RZ chi:YZ,WZ chi:RZ,WZ chi:YZ,RZ,WZ",
        )
        * 1
        + ("chi:YZ,RZ chi:YZ,WZ chi:RZ,WZ chi:YZ,RZ,WZ",),
        ("YJ YS2 YX", "YX", "chi:YJ,YS zhan", "chi:YJ,YS zhan"),
    ],
)
def test_Y14_nor_by_zhan_or_chi(hand, card, protected, free, game, value, expected):
    played = play(game, f"0-{card}", {1: hand}, no_split=value)
    options = protected if expected else free
    assert played.asked(1, card) == (None if options is None else {*options.split(), "pass"})


@switch(Y, "no_split", {True: {"ming"}, False: {"ming", "chi:YS,YX"}})
def test_Y14_binds_lone_cards_too(game, value, expected):
    played = play(game, "0-GM 1+YJ", {1: "YJ YS YX"}, no_split=value)
    assert played.asked(1, "YJ") == expected
    if value:
        with pytest.raises(StrategyError, match=r"discard returned 0 \(YJ\)"):
            play(game, "0-GM 1:peng-YJ", {1: "GM2 YS YX"}, no_split=value)


@switch(Y, "protect_four_zu", {False: True, True: False})
def test_Y14_protect_four_zu(game, value, expected):
    played = play(game, "0-YZ", {1: "YZ RZ WZ GZ"}, protect_four_zu=value)
    chis = {"chi:RZ,WZ", "chi:RZ,GZ", "chi:WZ,GZ", "chi:RZ,WZ,GZ", "zhan", "pass"}
    assert played.asked(1, "YZ") == (chis if expected else None)
    # with no_split off there is nothing to protect
    played = play(game, "0-YZ", {1: "YZ RZ WZ GZ"}, protect_four_zu=value, no_split=False)
    assert played.asked(1, "YZ") == chis


# Open cards far from a win; what is left concealed is two exact 圓, or one and lone cards.
OPEN_24 = "peng:RS peng:RX peng:WS peng:GX peng:YM chi:RC,RM,RP chi:WC,WM,WP chi:YZ,RZ,WZ"
OPEN_25 = "peng:RS peng:RX peng:WS peng:GX peng:YM chi:RC,RM,RP chi:WC,WM,WP zhan:WX zhan:GS"
GJ_APART = {0: "GJ", 2: "GJ"}


@switch(Y, "no_split", {True: True, False: False})
def test_Y15_where_nothing_may_be_discarded_any_card_may_and_bars(game, value, expected):
    hands = {**GJ_APART, 1: "YJ YX GC GM GP"}
    played = play(game, "0-GZ 1+GJ 1:ming-YS", hands, melds={1: OPEN_24}, no_split=value)
    at = played.lines.index("discard 1 YS")
    assert (played.lines[at + 1] == "barred 1 Y15") == expected
    assert played.lines.count("barred 1 Y15") == expected


@switch(Y, "lone_discard", {"stinks": True, "forbidden": False})
def test_Y15_a_lone_discard_may_be_made_instead_without_the_bar(game, value, expected):
    hands = {**GJ_APART, 1: "YJ YS YX RJ"}
    script = "0-GZ 1+GJ 1:ming-GUI"
    if expected:
        played = play(game, script, hands, melds={1: OPEN_25}, lone_discard=value)
        assert played.lines[played.lines.index("discard 1 GUI") + 1] != "barred 1 Y15"
    else:
        with pytest.raises(StrategyError, match=r"discard returned 28 \(GUI\); legal were YS \(1\), YX \(2\)$"):
            play(game, script, hands, melds={1: OPEN_25}, lone_discard=value)


def test_Y15_and_Y14_at_the_opening():
    # every card but the 鬼 lies in an exact 圓
    hand = "YJ YX RJ RS RX WJ WS WX GJ GS GX YC YM YP RC RM RP WC WM WP GC GM GP YZ RZ WZ GUI4"
    played = play(Y, "0:pass 0-YS", {0: hand}, avoid="")
    assert played.lines[:3] == ["0: pass win > pass", "discard 0 YS", "barred 0 Y15"]
    with pytest.raises(StrategyError, match=r"discard returned 1 \(YS\)"):
        play(Y, "0-YS", {0: "YJ YX RM"})


def test_Y15_also_for_a_type_taken_by_chi():
    # GC was taken by chi; beside lone cards its copies in hand are all that is left to discard (Y13)
    melds = "peng:RS peng:RX peng:WS peng:GX peng:YM chi:GC,GM,GP zhan:WX zhan:GS zhan:YX zhan:YS"
    played = play(Y, "0-GZ 1+GJ 1:ming-GC", {**GJ_APART, 1: "GC RJ GUI"}, melds={1: melds})
    assert played.lines[played.lines.index("discard 1 GC") + 1] == "barred 1 Y15"


def test_Y15_a_barred_seat_may_not_win():
    deals = run_deals(Rules.preset(Y), [load("random")] * 3, 7, 0, 3000)
    barred = deals[(deals["barred"] == 3).any(axis=1)]
    assert len(barred) > 0
    won = barred[barred["winner"] >= 0]
    assert not any(row["barred"][row["winner"]] for row in won)


@switch("youxi", "pass_down", {True: True, False: True})
def test_Y_deals_keep_every_card(game, value, expected):
    for deal in range(5):
        log = deal_log(Rules.preset(game).replace(pass_down=value), [load("random")] * 3, 2, deal)
        assert all((piles.everything() == full_deck(game)) == expected for _, piles in recount(log))
