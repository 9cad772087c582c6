"""One line of the tables: what was measured, in which units, and the bar and aim that it is held to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from experiments.cli.console import draw, table

TOLERANCE = 0.15
ROUGH = 0.5
"""For what runs once or hangs on the disk: start-up, files."""


@dataclass(frozen=True)
class Limits:
    """What a figure must reach (bar) and should reach (aim); `higher` where more is better."""

    bar: float | None = None
    aim: float | None = None
    higher: bool = False

    def verdict(self, value: float) -> str:
        """ "aim", "bar" or "no"; nothing where there is neither."""
        sign = -1 if self.higher else 1
        if self.aim is not None and sign * value <= sign * self.aim:
            return "aim"
        if self.bar is None:
            return ""
        return "bar" if sign * value <= sign * self.bar else "no"


NO_LIMITS = Limits()
SHUFFLES = "shuffles"


@dataclass(frozen=True)
class Row:
    """A figure. `value` in `unit` is what bar and aim are about; `ratio` is what the regression check compares."""

    what: str
    per: str = ""
    ns: float | None = None
    shuffles: float | None = None
    value: float | None = None
    unit: str = ""
    ratio: float | None = None
    limits: Limits = NO_LIMITS
    tolerance: float = TOLERANCE

    def to_dict(self) -> dict[str, Any]:
        """As JSON, with the verdict."""
        return asdict(self) | {"reached": self.reached}

    @property
    def reached(self) -> str:
        """Whether aim or bar is reached."""
        return "" if self.value is None else self.limits.verdict(self.value)


# "judged by": the number that bar and aim are about, where that is not the cost in shuffles.
HEADS = ("what", "per", "ns", "shuffles", "judged by", "bar", "aim", "reached")


def cells(row: Row) -> tuple[str, ...]:
    """A row as text, column by column."""
    return (
        row.what,
        row.per,
        "" if row.ns is None else number(row.ns, 1),
        "" if row.shuffles is None else number(row.shuffles, 3),
        "" if row.value is None or row.unit == SHUFFLES else f"{number(row.value, 3)} {row.unit}",
        "" if row.limits.bar is None else f"{row.limits.bar:g}",
        "" if row.limits.aim is None else f"{row.limits.aim:g}",
        row.reached,
    )


def text(rows: Sequence[Row]) -> str:
    """All rows as one table."""
    return draw(table(HEADS, [cells(row) for row in rows], left=(0, 1, 7)))


@dataclass(frozen=True)
class PeerRow:
    """Another library beside ours: millions a second of what `per` names, and ours over theirs."""

    library: str
    what: str
    per: str
    theirs: float = 0.0
    ours: float = 0.0
    ratio: float = 0.0
    second_ratio: float = 0.0
    """The same with `random` x 3 (decisions) or hands made of random groups (hands)."""
    limits: Limits = NO_LIMITS
    more: str = ""
    less: str = ""
    problem: str = ""

    def to_dict(self) -> dict[str, Any]:
        """As JSON, with the verdict."""
        return asdict(self) | {"reached": self.limits.verdict(self.ratio)}


PEER_HEADS = ("library", "what", "per", "theirs, million/s", "ours", "ratio", "ratio 2", "bar", "aim", "reached")


def peer_cells(row: PeerRow) -> tuple[str, ...]:
    """A row as text, column by column."""
    if row.problem:
        return (row.library, row.what, row.per, "not run", *[""] * 6)
    limits = ["" if limit is None else f"{limit:g}" for limit in (row.limits.bar, row.limits.aim)]
    numbers = [number(value, 3) for value in (row.theirs, row.ours, row.ratio, row.second_ratio)]
    return (row.library, row.what, row.per, *numbers, *limits, row.limits.verdict(row.ratio))


def peers_text(rows: Sequence[PeerRow]) -> str:
    """The peers as one table; beneath it what each does that ours does not, and the other way round."""
    notes: dict[str, None] = {}
    for row in rows:
        if row.problem:
            notes[f"{row.library} could not be run here: {row.problem}"] = None
        else:
            notes[f"{row.library}, {row.per}s. It, not ours: {row.more}. Ours, not it: {row.less}."] = None
    ours = (
        "ours: decisions of eager x 3 in whole Guangshui deals (ratio 2: random x 3), exact scores of won Guangshui "
        "hands (ratio 2: of hands made of random groups)"
    )
    return draw(table(PEER_HEADS, [peer_cells(row) for row in rows], left=(0, 1, 2, 9)), ours, *notes)


def number(value: float, places: int) -> str:
    """A number with the places that its size deserves."""
    if abs(value) >= 1e7:
        return f"{value:.2e}".replace("e+0", "e").replace("e+", "e")
    if abs(value) >= 1_000:
        places = 0
    elif abs(value) >= 10:
        places = min(places, 1 if abs(value) >= 100 else 2)
    return f"{value:,.{places}f}"


def read(kind: type[Any], row: dict[str, Any]) -> Any:
    """A Row or PeerRow from its `to_dict`."""
    known = {key: value for key, value in row.items() if key in kind.__dataclass_fields__}
    return kind(**known | {"limits": Limits(**row["limits"])})
