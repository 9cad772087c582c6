"""The naive engine on hand-built situations, by rule id: Guangshui (G)."""

from __future__ import annotations

import pytest

from tests.oracle.situations import TWO_LOU, WAITS_RC, discarded, drawn, offered, run, table


def test_g11_a_passed_type_is_dead():
    built = discarded(table("guangshui", "RM", "YJ YX YS RM WC", "RM", stock="RS WX YS"), 0, "YS")
    assert run(built, "pass") == [
        "1: chi:YJ,YX pass zhan > pass",
        "draw 1 RS",
        "draw 2 WX",
        "draw 0 YS",
        "end",
    ]
    built = discarded(
        table("guangshui", "RM", "YJ YX YS RM WC", "RM", stock="RS WX YS", passed_card_dead=False), 0, "YS"
    )
    assert run(built, "pass")[-2:] == ["1: chi:YJ,YX pass zhan > pass", "end"]


def test_g11_passing_counts_where_another_takes_the_card():
    hands = ("RM", "YJ YX RM WC", "YS2 GM GP")
    built = discarded(table("guangshui", *hands, stock="WS YS"), 0, "YS")
    assert run(built, "pass peng GM")[-3:] == ["draw 0 WS", "draw 1 YS", "end"]


def test_g11_a_lost_intent_is_no_pass():
    hands = ("RM", "YJ YX RM WC", "YS2 GM GP")
    built = discarded(table("guangshui", *hands, stock="WS YS"), 0, "YS")
    assert run(built, "chi:YJ,YX peng GM")[-2:] == ["1: chi:YJ,YX pass > pass", "end"]


def test_g11_a_passed_win_is_dead_and_so_is_a_win_on_a_passed_claim():
    built = discarded(table("guangshui", "GP", "GP", WAITS_RC, melds=["", "", TWO_LOU], stock="RC"), 0, "RC")
    assert run(built, "pass") == ["2: pass win > pass", "draw 1 RC", "end"]
    built = discarded(table("guangshui", "GP", "GP", WAITS_RC, melds=["", "", TWO_LOU], stock="WJ RC"), 1, "RC")
    # the next seat could also chi, and passes both
    assert run(built, "pass")[0] == "2: chi:RM,RP pass win > pass"
    assert built.passed[2] == {"RC"}


def test_g11_ming_is_no_pass_and_stays_forced():
    built = drawn(table("guangshui", "YJ2 RM GM", "RM", "RM", stock="WX WS YJ"), 0, "YJ")
    assert run(built, "ming RM")[-1] == "end"
    assert built.passed[0] == set()
    built = drawn(table("guangshui", "YJ2 YS YX GM", "RM", "RM"), 0, "YJ")
    built.passed[0] = {"YJ"}
    assert offered(built, 0) == {"ming"}
    built = drawn(table("guangshui", "YJ2", "RM", "RM"), 0, "YJ")
    built.passed[0] = {"YJ"}
    assert run(built) == ["dead 0", "end"]


def test_g11_a_passed_kong_is_no_further_duty():
    built = drawn(table("guangshui", "YS3 RM", "RM", "RM"), 0, "YS")
    built.passed[0] = {"YS"}
    assert run(built) == ["end"]


@pytest.mark.parametrize(
    ("hand", "melds", "card", "duty"),
    [
        ("YS2 YJ2 YX2 RM", "", "YS", True),
        ("YS2 YJ2 YX2 RM", "", "YJ", True),
        ("RC2 RM3 RP4 GM", "", "RC", True),
        ("RC2 RM3 RP GM", "", "RC", False),
        ("YS2 YJ2 RM", "peng:YX", "YS", True),
        ("YS2 YJ2 RM", "kong:YX", "YS", True),
        ("YS2 YJ2 RM", "zhan:YX", "YS", False),
        ("YS2 YJ YX2 RM", "ming:YJ", "YS", False),
        ("YZ2 RZ2 WZ2 GM", "", "WZ", True),
        ("YZ2 RZ2 WZ GM", "", "RZ", False),
        ("YZ2 RZ2 GM", "peng:GZ", "YZ", True),
        ("YJ2 RJ2 WJ3 GM", "", "YJ", True),
        ("YJ2 RJ2 GJ GM", "ming:GJ", "YJ", False),
        ("YS2 RS2 WS2 GM", "", "YS", False),
    ],
)
def test_g12_chuche(hand, melds, card, duty):
    built = discarded(table("guangshui", "RM", hand, "RM", melds=["", melds]), 0, card)
    assert ("barred 1 G12" in run(built, "pass")) == duty
    built = discarded(table("guangshui", "RM", hand, "RM", melds=["", melds], chuche_duty=False), 0, card)
    assert "barred 1 G12" not in run(built, "pass")


def test_g12_is_met_by_peng_also_one_that_loses_and_not_by_another_claim():
    built = drawn(table("guangshui", "YS2 YJ2 YX2 RM", "RM", "RM"), 0, "YJ")
    assert run(built, "ming RM")[:3] == ["0: chi:YS,YX ming peng > ming", "barred 0 G12", "claim 0 ming"]
    built = drawn(table("guangshui", "YS2 YJ2 YX2 RM", "RM", "RM"), 0, "YJ")
    assert run(built, "peng RM")[1:] == ["claim 0 peng", "discard 0 RM", "end"]
    built = drawn(table("guangshui", "YS2 YJ2 YX2", "RM", "RM", melds=["ming:RJ"]), 0, "YS")
    assert run(built, "chi:YJ,YX YS")[:2] == ["0: chi:YJ,YX pass peng > chi:YJ,YX", "barred 0 G12"]
    # E8: the peng would leave generals alone, so it was none of its options
    built = discarded(table("guangshui", "RM", "YS2 YJ2", "RM", melds=["", "peng:YX"]), 0, "YS")
    built.barred[1] = "E12"
    assert run(built) == ["end"]


def test_g15_own_discard_dead():
    for switch in (False, True):
        built = drawn(table("guangshui", "YJ YX RM", "RM", "RM", own_discard_dead=switch), 0, "YS")
        built.discarded[0] = {"YS"}
        assert offered(built, 0) == (set() if switch else {"chi:YJ,YX", "pass"})


def test_g16_by_right_a_win_in_a_yuan_only_from_the_right_seat():
    for switch, events in (("any", ["2: pass win > pass", "end"]), ("by_right", ["end"])):
        built = discarded(table("guangshui", "GP", "GP", WAITS_RC, melds=["", "", TWO_LOU], win_reach=switch), 0, "RC")
        assert run(built) == events
        built = drawn(table("guangshui", "GP", "GP", WAITS_RC, melds=["", "", TWO_LOU], win_reach=switch), 1, "RC")
        assert run(built) == ["2: chi:RM,RP pass win > pass", "end"]
        built = drawn(
            table("guangshui", "GP", "GP", WAITS_RC, melds=["", "", TWO_LOU], win_reach=switch, pass_down=False),
            1,
            "RC",
        )
        assert run(built) == events
