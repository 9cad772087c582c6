# ruff: noqa: N802  (tests are named after rule ids)
"""Y2–Y8: what a hand is worth in Youxi. Every value is worked out by hand from the rules page."""

from __future__ import annotations

import pytest

from tests.rules.positions import switch
from tests.rules.scripted import cards
from tests.rules.valued import rows, valued, whole

Y = "youxi"

# (hand, melds, winning card, 胡頭)
VALUES = [
    ("RJ3", "", None, 8),
    ("GUI3", "", None, 8),
    *((f"R{kind}3", "", None, 2) for kind in "SXCMPZ"),
    ("RJ4", "", None, 24),
    ("GUI4", "", None, 24),
    *((f"R{kind}4", "", None, 6) for kind in "SXCMPZ"),
    ("GUI5", "", None, 40),
    ("RJ2", "", "RJ", 4),
    ("GUI2", "", "GUI", 4),
    *((f"R{kind}2", "", f"R{kind}", 1) for kind in "SXCMPZ"),
    ("RJ3", "", "RJ", 16),
    ("GUI3", "", "GUI", 16),
    *((f"R{kind}3", "", f"R{kind}", 4) for kind in "SXCMPZ"),
    ("GUI4", "", "GUI", 32),
    ("", "peng:RJ", None, 4),
    ("", "peng:GUI", None, 4),
    ("", "peng:RC", None, 1),
    ("", "kong:RJ", None, 16),
    ("", "kong:RC", None, 4),
    ("RJ RS RX", "", None, 1),
    ("RC RM RP", "", None, 1),
    ("YZ RZ WZ", "", None, 1),
    ("YZ RZ WZ GZ", "", None, 2),
    ("", "chi:RJ,RS,RX", None, 1),
    ("", "chi:YZ,RZ,GZ", None, 1),
    ("", "chi:YZ,RZ,WZ,GZ", None, 2),
    ("YZ RZ WZ", "", "GZ", 2),
    ("RJ2 GUI2 YJ", "", None, 0),
    ("RS2 RM2", "zhan:RX ming:YJ", None, 0),
]


@pytest.mark.parametrize(("hand", "melds", "claimed", "hu"), VALUES)
def test_Y2_group_values(hand, melds, claimed, hu):
    result = valued(Y, hand, melds, claimed)
    assert (result["hu"], result["wins"]) == (hu, hu >= 10)
    assert "bonuses" not in result


@pytest.mark.parametrize(
    ("hand", "melds"),
    [
        ("YS3 RS3 WS3 GS3", ""),  # no 清
        ("RC3 RM3 RP3", ""),  # no 車
        ("YZ3 RZ3 WZ3", ""),
        ("YM3", "peng:YS peng:YX peng:RS peng:RX peng:WM"),  # no 步
    ],
)
def test_Y2_no_bonuses(hand, melds):
    laid = len(melds.split())
    assert valued(Y, hand, melds)["hu"] == 2 * (len(cards(hand)) // 3) + laid


def test_Y2_a_kong_of_ghosts_is_four_or_five_whichever_makes_31():
    zhan = [f"zhan:{c}{k}" for c in "YRWG" for k in "SXM"]
    result = whole(Y, ["YC"], ["kong:GUI", *zhan], "YC")
    assert (result["hu"], result["ghosts"]) == (32, 5)
    result = whole(Y, ["YC"], ["kong:GUI", "ming:YJ", *zhan], "YC")
    assert (result["hu"], result["ghosts"]) == (16, 4)


def test_Y3_ghosts_are_never_idle():
    for ghosts in range(1, 6):
        result = valued(Y, f"GUI{ghosts}", "kong:RM kong:WM kong:GM")
        assert result["covered"]
        assert result["hu"] == 12 + {1: 0, 2: 0, 3: 8, 4: 24, 5: 40}[ghosts]
        assert result["ghosts"] == ghosts


@pytest.mark.parametrize(("melds", "hu"), [("peng:GX", 9), ("peng:GX chi:YZ,RZ,WZ", 10), ("chi:YZ,RZ,WZ,GZ", 10)])
def test_Y4_a_win_needs_ten(melds, hu):
    result = valued(Y, "", f"kong:RM kong:WM {melds}")
    assert (result["covered"], result["hu"], result["wins"]) == (True, hu, hu >= 10)
    assert ("pay" in result) == (hu >= 10)


def priced(zhan, ghosts, jiang, kan):
    """A 樓 of RJ (16 hu, 4 cards of 將), `zhan` pairs of 士 or 相, ghosts, single 將, a 坎 of 馬 or none, plain pairs.

    胡頭 16, 2 more with the 坎, 8 more by three ghosts. N: 胡頭 + 4 + 2 zhan + ghosts + jiang."""
    hand = ["GUI"] * ghosts + ["YJ", "WJ", "GJ"][:jiang] + ["YM"] * (3 if kan else 0) + ["YP"]
    melds = ["kong:RJ", *[f"zhan:{c}{k}" for c in "YWGR" for k in "SX"][:zhan]]
    size = 4 + 2 * zhan + len(hand) + 1
    plain = ["YC", "RC", "WC", "GC", "RM", "WM", "GM", "RP", "WP", "GP", "YZ", "RZ"]
    return hand, melds + [f"zhan:{card}" for card in plain[: (31 - size) // 2]], "YP"


# (zhan, ghosts, jiang, kan), N, and what each pays where the base is flat, half_up, ceil
PRICES = [
    ((0, 2, 1, 0), 23, (3 + 2 + 1, 2 + 2 + 1, 3 + 2 + 1)),  # the source's case
    ((1, 0, 1, 0), 23, (4, 3, 4)),
    ((1, 0, 0, 1), 24, (4, 3, 4)),
    ((2, 0, 1, 0), 25, (4, 4, 4)),
    ((2, 1, 0, 0), 25, (5, 5, 5)),
    ((4, 1, 0, 0), 29, (5, 5, 5)),
    ((4, 0, 0, 1), 30, (4, 4, 4)),
    ((5, 0, 1, 0), 31, (4, 4, 5)),
    ((6, 0, 0, 1), 34, (4, 4, 5)),
    ((5, 1, 1, 1), 34, (5, 5, 6)),
    ((7, 0, 1, 0), 35, (5, 5, 5)),  # 4 from 35; the other two replace the base and have no extra coin
    ((6, 2, 1, 0), 35, (7, 7, 7)),
    ((7, 0, 0, 1), 36, (5, 5, 5)),
    ((8, 2, 1, 0), 39, (7, 7, 7)),
    # 大胡: 2N in tens, half up
    ((8, 1, 1, 1), 40, (8 + 1 + 2,) * 3),
    ((8, 2, 2, 1), 42, (8 + 2 + 2,) * 3),
    ((6, 3, 0, 0), 43, (9 + 3 + 2,) * 3),
    ((7, 3, 0, 0), 45, (9 + 3 + 2,) * 3),
    ((8, 3, 0, 0), 47, (9 + 3 + 2,) * 3),  # the source's case
    ((7, 3, 1, 1), 48, (10 + 3 + 2,) * 3),  # 96 → 100
]


@pytest.mark.parametrize(("parts", "total", "pays"), PRICES)
@switch(Y, "ordinary_base", {"flat": 0, "half_up": 1, "ceil": 2})
def test_Y5_Y6_total_and_payment(parts, total, pays, game, value, expected):
    hand, melds, claimed = priced(*parts)
    result = whole(game, hand, melds, claimed, ordinary_base=value)
    zhan, ghosts, jiang, kan = parts
    assert result["hu"] == 16 + 2 * kan + (8 if ghosts == 3 else 0)
    assert result["total"] == result["hu"] + 4 + 2 * zhan + ghosts + jiang == total
    assert (result["ghosts"], result["high"]) == (ghosts, False)
    assert (result["pay"], result["dreamer"]) == (pays[expected], 4 if total >= 40 else 2)


def test_Y5_the_claimed_card_and_the_melds_count():
    # 10 hu: 4 + 4 + 1 + 1; of 將 士 相 鬼 the chi's three, the pair of RS with the winning one, the ghost
    melds = [
        "kong:RM",
        "kong:WM",
        "chi:YJ,YS,YX",
        "chi:YZ,RZ,WZ",
        "zhan:YC",
        "zhan:RC",
        "zhan:WC",
        "zhan:GC",
        "zhan:RP",
        "zhan:WP",
        "zhan:GM",
    ]
    result = whole(Y, ["RS", "GUI"], [*melds[:-1], "zhan:GM"], "RS")
    assert (result["hu"], result["total"], result["ghosts"]) == (10, 10 + 3 + 2 + 1, 1)


JSX4 = ["chi:YJ,YS,YX", "chi:RJ,RS,RX", "chi:WJ,WS,WX", "chi:GJ,GS,GX"]
CMP4 = ["chi:YC,YM,YP", "chi:RC,RM,RP", "chi:WC,WM,WP", "chi:GC,GM,GP"]
ZU3, ZU4 = "chi:YZ,RZ,WZ", "chi:YZ,RZ,WZ,GZ"

HIGH = [
    # k = 0: ten groups of 1 hu and one spare; N = 10 + 12 + 1
    ("YC YM GJ", [*JSX4, *CMP4, ZU3], "YP", 23, 5 + 0 + 2, "shihu_kongyi"),
    ("YC YM GUI", [*JSX4, *CMP4, ZU3], "YP", 23, 5 + 1 + 2, "shihu_kongyi"),
    ("YC YM YP", [*JSX4, *CMP4, ZU3], "GJ", 23, 7, "shihu_kongyi"),  # won on the spare
    ("YC YM", [*JSX4, *CMP4, ZU3, "ming:GJ"], "YP", 23, 7, "shihu_kongyi"),  # which may have been laid open
    ("YC YM GJ", [*JSX4, *CMP4[:3], "peng:GP", ZU3], "YP", 23, 7, "shihu_kongyi"),  # a 碰 is a group of 1
    ("RC2 GJ", [*JSX4, *CMP4, ZU3], "RC", 23, 7, "shihu_kongyi"),  # also one by the winning card
    # k = 1: eight groups of 1, one of 2, three spare
    ("RC GJ", [ZU4, *JSX4, *CMP4], "RC", 23, 7, "sizu_kongsan"),
    ("YZ RZ WZ RC2 GJ", [*JSX4, *CMP4], "GZ", 23, 7, "sizu_kongsan"),  # the four 卒 in hand and claimed
    ("GJ RJ", [ZU4, *JSX4[:3], *CMP4, "chi:YC,YM,YP"], "YJ", 10 + 9 + 3, 4 + 2, "sizu_kongsan"),  # three 將 spare
    # the source's: a three-卒 among the eight; N = 10 + 18 + 1
    ("GUI RC", [ZU4, ZU3, *JSX4, *JSX4[:2], CMP4[3]], "RC", 29, 6 + 1 + 2, "qizu_kongsan"),
    # k = 2: six groups of 1, two of 2, five spare
    ("RC GUI", [ZU4, ZU4, *JSX4, *CMP4[2:], "zhan:YM"], "RC", 23, 5 + 1 + 2, "bazu_kongwu"),
    ("RC YJ GJ RJ", [ZU4, ZU4, *JSX4, *CMP4[2:]], "RC", 25, 5 + 0 + 2, "bazu_kongwu"),
]


@pytest.mark.parametrize(("hand", "melds", "claimed", "total", "pay", "name"), HIGH)
def test_Y7_high(hand, melds, claimed, total, pay, name):
    result = whole(Y, cards(hand), melds, claimed)
    assert (result["hu"], result["total"], result["pay"], result["dreamer"]) == (10, total, pay, 4)
    assert (result["high"], result["high_name"]) == (True, name)


PAIRS = ["zhan:YM", "zhan:RM", "zhan:WM", "zhan:GM"]


@pytest.mark.parametrize(
    ("hand", "melds", "claimed", "pay"),
    [
        # k = 3: N = 10 + 12 + 1, 3 + 1 + 1
        ("RC GUI", [ZU4, ZU4, ZU4, *JSX4, *PAIRS[:2]], "RC", 5),
        # a 碰 of a lone card, 4 hu, and six groups: N = 10 + 3 + 9
        ("RC", ["peng:GJ", *JSX4[:3], *CMP4[:3], *PAIRS], "RC", 4),
        ("RC", ["peng:GUI", *JSX4[:3], *CMP4[:3], *PAIRS], "RC", 3 + 3 + 1),
        # a 開車, 4 hu, and six groups
        ("RP", ["kong:YM", *JSX4[:3], *CMP4[1:], "zhan:YC", "zhan:GX", "zhan:YP", "ming:GJ"], "RP", 4),
        # a 魚, 6 hu, and four groups
        (
            "YM4 RP",
            [*JSX4[:2], *CMP4[2:], *[f"zhan:{c}" for c in ["YC", "RC", "WX", "GX", "YP", "GS"]], "ming:GJ"],
            "RP",
            4,
        ),
        # a 坎, 2 hu, and eight groups
        ("YM3 RP", [*JSX4, *CMP4[1:], ZU3, "zhan:YC"], "RP", 4),
    ],
)
def test_Y7_no_high(hand, melds, claimed, pay):
    result = whole(Y, cards(hand), melds, claimed)
    assert (result["hu"], result["wins"], result["high"], result["high_name"]) == (10, True, False, "")
    assert (result["pay"], result["dreamer"]) == (pay, 2)


def test_Y7_no_high_with_eleven():
    result = whole(Y, ["YC", "YM"], [ZU4, ZU3, *JSX4, *CMP4[1:]], "YP")
    assert tuple(result[key] for key in ("hu", "total", "pay", "dreamer", "high")) == (11, 23, 4, 2, False)


# 坎 YC and YM and a 碰 of YP, 5 hu; or three 圓 of 車馬炮 YC, 3 hu. Seven groups beside.
KAN = "YC3 YM3 YP2 GJ"


@switch(Y, "high_kan", {"held": (12, 25, 3 + 0 + 1, 2, False), "grouped": (10, 23, 5 + 0 + 2, 4, True)})
def test_Y7_high_kan(game, value, expected):
    result = whole(game, cards(KAN), [*JSX4, *CMP4[1:]], "YP", high_kan=value)
    assert tuple(result[key] for key in ("hu", "total", "pay", "dreamer", "high")) == expected


@switch(Y, "high_kan", {"held": True, "grouped": True})
def test_Y7_high_kan_the_winning_card_apart(game, value, expected):
    """RC2 in hand and the winning RC are a 碰, no 坎."""
    result = whole(game, cards("RC2 GJ"), [*JSX4, *CMP4, ZU3], "RC", high_kan=value)
    assert result["high"] == expected


def test_Y8_what_leaves_the_winner_most():
    """Few 將 士 相: as 高胡 N = 11 pays 2 + 0 + 2 and leaves 8 - 4; as ordinary with 12 胡頭 3 + 0 + 1 and 8 - 2."""
    melds = [*CMP4[1:], *CMP4[1:], ZU3]
    result = whole(Y, cards(KAN), melds, "YP", high_kan="grouped")
    assert tuple(result[key] for key in ("hu", "total", "pay", "dreamer", "high")) == (12, 13, 4, 2, False)


def test_Y8_then_the_higher_payment():
    """N = 14 as 高胡: 3 + 0 + 2, leaving 6; N = 16 as ordinary: 4, leaving 6 as well."""
    melds = [JSX4[0], *CMP4[1:], *CMP4[2:], ZU3]
    result = whole(Y, cards(KAN), melds, "YP", high_kan="grouped")
    assert tuple(result[key] for key in ("hu", "total", "pay", "dreamer", "high")) == (10, 14, 5, 4, True)


def test_Y7_Y8_a_grouping_of_that_shape_is_paid_as_one_though_an_ordinary_win_would_leave_more():
    result = whole(Y, ["YZ", "RZ", "GJ"], [*CMP4, *CMP4, ZU3], "WZ")
    assert tuple(result[key] for key in ("hu", "total", "pay", "dreamer", "high")) == (10, 11, 2 + 0 + 2, 4, True)


def test_Y8_among_ordinary_wins_the_most_hu():
    # 坎 2 against three 圓 with the others: RS RS RS + RJ RX: 圓 1 and a pair
    result = valued(Y, "RC3 RM3 RP3", "kong:WM")
    assert (result["hu"], result["wins"]) == (3 * 2 + 4, True)
    assert rows(result, "groups") == [("kaiche", 4), ("kan", 2), ("kan", 2), ("kan", 2)]


def test_Y8_a_covered_hand_that_does_not_win_shows_its_highest():
    result = valued(Y, "RC3 RM3 RP3")
    assert (result["hu"], result["wins"]) == (6, False)
    assert set(result) - {"filling"} == {"covered", "wins", "hu", "groups"}


@switch(Y, "duty_in_win", {False: 2 + 1, True: None})
def test_Y8_E12_duty_in_win_in_scoring(game, value, expected):
    """RS completes a 圓 beside the 坎; as a 開車 it leaves RX idle. A pair in hand is no duty here."""
    result = valued(game, "RS3 RJ RX", "", "RS", duty_in_win=value)
    if expected is None:
        assert (result["covered"], result["idle"]) == (False, 1)
    else:
        assert result["hu"] == expected
    assert valued(game, "YC2 YM2 YP2", "", "YC", duty_in_win=value)["hu"] == 1
