"""The output folder of a run: `summary.parquet`, `hu.parquet`, `run.json`, and with records
`deals/part-*.parquet`."""

from __future__ import annotations

import json
import os
import platform
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from experiments.plan import Plan
from experiments.records import write_frame
from experiments.simulation import Simulation
from experiments.versions import package_version
from simcore import SiseError

RUN_FILE: Final = "run.json"
DEALS: Final = "deals"
TABLES: Final = ("summary.parquet", "hu.parquet")
_PACKAGES: Final = ("sise", "numba", "numpy", "polars")


class OutputFolder:
    """A folder that holds one run. `open` it before the run, `finish` it after, `clear` it where the run failed."""

    def __init__(self, folder: Path, plan: Plan, *, records: bool) -> None:
        self.folder = folder
        self.plan = plan
        self.run = plan.to_dict() | {"records": records}

    @property
    def records_dir(self) -> Path | None:
        """Where the rows per deal go, None where none are wanted."""
        return self.folder / DEALS if self.run["records"] else None

    def open(self, *, fresh: bool = False) -> None:
        """Make the folder ready. Raises SiseError, with nothing written, where it holds anything but this
        run; `fresh` replaces another run."""
        self.check(fresh=fresh)
        try:
            (self.records_dir or self.folder).mkdir(parents=True, exist_ok=True)
            self._remove_tables()
            if not self.run["records"] and (self.folder / DEALS).is_dir():
                with suppress(OSError):  # something else lies in it
                    (self.folder / DEALS).rmdir()
            self._write_run(0)
        except OSError as error:
            raise SiseError(f"cannot write to {self.folder}: {error.strerror or error}") from error

    def clear(self) -> None:
        """Take away all that a run wrote that then failed, and the folder too where nothing else lies in it."""
        with suppress(OSError):
            self._remove_tables()
            (self.folder / RUN_FILE).unlink(missing_ok=True)
            for folder in (self.folder / DEALS, self.folder):
                if folder.is_dir():
                    folder.rmdir()

    def finish(self, simulation: Simulation) -> None:
        """Write the tables of what was played, and say in `run.json` whether that is all."""
        for name, frame in zip(TABLES, (simulation.summary, simulation.hu), strict=True):
            write_frame(frame, self.folder / name)
        self._write_run(simulation.deals)

    def check(self, *, fresh: bool = False) -> None:
        """Raise SiseError where the folder holds anything but this run; `fresh` allows another run."""
        if self.folder.exists() and not self.folder.is_dir():
            raise SiseError(f"--out {self.folder} is a file; expected a folder")
        above = next(folder for folder in (self.folder.absolute(), *self.folder.absolute().parents) if folder.exists())
        if not os.access(above, os.W_OK):
            raise SiseError(f"cannot write to {self.folder}: {above} is not writable")
        if not self.folder.is_dir() or not any(self.folder.iterdir()):
            return
        file = self.folder / RUN_FILE
        if not file.is_file():
            raise SiseError(f"--out {self.folder} is not empty and holds no {RUN_FILE}; expected a folder of its own")
        if fresh:
            return
        try:
            held = json.loads(file.read_text(encoding="utf-8"))["run"]
            differs = [key for key in self.run if held.get(key) != self.run[key]]
        except (ValueError, KeyError, TypeError, AttributeError):
            raise SiseError(f"{file} is damaged; --fresh starts over") from None
        if differs:
            what = ", ".join(f"{key} {_short(held.get(key))}, now {_short(self.run[key])}" for key in differs)
            raise SiseError(f"--out {self.folder} holds another run ({what}); --fresh starts over")

    def _remove_tables(self) -> None:
        for name in TABLES:
            (self.folder / name).unlink(missing_ok=True)
        for part in (self.folder / DEALS).glob("part-*.parquet"):
            part.unlink()

    def _write_run(self, deals: int) -> None:
        content = {
            "command": self.plan.command + (" --records" if self.run["records"] else ""),
            "run": self.run,
            "finished": {"deals": deals, "complete": deals == self.plan.deals},
            "versions": {"python": platform.python_version()} | {name: package_version(name) for name in _PACKAGES},
        }
        unfinished = self.folder / f".{RUN_FILE}.unfinished"
        unfinished.write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
        unfinished.replace(self.folder / RUN_FILE)


def _short(value: Any) -> str:
    if isinstance(value, list):
        return "+".join(str(row.get("strategy")) if isinstance(row, dict) else str(row) for row in value)
    text = json.dumps(value, ensure_ascii=False) if isinstance(value, dict) else str(value)
    return text if len(text) <= 60 else text[:57] + "..."
