"""How far the run of a directory is, read without disturbing whoever plays it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from time import time
from typing import Any, Final

from experiments.rundir import RUN_FILE, chunk_files, read_chunk, read_run, table_names
from experiments.runner import Chunk
from experiments.runs.chunkfile import ChunkError
from experiments.runs.lock import Holder, holder
from experiments.runs.ranges import Ranges
from simcore import SiseError

RATE_SECONDS: Final = 60.0
"""The rate is that of the last minute."""


class State(StrEnum):
    """What becomes of a run: `stopped` is a run that ended itself before its last unit."""

    RUNNING = "running"
    INTERRUPTED = "interrupted"
    COMPLETE = "complete"
    STOPPED = "stopped"


@dataclass(frozen=True)
class Damage:
    """A chunk file that is none, and why. Its units are played again by the next run in the directory."""

    file: str
    reason: str


@dataclass(frozen=True)
class Status:
    """A run directory at a moment. `rate` is in units a second, 0 where nobody plays or nothing is known yet; `slow` is
    how many units at the start take nearly all of the time: those of a ladder in which slow strategies play."""

    path: Path
    command: str
    unit: str
    first: int
    wanted: int
    slow: int
    done: int
    state: State
    process: Holder | None
    chunks: int
    damaged: tuple[Damage, ...]
    rate: float
    tables: tuple[str, ...]
    code: str

    @property
    def seconds_left(self) -> float | None:
        """How long the rest takes at this rate; while units are slow, how long those take."""
        until = self.slow if self.done < self.slow else self.wanted
        return (until - self.done) / self.rate if self.rate else None


def status(path: Path) -> Status:
    """The status of a run directory. Raises SiseError where there is none."""
    if not path.is_dir():
        raise SiseError(f"{path} is no folder; expected the folder of a run")
    if not (path / RUN_FILE).is_file():
        raise SiseError(f"{path} holds no {RUN_FILE}; expected the folder of a run")
    try:
        content = read_run(path)
        span, finished = content["range"], content["finished"]
        unit, first, wanted = str(span["unit"]), int(span["first"]), int(span["count"])
        command, code = str(content["command"]), str(content["code"])
        tables = tuple(table_names(content))
        slow = min(int(content["run"]["slow_decks"]), wanted) if content["run"].get("slow") else 0
        complete, stopped = finished["complete"] is True, finished.get("stopped") is True
        if first < 0 or wanted < 1:
            raise ValueError("no range")
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError):
        raise SiseError(f"{path / RUN_FILE} is damaged") from None
    process = holder(path)
    done, times, damaged = Ranges(), {}, []
    for chunk, file in chunk_files(path):
        if done.contains(chunk):
            continue
        try:
            times[chunk] = file.stat().st_mtime
            held = read_chunk(file)
            if Chunk(held.first, held.count) != chunk or done.overlaps(chunk):
                raise ChunkError("it holds other units than its name says")
            done.add(chunk)
        except FileNotFoundError:  # the run has just put a larger one in its place
            continue
        except ChunkError as error:
            damaged.append(Damage(f"{file.parent.name}/{file.name}", str(error)))
    if process is not None:
        state = State.RUNNING
    elif not complete or damaged:
        state = State.INTERRUPTED
    else:
        state = State.STOPPED if stopped else State.COMPLETE
    return Status(
        path=path,
        command=command,
        unit=unit,
        first=first,
        wanted=wanted,
        slow=slow,
        done=done.total,
        state=state,
        process=process,
        chunks=len(times),
        damaged=tuple(damaged),
        rate=_rate(times) if process is not None else 0.0,
        tables=tuple(name for name in tables if (path / name).is_file()),
        code=code,
    )


def _rate(times: dict[Chunk, float]) -> float:
    """Units a second by when the files were written: those after the oldest one of the last minute."""
    now = time()
    recent = sorted((at, chunk.count) for chunk, at in times.items() if now - at <= RATE_SECONDS)
    if len(recent) < 2:
        return 0.0
    seconds = now - recent[0][0]
    return sum(count for _, count in recent[1:]) / seconds if seconds > 0 else 0.0


def plain(found: Status) -> dict[str, Any]:
    """The status in plain values, for JSON."""
    return {
        "directory": str(found.path),
        "command": found.command,
        "state": found.state.value,
        "unit": found.unit,
        "first": found.first,
        "count": found.wanted,
        "done": found.done,
        "rate": found.rate,
        "seconds_left": found.seconds_left,
        "process": found.process.process if found.process is not None else None,
        "host": found.process.host if found.process is not None else None,
        "chunks": found.chunks,
        "damaged": [{"file": each.file, "reason": each.reason} for each in found.damaged],
        "tables": list(found.tables),
        "code": found.code,
    }
