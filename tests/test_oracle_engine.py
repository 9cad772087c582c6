"""The naive engine on hand-built situations, by rule id: the deal and the turn (E)."""

from __future__ import annotations

import pytest

from tests.oracle.flow import play_deal
from tests.oracle.situations import (
    POOR_MELDS,
    TWO_LOU,
    WAITS_RC,
    Script,
    cards,
    discarded,
    drawn,
    offered,
    run,
    table,
)

BOTH = pytest.mark.parametrize("game", ["guangshui", "youxi"])


@BOTH
def test_e5_chi_and_zhan_of_a_drawn_card_pass_down(game):
    for pass_down in (True, False):
        built = drawn(table(game, "YS RM", "YJ YS YS YX RM", "YS RM", pass_down=pass_down), 0, "YS")
        assert offered(built, 0) == {"zhan", "pass"}
        assert offered(built, 1) == ({"peng", "chi:YJ,YX", "pass"} if pass_down else {"peng", "pass"})
        assert offered(built, 2) == set()


@BOTH
def test_e5_down_seat_is_asked_whatever_the_drawer_holds(game):
    built = drawn(table(game, "RM", "YJ YX RM", "RM"), 0, "YS")
    assert run(built) == ["1: chi:YJ,YX pass > pass", "end"]


@BOTH
def test_e5_drawer_takes_first_then_down_seat(game):
    built = drawn(table(game, "YS RM", "YS GM", "RM"), 0, "YS")
    assert run(built, "zhan zhan RM")[:4] == [
        "0: pass zhan > zhan",
        "1: pass zhan > zhan",
        "claim 0 zhan",
        "discard 0 RM",
    ]
    built = drawn(table(game, "YS RM", "YS GM", "RM"), 0, "YS")
    assert run(built, "pass zhan GM")[2:4] == ["claim 1 zhan", "discard 1 GM"]


@BOTH
def test_e5_discard_is_for_the_next_seat_only(game):
    built = discarded(table(game, "YS RM", "YS RM", "YJ YX RM"), 0, "YS")
    assert [offered(built, seat) for seat in range(3)] == [set(), {"zhan", "pass"}, set()]


@BOTH
def test_e5_drawn_lone_card_never_passes_down(game):
    built = drawn(table(game, "RM", "YS YS YX RM", "RM"), 0, "YJ")
    assert offered(built, 1) == set()
    assert offered(built, 0) == {"ming"}


def test_e5_discarded_lone_card_may_be_taken_by_chi():
    built = discarded(table("youxi", "RM", "YS2 YX RM", "YS YX RM"), 0, "YJ")
    assert offered(built, 1) == {"chi:YS,YX", "pass"}
    assert offered(built, 2) == set()


def test_e6_forms_of_zu_chi():
    built = discarded(table("guangshui", "RM", "RZ2 WZ GZ YZ", "RM"), 0, "YZ")
    assert offered(built, 1) == {"chi:RZ,WZ", "chi:RZ,GZ", "chi:WZ,GZ", "chi:RZ,WZ,GZ", "zhan", "pass"}
    built = discarded(table("guangshui", "RM", "RZ3 GZ RM", "RM"), 0, "YZ")
    assert offered(built, 1) == {"chi:RZ,GZ", "pass"}
    built = discarded(table("guangshui", "RM", "YZ RZ GZ RM", "RM"), 0, "WZ")
    assert offered(built, 1) == {"chi:YZ,RZ", "chi:YZ,GZ", "chi:RZ,GZ", "chi:YZ,RZ,GZ", "pass"}


@BOTH
def test_e6_exact_copies(game):
    for held, option in ((1, "zhan"), (2, "peng"), (3, "kong")):
        built = discarded(table(game, "RM", f"YS{held} RM", "RM"), 0, "YS")
        assert offered(built, 1) == {option, "pass"}


@BOTH
def test_e6_zhan_never_of_a_lone_card_and_melds_are_never_extended(game):
    built = drawn(table(game, "YJ RM", "RM", "RM"), 0, "YJ")
    assert offered(built, 0) == {"ming"}
    built = drawn(table(game, "RM", "RM", "RM", melds=["peng:YS", "peng:RS"]), 0, "YS")
    assert offered(built, 0) == set()


def test_e6_a_chi_may_use_the_general_from_hand():
    built = discarded(table("guangshui", "RM", "YJ2 YX2 YS RM", "RM"), 0, "YS")
    assert offered(built, 1) == {"chi:YJ,YX", "zhan", "pass"}


def test_e6_peng_of_ghosts_two_and_two_and_one():
    built = discarded(table("youxi", "RM", "GUI2 RM", "GUI2 RM"), 0, "GUI")
    assert run(built, "peng peng RM") == [
        "1: pass peng > peng",
        "2: pass peng > peng",
        "claim 1 peng",
        "discard 1 RM",
        "end",
    ]
    built = drawn(table("youxi", "RM", "GUI2 RM", "GUI2 RM"), 0, "GUI")
    assert run(built, "ming pass peng RM")[3:5] == ["claim 2 peng", "discard 2 RM"]


@pytest.mark.parametrize("held", [3, 4])
def test_e6_kong_of_ghosts_uses_all(held):
    built = drawn(table("youxi", "RM", f"GUI{held} RM WC", "RM"), 0, "GUI")
    assert offered(built, 1) == {"kong", "pass"}
    run(built, "ming kong RM")
    assert built.hands[1] == ["WC"]
    assert built.melds[1][0].cards == ("GUI",) * (held + 1)


@BOTH
def test_e7_e8_a_claim_leaves_a_card_to_discard(game):
    for hand, option in (("YS2", "peng"), ("YS3", "kong"), ("YS", "zhan"), ("YJ YX", "chi:YJ,YX")):
        built = discarded(table(game, "RM", hand + " RJ", "RM"), 0, "YS")
        assert offered(built, 1) == set()
        built.hands[1].append("RM")
        assert offered(built, 1) == {option, "pass"}


@BOTH
def test_e9_drawn_lone_card_is_forced(game):
    for hand, expected in (
        ("RM", {"ming"}),
        ("YJ RM", {"ming"}),
        ("YJ2 RM", {"ming", "peng"}),
        ("YJ3 RM", {"ming", "kong"}),
        ("YS2 YX2 RM", {"ming", "chi:YS,YX"}),
        ("YS2 YX2 YJ2 RM", {"ming", "peng", "chi:YS,YX"}),
        ("YJ2", set()),
        ("RJ", set()),
    ):
        built = drawn(table(game, hand, "RM", "RM"), 0, "YJ")
        assert offered(built, 0) == expected


@BOTH
def test_e9_others_may_decline_a_lone_card(game):
    built = drawn(table(game, "RM", "YJ2 RM", "RM"), 0, "YJ")
    assert run(built, "ming pass RM") == [
        "0: ming > ming",
        "1: pass peng > pass",
        "claim 0 ming",
        "discard 0 RM",
        "dead 0",
        "end",
    ]


@BOTH
def test_e9_taken_by_another_the_drawer_keeps_nothing(game):
    built = drawn(table(game, "YJ RM", "YJ2 GM", "RM", stock="RS"), 0, "YJ")
    assert run(built, "ming peng GM") == [
        "0: ming > ming",
        "1: pass peng > peng",
        "claim 1 peng",
        "discard 1 GM",
        "draw 2 RS",
        "end",
    ]
    assert built.hands[0] == ["YJ", "RM"]
    assert built.passed[0] == set()
    assert not built.dead[0]


def test_e9_win_as_the_only_option():
    wins = "kong:YS kong:YX peng:RC peng:RM peng:RP peng:WC peng:WM peng:WP chi:GC,GM,GP"
    built = drawn(table("guangshui", "YJ", "RM", "RM", melds=[wins]), 0, "RJ")
    assert run(built) == ["0: win > win", "win 0 RJ", "end"]
    assert built.result["win_kind"] == "self_draw"


def test_e4_win_beats_kong_beats_chi():
    built = discarded(table("guangshui", "GM", "RM RP RC GM", WAITS_RC, melds=["", "", TWO_LOU]), 0, "RC")
    assert run(built, "chi:RM,RP win") == [
        "1: chi:RM,RP pass zhan > chi:RM,RP",
        "2: pass win > win",
        "win 2 RC",
        "end",
    ]
    assert built.result["payoff"] == [-2, -2, 4]
    built = drawn(table("guangshui", "RM RP GM", "GM", "RC3 GP"), 0, "RC")
    assert run(built, "chi:RM,RP kong GP")[2:4] == ["claim 2 kong", "discard 2 GP"]


def test_e4_first_winner_in_turn_order():
    built = discarded(table("guangshui", WAITS_RC, "GM", WAITS_RC, melds=[TWO_LOU, "", TWO_LOU]), 1, "RC")
    assert run(built, "win win")[-2:] == ["win 2 RC", "end"]
    built = drawn(table("guangshui", WAITS_RC, "GM", WAITS_RC, melds=[TWO_LOU, "", TWO_LOU]), 0, "RC")
    assert run(built, "win win")[-2:] == ["win 0 RC", "end"]
    built = drawn(table("guangshui", WAITS_RC, "GM", WAITS_RC, melds=[TWO_LOU, "", TWO_LOU]), 1, "RC")
    assert run(built, "win win")[-2:] == ["win 2 RC", "end"]


@BOTH
def test_e10_the_last_stock_card_is_still_played(game):
    built = drawn(table(game, "RM", "GM", "YS2 GP WC", stock="YS"), 2, "RS")
    assert run(built, "peng GP") == [
        "draw 0 YS",
        "2: pass peng > peng",
        "claim 2 peng",
        "discard 2 GP",
        "end",
    ]
    assert built.result["win_kind"] == "exhausted"
    assert built.result["payoff"] == ([0, 0, 0] if game == "guangshui" else [-1, -1, -1])


@BOTH
def test_e10_next_of_the_last_discarder_draws(game):
    built = discarded(table(game, "RM", "GM", "YS2 GP WC", stock="RS WS"), 0, "YS")
    assert run(built, "peng GP") == [
        "2: pass peng > peng",
        "claim 2 peng",
        "discard 2 GP",
        "draw 0 RS",
        "draw 1 WS",
        "end",
    ]


@BOTH
def test_e12_kong_passed_bars_also_before_a_claim(game):
    built = discarded(table(game, "RM", "YS3 YJ YX GM", "RM"), 0, "YS")
    events = run(built, "pass")
    assert events == ["1: chi:YJ,YX kong pass > pass", "barred 1 E12", "end"]
    built = discarded(table(game, "RM", "YS3 YJ2 YX2 GM", "RM"), 0, "YS")
    events = run(built, "chi:YJ,YX GM")
    assert events[1:4] == ["barred 1 E12", "claim 1 chi:YJ,YX", "discard 1 GM"]


def test_e12_barred_before_a_win():
    built = discarded(table("guangshui", "GP", "RC3 GP", WAITS_RC, melds=["", "", TWO_LOU]), 0, "RC")
    assert run(built, "pass win") == [
        "1: kong pass > pass",
        "2: pass win > win",
        "barred 1 E12",
        "win 2 RC",
        "end",
    ]
    built = discarded(table("guangshui", "GP", "RC3 GP", WAITS_RC, melds=["", "", TWO_LOU]), 0, "RC")
    assert run(built, "kong win") == ["1: kong pass > kong", "2: pass win > win", "win 2 RC", "end"]


@BOTH
def test_e12_e8_an_illegal_kong_is_no_duty(game):
    built = discarded(table(game, "RM", "YS3 RJ", "YS RM", melds=["", "zhan:WX"]), 0, "YS")
    assert offered(built, 1) == set()
    built = drawn(table(game, "YJ3", "RM", "RM"), 0, "YJ")
    assert offered(built, 0) == set()


@BOTH
def test_e12_ming_instead_of_kong_bars_once(game):
    built = drawn(table(game, "YJ3 RM GM", "RM", "RM"), 0, "YJ")
    assert run(built, "ming RM")[:3] == ["0: kong ming > ming", "barred 0 E12", "claim 0 ming"]
    built = drawn(table(game, "YJ3 RS3 RM GM", "RM", "RM", stock="WS RM RS"), 0, "YJ")
    events = run(built, "ming RM pass")
    assert events.count("barred 0 E12") == 1
    assert "0: kong pass > pass" in events


@BOTH
def test_e11_barred_cannot_win(game):
    built = discarded(table("guangshui", "GP", "GP", WAITS_RC, melds=["", "", TWO_LOU]), 0, "RC")
    built.barred[2] = "E12"
    assert run(built) == ["end"]


@BOTH
def test_e13a_no_card_to_discard(game):
    built = drawn(table(game, "YJ", "GM", "YS RM", melds=[POOR_MELDS], stock="WX YS WC RJ GS"), 0, "RJ")
    built.melds[2] = []
    assert run(built) == [
        "dead 0",
        "draw 1 WX",
        "draw 2 YS",
        "2: pass zhan > pass",
        "draw 0 WC",
        "draw 1 RJ",
        "1: ming > ming",
        "claim 1 ming",
        "discard 1 GM",
        "dead 1",
        "draw 2 GS",
        "end",
    ]
    assert built.front[0] == ["RJ"]
    assert built.dead == [True, True, False]


@BOTH
def test_e13a_dead_seat_draws_on_without_another_event(game):
    built = drawn(table(game, "YJ", "GM", "RM WJ2", melds=[POOR_MELDS], stock="WX YS WJ GS GX GJ"), 0, "RJ")
    events = run(built, "peng RM")
    assert events[:5] == ["dead 0", "draw 1 WX", "draw 2 YS", "draw 0 WJ", "2: pass peng > peng"]
    assert events.count("dead 0") == 1
    assert built.front[0] == ["RJ"]
    built = drawn(table(game, "YJ", "GM", "RM WC", melds=[POOR_MELDS], stock="WX YS WJ GS GX GJ"), 0, "RJ")
    assert run(built) == [
        "dead 0",
        "draw 1 WX",
        "draw 2 YS",
        "draw 0 WJ",
        "draw 1 GS",
        "draw 2 GX",
        "draw 0 GJ",
        "end",
    ]
    assert built.front[0] == ["RJ", "WJ", "GJ"]


@BOTH
def test_e13a_not_where_another_claims(game):
    built = drawn(table(game, "YJ", "RJ2 GM WC", "RM", melds=[POOR_MELDS], stock="WX"), 0, "RJ")
    assert run(built, "peng GM") == [
        "1: pass peng > peng",
        "claim 1 peng",
        "discard 1 GM",
        "draw 2 WX",
        "end",
    ]
    assert not built.dead[0]


@BOTH
def test_e13a_barred_seat_cannot_win_and_dies(game):
    wins = "kong:YS kong:YX peng:RC peng:RM peng:RP peng:WC peng:WM peng:WP chi:GC,GM,GP"
    built = drawn(table(game, "YJ", "RM", "RM", melds=[wins]), 0, "RJ")
    built.barred[0] = "E12"
    assert run(built) == ["dead 0", "end"]


@BOTH
def test_e13b_hand_emptied_after_ming(game):
    built = drawn(table(game, "GS", "GS2 RM WC", "RM", melds=[POOR_MELDS]), 0, "RJ")
    assert run(built, "ming GS peng RM") == [
        "0: ming > ming",
        "claim 0 ming",
        "discard 0 GS",
        "dead 0",
        "1: pass peng > peng",
        "claim 1 peng",
        "discard 1 RM",
        "end",
    ]


@BOTH
def test_e13b_not_after_another_claim(game):
    melds = POOR_MELDS.replace(" zhan:GM", "")
    built = discarded(table(game, "RM", "GS2 WP", "RM", melds=["", melds]), 0, "GS")
    assert run(built, "peng WP") == ["1: pass peng > peng", "claim 1 peng", "discard 1 WP", "end"]
    assert built.hands[1] == []
    assert not built.dead[1]


def test_e2_tianhu_offered_and_declined_without_consequence():
    hand = "YS4 YX4 RC2 RM2 RP2 WC2 WM2 WP2 GC3 GM2 GP2 GS2 YJ2"
    assert len(cards(hand)) == 31
    built = table("guangshui", hand, "RS", "RS", dealer=0)
    port = Script("pass RC")
    play_deal(built, port)
    assert port.events == ["0: pass win > pass", "discard 0 RC", "end"]
    assert built.passed[0] == set()
    port = Script("win")
    result = play_deal(table("guangshui", "RS", hand, "RS", dealer=1), port)
    assert port.events == ["1: pass win > win", "win 1 None", "end"]
    assert result["win_kind"] == "tianhu"


def test_e2_a_hand_that_does_not_win_is_not_asked():
    hand = "YS4 YX4 RC2 RM2 RP2 WC2 WM2 WP2 GC3 GM2 GP2 GS2 YJ GX"
    port = Script("RC")
    play_deal(table("guangshui", hand, "RS", "RS", dealer=0), port)
    assert port.events == ["discard 0 RC", "end"]
