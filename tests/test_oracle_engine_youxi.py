"""The naive engine on hand-built situations, by rule id: Youxi (Y)."""

from __future__ import annotations

import pytest

from tests.oracle.flow import play_deal
from tests.oracle.options import legal_discards
from tests.oracle.situations import Script, cards, discarded, drawn, offered, run, table

# 30 cards that wait for RC, then 13 胡頭 laid and three yuan in hand: 16, and 20 cards of 將 士 相.
MELDS = "peng:YJ kong:YS kong:YX peng:GS"
WAITS_RC = "RM RP WS2 WX2 WC2 WM2 WP2 GC2 GJ2"


def may_discard(hand: str, *, taken: str = "", **switches) -> set[str]:
    built = table("youxi", hand, "RM", "RM", **switches)
    built.chi_taken[0] = set(cards(taken))
    return set(legal_discards(built, 0))


def test_y10_lone_discards_are_legal_but_never_forced():
    assert may_discard("YJ GUI RM") == {"YJ", "GUI", "RM"}
    assert may_discard("YJ GUI RM", lone_discard="forbidden") == {"RM"}


def test_y10_e8_looks_at_non_lone_cards_only():
    built = discarded(table("youxi", "RM", "YS2 GUI2 YJ", "RM"), 0, "YS")
    assert offered(built, 1) == set()


def test_y10_a_win_after_a_lone_discard_stinks():
    for stinks in (False, True):
        built = discarded(table("youxi", "GX", WAITS_RC, "GX", melds=["", MELDS]), 0, "RC")
        if stinks:
            built.discarded[1] = {"WJ"}
        assert run(built, "win")[-2:] == ["win 1 RC", "end"]
        result = built.result
        assert (result["hu"], result["total"]) == (16, 36)
        assert result["stinks"] == stinks
        if stinks:
            assert (result["payoff"], result["dreamer"], result["pay"], result["high"]) == (
                [-1, 0, -1],
                2,
                0,
                False,
            )
        else:  # Y6: ordinary, 4 + 0 + 1
            assert (result["payoff"], result["dreamer"]) == ([-5, 8, -5], 2)


def test_y10_stinks_in_play_whoever_took_the_card():
    for thrown, stinks in (("WJ", True), ("WX", False)):
        hand = WAITS_RC.replace("WX2", "WX3" if thrown == "WX" else "WX2 WJ") + " GS2"
        hands = ("GX WS WC", hand, "RX WJ2 RS")
        built = discarded(table("youxi", *hands, melds=["", MELDS.replace(" peng:GS", "")], stock="WZ RC"), 0, "GS")
        events = run(built, f"peng {thrown} peng RS win" if stinks else f"peng {thrown} win")
        assert f"discard 1 {thrown}" in events
        assert events[-2:] == ["win 1 RC", "end"]
        assert built.result["stinks"] == stinks
        assert built.result["dreamer"] == 2


def test_y11_false_wins_on_every_reveal_and_at_the_opening():
    built = discarded(table("youxi", "RM", "WX", "YS RM", false_wins=True), 0, "YS")
    built.barred[2] = "E12"
    assert run(built, "win") == ["1: pass win > win", "win 1 YS", "end"]
    assert built.result["winner"] == -1
    assert built.result["win_kind"] == "false_win"
    assert built.result["declarer"] == 1
    assert built.result["payoff"] == [10, -30, 10]
    assert built.result["dreamer"] == 10
    port = Script("pass RM win")
    result = play_deal(table("youxi", "WX RM", "GX", "RS", false_wins=True), port)
    assert port.events == [
        "0: pass win > pass",
        "discard 0 RM",
        "1: pass win > win",
        "2: pass win > pass",
        "win 1 RM",
        "end",
    ]
    assert result["declarer"] == 1
    port = Script("win")
    result = play_deal(table("youxi", "WX RM", "GX", "RS", false_wins=True), port)
    assert port.events == ["0: pass win > win", "win 0 None", "end"]
    assert result["payoff"] == [-30, 10, 10]


def test_y11_first_declarer_right_or_wrong_ends_the_deal():
    built = discarded(table("youxi", "GX", "GX", WAITS_RC, melds=["", "", MELDS], false_wins=True), 0, "RC")
    assert run(built, "win win")[-2:] == ["win 1 RC", "end"]
    assert built.result["win_kind"] == "false_win"
    built = discarded(table("youxi", "GX", "GX", WAITS_RC, melds=["", "", MELDS], false_wins=True), 0, "RC")
    assert run(built, "pass win")[-2:] == ["win 2 RC", "end"]
    assert built.result["winner"] == 2


def test_y11_not_for_barred_or_dead_seats_and_forced_for_a_drawer_that_can_do_nothing_else():
    built = drawn(table("youxi", "YJ", "WX", "RX", false_wins=True), 0, "RJ")
    built.dead[1], built.barred[2] = True, "E12"
    assert run(built, "win") == ["0: win > win", "win 0 RJ", "end"]
    built = drawn(table("youxi", "YJ GM", "WX", "RX", false_wins=True), 0, "RJ")
    built.dead[1], built.barred[2] = True, "E12"
    assert run(built, "ming GM")[0] == "0: ming win > ming"


def test_y12_pass_is_by_kind_of_claim():
    # a pass of peng forbids peng, not the zhan or chi of what is left
    built = drawn(table("youxi", "YS2 YJ2 YX2 RM WC", "RM", "RM", pass_down=False), 1, "YS")
    assert run(built, "pass") == ["0: pass peng > pass", "end"]
    assert (built.passed_peng[0], built.passed_chi_zhan[0]) == ({"YS"}, set())
    built.reveal("YS", "draw", 0)
    assert offered(built, 0) == {"chi:YJ,YX", "pass"}
    # a pass of chi forbids chi and zhan, not peng
    built = drawn(table("youxi", "YJ2 YX2 RM", "RM", "RM"), 0, "YS")
    run(built, "pass")
    assert (built.passed_peng[0], built.passed_chi_zhan[0]) == (set(), {"YS"})
    built = drawn(table("youxi", "YS2 YJ2 YX2 RM", "RM", "RM"), 0, "YS")
    built.passed_chi_zhan[0] = {"YS"}
    assert offered(built, 0) == {"peng", "pass"}
    built = drawn(table("youxi", "YS RM", "RM", "RM"), 0, "YS")
    built.passed_chi_zhan[0] = {"YS"}
    assert offered(built, 0) == set()
    # both at once
    built = drawn(table("youxi", "YS2 YJ2 YX2 RM", "RM", "RM"), 0, "YS")
    run(built, "pass")
    assert (built.passed_peng[0], built.passed_chi_zhan[0]) == ({"YS"}, {"YS"})


def test_y12_another_use_a_lost_intent_and_a_passed_kong_forbid_nothing():
    built = drawn(table("youxi", "YS2 YJ2 YX2 RM", "RM", "RM"), 0, "YS")
    run(built, "chi:YJ,YX RM")
    assert built.passed_peng[0] == set()
    built = drawn(table("youxi", "YJ2 YX2 RM WC", "YS2 RM WC", "RM"), 0, "YS")
    run(built, "chi:YJ,YX peng RM")
    assert built.passed_chi_zhan[0] == set()
    built = discarded(table("youxi", "RM", "RM", "YS3 RM WC"), 0, "YS")
    assert run(built, "pass")[:2] == ["2: kong pass > pass", "barred 2 E12"]
    assert (built.passed_peng[2], built.passed_chi_zhan[2]) == (set(), set())
    built.reveal("YS", "discard", 0)
    assert offered(built, 2) == {"kong", "pass"}


def test_y12_a_passed_win_and_win_on_a_passed_type_stay_allowed():
    built = discarded(table("youxi", "GX", WAITS_RC, "GX", melds=["", MELDS], stock="GM RC"), 0, "RC")
    assert run(built, "pass win") == [
        "1: chi:RM,RP pass win > pass",
        "draw 1 GM",
        "draw 2 RC",
        "1: pass win > win",
        "win 1 RC",
        "end",
    ]


def test_y13_own_discard_may_not_be_taken_but_pengs_stay():
    for switch in (True, False):
        built = drawn(table("youxi", "YS YJ2 YX2 RM", "RM", "RM", own_discard_dead=switch), 0, "YS")
        built.discarded[0] = {"YS"}
        assert offered(built, 0) == (set() if switch else {"zhan", "chi:YJ,YX", "pass"})
        built = drawn(table("youxi", "YS2 YJ2 YX2 RM", "RM", "RM", own_discard_dead=switch), 0, "YS")
        built.discarded[0] = {"YS"}
        assert offered(built, 0) == ({"peng", "pass"} if switch else {"peng", "chi:YJ,YX", "pass"})


def test_y13_holds_for_the_opening_discard():
    port = Script("YS")
    play_deal(table("youxi", "YS2 YJ2 YX2 RM", "RM", "GM", stock="WC GX WX YS"), port)
    assert port.events == ["discard 0 YS", "draw 1 WC", "draw 2 GX", "draw 0 WX", "draw 1 YS", "end"]


def test_y13_may_win_on_own_discard():
    built = discarded(table("youxi", "GX", WAITS_RC, "GX", melds=["", MELDS]), 0, "RC")
    built.discarded[1] = {"RC"}
    assert run(built) == ["1: pass win > pass", "end"]


def test_y13_a_type_taken_by_chi_may_not_be_discarded():
    built = discarded(table("youxi", "RM", "YS2 YX2 YJ2 GM", "RM"), 0, "YS")
    assert run(built, "chi:YJ,YX GM")[1:3] == ["claim 1 chi:YJ,YX", "discard 1 GM"]
    assert built.chi_taken[1] == {"YS"}
    assert set(legal_discards(built, 1)) == {"YJ", "YX"}
    assert may_discard("YS2 RM", taken="YS") == {"RM"}
    assert may_discard("YS2 RM", taken="YS", own_discard_dead=False) == {"RM"}
    assert may_discard("YJ2 RM", taken="YJ") == {"RM"}


@pytest.mark.parametrize(
    ("hand", "allowed"),
    [
        ("YJ YS YX RM", {"RM"}),
        ("YJ YS2 YX RM", {"YJ", "YS", "YX", "RM"}),
        ("YC YM YP RM", {"RM"}),
        ("YC YM YP3 RM", {"YC", "YM", "YP", "RM"}),
        ("YZ RZ WZ RM", {"RM"}),
        ("YZ RZ WZ2 RM", {"YZ", "RZ", "WZ", "RM"}),
        ("YZ RZ WZ GZ2 RM", {"YZ", "RZ", "WZ", "GZ", "RM"}),
        ("YZ RZ WZ GZ RM", {"YZ", "RZ", "WZ", "GZ", "RM"}),
        ("YZ RZ RM", {"YZ", "RZ", "RM"}),
    ],
)
def test_y14_an_exact_yuan_is_not_discarded(hand, allowed):
    assert may_discard(hand) == allowed
    assert may_discard(hand, no_split=False) == set(cards(hand))


def test_y14_protect_four_zu():
    assert may_discard("YZ RZ WZ GZ RM", protect_four_zu=True) == {"RM"}
    assert may_discard("YZ RZ WZ GZ2 RM", protect_four_zu=True) == {"YZ", "RZ", "WZ", "GZ", "RM"}
    for switch in (False, True):
        built = drawn(table("youxi", "YZ RZ WZ GZ RM", "RM", "RM", protect_four_zu=switch), 0, "YZ")
        chis = {"chi:RZ,WZ", "chi:RZ,GZ", "chi:WZ,GZ", "chi:RZ,WZ,GZ", "zhan", "pass"}
        assert offered(built, 0) == (set() if switch else chis)


def test_y14_no_zhan_and_no_chi_that_splits():
    built = drawn(table("youxi", "YJ YS YX RM", "RM", "RM"), 0, "YS")
    assert offered(built, 0) == set()
    built = drawn(table("youxi", "YJ YS YX RM", "RM", "RM"), 0, "YJ")
    assert offered(built, 0) == {"ming"}
    built = drawn(table("youxi", "YZ RZ WZ RM", "RM", "RM"), 0, "YZ")
    assert offered(built, 0) == set()
    built = drawn(table("youxi", "YZ RZ WZ RM", "RM", "RM"), 0, "GZ")
    assert offered(built, 0) == {"chi:YZ,RZ,WZ", "pass"}
    built = drawn(table("youxi", "YZ RZ WZ2 RM", "RM", "RM"), 0, "GZ")
    assert offered(built, 0) == {"chi:YZ,RZ", "chi:YZ,WZ", "chi:RZ,WZ", "chi:YZ,RZ,WZ", "pass"}
    built = drawn(table("youxi", "YJ YS YX RM", "RM", "RM", no_split=False), 0, "YS")
    assert offered(built, 0) == {"zhan", "chi:YJ,YX", "pass"}


def test_y15_any_non_lone_card_where_nothing_is_legal_and_bars():
    assert may_discard("YJ YS YX GUI") == {"YS", "YX", "GUI"}
    assert may_discard("YJ YS YX GUI", lone_discard="forbidden") == {"YS", "YX"}
    assert may_discard("YJ YS YX RM2", taken="RM") == {"YS", "YX", "RM"}
    built = drawn(table("youxi", "YJ YS YX GS", "RM", "GM"), 0, "GJ")
    assert run(built, "ming GS")[1:3] == ["claim 0 ming", "discard 0 GS"]
    assert built.barred[0] is None
    built = drawn(table("youxi", "YJ YS YX GUI", "RM", "GM"), 0, "GJ")
    assert run(built, "ming YS") == ["0: ming > ming", "claim 0 ming", "discard 0 YS", "barred 0 Y15", "end"]
    built = drawn(table("youxi", "YJ YS YX GUI", "RM", "GM"), 0, "GJ")
    assert run(built, "ming GUI") == ["0: ming > ming", "claim 0 ming", "discard 0 GUI", "end"]


def test_y15_bars_once_and_comes_before_dead():
    built = drawn(table("youxi", "YJ YS YX", "RM", "GM"), 0, "GJ")
    built.barred[0] = "E12"
    assert run(built, "ming YS") == ["0: ming > ming", "claim 0 ming", "discard 0 YS", "end"]
    built = drawn(table("youxi", "YS", "RM", "GM"), 0, "GJ")
    built.chi_taken[0] = {"YS"}
    assert run(built, "ming YS") == [
        "0: ming > ming",
        "claim 0 ming",
        "discard 0 YS",
        "barred 0 Y15",
        "dead 0",
        "end",
    ]


def test_y1_the_last_three_are_never_drawn():
    built = discarded(table("youxi", "RM", "GM", "WC", stock="RS WX"), 0, "YX")
    assert run(built) == ["draw 1 RS", "draw 2 WX", "end"]
    assert built.result["dreamer"] == 3
    assert len(built.never_drawn) == 3


def test_no_g11_or_g12_in_youxi():
    built = discarded(table("youxi", "RM", "YS2 YJ2 YX2 RM WC", "RM"), 0, "YS")
    assert run(built, "pass") == ["1: chi:YJ,YX pass peng > pass", "end"]
