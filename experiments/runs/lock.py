"""One process at a time in a run directory.

The lock is the system's (flock): it goes with its process, however that ends, so that a file left by a killed process
holds nobody up. The file only says whose it is.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from errno import EACCES, EAGAIN
from pathlib import Path
from platform import node
from time import sleep
from typing import Any, Final

from simcore import SiseError

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment,unused-ignore]

NAME: Final = "lock"
_HELD: Final = (EACCES, EAGAIN)
_ATTEMPTS: Final = 5
_PAUSE: Final = 0.1


@dataclass(frozen=True)
class Holder:
    """The process that holds a lock; 0 where the file does not tell."""

    process: int
    host: str

    def __str__(self) -> str:
        return f"process {self.process or 'unknown'}" + (f" on {self.host}" if self.host != node() else "")


@contextmanager
def locked(folder: Path) -> Iterator[bool]:
    """Hold the lock of a folder; False where the system has no locks there. Raises SiseError naming the process that
    has it, OSError where none can be written."""
    if fcntl is None:
        yield False
        return
    path = folder / NAME
    handle, alone = _acquire(path)
    try:
        os.ftruncate(handle, 0)
        os.pwrite(handle, (json.dumps({"process": os.getpid(), "host": node()}) + "\n").encode(), 0)
        yield alone
    finally:
        # Before the lock goes: whoever waits for it sees that the file he opened is not the one that is there.
        path.unlink(missing_ok=True)
        os.close(handle)


def holder(folder: Path) -> Holder | None:
    """The process that runs in a folder, None where none does."""
    if fcntl is None:
        return None
    path = folder / NAME
    try:
        handle = os.open(path, os.O_RDONLY)
    except OSError:
        return None
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError as error:
        return _read(path) if error.errno in _HELD else None
    finally:
        os.close(handle)
    return None


def _acquire(path: Path) -> tuple[int, bool]:
    """A handle of the file at `path`, and whether it has its lock: some file systems have none."""
    for attempt in range(_ATTEMPTS):
        if attempt:
            sleep(_PAUSE)  # `holder` may just have looked
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if _same_file(handle, path):
                return handle, True
        except OSError as error:
            if error.errno not in _HELD:
                return handle, False
        os.close(handle)
    raise SiseError(f"{path.parent} is in use by {_read(path)}; one process at a time")


def _same_file(handle: int, path: Path) -> bool:
    try:
        there = path.stat()
    except OSError:
        return False
    mine = os.fstat(handle)
    return (mine.st_ino, mine.st_dev) == (there.st_ino, there.st_dev)


def _read(path: Path) -> Holder:
    try:
        row: Any = json.loads(path.read_text(encoding="utf-8"))
        return Holder(int(row["process"]), str(row["host"]))
    except (OSError, ValueError, KeyError, TypeError):
        return Holder(0, node())
