"""Run directories: what is finished is kept, what is damaged is named and played again, nothing else is touched."""

import errno
import hashlib
import json
import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import polars as pl
import pytest

from experiments import rundir
from experiments.rundir import RunDirectory
from experiments.runner import Chunk
from experiments.runs.chunkfile import MAGIC, ChunkError, Content, decode, encode
from experiments.runs.pending import Pending
from experiments.runstatus import State, plain, status
from experiments.simulation import Recording, Rows, make_plan, simulate
from experiments.study import Interrupted, Outcome, run_study
from simcore import SiseError, StrategyError
from tests.toy import Numbers, Sums, expected, usual_signals

COUNT = 5_000


@pytest.fixture(autouse=True)
def _signals() -> Iterator[None]:
    with usual_signals():
        yield


def tables(outcome: Outcome[Sums]) -> Mapping[str, pl.DataFrame]:
    return {"digits": pl.DataFrame({"count": outcome.counts.digits})}


def play(folder: Path, study: Numbers | None = None, **options: Any) -> Outcome[Sums]:
    return run_study(study or Numbers(10, COUNT), directory=folder, tables=tables, **options)


def interrupted(folder: Path, asks: int = 2_000, **options: Any) -> Outcome[Sums]:
    """A run that is interrupted somewhere in the middle."""
    with pytest.raises(Interrupted, match=f"kept in {folder}; .*sise numbers .* --out {folder}$") as stopped:
        play(folder, Numbers(10, COUNT, nap=1e-4, asks=asks), **options)
    outcome: Outcome[Sums] = stopped.value.outcome
    return outcome


def chunks(folder: Path) -> list[Path]:
    return sorted((folder / "chunks").iterdir())


def several(folder: Path) -> list[Path]:
    """A finished run whose chunks lie in several files."""
    study = Numbers(10, COUNT)
    directory = RunDirectory(folder, study, print)
    with directory.opened():
        for first in range(10, 10 + COUNT, 1_000):
            directory.write_chunk(Chunk(first, 1_000), study.play(first, 1_000), {})
    return chunks(folder)


def digest(folder: Path) -> str:
    return hashlib.sha256((folder / "digits.parquet").read_bytes()).hexdigest()


# --- resuming


def test_an_interrupted_run_goes_on_where_it_was(tmp_path: Path) -> None:
    before = interrupted(tmp_path / "a")
    assert 0 < before.done < COUNT
    log = tmp_path / "log"
    after = play(tmp_path / "a", Numbers(10, COUNT, log=str(log)))
    assert (after.resumed, after.done, after.complete) == (before.done, COUNT, True)
    assert after.counts.values == expected(10, COUNT)
    played = sum(int(line.split()[1]) for line in log.read_text().splitlines())
    assert played == COUNT - before.done
    play(tmp_path / "b")
    assert digest(tmp_path / "a") == digest(tmp_path / "b")


def test_a_run_that_is_interrupted_again_and_again_comes_to_the_same(tmp_path: Path) -> None:
    for asks in (100, 1_200, 2_400, 3_600):
        interrupted(tmp_path / "a", asks=asks, threads=2)
    outcome = play(tmp_path / "a", threads=3)
    assert outcome.counts.values == expected(10, COUNT)
    assert 0 < outcome.resumed < COUNT
    play(tmp_path / "b")
    assert digest(tmp_path / "a") == digest(tmp_path / "b")


def test_a_complete_run_is_not_played_again(tmp_path: Path) -> None:
    play(tmp_path)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    log = tmp_path.parent / "log"
    outcome = play(tmp_path, Numbers(10, COUNT, log=str(log), fails=(10,)))
    assert (outcome.resumed, outcome.complete) == (COUNT, True)
    assert outcome.counts.values == expected(10, COUNT)
    assert not log.exists()
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


def test_the_tables_of_an_interrupted_run_are_over_what_is_finished(tmp_path: Path) -> None:
    outcome = interrupted(tmp_path)
    assert pl.read_parquet(tmp_path / "digits.parquet")["count"].sum() == outcome.done
    run = json.loads((tmp_path / "run.json").read_text())
    assert run["finished"] == {"numbers": outcome.done, "complete": False}


def test_a_run_that_watch_ended_is_complete_for_good(tmp_path: Path) -> None:
    first = play(tmp_path, chunk=10, watch=lambda counts: counts.sums[0] >= 300)
    assert first.stopped
    assert first.done < COUNT
    assert status(tmp_path).state == State.STOPPED
    log = tmp_path.parent / "log"
    again = play(tmp_path, Numbers(10, COUNT, log=str(log)), watch=lambda counts: counts.sums[0] >= 300)
    assert (again.done, again.stopped, again.complete) == (first.done, True, True)
    assert not log.exists()


def test_a_unit_that_fails_leaves_what_was_on_the_disk(tmp_path: Path) -> None:
    with pytest.raises(StrategyError, match="unit 700 fails"):
        play(tmp_path / "new", Numbers(10, COUNT, fails=(700,)))
    assert not (tmp_path / "new").exists()
    several(tmp_path / "old")[2].unlink()
    with pytest.raises(StrategyError, match="unit 2500 fails"):
        play(tmp_path / "old", Numbers(10, COUNT, fails=(2_500,)))
    assert status(tmp_path / "old").done >= 4_000


# --- another run


@pytest.mark.parametrize(
    ("other", "words"),
    [
        (Numbers(11, COUNT), "first 10, now 11"),
        (Numbers(10, COUNT + 1), f"count {COUNT}, now {COUNT + 1}"),
        (Numbers(10, COUNT, name="else"), "name numbers, now else"),
    ],
)
def test_another_run_is_refused_with_what_differs(tmp_path: Path, other: Numbers, words: str) -> None:
    play(tmp_path)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    with pytest.raises(SiseError, match=f"{words}.*--fresh"):
        play(tmp_path, other)
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before
    outcome = play(tmp_path, other, fresh=True)
    assert outcome.resumed == 0
    assert outcome.counts.values == expected(other.first, other.count)


class Letters(Numbers):
    """The same by another command."""

    @property
    def command(self) -> str:
        return "sise letters"


def test_the_run_of_another_command_is_refused(tmp_path: Path) -> None:
    play(tmp_path)
    with pytest.raises(SiseError, match="of sise numbers, now sise letters"):
        play(tmp_path, Letters(10, COUNT))


def test_another_version_of_the_program_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    interrupted(tmp_path)
    monkeypatch.setattr(rundir, "code_version", lambda: "9.9.9 (code 12345678)")
    with pytest.raises(SiseError, match=r"by sise .*, now 9\.9\.9"):
        play(tmp_path)


def test_nested_differences_are_told_one_by_one() -> None:
    from experiments.runs.differences import differences

    held = {"rules": {"name": "guangshui", "switches": {"payers": "all"}}, "seed": 1, "strategies": [{"strategy": "a"}]}
    now = {"rules": {"name": "guangshui", "switches": {}}, "seed": 2, "strategies": [{"strategy": "b"}]}
    assert differences(held, now) == [
        "rules.switches.payers all, now none",
        "seed 1, now 2",
        "strategies a, now b",
    ]
    changed = [{"strategy": "a.py:a", "file_sha256": text} for text in ("12", "34")]
    assert differences({"strategies": changed[:1]}, {"strategies": changed[1:]}) == [
        "strategies[0].file_sha256 12, now 34"
    ]
    assert differences({"flag": True}, {"flag": 1}) == ["flag true, now 1"]
    assert differences(held, held) == []


# --- damage


def cut_off(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-7])


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def one_bit(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 4
    path.write_bytes(bytes(data))


def other_text(path: Path) -> None:
    path.write_text("my shopping list")


def of_another_run(path: Path) -> None:
    other = several(path.parents[2] / "other")
    run_file = path.parents[2] / "other" / "run.json"
    assert run_file.exists()
    content = decode(other[0].read_bytes())
    first, count = (int(part) for part in path.name.split("-"))
    path.write_bytes(encode(Content("f" * 64, first, count - first + 1, content.arrays)))


def renamed(path: Path) -> None:
    path.rename(path.with_name("1010-1509"))


def of_other_counts(path: Path) -> None:
    content = decode(path.read_bytes())
    path.write_bytes(encode(Content(content.run, content.first, content.count, {"sums": np.zeros(3, np.int64)})))


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (cut_off, "checksum"),
        (emptied, "no chunk file"),
        (one_bit, "checksum"),
        (other_text, "no chunk file"),
        (of_another_run, "another run"),
        (renamed, "it holds"),
        (of_other_counts, "digits"),
    ],
)
def test_damaged_chunks_are_named_and_played_again(tmp_path: Path, damage: Callable[[Path], None], words: str) -> None:
    folder = tmp_path / "run"
    victim = several(folder)[1]
    damage(victim)
    told: list[str] = []
    log = tmp_path / "log"
    outcome = play(folder, Numbers(10, COUNT, log=str(log)), note=told.append)
    assert outcome.counts.values == expected(10, COUNT)
    name = "1010-1509" if damage is renamed else victim.name
    assert len(told) == 1
    assert name in told[0]
    assert words in told[0]
    played = [line.split() for line in log.read_text().splitlines()]
    assert sum(int(count) for _, count in played) == COUNT - outcome.resumed == 1_000
    assert told == [] or play(folder, note=told.append).resumed == COUNT
    assert len(told) == 1


def test_a_folder_in_the_place_of_a_chunk_is_told(tmp_path: Path) -> None:
    several(tmp_path)[0].unlink()
    (tmp_path / "chunks" / "10-1009").mkdir()
    with pytest.raises(SiseError, match=r"cannot remove .*10-1009"):
        play(tmp_path, note=lambda text: None)


def test_a_chunk_that_a_larger_one_holds_counts_once(tmp_path: Path) -> None:
    study = Numbers(10, COUNT)
    directory = RunDirectory(tmp_path, study, print)
    with directory.opened():
        directory.write_chunk(Chunk(10, 500), study.play(10, 500), {})
        kept = (tmp_path / "chunks" / "10-509").read_bytes()
        directory.write_chunk(Chunk(10, 1_000), study.play(10, 1_000), {})
    assert [path.name for path in chunks(tmp_path)] == ["10-1009"]
    (tmp_path / "chunks" / "10-509").write_bytes(kept)  # as if killed before it was taken away
    told: list[str] = []
    outcome = play(tmp_path, note=told.append)
    assert outcome.counts.values == expected(10, COUNT)
    assert outcome.resumed == 1_000
    assert told == []


def test_chunks_that_overlap_count_once(tmp_path: Path) -> None:
    study = Numbers(10, COUNT)
    directory = RunDirectory(tmp_path, study, print)
    with directory.opened():
        directory.write_chunk(Chunk(10, 500), study.play(10, 500), {})
        directory.write_chunk(Chunk(400, 1_000), study.play(400, 1_000), {})
    told: list[str] = []
    outcome = play(tmp_path, note=told.append)
    assert outcome.counts.values == expected(10, COUNT)
    assert outcome.resumed == 1_000
    assert len(told) == 1
    assert "overlaps" in told[0]


def test_any_bytes_for_a_chunk_are_refused_or_read() -> None:
    whole = encode(Content("a" * 64, 5, 3, {"n": np.arange(6, dtype=np.int32).reshape(2, 3)}))
    content = decode(whole)
    assert (content.first, content.count, content.name) == (5, 3, "5-7")
    assert content.arrays["n"].tolist() == [[0, 1, 2], [3, 4, 5]]
    rng = Random(1)
    for _ in range(2_000):
        data = bytearray(whole)
        for _ in range(rng.randrange(1, 4)):
            at = rng.randrange(len(data))
            kind = rng.randrange(3)
            if kind == 0:
                data[at] ^= 1 << rng.randrange(8)
            elif kind == 1:
                del data[at:]
                data += b"x"
            else:
                data[at:at] = bytes([rng.randrange(256)])
        if bytes(data) != whole:
            with pytest.raises(ChunkError):
                decode(bytes(data))


@pytest.mark.parametrize(
    "header",
    [
        "[]",
        "{}",
        "[" * 100_000,
        '{"run":"a","first":0,"count":1,"arrays":[["n","<i8",[9223372036854775807]]],"files":{}}',
        '{"run":"a","first":0,"count":1,"arrays":[["n","<i8",[-1]]],"files":{}}',
        '{"run":"a","first":0,"count":1,"arrays":[["n","O",[1]]],"files":{}}',
        '{"run":"a","first":0,"count":1,"arrays":[["n","<f8",[1]]],"files":{}}',
        '{"run":"a","first":0,"count":1,"arrays":[],"files":{"../x":[1,"00"]}}',
        '{"run":"a","first":1e999,"count":1,"arrays":[],"files":{}}',
    ],
)
def test_headers_that_were_made_by_hand_are_refused(header: str) -> None:
    body = MAGIC + header.encode() + b"\n"
    with pytest.raises(ChunkError):
        decode(body + hashlib.sha256(body).digest())


def test_counts_that_are_no_integers_are_refused() -> None:
    with pytest.raises(TypeError, match="mean"):
        encode(Content("a", 0, 1, {"mean": np.zeros(2)}))


# --- a disk that is full


class Full:
    """Writes until so many files are written, then leaves half of the next one, as a full disk does."""

    def __init__(self, files: int, code: int = errno.ENOSPC) -> None:
        self.left = files
        self.code = code

    def __call__(self, path: Path, content: bytes) -> None:
        from experiments.files import write_whole

        if self.left == 0:
            raise OSError(self.code, os.strerror(self.code))
        self.left -= 1
        write_whole(path, content)


@pytest.mark.parametrize("files", range(8))
@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EDQUOT, errno.EIO])
def test_a_full_disk_ends_the_run_which_goes_on_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, files: int, code: int
) -> None:
    folder = tmp_path / "run"
    monkeypatch.setattr(rundir, "write_whole", Full(files, code))
    monkeypatch.setattr("experiments.runs.pending.FIRST_SECONDS", 0.0)
    monkeypatch.setattr("experiments.runs.pending.WRITE_SECONDS", 0.0)
    with pytest.raises(SiseError, match=f"cannot write to {folder}: {os.strerror(code)}") as told:
        play(folder, chunk=500)
    kept = status(folder).done if folder.exists() else 0
    if kept:
        assert f"{kept:,} of {COUNT:,} numbers are finished and kept" in str(told.value)
        assert f"--out {folder}" in str(told.value)
    assert not list(folder.rglob("*.unfinished"))
    monkeypatch.undo()
    outcome = play(folder)
    assert outcome.counts.values == expected(10, COUNT)
    assert outcome.resumed == kept


def test_a_folder_that_cannot_be_written_is_told_before_anything_is_played(tmp_path: Path) -> None:
    if os.geteuid() == 0:
        pytest.skip("root may write anywhere")
    tmp_path.chmod(0o500)
    with pytest.raises(SiseError, match="not writable"):
        play(tmp_path / "run", Numbers(10, COUNT, fails=(10,)))


# --- two processes


def hold(folder: str, held: Any) -> None:
    with RunDirectory(Path(folder), Numbers(10, COUNT), print).opened():
        held.set()
        time.sleep(300)


@pytest.mark.skipif(os.name == "nt", reason="no flock")
def test_the_second_process_is_refused_with_the_number_of_the_first(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    held = context.Event()
    other = context.Process(target=hold, args=(str(tmp_path), held))
    other.start()
    try:
        assert held.wait(60)
        for fresh in (False, True):
            with pytest.raises(SiseError, match=f"in use by process {other.pid};"):
                play(tmp_path, fresh=fresh)
        found = status(tmp_path)
        assert found.state == State.RUNNING
        assert found.process is not None
        assert found.process.process == other.pid
        assert other.pid is not None
        os.kill(other.pid, signal.SIGKILL)
        other.join(60)
        assert (tmp_path / "lock").exists()  # which holds nobody up
        assert status(tmp_path).state == State.INTERRUPTED
        assert play(tmp_path).counts.values == expected(10, COUNT)
        assert not (tmp_path / "lock").exists()
    finally:
        other.kill()


def test_what_a_killed_process_was_writing_is_taken_away(tmp_path: Path) -> None:
    several(tmp_path)
    for name in (".run.json.unfinished", "chunks/.10-509.unfinished"):
        (tmp_path / name).write_text("{")
    play(tmp_path)
    assert not list(tmp_path.rglob("*.unfinished"))


def test_a_folder_that_was_only_begun_may_be_used(tmp_path: Path) -> None:
    (tmp_path / "lock").write_text("")
    (tmp_path / ".run.json.unfinished").write_text('{"comm')
    assert play(tmp_path).complete


# --- when chunks are written


def test_files_are_few_and_late_work_is_written(tmp_path: Path) -> None:
    now = [0.0]
    study = Numbers(0, 1_000_000)
    directory = RunDirectory(tmp_path, study, print)

    def put(first: int, count: int, at: float) -> list[str]:
        now[0] = at
        pending.put(Chunk(first, count), study.play(first, count))
        return [path.name for path in chunks(tmp_path)]

    with directory.opened():
        pending = Pending(study, directory, clock=lambda: now[0])
        assert put(0, 100, 0.1) == []
        assert put(100, 100, 0.2) == []
        assert put(200, 100, 0.3) == ["0-299"]  # a quarter of a second after the start
        assert put(400, 300, 0.9) == ["0-299"]  # waits for 300 – 399, which are being played
        assert put(300, 100, 1.0) == ["0-299"]
        assert put(700, 1, 2.0) == ["0-299", "300-700"]
        assert put(900, 300, 40.0) == ["0-299", "300-700"]
        assert put(1_200, 1, 75.0) == ["0-299", "300-700", "900-1200"]  # after half a minute it waits no longer
        assert put(701, 1, 80.0) == ["0-299", "300-700", "900-1200"]  # too small: there would be a million files
        pending.flush()
    assert [path.name for path in chunks(tmp_path)] == ["0-299", "300-700", "701-701", "900-1200"]


# --- rows a deal


def recording(deals: int = 1_000) -> Recording:
    return Recording(make_plan("guangshui", ("eager", "random", "eager"), seed=3, deals=deals, first=7), part=400)


def rows_of(folder: Path) -> list[int]:
    found: list[int] = pl.read_parquet(folder / "deals" / "*.parquet")["deal"].to_list()
    return found


def parts(folder: Path) -> dict[str, str]:
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted((folder / "deals").iterdir())}


def test_row_files_are_the_same_after_any_interruptions(tmp_path: Path) -> None:
    study = recording()
    run_study(study, directory=tmp_path / "a", chunk=1_000)
    assert rows_of(tmp_path / "a") == list(range(7, 1_007))
    assert list(parts(tmp_path / "a")) == ["part-00000.parquet", "part-00001.parquet", "part-00002.parquet"]
    seen = 0
    for limit in (1, 150, 400, 430, 799, 800):
        # ends as if interrupted: what is finished of a part is kept without its file
        outcome = run_study(
            study, directory=tmp_path / "b", chunk=23, watch=lambda counts, limit=limit: counts.tally.deals >= limit
        )
        assert outcome.done >= max(seen, limit)
        seen = outcome.done
        assert len(list((tmp_path / "b" / "deals").glob("*"))) == seen // 400
    run_study(study, directory=tmp_path / "b", threads=3)
    assert parts(tmp_path / "a") == parts(tmp_path / "b")
    assert sum(chunk.count for chunk, _ in rundir.chunk_files(tmp_path / "b")) == 1_000


def test_rows_that_were_kept_without_their_file_get_it(tmp_path: Path) -> None:
    """As after a fault in the middle of making the file."""
    study = recording()
    run_study(study, directory=tmp_path / "a")
    directory = RunDirectory(tmp_path / "b", study, print)
    with directory.opened():
        for first, count in ((7, 400), (407, 150), (557, 250)):
            directory.write_chunk(Chunk(first, count), study.play(first, count), {})
    outcome = run_study(study, directory=tmp_path / "b")
    assert outcome.resumed == 800
    assert parts(tmp_path / "b") == parts(tmp_path / "a")


def test_a_row_file_that_is_damaged_or_gone_is_written_again(tmp_path: Path) -> None:
    study = recording()
    run_study(study, directory=tmp_path)
    before = parts(tmp_path)
    one_bit(tmp_path / "deals" / "part-00001.parquet")
    (tmp_path / "deals" / "part-00002.parquet").unlink()
    told: list[str] = []
    outcome = run_study(study, directory=tmp_path, note=told.append)
    assert outcome.resumed == 400
    assert parts(tmp_path) == before
    assert len(told) == 2
    assert sum("part-00001.parquet is damaged" in line for line in told) == 1
    assert sum("part-00002.parquet: No such file" in line for line in told) == 1


def test_rows_travel_as_arrays() -> None:
    study = recording()
    rows = study.play(7, 50)
    rows.add(study.play(57, 30))
    back = Rows.from_arrays(rows.arrays())
    assert back.tally.counts() == rows.tally.counts()
    assert (back.records == rows.records).all()
    assert (back.records == study.played(7, 80)).all()
    with pytest.raises(ValueError, match="shape"):
        Rows.from_arrays(rows.arrays() | {"records": np.zeros((3, 5), np.uint8)})


# --- what a directory says


def test_status_tells_how_far_it_is(tmp_path: Path) -> None:
    outcome = interrupted(tmp_path)
    found = status(tmp_path)
    assert (found.unit, found.first, found.wanted, found.done) == ("numbers", 10, COUNT, outcome.done)
    assert (found.state, found.process, found.damaged) == (State.INTERRUPTED, None, ())
    assert found.command == f"sise numbers --name numbers --first 10 --count {COUNT}"
    play(tmp_path)
    found = status(tmp_path)
    assert (found.state, found.done, found.tables) == (State.COMPLETE, COUNT, ("digits.parquet",))
    cut_off(chunks(tmp_path)[0])
    found = status(tmp_path)
    assert found.state == State.INTERRUPTED
    assert [each.file for each in found.damaged] == [f"chunks/{chunks(tmp_path)[0].name}"]
    assert json.loads(json.dumps(plain(found)))["damaged"][0]["reason"].startswith("its checksum")


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"range": 7}', "[" * 50_000, '{"run": 7}', "\udcff"])
def test_status_of_what_is_no_run(tmp_path: Path, text: str) -> None:
    with pytest.raises(SiseError, match="no folder"):
        status(tmp_path / "none")
    with pytest.raises(SiseError, match=r"no run\.json"):
        status(tmp_path)
    (tmp_path / "run.json").write_text(text, encoding="utf-8", errors="surrogateescape")
    with pytest.raises(SiseError, match="damaged"):
        status(tmp_path)
    with pytest.raises(SiseError, match="damaged"):
        play(tmp_path)
    assert play(tmp_path, fresh=True).complete


def test_nothing_outside_the_directory_is_touched(tmp_path: Path) -> None:
    """A run.json made by hand may name any files as its tables."""
    outside = tmp_path / "outside.parquet"
    outside.write_text("precious")
    folder = tmp_path / "run"
    play(folder)
    content = json.loads((folder / "run.json").read_text())
    content["tables"] = ["../outside.parquet", str(outside), 7, None]
    (folder / "run.json").write_text(json.dumps(content))
    play(folder)
    play(folder, fresh=True)
    assert outside.read_text() == "precious"


def test_simulate_keeps_its_run_in_a_directory(tmp_path: Path) -> None:
    seats = ("eager", "random", "eager")
    first = simulate("youxi", seats, deals=400, seed=2, directory=tmp_path)
    again = simulate("youxi", seats, deals=400, seed=2, directory=tmp_path, threads=2)
    assert again.tally.counts() == first.tally.counts() == simulate("youxi", seats, deals=400, seed=2).tally.counts()
    assert again.summary.equals(pl.read_parquet(tmp_path / "summary.parquet"))
    with pytest.raises(SiseError, match="records false, now true"):
        simulate("youxi", seats, deals=400, seed=2, directory=tmp_path, records=True)
    with pytest.raises(SiseError, match="directory"):
        simulate("youxi", seats, deals=400, records=True)


@pytest.mark.parametrize("times", [300, pytest.param(100_000, marks=pytest.mark.full)])
def test_any_run_json_is_read_or_refused_and_nothing_else_is_touched(tmp_path: Path, times: int) -> None:
    folder = tmp_path / "run"
    play(folder)
    whole = (folder / "run.json").read_bytes()
    words = [b"null", b"-1", b"1e999", b'""', b"[]", b"{}", b"true", b"9" * 5_000, b'"\xff"', b"[" * 2_000]
    before = set(tmp_path.rglob("*"))
    rng = Random(times)
    for _ in range(times):
        data = bytearray(whole)
        for _ in range(rng.randrange(1, 4)):
            at = rng.randrange(len(data) + 1)
            match rng.randrange(4):
                case 0:
                    data[at : at + 1] = bytes([rng.randrange(256)])
                case 1:
                    del data[at : at + rng.randrange(1, 40)]
                case 2:
                    data[at:at] = rng.choice(words)
                case _:
                    colon = data.find(b":", at)
                    end = data.find(b",", colon)
                    data[colon + 1 : end] = rng.choice(words)
        (folder / "run.json").write_bytes(bytes(data))
        for ask in (lambda: status(folder), lambda: RunDirectory(folder, Numbers(10, COUNT), print).check()):
            with suppress(SiseError):
                ask()
    assert set(tmp_path.rglob("*")) == before


@pytest.mark.full
def test_100_000_chunk_files_are_refused_or_read() -> None:
    whole = encode(Content("a" * 64, 5, 3, {"n": np.arange(6, dtype=np.int32).reshape(2, 3)}))
    body = whole[:-32]
    rng = Random(4)
    for _ in range(100_000):
        data = bytearray(body)
        for _ in range(rng.randrange(1, 5)):
            at = rng.randrange(len(MAGIC), len(data))
            if rng.random() < 0.5:
                data[at] = rng.randrange(256)
            else:
                del data[at : at + rng.randrange(1, 9)]
                data += b"0"
        try:
            found = decode(bytes(data) + hashlib.sha256(data).digest())  # its checksum is right
        except ChunkError:
            continue
        assert all(array.dtype.kind in "iub" for array in found.arrays.values())
