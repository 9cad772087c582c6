"""Exact scores through `score_many`, by kind of hand."""

import pytest

from benchmarks.conftest import Meter
from benchmarks.figures import NO_LIMITS, Limits
from experiments.bench import HANDS, batch_of, score_job
from experiments.bench_hands import KINDS
from simcore import PRESETS, Rules

LIMITS = {"won": Limits(0.4, 0.22), "covered": Limits(0.4, 0.22), "not covered": Limits(0.05, 0.015)}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("game", PRESETS)
def test_score(meter: Meter, game: str, kind: str) -> None:
    rules = Rules.preset(game)
    batch = batch_of(rules, kind, distinct=HANDS // 2, hands=HANDS)
    meter.shuffles(score_job(rules, kind, batch), limits=LIMITS.get(kind, NO_LIMITS), rounds=40)
