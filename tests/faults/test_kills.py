"""kill -9 at any moment: the run goes on, and comes to the same tables byte for byte."""

import os
import signal
import sys
import time
from importlib.util import find_spec
from pathlib import Path
from random import Random

import pytest

from experiments.runstatus import State, status
from tests.faults.harness import (
    DEALS,
    chunk_names,
    command,
    descendants,
    killed_again_and_again,
    run,
    says,
    started,
    tables,
    wait_until,
)

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs signals")

LINUX = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")


def test_a_run_that_is_killed_comes_to_the_same(counted: dict[str, str], tmp_path: Path) -> None:
    words = command(tmp_path / "run", DEALS)
    killed_again_and_again(words, tmp_path / "run", 3, Random(1), steady=True)
    assert chunk_names(tmp_path / "run")
    ended = run(words)
    assert (ended.status, ended.err) == (0, "")
    assert tables(tmp_path / "run") == counted
    assert status(tmp_path / "run").state == State.COMPLETE


def test_a_killed_run_with_records_comes_to_the_same_rows(undisturbed: dict[str, str], tmp_path: Path) -> None:
    words = command(tmp_path / "run", DEALS, "--records")
    killed_again_and_again(words, tmp_path / "run", 1, Random(2), steady=True)
    ended = run(words)
    assert (ended.status, ended.err) == (0, "")
    assert tables(tmp_path / "run") == undisturbed


def deals_of(seconds: float, folder: Path) -> int:
    """How many deals take a run about so long on this machine."""
    times = []
    for deals in (1_000, 1_000_000):
        start = time.monotonic()
        assert run(command(folder / str(deals), deals)).status == 0
        times.append(time.monotonic() - start)
    return int(1_000_000 * seconds / max(times[1] - times[0], 0.1))


@pytest.mark.full
@pytest.mark.parametrize(
    ("kills", "more"),
    [(200, []), (30, ["--records"]), (30, ["--executor", "processes"])],
    ids=["200", "30 with records", "30 in processes"],
)
def test_kills_at_random_moments_change_nothing(kills: int, more: list[str], tmp_path: Path) -> None:
    """The moments are those of the whole run, and of its starting up: each time it gets about half a second on."""
    deals = deals_of(0.4 * kills, tmp_path)
    assert run(command(tmp_path / "whole", deals, *more)).status == 0
    words = command(tmp_path / "run", deals, *more)
    rng = Random(3)
    alive = sum(
        killed_again_and_again(words, tmp_path / "run", 1, rng, steady=number % 2 == 0) for number in range(kills)
    )
    ended = run(words)
    assert (ended.status, ended.err) == (0, "")
    assert tables(tmp_path / "run") == tables(tmp_path / "whole")
    assert alive > kills // 2


@LINUX
@pytest.mark.full
def test_workers_end_with_a_run_that_is_killed(tmp_path: Path) -> None:
    with started(command(tmp_path / "run", 10**9, "--executor", "processes")) as running:
        assert wait_until(lambda: bool(chunk_names(tmp_path / "run")), running)
        workers = {pid for pid in descendants(running.pid) if "spawn_main" in says(pid)}
        assert len(workers) == 2
        os.kill(running.pid, signal.SIGKILL)
        running.wait(60)
        end = time.monotonic() + 300
        while any("spawn_main" in says(pid) for pid in workers):
            assert time.monotonic() < end
            time.sleep(0.05)


def worker_of(executor: str, pid: int) -> int | None:
    """A worker process of a run."""
    telling = "ray::" if executor == "ray" else "spawn_main"
    found = sorted(pid for pid in descendants(pid) if telling in says(pid))
    return found[-1] if found else None


@LINUX
@pytest.mark.parametrize(
    "executor",
    [
        "processes",
        pytest.param("dask", marks=pytest.mark.skipif(not find_spec("distributed"), reason="not installed")),
        pytest.param("ray", marks=pytest.mark.skipif(not find_spec("ray"), reason="not installed")),
    ],
)
@pytest.mark.full
def test_a_worker_that_is_killed_is_told_and_changes_nothing(
    executor: str, counted: dict[str, str], tmp_path: Path
) -> None:
    folder = tmp_path / "run"
    with started(command(folder, DEALS, "--executor", executor)) as running:
        assert wait_until(lambda: bool(chunk_names(folder)), running)
        worker = worker_of(executor, running.pid)
        assert worker is not None
        os.kill(worker, signal.SIGKILL)
        out, err = running.communicate(timeout=600)
    assert running.returncode == 0
    assert "a worker died" in err
    assert out.startswith("{")
    assert tables(folder) == counted


@pytest.mark.parametrize(
    ("number", "code"), [pytest.param(signal.SIGINT, 130, marks=pytest.mark.full), (signal.SIGTERM, 143)]
)
def test_signals_stop_a_run_which_says_how_to_go_on(number: int, code: int, tmp_path: Path) -> None:
    folder = tmp_path / "my run"
    with started(command(folder, 10**9)) as running:
        assert wait_until(lambda: bool(chunk_names(folder)), running)
        os.killpg(running.pid, number)
        out, err = running.communicate(timeout=600)
    assert running.returncode == code
    found = status(folder)
    assert (found.state, found.process) == (State.INTERRUPTED, None)
    assert f"{found.done:,} of 1,000,000,000 deals are finished and kept in {folder}" in err
    assert err.endswith(f"--dealer rotate --out '{folder}'\n")
    assert f'"deals": {found.done},' in out
    assert set(tables(folder)) == {"summary.parquet", "hu.parquet"}


@LINUX
@pytest.mark.parametrize("executor", ["dask", "ray"])
@pytest.mark.full
def test_ctrl_c_in_a_terminal_reaches_workers_too(executor: str, tmp_path: Path) -> None:
    if not find_spec({"dask": "distributed"}.get(executor, executor)):
        pytest.skip("not installed")
    with started(command(tmp_path / "run", 10**9, "--executor", executor)) as running:
        assert wait_until(lambda: bool(chunk_names(tmp_path / "run")), running)
        os.killpg(running.pid, signal.SIGINT)
        _, err = running.communicate(timeout=600)
    assert running.returncode == 130
    assert err.count("\n") == 1
    assert "the same command goes on" in err
