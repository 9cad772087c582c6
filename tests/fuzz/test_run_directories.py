"""Run directories as accidents leave them: torn, foreign, half copied. The run is finished all the same, or refused in
a line; whatever happens, nothing outside the directory changes."""

import contextlib
import hashlib
import io
import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from experiments.rundir import RunDirectory
from experiments.runner import Chunk
from experiments.runs.chunkfile import ChunkError, Content, decode, encode
from experiments.runstatus import plain, status
from experiments.study import Outcome, run_study
from tests.fuzz.inputs import bytes_near, torn
from tests.fuzz.judge import accepted, fuzz
from tests.toy import Numbers, Sums, expected

FEW, MANY = 60, 100_000
FIRST, COUNT, PART = 10, 40, 10
STUDY = Numbers(FIRST, COUNT)
RUN_WORDS = (
    *(
        '"command"',
        '"run"',
        '"range"',
        '"finished"',
        '"tables"',
        '"code"',
        '"versions"',
        '"unit"',
        '"first"',
        '"count"',
    ),
    *(
        '"complete"',
        "true",
        "null",
        "{}",
        "[]",
        '"../../kept"',
        '"kept.parquet"',
        '"/etc/passwd"',
        "-1",
        "1e400",
        ":",
        ",",
    ),
)
NAMES = (
    *(
        "10-19",
        "20-29",
        "30-39",
        "40-49",
        "10-49",
        "15-24",
        "9-50",
        "49-10",
        "0-9",
        "-1-5",
        "١٠-١٩",
        "x",
        ".x.unfinished",
    ),
    *("10-19.unfinished", "99999999999999999999-99999999999999999999", "10-19 ", "010-019"),
)
BELONGING = ("../../kept", "/etc/passwd", "deals/part-0.parquet", "..", "", "deals", "a\0b", "x/../../kept", "~")


def tables(outcome: Outcome[Sums]) -> dict[str, pl.DataFrame]:
    return {"digits": pl.DataFrame({"count": outcome.counts.digits})}


def make(folder: Path, study: Numbers) -> dict[str, bytes]:
    """The files of a finished run whose chunks lie in four files."""
    home: RunDirectory[Sums] = RunDirectory(folder, study, lambda line: None)
    with home.opened():
        for first in range(FIRST, FIRST + COUNT, PART):
            home.write_chunk(Chunk(first, PART), study.play(first, PART), {})
    run_study(study, directory=folder, tables=tables)
    for path in (folder / "chunks").iterdir():
        path.unlink()
    with home.opened():
        for first in range(FIRST, FIRST + COUNT, PART):
            home.write_chunk(Chunk(first, PART), study.play(first, PART), {})
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


class Ground:
    """A folder with a run in `run`, and files beside it that nobody may touch."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.run = folder, folder / "run"
        self.sound = make(folder / "sound", STUDY)
        self.foreign = make(folder / "foreign", Numbers(FIRST, COUNT, name="others"))
        shutil.rmtree(folder / "sound")
        shutil.rmtree(folder / "foreign")
        (folder / "kept").write_text("mine", encoding="utf-8")
        (folder / "kept.parquet").write_text("mine", encoding="utf-8")

    def lay(self, files: dict[str, bytes]) -> None:
        shutil.rmtree(self.run, ignore_errors=True)
        for name, data in files.items():
            path = self.run / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)

    def beside(self) -> dict[str, str]:
        return {path.name: path.read_text(encoding="utf-8") for path in self.folder.iterdir() if path.is_file()}


Change = tuple[str, str, Any]


def changes(ground: Ground) -> SearchStrategy[list[Change]]:
    """What befalls a run: (kind, file, content or name)."""
    chunk = st.sampled_from([name for name in ground.sound if name.startswith("chunks/")])
    every = st.sampled_from(list(ground.sound))
    text = ground.sound["run.json"].decode()
    hurt = every.flatmap(lambda name: st.tuples(st.just("content"), st.just(name), torn(ground.sound[name])))
    other = every.map(lambda name: ("content", name, ground.foreign.get(name, b"")))
    run = st.tuples(st.just("content"), st.just("run.json"), bytes_near((text, "{}", "[]"), RUN_WORDS))
    gone = every.map(lambda name: ("gone", name, None))
    moved = st.tuples(st.just("moved"), chunk, st.sampled_from(NAMES))
    copied = st.tuples(st.just("copied"), chunk, st.sampled_from(NAMES))
    others = st.sampled_from([name for name in ground.sound if not name.startswith("chunks/")])
    folder = others.map(lambda name: ("folder", name, None))
    stray = st.tuples(
        st.just("content"), st.sampled_from(NAMES).map(lambda name: f"chunks/{name}"), st.binary(max_size=80)
    )
    link = st.tuples(
        st.just("link"), st.one_of(every, st.sampled_from(NAMES).map(lambda name: f"chunks/{name}")), st.none()
    )
    forged = st.tuples(st.just("content"), chunk, forgeries(ground))
    return st.lists(
        st.one_of(hurt, hurt, other, run, run, gone, moved, copied, folder, stray, link, forged), min_size=1, max_size=3
    )


def counted(first: int, count: int) -> dict[str, Any]:
    """The arrays of a chunk of these units; those of others where there are none such in the run."""
    inside = first >= FIRST and count > 0 and first + count <= FIRST + COUNT
    sums, digits = expected(first, count) if inside else expected(FIRST, PART)
    return {"sums": np.array(sums, np.int64), "digits": np.array(digits, np.int64)}


def forgeries(ground: Ground) -> SearchStrategy[bytes]:
    """Chunk files whose checksum is right and whose content is not.

    A checksum tells damage, not malice: counts that somebody made up for a range of this run would be taken for played.
    So those that claim a range within it hold what is to be counted there, beside claims that fit no file.
    """
    sound = ground.sound["chunks/10-19"]
    content = decode(sound)
    belonging = st.dictionaries(
        st.sampled_from(BELONGING), st.just((4, hashlib.sha256(b"mine").hexdigest())), max_size=2
    )
    other = st.tuples(st.integers(-1, 60), st.integers(-1, 60), belonging).map(
        lambda row: encode(Content(content.run, row[0], row[1], counted(row[0], row[1]), row[2]))
    )
    sealed = torn(sound[:-32]).map(lambda body: body + hashlib.sha256(body).digest())
    return st.one_of(other, sealed, sealed)


def befall(ground: Ground, happened: list[Change]) -> None:
    files = dict(ground.sound)
    links, folders = [], []
    for kind, name, what in happened:
        match kind:
            case "content":
                files[name] = what
            case "gone":
                files.pop(name, None)
            case "moved" | "copied":
                data = files.pop(name, b"") if kind == "moved" else files.get(name, b"")
                files[f"chunks/{what}"] = data
            case "folder":
                files.pop(name, None)
                folders.append(name)
            case "link":
                files.pop(name, None)
                links.append(name)
    ground.lay({name: data for name, data in files.items() if name not in (*links, *folders)})
    for name in {*folders} - {*links}:
        (ground.run / name).mkdir(parents=True, exist_ok=True)
    for name in {*links}:
        (ground.run / name).parent.mkdir(parents=True, exist_ok=True)
        (ground.run / name).symlink_to(ground.folder / "kept")


def check(ground: Ground, happened: list[Change]) -> None:
    """`sise status` says something, and the run is finished rightly or refused; `--fresh` does not mind."""
    befall(ground, happened)
    before = ground.beside()
    found = accepted(status, ground.run)
    if found is not None:
        json.dumps(plain(found), allow_nan=False)
    with contextlib.redirect_stderr(io.StringIO()):
        outcome = accepted(run_study, STUDY, directory=ground.run, tables=tables)
    if outcome is not None:
        assert outcome.complete
        assert outcome.counts.values == expected(FIRST, COUNT)
        again = status(ground.run)
        assert (again.done, again.damaged) == (COUNT, ())
    assert ground.beside() == before


@pytest.fixture
def ground(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Ground]:
    """Made in memory where the system has such a place: 100,000 runs would wear the disk."""
    monkeypatch.setattr(os, "fsync", lambda handle: None)
    memory = Path("/dev/shm")
    folder = memory / f"sise-fuzz-{os.getpid()}" if os.access(memory, os.W_OK) else tmp_path / "ground"
    folder.mkdir()
    try:
        yield Ground(folder)
    finally:
        shutil.rmtree(folder)


def test_whatever_befalls_a_run_directory_nothing_is_counted_twice(ground: Ground) -> None:
    fuzz(changes(ground), lambda happened: check(ground, happened), FEW)


def test_a_folder_in_the_place_of_a_chunk_is_refused_in_a_line(ground: Ground) -> None:
    check(ground, [("folder", "chunks/40-49", None)])


@pytest.mark.full
def test_whatever_befalls_a_run_directory_in_100_000_tries(ground: Ground) -> None:
    fuzz(changes(ground), lambda happened: check(ground, happened), MANY)


def check_chunk(data: bytes) -> None:
    try:
        content = decode(data)
    except ChunkError:
        return
    assert all(array.dtype.kind in "iub" for array in content.arrays.values())
    assert not any(name.startswith("/") or ".." in name.split("/") for name in content.files)


def chunks(ground: Ground) -> SearchStrategy[bytes]:
    return st.one_of(torn(ground.sound["chunks/10-19"]), forgeries(ground), st.binary(max_size=200))


def test_no_chunk_file_is_a_traceback(ground: Ground) -> None:
    fuzz(chunks(ground), check_chunk, 3 * FEW)


@pytest.mark.full
def test_no_chunk_file_is_a_traceback_in_100_000_tries(ground: Ground) -> None:
    fuzz(chunks(ground), check_chunk, MANY)
