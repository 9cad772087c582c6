# ruff: noqa: N802  (tests are named after rule ids)
"""E1–E7: the deal, the order of a turn and what each claim takes, in both games."""

from __future__ import annotations

from collections import Counter
from random import Random

import numba
import pytest

from simcore import Rules, Strategy, deal_log, kth_bit, popcount, run_deals
from strategies import load
from tests.rules.hands import ALSO_WAITS_RC, WAITS_RC
from tests.rules.positions import switch
from tests.rules.recount import recount
from tests.rules.scripted import GAMES, STOCK, full_deck, play, puppet

BOTH = pytest.mark.parametrize("game", GAMES)


@BOTH
@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_E1_deck_order_is_dealer_then_the_next_seats_then_stock(game, dealer):
    deck = list(full_deck(game).elements())
    Random(dealer).shuffle(deck)
    log = deal_log(Rules.preset(game), [puppet([], [])] * 3, 1, 0, dealer=dealer, deck=deck)
    second, third = (dealer + 1) % 3, (dealer + 2) % 3
    assert log["dealer"] == dealer
    assert Counter(log["hands"][dealer]) == Counter(deck[:31])
    assert Counter(log["hands"][second]) == Counter(deck[31:61])
    assert Counter(log["hands"][third]) == Counter(deck[61:91])
    assert log["stock"] == deck[91:]
    assert len(log["stock"]) == STOCK[game]
    drawn = [event for event in log["events"] if event["e"] == "draw"]
    assert [event["card"] for event in drawn] == log["stock"][: len(drawn)]


@BOTH
def test_E1_rotating_deal_i_has_dealer_i_mod_3_and_the_next_seat_of_2_is_0(game):
    rules, seats = Rules.preset(game), [load("eager")] * 3
    assert run_deals(rules, seats, 1, 4, 5)["dealer"].tolist() == [1, 2, 0, 1, 2]
    assert set(run_deals(rules, seats, 1, 0, 5, dealer=2)["dealer"].tolist()) == {2}
    played = play(game, "2-YS", {0: "YS YJ2 YX"}, dealer=2)
    assert played.asked(0, "YS") == {"zhan", "chi:YJ,YX", "pass"}


@BOTH
def test_E2_the_dealer_may_win_with_the_dealt_hand(game):
    played = play(game, "1:win", {1: f"{WAITS_RC} RC"}, dealer=1)
    assert played.lines == ["1: pass win > win", "win 1 None", "end"]
    assert played.result["win_kind"] == "tianhu"
    assert played.result["winner"] == 1
    assert not any(group["claimed"] for group in played.result["groups"])
    assert played.result["hu"] == (75 if game == "guangshui" else 19)


@BOTH
def test_E2_declining_has_no_consequence(game):
    played = play(game, "0:pass 0-YS 1+YS 0:win", {0: f"{WAITS_RC} RC".replace("YS2", "YS")})
    assert played.lines[:2] == ["0: pass win > pass", "discard 0 YS"]
    assert "barred" not in " ".join(played.lines)
    assert played.asked(0, "YS", 1) == {"win", "pass"}
    assert played.result["winner"] == 0


@BOTH
def test_E2_without_a_win_the_dealer_only_discards(game):
    covered = "YS2 RS2 WS2 GS2 YX2 RX2 WX2 GX2 YM2 RM2 WM2 GM2 YP2 WP2 GP2 YJ"  # 1 hu, or none
    assert play(game, "0-GP", {0: covered.replace("GP2", "GP")}).lines[0] == "discard 0 GP"
    assert play(game, "0-YM", {0: WAITS_RC}).lines[0] == "discard 0 YM"


def test_E3_a_revealed_card_never_enters_a_hand(some_logs):
    for log in some_logs:
        before = [Counter(hand) for hand in log["hands"]]
        for _, piles in recount(log):
            assert all(now <= then for now, then in zip(piles.hands, before, strict=True))
            before = [Counter(hand) for hand in piles.hands]


@BOTH
def test_E3_a_card_nobody_claims_is_out_of_play(game):
    # three zhan chances later the fourth YS is the last: passed and lost cards do not come back
    played = play(game, "0-YS 1+YS 2+YS 0+YS")
    draws = [event["card"] for event in played.log["events"] if event["e"] == "draw"]
    assert draws[:3] == ["YS", "YS", "YS"]
    assert "YS" not in draws[3:]


@BOTH
def test_E4_win_beats_kong_beats_chi(game):
    played = play(game, "0-RC 1:kong 2:win", {1: "RC3", 2: WAITS_RC})
    assert played.after("RC") == ["1: kong pass > kong", "2: pass win > win", "win 2 RC", "end"]
    played = play(game, "0-YS 2+RC 2:chi:RM,RP 1:kong-GM", {1: "RC3", 2: "RM RP"})
    assert played.after("RC")[-1] == "claim 1 kong"
    played = play(game, "0-RC 1:zhan 2:peng-GM", {1: "RC", 2: "RC2"})
    assert played.after("RC") == ["1: pass zhan > zhan", "2: pass peng > peng", "claim 2 peng"]
    played = play(game, "0-YS 1+RJ 1:ming 0:peng-GM", {0: "RJ2"})
    assert played.after("RJ") == ["1: ming > ming", "0: pass peng > peng", "claim 0 peng"]


@BOTH
def test_E4_first_in_turn_order_at_the_level_of_chi_and_zhan(game):
    hands = {1: "YS YX YJ2", 2: "YS"}
    played = play(game, "0-RM 1+YS 2:zhan 1:zhan-GM", hands)
    assert played.after("YS")[-1] == "claim 1 zhan"
    played = play(game, "0-RM 1+YS 2:zhan 1:chi:YJ,YX-GM", hands)
    assert played.after("YS")[-1] == "claim 1 chi:YJ,YX"


def test_E4_two_pengs_meet_only_with_ghosts_and_the_first_in_turn_order_gets_it():
    played = play("youxi", "0-GUI 2:peng 1:peng-RM", {1: "GUI2", 2: "GUI2"})
    assert played.after("GUI") == ["1: pass peng > peng", "2: pass peng > peng", "claim 1 peng"]
    played = play("youxi", "0-RM 2+GUI 1:peng 2:peng-GM", {1: "GUI2", 2: "GUI2"})
    assert played.after("GUI")[-1] == "claim 2 peng"
    played = play("youxi", "0-RM 1+GUI 0:peng 2:peng-GM", {0: "GUI2", 2: "GUI2"})
    assert played.after("GUI")[-1] == "claim 2 peng"


@BOTH
@pytest.mark.parametrize(
    ("script", "winner", "kind"),
    [
        ("0-RC 1:win 2:win", 1, "discard"),
        ("0-RC 2:win", 2, "discard"),
        ("0-YJ 2+RC 1:win 2:win", 2, "self_draw"),
        ("0-YJ 1+RC 1:win 2:win", 1, "self_draw"),
        ("0-YJ 0+RC 1:win 2:win", 1, "other_draw"),
    ],
)
def test_E4_two_winners_the_first_in_turn_order(game, script, winner, kind):
    if game == "guangshui":
        script = script.replace("YJ", "GZ")
    played = play(game, script, {1: WAITS_RC, 2: ALSO_WAITS_RC}, avoid="")
    assert played.events("win") == [f"win {winner} RC"]
    assert (played.result["winner"], played.result["win_kind"]) == (winner, kind)


@BOTH
def test_E4_a_discarder_has_no_option_on_its_own_discard(game):
    for held, seat in (("YS YJ2 YX", 0), ("YS2", 0), ("YS3", 0)):
        played = play(game, "0-YS", {seat: held})
        assert played.asked(0, "YS") is None
        assert "barred 0 E12" not in played.after("YS")


def _digest(view):
    """A number out of all that the view shows but its random stream."""
    h = view.seat + 3 * view.dealer + 9 * view.by + 27 * view.drawn + view.card
    for i in range(32):
        h = h * 31 + view.hand[i] + 5 * view.table.out[i] + 25 * view.table.laid[i]
    for s in range(3):
        h = h * 31 + view.table.discarded[s] + view.table.passed[s] + view.table.hand_size[s]
        h = h * 31 + view.table.dead[s] + view.table.n_melds[s]
        for i in range(32):
            h = h * 31 + view.table.meld_option[s, i] + 16 * view.table.meld_card[s, i]
    return (h * 31 + view.table.stock_left + view.options + view.discards) & 0xFFFFFFFF


digest = numba.njit(_digest)


def _by_digest(view):
    legal = view.options if view.options else view.discards
    return kth_bit(legal, digest(view) % popcount(legal))


WATCHER = Strategy("watcher", _by_digest, _by_digest)


@BOTH
def test_E4_what_a_seat_decides_does_not_depend_on_what_it_may_not_see(game):
    """The same hand, with all other cards dealt anew, is shown the same view: the opening discard stays."""
    rng, thrown = Random(5), set()
    for _ in range(8):
        deck = list(full_deck(game).elements())
        rng.shuffle(deck)
        own, rest = deck[:31], deck[31:]
        first = set()
        for _ in range(4):
            rng.shuffle(rest)
            log = deal_log(Rules.preset(game), [WATCHER, WATCHER, WATCHER], 1, 0, dealer=0, deck=own + rest)
            first.add(next(event["card"] for event in log["events"] if event["e"] == "discard"))
        assert len(first) == 1
        thrown |= first
    assert len(thrown) > 3


@BOTH
def test_E4_nor_on_what_the_others_state_on_the_same_card(game):
    hands = {1: "YJ2 YX2 YS", 2: "YS2"}
    scripts = ["0-YS", "0-YS 1:zhan", "0-YS 1:chi:YJ,YX"]
    lines = [play(game, script, hands, players={2: WATCHER}).after("YS") for script in scripts]
    assert len({next(text for text in after if text.startswith("2: ")) for after in lines}) == 1


@switch("both", "pass_down", {True: {"zhan", "chi:YJ,YX", "pass"}, False: None})
def test_E5_pass_down(game, value, expected):
    played = play(game, "0-RM 1+YS", {2: "YJ2 YX YS"}, pass_down=value)
    assert played.asked(2, "YS") == expected
    # never beyond the drawer's next seat, and the drawer itself always
    played = play(game, "0-RM 1+YS", {0: "YJ2 YX YS"}, pass_down=value)
    assert played.asked(0, "YS") is None
    played = play(game, "0-RM 1+YS", {1: "YJ2 YX YS"}, pass_down=value)
    assert played.asked(1, "YS") == {"zhan", "chi:YJ,YX", "pass"}


@switch("both", "pass_down", {True: {"peng", "chi:YJ,YX", "pass"}, False: {"peng", "pass"}})
def test_E5_win_kong_and_peng_are_open_to_every_seat(game, value, expected):
    played = play(game, "0-RM 1+YS", {2: "YJ2 YX YS2"}, pass_down=value)
    assert played.asked(2, "YS") == expected
    for seat in range(3):
        played = play(game, "0-RM 1+YS", {seat: "YS2"}, pass_down=value)
        assert played.asked(seat, "YS") == {"peng", "pass"}
        played = play(game, "0-RM 1+YS", {seat: "YS3"}, pass_down=value)
        assert played.asked(seat, "YS") == {"kong", "pass"}
    for seat in (1, 2):
        assert "win" in (play(game, "0-GZ 1+RC", {seat: WAITS_RC}, pass_down=value).asked(seat, "RC") or ())


@BOTH
def test_E5_chi_and_zhan_of_a_discard_are_the_next_seats(game):
    played = play(game, "0-YS", {1: "YJ2 YX YS", 2: "YJ2 YX YS"})
    assert played.asked(1, "YS") == {"zhan", "chi:YJ,YX", "pass"}
    assert played.asked(2, "YS") is None


@switch("both", "pass_down", {True: {"ming"}, False: {"ming"}})
def test_E5_a_lone_card_is_never_passed_down(game, value, expected):
    played = play(game, "0-RM 1+YJ", {2: "YS YX"}, pass_down=value)
    assert played.asked(1, "YJ") == expected
    assert played.asked(2, "YJ") is None


def test_E5_a_discarded_lone_card_may_be_taken_by_chi():
    played = play("youxi", "0-YJ 1:chi:YS,YX-GM", {1: "YS2 YX2", 2: "YS2 YX2"})
    assert played.asked(1, "YJ") == {"chi:YS,YX", "pass"}
    assert played.asked(2, "YJ") is None
    assert played.after("YJ")[-1] == "claim 1 chi:YS,YX"


@BOTH
@pytest.mark.parametrize(
    ("hand", "card", "options"),
    [
        ("YS2 YX2", "YJ", None),  # a lone card that another draws
        ("YJ2 YX2", "YS", "chi:YJ,YX"),
        ("YJ2 YS2", "YX", "chi:YJ,YS"),
        ("RM2 RP2", "RC", "chi:RM,RP"),
        ("RC2 RP2", "RM", "chi:RC,RP"),
        ("RC2 RM2", "RP", "chi:RC,RM"),
        ("RC2 YM2", "RP", None),  # one colour only
        ("RJ2 RM2", "RP", None),
        ("RZ2 WZ2", "YZ", "chi:RZ,WZ"),
        ("RZ2 WZ2 GZ2", "YZ", "chi:RZ,WZ chi:RZ,GZ chi:WZ,GZ chi:RZ,WZ,GZ"),
        ("YZ2 WZ2 GZ2", "RZ", "chi:YZ,WZ chi:YZ,GZ chi:WZ,GZ chi:YZ,WZ,GZ"),
        ("YZ2 RZ2 GZ2", "WZ", "chi:YZ,RZ chi:YZ,GZ chi:RZ,GZ chi:YZ,RZ,GZ"),
        ("YZ2 RZ2 WZ2", "GZ", "chi:YZ,RZ chi:YZ,WZ chi:RZ,WZ chi:YZ,RZ,WZ"),
        ("RZ4", "YZ", None),  # all of different colours
        ("YZ RZ3", "YZ", "zhan"),
        ("YS", "YS", "zhan"),
        ("YS2", "YS", "peng"),
        ("YS3", "YS", "kong"),
        ("YZ RZ2 WZ2", "YZ", "zhan chi:RZ,WZ"),
        ("YZ2 RZ2 WZ2", "YZ", "peng chi:RZ,WZ"),
    ],
)
def test_E6_what_each_claim_takes_from_hand(game, hand, card, options):
    played = play(game, f"0-{'GM' if card[0] != 'G' else 'YM'} 1+{card}", {2: hand})
    assert played.asked(2, card) == (None if options is None else {*options.split(), "pass"})


@BOTH
@pytest.mark.parametrize("form", ["RZ,WZ", "RZ,GZ", "WZ,GZ", "RZ,WZ,GZ"])
def test_E6_each_choice_of_zu_is_its_own_option(game, form):
    played = play(game, f"0-YZ 1:chi:{form}-GM", {1: "RZ2 WZ2 GZ2"})
    assert played.after("YZ")[-1] == f"claim 1 chi:{form}"
    melds = next(piles.melds[1] for event, piles in recount(played.log) if event["e"] == "claim")
    assert melds[0] == ("YZ", *form.split(","))


@BOTH
def test_E6_zhan_is_never_for_a_lone_card(game):
    assert play(game, "0-GM 1+YJ", {1: "YJ"}).asked(1, "YJ") == {"ming"}
    if game == "youxi":
        assert play(game, "0-YJ", {1: "YJ"}).asked(1, "YJ") is None
        assert play(game, "0-GM 1+GUI", {1: "GUI"}).asked(1, "GUI") == {"ming"}


@pytest.mark.parametrize(("held", "size"), [(3, 4), (4, 5)])
def test_E6_a_kong_of_ghosts_uses_every_copy(held, size):
    played = play("youxi", "0-RM 1+GUI 0:kong-GM", {0: f"GUI{held}"})
    assert played.asked(0, "GUI") == {"kong", "pass"}
    melds = [tuple(piles.melds[0]) for event, piles in recount(played.log) if event["e"] == "claim"]
    assert melds[0][0] == ("GUI",) * size


@BOTH
def test_E6_an_open_meld_is_never_extended(game):
    played = play(game, "0-YS 1:peng-RM 2+YS", {1: "YS2"})
    assert played.asked(1, "YS", 1) is None
    assert "barred 1 E12" not in played.lines
    if game == "youxi":
        played = play(game, "0-RM 1+GUI 2:kong-GM 0+GUI", {2: "GUI3"})
        assert played.asked(2, "GUI", 1) is None


@BOTH
def test_E7_whoever_claims_discards_and_there_is_no_replacement_draw(game):
    for hand, option in (("YS3", "kong"), ("YS2", "peng"), ("YS", "zhan"), ("YJ2 YX2", "chi:YJ,YX")):
        played = play(game, f"0-YS 1:{option}-RM", {1: hand})
        assert played.after("YS")[-1] == f"claim 1 {option}"
        at = played.lines.index(f"claim 1 {option}")
        assert played.lines[at + 1] == "discard 1 RM"


def test_E7_30_cards_between_turns_and_a_winner_shows_31(some_logs):
    for log in some_logs:
        for event, piles in recount(log):
            if event["e"] in ("discard", "draw"):
                assert [piles.shown(seat) for seat in range(3)] == [30, 30, 30]
            if event["e"] == "win":
                assert piles.shown(event["seat"]) + (event["card"] is not None) == 31
