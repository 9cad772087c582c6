"""Exact counts of a run: every figure of a table comes from the integers gathered here.

A chunk of deal records (`simcore.RESULT_DTYPE`, shape (n,)) becomes a `Tally` by a few counting passes;
tallies add up in any order to the same integers, whatever the threads and the chunking.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Records = NDArray[Any]
Ints = NDArray[np.int64]

SEATS: Final = 3
WIN_KINDS: Final = 6
LEVELS: Final = 3
CLASSES: Final = 4
"""Worth of a win. Guangshui: the record's level 0..2. Youxi: 0 ordinary, 1 big 大胡, 2 high 高胡, 3 stinking
臭."""
BAR_RULES: Final = 4
NAMED_BITS: Final = 32
BIG_TOTAL: Final = 40
"""A win with so many hu in all is big 大胡 (Y6)."""


class Spread:
    """Exact histograms of integers, one for each row: `counts[row, value - low]`, int64."""

    __slots__ = ("counts", "low")

    def __init__(self, counts: Ints, low: int) -> None:
        self.counts = counts
        self.low = low

    @classmethod
    def empty(cls, rows: int) -> Spread:
        """Histograms of nothing."""
        return cls(np.zeros((rows, 1), np.int64), 0)

    @classmethod
    def of(cls, rows: int, row: Ints, values: NDArray[Any]) -> Spread:
        """Count `values` (any shape) into the rows that `row` (int64, broadcast against it) names."""
        if values.size == 0:
            return cls.empty(rows)
        low = int(values.min())
        width = int(values.max()) - low + 1
        keys = row * width + (values.astype(np.int64, copy=False) - low)
        return cls(np.bincount(keys.ravel(), minlength=rows * width).reshape(rows, width), low)

    def add(self, other: Spread) -> None:
        """Take in the counts of `other`, which has the same number of rows."""
        low = min(self.low, other.low)
        width = max(self.low + self.counts.shape[1], other.low + other.counts.shape[1]) - low
        if (low, width) != (self.low, self.counts.shape[1]):
            grown = np.zeros((len(self.counts), width), np.int64)
            at = self.low - low
            grown[:, at : at + self.counts.shape[1]] = self.counts
            self.counts, self.low = grown, low
        at = other.low - low
        self.counts[:, at : at + other.counts.shape[1]] += other.counts

    def histogram(self, *rows: int) -> dict[int, int]:
        """Value -> count of the rows added together, in rising order, values that never came left out."""
        counts = self.counts[list(rows)].sum(axis=0)
        found = np.flatnonzero(counts)
        return {int(at) + self.low: int(counts[at]) for at in found}


class Tally:
    """Counts of a set of deals; `add` merges another one in.

    Axis conventions: "who" is the winner's seat + 1, with 0 for no winner; "role" is 1 for the dealer.
    """

    __slots__ = (
        "barred",
        "dead",
        "deals",
        "dealt",
        "declared",
        "discards",
        "draws",
        "dreamer",
        "ends",
        "hu",
        "intents",
        "kong",
        "named",
        "pai",
        "pay",
        "payoff",
        "team_payoff",
        "total",
    )
    _GRIDS: Final = ("barred", "dead", "dealt", "declared", "discards", "draws", "ends", "intents", "named")
    _SPREADS: Final = ("dreamer", "hu", "kong", "pai", "pay", "payoff", "team_payoff", "total")

    def __init__(self, teams: int) -> None:
        self.deals = 0
        self.ends: Ints = np.zeros((SEATS + 1, WIN_KINDS, CLASSES, 2), np.int64)  # who, win kind, class, role
        self.dealt: Ints = np.zeros(SEATS, np.int64)  # deals in which the seat was the dealer
        self.barred: Ints = np.zeros((SEATS, BAR_RULES), np.int64)
        self.dead: Ints = np.zeros(SEATS, np.int64)
        self.declared: Ints = np.zeros(SEATS, np.int64)  # false wins (Y11)
        self.named: Ints = np.zeros((SEATS, NAMED_BITS), np.int64)
        self.draws: Ints = np.zeros(1, np.int64)
        self.intents: Ints = np.zeros(1, np.int64)
        self.discards: Ints = np.zeros(1, np.int64)
        self.hu = Spread.empty(SEATS + 1)  # of wins, by who
        self.kong = Spread.empty(SEATS + 1)
        self.pai = Spread.empty(SEATS + 1)
        self.total = Spread.empty(SEATS + 1)
        self.pay = Spread.empty(SEATS + 1)
        self.payoff = Spread.empty(SEATS * 2)  # row seat * 2 + role
        self.team_payoff = Spread.empty(max(teams, 1))  # per deal, summed over the seats of a strategy
        self.dreamer = Spread.empty(1)

    def add(self, other: Tally) -> None:
        """Take in the counts of another tally of the same line-up."""
        self.deals += other.deals
        for name in self._GRIDS:
            getattr(self, name)[...] += getattr(other, name)
        for name in self._SPREADS:
            getattr(self, name).add(getattr(other, name))

    def arrays(self) -> dict[str, Ints]:
        """All counts as arrays; a `Spread` is two: its counts and the value of its first column."""
        found: dict[str, Ints] = {"deals": np.array([self.deals], np.int64)}
        found |= {name: getattr(self, name) for name in self._GRIDS}
        for name in self._SPREADS:
            spread: Spread = getattr(self, name)
            found |= {name: spread.counts, f"{name}_low": np.array([spread.low], np.int64)}
        return found

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Tally:
        """The counts that `arrays` gave. Raises KeyError or ValueError for arrays that are none of a tally."""
        made = cls(len(arrays["team_payoff"]))
        made.deals = int(arrays["deals"][0])
        for name in cls._GRIDS:
            grid: Ints = getattr(made, name)
            if arrays[name].shape != grid.shape:
                raise ValueError(f"{name} has shape {arrays[name].shape}; expected {grid.shape}")
            grid += arrays[name]
        for name in cls._SPREADS:
            rows = len(getattr(made, name).counts)
            counts, low = arrays[name].astype(np.int64), int(arrays[f"{name}_low"][0])
            if counts.ndim != 2 or len(counts) != rows or not counts.shape[1]:
                raise ValueError(f"{name} has shape {counts.shape}; expected {rows} rows")
            setattr(made, name, Spread(counts, low))
        return made

    def counts(self) -> dict[str, Any]:
        """All counts in plain Python values, alike for equal tallies however they were gathered."""
        plain: dict[str, Any] = {"deals": self.deals}
        plain |= {name: getattr(self, name).tolist() for name in self._GRIDS}
        for name in self._SPREADS:
            spread: Spread = getattr(self, name)
            plain[name] = [spread.histogram(row) for row in range(len(spread.counts))]
        return plain


def tally(records: Records, teams: Sequence[Sequence[int]], youxi: bool) -> Tally:
    """Count one chunk of records, shape (n,). `teams` lists the seats of each strategy that sits at several.

    `youxi` says which game the classes of a win are those of (see `CLASSES`).
    """
    found = Tally(len(teams))
    found.deals = len(records)
    if not len(records):
        return found
    # One strided read per field; all keys are int64 so that nothing wraps.
    who = records["winner"].astype(np.int64) + 1
    dealer = records["dealer"].astype(np.int64)
    kind = records["win_kind"].astype(np.int64)
    worth = classes(records, youxi)
    role = who == dealer + 1
    key = ((who * WIN_KINDS + kind) * CLASSES + worth) * 2 + role
    found.ends += np.bincount(key, minlength=found.ends.size).reshape(found.ends.shape)
    found.dealt += np.bincount(dealer, minlength=SEATS)

    found.hu = Spread.of(SEATS + 1, who, records["hu"])
    if youxi:
        found.total = Spread.of(SEATS + 1, who, records["total"])
        found.pay = Spread.of(SEATS + 1, who, records["pay"])
        found.dreamer = Spread.of(1, np.zeros(1, np.int64), records["dreamer"])
    else:
        found.kong = Spread.of(SEATS + 1, who, records["kong"])
        found.pai = Spread.of(SEATS + 1, who, records["pai"])
        _count_named(found.named, who, records["named"])

    # A seat at a time: rows of three are slow to work on, and all seats at once leave the nearest cache.
    payoff = [records["payoff"][:, seat].astype(np.int64) for seat in range(SEATS)]
    for seat in range(SEATS):
        found.payoff.add(Spread.of(SEATS * 2, (dealer == seat) + 2 * seat, payoff[seat]))
        found.barred[seat] += np.bincount(records["barred"][:, seat], minlength=BAR_RULES)
        found.dead[seat] += np.count_nonzero(records["dead"][:, seat])
    for number, seats in enumerate(teams):
        summed = np.add.reduce([payoff[seat] for seat in seats])
        found.team_payoff.add(Spread.of(len(teams), np.full(1, number, np.int64), summed))
    if youxi:
        declared = np.bincount(records["declarer"].astype(np.int64) + 1, minlength=SEATS + 1)
        found.declared += declared[1:]
    for name in ("draws", "intents", "discards"):
        getattr(found, name)[0] = records[name].sum(dtype=np.int64)
    return found


_BITS: Final = np.arange(NAMED_BITS, dtype=np.int64)


def classes(records: Records, youxi: bool) -> Ints:
    """What each win is worth, as `experiments.summary.CLASS_NAMES` has it: in Youxi by Y6 and Y10."""
    if not youxi:
        return records["level"].astype(np.int64)
    worth = np.where(records["high"] != 0, 2, (records["total"] >= BIG_TOTAL).astype(np.int64))
    return np.where(records["stinks"] != 0, 3, worth)


def _count_named(counts: Ints, who: Ints, named: NDArray[Any]) -> None:
    """Add, for each seat, how many of its wins carry each bit of `named`; few sets of bits differ."""
    hits = np.flatnonzero(named)
    keys, times = np.unique((named[hits].astype(np.int64) << 2) + who[hits], return_counts=True)
    bits = (keys[:, None] >> (_BITS + 2)) & 1
    for seat in range(SEATS):
        mine = keys & 3 == seat + 1
        counts[seat] += times[mine] @ bits[mine]
