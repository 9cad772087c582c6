# ruff: noqa: N802  (tests are named after rule ids)
"""The worked cases of the sources, line by line, each with its value."""

from __future__ import annotations

import pytest

from simcore import Rules, score
from tests.rules.valued import rows, valued, whole

G, Y = "guangshui", "youxi"

FIVE = "peng:YS peng:YX peng:RM peng:RP peng:WC"  # no 清, no 車: 6 hu


def plus(row, others):
    """The rows of a case: the one of its line and the others."""
    return sorted([row, *others])


# (line of the source, hand, melds, winning card, row of that line, other group rows, hu without the filling)
LINES = [
    ("一胡 將士相 在手", "RJ RS RX", "", None, ("yuan", 1), [], 1),
    ("一胡 車馬炮 在手", "RC RM RP", "", None, ("yuan", 1), [], 1),
    ("一胡 將士相 吃", "", "chi:RX,RJ,RS", None, ("chi", 1), [], 1),
    ("一胡 車馬炮 吃", "", "chi:RM,RC,RP", None, ("chi", 1), [], 1),
    ("一胡 素步 士", "", "peng:RS", None, ("peng", 1), [], 1),
    ("一胡 素步 相", "", "peng:WX", None, ("peng", 1), [], 1),
    ("一胡 素步 馬", "", "peng:GM", None, ("peng", 1), [], 1),
    ("一胡 素步 炮", "RP2", "", "RP", ("peng", 1), [], 1),
    ("一胡 三色卒 在手", "YZ RZ WZ", "", None, ("yuan", 1), [], 1),
    ("一胡 四色卒 在手", "YZ RZ WZ GZ", "", None, ("yuan", 1), [], 1),
    ("一胡 三色卒 吃", "", "chi:YZ,WZ,GZ", None, ("chi", 1), [], 1),
    ("一胡 四色卒 吃", "", "chi:YZ,RZ,WZ,GZ", None, ("chi", 1), [], 1),
    ("一胡 將 一個", "RJ", "", None, ("jiang", 1), [], 1),
    ("一胡 將 二個", "RJ2", "", None, ("jiang", 1), [("jiang", 1)], 2),
    ("一胡 將 三色", "RJ YJ WJ", "", None, ("jiang", 1), [("jiang", 1)] * 2, 3),
    ("二胡 肥步 將", "", "peng:RJ", None, ("peng", 2), [], 2),
    ("二胡 肥步 卒", "", "peng:YZ", None, ("peng", 2), [], 2),
    ("二胡 肥步 車", "GC2", "", "GC", ("peng", 2), [], 2),
    ("三胡 素子 士", "RS3", "", None, ("zi", 3), [], 3),
    ("三胡 素子 相", "YX3", "", None, ("zi", 3), [], 3),
    ("三胡 素子 馬", "GM3", "", None, ("zi", 3), [], 3),
    ("三胡 素子 炮", "WP3", "", None, ("zi", 3), [], 3),
    ("六胡 肥子 將", "RJ3", "", None, ("zi", 6), [], 6),
    ("六胡 肥子 卒", "RZ3", "", None, ("zi", 6), [], 6),
    ("六胡 肥子 車", "RC3", "", None, ("zi", 6), [], 6),
    ("(4) 素樓 6", "RS3", "", "RS", ("lou", 6), [], 6),
    ("(4) 肥樓 12", "", "kong:RJ", None, ("lou", 12), [], 12),
    ("九胡 九鬧 士", "RS4", "", None, ("nao", 9), [], 9),
    ("九胡 九鬧 相", "RX4", "", None, ("nao", 9), [], 9),
    ("九胡 九鬧 馬", "GM4", "", None, ("nao", 9), [], 9),
    ("九胡 九鬧 炮", "WP4", "", None, ("nao", 9), [], 9),
    ("十八胡 十八鬧 將", "RJ4", "", None, ("nao", 18), [], 18),
    ("十八胡 十八鬧 卒", "YZ4", "", None, ("nao", 18), [], 18),
    ("十八胡 十八鬧 車", "RC4", "", None, ("nao", 18), [], 18),
]


@pytest.mark.parametrize(("line", "hand", "melds", "claimed", "row", "others", "hu"), LINES)
def test_G2_the_sources_list_of_hu_by_groups(line, hand, melds, claimed, row, others, hu):
    result = valued(G, hand, melds, claimed)
    assert rows(result, "groups") == plus(row, others), line
    assert result["bonuses"] == []
    assert result["hu"] == hu + result["filling"]


# (line, hand, melds, its bonus, hu of the groups beside)
BONUSES = [
    ("十胡 素車不出 將士相", "RJ2 RS2 RX2", "", ("su_che", 10), 0),
    ("十胡 素車不出 車馬炮", "RC2 RM2 RP2", "", ("su_che", 10), 0),
    ("二十胡 卒車不出", "YZ2 RZ2 WZ2", "", ("fei_che", 20), 0),
    ("二十胡 老爺車不出", "YJ2 RJ2 WJ2", "", ("fei_che", 20), 0),
    ("二十胡 五碰二十", "", FIVE, ("bu", 20), 6),
    ("二十胡 三清 碰", "", "peng:YS peng:RS peng:WS", ("qing", 20), 3),
    ("二十胡 三清 在手", "YM3 RM3 GM3", "", ("qing", 20), 9),
    ("二十胡 素車一出 在手", "RC2 RM3 RP2", "", ("su_che", 20), 3),
    ("二十胡 素車一出 碰", "RM2 RP2", "peng:RC", ("su_che", 20), 2),
    ("二十胡 素車一出 樓", "RM2 RP2", "kong:RC", ("su_che", 20), 12),
    ("二十胡 素車一出 將士相", "RJ2 RS3 RX2", "", ("su_che", 20), 3 + 2),
    ("三十胡 素車兩出 在手", "RC2 RM3 RP3", "", ("su_che", 30), 6),
    ("三十胡 素車兩出 碰", "RC2", "peng:RM peng:RP", ("su_che", 30), 2),
    ("四十胡 六碰四十", "", f"{FIVE} peng:GZ", ("bu", 40), 8),
    ("四十胡 素車全踏 在手", "RC3 RM3 RP3", "", ("su_che", 40), 12),
    ("四十胡 素車全踏 碰", "", "peng:RC peng:RM peng:RP", ("su_che", 40), 4),
    ("四十胡 葷車一出 卒 在手", "YZ3 RZ2 WZ2", "", ("fei_che", 40), 6),
    ("四十胡 葷車一出 卒 碰", "RZ2 WZ2", "peng:YZ", ("fei_che", 40), 2),
    ("四十胡 葷車一出 將", "YJ3 RJ2 WJ2", "", ("fei_che", 40), 6 + 4),
    ("四十胡 卒長車", "YZ2 RZ2 WZ2 GZ2", "", ("chang_che", 40), 0),
    ("四十胡 君長車", "YJ2 RJ2 WJ2 GJ2", "", ("chang_che", 40), 0),
    ("六十胡 七步", "", f"{FIVE} peng:GZ peng:GX", ("bu", 60), 9),
    ("六十胡 肥車出兩出", "YZ3 RZ3 WZ2", "", ("fei_che", 60), 12),
    ("八十胡 八步", "", f"{FIVE} peng:GZ peng:GX peng:GP", ("bu", 80), 10),
    ("八十胡 長車出一出", "YZ3 RZ2 WZ2 GZ2", "", ("chang_che", 80), 6),
    ("一百胡 九步", "", f"{FIVE} peng:GZ peng:GX peng:GP peng:WM", ("bu", 100), 11),
    ("一百胡 肥車出三出", "YZ3 RZ3 WZ3", "", ("fei_che", 100), 18),
    ("一百二十胡 長車出兩出", "YZ3 RZ3 WZ2 GZ2", "", ("chang_che", 120), 12),
    ("一百六十胡 長車出三出", "YZ3 RZ3 WZ3 GZ2", "", ("chang_che", 160), 18),
    ("二百胡 長車出四出", "YZ3 RZ3 WZ3 GZ3", "", ("chang_che", 200), 24),
    ("(8) 四清四十", "", "peng:YS peng:RS peng:WS peng:GS", ("qing", 40), 4),
    ("(9) 天地二十", "", "peng:YJ peng:YZ", ("tiandi", 20), 4),
]


@pytest.mark.parametrize(("line", "hand", "melds", "bonus", "groups"), BONUSES)
def test_G3_G4_G5_G6_the_sources_list_of_hu_by_bonuses(line, hand, melds, bonus, groups):
    result = valued(G, hand, melds)
    assert rows(result, "bonuses") == [bonus], line
    assert result["hu"] == groups + bonus[1] + result["filling"]


def test_G3_the_sources_ten_bu():
    """一百二十胡 十步: nine 碰 as above, WS the tenth, and the winning card a 將."""
    melds = f"{FIVE} peng:GZ peng:GX peng:GP peng:WM peng:WS".split()
    result = whole(G, [], melds, "YJ")
    assert rows(result, "bonuses") == [("bu", 120)]
    assert result["hu"] == 12 + 120 + 1


def test_G7_the_sources_10th_line_of_counting():
    """(10) 將 of a 將士相 out count; 子 樓 鬧 出車 天地 清 count again."""
    result = valued(G, "YJ2 YX2 YS3")
    assert result["hu"] == 3 + 20 + 2
    # YZ 鬧 in the 卒車 and the 天地: 18 + 40 + 20, with the 將 子 6
    result = valued(G, "YZ4 RZ2 WZ2 YJ3")
    assert (rows(result, "bonuses"), result["hu"]) == ([("fei_che", 40), ("tiandi", 20)], 18 + 6 + 60)


# 一牌, 其他, 小甲, 大甲: (line, hand, melds, hu without the filling, 牌, the named hands that hold).
# 牌 0: the same short of what the line asks.
PAI_LINES = [
    ("一牌(1) 48胡", "YC4 WC4 YM4 RJ WJ GJ", "", 48, 1, ""),
    ("一牌(1) 47胡", "YC4 WC4 YM4", "peng:WZ", 47, 0, ""),
    ("一牌(2) 上一樓23胡", "YM4 RC3 RJ WJ", "kong:RS", 23, 1, ""),
    ("一牌(2) 上一樓22胡", "YM4 WX3 GP3 RJ", "kong:RS", 22, 0, ""),
    ("一牌(3) 其他 上兩樓", "", "kong:RS kong:YM", 12, 1, "2lou"),
    ("一牌(4) 素車上肥樓", "YC2 YM2 YP2", "kong:RC", 22, 1, "su_che_fat_lou"),
    ("一牌(4) 素車上肥樓 將士相", "YJ2 YS2 YX2", "kong:RZ", 22, 1, "su_che_fat_lou"),
    ("一牌(4) 素車上素樓", "YC2 YM2 YP2", "kong:RS", 16, 0, ""),
    ("一牌(5) 肥車上素樓", "YZ2 RZ2 WZ2", "kong:RS", 26, 1, "fei_che_plain_lou"),
    ("一牌(5) 長車上素樓", "YJ2 RJ2 WJ2 GJ2", "kong:RS", 46, 1, "fei_che_plain_lou"),
    ("一牌(5) 肥車上肥樓", "YZ2 RZ2 WZ2", "kong:RC", 32, 1, ""),
    ("一牌(6) 其他 素車出車5步", "YM2 YP2", "peng:YC peng:YS peng:YX peng:RS peng:RM", 46, 1, "che_out_5bu"),
    ("一牌(6) 4步", "YM2 YP2", "peng:YC peng:YS peng:YX peng:RS", 25, 0, ""),
    ("一牌(7) 素車出兩出數48胡", "YC3 YM3 YP2 RS3 RX3 WS3", "", 9 + 30 + 9, 1, ""),
    ("一牌(7) 47胡", "YC3 YM3 YP2 RC3 RJ WJ", "", 9 + 30 + 8, 0, ""),
    ("一牌(8) 肥車一出數48胡", "YZ3 RZ2 WZ2 RJ WJ", "", 6 + 40 + 2, 1, ""),
    ("一牌(8) 46胡", "YZ3 RZ2 WZ2", "", 46, 0, ""),
    ("一牌(9) 肥車兩出", "WZ2", "peng:YZ peng:RZ", 4 + 60, 1, "fei_che_2out"),
    ("一牌(10) 長車不出數48胡", "YZ2 RZ2 WZ2 GZ2 RC3 RJ WJ", "", 40 + 8, 1, ""),
    ("一牌(10) 47胡", "YZ2 RZ2 WZ2 GZ2 RS3 YP3 RJ", "", 40 + 7, 0, ""),
    ("一牌(11) 長車出車", "RZ2 WZ2 GZ2", "peng:YZ", 82, 1, "chang_che_1out"),
    ("一牌(12) 其他 三清5步", "", "peng:YS peng:RS peng:WS peng:YX peng:RM", 45, 1, "sanqing_5bu"),
    ("一牌(12) 三清4步", "YX3", "peng:YS peng:RS peng:WS peng:RM", 27, 0, ""),
    ("一牌(13) 天地5步", "", "peng:YJ peng:YZ peng:RS peng:RX peng:WM", 47, 1, "tiandi_5bu"),
    ("一牌(14) 三清天地", "", "peng:YJ peng:YZ peng:YS peng:RS kong:WS", 52, 2, "sanqing_tiandi"),
    ("一牌(14) 三清天地 子", "WS3", "peng:YJ peng:YZ peng:YS peng:RS", 49, 1, "sanqing_tiandi"),
    ("一牌(15) 三清出車", "YC2 YP2", "peng:YM peng:RM peng:WM", 43, 1, "sanqing_che_out"),
    ("一牌(16) 出車天地", "YS2 YX2", "peng:YJ peng:YZ", 44, 1, "tiandi_che_out"),
    ("一牌(17) 其他 素車全踏", "", "peng:YC peng:YM peng:YP", 44, 1, "su_che_quanta"),
    ("一牌(17) 其他 素車全踏 將士相", "", "peng:YJ peng:YS peng:YX", 44, 1, "su_che_quanta"),
    ("一牌(18) 其他 四清", "", "peng:YS peng:RS peng:WS peng:GS", 44, 1, "siqing"),
    ("一牌(19) 其他 六步", "", "peng:YS peng:YX peng:YM peng:RS peng:RX peng:RM", 46, 1, "6bu"),
    ("小甲(1) 250胡", "YZ3 RZ3 WZ3 GZ3 RC4 GC3 RJ WJ", "", 250, 5, "chang_che_1out"),
    ("小甲(1) 249胡", "YZ3 RZ3 WZ3 GZ3 RS4 RC3 YM3 WM3 YJ RJ WJ GJ", "", 249, 4, "chang_che_1out"),
    ("小甲(1) 上一樓123胡", "RS3 GX3 YJ", "kong:WZ peng:YZ peng:RZ", 123, 5, "fei_che_2out"),
    ("小甲(1) 上兩樓61胡", "RC4 RZ4 YC3 WZ3 RJ", "kong:RS kong:YM", 61, 5, "2lou"),
    ("小甲(1) 上兩樓60胡", "RC4 RZ4 WX4 GP3", "kong:RS kong:YM", 60, 4, "2lou"),
    ("小甲(1) 上三樓31胡", "RC3 YC3 RJ", "kong:RS kong:YM kong:WX", 31, 5, "2lou"),
    ("小甲(1) 上三樓30胡", "GP4 RX3", "kong:RS kong:YM kong:WX", 30, 4, "2lou"),
    (
        "小甲(2) 素車全踏上兩樓",
        "",
        "peng:YC kong:YM kong:YP",
        54,
        5,
        "su_che_quanta 2lou xj_su_che_quanta_2lou",
    ),
    ("小甲(3) 肥車出車上兩樓", "RZ2 WZ2", "kong:YZ kong:RS", 58, 5, "fei_che_plain_lou 2lou xj_fei_che_out_2lou"),
    ("小甲(3) 肥車不出上兩樓", "YZ2 RZ2 WZ2", "kong:RC kong:RS", 38, 3, "fei_che_plain_lou 2lou"),
    ("小甲(4) 肥車全踏上一樓數123胡", "GX3 RS3 YJ", "kong:WZ peng:YZ peng:RZ", 123, 5, "fei_che_2out"),
    ("小甲(4) 122胡", "RC3", "kong:WZ peng:YZ peng:RZ", 122, 4, "fei_che_2out"),
    ("小甲(5) 長車出兩出上一樓", "WZ2 GZ2", "kong:YZ peng:RZ", 134, 5, "chang_che_1out xj_chang_che_2out_1lou"),
    ("小甲(5) 長車一出上一樓", "RZ2 WZ2 GZ2", "kong:YZ", 92, 3, "chang_che_1out"),
    (
        "小甲(6) 6步踏長車",
        "",
        "peng:YZ peng:RZ peng:WZ peng:GZ peng:YS peng:RX",
        10 + 40 + 200,
        5,
        "che_out_5bu chang_che_1out 6bu xj_6bu_chang_che_quanta",
    ),
    ("大甲(1) 500胡", "GJ2 RS3 RC RM RP", "peng:YZ peng:RZ peng:WZ peng:GZ peng:YJ peng:RJ peng:WJ", 500, 10, None),
    ("大甲(1) 上一樓250胡", "RZ3 WZ3 GZ3 RC4 RJ WJ", "kong:YZ", 250, 10, None),
    ("大甲(1) 上一樓249胡", "RZ3 WZ3 GZ3 RM4 RS3 YX3 WS3 YJ", "kong:YZ", 249, 9, None),
    ("大甲(1) 上兩樓123胡", "WZ2 RC4 RM4 YM4 GS3", "kong:YZ kong:RZ", 123, 10, None),
    ("大甲(1) 上兩樓122胡", "WZ2 RC4 YC4", "kong:YZ kong:RZ peng:WJ", 122, 9, None),
    ("大甲(1) 上三樓61胡", "RC4 RZ4 GP3 GX3 RJ", "kong:RS kong:YM kong:WX", 61, 10, None),
    ("大甲(1) 上三樓60胡", "RC4 RZ4 YC3", "kong:RS kong:YM kong:WX", 60, 9, None),
]


@pytest.mark.parametrize(("line", "hand", "melds", "hu", "pai", "named"), PAI_LINES)
def test_G8_G9_the_sources_lists_of_pai(line, hand, melds, hu, pai, named):
    result = valued(G, hand, melds)
    assert result["hu"] == hu + result["filling"], line
    assert (result["pai"], result["wins"]) == (pai, pai > 0)
    assert result["level"] == ("dajia" if pai >= 10 else "xiaojia" if pai >= 5 else "")
    if named is not None:
        assert result["named"] == named.split()


def test_G4_the_sources_table_of_che_as_numbers():
    """數胡規則 (7), read off single hands of 卒 and 車馬炮, 0 … 4 out."""
    tables = {
        ("YC", "YM", "YP"): [10, 20, 30, 40],
        ("YZ", "RZ", "WZ"): [20, 40, 60, 100],
        ("YZ", "RZ", "WZ", "GZ"): [40, 80, 120, 160, 200],
    }
    for members, worth in tables.items():
        for out, hu in enumerate(worth):
            hand = " ".join(f"{card}{3 if i < out else 2}" for i, card in enumerate(members))
            assert [row["hu"] for row in valued(G, hand)["bonuses"]] == [hu]


def youxi(hand, melds, claimed):
    """The score with the figures of a payment."""
    result = whole(Y, hand.split(), melds.split(), claimed)
    return tuple(result[key] for key in ("total", "ghosts", "pay", "dreamer", "high_name"))


JSX = "chi:YJ,YS,YX chi:RJ,RS,RX chi:WJ,WS,WX chi:GJ,GS,GX"


def test_Y6_the_sources_23_hu():
    """普通胡: 23 hu, two 鬼: 3 + 2 + 1 = 6, and 2 to the dreamer. 胡頭 16 by the 開車 of 將, 4 將, 2 鬼, 1 將."""
    plain = " ".join(f"zhan:{card}" for card in ["YC", "RC", "WC", "GC", "RM", "WM", "GM", "RP", "WP", "GP", "YM"])
    assert youxi("GUI GUI YJ YP", f"kong:RJ {plain}", "YP") == (23, 2, 6, 2, "")


def test_Y6_the_sources_47_hu():
    """大胡: 47 hu, three 鬼: 94 → 9, 9 + 3 + 2 = 14, and 4 to the dreamer. 胡頭 16 + 8; 4 將, 3 鬼, 16 士 相."""
    pairs = " ".join(f"zhan:{c}{k}" for c in "YRWG" for k in "SX")
    assert youxi("GUI GUI GUI YP", f"kong:RJ {pairs} zhan:YC zhan:RC zhan:WC", "YP") == (47, 3, 14, 4, "")


def test_Y6_the_sources_48_hu():
    """48 × 2 = 96 → 100: 10 + 3 + 2. As 47, with a 坎 of 馬, and one 將 for a pair of 士 相: 26 + 4 + 3 + 15."""
    pairs = " ".join(f"zhan:{c}{k}" for c in "YRWG" for k in "SX").replace(" zhan:GX", "")
    assert youxi("GUI GUI GUI YM YM YM YJ YP", f"kong:RJ {pairs} zhan:YC zhan:RC", "YP") == (48, 3, 15, 4, "")


def test_Y6_Y7_the_sources_29_hu():
    """七卒空三: 胡頭 10, one 鬼, 18 將 士 相: 58 → 6, 6 + 1 + 2 = 9, and 4 to the dreamer."""
    melds = f"chi:YZ,RZ,WZ,GZ chi:YZ,RZ,WZ {JSX} chi:YJ,YS,YX chi:RJ,RS,RX chi:GC,GM,GP"
    assert youxi("GUI RC", melds, "RC") == (29, 1, 9, 4, "qizu_kongsan")


@pytest.mark.parametrize(
    ("line", "hand", "melds", "claimed", "name"),
    [
        (
            "十胡空一 將",
            "YC YM GJ",
            f"{JSX} chi:RC,RM,RP chi:WC,WM,WP chi:GC,GM,GP chi:YC,YM,YP chi:YZ,RZ,WZ",
            "YP",
            "shihu_kongyi",
        ),
        (
            "十胡空一 鬼",
            "YC YM GUI",
            f"{JSX} chi:RC,RM,RP chi:WC,WM,WP chi:GC,GM,GP chi:YC,YM,YP chi:YZ,RZ,WZ",
            "YP",
            "shihu_kongyi",
        ),
        (
            "四卒空三",
            "RC GJ",
            f"chi:YZ,RZ,WZ,GZ {JSX} chi:RC,RM,RP chi:WC,WM,WP chi:GC,GM,GP chi:YC,YM,YP",
            "RC",
            "sizu_kongsan",
        ),
        (
            "七卒空三",
            "RC GJ",
            f"chi:YZ,RZ,WZ,GZ chi:YZ,RZ,GZ {JSX} chi:WC,WM,WP chi:GC,GM,GP chi:YC,YM,YP",
            "RC",
            "qizu_kongsan",
        ),
        (
            "八卒空五",
            "RC GJ GUI YJ",
            f"chi:YZ,RZ,WZ,GZ chi:YZ,RZ,WZ,GZ {JSX} chi:WC,WM,WP chi:GC,GM,GP",
            "RC",
            "bazu_kongwu",
        ),
    ],
)
def test_Y7_the_sources_list_of_high_wins(line, hand, melds, claimed, name):
    result = whole(Y, hand.split(), melds.split(), claimed)
    assert (result["hu"], result["high"], result["high_name"], result["dreamer"]) == (10, True, name, 4), line


def test_Y2_the_sources_examples():
    """3 帅 8, 4 帅 24, five 鬼 40; 3 相 2, 4 車 6; 2 馬 碰 1 馬 1, 3 馬 碰 1 馬 4; 4 鬼 碰 1 鬼 32."""
    for hand, claimed, hu in (
        ("RJ3", None, 8),
        ("RJ4", None, 24),
        ("GUI5", None, 40),
        ("RX3", None, 2),
        ("RC4", None, 6),
        ("RM2", "RM", 1),
        ("RM3", "RM", 4),
        ("RJ2", "RJ", 4),
        ("RJ3", "RJ", 16),
        ("GUI4", "GUI", 32),
    ):
        assert valued(Y, hand, "", claimed)["hu"] == hu


def test_Y4_the_sources_ways_to_win():
    """二: a cleared hand wins on 將, 鬼, a card like a pair or 坎 of the hand, or one more 卒; a hand with one or two
    idle cards on what makes them a 圓 or a pair."""
    rich = "YM4 WM4 RS2 WS2 GS2 YX2 WX2 GX2 YC2 RC2 WC2"  # 12 胡頭, 26 cards
    rules = Rules.preset(Y)
    for rest, claimed in (
        ("GC2 GP2", "RJ"),
        ("GC2 GP2", "GUI"),
        ("GC2 GP2", "GC"),
        ("GP3 GJ", "GP"),
        ("YZ RZ WZ GJ", "GZ"),
        ("GP2 RM RP", "RC"),
        ("GP2 RJ RX", "RS"),
        ("GP3 GC", "GC"),
        ("GP3 RX", "RX"),
    ):
        result = score(rules, f"{rich} {rest}", (), claimed)
        assert result.wins, (rest, claimed)
    assert not score(rules, f"{rich} GP3 RX", (), "GC").covered
