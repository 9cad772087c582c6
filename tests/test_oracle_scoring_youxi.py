"""The scoring oracle against values worked out by hand from the rules and the source texts: Youxi."""

import pytest

from tests.oracle.cards import TEXT, parse
from tests.oracle.filled import judged
from tests.oracle.scoring import check_explanation, score
from tests.oracle.settlement import settle
from tests.oracle.youxi import payment

YOUXI_VALUES = [
    ("RJ3", "", None, 8),
    ("GUI3", "", None, 8),
    ("RC3", "", None, 2),
    ("RJ4", "", None, 24),
    ("GUI4", "", None, 24),
    ("RC4", "", None, 6),
    ("GUI5", "", None, 40),
    ("RJ2", "", "RJ", 4),
    ("GUI2", "", "GUI", 4),
    ("RC2", "", "RC", 1),
    ("RJ3", "", "RJ", 16),
    ("RC3", "", "RC", 4),
    ("GUI3", "", "GUI", 16),
    ("GUI4", "", "GUI", 32),
    ("", "peng:RJ", None, 4),
    ("", "peng:RP", None, 1),
    ("", "kong:RJ", None, 16),
    ("", "kong:RP", None, 4),
    ("RJ RS RX", "", None, 1),
    ("YZ RZ WZ", "", None, 1),
    ("YZ RZ WZ GZ", "", None, 2),
    ("YJ2 RJ GUI2", "", None, 0),
    ("RS3 RJ RX", "", "RS", 3),  # the claimed shi in the yuan, 坎 in hand
]


@pytest.mark.parametrize(("hand", "melds", "claimed", "hu"), YOUXI_VALUES)
def test_y2_group_values(hand, melds, claimed, hu):
    result = judged("youxi", hand, melds, claimed)
    assert (result["hu"], result["wins"]) == (hu, hu >= 10)


def test_kong_of_ghosts_is_four_or_five_as_31_cards_need():
    zhan = [f"zhan:{card}" for card in ["YS", "YX", "RS", "RX", "WS", "WX", "GS", "GX", "YM", "RM", "WM", "GM"]]
    result = score("youxi", {}, ["YC"], ["kong:GUI", *zhan], "YC")
    assert (result["hu"], result["ghosts"]) == (32, 5)
    result = score("youxi", {}, ["YC"], ["kong:GUI", "ming:YJ", *zhan], "YC")
    assert (result["hu"], result["ghosts"]) == (16, 4)


def test_y5_y6_the_sources_cases():
    # N = 23, two ghosts: 3 + 2 + 1
    zhan = [f"zhan:{card}" for card in ["YS", "YX", "RS", "RX", "WS", "YC"]]
    result = score(
        "youxi",
        {},
        ["GUI", "GUI", "YP"],
        ["kong:RM", "kong:WM", "chi:GC,GM,GP", "chi:YZ,RZ,WZ", "ming:YJ", *zhan],
        "YP",
    )
    assert (result["hu"], result["total"], result["ghosts"], result["pay"], result["dreamer"]) == (
        10,
        23,
        2,
        6,
        2,
    )
    assert (result["high"], result["high_name"]) == (False, "")
    # N = 47, three ghosts: 9 + 3 + 2
    zhan = [f"zhan:{card}" for card in ["YS", "YX", "RS", "RX", "WS", "WX", "GS", "GX", "YC", "RC", "WC"]]
    result = score("youxi", {}, ["GUI"] * 3 + ["YP"], ["kong:RJ", *zhan], "YP")
    assert (result["hu"], result["total"], result["ghosts"], result["pay"], result["dreamer"]) == (
        24,
        47,
        3,
        14,
        4,
    )
    assert payment(48, 0, False, "flat") == (10 + 0 + 2, 4)


@pytest.mark.parametrize(
    ("total", "ghosts", "base_rule", "pay"),
    [
        (23, 2, "flat", 6),
        (34, 0, "flat", 4),
        (35, 2, "flat", 7),
        (39, 0, "flat", 5),
        (24, 1, "half_up", 2 + 1 + 1),
        (25, 1, "half_up", 3 + 1 + 1),
        (35, 0, "half_up", 4 + 0 + 1),
        (30, 0, "ceil", 3 + 0 + 1),
        (31, 0, "ceil", 4 + 0 + 1),
        (40, 0, "ceil", 8 + 0 + 2),
        (42, 0, "flat", 8 + 0 + 2),
        (43, 0, "flat", 9 + 0 + 2),
    ],
)
def test_y6_payment(total, ghosts, base_rule, pay):
    assert payment(total, ghosts, False, base_rule) == (pay, 4 if total >= 40 else 2)


JSX4 = ["chi:YJ,YS,YX", "chi:RJ,RS,RX", "chi:WJ,WS,WX", "chi:GJ,GS,GX"]
CMP4 = ["chi:YC,YM,YP", "chi:RC,RM,RP", "chi:WC,WM,WP", "chi:GC,GM,GP"]
ZU3, ZU4 = "chi:YZ,RZ,WZ", "chi:YZ,RZ,WZ,GZ"


@pytest.mark.parametrize(
    ("hand", "melds", "claimed", "total", "pay", "name"),
    [
        # the source's: N = 29 with one ghost: 6 + 1 + 2
        ("GUI RC", [ZU4, ZU3, *JSX4, *JSX4[:2], CMP4[3]], "RC", 29, 9, "qizu_kongsan"),
        ("YC YM GJ", [*JSX4, *CMP4, ZU3], "YP", 23, 7, "shihu_kongyi"),
        ("YC YM GUI", [*JSX4, *CMP4, ZU3], "YP", 23, 8, "shihu_kongyi"),
        ("YC YM GJ", [*JSX4, *CMP4[:3], "peng:GP", ZU3], "YP", 23, 7, "shihu_kongyi"),
        ("RC GJ", [ZU4, *JSX4, *CMP4], "RC", 23, 7, "sizu_kongsan"),
        ("RC GUI", [ZU4, ZU4, *JSX4, *CMP4[2:], "zhan:YM"], "RC", 23, 8, "bazu_kongwu"),
        # paid as high although an ordinary win would leave more: 2 * 4 - 4 against 2 * 4 - 2
        ("YZ RZ GJ", [*CMP4, *CMP4, ZU3], "WZ", 11, 4, "shihu_kongyi"),
    ],
)
def test_y7_high(hand, melds, claimed, total, pay, name):
    hand = hand.split()
    result = score("youxi", {}, hand, melds, claimed)
    check_explanation("youxi", {}, hand, melds, claimed, result)
    assert (result["hu"], result["total"], result["pay"], result["dreamer"]) == (10, total, pay, 4)
    assert (result["high"], result["high_name"]) == (True, name)


def test_y7_no_high():
    # a third four-zu group: k = 3; and a peng of a general
    result = score("youxi", {}, ["RC", "GUI"], [ZU4] * 3 + JSX4 + ["zhan:YM", "zhan:RM"], "RC")
    assert (result["hu"], result["high"], result["pay"]) == (10, False, 3 + 1 + 1)
    result = score(
        "youxi",
        {},
        ["RC"],
        ["peng:GJ", *JSX4[:3], *CMP4[:3], *["zhan:YM", "zhan:RM", "zhan:WM", "zhan:GM"]],
        "RC",
    )
    assert (result["hu"], result["wins"], result["high"]) == (10, True, False)


def test_y7_high_kan():
    hand, melds = parse("YC3 YM3 YP2 GJ"), [*JSX4, *CMP4[1:]]
    hand = [TEXT[code] for code in hand]
    held = score("youxi", {}, hand, melds, "YP")  # 坎坎碰: 7 + 2 + 2 + 1, N = 25
    assert (held["hu"], held["total"], held["high"], held["pay"]) == (12, 25, False, 4)
    grouped = score("youxi", {"high_kan": "grouped"}, hand, melds, "YP")  # three yuan: N = 23, 14 - 4 > 8 - 2
    assert (grouped["hu"], grouped["total"], grouped["high"], grouped["pay"]) == (10, 23, True, 7)


def test_y8_a_covered_hand_that_does_not_win_shows_its_highest():
    assert judged("youxi", "RC3 RM3 RP3")["hu"] == 6  # not three yuan: 3
    assert judged("youxi", "RJ4", "")["wins"]


def test_settlement():
    won = {"pai": 3}
    assert settle("guangshui", {}, won, 1, 0, "discard", 2, False, -1) == ([-3, 6, -3], 0)
    assert settle("guangshui", {"payers": "discarder"}, won, 1, 0, "discard", 2, False, -1) == ([0, 6, -6], 0)
    assert settle("guangshui", {"payers": "discarder"}, won, 1, 0, "other_draw", -1, False, -1) == (
        [-3, 6, -3],
        0,
    )
    assert settle("guangshui", {}, None, -1, 0, "exhausted", -1, False, -1) == ([0, 0, 0], 0)
    assert settle("youxi", {}, {"pay": 6, "dreamer": 2}, 0, 0, "tianhu", -1, False, -1) == ([10, -6, -6], 2)
    assert settle("youxi", {}, {"pay": 14, "dreamer": 4}, 2, 0, "discard", 1, False, -1) == (
        [-14, -14, 24],
        4,
    )
    assert settle("youxi", {}, {"pay": 14, "dreamer": 4}, 2, 0, "discard", 1, True, -1) == ([-1, -1, 0], 2)
    assert settle("youxi", {}, None, -1, 0, "exhausted", -1, False, -1) == ([-1, -1, -1], 3)
    assert settle("youxi", {}, None, -1, 0, "false_win", -1, False, 1) == ([10, -30, 10], 10)
