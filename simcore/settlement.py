"""Who pays whom when a deal has ended: G13, Y6, Y9, Y10, Y11. Guangshui counts in 牌, Youxi in coins."""

from __future__ import annotations

from typing import Any

from simcore.jit import core

FALSE_WIN_PAYS = 10  # Y11, to each of the three other persons


@core
def settle_guangshui(rules: Any, result: Any, pai: int, discarder: int) -> None:
    """G13: each of the two others pays the winner `pai`, or the discarder pays for both."""
    winner = result.winner
    for s in range(3):
        if s != winner:
            result.payoff[s] = -pai
    if rules.payers == 1 and discarder >= 0:
        for s in range(3):
            result.payoff[s] = -2 * pai if s == discarder else 0
    result.payoff[winner] = 2 * pai


@core
def settle_youxi(result: Any, pay: int, dreamer: int) -> None:
    """Y6: each other player pays the winner `pay`; the winner hands the dreamer 夢 his share."""
    for s in range(3):
        result.payoff[s] = -pay
    result.payoff[result.winner] = 2 * pay - dreamer
    result.dreamer = dreamer


@core
def settle_stinking(result: Any) -> None:
    """Y10: the winner gets nothing and each of the two others pays the dreamer 1."""
    for s in range(3):
        result.payoff[s] = -1
    result.payoff[result.winner] = 0
    result.dreamer = 2


@core
def settle_no_winner(rules: Any, result: Any) -> None:
    """G13: nobody pays. Y9: each of the three pays the dreamer 1."""
    each = 1 if rules.game == 1 else 0
    for s in range(3):
        result.payoff[s] = -each
    result.dreamer = 3 * each


@core
def settle_false_win(result: Any) -> None:
    """Y11: the declarer pays 10 to each of the three other persons."""
    for s in range(3):
        result.payoff[s] = FALSE_WIN_PAYS
    result.payoff[result.declarer] = -3 * FALSE_WIN_PAYS
    result.dreamer = FALSE_WIN_PAYS


@core
def next_dealer(rules: Any, dealer: int, winner: int) -> int:
    """G14, Y16: the dealer of the next deal, after a deal of `dealer` won by `winner` (-1: nobody)."""
    if rules.next_dealer == 1:
        return dealer + 1 if dealer < 2 else 0
    return winner if winner >= 0 else dealer
