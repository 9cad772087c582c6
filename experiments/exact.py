"""Counts of a study by name: integer arrays of a fixed shape and histograms, which add up in any order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

from experiments.tally import Ints, Spread

_LOW: Final = ":low"
"""What the name of a histogram's least value ends with among plain arrays."""


class Exact:
    """Exact integer results of a part of a study.

    `grids` are int64 arrays of any fixed shape, `spreads` histograms (rows and values). Two parts of one study have
    the same names and shapes.
    """

    __slots__ = ("grids", "spreads")

    def __init__(self, grids: Mapping[str, Ints], spreads: Mapping[str, Spread]) -> None:
        self.grids = dict(grids)
        self.spreads = dict(spreads)

    def add(self, other: Exact) -> None:
        """Take in the counts of another part of the same study."""
        for name, counts in self.grids.items():
            counts += other.grids[name]
        for name, spread in self.spreads.items():
            spread.add(other.spreads[name])

    def arrays(self) -> dict[str, NDArray[np.int64]]:
        """All counts as plain int64 arrays; `from_arrays` makes an equal value of them."""
        plain = dict(self.grids)
        for name, spread in self.spreads.items():
            plain[name] = spread.counts
            plain[name + _LOW] = np.array([spread.low], np.int64)
        return plain

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[np.int64]]) -> Exact:
        """The counts whose `arrays` these are."""
        spreads = {
            name: Spread(np.array(values, np.int64), int(arrays[name + _LOW][0]))
            for name, values in arrays.items()
            if name + _LOW in arrays
        }
        grids = {
            name: np.array(values, np.int64)
            for name, values in arrays.items()
            if name not in spreads and not name.endswith(_LOW)
        }
        return cls(grids, spreads)
