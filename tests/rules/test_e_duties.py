# ruff: noqa: N802  (tests are named after rule ids)
"""E8–E14: what must and may not be done, winning, duties and dead hands, in both games."""

from __future__ import annotations

import pytest

from simcore import StrategyError
from tests.rules.hands import NINE_PENG, POOR, RJ_APART, WAITS_RC
from tests.rules.positions import switch
from tests.rules.recount import recount
from tests.rules.scripted import DRAWS, GAMES, full_deck, play

BOTH = pytest.mark.parametrize("game", GAMES)


@BOTH
@pytest.mark.parametrize(
    ("hand", "melds", "card", "option"),
    [
        ("YP2 RJ", NINE_PENG, "YP", "peng"),
        ("YP3 RJ", NINE_PENG.replace("peng:YM", "zhan:YM"), "YP", "kong"),
        ("YP RJ", NINE_PENG.replace("peng:YM", "zhan:YM zhan:RM"), "YP", "zhan"),
        ("GC GM RJ", NINE_PENG, "GP", "chi:GC,GM"),
    ],
)
def test_E8_a_claim_must_leave_a_card_to_discard(game, hand, melds, card, option):
    """The same hand with RJ, which may not be discarded, and with a 士 in its place."""
    played = play(game, f"0-WC 1+{card}", {1: hand}, melds={1: melds})
    assert (played.asked(1, card) or set()) <= {"win", "pass"}
    assert "barred 1 E12" not in played.lines  # and so it was no duty
    played = play(game, f"0-WC 1+{card}", {1: hand.replace("RJ", "GP" if card == "YP" else "YP")}, melds={1: melds})
    assert option in (played.asked(1, card) or set())


def test_E9_a_lone_card_may_not_be_discarded():
    with pytest.raises(StrategyError, match=r"discard returned 0 \(YJ\); legal were (?!.*J)"):
        play("guangshui", "0-YJ")


@BOTH
@pytest.mark.parametrize(
    ("hand", "options"),
    [
        ("RM", "ming"),
        ("YJ", "ming"),
        ("YJ2", "ming peng"),
        ("YJ3", "ming kong"),
        ("YS2 YX2", "ming chi:YS,YX"),
        ("YJ2 YS2 YX2", "ming peng chi:YS,YX"),
    ],
)
def test_E9_a_drawn_lone_card_may_not_be_declined(game, hand, options):
    played = play(game, "0-WM 1+YJ", {1: hand})
    assert played.asked(1, "YJ") == set(options.split())
    assert played.after("YJ")[-1] == "claim 1 ming"
    at = played.lines.index("claim 1 ming")
    assert played.lines[at + 1].startswith("discard 1 ")


@BOTH
def test_E9_a_drawer_that_can_only_win_has_win_as_its_one_option(game):
    played = play(game, "0-WC 1+RJ", {1: "YJ"}, melds={1: NINE_PENG.replace("peng:YM", "kong:YM") + " ming:GJ"})
    # 29 + 1 cards: eight 碰 and a 樓 are 4 hu short of nothing in either game
    assert played.after("RJ") == ["1: win > win", "win 1 RJ", "end"]


@BOTH
def test_E9_another_takes_it_and_the_drawer_keeps_discards_and_passes_nothing(game):
    played = play(game, "0-WC 1+YJ 1:chi:YS,YX 0:peng-GM 1+YJ 1:chi:YS,YX-RM", {1: "YS2 YX2", 0: "YJ2"})
    assert played.after("YJ") == ["1: chi:YS,YX ming > chi:YS,YX", "0: pass peng > peng", "claim 0 peng"]
    assert played.lines[played.lines.index("claim 0 peng") + 1] == "discard 0 GM"
    assert played.asked(1, "YJ", 1) == {"ming", "chi:YS,YX"}  # nothing was passed
    assert played.after("YJ", 1)[-1] == "claim 1 chi:YS,YX"
    assert not played.events("dead")


@BOTH
def test_E10_the_next_seat_of_the_last_discarder_or_drawer_draws(game):
    played = play(game, "0-YS 2:peng-GP 0+RS 1+WS", {2: "YS2"})
    assert played.after("YS")[-1] == "claim 2 peng"
    assert played.events("draw")[:2] == ["draw 0 RS", "draw 1 WS"]


@BOTH
def test_E10_every_drawable_card_is_drawn_in_turn_and_then_the_deal_ends(game):
    hands = {0: "YJ4 RJ4", 1: "WJ4 GJ4", 2: "GUI5" if game == "youxi" else ""}
    draws = DRAWS[game]
    played = play(game, "0-YX " + "*+? " * draws, hands)
    assert [int(text.split()[1]) for text in played.events("draw")] == [(1 + i) % 3 for i in range(draws)]
    assert played.lines[-1] == "end"
    assert (played.result["winner"], played.result["win_kind"]) == (-1, "exhausted")


@BOTH
def test_E10_the_last_card_of_the_stock_is_still_played(game):
    hands = {0: "YJ4 RJ4 YS2", 1: "WJ4 GJ4", 2: "GUI5" if game == "youxi" else ""}
    played = play(game, "0-RC " + "*+? " * (DRAWS[game] - 1) + "*+YS 0:peng-GP", hands)
    assert len(played.events("draw")) == DRAWS[game]
    assert played.after("YS")[-1] == "claim 0 peng"
    assert played.lines[-1] == "end"
    assert played.lines[-1 - len(played.after("GP"))] == "discard 0 GP"  # a draw is due: the end
    assert played.result["win_kind"] == "exhausted"


@BOTH
def test_E10_a_win_on_the_last_card_of_the_stock(game):
    hands = {1: WAITS_RC, 0: "YJ4 RJ4", 2: "WJ4 GJ4" + (" GUI5" if game == "youxi" else "")}
    played = play(game, "0-GZ " + "*+? " * (DRAWS[game] - 1) + "*+RC 1:win", hands)
    assert len(played.events("draw")) == DRAWS[game]
    assert played.events("win") == ["win 1 RC"]


def test_E11_a_win_needs_a_covered_hand_and_enough_hu():
    # 3 fat 鬧 less one card: 鬧 18 + 18, zi 6, no gate of 48 (and 清 20 apart: its third colour is broken)
    for hand, offered in (
        (WAITS_RC, True),
        (WAITS_RC.replace("GX2", "GX GM"), False),  # idle GX, GM
        (WAITS_RC.replace("YC4 WC4 GC4", "YC4 WC4 GM2 GP2"), False),  # 36 + 1 hu
        (WAITS_RC.replace("YC4 WC4 GC4", "YC4 WC4 YM4"), False),  # 36 + 9 + 1 = 46 hu
        (WAITS_RC.replace("YC4 WC4 GC4", "YC4 WC4 YM3 YJ"), False),  # 36 + 3 + 1 + 1 = 41 hu
        (WAITS_RC.replace("YC4 WC4 GC4 YS2", "YC4 WC4 YM4 YJ RJ"), True),  # 48 hu
        (WAITS_RC.replace("YC4 WC4 GC4 YS2", "YC4 WC4 YM4 GM2"), False),  # 46 hu
    ):
        played = play("guangshui", "0-RC", {1: hand})
        assert ("win" in (played.asked(1, "RC") or ())) == offered, hand


def test_E11_Y4_a_win_needs_ten_hu_in_youxi():
    for hand, offered in (
        (WAITS_RC, True),  # 18 + 1
        (WAITS_RC.replace("YC4 WC4 GC4", "YC4 YM3 WM3 GM2"), True),  # 6 + 2 + 2, RC RM RP: 11
        (WAITS_RC.replace("YC4 WC4 GC4", "YC4 YM3 GM2 WM2 YJ"), False),  # 6 + 2 + 1
        (WAITS_RC.replace("GX2", "GX GM"), False),
    ):
        played = play("youxi", "0-RC", {1: hand}, avoid="RC")
        assert ("win" in (played.asked(1, "RC") or ())) == offered, hand


@BOTH
def test_E11_neither_barred_nor_dead(game):
    # WM2 of the pairs becomes a 坎 whose kong is passed: barred, and RC is no win any more
    hand = WAITS_RC.replace("YS2 RS2", "YS3").replace("GX2", "GX2 GJ")
    played = play(game, "0-GZ 2+YS 1+RC", {1: hand}, avoid="RC")
    assert "barred 1 E12" in played.after("YS")
    assert "win" not in (played.asked(1, "RC") or ())
    played = play(game, "0-GZ 1+RC", {1: hand}, avoid="RC")
    assert "win" in (played.asked(1, "RC") or ())


@BOTH
@pytest.mark.parametrize("intent", ["pass", "chi:YJ,YX", "ming", "kong"])
def test_E12_kong_is_a_duty(game, intent):
    if intent == "ming":
        played = play(game, "0-RM 1+YJ 1:ming-GM", {1: "YJ3"})
        assert played.after("YJ") == ["1: kong ming > ming", "barred 1 E12", "claim 1 ming"]
        return
    thrown = "" if intent == "pass" else "-GM"
    played = play(game, f"0-RM 1+YS 1:{intent}{thrown}", {1: "YS3 YJ2 YX2"})
    assert played.asked(1, "YS") == {"kong", "chi:YJ,YX", "pass"}
    assert ("barred 1 E12" in played.after("YS")) == (intent != "kong")


@BOTH
def test_E12_whoever_gets_the_card(game):
    played = play(game, "0-RC 1:chi:RM,RP-GM", {1: "RM2 RP2", 2: "RC3"})
    assert played.after("RC") == [
        "1: chi:RM,RP pass > chi:RM,RP",
        "2: kong pass > pass",
        "barred 2 E12",
        "claim 1 chi:RM,RP",
    ]
    # also before a win, and not where the kong was stated and lost
    played = play(game, "0-RC 1:pass 2:win", {1: "RC3", 2: WAITS_RC})
    assert played.after("RC")[2:] == ["barred 1 E12", "win 2 RC", "end"]
    played = play(game, "0-RC 1:kong 2:win", {1: "RC3", 2: WAITS_RC})
    assert not played.events("barred")


@BOTH
def test_E12_a_seat_is_barred_once(game):
    played = play(game, "0-YS 1+GS", {2: "YS3 GS3"})
    assert [text for text in played.events("barred") if text.startswith("barred 2")] == ["barred 2 E12"]


# RS3 with RJ RX waits for RS; as a quad it would leave RX idle. 3 + 1 hu, 74 by RICH's 車, 1 by GJ.
SHI = "RS3 RJ RX YC4 WC4 GC4 YX2 WX2 GX2 YM2 WM2 GM2 GJ"


@switch("both", "duty_in_win", {False: {"win", "kong", "pass"}, True: {"kong", "pass"}})
def test_E12_duty_in_win(game, value, expected):
    played = play(game, "0-RS", {2: SHI}, duty_in_win=value)
    assert played.asked(2, "RS") == expected


# Waits for YZ as a 圓 of YZ RZ GZ beside the paired 車 YZ2 RZ2 WZ2; as a triple it leaves GZ idle.
ZU = "YZ2 RZ3 WZ2 GZ YC4 WC4 GC4 YS2 RS2 WS2 GS2 YX2"


@switch("guangshui", "duty_in_win", {False: {"win", "peng", "pass"}, True: {"peng", "pass"}})
def test_E12_G12_duty_in_win_of_a_member_of_a_che(game, value, expected):
    assert play(game, "0-YZ", {2: ZU}, duty_in_win=value).asked(2, "YZ") == expected
    free = play(game, "0-YZ", {2: ZU}, duty_in_win=value, chuche_duty=False)
    assert free.asked(2, "YZ") == {"win", "peng", "pass"}


def test_E12_duty_in_win_of_a_paired_card_is_no_matter_in_youxi():
    for value in (False, True):
        assert play("youxi", "0-YZ", {2: ZU}, duty_in_win=value).asked(2, "YZ") == {"win", "peng", "pass"}


@BOTH
def test_E12_winning_fulfils_the_duty(game):
    played = play(game, "0-RS 2:win", {2: SHI})
    assert not played.events("barred")
    assert played.result["winner"] == 2


@BOTH
def test_E13a_a_lone_card_and_nothing_to_discard(game):
    played = play(game, "0-GZ 1+RJ 2+YP 1+WJ", {**RJ_APART, 1: "YJ"}, melds={1: POOR})
    assert played.asked(1, "RJ") is None
    assert played.after("RJ")[-1] == "dead 1"
    # it draws on; a lone card stays before it without another event, and the turn passes on
    assert played.asked(1, "WJ") is None
    assert "dead 1" not in played.after("WJ")
    assert played.lines[-1] == "end" or played.lines[played.lines.index("draw 1 WJ") + 1].startswith("draw 2")
    fronts = [list(piles.front[1]) for _, piles in recount(played.log)]
    assert fronts[-1][0] == "RJ"
    assert played.log["hands"][1].count("YJ") == 1
    assert played.result["winner"] == -1


@BOTH
def test_E13a_what_a_dead_seat_draws_may_be_claimed_by_others(game):
    played = play(game, "0-GZ 1+RJ 1+WJ 0:peng-GP", {**RJ_APART, 1: "YJ", 0: "WJ2 RJ"}, melds={1: POOR})
    assert played.after("RJ")[-1] == "dead 1"
    assert played.asked(0, "WJ") == {"peng", "pass"}
    assert played.after("WJ")[-1] == "claim 0 peng"


@BOTH
def test_E13a_not_where_another_claims_the_card(game):
    played = play(game, "0-GZ 1+RJ 2:peng-GP", {1: "YJ", 2: "RJ2"}, melds={1: POOR})
    assert played.after("RJ") == ["2: pass peng > peng", "claim 2 peng"]
    assert "dead 1" not in played.lines[: played.lines.index("discard 2 GP") + 1]


@BOTH
def test_E13a_not_where_it_wins(game):
    melds = NINE_PENG.replace("peng:YM", "kong:YM") + " ming:GJ"
    played = play(game, "0-WC 1+RJ", {**RJ_APART, 1: "YJ"}, melds={1: melds})
    assert played.result["winner"] == 1
    assert not played.events("dead")


@BOTH
def test_E13b_a_hand_emptied_after_ming(game):
    hands = {**RJ_APART, 0: "GP2 RJ"}
    played = play(game, "0-GZ 1+RJ 1:ming-GP 0:peng-WM 1+WJ", hands, melds={1: POOR})
    assert played.after("RJ") == ["1: ming > ming", "claim 1 ming"]
    assert played.after("GP")[0] == "dead 1"
    assert played.after("GP")[-1] == "claim 0 peng"  # its last card is a discard like any other
    assert played.asked(1, "WJ") is None


@BOTH
def test_E13b_not_a_hand_emptied_by_another_claim_which_may_still_win_on_a_lone_card(game):
    played = play(game, "0-WC 1+GJ", melds={1: NINE_PENG + " peng:WP"})
    assert "dead 1" not in played.lines
    assert played.asked(1, "GJ") == {"win"}
    assert played.events("win") == ["win 1 GJ"]
    assert played.result["win_kind"] == "self_draw"


@BOTH
def test_E13_a_dead_seat_makes_no_claim_and_cannot_win(game):
    hands = {**RJ_APART, 1: "YJ2"}
    played = play(game, "0-GZ 1+RJ 0+YJ", hands, melds={1: POOR.replace(" zhan:YX", " ming:GJ")})
    assert played.after("RJ")[-1] == "dead 1"
    assert played.asked(0, "YJ") == {"ming"}
    assert played.asked(1, "YJ") is None  # no peng
    assert played.result["winner"] != 1


def test_E14_the_cards_are_conserved_at_every_step(some_logs):
    for log in some_logs:
        deck = full_deck(log["rules"]["name"])
        assert all(piles.everything() == deck for _, piles in recount(log))


@BOTH
def test_E14_also_with_a_dead_seat_and_with_every_kind_of_claim(game):
    played = play(game, "0-GZ 1+RJ 1+WJ", {**RJ_APART, 1: "YJ"}, melds={1: POOR})
    assert all(piles.everything() == full_deck(game) for _, piles in recount(played.log))
    assert sum(len(meld) for meld in [piles.melds[1] for _, piles in recount(played.log)][-1]) == 29
