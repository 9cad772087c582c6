"""Faults that users of other projects report, each as a test from the first day."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from simcore import CardError, Rules, deal_log, hand_batch, run_deals, score
from strategies import load
from tests.rules.hands import WAITS_RC
from tests.rules.scripted import DRAWS, GAMES, play
from tests.rules.valued import rows, valued, whole

BOTH = pytest.mark.parametrize("game", GAMES)
FILL = [f"zhan:{c}{k}" for c in "YWG" for k in "SXMP"]


@BOTH
def test_an_open_meld_is_not_regrouped(game):
    # the 碰 of RS may not lend an RS to RJ and RX, nor the chi its RC to the two in hand
    result = whole(game, ["RJ", "RX", "GC"], ["peng:RS", *FILL], "GC")
    assert (result["covered"], result["idle"]) == (False, 1)
    result = valued(game, "RC2", "chi:RC,RM,RP")
    assert rows(result, "groups") == [("chi", 1), ("dui", 0)]
    # nor is a 占 with the two more in hand a 魚, a 碰 with one more a 樓
    result = valued(game, "RS2", "zhan:RS")
    assert result["hu"] == (result["filling"] if game == "guangshui" else 0)
    result = whole(game, ["RJ", "GC"], ["peng:RJ", "ming:YJ", *FILL], "GC")
    assert result["hu"] == (2 + 1 + 1 if game == "guangshui" else 4)
    opened = sorted((row["group"], tuple(row["cards"])) for row in result["groups"] if row["open"])
    assert opened == sorted([("peng", ("RJ",) * 3), ("ming", ("YJ",)), *(("zhan", (meld[5:],) * 2) for meld in FILL)])


def test_a_right_total_has_the_right_reasons():
    result = valued("guangshui", "YJ2 YS3 YX3 RJ2 WJ2 GJ2")
    assert result["hu"] == 59
    assert rows(result, "groups") == sorted([("zi", 3)] * 2 + [("jiang", 1)] * 2 + [("jiang", 0)] * 6)
    quiet = sorted(row["cards"][0] for row in result["groups"] if row["group"] == "jiang" and row["hu"] == 0)
    assert quiet == ["GJ", "GJ", "RJ", "RJ", "WJ", "WJ"]  # those that the 肥車 uses
    assert [(row["bonus"], row["hu"], row["of"], row["rule"]) for row in result["bonuses"]] == [
        ("su_che", 30, "YJ YS YX", "G4"),
        ("fei_che", 20, "RJ WJ GJ", "G4"),
    ]
    result = valued("guangshui", "YJ3 YZ3", "peng:YS peng:RS peng:WS peng:RX peng:WP")
    assert [(row["bonus"], row["hu"], row["of"], row["rule"]) for row in result["bonuses"]] == [
        ("bu", 20, "5", "G3"),
        ("qing", 20, "YS RS WS", "G5"),
        ("tiandi", 20, "YJ YZ", "G6"),
    ]
    result = valued("youxi", "GUI3 YS3", "kong:RC chi:YZ,RZ,WZ,GZ", "YS")
    assert {(row["group"], row["hu"], row["rule"]) for row in result["groups"] if row["hu"]} == {
        ("kan", 8, "Y2"),
        ("kaiche", 4, "Y2"),
        ("chi", 2, "Y2"),
    }


@BOTH
def test_five_equal_cards_are_refused(game):
    with pytest.raises(CardError, match="YS: 5 copies, but the deck holds 4"):
        score(Rules.preset(game), "YS5 YX4 YM4 YP4 RS4 RX4 RM4 RP2")
    melds = ["peng:YS", *[meld for meld in FILL if meld != "zhan:YS"], "ming:YJ", "ming:RJ"]
    with pytest.raises(CardError, match="YS: 5 copies"):
        score(Rules.preset(game), "YS2 RJ", melds, "GC")
    good = {"hand": ["YS4 YX4 YM4 YP4 RS4 RX4 RM4 RP3"]}
    with pytest.raises(CardError, match="case 1: YS: 5 copies"):
        hand_batch(Rules.preset(game), [good, {"hand": ["YS5 YX4 YM4 YP4 RS4 RX4 RM4 RP2"]}])


@BOTH
def test_a_pair_is_not_taken_out_of_a_triple(game):
    # two of three RX cannot be a pair that leaves the third idle, nor of four one 對 and two idle cards
    result = valued(game, "RX3")
    assert rows(result, "groups") == [("zi" if game == "guangshui" else "kan", 3 if game == "guangshui" else 2)]
    # a 車 member held three times counts as out, once: 3 + 20, never 10 and a single card
    if game == "guangshui":
        result = valued(game, "YC2 YM3 YP2")
        assert (rows(result, "bonuses"), result["hu"]) == ([("su_che", 20)], 3 + 20)
    # no peng out of three in hand, no zhan out of two
    assert play(game, "0-YS", {1: "YS3"}).asked(1, "YS") == {"kong", "pass"}
    assert play(game, "0-YS", {1: "YS2"}).asked(1, "YS") == {"peng", "pass"}


@BOTH
def test_a_lower_claim_does_not_cancel_a_win(game):
    played = play(game, "0-RC 1:kong 2:win", {1: "RC3", 2: WAITS_RC})
    assert (played.result["winner"], played.result["win_kind"]) == (2, "discard")
    assert not played.events("claim")
    played = play(game, "0-GZ 1+RC 1:zhan 2:peng 0:win", {1: "RC", 2: "RC2", 0: WAITS_RC})
    assert (played.result["winner"], played.result["win_kind"]) == (0, "other_draw")


@BOTH
def test_the_last_stock_card_is_counted(game):
    draws = DRAWS[game]
    deals = run_deals(Rules.preset(game), [load("random")] * 3, 5, 0, 400)
    assert deals["draws"].max() == draws
    assert set(deals["draws"][deals["winner"] < 0].tolist()) == {draws}
    # with every draw but the last made, the deal goes on
    hands = {0: "YJ4 RJ4 YS2", 1: "WJ4 GJ4", 2: "GUI5" if game == "youxi" else ""}
    played = play(game, "0-RC " + "*+? " * (draws - 1) + "*+YS 0:peng-GP", hands)
    assert played.events("draw")[-1].endswith("YS")
    assert played.events("claim") == ["claim 0 peng"]


def decks(rules, seed, deals):
    """The dealt cards of each deal as one tuple."""
    seats = [load("eager")] * 3
    logs = [deal_log(rules, seats, seed, deal, dealer=0) for deal in deals]
    return [(*(tuple(hand) for hand in log["hands"]), tuple(log["stock"])) for log in logs]


@BOTH
def test_every_deal_has_a_deck_of_its_own(game):
    rules = Rules.preset(game)
    first = decks(rules, 1, range(40))
    assert len(set(first)) == 40
    assert not set(first) & set(decks(rules, 2, range(40)))
    assert decks(rules, 1, [0, 39, 7]) == [first[0], first[39], first[7]]
    # every card comes everywhere: the first card drawn is of many types
    assert len({deck[3][0] for deck in first}) >= 15
    fronts = Counter(card for deck in first for card in deck[3])
    assert len(fronts) == rules.n_types


@BOTH
def test_the_seed_counts_in_parallel_and_threads_do_not(game):
    rules, seats = Rules.preset(game), [load("random"), load("eager"), load("eager")]
    alone = run_deals(rules, seats, 1, 0, 6000)
    for threads in (2, 3, 4):
        assert np.array_equal(run_deals(rules, seats, 1, 0, 6000, threads=threads), alone)
    other = run_deals(rules, seats, 2, 0, 6000, threads=2)
    assert not np.array_equal(other, alone)
    assert (other["winner"] != alone["winner"]).mean() > 0.3
    # any part of a run is the same alone
    assert np.array_equal(run_deals(rules, seats, 1, 4321, 100), alone[4321:4421])
