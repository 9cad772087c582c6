"""What it costs to call a strategy by its address."""

from typing import Any

import numpy as np
import pytest

from benchmarks.conftest import Meter
from benchmarks.figures import Limits
from benchmarks.inlined import inlined_run
from experiments.bench import DEALS, Job
from simcore import RESULT_DTYPE, Rules, play
from simcore.batch import RESULT_RECORD, new_deal
from simcore.tables import scoring_tables
from strategies import load


@pytest.mark.parametrize(("game", "name"), [("guangshui", "eager"), ("youxi", "eager"), ("guangshui", "random")])
def test_dispatch(meter: Meter, game: str, name: str) -> None:
    strategy = load(name)
    inlined = inlined_run(strategy)
    tables = scoring_tables()
    d: Any = new_deal(Rules.preset(game), [strategy] * 3, 1)
    by_address, in_line = (np.zeros(DEALS, RESULT_DTYPE).view(RESULT_RECORD) for _ in range(2))
    play.run(d, tables, 0, -1, by_address)
    inlined(d, tables, 0, -1, in_line)
    assert (by_address == in_line).all()
    meter.against(
        Job(f"{game}, {name} by address over inlined", "deal", lambda: play.run(d, tables, 0, -1, by_address), DEALS),
        Job("inlined", "deal", lambda: inlined(d, tables, 0, -1, in_line), DEALS),
        limits=Limits(1.10, 1.05),
        rounds=25,
    )
