"""From the command to the table: the first run ever, later runs, and a new strategy file."""

from itertools import count
from pathlib import Path

import pytest

from benchmarks.conftest import Meter
from benchmarks.figures import Limits
from benchmarks.processes import BARE, SIMULATE, python
from experiments.bench import Job

STRATEGY = """
from simcore import Strategy, highest, lowest


def claim(view):
    return highest(view.options)


def discard(view):
    return lowest(view.discards)


PLAIN = Strategy("plain", claim, discard, sees="hand")
"""

pytestmark = pytest.mark.several


def test_first_ever(meter: Meter, warm: Path, tmp_path: Path) -> None:
    numbers = count()
    meter.seconds(
        Job("first sise simulate --deals 1000 ever", "run", lambda: python(SIMULATE, tmp_path / str(next(numbers))), 1),
        Job("a start", "run", lambda: python(BARE, warm), 1),
        limits=Limits(20, 10),
        rounds=2,
    )


def test_second_process(meter: Meter, warm: Path) -> None:
    meter.seconds(
        Job("sise simulate --deals 1000 again", "run", lambda: python(SIMULATE, warm), 1),
        Job("a start", "run", lambda: python(BARE, warm), 1),
        limits=Limits(1.5, 0.8),
        rounds=9,
    )


def test_new_strategy(meter: Meter, warm: Path, tmp_path: Path) -> None:
    numbers = count()

    def new_file() -> None:
        path = tmp_path / f"mine_{next(numbers)}.py"
        path.write_text(STRATEGY, encoding="utf-8")
        python([*SIMULATE, "--seats", f"{path}:PLAIN,eager,eager"], warm)

    meter.seconds(
        Job("a new strategy file, beyond that", "run", new_file, 1),
        Job("built-in", "run", lambda: python([*SIMULATE, "--seats", "eager,eager,eager"], warm), 1),
        limits=Limits(0.6, 0.3),
        rounds=7,
        extra=True,
    )
