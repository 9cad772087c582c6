"""Real `sise simulate --out` runs in processes of their own, to be killed, torn and filled up, and their tables."""

from __future__ import annotations

import hashlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[2]
SEATS = "eager,eager,random"
DEALS = 300_000
"""About half a second of two processors, and two files of rows."""
PATIENCE = 600.0
"""Seconds after which a run that does nothing is a fault: far more than the busiest machine needs."""


@dataclass(frozen=True)
class Ended:
    """A run that ended: its exit status (negative: the signal that killed it), and what it said."""

    status: int
    out: str
    err: str


def command(folder: Path, deals: int, *more: str) -> list[str]:
    """The command line of a run."""
    words = [sys.executable, "-m", "experiments.cli", "simulate", "--seats", SEATS, "--deals", str(deals)]
    return [*words, "--out", str(folder), "--threads", "2", "--format", "json", "--quiet", *more]


@contextmanager
def started(words: Sequence[str], limit: Callable[[], None] | None = None) -> Iterator[subprocess.Popen[str]]:
    """A run in a process group of its own, all of which is gone at the end. `limit` is called in it before it runs."""

    def before() -> None:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # where the tests run in the background it may be ignored
        if limit is not None:
            limit()

    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    running = subprocess.Popen(words, cwd=ROOT, start_new_session=True, env=environment, preexec_fn=before, **pipes)
    try:
        yield running
    finally:
        with suppress(ProcessLookupError):
            os.killpg(running.pid, signal.SIGKILL)
        running.communicate()


def run(words: Sequence[str], limit: Callable[[], None] | None = None) -> Ended:
    """A run to its end."""
    with started(words, limit) as running:
        out, err = running.communicate(timeout=PATIENCE)
        return Ended(running.returncode, out, err)


def wait_until(true: Callable[[], bool], running: subprocess.Popen[str]) -> bool:
    """Wait for something to become true; whether it did before the process ended."""
    end = time.monotonic() + PATIENCE
    while not true():
        if running.poll() is not None:
            return true()
        assert time.monotonic() < end, "nothing happens"
        time.sleep(0.005)
    return True


def chunk_names(folder: Path) -> set[str]:
    """The chunk files that are there."""
    chunks = folder / "chunks"
    return {path.name for path in chunks.iterdir() if path.name[0] != "."} if chunks.is_dir() else set()


def killed_again_and_again(words: Sequence[str], folder: Path, kills: int, rng: Random, *, steady: bool) -> int:
    """Start the run and kill it (-9), `kills` times at random moments: how often it was alive to be killed.

    `steady` waits each time until another chunk is on the disk; else moments of the start-up come as well.
    """
    alive = 0
    for _ in range(kills):
        with started(words) as running:
            before = chunk_names(folder)
            if steady:
                wait_until(lambda before=before: bool(chunk_names(folder) - before), running)  # type: ignore[misc]
            time.sleep(rng.uniform(0.0, 0.4 if steady else 2.5))
            alive += running.poll() is None
            running.kill()
            running.wait(PATIENCE)
    return alive


def tables(folder: Path) -> dict[str, str]:
    """Digests of everything that a finished run shows: its tables and its rows."""
    files = sorted(folder.rglob("*.parquet"))
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def descendants(pid: int) -> set[int]:
    """The processes that a process started, and those that they did."""
    parents: dict[int, int] = {}
    for path in Path("/proc").iterdir():
        if path.name.isdigit():
            try:
                parents[int(path.name)] = int((path / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:
                continue
    found = {pid}
    while more := {child for child, parent in parents.items() if parent in found} - found:
        found |= more
    return found - {pid}


def says(pid: int) -> str:
    """The command line of a process."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        return ""
