"""The core with bounds checks, and without compiling at all, gives the results that it gives compiled.

A read beyond an array gives garbage in compiled code and an IndexError under NUMBA_BOUNDSCHECK; an int8 that
overflows does so only in plain Python (NUMBA_DISABLE_JIT).
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.mode_run import digests

ROOT = Path(__file__).parent.parent
CHECKED = (300, 300)  # deals of each line-up and rules, hands of each
UNCOMPILED = (8, 20)


def start(arguments: list[str], cache: Path, **mode: str) -> subprocess.Popen[str]:
    """A Python of its own, with its own compile cache."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(cache), "PYTHONPATH": str(ROOT), **mode}
    return subprocess.Popen(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_bounds_checks_and_no_compiling(tmp_path: Path) -> None:
    """Both at once, for the time it takes."""
    runs = {
        "NUMBA_BOUNDSCHECK": (CHECKED, {"NUMBA_BOUNDSCHECK": "1"}),
        "NUMBA_DISABLE_JIT": (UNCOMPILED, {"NUMBA_DISABLE_JIT": "1"}),
    }
    started = {
        name: start(["-m", "tests.mode_run", *map(str, size)], tmp_path / name, **mode)
        for name, (size, mode) in runs.items()
    }
    try:
        expected = {name: digests(*size) for name, (size, _) in runs.items()}
        for name, process in started.items():
            out, err = process.communicate(timeout=600)
            assert process.returncode == 0, f"{name}: {err}"
            assert json.loads(out) == expected[name], name
    finally:
        for process in started.values():
            process.kill()


def test_bounds_checks_are_on(tmp_path: Path) -> None:
    """The mode does what is expected of it: a read beyond an array raises."""
    code = (
        "import numpy as np\n"
        "from simcore.jit import compiled\n"
        "from numba import types\n"
        "def beyond(a):\n"
        "    return a[len(a) + 3]\n"
        "f = compiled(beyond, (types.int64[::1],))\n"
        "f(np.zeros(4, np.int64))\n"
    )
    process = start(["-c", code], tmp_path, NUMBA_BOUNDSCHECK="1")
    _, err = process.communicate(timeout=200)
    assert process.returncode != 0
    assert "IndexError" in err


@pytest.mark.full
def test_suite_under_bounds_checks(tmp_path: Path) -> None:
    """All other tests of the normal run, each line of the core checked."""
    arguments = ["-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "--ignore", "tests/test_other_modes.py"]
    process = start(arguments, tmp_path, NUMBA_BOUNDSCHECK="1")
    out, err = process.communicate()
    assert process.returncode == 0, out[-5_000:] + err[-1_000:]
