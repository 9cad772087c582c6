# ruff: noqa: N802  (tests are named after rule ids)
"""G8–G10: the gate, 牌 and the winner's choice in Guangshui. Every value is worked out by hand from the rules page."""

from __future__ import annotations

import pytest

from tests.rules.positions import switch
from tests.rules.valued import rows, valued

G = "guangshui"


@pytest.mark.parametrize(
    ("hand", "melds", "lou", "hu", "wins"),
    [
        ("YC4 WC4 YM4", "peng:WZ", 0, 47, False),
        ("YC4 WC4 YM4 RJ WJ GJ", "", 0, 48, True),
        ("YM4 WX3 GP3 RJ", "kong:RS", 1, 22, False),
        ("YM4 RC3 RJ WJ", "kong:RS", 1, 23, True),
        ("", "kong:RS kong:YM", 2, 13, True),
        ("", "kong:RS kong:YM kong:WX", 3, 19, True),
    ],
)
def test_G8_the_gate(hand, melds, lou, hu, wins):
    result = valued(G, hand, melds)
    assert (result["hu"], result["kong"], result["wins"]) == (hu, lou, wins)
    assert result["named"] == (["2lou"] if lou >= 2 else [])


def test_G8_a_nao_is_no_lou():
    result = valued(G, "YS4 RM4", "")
    assert (result["hu"], result["kong"], result["wins"]) == (9 + 9 + 1, 0, False)


def test_G8_five_bu_means_five_or_more_and_two_out_two_or_more():
    melds = "peng:YC peng:YS peng:YX peng:RS peng:RM peng:WX"
    assert valued(G, "YM2 YP2", melds)["named"] == ["che_out_5bu", "6bu"]
    assert "fei_che_2out" in valued(G, "", "peng:YZ peng:RZ peng:WZ")["named"]
    assert valued(G, "", "kong:RS kong:YM kong:WX")["named"] == ["2lou"]
    # 三清 is met by 四清
    result = valued(G, "", "peng:YS peng:RS peng:WS peng:GS peng:YM")
    assert result["named"] == ["sanqing_5bu", "siqing"]


def test_G8_a_lou_may_be_a_member_of_the_che_it_is_named_with():
    assert valued(G, "YM2 YP2", "kong:YC")["named"] == ["su_che_fat_lou"]
    assert "xj_su_che_quanta_2lou" in valued(G, "", "kong:YC kong:YM peng:YP")["named"]


def test_G8_judged_on_the_same_use_of_the_pairs_as_the_hu():
    """The 肥車 takes the yellow 將 (20 > 10 + 4): so there is no 素車 to be named with the fat 樓."""
    result = valued(G, "YJ2 YS2 YX2 RJ2 WJ2", "kong:RC")
    assert rows(result, "bonuses") == [("fei_che", 20)]
    assert (result["hu"], result["named"]) == (12 + 20 + 1, [])


# (樓, hu, 牌, level, hand, melds): at a border of T(n, L), and one below it. The sums stand beside.
PAI = [
    (0, 99, 1, "", "YC4 WC4 GC4 RM4 WM4 RS3 GX3 RJ", ""),  # 54 + 清 20 + 18 + 6 + 1
    (0, 100, 2, "", "YC4 WC4 GC4 RM4 WM4 RZ3 RJ WJ", ""),  # 54 + 20 + 18 + 6 + 2
    (0, 149, 2, "", "YZ3 RZ3 WZ3 RC4 RM4 GS3 RJ", ""),  # 18 + 100 + 18 + 9 + 3 + 1
    (0, 150, 3, "", "YZ3 RZ3 WZ3 RC4 RM4 RJ WJ GJ", "peng:WC"),  # 18 + 100 + 18 + 9 + 2 + 3
    (0, 249, 4, "", "YZ3 RZ3 WZ3 GZ3 RS4 RC3 YM3 WM3 YJ RJ WJ GJ", ""),  # 24 + 200 + 9 + 6 + 6 + 4
    (0, 250, 5, "xiaojia", "YZ3 RZ3 WZ3 GZ3 RC4 GC3 RJ WJ", ""),  # 24 + 200 + 18 + 6 + 2
    (0, 299, 5, "xiaojia", "YZ4 RZ4 WZ4 GZ4 RC4 RS3 WS3 RX3", ""),  # 72 + 200 + 18 + 9
    (0, 300, 6, "xiaojia", "YZ4 RZ4 WZ4 GZ4 RC4 RS4 RJ", ""),  # 72 + 200 + 18 + 9 + 1
    # 7 步 60, 長車 200 and 160, three 天地 60; 14 + 2 loose 將
    (0, 498, 9, "xiaojia", "GJ2 YJ RJ", "peng:YZ peng:RZ peng:WZ peng:GZ peng:YJ peng:RJ peng:WJ"),
    (0, 500, 10, "dajia", "GJ2 RS3 RC RM RP", "peng:YZ peng:RZ peng:WZ peng:GZ peng:YJ peng:RJ peng:WJ"),
    (1, 49, 1, "", "YC4 RZ4 RJ", "kong:RC"),  # 12 + 36 + 1
    (1, 50, 2, "", "YC4 RZ4", "kong:RC peng:WZ"),  # 12 + 36 + 2
    (1, 74, 2, "", "YC4 RZ4 GZ4 YJ3 RJ WJ", "kong:RC"),  # 12 + 54 + 6 + 2
    (1, 75, 3, "", "YC4 RZ4 GZ4 WS3 WX3 GM3", "kong:RC"),  # 12 + 54 + 9
    (1, 99, 3, "", "YZ3 RZ3 WZ2 YM4 YC3", "kong:RC"),  # 12 + 12 + 60 + 9 + 6
    (1, 100, 4, "", "YZ3 RZ3 WZ2 YM4 WS3 WX3 RJ", "kong:RC"),  # 12 + 12 + 60 + 9 + 6 + 1
    (1, 122, 4, "", "RC3", "kong:WZ peng:YZ peng:RZ"),  # 12 + 4 + 100 + 6
    (1, 123, 5, "xiaojia", "RS3 GX3 YJ", "kong:WZ peng:YZ peng:RZ"),  # 12 + 4 + 100 + 6 + 1
    (1, 149, 5, "xiaojia", "RC4 YM4 YC3", "kong:WZ peng:YZ peng:RZ"),  # 116 + 18 + 9 + 6
    (1, 150, 6, "xiaojia", "RC4 YM4 GS3 GX3 RJ", "kong:WZ peng:YZ peng:RZ"),  # 116 + 18 + 9 + 6 + 1
    (1, 249, 9, "xiaojia", "RZ3 WZ3 GZ3 RM4 RS3 YX3 WS3 YJ", "kong:YZ"),  # 12 + 18 + 200 + 9 + 9 + 1
    (1, 250, 10, "dajia", "RZ3 WZ3 GZ3 RC4 RJ WJ", "kong:YZ"),  # 12 + 18 + 200 + 18 + 2
    (2, 13, 1, "", "", "kong:RS kong:YM"),
    (2, 24, 1, "", "WX4 GP3", "kong:RS kong:YM"),  # 12 + 9 + 3
    (2, 25, 2, "", "RC3 YC3 RJ", "kong:RS kong:YM"),  # 12 + 12 + 1
    (2, 37, 2, "", "RC4 WX3 GP3 RJ", "kong:RS kong:YM"),  # 12 + 18 + 6 + 1
    (2, 38, 3, "", "RC4 YC3 RJ WJ", "kong:RS kong:YM"),  # 12 + 18 + 6 + 2
    (2, 49, 3, "", "RC4 RZ4 RJ", "kong:RS kong:YM"),  # 12 + 36 + 1
    (2, 50, 4, "", "RC4 RZ4", "kong:RS kong:YM peng:WZ"),  # 12 + 36 + 2
    (2, 60, 4, "", "RC4 RZ4 WX4 GP3", "kong:RS kong:YM"),  # 12 + 36 + 9 + 3
    (2, 61, 5, "xiaojia", "RC4 RZ4 YC3 WZ3 RJ", "kong:RS kong:YM"),  # 12 + 36 + 12 + 1
    (2, 74, 5, "xiaojia", "RC4 RZ4 WZ4 YC3 RJ WJ", "kong:RS kong:YM"),  # 12 + 54 + 6 + 2
    (2, 75, 6, "xiaojia", "RC4 RZ4 WZ4 WX3 GP3 GS3", "kong:RS kong:YM"),  # 12 + 54 + 9
    (2, 122, 9, "xiaojia", "WZ2 RC4 YC4", "kong:YZ kong:RZ peng:WJ"),  # 24 + 60 + 36 + 2
    (2, 123, 10, "dajia", "WZ2 RC4 RM4 YM4 GS3", "kong:YZ kong:RZ"),  # 24 + 60 + 18 + 18 + 3
    (3, 19, 3, "", "", "kong:RS kong:YM kong:WX"),
    (3, 24, 3, "", "RC3", "kong:RS kong:YM kong:WX"),  # 18 + 6
    (3, 25, 4, "", "GP3 RX3 RJ", "kong:RS kong:YM kong:WX"),  # 18 + 6 + 1
    (3, 30, 4, "", "GP4 RX3", "kong:RS kong:YM kong:WX"),  # 18 + 9 + 3
    (3, 31, 5, "xiaojia", "RC3 YC3 RJ", "kong:RS kong:YM kong:WX"),  # 18 + 12 + 1
    (3, 60, 9, "xiaojia", "RC4 RZ4 YC3", "kong:RS kong:YM kong:WX"),  # 18 + 36 + 6
    (3, 61, 10, "dajia", "RC4 RZ4 GP3 GX3 RJ", "kong:RS kong:YM kong:WX"),  # 18 + 36 + 6 + 1
    # beyond three 樓 the same halving: T(8, 4) = 25, T(9, 4) = 29, T(10, 4) = 32, T(19, 5) = 30, T(20, 5) = 32
    (4, 25, 8, "xiaojia", "", "kong:RS kong:YM kong:WX kong:GP"),
    (4, 27, 8, "xiaojia", "RX3", "kong:RS kong:YM kong:WX kong:GP"),
    (4, 29, 9, "xiaojia", "RX3 RJ WJ", "kong:RS kong:YM kong:WX kong:GP"),
    (4, 31, 9, "xiaojia", "RX3 YP3 RJ", "kong:RS kong:YM kong:WX kong:GP"),
    (4, 32, 10, "dajia", "RC3 YJ WJ", "kong:RS kong:YM kong:WX kong:GP"),
    (5, 31, 19, "dajia", "", "kong:RS kong:YM kong:WX kong:GP kong:YS"),
]


@pytest.mark.parametrize(("lou", "hu", "pai", "level", "hand", "melds"), PAI)
def test_G9_pai(lou, hu, pai, level, hand, melds):
    result = valued(G, hand, melds)
    assert (result["hu"], result["kong"]) == (hu, lou)
    assert (result["pai"], result["level"], result["wins"]) == (pai, level, True)


def test_G9_a_named_hand_is_worth_at_least_1_and_a_named_xiaojia_5():
    assert valued(G, "", "peng:YC peng:YM peng:YP")["pai"] == 1  # 44 hu
    result = valued(G, "", "peng:YC kong:YM kong:YP")  # 54 hu with two 樓 are 4 牌
    assert (result["hu"], result["pai"], result["level"]) == (54, 5, "xiaojia")
    # the 樓 of a named one-牌 hand do not multiply it
    result = valued(G, "", "kong:RS kong:YM")
    assert (result["hu"], result["pai"]) == (13, 1)


def test_G10_the_most_pai_then_the_most_hu():
    # RJ RJ and a claimed RJ: 3 singles (3 hu), a 碰 (2 hu); with four 碰 laid the fifth is worth 20 more
    four = "peng:YS peng:YX peng:YM peng:WS"
    assert valued(G, "RJ2", four.replace(" peng:WS", ""), "RJ")["hu"] == 3 + 3 + 1
    assert valued(G, "RJ2", four, "RJ")["hu"] == 4 + 2 + 20
    # of four RJ the 樓 is worth 12, the 子 and a single 7
    assert valued(G, "RJ3 RM4 YC4", "", "RJ")["hu"] == 12 + 9 + 18 + 1


def test_G10_exact_and_never_greedy():
    # 卒 4 2 2 2: as 圓 twice 四卒 and a pair; as 鬧 and three pairs a 車: 18 + 80 (one out)
    result = valued(G, "YZ4 RZ2 WZ2 GZ2")
    assert (result["hu"], rows(result, "bonuses")) == (18 + 80 + 1, [("chang_che", 80)])
    # taking the triple RS3 first would leave RX idle
    result = valued(G, "RS3 RX RJ")
    assert rows(result, "groups") == [("dui", 0), ("yuan", 1)]
    # three 圓 would be 3 hu
    result = valued(G, "RC3 RM3 RP3")
    assert rows(result, "bonuses") == [("su_che", 40)]
    # one 圓 of 卒 and a 車 of the rest, 1 + 20, against three 圓
    result = valued(G, "YZ3 RZ3 WZ GZ2")
    assert (result["hu"], rows(result, "bonuses")) == (1 + 20, [("fei_che", 20)])


def test_G10_among_equal_hu_the_claimed_copy_where_it_is_worth_most():
    # RS may complete the triple (碰, 1) or the 圓 with the triple in hand (子, 3)
    result = valued(G, "RS3 RJ RX", "", "RS")
    claimed = [(row["group"], row["hu"]) for row in result["groups"] if row["claimed"]]
    assert claimed == [("chi", 1)]
    assert result["hu"] == 3 + 1 + 1


@switch(G, "duty_in_win", {False: ("chi", 5), True: None})
def test_G10_E12_duty_in_win_in_scoring(game, value, expected):
    """Three RS in the hand: the fourth must form the 樓, and then RX is idle."""
    result = valued(game, "RS3 RJ RX", "", "RS", duty_in_win=value)
    if expected is None:
        assert (result["covered"], result["wins"], result["idle"]) == (False, False, 1)
    else:
        claimed = [row["group"] for row in result["groups"] if row["claimed"]]
        assert (claimed, result["hu"]) == ([expected[0]], expected[1])


@switch(G, "duty_in_win", {False: 1 + 20, True: None})
def test_G10_G12_duty_in_win_of_a_paired_member(game, value, expected):
    """YZ may complete a 圓 of YZ RZ GZ beside the 肥車 YZ2 RZ2 WZ2; as a 碰 it leaves GZ idle."""
    result = valued(game, "YZ2 RZ3 WZ2 GZ", "", "YZ", duty_in_win=value)
    if expected is None:
        assert (result["covered"], result["idle"]) == (False, 1)
    else:
        assert (result["hu"], rows(result, "bonuses")) == (expected, [("fei_che", 20)])
    # no duty where G12 is off, and none without a complete 車
    assert valued(game, "YZ2 RZ3 WZ2 GZ", "", "YZ", duty_in_win=value, chuche_duty=False)["hu"] == 1 + 20
    assert valued(game, "YJ2 RM3", "", "YJ", duty_in_win=value)["hu"] == 3 + 3 + 1
    # as a 碰 of 將 the 肥車 is out: 2 + 40 + 4
    assert valued(game, "YJ2 RJ2 WJ2 RM3", "", "YJ", duty_in_win=value)["hu"] == 2 + 40 + 4 + 3 + 1
