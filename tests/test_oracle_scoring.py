"""The scoring oracle against values worked out by hand from the rules and the source texts: Guangshui."""

import pytest

from tests.oracle.filled import bonuses, filled, judged
from tests.oracle.guangshui import pai_of, threshold
from tests.oracle.scoring import groupings, score

# (hand, melds, winning card, hu); a core of an even number of cards has +1 for the general laid open.
GROUP_VALUES = [
    ("RS3", "", None, 3),
    ("RC3", "", None, 6),
    ("RJ3", "", None, 6),
    ("RZ3", "", None, 6),
    ("RS4", "", None, 9 + 1),
    ("RC4", "", None, 18 + 1),
    ("RS2", "", "RS", 1),
    ("RC2", "", "RC", 2),
    ("RJ2", "", "RJ", 3),  # three singles are worth more than a peng of 2
    ("RS3", "", "RS", 6 + 1),
    ("RC3", "", "RC", 12 + 1),
    ("RJ3", "", "RJ", 12 + 1),
    ("", "peng:RS", None, 1),
    ("", "peng:RZ", None, 2),
    ("", "kong:RS", None, 6 + 1),
    ("", "kong:RJ", None, 12 + 1),
    ("RJ RS RX", "", None, 1),
    ("YZ RZ WZ", "", None, 1),
    ("YZ RZ WZ GZ", "", None, 1 + 1),
    ("", "chi:RC,RM,RP", None, 1),
    ("RJ RS", "", "RX", 1),
    ("RS2 RM2", "", None, 0 + 1),
    ("YJ2 RJ WJ", "", None, 4 + 1),
    ("YJ", "ming:YJ ming:RJ", None, 3),
]


@pytest.mark.parametrize(("hand", "melds", "claimed", "hu"), GROUP_VALUES)
def test_g2_group_values(hand, melds, claimed, hu):
    assert judged("guangshui", hand, melds, claimed)["hu"] == hu


def test_g2_jiang_cap():
    assert judged("guangshui", "YJ2 RJ WJ", jiang_cap=3)["hu"] == 3
    assert judged("guangshui", "YJ", "ming:YJ ming:RJ", jiang_cap=3)["hu"] == 3


PENGS = ["YS", "YX", "YM", "RS", "RX", "RM", "WP", "WC", "GP", "GC"]  # no qing, no che; WC and GC are fat


@pytest.mark.parametrize(
    ("n", "hu", "pai"),
    [(4, 4 + 1, 0), (5, 5 + 20, 0), (6, 6 + 40 + 1, 1), (7, 7 + 60, 1), (8, 9 + 80 + 1, 1), (9, 10 + 100, 2)],
)
def test_g3_bu(n, hu, pai):
    result = judged("guangshui", "", " ".join(f"peng:{card}" for card in PENGS[:n]))
    assert (result["hu"], result["pai"], result["wins"]) == (hu, pai, pai > 0)


def test_g3_ten_bu_and_a_general():
    result = score("guangshui", {}, [], [f"peng:{card}" for card in PENGS], "GJ")
    assert (result["hu"], result["pai"]) == (12 + 120 + 1, 2)


def test_g3_lou_is_bu():
    melds = "kong:YS peng:YX peng:YM peng:RS peng:RX"
    assert judged("guangshui", "", melds)["hu"] == 6 + 4 + 1
    assert judged("guangshui", "", melds, lou_is_bu=True)["hu"] == 6 + 4 + 1 + 20


CHE = [
    ("YC2 YM2 YP2", "", 10 + 1, [("su_che", 10)]),
    ("YC2 YM3 YP2", "", 3 + 20, [("su_che", 20)]),
    ("YC2 YM3 YP3", "", 3 + 3 + 30 + 1, [("su_che", 30)]),
    ("YC3 YM3 YP3", "", 6 + 3 + 3 + 40, [("su_che", 40)]),
    ("", "peng:YC peng:YM peng:YP", 2 + 1 + 1 + 40, [("su_che", 40)]),
    ("YJ2 YS2 YX2", "", 10 + 1, [("su_che", 10)]),  # its generals score nothing
    ("YJ2 YS3 YX2", "", 3 + 20 + 2, [("su_che", 20)]),  # once out, they do
    ("YZ2 RZ2 WZ2", "", 20 + 1, [("fei_che", 20)]),
    ("YZ3 RZ2 WZ2", "", 6 + 40, [("fei_che", 40)]),
    ("YZ3 RZ3 WZ2", "", 12 + 60 + 1, [("fei_che", 60)]),
    ("YZ3 RZ3 WZ3", "", 18 + 100, [("fei_che", 100)]),
    ("YZ2 RZ2 WZ2 GZ2", "", 40 + 1, [("chang_che", 40)]),
    ("YZ3 RZ2 WZ2 GZ2", "", 6 + 80, [("chang_che", 80)]),
    ("YZ3 RZ3 WZ2 GZ2", "", 12 + 120 + 1, [("chang_che", 120)]),
    ("YZ3 RZ3 WZ3 GZ2", "", 18 + 160, [("chang_che", 160)]),
    ("YZ3 RZ3 WZ3 GZ3", "", 24 + 200 + 1, [("chang_che", 200)]),
    ("YJ2 RJ2 WJ2", "", 20 + 1, [("fei_che", 20)]),
    ("YJ3 RJ2 WJ2", "", 6 + 40 + 4, [("fei_che", 40)]),
    ("YJ2 RJ2 WJ2 GJ2", "", 40 + 1, [("chang_che", 40)]),
    ("YC2 YM2", "zhan:YP", 0 + 1, []),  # a claimed pair is no member
    ("YJ YS2 YX2", "ming:YJ", 2 + 1, []),  # nor a general laid open part of a pair
    # G7: one pair of yellow generals, wanted by two che
    ("YJ2 YS2 YX2 RJ2 WJ2", "", 20 + 1, [("fei_che", 20)]),
    ("YJ2 YS2 YX2 RJ2 WJ2 GJ2", "", 40 + 1, [("chang_che", 40)]),
    # ... three of four generals make a che, the fourth serves its colour's: 20 + 30 > 40
    ("YJ2 YS3 YX3 RJ2 WJ2 GJ2", "", 3 + 3 + 2 + 20 + 30 + 1, [("fei_che", 20), ("su_che", 30)]),
    # a triple counts in each che and in tiandi
    (
        "YJ3 YS2 YX2 RJ2 WJ2 YZ3",
        "",
        6 + 6 + 4 + 20 + 40 + 20 + 1,
        [("fei_che", 40), ("su_che", 20), ("tiandi", 20)],
    ),
]


@pytest.mark.parametrize(("hand", "melds", "hu", "rows"), CHE)
def test_g4_g7_che(hand, melds, hu, rows):
    result = judged("guangshui", hand, melds)
    assert result["hu"] == hu
    assert bonuses(result) == rows


def test_g4_the_claimed_pair_and_the_claimed_general():
    assert judged("guangshui", "YC YM2 YP2", claimed="YC")["hu"] == 2 + 1  # two yuan
    assert judged("guangshui", "YC YM2 YP2", claimed="YC", zhan_in_che=True)["hu"] == 10 + 1
    assert judged("guangshui", "YC2 YM2", "zhan:YP", zhan_in_che=True)["hu"] == 10 + 1
    assert judged("guangshui", "YJ YS2 YX2", claimed="YJ", zhan_in_che=True)["hu"] == 2 + 1
    # four equal cards as two pairs: one claimed, the other a member
    assert judged("guangshui", "YS3 YX2 YJ2", claimed="YS")["bonuses"][0]["hu"] == 20
    # two generals in hand and a claimed one: laid open beside the pair 10 + 1, as peng 2 + 20
    assert judged("guangshui", "YJ2 YS2 YX2", claimed="YJ")["hu"] == 2 + 20


def test_g4_jiang_cap_counts_after_the_che():
    # 3 of the 4 loose generals in red and white, beside the one out in yellow
    assert judged("guangshui", "YJ3 RJ2 WJ2", jiang_cap=3)["hu"] == 6 + 40 + 3
    assert judged("guangshui", "YJ2 RJ2 WJ2 GJ", jiang_cap=3)["hu"] == 20 + 1


def test_g5_g6_qing_and_tiandi():
    assert judged("guangshui", "", "peng:YS peng:RS peng:WS")["hu"] == 3 + 20
    result = judged("guangshui", "", "peng:YS peng:RS peng:WS peng:GS")
    assert (result["hu"], result["named"], result["pai"]) == (4 + 40 + 1, ["siqing"], 1)
    assert judged("guangshui", "YC3 RC3", "peng:WC")["hu"] == 6 + 6 + 2 + 20
    assert judged("guangshui", "YJ3 YZ3")["hu"] == 6 + 6 + 20 + 1
    assert judged("guangshui", "YJ3 RJ3 RZ3", "kong:YZ")["hu"] == 6 * 3 + 12 + 40
    assert judged("guangshui", "YJ3 RZ3")["hu"] == 6 + 6 + 1
    assert judged("guangshui", "YZ3 RZ3 WZ3", "peng:YS peng:RS")["bonuses"] == [
        {"bonus": "fei_che", "hu": 100, "of": "YZ RZ WZ"}
    ]  # zu and generals make no qing


T = {
    (1, 0): 48,
    (1, 1): 23,
    (1, 2): 0,
    (1, 3): 0,
    (1, 5): 0,
    (2, 0): 100,
    (2, 1): 50,
    (2, 2): 25,
    (2, 3): 13,
    (2, 4): 7,
    (3, 1): 75,
    (3, 2): 38,
    (4, 1): 100,
    (5, 0): 250,
    (5, 1): 123,
    (5, 2): 61,
    (5, 3): 31,
    (5, 4): 16,
    (6, 1): 150,
    (9, 2): 113,
    (10, 0): 500,
    (10, 1): 250,
    (10, 2): 123,
    (10, 3): 61,
    (10, 4): 32,
    (11, 2): 138,
    (20, 0): 1000,
}


@pytest.mark.parametrize(("n", "lou"), T)
def test_g9_thresholds(n, lou):
    assert threshold(n, lou) == T[n, lou]
    if threshold(n, lou) > 0:
        assert pai_of(T[n, lou] - 1, lou, []) == n - 1
    assert pai_of(T[n, lou], lou, []) >= n


# G8, line by line: (hand, melds, hu, pai, all ids that hold)
NAMED = [
    ("YC2 YM2 YP2", "kong:RC", 12 + 10 + 1, 1, "su_che_fat_lou"),
    ("YC2 YM2 YP2", "kong:RS", 6 + 10 + 1, 0, ""),
    ("YZ2 RZ2 WZ2", "kong:RS", 6 + 20 + 1, 1, "fei_che_plain_lou"),
    ("YZ2 RZ2 WZ2", "kong:RC", 12 + 20 + 1, 1, ""),
    ("YZ2 RZ2 WZ2 GZ2", "kong:RS", 6 + 40 + 1, 1, "fei_che_plain_lou"),
    ("YM2 YP2", "peng:YC peng:YS peng:YX peng:RS peng:RM", 6 + 20 + 20, 1, "che_out_5bu"),
    ("YM2 YP2", "peng:YC peng:YS peng:YX peng:RS", 5 + 20 + 1, 0, ""),
    ("WZ2", "peng:YZ peng:RZ", 4 + 60 + 1, 1, "fei_che_2out"),
    ("RZ2 WZ2", "peng:YZ", 2 + 40, 0, ""),
    ("RZ2 WZ2 GZ2", "peng:YZ", 2 + 80, 1, "chang_che_1out"),
    ("RZ2 WZ2 GZ2", "kong:YZ", 12 + 80 + 1, 3, "chang_che_1out"),
    ("", "peng:YS peng:RS peng:WS peng:YX peng:RM", 5 + 20 + 20, 1, "sanqing_5bu"),
    ("", "peng:YJ peng:YZ peng:RS peng:RX peng:WM", 7 + 20 + 20, 1, "tiandi_5bu"),
    ("YZ3", "peng:YS peng:RS peng:WS peng:YJ", 6 + 5 + 20 + 20, 1, "sanqing_tiandi"),
    ("YC2 YP2", "peng:YM peng:RM peng:WM", 3 + 20 + 20, 1, "sanqing_che_out"),
    ("YS2 YX2", "peng:YJ peng:YZ", 4 + 20 + 20 + 1, 1, "tiandi_che_out"),
    ("", "peng:YC peng:YM peng:YP", 4 + 40, 1, "su_che_quanta"),
    ("", "peng:YS peng:RS peng:WS peng:GS", 4 + 40 + 1, 1, "siqing"),
    ("", "peng:YS peng:YX peng:YM peng:RS peng:RX peng:RM", 6 + 40 + 1, 1, "6bu"),
    ("", "kong:RS kong:YM", 12 + 1, 1, "2lou"),
    ("", "peng:YC kong:YM kong:YP", 2 + 12 + 40, 5, "su_che_quanta 2lou xj_su_che_quanta_2lou"),
    (
        "",
        "kong:YC kong:YM peng:YP",
        12 + 6 + 1 + 40,
        5,
        "su_che_fat_lou su_che_quanta 2lou xj_su_che_quanta_2lou",
    ),
    ("RZ2 WZ2", "kong:YZ kong:RS", 12 + 6 + 40 + 1, 5, "fei_che_plain_lou 2lou xj_fei_che_out_2lou"),
    ("WZ2 GZ2", "kong:YZ peng:RZ", 12 + 2 + 120, 5, "chang_che_1out xj_chang_che_2out_1lou"),
    (
        "",
        "peng:YZ peng:RZ peng:WZ peng:GZ peng:YS peng:RX",
        8 + 2 + 40 + 200 + 1,
        5,
        "che_out_5bu chang_che_1out 6bu xj_6bu_chang_che_quanta",
    ),
    (
        "",
        "kong:YZ kong:RZ peng:WZ peng:GZ",  # 229 hu with 2 lou: T(18, 2) = 225, T(19, 2) = 238
        24 + 4 + 200 + 1,
        18,
        "chang_che_1out 2lou xj_fei_che_out_2lou xj_chang_che_2out_1lou",
    ),
]


@pytest.mark.parametrize(("hand", "melds", "hu", "pai", "named"), NAMED)
def test_g8_named_hands(hand, melds, hu, pai, named):
    result = judged("guangshui", hand, melds)
    assert (result["hu"], result["pai"], result["named"]) == (hu, pai, named.split())
    assert result["level"] == ("dajia" if pai >= 10 else "xiaojia" if pai >= 5 else "")
    assert result["wins"] == (pai > 0)


def test_g8_a_lou_lowers_the_gate():
    result = judged("guangshui", "RS3 YC4", "", "RS")
    assert (result["hu"], result["kong"], result["pai"], result["named"]) == (18 + 6 + 1, 1, 1, [])
    # here the red xiang needs one of the four shi, so there is no lou
    result = judged("guangshui", "RS3 RJ RX YC4", "", "RS")
    assert (result["hu"], result["kong"], result["wins"]) == (18 + 3 + 1 + 1, 0, False)


def test_e12_duty_in_win_and_g16_by_right():
    hand = filled("RS3 RJ RX", "", "RS")
    assert score("guangshui", {}, *hand)["hu"] == 1 + 3 + 1  # claimed shi in the yuan (or in the triple: less)
    assert score("guangshui", {"duty_in_win": True}, *hand) == {"covered": False, "wins": False, "idle": 1}
    by_right = {"win_reach": "by_right"}
    assert score("guangshui", by_right, *hand)["hu"] == 5
    result = score("guangshui", by_right, *hand, right=False)  # only into the triple
    assert result["hu"] == 1 + 1 + 1
    assert [row["group"] for row in result["groups"] if row["claimed"]] == ["peng"]
    lone = filled("RS3", "", "WJ")
    assert score("guangshui", by_right, *lone)["hu"] == 5
    assert not score("guangshui", by_right, *lone, drawer=False)["covered"]
    assert score("guangshui", {}, *lone, drawer=False)["covered"]
    # G12: a paired member of a complete che forms the triple
    che = filled("YJ2 RJ2 WJ2 RM3", "", "YJ")
    assert score("guangshui", {}, *che)["hu"] == 2 + 40 + 4 + 3 + 1
    duty = {"duty_in_win": True}
    assert [row["group"] for row in score("guangshui", duty, *che)["groups"] if row["claimed"]] == ["peng"]
    two = filled("YJ2 RJ2 RM3", "", "YJ")  # no che: no duty
    assert score("guangshui", duty, *two)["hu"] == 3 + 2 + 3 + 1
    groups = {row["group"] for _, _, r in groupings("guangshui", duty, *che) for row in r["groups"] if row["claimed"]}
    assert groups == {"peng"}
    off = {"duty_in_win": True, "chuche_duty": False}
    groups = {row["group"] for _, _, r in groupings("guangshui", off, *che) for row in r["groups"] if row["claimed"]}
    assert groups == {"peng", "ming"}
