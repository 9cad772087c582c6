"""A faulty strategy ends the run with an error that names it, and never corrupts a deal."""

from __future__ import annotations

import re

import numba
import numpy as np
import pytest

from simcore import (
    Parameter,
    Rules,
    Strategy,
    StrategyError,
    deal_log,
    run_deals,
)
from strategies import load
from tests.rules.scripted import GAMES

BOTH = pytest.mark.parametrize("game", GAMES)
EAGER = load("eager")

# Strategies with one fault each; all else as `eager` would.


def _passes(view):
    if (view.options >> 0) & 1:
        return 0
    return 1 if (view.options >> 1) & 1 else 10


def _throws_lowest(view):
    card = 0
    while not (view.discards >> card) & 1 or card % 7 == 0:
        card += 1
    return card


_throws_lowest_njit = numba.njit(_throws_lowest)


def _wins_always(view):
    return 10


def _option_99(view):
    return 99


def _option_minus_1(view):
    return -1


def _throws_what_it_has_not(view):
    for card in range(28):
        if view.hand[card] == 0:
            return card
    return -1


def _throws_99(view):
    return 99


def _returns_float(view):
    return 0.5


def _raises(view):
    if view.options:
        raise ValueError("no idea")
    return 0


def _raises_at_discard(view):
    if view.discards:
        raise IndexError("nothing to throw")
    return 0


def _adds_text(view):
    return view.options + "1"


def _throws_lowest_as_int8(view):
    return np.int8(_throws_lowest_njit(view))


def _throws_lowest_as_uint64(view):
    return np.uint64(_throws_lowest_njit(view))


def _not_compilable(view):
    return view.no_such_field


def faulty(name, claim=_passes, discard=_throws_lowest, params=()):
    """A strategy of that name."""
    return Strategy(name, claim, discard, params)


def said(strategy, game="guangshui", seat=1, first=0, count=200):
    """The message of the StrategyError that ends a run with the strategy at that seat."""
    seats = [EAGER] * 3
    seats[seat] = strategy
    with pytest.raises(StrategyError) as caught:
        run_deals(Rules.preset(game), seats, 4, first, count, dealer=0)
    assert "\n" not in str(caught.value)
    return str(caught.value)


@BOTH
@pytest.mark.parametrize("seat", [0, 1, 2])
@pytest.mark.parametrize(
    ("claim", "returned"), [(_wins_always, 10), (_option_99, 99), (_option_minus_1, -1)], ids=["win", "99", "-1"]
)
def test_an_illegal_option_ends_the_run_and_names_everything(game, seat, claim, returned):
    message = said(faulty("wild", claim), game, seat)
    found = re.fullmatch(r"strategy wild at seat (\d) in deal (\d+): claim returned (-?\d+); legal were (.+)", message)
    assert found, message
    assert (int(found[1]), int(found[3])) == (seat, returned)
    legal = found[4].split(", ")
    assert all(re.fullmatch(r"(win|kong|peng|zhan|ming|pass|chi:[A-Z,]+) \(\d+\)", text) for text in legal), legal
    # the deal named is the first at fault: the deals before it play, and it alone fails again in the same way
    deal = int(found[2])
    seats = [EAGER] * 3
    seats[seat] = faulty("wild", claim)
    assert len(run_deals(Rules.preset(game), seats, 4, 0, deal, dealer=0)) == deal
    with pytest.raises(StrategyError, match=re.escape(message)):
        deal_log(Rules.preset(game), seats, 4, deal, dealer=0)


@BOTH
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_card_that_is_not_held(game, seat):
    message = said(faulty("fraud", discard=_throws_what_it_has_not), game, seat)
    found = re.fullmatch(
        r"strategy fraud at seat (\d) in deal \d+: discard returned (\d+) \((\w+)\); legal were (.+)", message
    )
    assert found, message
    assert int(found[1]) == seat
    legal = dict(re.fullmatch(r"(\w+) \((\d+)\)", text).groups() for text in found[4].split(", "))
    assert found[3] not in legal
    assert len(legal) > 5
    message = said(faulty("fraud", discard=_throws_99), game, seat)
    assert re.search(rf"strategy fraud at seat {seat} in deal \d+: discard returned 99; legal were ", message)


def test_a_lone_card_is_no_legal_discard_in_guangshui():
    message = said(faulty("fraud", discard=lambda view: 0), seat=0)
    assert re.search(r"strategy fraud at seat 0 in deal \d+: discard returned 0 \(YJ\); legal were", message)
    assert not re.search(r"[YRWG]J|GUI", message.split("legal were")[1])


@pytest.mark.parametrize("part", ["claim", "discard"])
def test_a_float_is_refused_before_the_first_deal(part):
    message = said(faulty("floaty", **{part: _returns_float}))
    assert re.search(rf"strategy floaty: {part}.*integer.*float64", message)


@pytest.mark.parametrize("discard", [_throws_lowest_as_int8, _throws_lowest_as_uint64], ids=["int8", "uint64"])
def test_an_integer_of_another_width_is_no_fault(discard):
    found = run_deals(Rules.preset("guangshui"), [EAGER, EAGER, faulty("narrow", discard=discard)], 4, 0, 50)
    expected = run_deals(Rules.preset("guangshui"), [EAGER, EAGER, faulty("plain")], 4, 0, 50)
    assert (found == expected).all()


def test_what_cannot_be_compiled_is_refused_before_the_first_deal():
    message = said(faulty("broken", _adds_text))
    assert "strategy broken: claim cannot be compiled" in message


def test_a_field_that_the_view_does_not_have():
    message = said(faulty("broken", _not_compilable))
    assert re.search(r"strategy broken: claim.*no_such_field", message)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_an_exception_of_a_strategy_arrives_with_its_name(seat):
    message = said(faulty("clumsy", _raises), seat=seat)
    assert re.search(rf"strategy clumsy at seat {seat} raised ValueError: no idea in deal \d+", message)
    message = said(faulty("clumsy", discard=_raises_at_discard), seat=seat)
    assert re.search(rf"strategy clumsy at seat {seat} raised IndexError: nothing to throw in deal \d+", message)


def test_an_exception_arrives_from_a_thread_as_well():
    seats = [EAGER, faulty("clumsy", _raises), EAGER]
    with pytest.raises(StrategyError, match="strategy clumsy at seat 1 raised ValueError"):
        run_deals(Rules.preset("guangshui"), seats, 4, 0, 8000, threads=2)
    # and the next run is sound
    assert len(run_deals(Rules.preset("guangshui"), [EAGER] * 3, 4, 0, 10)) == 10


def _writes_params(view):
    view.params[0] += 1.0
    return 0 if (view.options >> 0) & 1 else 1


def _writes_rules(view):
    view.rules.false_wins = 1
    return 0 if (view.options >> 0) & 1 else 1


def _writes_seat(view):
    view.seat = 1
    return 0 if (view.options >> 0) & 1 else 1


@pytest.mark.parametrize(
    ("claim", "field"), [(_writes_params, "params"), (_writes_rules, "rules"), (_writes_seat, "seat")]
)
def test_a_strategy_may_not_write_to_what_stays_in_its_view(claim, field):
    message = said(faulty("scribe", claim, params=(Parameter("greed", 1.0, 0.0, 9.0),)), seat=2)
    assert f"strategy scribe at seat 2 wrote to view.{field}, in deal 0" in message


def _writes_table(view):
    view.table.stock_left = 7
    return 0 if (view.options >> 0) & 1 else 1


def _writes_own(view):
    view.own.no_win = 1
    return 0 if (view.options >> 0) & 1 else 1


@pytest.mark.parametrize(
    ("claim", "sees", "field"),
    [(_writes_table, "hand", "table"), (_writes_own, "hand", "own"), (_writes_own, "table", "own")],
)
def test_a_strategy_may_not_write_to_what_it_is_not_shown(claim, sees, field):
    message = said(Strategy("scribe", claim, _throws_lowest, sees=sees), seat=2)
    assert f"strategy scribe at seat 2 wrote to view.{field}, in deal 0" in message


@numba.njit
def _spoil(view):
    for i in range(32):
        view.hand[i] = 3
        view.table.out[i] = 4
        view.table.laid[i] = 4
    for i in range(5):
        view.held[i] = -1
    for i in range(3):
        view.table.hand_size[i] = 0
        view.table.passed[i] = -1
        view.table.dead[i] = 1
        view.table.n_melds[i] = 9
    view.table.stock_left = 0
    view.dealer = 2
    view.card = 5
    view.options = -1
    view.discards = -1


def _vandal_claim(view):
    answer = 0 if (view.options >> 0) & 1 else 1 if (view.options >> 1) & 1 else 10
    _spoil(view)
    return answer


def _vandal_discard(view):
    card = 0
    while not (view.discards >> card) & 1 or card % 7 == 0:
        card += 1
    _spoil(view)
    return card


@BOTH
def test_a_strategy_that_writes_all_over_the_rest_of_its_view_changes_nothing(game):
    rules = Rules.preset(game)
    good, vandal = faulty("good"), faulty("vandal", _vandal_claim, _vandal_discard)
    expected = run_deals(rules, [good, EAGER, good], 9, 0, 150)
    found = run_deals(rules, [vandal, EAGER, vandal], 9, 0, 150)
    assert (found == expected).all()


@pytest.mark.parametrize(
    ("values", "says"),
    [
        ({"gread": 1.0}, 'no parameter "gread".*greed'),
        ({"greed": 10.0}, "greed.*0 to 9.*10"),
        ({"greed": float("nan")}, "greed"),
    ],
)
def test_parameters_that_cannot_be(values, says):
    strategy = faulty("scribe", params=(Parameter("greed", 1.0, 0.0, 9.0),))
    with pytest.raises(StrategyError, match=says):
        strategy.with_params(values)
