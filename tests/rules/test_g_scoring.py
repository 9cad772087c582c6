# ruff: noqa: N802  (tests are named after rule ids)
"""G2–G7: what a hand is worth in Guangshui. Every value is worked out by hand from the rules page."""

from __future__ import annotations

import pytest

from tests.rules.positions import switch
from tests.rules.valued import rows, valued, whole

G = "guangshui"

# (hand, melds, winning card, groups that are no filling); `filled` adds pairs, and for an even number a 將 laid open.
GROUPS = [
    *((f"R{kind}3", "", None, [("zi", 3)]) for kind in "SXMP"),
    *((f"R{kind}3", "", None, [("zi", 6)]) for kind in "JCZ"),
    *((f"R{kind}4", "", None, [("nao", 9)]) for kind in "SXMP"),
    *((f"R{kind}4", "", None, [("nao", 18)]) for kind in "JCZ"),
    *((f"R{kind}2", "", f"R{kind}", [("peng", 1)]) for kind in "SXMP"),
    *((f"R{kind}2", "", f"R{kind}", [("peng", 2)]) for kind in "CZ"),
    *((f"R{kind}3", "", f"R{kind}", [("lou", 6)]) for kind in "SXMP"),
    *((f"R{kind}3", "", f"R{kind}", [("lou", 12)]) for kind in "JCZ"),
    *(("", f"peng:W{kind}", None, [("peng", 1)]) for kind in "SXMP"),
    *(("", f"peng:W{kind}", None, [("peng", 2)]) for kind in "JCZ"),
    *(("", f"kong:W{kind}", None, [("lou", 6)]) for kind in "SXMP"),
    *(("", f"kong:W{kind}", None, [("lou", 12)]) for kind in "JCZ"),
    ("RJ RS RX", "", None, [("yuan", 1)]),
    ("GC GM GP", "", None, [("yuan", 1)]),
    ("YZ RZ WZ", "", None, [("yuan", 1)]),
    ("YZ RZ WZ GZ", "", None, [("yuan", 1)]),
    ("", "chi:RJ,RS,RX", None, [("chi", 1)]),
    ("", "chi:GC,GM,GP", None, [("chi", 1)]),
    ("", "chi:YZ,WZ,GZ", None, [("chi", 1)]),
    ("", "chi:YZ,RZ,WZ,GZ", None, [("chi", 1)]),
    ("RJ RS", "", "RX", [("chi", 1)]),
    ("YZ RZ WZ", "", "GZ", [("chi", 1)]),
    ("RS2 RM2", "", None, [("dui", 0), ("dui", 0)]),
    ("YJ2 RJ", "", None, [("jiang", 1)] * 3),
]


@pytest.mark.parametrize(("hand", "melds", "claimed", "groups"), GROUPS)
def test_G2_group_values(hand, melds, claimed, groups):
    result = valued(G, hand, melds, claimed)
    assert rows(result, "groups") == sorted(groups)
    assert result["hu"] == sum(hu for _, hu in groups) + result["filling"]
    assert result["bonuses"] == []


def test_G2_claimed_pairs_score_nothing_and_a_jiang_laid_open_1():
    result = valued(G, "WM", "zhan:RS ming:YJ", "WM")
    assert sorted({(row["group"], row["hu"]) for row in result["groups"]}) == [("ming", 1), ("zhan", 0)]
    assert result["hu"] == 1


def test_G2_a_claimed_jiang_makes_three_singles_of_a_pair():
    """Three loose 將 are worth 3, a 碰 of 將 2: the winner chooses."""
    result = valued(G, "RJ2", "", "RJ")
    assert (result["hu"], rows(result, "groups")) == (3, [("jiang", 1), ("jiang", 1)])
    assert [row["group"] for row in result["groups"] if row["claimed"]] == ["ming"]


LOOSE = [("YJ", ""), ("YJ RJ WJ", ""), ("YJ2 RJ WJ GJ", ""), ("YJ2 RJ2 WJ GJ", "ming:YJ"), ("YJ", "ming:YJ ming:RJ")]


@switch(G, "jiang_cap", {0: [1, 3, 5, 7, 3], 3: [1, 3, 3, 3, 3]})
def test_G2_jiang_cap(game, value, expected):
    for (hand, melds), hu in zip(LOOSE, expected, strict=True):
        result = valued(game, hand, melds, jiang_cap=value)
        assert (result["hu"], result["bonuses"], result["filling"]) == (hu, [], 0)


@switch(G, "jiang_cap", {0: 6 + 40 + 4, 3: 6 + 40 + 3})
def test_G2_G4_jiang_cap_counts_after_the_che(game, value, expected):
    assert valued(game, "YJ3 RJ2 WJ2", jiang_cap=value)["hu"] == expected
    # a 車 that is not out takes its pairs from the loose ones: GJ alone is left
    assert valued(game, "YJ2 RJ2 WJ2 GJ", jiang_cap=value)["hu"] == 20 + 1


# No 清 and no 車 among them; WC and GC are fat.
PENGS = ["YS", "YX", "YM", "RS", "RX", "RM", "WP", "WC", "GP", "GC"]
BU = {3: 0, 4: 0, 5: 20, 6: 40, 7: 60, 8: 80, 9: 100}


@pytest.mark.parametrize("count", BU)
def test_G3_bu(count):
    result = valued(G, "", " ".join(f"peng:{card}" for card in PENGS[:count]))
    fat = sum(card[1] == "C" for card in PENGS[:count])
    assert result["hu"] == count + fat + BU[count] + result["filling"]
    assert rows(result, "bonuses") == ([("bu", BU[count])] if BU[count] else [])
    assert result["wins"] == (count >= 6)  # 25 hu with five


def test_G3_ten_bu():
    result = whole(G, [], [f"peng:{card}" for card in PENGS], "GJ")
    assert (result["hu"], rows(result, "bonuses")) == (10 + 2 + 120 + 1, [("bu", 120)])


def test_G3_the_claimed_triple_is_a_bu():
    assert valued(G, "RP2", "peng:YS peng:YX peng:YM peng:RS", "RP")["hu"] == 5 + 20


@switch(G, "lou_is_bu", {False: (6 + 4, [], False), True: (6 + 4 + 20, [("bu", 20)], True)})
def test_G3_lou_is_bu(game, value, expected):
    hu, bonuses, wins = expected
    result = valued(game, "", "kong:YS peng:YX peng:YM peng:RS peng:RX", lou_is_bu=value)
    assert (result["hu"], rows(result, "bonuses")) == (hu + 1, bonuses)
    assert result["wins"] == wins  # the gate with one 樓 is 23
    # completed by the winning card as well
    result = valued(game, "YS3", "peng:YX peng:YM peng:RS peng:RX", "YS", lou_is_bu=value)
    assert (result["hu"], rows(result, "bonuses")) == (hu + 1, bonuses)


@switch(G, "lou_is_bu", {False: ([], False), True: (["6bu"], True)})
def test_G3_G8_lou_is_bu_in_the_named_hands(game, value, expected):
    result = valued(game, "", "kong:YS peng:YX peng:YM peng:RS peng:RX peng:WP", lou_is_bu=value)
    named, more = expected
    assert result["named"] == named
    assert result["hu"] == 6 + 5 + (40 if more else 20)
    result = valued(game, "", "kong:YS peng:RS peng:WS peng:RX peng:WP", lou_is_bu=value)
    assert result["named"] == (["sanqing_5bu"] if value else [])
    result = valued(game, "YM2 YP2", "kong:RS peng:YC peng:WX peng:RX peng:GX", lou_is_bu=value)
    assert ("che_out_5bu" in result["named"]) == value
    result = valued(game, "", "kong:RS peng:YJ peng:YZ peng:RX peng:GX", lou_is_bu=value)
    assert ("tiandi_5bu" in result["named"]) == value


SU_CHE = [10, 20, 30, 40]
FEI_CHE = [20, 40, 60, 100]
CHANG_CHE = [40, 80, 120, 160, 200]
ORIGINS = {"zi": (3, 3, 6), "nao": (4, 9, 18), "peng": (3, 1, 2), "lou": (4, 6, 12)}  # cards, plain, fat


def laid_out(members, out, origin):
    """(hand, melds, hu of the groups) with the first `out` members as triples or quads, the others as pairs."""
    hand, melds, hu = [], [], 0
    for i, card in enumerate(members):
        size, plain, fat = ORIGINS[origin]
        if i >= out:
            hand.append(f"{card}2")
            continue
        if origin in ("zi", "nao"):
            hand.append(f"{card}{size}")
        else:
            melds.append(f"{'peng' if origin == 'peng' else 'kong'}:{card}")
        hu += fat if card[1] in "JCZ" else plain
    return " ".join(hand), " ".join(melds), hu


@pytest.mark.parametrize("origin", ORIGINS)
@pytest.mark.parametrize("out", [0, 1, 2, 3])
@pytest.mark.parametrize("colour", "YG")
def test_G4_su_che_of_car_horse_cannon(colour, out, origin):
    hand, melds, hu = laid_out([colour + kind for kind in "PMC"], out, origin)
    result = valued(G, hand, melds)
    assert rows(result, "bonuses") == [("su_che", SU_CHE[out])]
    assert result["hu"] == hu + SU_CHE[out] + result["filling"]


@pytest.mark.parametrize("origin", ORIGINS)
@pytest.mark.parametrize(("out", "jiang"), [(0, 0), (1, 2), (2, 2), (3, 0)])
def test_G4_su_che_of_general_and_his_guard(out, jiang, origin):
    """The two loose 將 of the 車 count 1 each once it is out, and nothing before."""
    hand, melds, hu = laid_out(["RS", "RX", "RJ"], out, origin)
    result = valued(G, hand, melds)
    assert rows(result, "bonuses") == [("su_che", SU_CHE[out])]
    assert result["hu"] == hu + SU_CHE[out] + jiang + result["filling"]


@pytest.mark.parametrize("origin", ORIGINS)
@pytest.mark.parametrize("out", [0, 1, 2, 3])
@pytest.mark.parametrize("kind", "JZ")
def test_G4_fei_che(kind, out, origin):
    hand, melds, hu = laid_out([colour + kind for colour in "YWG"], out, origin)
    result = valued(G, hand, melds)
    loose = 2 * (3 - out) if kind == "J" and out else 0
    assert rows(result, "bonuses") == [("fei_che", FEI_CHE[out])]
    assert result["hu"] == hu + FEI_CHE[out] + loose + result["filling"]


@pytest.mark.parametrize("origin", ORIGINS)
@pytest.mark.parametrize("out", [0, 1, 2, 3, 4])
@pytest.mark.parametrize("kind", "JZ")
def test_G4_chang_che_replaces_fei_che(kind, out, origin):
    hand, melds, hu = laid_out([colour + kind for colour in "YRWG"], out, origin)
    result = valued(G, hand, melds)
    loose = 2 * (4 - out) if kind == "J" and out else 0
    assert rows(result, "bonuses") == [("chang_che", CHANG_CHE[out])]
    assert result["hu"] == hu + CHANG_CHE[out] + loose + result["filling"]


def test_G4_not_of_two_colours_nor_of_incomplete_suits():
    assert valued(G, "YZ3 RZ3", "peng:YJ peng:RJ")["bonuses"] != []  # 天地 only
    assert rows(valued(G, "YZ3 RZ3"), "bonuses") == []
    assert rows(valued(G, "YC3 YM3"), "bonuses") == []
    assert rows(valued(G, "YC2 YM2 RP2"), "bonuses") == []


@switch(G, "zhan_in_che", {False: [], True: [("su_che", 10)]})
def test_G4_zhan_in_che(game, value, expected):
    laid = 10 if expected else 0
    # laid as 占
    result = valued(game, "YC2 YM2", "zhan:YP", zhan_in_che=value)
    assert (rows(result, "bonuses"), result["hu"]) == (expected, laid + 1)
    # completed by the winning card: YC2 YM2 YP2, or two 圓 of 1 hu each
    result = valued(game, "YC YM2 YP2", "", "YC", zhan_in_che=value)
    assert (rows(result, "bonuses"), result["hu"]) == (expected, (10 if expected else 2) + 1)
    # a 占 of 卒
    result = valued(game, "YZ2 RZ2", "zhan:GZ", zhan_in_che=value)
    assert rows(result, "bonuses") == ([("fei_che", 20)] if expected else [])
    # beside a triple: out, and 20
    result = valued(game, "YC3 YM2", "zhan:YP", zhan_in_che=value)
    assert rows(result, "bonuses") == ([("su_che", 20)] if expected else [])


@switch(G, "zhan_in_che", {False: 0, True: 0})
def test_G4_a_jiang_laid_open_or_claimed_is_never_part_of_a_pair(game, value, expected):
    result = valued(game, "YJ YS2 YX2", "ming:YJ", zhan_in_che=value)
    assert (len(result["bonuses"]), result["hu"]) == (expected, 2 + 1)
    # claimed: two 圓 of 1 each, or 將 將 and two pairs, 2
    result = valued(game, "YJ YS2 YX2", "", "YJ", zhan_in_che=value)
    assert (len(result["bonuses"]), result["hu"]) == (expected, 2 + 1)
    chis = "chi:YC,YM,YP chi:RC,RM,RP chi:WC,WM,WP chi:GC,GM,GP chi:YC,YM,YP chi:RC,RM,RP chi:YZ,RZ,WZ"
    melds = [*chis.split(), "zhan:GS", "zhan:WX"]
    result = whole(game, ["YJ", "YJ", "RJ", "RJ", "WJ"], melds, "WJ", zhan_in_che=value)
    assert (len(result["bonuses"]), result["hu"]) == (expected, 7 + 6)


def test_G4_the_owner_may_use_three_of_four_generals():
    """The yellow 將 serve their own 車, 30 hu and no longer quiet; the other three make a 肥車 of 20."""
    result = valued(G, "YJ2 YS3 YX3 RJ2 WJ2 GJ2")
    assert rows(result, "bonuses") == [("fei_che", 20), ("su_che", 30)]
    assert result["hu"] == 3 + 3 + 2 + 20 + 30 + 1


QING = [
    ("", "peng:YS peng:RS peng:WS", 3, 20),
    ("YX3 RX3 GX3", "", 9, 20),
    ("YM4", "kong:RM peng:GM", 9 + 6 + 1, 20),
    ("YC3 RC3", "peng:WC", 6 + 6 + 2, 20),
    ("YP3", "peng:RP peng:WP peng:GP", 3 + 3, 40),
    ("YC3 RC3 WC3 GC3", "", 24, 40),
]


@pytest.mark.parametrize(("hand", "melds", "groups", "qing"), QING)
def test_G5_qing(hand, melds, groups, qing):
    result = valued(G, hand, melds)
    assert rows(result, "bonuses") == [("qing", qing)]
    assert result["hu"] == groups + qing + result["filling"]


def test_G5_pairs_do_not_count_nor_general_or_zu():
    assert rows(valued(G, "YS2", "peng:RS peng:WS"), "bonuses") == []
    assert rows(valued(G, "YZ3 RZ3 WZ3"), "bonuses") == [("fei_che", 100)]
    assert rows(valued(G, "YJ3 RJ3 WJ3"), "bonuses") == [("fei_che", 100)]


@pytest.mark.parametrize(
    ("hand", "melds", "hu", "times"),
    [
        ("YJ3 YZ3", "", 6 + 6 + 1, 1),
        ("YJ4", "peng:YZ", 18 + 2, 1),
        ("", "peng:YJ kong:YZ", 2 + 12, 1),
        ("YJ3 RJ3 RZ3", "kong:YZ", 18 + 12, 2),
        ("YJ3 RZ3", "", 6 + 6 + 1, 0),
        ("YJ2 YZ3", "", 2 + 6, 0),
        ("YJ3 YZ2", "", 6, 0),
    ],
)
def test_G6_tiandi(hand, melds, hu, times):
    result = valued(G, hand, melds)
    assert rows(result, "bonuses") == [("tiandi", 20)] * times
    assert result["hu"] == hu + 20 * times


def test_G7_a_triple_counts_again_in_every_che_qing_and_tiandi():
    # YJ3: its 6, the 素車 (20), the 肥車 (40, with 4 loose 將), the 天地 (20)
    result = valued(G, "YJ3 YS2 YX2 RJ2 WJ2 YZ3")
    assert rows(result, "bonuses") == [("fei_che", 40), ("su_che", 20), ("tiandi", 20)]
    assert result["hu"] == 6 + 6 + 4 + 80 + 1
    # YM3 in 清 and 車
    result = valued(G, "YM3 YC2 YP2", "peng:RM kong:WM")
    assert rows(result, "bonuses") == [("qing", 20), ("su_che", 20)]
    assert result["hu"] == 3 + 1 + 6 + 40 + 1


CONTESTED = [
    # one pair of 將 and two 車 that want it: 肥車 20 beats 素車 10, and the pair scores no 1 hu
    ("YJ2 YS2 YX2 RJ2 WJ2", [("fei_che", 20)], 20 + 1),
    # 素車 of 10 and the other two pairs loose, 10 + 4, against 20: still the 肥車
    ("YJ2 YS2 YX2 RJ2 GJ2", [("fei_che", 20)], 20 + 1),
    # once the 素車 is out it is worth 20 with the 2 of its 將, and 4 loose ones: 26 against 20
    ("YJ2 YS3 YX2 RJ2 WJ2", [("su_che", 20)], 3 + 20 + 2 + 4),
    # 肥車 with one out: 40 and all loose 將 count, also those of the pair that serves it
    ("YJ2 YS2 YX2 RJ3 WJ2", [("fei_che", 40)], 6 + 40 + 4),
    # two contested pairs: 長車 40 against 10 + 10 + 4, or 20 (three of four) + 10
    ("YJ2 YS2 YX2 RJ2 RS2 RX2 WJ2 GJ2", [("chang_che", 40)], 40 + 1),
    # 長車 40; or yellow's 素車 of 40 out of S and X only: 30 + 2, and 肥車 of the other three 20
    ("YJ2 YS3 YX2 RJ2 WJ2 GJ2", [("fei_che", 20), ("su_che", 20)], 3 + 20 + 20 + 2),
    # two pairs drawn off: 素車 30 + 30 (4 將 count), the other two pairs loose, 4
    ("YJ2 YS3 YX3 RJ2 RS3 RX3 WJ2 GJ2", [("su_che", 30), ("su_che", 30)], 12 + 60 + 4 + 4 + 1),
    # four loose 將 of one colour are a 鬧 and serve both
    ("YJ4 YS2 YX2 RJ2 WJ2", [("fei_che", 40), ("su_che", 20)], 18 + 60 + 4 + 1),
]


@pytest.mark.parametrize(("hand", "bonuses", "hu"), CONTESTED)
def test_G7_a_pair_of_general_serves_one_che_only(hand, bonuses, hu):
    result = valued(G, hand)
    assert rows(result, "bonuses") == bonuses
    assert result["hu"] == hu
