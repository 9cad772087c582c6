"""`check_strategy`: the contract that every strategy keeps, for its author to run."""

from __future__ import annotations

from dataclasses import dataclass, replace
from time import perf_counter
from typing import Any

import numpy as np

from simcore.batch import new_deal, play_chunk, run_deals
from simcore.errors import StrategyError
from simcore.records import RESULT_DTYPE, SEATS
from simcore.rules import PRESETS, Rules
from simcore.strategy import Strategy


@dataclass(frozen=True)
class StrategyCheck:
    """What `check_strategy` saw: decisions checked and microseconds a decision, by game."""

    strategy: str
    decisions: dict[str, int]
    microseconds: dict[str, float]


def check_strategy(strategy: Strategy, *, deals: int = 400, max_microseconds: float = 1_000.0) -> StrategyCheck:
    """Play a strategy against itself in both games and hold it to its contract.

    It must compile, return a legal option or card in every position (400 deals ask about 20,000 times a game), play
    the same deal in the same way again, keep what it declares (`random=False`: its moves do not depend on its random
    stream; `sees`: nor on a part of the view beyond it), work at both bounds of every parameter, and take less
    than `max_microseconds` a decision on average. Raises StrategyError saying what was broken, where.
    """
    decisions, microseconds = {}, {}
    for game in PRESETS:
        rules = Rules.preset(game)
        seats = (strategy,) * SEATS
        run_deals(rules, seats, 0, 0, 1)  # compile
        start = perf_counter()
        results = run_deals(rules, seats, 0, 0, deals)
        seconds = perf_counter() - start
        asked = int(results["intents"].sum() + results["discards"].sum())
        decisions[game] = asked
        microseconds[game] = 1e6 * seconds / max(asked, 1)
        if microseconds[game] > max_microseconds:
            raise StrategyError(
                f"strategy {strategy.label}: {microseconds[game]:.1f} µs a decision in {game}, "
                f"the limit is {max_microseconds:g} µs"
            )
        _same(strategy, game, results, _play(rules, strategy, deals), "plays the same deal differently a second time")
        if not strategy.random:
            other = _play(rules, strategy, deals, other_streams=True)
            _same(strategy, game, results, other, "draws random numbers, but does not declare random=True")
        if strategy.sees != "all":
            other = _play(rules, replace(strategy, sees="all"), deals)
            _same(strategy, game, results, other, f'looks at more of its view than sees="{strategy.sees}" declares')
        for parameter in strategy.params:
            for bound in (parameter.low, parameter.high):
                run_deals(rules, (strategy.with_params({parameter.name: bound}),) * SEATS, 0, 0, max(1, deals // 20))
    return StrategyCheck(strategy.label, decisions, microseconds)


def _play(rules: Rules, strategy: Strategy, deals: int, *, other_streams: bool = False) -> np.ndarray[Any, Any]:
    seats = (strategy,) * SEATS
    d = new_deal(rules, seats, 0)
    if other_streams:
        d.stream_keys[1:] ^= np.uint64(0x5EED)
    results = np.zeros(deals, RESULT_DTYPE)
    play_chunk(d, seats, 0, -1, results)
    return results


def _same(
    strategy: Strategy, game: str, results: np.ndarray[Any, Any], other: np.ndarray[Any, Any], fault: str
) -> None:
    different = np.nonzero(results != other)[0]
    if len(different):
        raise StrategyError(f"strategy {strategy.label} {fault}: {game}, seed 0, deal {different[0]}")
