"""Studies without cards, whose counts anybody can work out: unit n adds n and n², and may fail or take its time."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcore import StrategyError


@contextmanager
def usual_signals() -> Iterator[None]:
    """Ctrl-C and SIGTERM as a program finds them: where the tests run in the background, Ctrl-C may be ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler), signal.signal(signal.SIGTERM, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before[0])
        signal.signal(signal.SIGTERM, before[1])


class Sums:
    """How many units, their sum, their sum of squares, and how often each last digit came."""

    def __init__(self, numbers: NDArray[np.int64] | None = None) -> None:
        found = np.zeros(0, np.int64) if numbers is None else numbers
        self.sums = np.array([len(found), found.sum(), (found**2).sum()], np.int64)
        self.digits = np.bincount(found % 10, minlength=10).astype(np.int64)

    def add(self, other: Sums) -> None:
        self.sums += other.sums
        self.digits += other.digits

    def arrays(self) -> dict[str, NDArray[Any]]:
        return {"sums": self.sums, "digits": self.digits}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Sums:
        made = cls()
        if arrays["sums"].shape != (3,) or arrays["digits"].shape != (10,):
            raise ValueError("shapes")
        made.sums, made.digits = arrays["sums"].copy(), arrays["digits"].copy()
        return made

    @property
    def values(self) -> tuple[list[int], list[int]]:
        return self.sums.tolist(), self.digits.tolist()


def expected(first: int, count: int) -> tuple[list[int], list[int]]:
    """What `Sums.values` must be, by Python's integers."""
    units = range(first, first + count)
    return [count, sum(units), sum(n * n for n in units)], [sum(n % 10 == d for n in units) for d in range(10)]


@dataclass(frozen=True)
class Numbers:
    """The study: units first … first + count - 1.

    `fails`: units that raise StrategyError. `kills`: the unit whose worker dies, as long as the file `mark` holds fewer
    than `deaths` letters. `nap`: seconds that a unit from `tired` on takes. `asks`: the unit with which the process
    gets the signal `number`. `log`: a file that gets a line for every piece played.
    """

    first: int = 0
    count: int = 1_000
    name: str = "numbers"
    fails: tuple[int, ...] = ()
    kills: int = -1
    deaths: int = 0
    mark: str = ""
    nap: float = 0.0
    tired: int = 0
    asks: int = -1
    number: int = signal.SIGINT
    log: str = ""

    @property
    def unit(self) -> str:
        return "numbers"

    @property
    def command(self) -> str:
        return f"sise numbers --name {self.name} --first {self.first} --count {self.count}"

    def to_dict(self) -> dict[str, Any]:
        return {"first": self.first, "count": self.count, "name": self.name}

    def prepare(self) -> None:
        pass

    def empty(self) -> Sums:
        return Sums()

    def play(self, first: int, count: int) -> Sums:
        if self.log:
            with open(self.log, "a", encoding="utf-8") as file:
                file.write(f"{first} {count}\n")
        for unit in self.fails:
            if first <= unit < first + count:
                raise StrategyError(f"unit {unit} fails")
        if first <= self.kills < first + count:
            mark = Path(self.mark)
            if len(mark.read_text()) < self.deaths:
                mark.write_text(mark.read_text() + "x")
                os._exit(9)
        if first <= self.asks < first + count:
            os.kill(os.getpid(), self.number)
        if self.nap and first + count > self.tired:
            time.sleep(self.nap * (first + count - max(first, self.tired)))
        return Sums(np.arange(first, first + count))

    def played(self) -> list[tuple[int, int]]:
        """What the log says."""
        lines = Path(self.log).read_text(encoding="utf-8").splitlines() if Path(self.log).exists() else []
        return [(int(first), int(count)) for first, count in (line.split() for line in lines)]
