"""`check_strategy`: the contract that every strategy keeps, for its author to run."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import count, cycle
from time import perf_counter
from typing import Any

import numpy as np

from simcore.batch import new_deal, play_chunk
from simcore.bits import kth_bit, popcount
from simcore.errors import StrategyError
from simcore.native import STRATEGY_SIGNATURE, address_of
from simcore.records import RESULT_DTYPE, SEATS
from simcore.rules import PRESETS, Rules
from simcore.strategy import Strategy
from simcore.streams import draw
from simcore.switches import SWITCHES

DEALS = 4  # a round
BOUND_ROUNDS = 10  # with each parameter at each of its bounds
CHECKED_ROUNDS = 30  # with every index checked


@dataclass(frozen=True)
class StrategyCheck:
    """What `check_strategy` saw, by game: decisions checked, microseconds a decision, and the same in the slowest
    round of four deals."""

    strategy: str
    decisions: dict[str, int]
    microseconds: dict[str, float]
    slowest: dict[str, float]


def _any_claim(view: Any) -> int:
    return kth_bit(view.options, draw(view, popcount(view.options)))


def _any_discard(view: Any) -> int:
    return kth_bit(view.discards, draw(view, popcount(view.discards)))


WILD = Strategy("wild", _any_claim, _any_discard, sees="hand", random=True, meaning="any legal move")


@dataclass(frozen=True)
class _Round:
    """Some deals: the rules, the seats of the strategy (wild sits at the others), the seed."""

    rules: Rules
    own: tuple[int, ...]
    seed: int

    def seats(self, strategy: Strategy) -> tuple[Strategy, ...]:
        return tuple(strategy if s in self.own else WILD for s in range(SEATS))


def check_strategy(strategy: Strategy, *, positions: int = 10_000, max_microseconds: float = 1_000.0) -> StrategyCheck:
    """Hold a strategy to its contract, in at least `positions` random positions of each game.

    It plays deals of the presets and of every switch in each of its positions, at all three seats and, beyond those
    positions, beside a strategy that makes any legal move. The strategy must compile, return a legal option or card,
    keep within the arrays of its view, play the same deal in the same way again, keep what it declares (`random=False`:
    its moves do not depend on its random stream; `sees`: nor on a part of the view beyond it), work with every
    parameter at either bound, and take less than `max_microseconds` a decision on average. Raises StrategyError saying
    what was broken, where.
    """
    decisions, microseconds, slowest = {}, {}, {}
    for game in PRESETS:
        _play(strategy, _Round(Rules.preset(game), (0, 1, 2), 0), deals=1)  # compile
        for round_, _ in zip(rounds(game), range(CHECKED_ROUNDS), strict=False):
            _keeps_within(strategy, round_)
        decisions[game], microseconds[game], slowest[game] = _plays(strategy, game, positions, max_microseconds)
        _bounds(strategy, game)
    return StrategyCheck(strategy.label, decisions, microseconds, slowest)


@cache
def variants(game: str) -> tuple[Rules, ...]:
    """The preset, and for each switch and each of its other values the preset with it."""
    preset = Rules.preset(game)
    values = dict(preset.values)
    others = [
        preset.replace(**{name: choice})
        for name, switch in SWITCHES.items()
        if switch.use(game) is not None
        for choice in switch.choices
        if choice != values[name]
    ]
    return (preset, *others)


def rounds(game: str) -> Iterator[_Round]:
    """Rounds without end: every second with the strategy at all seats, the others in every mixture with `wild`."""
    mixtures = cycle(((0,), (1, 2), (1,), (0, 2), (2,), (0, 1)))
    rules = variants(game)
    for seed in count():
        turn, which = divmod(seed, len(rules))
        yield _Round(rules[which], (0, 1, 2) if (turn + which) % 2 == 0 else next(mixtures), seed)


def _plays(strategy: Strategy, game: str, positions: int, limit: float) -> tuple[int, float, float]:
    """Play rounds until enough was decided: decisions, microseconds a decision, and those of the slowest round."""
    decisions, seconds, slowest = 0, 0.0, 0.0
    for round_ in rounds(game):
        results, took = _play(strategy, round_)
        if len(round_.own) == SEATS:  # else some of what was decided was so by others
            asked = max(int(results["intents"].sum() + results["discards"].sum()), 1)
            decisions += asked
            seconds += took
            slowest = max(slowest, 1e6 * took / asked)
            if 1e6 * seconds / decisions > limit and decisions > positions // 10:
                raise StrategyError(
                    f"strategy {strategy.label}: {1e6 * seconds / decisions:.1f} µs a decision in {game}, "
                    f"the limit is {limit:g} µs"
                )
        again, _ = _play(strategy, round_)
        _same(strategy, round_, results, again, "plays the same deal differently a second time")
        if not strategy.random:
            other, _ = _play(strategy, round_, other_streams=True)
            _same(strategy, round_, results, other, "draws random numbers, but does not declare random=True")
        if strategy.sees != "all":
            other, _ = _play(replace(strategy, sees="all"), round_)
            fault = f'looks at more of its view than sees="{strategy.sees}" declares'
            _same(strategy, round_, results, other, fault)
        if decisions >= positions:
            break
    return decisions, 1e6 * seconds / decisions, slowest


def _bounds(strategy: Strategy, game: str) -> None:
    """Play with each parameter at each of its bounds, and with all of them there."""
    low, high = ({p.name: getattr(p, side) for p in strategy.params} for side in ("low", "high"))
    settings = [{name: value} for bounds in (low, high) for name, value in bounds.items()]
    for values in [*settings, low, high] if strategy.params else []:
        for round_, _ in zip(rounds(game), range(BOUND_ROUNDS), strict=False):
            _play(strategy.with_params(values), round_, deals=1)


def _play(
    strategy: Strategy,
    round_: _Round,
    *,
    deals: int = DEALS,
    other_streams: bool = False,
    prepare: Callable[[Any], None] | None = None,
) -> tuple[np.ndarray[Any, Any], float]:
    """The results of a round, and the seconds that it took."""
    seats = round_.seats(strategy)
    d = new_deal(round_.rules, seats, round_.seed)
    if other_streams:
        for s in round_.own:
            d.stream_keys[1 + s] ^= np.uint64(0x5EED)
    if prepare is not None:
        prepare(d)
    results = np.zeros(deals, RESULT_DTYPE)
    start = perf_counter()
    play_chunk(d, seats, 0, -1, results)
    return results, perf_counter() - start


def _keeps_within(strategy: Strategy, round_: _Round) -> None:
    """Play with code that checks every index, which an ordinary run does not."""
    addresses = [_checked(function) for function in (strategy.claim, strategy.discard)]

    def prepare(d: Any) -> None:
        for s in round_.own:
            d.claim_address[s], d.discard_address[s] = (address for address, _ in addresses)

    try:
        _play(strategy, round_, prepare=prepare)
    except StrategyError as error:
        if "IndexError" not in str(error):
            raise
        raise StrategyError(f"{error}: it reads or writes past the end of an array") from error


@cache
def _checked(function: Callable[..., Any]) -> tuple[int, Any]:
    return address_of(function, STRATEGY_SIGNATURE, check_bounds=True)


def _same(
    strategy: Strategy, round_: _Round, results: np.ndarray[Any, Any], other: np.ndarray[Any, Any], fault: str
) -> None:
    different = np.nonzero(results != other)[0]
    if len(different):
        rules, seats = round_.rules, ",".join(seat.label for seat in round_.seats(strategy))
        changed = [
            f"{name} = {value}" for name, value in rules.values if dict(Rules.preset(rules.game).values)[name] != value
        ]
        where = ", ".join([rules.game, *changed, f"seats {seats}", f"seed {round_.seed}", f"deal {different[0]}"])
        raise StrategyError(f"strategy {strategy.label} {fault}: {where}")
