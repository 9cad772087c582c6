"""Whole deals by game and line-up, and the steps that they are made of."""

from typing import Any

import pytest

from benchmarks import kernels
from benchmarks.conftest import Meter
from benchmarks.figures import NO_LIMITS, Limits
from experiments.bench import FLOOR_SHUFFLES, Job, deal_job, floor_job
from simcore import PRESETS, Rules
from simcore.batch import new_deal
from simcore.tables import scoring_tables
from strategies import BUILT_IN, load

LIMITS = {
    ("guangshui", "eager"): Limits(11, 8),
    ("youxi", "eager"): Limits(12, 9.3),
    ("guangshui", "random"): Limits(15, 11.5),
    ("youxi", "random"): Limits(16, 12),
    ("guangshui", "greedy"): Limits(16, 10),
    ("youxi", "greedy"): Limits(17, 11),
}
STARTS = 5_000
DISCARDS = 8


def test_floor(meter: Meter) -> None:
    meter.shuffles(floor_job())


@pytest.mark.parametrize("game", PRESETS)
def test_own_shuffle(meter: Meter, game: str) -> None:
    rules = Rules.preset(game)
    d: Any = new_deal(rules, [load("eager")] * 3, 1)
    job = Job(
        f"{game}, own shuffle of {rules.deck_size}, seeded",
        "shuffle",
        lambda: kernels.own_shuffles(d, rules.deck_size, FLOOR_SHUFFLES),
        FLOOR_SHUFFLES,
    )
    meter.shuffles(job)


@pytest.mark.parametrize("name", ["eager", "random", "greedy"])
@pytest.mark.parametrize("game", PRESETS)
def test_deal(meter: Meter, game: str, name: str) -> None:
    if name not in BUILT_IN:
        pytest.skip(f"no strategy {name}")
    meter.shuffles(deal_job(Rules.preset(game), [BUILT_IN[name]] * 3), limits=LIMITS.get((game, name), NO_LIMITS))


@pytest.mark.parametrize("game", PRESETS)
def test_start(meter: Meter, game: str) -> None:
    d: Any = new_deal(Rules.preset(game), [load("eager")] * 3, 1)
    meter.shuffles(starting(f"{game}, shuffle, deal, first sets", d, 0))


@pytest.mark.parametrize("game", PRESETS)
def test_discard(meter: Meter, game: str) -> None:
    d: Any = new_deal(Rules.preset(game), [load("eager")] * 3, 1)
    each = starting(f"{game}, one discard by eager", d, DISCARDS)
    meter.shuffles(each, less=starting("", d, 0))


def starting(what: str, d: Any, discards: int) -> Job:
    """Deals begun, with discards after it."""
    units = STARTS * 3 * discards or STARTS
    per = "discard" if discards else "deal"
    return Job(what, per, lambda: kernels.begin_and_discard(d, scoring_tables(), STARTS, discards), units)


@pytest.mark.parametrize("game", PRESETS)
def test_options(meter: Meter, game: str) -> None:
    d, seats = kernels.seats_in_play(Rules.preset(game), load("eager"), 2_000)
    kept = seats.copy()

    def fresh() -> None:
        seats[:] = kept  # a card found not to win is struck from the set

    job = Job(
        f"{game}, options of a seat that has one",
        "seat",
        lambda: kernels.ask_options(d, scoring_tables(), seats),
        kernels.questions(kept),
    )
    meter.shuffles(job, fresh=fresh)
