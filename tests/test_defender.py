"""`defender`: legal under every switch, gives less away than one who does not look, and clearly better than `eager`."""

from __future__ import annotations

from typing import Any

import pytest

from simcore import Rules, Strategy, check_strategy, deal_log, run_deals
from strategies import BUILT_IN, load
from tests.strategy_deals import MEEK, TABLES, deck_with, discarder, edge, keeps_duties

GAMES = ("guangshui", "youxi")
DEFENDER, EAGER, GREEDY = BUILT_IN["defender"], BUILT_IN["eager"], BUILT_IN["greedy"]
CARELESS = load("defender[fresh=0,third=0,feed=0]")
CAREFUL = load("defender[fresh=0.5,second=1,since=31]")
LATE = 20  # concealed cards of the nearer rival


@pytest.mark.parametrize(("game", "switches"), TABLES, ids=str)
def test_legal_under_every_switch(game: str, switches: dict[str, Any]) -> None:
    keeps_duties(DEFENDER, game, switches)


def test_keeps_the_contract_of_strategies() -> None:
    """Legal, reproducible, without chance, at both bounds of each parameter, in microseconds."""
    seen = check_strategy(DEFENDER)
    assert min(seen.decisions.values()) > 5_000
    assert not DEFENDER.random


def late_discards(strategy: Strategy, game: str, deals: int, **switches: Any) -> tuple[int, int, int]:
    """Discards of a seat against two `greedy` while one of them holds few cards; how many of these another seat took by
    peng or kong, and how many it won on."""
    rules = Rules.preset(game).replace(**switches)
    made = taken = won = 0
    for deal in range(deals):
        seat = deal % 3
        line_up = [GREEDY] * 3
        line_up[seat] = strategy
        log = deal_log(rules, line_up, 6, deal, dealer=(deal // 3) % 3)
        cards = [len(hand) for hand in log["hands"]]
        mine = False  # the card shown is a late discard of the seat
        shown = ""
        for event in log["events"]:
            kind, who = event["e"], event.get("seat")
            if kind in ("discard", "draw"):
                shown = event["card"]
                cards[who] -= kind == "discard"
                mine = kind == "discard" and who == seat and min(cards[s] for s in range(3) if s != seat) <= LATE
                made += mine
            elif kind == "claim":
                option = event["option"]
                taken += mine and option in ("peng", "kong")
                cards[who] -= {"ming": 0, "zhan": 1, "peng": 2, "kong": 3}.get(option, option.count(",") + 1)
            elif kind == "win":
                won += mine
        assert shown or not log["events"]
    return made, taken, won


@pytest.mark.parametrize("game", GAMES)
def test_gives_less_away_than_one_who_does_not_look(game: str) -> None:
    careful, careless = (late_discards(seat, game, 450) for seat in (DEFENDER, CARELESS))
    share = [(taken + won) / made for made, taken, won in (careful, careless)]
    assert min(careful[0], careless[0]) > 200
    assert share[0] < 0.93 * share[1]


def test_looks_twice_where_the_discarder_pays_for_both() -> None:
    """G13: under payers = discarder the winning card costs its discarder double."""
    both = late_discards(DEFENDER, "guangshui", 450)
    alone = late_discards(DEFENDER, "guangshui", 450, payers="discarder")
    assert alone[2] / alone[0] < both[2] / both[0]


def test_throws_what_was_let_go_by() -> None:
    """Two idle cards of one kind: of the one a copy has been discarded and let go by, so nobody holds a pair."""
    hand = "RX GX YS2 RS2 WS2 GS2 YM2 RM2 WM2 GM2 YP2 WP2 GC2 WC2 YZ2 RZ2"
    for gone in ("RX", "GX"):
        dealer = Strategy("dealer", MEEK.claim, discarder(gone), sees="hand")
        deck = deck_with("guangshui", gone, ("", hand), "YX YJ")
        log = deal_log(Rules.preset("guangshui"), [dealer, MEEK, CAREFUL], 1, 0, dealer=0, deck=deck)
        assert log["events"][0] == {"e": "discard", "seat": 0, "card": gone}
        assert {"e": "claim", "seat": 2, "option": "ming"} in log["events"]  # the YJ that it draws makes it discard
        mine = [event["card"] for event in log["events"] if event["e"] == "discard" and event["seat"] == 2]
        assert mine[0] == gone


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("change", ["fresh=0.5", "second=1.5", "since=31", "third=0.2", "feed=0.2", "idle=2", "pay=2"])
def test_every_parameter_matters(game: str, change: str) -> None:
    rules = Rules.preset(game)
    plain = run_deals(rules, [DEFENDER] * 3, 4, 0, 300)
    changed = run_deals(rules, [load(f"defender[{change}]")] * 3, 4, 0, 300)
    assert (plain["payoff"] != changed["payoff"]).any(axis=1).mean() > 0.01


@pytest.mark.parametrize("game", GAMES)
def test_folding_matters_with_danger(game: str) -> None:
    rules = Rules.preset(game)
    bold, meek = (run_deals(rules, [load(f"defender[fresh=0.1,fold={fold}]")] * 3, 4, 0, 300) for fold in (0, 1))
    assert (bold["payoff"] != meek["payoff"]).any(axis=1).mean() > 0.01


@pytest.mark.parametrize("game", GAMES)
def test_beats_eager(game: str) -> None:
    mean, error = edge(Rules.preset(game), DEFENDER, EAGER, 1_000)
    assert mean > 20 * error
