"""`sise match` as a user meets it."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from experiments.cli import main
from experiments.matches import Sprt, match

ROOT = Path(__file__).parents[1]


def sise(capsys: pytest.CaptureFixture[str], *args: object) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as ended:
        main([str(arg) for arg in args])
    out, err = capsys.readouterr()
    assert isinstance(ended.value.code, int)
    return ended.value.code, out, err


@pytest.mark.parametrize("lang", ["en", "zh", "zh-hans"])
@pytest.mark.parametrize("names", [("greedy", "eager"), ("greedy", "eager", "random")])
def test_it_prints_tables_of_80_columns(capsys: pytest.CaptureFixture[str], names: tuple[str, ...], lang: str) -> None:
    from rich.cells import cell_len

    words = ("match", *names, "--rules", "youxi", "--decks", 150, "--sprt", "delta=0.1", "--lang", lang, "--quiet")
    status, out, err = sise(capsys, *words)
    assert (status, err) == (0, "")
    assert max(cell_len(line) for line in out.splitlines()) <= 80
    edge = match("youxi", names, decks=150).edge("both" if len(names) == 2 else "all_orders")
    assert f"{edge.mean:+.3f}" in out
    assert f"{edge.low:+.3f}, {edge.high:+.3f}" in out
    assert "undecided" in out or lang != "en"


def test_json_is_json_alone(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("match", "greedy", "eager", "--decks", 3_000, "--seed", 5, "--sprt", "delta=0.2,minimum=100")
    status, out, err = sise(capsys, *words, "--format", "json", "--watch")
    assert status == 0
    assert "decks in" in err
    test = Sprt(0.2, minimum=100)
    assert json.loads(out) == match("guangshui", ["greedy", "eager"], decks=3_000, seed=5, sprt=test).to_dict()


def test_twins_print_zeros_and_what_that_rests_on(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = sise(capsys, "match", "eager", "eager", "--rules", "youxi", "--decks", 50, "--quiet")
    assert status == 0
    assert out.count("0.000   0.000, 0.000  0.000") == 3
    assert "all: 0 / 50 decks have an edge other than 0" in out


def test_a_decided_test_shows_the_interval_that_holds_at_any_time(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = sise(capsys, "match", "greedy", "eager", "--decks", 4_000, "--sprt", "delta=0.1", "--quiet")
    assert status == 0
    edge = match("guangshui", ["greedy", "eager"], decks=4_000, sprt=Sprt(0.1)).both
    assert f"{edge.any_low:+.3f}, {edge.any_high:+.3f}" in out
    assert "any-time interval" in out
    assert "sequential test: better (200 decks)" in out


def test_a_run_goes_on_and_ends_where_the_test_decides(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = ("match", "greedy", "eager", "--decks", 4_000, "--sprt", "delta=0.1", "--format", "json")
    status, out, _ = sise(capsys, *words, "--out", tmp_path / "run")
    assert status == 0
    again = sise(capsys, *words, "--out", tmp_path / "run")
    assert again[:2] == (0, out)
    assert "no decks to play" in again[2]
    assert sise(capsys, *words)[1] == out
    assert {"edges.parquet", "strategies.parquet"} <= {path.name for path in (tmp_path / "run").iterdir()}
    status, _, err = sise(capsys, *words, "--out", tmp_path / "run", "--seed", 2)
    assert status == 2
    assert "holds another run (seed 1, now 2)" in err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("greedy",), "a match is between two or three strategies, not 1"),
        (("greedy", "egaer"), 'unknown strategy "egaer"; did you mean "eager"?'),
        (("greedy", "eager", "--sprt", "0.1"), '"0.1" is none of its settings; expected delta, alpha'),
        (("greedy", "eager", "--decks", "0"), "expected a whole number of 1 or more"),
        (("greedy", "eager", "--fresh"), "it needs --out DIR"),
        (("greedy", "eager", "--executor", "thread"), 'executor "thread"'),
    ],
)
def test_what_cannot_be_used_is_one_line(capsys: pytest.CaptureFixture[str], words: tuple[str, ...], told: str) -> None:
    status, out, err = sise(capsys, "match", *words)
    assert (status, out) == (2, "")
    assert told in err
    assert err.count("\n") == 1


def test_a_strategy_that_breaks_the_rules_is_told_with_its_deal(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "wrong.py"
    file.write_text(
        "from simcore import Option, Strategy, lowest\n"
        "PENG = int(Option.PENG)\n"
        "def claim(view): return PENG\n"
        "def discard(view): return lowest(view.discards)\n"
        'wrong = Strategy("wrong", claim, discard)\n'
    )
    status, out, err = sise(capsys, "match", f"{file}:wrong", "eager", "--decks", 20, "--quiet")
    assert (status, out) == (2, "")
    assert "strategy wrong at seat" in err
    assert "sise replay --rules guangshui" in err
    assert f"--seats {file}:wrong,eager,eager" in err


def run(*words: str, **options: Any) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "experiments.cli", "match", *words]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen(command, env=environment, text=True, encoding="utf-8", **pipes, **options)


def test_ctrl_c_keeps_what_is_finished_and_watching_tells_meanwhile(tmp_path: Path) -> None:
    words = ("eager", "random", "--decks", "1000000000", "--watch", "--format", "json", "--out", str(tmp_path / "run"))
    playing = run(*words)
    assert playing.stderr is not None
    lines = []
    for line in playing.stderr:  # a line now and then: the first after two seconds of play
        lines.append(line)
        if "any-time interval" in line:
            break
    playing.send_signal(signal.SIGINT)
    out, err = playing.communicate(timeout=120)
    assert playing.returncode == 130, (lines, err)
    assert "the same command goes on: sise match eager random" in err
    found = json.loads(out)
    assert 0 < found["decks"] < 10**9
    assert found["one_vs_two"]["low"] < found["one_vs_two"]["mean"] < found["one_vs_two"]["high"]
