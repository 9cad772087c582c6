# ruff: noqa: N802  (tests are named after rule ids)
"""G: what Guangshui adds to the course of a deal, and who pays."""

from __future__ import annotations

from collections import Counter

import pytest

import simcore
from simcore import Rules, deal_log, describe, run_deals
from strategies import load
from tests.rules.hands import ALSO_WAITS_RC, WAITS_RC
from tests.rules.positions import switch
from tests.rules.scripted import full_deck, play

G = "guangshui"


def test_G1_112_cards_21_in_the_stock_all_drawable():
    rules = Rules.preset(G)
    assert (rules.deck_size, rules.stock_size, rules.drawable) == (112, 21, 21)
    for deal in range(5):
        log = deal_log(rules, [load("eager")] * 3, 3, deal)
        assert Counter(card for pile in (*log["hands"], log["stock"]) for card in pile) == full_deck(G)
        assert len(log["stock"]) == 21
    deals = run_deals(rules, [load("random")] * 3, 3, 0, 300)
    exhausted = deals[deals["winner"] < 0]
    assert len(exhausted) > 0
    assert set(exhausted["draws"].tolist()) == {21}
    assert deals["draws"].max() == 21


@switch(G, "passed_card_dead", {True: None, False: {"chi:YJ,YX", "zhan", "pass"}})
def test_G11_a_passed_type_may_not_be_claimed(game, value, expected):
    played = play(game, "0-YS 0+YS", {1: "YJ YX YS"}, passed_card_dead=value)
    assert played.asked(1, "YS") == {"chi:YJ,YX", "zhan", "pass"}
    assert played.asked(1, "YS", 1) == expected


@switch(G, "passed_card_dead", {True: None, False: {"peng", "pass"}})
def test_G11_also_where_what_could_be_done_was_another_claim(game, value, expected):
    """A chi was passed; the peng of the type is dead as well, and so is a passed peng's zhan."""
    played = play(game, "0-RM 1+YS 1+YS", {2: "YJ YX YS2"}, passed_card_dead=value)
    assert played.asked(2, "YS") == {"chi:YJ,YX", "peng", "pass"}
    assert played.asked(2, "YS", 1) == (None if expected is None else {"chi:YJ,YX", *expected})
    played = play(game, "0-RM 0+YS 0+YS", {2: "YS2"}, passed_card_dead=value)
    assert played.asked(2, "YS", 1) == expected


@switch(G, "passed_card_dead", {True: None, False: {"win", "pass"}})
def test_G11_a_passed_type_may_not_be_won_on(game, value, expected):
    played = play(game, "0-RC 0+RC", {2: WAITS_RC}, passed_card_dead=value)
    assert played.asked(2, "RC") == {"win", "pass"}
    assert played.asked(2, "RC", 1) == expected
    # where a chi was among the options passed, too
    played = play(game, "0-RC 0+RC", {1: WAITS_RC}, passed_card_dead=value)
    assert played.asked(1, "RC") == {"win", "chi:RM,RP", "pass"}
    assert played.asked(1, "RC", 1) == (None if expected is None else {"win", "chi:RM,RP", "pass"})


@switch(G, "passed_card_dead", {True: None, False: {"chi:YJ,YX", "pass"}})
def test_G11_a_pass_counts_where_another_takes_the_card(game, value, expected):
    played = play(game, "0-YS 2:peng-GM 0+YS", {1: "YJ YX", 2: "YS2"}, passed_card_dead=value)
    assert played.after("YS")[-1] == "claim 2 peng"
    assert played.asked(1, "YS", 1) == expected


def test_G11_an_intent_that_lost_is_no_pass():
    played = play(G, "0-YS 1:chi:YJ,YX 2:peng-GM 0+YS", {1: "YJ YX", 2: "YS2"})
    assert played.after("YS")[-1] == "claim 2 peng"
    assert played.asked(1, "YS", 1) == {"chi:YJ,YX", "pass"}


def test_G11_another_claim_where_more_was_possible_is_no_pass():
    # chi where peng was possible: the two YS still in hand may peng the next one
    played = play(G, "0-YS 1:chi:YJ,YX-GM 0+YS", {1: "YJ YX YS2"})
    assert played.asked(1, "YS", 1) == {"peng", "pass"}


def test_G11_ming_is_no_pass_and_stays_forced():
    played = play(G, "0-RM 1+YJ 1:ming-GM 1+YJ", {1: "YJ2"})
    assert played.asked(1, "YJ") == {"ming", "peng"}
    assert played.asked(1, "YJ", 1) == {"ming", "peng"}
    # passed as another seat's draw: ming only, for it is forced
    played = play(G, "0-RM 0+YJ 1:pass 1+YJ 1:ming-GM", {1: "YJ2"})
    assert played.asked(1, "YJ") == {"peng", "pass"}
    assert played.asked(1, "YJ", 1) == {"ming"}


def test_G11_a_passed_peng_of_a_lone_card_is_dead():
    played = play(G, "0-RM 0+YJ 1+YJ 1:ming-GM", {2: "YJ2", 1: "YS2"})
    assert played.asked(2, "YJ", 1) is None


CHE = [
    ("YS2 YJ2 YX2", "", "YS", True),
    ("YS2 YJ2 YX2", "", "YJ", True),
    ("YS2 YJ3 YX4", "", "YS", True),
    ("YS2 YJ2 YX", "", "YS", False),
    ("RC2 RM2 RP2", "", "RM", True),
    ("RC2 RM3 RP4", "", "RC", True),
    ("RC2 RM3 RP", "", "RC", False),
    ("YS2 YJ2", "peng:YX", "YS", True),
    ("YS2 YJ2", "kong:YX", "YS", True),
    ("YS2 YJ2", "zhan:YX", "YS", False),
    ("YS2 YJ YX2", "ming:YJ", "YS", False),
    ("YZ2 RZ2 WZ2", "", "WZ", True),
    ("YZ2 RZ2 WZ2 GZ2", "", "GZ", True),
    ("YZ2 RZ2 WZ", "", "RZ", False),
    ("YZ2 RZ2 WZ", "peng:GZ", "YZ", True),
    ("YJ2 RJ2 WJ3", "", "YJ", True),
    ("YJ2 RJ2 GJ", "ming:GJ", "YJ", False),
    ("YS2 RS2 WS2", "", "YS", False),
]


@pytest.mark.parametrize(("hand", "melds", "card", "duty"), CHE)
@switch(G, "chuche_duty", {True: True, False: False})
def test_G12_who_holds_a_complete_che_must_peng_its_members(hand, melds, card, duty, game, value, expected):
    script = f"0-{'GM' if card[0] != 'G' else 'WM'} 0+{card}"
    played = play(game, script, {2: hand}, melds={2: melds}, chuche_duty=value)
    assert "peng" in (played.asked(2, card) or ())
    assert ("barred 2 G12" in played.after(card)) == (duty and expected)


def test_G12_any_intent_but_peng_and_win_bars():
    che = {1: "YS2 YJ2 YX2"}
    assert "barred 1 G12" in play(G, "0-YS 1:chi:YJ,YX-GM", che).after("YS")
    assert "barred 1 G12" in play(G, "0-RM 1+YJ 1:ming-GM", che).after("YJ")
    assert not any("barred 1" in text for text in play(G, "0-YS 1:peng-GM", che).after("YS"))
    # a stated peng that loses to a win is no refusal
    played = play(G, "0-RC 1:peng 2:win", {1: "RC2 RM2 RP", 2: WAITS_RC})
    assert not played.events("barred")


def test_G12_a_barred_seat_may_not_win():
    hand = "YS2 YJ2 YX2 YC4 WC4 GC4 RS2 WS2 GS2 RX2 GX2 RM RP"  # 56 hu and more with RC
    assert "win" in (play(G, "0-GP 0+RC", {2: hand}).asked(2, "RC") or ())
    played = play(G, "0-YS 0+RC", {2: hand})
    assert "barred 2 G12" in played.after("YS")
    assert "win" not in (played.asked(2, "RC") or ())


def test_G12_is_no_rule_of_youxi():
    played = play("youxi", "0-YS 0+YS", {2: "YS2 YJ2 YX2"})
    assert "peng" in (played.asked(2, "YS") or ())
    assert not any("barred 2" in text for text in played.after("YS"))


# 1 牌: 75 hu; 3 牌: 54 + 100 + 1 = 155 hu (G9: 100 <= 155 - 50 < 200).
@switch(G, "payers", {"both": ([-1, 2, -1], [-3, -3, 6]), "discarder": ([-2, 2, 0], [-6, 0, 6])})
def test_G13_a_win_on_a_discard(game, value, expected):
    played = play(game, "0-RC 1:win", {1: WAITS_RC}, payers=value)
    assert (played.result["pai"], played.result["payoff"]) == (1, expected[0])
    played = play(game, "0-RC 2:win", {2: ALSO_WAITS_RC}, payers=value)
    assert (played.result["pai"], played.result["payoff"]) == (3, expected[1])
    assert played.result["dreamer"] == 0


@switch(G, "payers", {"both": [-1, 2, -1], "discarder": [-1, 2, -1]})
def test_G13_on_a_drawn_card_and_at_tianhu_both_pay(game, value, expected):
    for drawer in range(3):
        assert play(game, f"0-GZ {drawer}+RC 1:win", {1: WAITS_RC}, payers=value).result["payoff"] == expected
    assert play(game, "1:win", {1: f"{WAITS_RC} RC"}, dealer=1, payers=value).result["payoff"] == expected


@switch(G, "payers", {"both": [-1, 2, -1], "discarder": [0, 2, -2]})
def test_G13_the_discarder_is_who_threw_the_winning_card(game, value, expected):
    played = play(game, "0-YS 2:peng-RC 1:win", {1: WAITS_RC.replace("YS2", "GM2"), 2: "YS2"}, payers=value)
    assert played.result["payoff"] == expected


def test_G13_no_winner_and_nobody_pays():
    played = play(G, "0-GM")
    assert (played.result["winner"], played.result["payoff"], played.result["dreamer"]) == (-1, [0, 0, 0], 0)


@switch("both", "next_dealer", {"winner": "winner", "next": "next"})
def test_G14_Y16_the_next_dealer_is_no_matter_of_a_single_deal(game, value, expected):
    """In studies of single deals the dealer is given: the switch is held and shown, the deals are the same."""
    rules = Rules.preset(game).replace(next_dealer=value)
    assert rules.next_dealer == expected
    row = next(row for row in describe(rules) if row.switch == "next_dealer")
    assert (row.value, row.rule) == (expected, "G14" if game == G else "Y16")
    seats = [load("eager")] * 3
    for dealer in ("rotate", 0, 2):
        usual = run_deals(Rules.preset(game), seats, 5, 0, 60, dealer=dealer)
        assert (run_deals(rules, seats, 5, 0, 60, dealer=dealer) == usual).all()


@switch("both", "next_dealer", {"winner": (2, 1, 1), "next": (2, 2, 2)})
def test_G14_Y16_the_dealer_of_the_next_deal(game, value, expected):
    """After a deal of dealer 1 won by seat 2, by the dealer, by nobody."""
    rules = Rules.preset(game).replace(next_dealer=value)
    assert tuple(simcore.next_dealer(rules, 1, winner) for winner in (2, 1, -1)) == expected
    assert simcore.next_dealer(rules, 2, 1) == (1 if value == "winner" else 0)


@switch(G, "own_discard_dead", {False: {"chi:YJ,YX", "zhan", "pass"}, True: None})
def test_G15_chi_and_zhan_of_a_type_that_the_seat_discarded(game, value, expected):
    played = play(game, "0-YS 2+YS", {0: "YJ YX YS"}, own_discard_dead=value)
    assert played.asked(0, "YS", 1) == expected


@switch(G, "own_discard_dead", {False: True, True: True})
def test_G15_peng_and_win_stay(game, value, expected):
    played = play(game, "0-YS 2+YS", {0: "YS2"}, own_discard_dead=value)
    assert ("peng" in (played.asked(0, "YS", 1) or ())) == expected
    played = play(game, "0-RC 1+RC", {0: WAITS_RC}, own_discard_dead=value)
    assert ("win" in (played.asked(0, "RC", 1) or ())) == expected


# Each waits for one card in one kind of group; beside 54 hu and 20 by 車 (in Youxi 18 胡頭).
FIRM = "YC4 WC4 GC4 YS2 RS2 WS2 GS2 YX2 WX2"  # 24 cards
PLACES = {
    "yuan": ("RM RP GX2 GM2", "RC"),
    "pair": ("RC RM3 GX2", "RC"),
    "single": ("RM3 RP3", "RJ"),
    "triple": ("RC2 GX2 GM2", "RC"),
    "quad": ("RC3 RM3", "RC"),
}
# Who may win on it where the winning card enters that group: (script, seat) by place.
REACH = {
    "0-CARD": {1: "yuan pair triple quad", 2: "triple quad"},
    "0-GZ 1+CARD": {1: "yuan pair single triple quad", 2: "yuan pair triple quad", 0: "triple quad"},
}


def reaches(game, place, pass_down=True, **switches):
    """The (script, seat) at which a hand that waits in one place is offered the win."""
    waits, card = PLACES[place]
    found = set()
    for script, seats in REACH.items():
        if script == "0-CARD" and place == "single":
            continue  # not discarded in Guangshui
        for seat in seats:
            hand = f"{waits} {FIRM}"
            played = play(game, script.replace("CARD", card), {seat: hand}, pass_down=pass_down, **switches)
            if "win" in (played.asked(seat, card) or ()):
                found.add((script, seat))
    return found


@pytest.mark.parametrize("place", PLACES)
@switch("both", "win_reach", {"any": False, "by_right": True})
def test_G16_win_reach(place, game, value, expected):
    everywhere = {
        (script, seat) for script, seats in REACH.items() for seat in seats if script != "0-CARD" or place != "single"
    }
    by_right = {(script, seat) for script, seats in REACH.items() for seat in seats if place in seats[seat].split()}
    assert reaches(game, place, win_reach=value) == (by_right if expected else everywhere)


@switch("both", "pass_down", {True: True, False: False})
def test_G16_by_right_follows_pass_down(game, value, expected):
    reach = reaches(game, "yuan", pass_down=value, win_reach="by_right")
    assert (("0-GZ 1+CARD", 2) in reach) == expected
    assert {("0-CARD", 1), ("0-GZ 1+CARD", 1)} <= reach


def test_G16_the_scoring_of_such_a_win_keeps_to_the_right():
    """RS may go into the 圓 or into the triple; without the right it must be the triple, for fewer hu."""
    hand = "RS3 RJ RX YC4 WC4 GC4 YX2 WX2 GX2 YM2 WM2 GM2 GJ"
    # in the 圓: 3 + 1 + 74 + 1; in the triple, beside a 圓 from hand: 1 + 1 + 74 + 1
    wins = {
        ("any", 1): 79,
        ("any", 2): 79,
        ("by_right", 1): 79,
        ("by_right", 2): 77,
    }
    for (reach, seat), hu in wins.items():
        played = play(G, f"0-RS {seat}:win", {seat: hand}, win_reach=reach)
        assert played.result["hu"] == hu
        claimed = [row["group"] for row in played.result["groups"] if row["claimed"]]
        assert claimed == (["chi"] if hu == 79 else ["peng"])
