"""`sise status`: how far a run is, in words and in JSON, in both languages."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from experiments.cli import main
from experiments.ladders import make_ladder
from experiments.rundir import RunDirectory
from experiments.runner import Chunk
from experiments.runstatus import RATE_SECONDS, status
from tests.toy import Numbers

Ran = tuple[int, str, str]
Sise = Callable[..., Ran]


@pytest.fixture
def sise(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Sise:
    """Run the command in this process, in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")

    def run(*words: Any) -> Ran:
        with pytest.raises(SystemExit) as ended:
            main([str(word) for word in words])
        out, err = capsys.readouterr()
        assert isinstance(ended.value.code, int)
        return ended.value.code, out, err

    return run


def half(folder: Path, count: int = 10_000) -> RunDirectory[Any]:
    """A run of which a half and a bit is finished."""
    study = Numbers(0, count)
    directory = RunDirectory(folder, study, print)
    with directory.opened():
        for first in (0, count // 2):
            directory.write_chunk(Chunk(first, count // 4 + 3), study.play(first, count // 4 + 3), {})
    return directory


def test_a_run_that_was_interrupted(sise: Sise) -> None:
    half(Path("my run"))
    code, out, err = sise("status", "my run")
    assert (code, err) == (0, "")
    assert "5,006 of 10,000 numbers (50.0 %)" in out
    assert "interrupted" in out
    assert "sise numbers --name numbers --first 0 --count 10000 --out 'my run'" in " ".join(out.split())
    assert max(len(line) for line in out.splitlines()) <= 80


def test_a_run_that_goes_on(sise: Sise) -> None:
    directory = half(Path("run"))
    with directory.opened():
        code, out, _ = sise("status", "run", "--format", "json")
        for lang, words in (("en", f"running, process {os.getpid()}\n"), ("zh", f"，行程 {os.getpid()}\n")):
            assert words in sise("status", "run", "--lang", lang)[1]
    found = json.loads(out)
    assert code == 0
    assert (found["state"], found["process"], found["done"], found["count"]) == ("running", os.getpid(), 5_006, 10_000)
    code, out, _ = sise("status", "run", "--format", "json")
    assert (json.loads(out)["state"], json.loads(out)["process"]) == ("interrupted", None)


def test_the_rate_is_that_of_the_last_minute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    directory = half(tmp_path)
    now = 1_000_000.0
    monkeypatch.setattr("experiments.runstatus.time", lambda: now)
    for path, age in zip(sorted((tmp_path / "chunks").iterdir()), (30.0, 10.0), strict=True):
        os.utime(path, (now - age, now - age))
    with directory.opened():
        found = status(tmp_path)
        assert found.rate == pytest.approx(2_503 / 30)  # what came after the older file
        assert found.seconds_left == pytest.approx(4_994 / (2_503 / 30))
        for path in (tmp_path / "chunks").iterdir():
            os.utime(path, (now - RATE_SECONDS - 1, now - RATE_SECONDS - 1))
        assert status(tmp_path).seconds_left is None


def test_of_a_ladder_the_slow_decks_tell_the_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They come first, and the many decks after them take next to nothing."""
    study = make_ladder("youxi", ["eager", "greedy", "random"], decks=9_000, seed=1, slow=["greedy"], slow_decks=40)
    directory = RunDirectory(tmp_path, study, print)
    now = 1_000_000.0
    monkeypatch.setattr("experiments.runstatus.time", lambda: now)
    with directory.opened():
        written = ((0, 10, 50.0, None), (10, 10, 10.0, 20 / (10 / 50)), (20, 30, 0.0, 8_950 / (40 / 50)))
        for first, count, age, left in written:
            directory.write_chunk(Chunk(first, count), study.play(first, count), {})
            os.utime(tmp_path / "chunks" / f"{first}-{first + count - 1}", (now - age, now - age))
            assert status(tmp_path).seconds_left == (left if left is None else pytest.approx(left))


def test_never_all_before_it_is_all(sise: Sise) -> None:
    study = Numbers(0, 1_000_000)
    directory = RunDirectory(Path("run"), study, print)
    with directory.opened():
        directory.write_chunk(Chunk(0, 999_999), study.play(0, 999_999), {})
    assert "999,999 of 1,000,000 numbers (99.9 %)" in sise("status", "run")[1]


@pytest.mark.parametrize("lang", ["zh", "zh-hant", "zh-hans"])
def test_chinese(sise: Sise, lang: str) -> None:
    code, out, err = sise(
        "simulate", "--seats", "eager,eager,eager", "--deals", 30, "--out", "牌局", "--quiet", "--format", "json"
    )
    assert (code, err) == (0, "")
    code, out, _ = sise("status", "牌局", "--lang", lang)
    assert code == 0
    assert "30 局中的 30 (100 %)" in out
    assert "完成" in out
    assert ("狀態" in out) == (lang != "zh-hans")


def test_a_whole_night(sise: Sise) -> None:
    words = ("simulate", "--seats", "eager,random,eager", "--deals", 400, "--out", "run", "--format", "json")
    first = sise(*words)
    again = sise(*words)
    assert first[:2] == again[:2]
    assert "no deals to play (400 were finished before)" in again[2]
    code, out, err = sise(*words, "--records")
    assert (code, out) == (2, "")
    assert err == "sise: --out run holds another run (records false, now true); --fresh starts over\n"
    assert sise(*words, "--records", "--fresh")[0] == 0
    assert "deals/part-00000.parquet" in {str(path.relative_to("run")) for path in Path("run").rglob("*.parquet")}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["none"], "none is no folder; expected the folder of a run"),
        (["."], ". holds no run.json; expected the folder of a run"),
        ([], "DIR"),
        (["a", "b"], "b"),
    ],
)
def test_what_cannot_be_asked(sise: Sise, words: list[str], told: str) -> None:
    code, out, err = sise("status", *words)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert told in err


def test_a_wrong_executor_is_told_before_anything_is_compiled(sise: Sise) -> None:
    code, out, err = sise("simulate", "--executor", "proceses", "--out", "run")
    assert (code, out) == (2, "")
    assert '"proceses": did you mean "processes"?' in err
    assert not Path("run").exists()
