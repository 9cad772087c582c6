"""The `sise` command in a process of its own: how long it takes, how much memory it needs at its peak."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
SISE = ("-m", "experiments.cli")
SIMULATE = (*SISE, "simulate", "--deals", "1000", "--quiet")
BARE = ("-c", "import numba, polars")
"""What a start costs before the first line of this project: the yardstick of start-up."""

_MEASURE = """
import os, subprocess, sys
process = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL)
_, status, usage = os.wait4(process.pid, 0)
process.returncode = os.waitstatus_to_exitcode(status)
print(usage.ru_maxrss)
sys.exit(process.returncode)
"""


def python(arguments: Sequence[str], cache: Path) -> None:
    """Run Python with `cache` as the folder of compiled code. Raises CalledProcessError."""
    subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env=_environment(cache), check=True, stdout=subprocess.DEVNULL
    )


def peak_megabytes(arguments: Sequence[str], cache: Path) -> float:
    """The most memory that was resident while Python ran, in MB (10^6 bytes). POSIX only."""
    # A process of little memory starts it: the peak of the one that starts it counts as its own.
    run = subprocess.run(
        [sys.executable, "-I", "-c", _MEASURE, sys.executable, *arguments],
        cwd=ROOT,
        env=_environment(cache),
        check=True,
        capture_output=True,
        text=True,
    )
    return int(run.stdout) * (1 if sys.platform == "darwin" else 1024) / 1e6


def _environment(cache: Path) -> dict[str, str]:
    return os.environ | {"NUMBA_CACHE_DIR": str(cache), "PYTHONPATH": str(ROOT)}
