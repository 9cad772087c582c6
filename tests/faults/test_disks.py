"""Torn chunk files and full disks under real runs."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from experiments.runstatus import status
from tests.faults.harness import DEALS, chunk_names, command, killed_again_and_again, run, started, tables, wait_until

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs signals and limits")


def tear(path: Path, rng: Random) -> None:
    """Leave of a file what a crash may leave."""
    data = path.read_bytes()
    at = rng.randrange(1, len(data))
    path.write_bytes(rng.choice([data[:at], data[:at] + bytes(len(data) - at), b"", data[at:], data + data[:at]]))


@pytest.mark.parametrize("rounds", [1, pytest.param(40, marks=pytest.mark.full)])
def test_torn_chunk_files_are_named_and_played_again(rounds: int, counted: dict[str, str], tmp_path: Path) -> None:
    folder = tmp_path / "run"
    words = command(folder, DEALS)
    rng = Random(rounds)
    killed_again_and_again(words, folder, 2, rng, steady=True)
    for _ in range(rounds):
        victims = rng.sample(sorted(chunk_names(folder)), max(1, len(chunk_names(folder)) // 3))
        for name in victims:
            tear(folder / "chunks" / name, rng)
        ended = run(words)
        assert ended.status == 0
        for name in victims:
            assert re.search(rf"chunks/{name}: .* deals are played again", ended.err)
        assert ended.err.count("\n") == len(victims)
        assert tables(folder) == counted


def limited(size: int) -> Callable[[], None]:
    """To be called in a process: no file of it may grow beyond that size."""

    def limit() -> None:
        import resource

        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    return limit


@pytest.mark.parametrize("size", [pytest.param(100, marks=pytest.mark.full), 2_000])
def test_files_that_may_not_grow_end_the_run(size: int, counted: dict[str, str], tmp_path: Path) -> None:
    """With 100 bytes not even run.json can be written, with 2,000 no chunk."""
    folder = tmp_path / "run"
    ended = run(command(folder, DEALS), limited(size))
    assert (ended.status, ended.out) == (2, "")
    assert f"sise: cannot write to {folder}: File too large" in ended.err
    assert ended.err.count("\n") == 1
    assert not folder.exists()
    assert run(command(folder, DEALS)).status == 0
    assert tables(folder) == counted


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 96 kB."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = shutil.which("mount")
    if mount is None or os.geteuid() != 0:
        pytest.skip("only root may mount one")
    if subprocess.run([mount, "-t", "tmpfs", "-o", "size=96k", "tmpfs", str(place)], check=False).returncode:
        pytest.skip("none can be mounted")
    try:
        yield place
    finally:
        subprocess.run(["umount", str(place)], check=True)


def test_a_disk_that_fills_ends_the_run_which_goes_on_once_there_is_room(
    small_disk: Path, counted: dict[str, str]
) -> None:
    folder, filler = small_disk / "run", small_disk / "filler"
    filler.write_bytes(bytes(80 * 1024))  # 16 kB are left: for some chunks, but not for the tables too
    ended = run(command(folder, DEALS))
    assert (ended.status, ended.out) == (2, "")
    assert ended.err.startswith(f"sise: cannot write to {folder}: No space left on device; ")
    assert ended.err.count("\n") == 1
    assert not list(small_disk.rglob("*.unfinished"))
    found = status(folder)
    assert found.damaged == ()
    assert found.done > 0
    assert f"{found.done:,} of {DEALS:,} deals are finished and kept; the same command goes on: sise" in ended.err
    filler.unlink()
    ended = run(command(folder, DEALS))
    assert (ended.status, ended.err) == (0, "")
    assert tables(folder) == counted


@pytest.mark.full
def test_a_disk_that_is_too_small_for_a_file_of_rows_holds_no_half_of_one(small_disk: Path) -> None:
    ended = run(command(small_disk / "run", 10**9, "--records"))
    assert (ended.status, ended.out) == (2, "")
    assert "No space left on device" in ended.err
    assert not [path for pattern in ("*.parquet", "*.unfinished") for path in small_disk.rglob(pattern)]


@pytest.mark.full
def test_two_runs_never_share_a_folder(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    with started(command(folder, 10**9)) as first:
        assert wait_until(lambda: bool(chunk_names(folder)), first)
        for more in ([], ["--fresh"]):
            second = run(command(folder, 10**9, *more))
            assert second.status == 2
            assert f"{folder} is in use by process {first.pid}; one process at a time" in second.err
        other = run(command(folder, 10**8))
        assert other.status == 2
        assert "deals 1000000000, now 100000000" in other.err
