"""`check_strategy` catches what a strategy does wrong, by its name, and lets a good one pass."""

from __future__ import annotations

import re
from typing import Any

import pytest

from simcore import LONE, Option, Parameter, Strategy, StrategyError, check_strategy, draw, lowest
from simcore.check import rounds, variants
from simcore.switches import SWITCHES

PASS, MING, WIN = int(Option.PASS), int(Option.MING), int(Option.WIN)


def meek_claim(view: Any) -> int:
    """Pass, or lay a lone card open, or win."""
    if view.options & 1:
        return 0
    return 1 if (view.options >> 1) & 1 else 10


def plain_discard(view: Any) -> int:
    """The lowest card that is not lone."""
    return lowest(view.discards & ~LONE)


def claims_what_it_may_not(view: Any) -> int:
    return 7


def discards_what_it_has_not(view: Any) -> int:
    return lowest(~view.held[0])


def raises_rarely(view: Any) -> int:
    """Only where a switch is not as usual."""
    if view.rules.win_reach == 1 and view.table.stock_left < 15:
        raise ValueError("no plan for this")
    return 0 if view.options & 1 else 1 if (view.options >> 1) & 1 else 10


def draws(view: Any) -> int:
    plain = view.discards & ~LONE
    first = lowest(plain)
    rest = plain & (plain - 1)
    return lowest(rest) if rest and draw(view, 2) else first


def looks_at_the_table(view: Any) -> int:
    plain = view.discards & ~LONE
    rest = plain & (plain - 1)
    return lowest(rest) if rest and view.table.stock_left < 12 else lowest(plain)


def looks_at_its_record(view: Any) -> int:
    plain = view.discards & ~LONE
    rest = plain & (plain - 1)
    return lowest(rest) if rest and view.own.no_chi else lowest(plain)


def looks_beyond_its_hand(view: Any) -> int:
    """A card of somebody else, or so it hopes."""
    far = int(view.hand[32 + view.discards % 5])
    return lowest(view.discards & ~LONE) + 0 * far


def dawdles(view: Any) -> int:
    spent = 0
    for i in range(400_000):
        spent = (spent * 31 + i) ^ view.discards
    return lowest(view.discards & ~LONE) if spent else -1


def divides(view: Any) -> int:
    """Cannot do with its parameter at 0."""
    if view.params[0] == 0.0:
        raise ZeroDivisionError("greed is 0")
    return lowest(view.discards & ~LONE)


FAULTS = {
    "claims": (Strategy("faulty", claims_what_it_may_not, plain_discard), r"claim returned 7; legal were"),
    "discards": (Strategy("faulty", meek_claim, discards_what_it_has_not), r"discard returned \d+"),
    "raises": (Strategy("faulty", raises_rarely, plain_discard), r"raised ValueError: no plan for this in deal \d+"),
    "draws": (Strategy("faulty", meek_claim, draws), r"draws random numbers, but does not declare random=True"),
    "table": (Strategy("faulty", meek_claim, looks_at_the_table, sees="hand"), r'looks at more .* sees="hand"'),
    "own": (Strategy("faulty", meek_claim, looks_at_its_record, sees="table"), r'looks at more .* sees="table"'),
    "beyond": (Strategy("faulty", meek_claim, looks_beyond_its_hand), r"reads or writes past the end of an array"),
    "dawdles": (Strategy("faulty", meek_claim, dawdles), r"[\d.]+ µs a decision in guangshui, the limit is 20 µs"),
    "bounds": (
        Strategy("faulty", meek_claim, divides, (Parameter("greed", 1.0, 0.0, 2.0),)),
        r"faulty\[greed=0.0\] .* raised ZeroDivisionError: greed is 0",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_faulty_strategy_is_caught_by_name(fault: str) -> None:
    strategy, message = FAULTS[fault]
    with pytest.raises(StrategyError) as caught:
        check_strategy(strategy, positions=2_000, max_microseconds=20)
    assert re.search(message, str(caught.value)), str(caught.value)
    assert "strategy faulty" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_sound_strategy_passes_and_is_told_what_was_seen() -> None:
    seen = check_strategy(Strategy("meek", meek_claim, plain_discard, sees="hand"), positions=3_000)
    assert seen.strategy == "meek"
    assert set(seen.decisions) == {"guangshui", "youxi"}
    for game in seen.decisions:
        assert seen.decisions[game] >= 3_000
        assert 0 < seen.microseconds[game] <= seen.slowest[game]


def test_what_draws_and_looks_passes_where_it_says_so() -> None:
    check_strategy(Strategy("moody", meek_claim, draws, random=True), positions=1_000)
    check_strategy(Strategy("looker", meek_claim, looks_at_the_table, sees="table"), positions=1_000)
    check_strategy(Strategy("knower", meek_claim, looks_at_its_record), positions=1_000)


@pytest.mark.parametrize("game", ["guangshui", "youxi"])
def test_every_switch_is_tried_in_every_position_at_all_seats_and_beside_others(game: str) -> None:
    tried = {True: set(), False: set()}  # type: dict[bool, set[tuple[str, Any]]]
    mixtures = set()
    for round_, _ in zip(rounds(game), range(2 * len(variants(game))), strict=False):
        tried[len(round_.own) == 3] |= set(round_.rules.values)
        mixtures.add(round_.own)
    wanted = {
        (name, choice) for name, switch in SWITCHES.items() if switch.use(game) is not None for choice in switch.choices
    }
    assert tried == {True: wanted, False: wanted}
    assert mixtures == {(0,), (1,), (2,), (0, 1), (0, 2), (1, 2), (0, 1, 2)}
