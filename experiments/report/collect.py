"""What a run directory holds, read without disturbing whoever plays it: data that nobody vouches for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from experiments.rundir import RUN_FILE, read_run
from experiments.runstatus import State, Status, status
from simcore import Rules, SiseError

if TYPE_CHECKING:
    import polars as pl

KINDS: Final = (
    "simulate",
    "match",
    "ladder",
    "tune",
    "compare-rules",
    "odds deal",
    "odds play",
    "odds session",
)
OTHER: Final = "other"
"""The kind of a study of somebody's own: its tables are shown as they are."""
_TABLE_NAME: Final = re.compile(r"[A-Za-z0-9_]+\.parquet")


@dataclass(frozen=True)
class Player:
    """A strategy of the run: its name in the tables, what was typed for it, its parameters, the hash of its file."""

    label: str
    spec: str
    parameters: Mapping[str, Any]
    sha256: str | None


@dataclass(frozen=True)
class Run:
    """A run directory: what was asked for, how far it is, and its tables."""

    path: Path
    content: Mapping[str, Any]
    status: Status
    tables: Mapping[str, pl.DataFrame]

    @property
    def asked(self) -> Mapping[str, Any]:
        """What was asked for, as `run.json` has it."""
        asked: Mapping[str, Any] = self.content["run"]
        return asked

    @property
    def kind(self) -> str:
        """One of `KINDS`, or `OTHER`."""
        words = self.status.command.split(" ")
        if words[0] != "sise":
            return OTHER
        return next((kind for kind in KINDS if words[1 : 1 + len(kind.split())] == kind.split()), OTHER)

    @property
    def done(self) -> int:
        """Units that the tables are over."""
        return int(self.content["finished"].get(self.status.unit, 0))

    @property
    def stopped(self) -> bool:
        """Whether the run ended itself before its last unit."""
        return self.status.state == State.STOPPED or self.content["finished"].get("stopped") is True

    @cached_property
    def rules(self) -> Rules | None:
        """The rules, None where this version knows none such."""
        try:
            return Rules.from_dict(self.asked["rules"])
        except (SiseError, KeyError, TypeError, AttributeError):
            return None

    @cached_property
    def players(self) -> tuple[Player, ...]:
        """The strategies in their order; of a tuning, the one that is tuned comes first."""
        return tuple(_players(self.asked))

    @property
    def versions(self) -> Mapping[str, Any]:
        """Versions of the program and of what it rests on."""
        found = self.content.get("versions")
        return found if isinstance(found, Mapping) else {}


def read_directory(directory: str | Path) -> Run:
    """The run in a directory. Raises SiseError, in one line, where there is none or where it is damaged."""
    path = Path(directory)
    found = status(path)
    try:
        content = read_run(path)
    except ValueError:
        raise SiseError(f"{path / RUN_FILE} is damaged") from None
    if not isinstance(content.get("run"), Mapping) or not isinstance(content.get("finished"), Mapping):
        raise SiseError(f"{path / RUN_FILE} is damaged")
    names = [name for name in found.tables if _TABLE_NAME.fullmatch(name)]
    tables = {name.removesuffix(".parquet"): _frame(path / name) for name in names}
    run = Run(path, content, found, tables)
    try:
        _ = run.done, run.players
    except (ValueError, KeyError, TypeError, AttributeError):
        raise SiseError(f"{path / RUN_FILE} is damaged") from None
    return run


def _frame(file: Path) -> pl.DataFrame:
    import polars as pl

    try:
        return pl.read_parquet(file, glob=False)
    except (pl.exceptions.PolarsError, OSError):
        raise SiseError(f"{file} is damaged; the command of the run writes it anew") from None


def _players(asked: Mapping[str, Any]) -> Iterator[Player]:
    rows = [*asked.get("strategies", ())]
    if "strategy" in asked:
        rows = [asked["strategy"], *asked.get("opponents", ())]
    for row in rows:
        yield Player(
            str(row["label"]),
            str(row["strategy"]),
            dict(row.get("parameters", {})),
            str(row["file_sha256"]) if "file_sha256" in row else None,
        )
