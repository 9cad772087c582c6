"""The machinery of the benchmarks, not the times: what is measured, and how figures are judged and compared."""

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks import check
from benchmarks.figures import Limits, Row, number, text
from benchmarks.peers import PEERS
from experiments import bench, bench_hands
from experiments.cli import main
from simcore import FLOOR_CARDS, PRESETS, Rules, run_deals, score_many, textbook_shuffles
from strategies import load

ROOT = Path(__file__).parents[1]


class Clock:
    """A clock that moves when it is told to."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now

    def job(self, what: str, units: int, *seconds: float) -> bench.Job:
        left = list(seconds)

        def run() -> None:
            self.now += left.pop(0) if len(left) > 1 else left[0]

        return bench.Job(what, "thing", run, units, 3.0)


def test_the_floor_shuffles_cards() -> None:
    n = 4_000
    mean = textbook_shuffles(n) / n
    # the first card is uniform over 28 types: mean 13.5, deviation of the mean 8.08 / sqrt(n)
    assert abs(mean - 13.5) < 5 * 8.08 / n**0.5
    assert textbook_shuffles(n) == textbook_shuffles(n)
    assert FLOOR_CARDS == 112


def test_measure_takes_medians_of_ratios(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    monkeypatch.setattr(bench, "floor_job", lambda: clock.job("floor", 10, 1.0))
    # once to warm up, then five times; one of them is disturbed
    job = clock.job("job", 4, 99.0, 2.0, 2.0, 80.0, 2.0, 2.0)
    (figure,) = bench.measure([job], seconds=0.0, clock=clock)
    assert figure.ns == pytest.approx(0.5e9)
    assert figure.shuffles == pytest.approx(0.5 / 0.1)
    assert figure.millions == pytest.approx(2e-6)
    assert figure.decisions == pytest.approx(6e-6)


@pytest.mark.parametrize("game", PRESETS)
def test_won_hands_are_those_of_the_deals(game: str) -> None:
    rules = Rules.preset(game)
    scores = score_many(rules, bench_hands.won_hands(rules, 200, seed=5))
    played = run_deals(rules, [load("eager")] * 3, 5, 0, 4_000)
    won = played[played["winner"] >= 0][:200]
    assert scores["wins"].all()
    for field in ("hu", "kong", "pai", "named"):
        assert (scores[field] == won[field]).all()


@pytest.mark.parametrize("game", PRESETS)
def test_hands_are_of_their_kind(game: str) -> None:
    rules = Rules.preset(game)
    assert score_many(rules, bench_hands.covered_hands(rules, 200))["covered"].all()
    assert score_many(rules, bench_hands.ambiguous_hands(rules, 200))["covered"].all()
    assert not score_many(rules, bench_hands.uncovered_hands(rules, 200))["covered"].any()
    batch = bench.batch_of(rules, "covered", distinct=10, hands=30)
    assert len(batch) == 30
    assert (batch.holdings[:10] == batch.holdings[20:]).all()


def test_decisions_are_those_of_the_deals() -> None:
    rules = Rules.preset("youxi")
    job = bench.deal_job(rules, [load("eager")] * 3, deals=100)
    played = run_deals(rules, [load("eager")] * 3, 1, 0, 100)
    assert job.what == "youxi, eager x 3"
    assert job.decisions * 100 == pytest.approx(played["intents"].sum() + played["discards"].sum())


def test_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["bench", "--seconds", "1", "--format", "json", "--quiet", "--seats", "eager,eager,random"])
    out, err = capsys.readouterr()
    assert (ended.value.code, err) == (0, "")
    found = json.loads(out)
    names = [figure["what"] for figure in found["figures"]]
    assert names[0] == "textbook shuffle"
    assert {"guangshui, eager, eager, random", "youxi, eager x 3", "guangshui, score: not covered"} <= set(names)
    assert all(figure["ns"] > 0 and figure["shuffles"] > 0 for figure in found["figures"])
    assert found["machine"]["numba"]


def test_command_refuses_what_cannot_sit(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["bench", "--seats", "eager,eager"])
    assert ended.value.code == 2
    assert "expected 3 seats" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("limits", "value", "reached"),
    [
        (Limits(11, 8), 7.9, "aim"),
        (Limits(11, 8), 8.1, "bar"),
        (Limits(11, 8), 11.1, "no"),
        (Limits(1.85, 1.97, higher=True), 1.98, "aim"),
        (Limits(1.85, 1.97, higher=True), 1.9, "bar"),
        (Limits(1.85, 1.97, higher=True), 1.8, "no"),
        (Limits(), 1.0, ""),
    ],
)
def test_limits(limits: Limits, value: float, reached: str) -> None:
    assert limits.verdict(value) == reached
    row = Row("x", value=value, limits=limits)
    assert row.to_dict()["reached"] == reached


def test_table() -> None:
    rows = [
        Row("a deal", "deal", 1_234.5, 8.765, 8.765, "shuffles", 8.765, Limits(11, 8)),
        Row("a start", "run", 1.3e9, 9e6, 1.3, "s", 4.0, Limits(1.5, 0.8)),
    ]
    lines = text(rows).splitlines()
    assert lines[2].split() == ["a", "deal", "deal", "1,234", "8.765", "11", "8", "bar"]
    assert lines[3].split() == ["a", "start", "run", "1.30e9", "9,000,000", "1.300", "s", "1.5", "0.8", "bar"]
    assert number(123.45, 3) == "123.5"


def results(**ratios: float) -> dict[str, Any]:
    """A results file with a row for each ratio; names in upper case are better when higher."""
    rows = [
        Row(what, ratio=ratio, limits=Limits(higher=what.isupper()), tolerance=0.15).to_dict()
        for what, ratio in ratios.items()
    ]
    return {"benchmarks": [{"extra_info": row} for row in rows] + [{"extra_info": {"what": "none", "ratio": None}}]}


def test_regressions() -> None:
    base = check.ratios(results(a=1.0, b=2.0, C=2.0, gone=1.0))
    assert check.worse(check.ratios(results(a=1.1, b=1.0, C=1.8)), base) == []
    found = check.worse(check.ratios(results(a=1.2, b=2.5, C=1.5)), base)
    assert [line.split(":")[0] for line in found] == ["a", "b", "C"]
    assert check.worse(check.ratios(results(a=1.2)), base, factor=2) == []


def test_check_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(check, "BASELINE", tmp_path / "baseline.json")
    path = tmp_path / "bench.json"
    assert check.main([str(path)]) == 2
    path.write_text(json.dumps(results(a=1.0, B=2.0)))
    assert check.main([str(path), "--write"]) == 0
    path.write_text(json.dumps(results(a=1.3)))
    assert check.main([str(path)]) == 1
    assert capsys.readouterr().out.endswith("1 ratios compared, 1 worse, 1 not measured\n")


def test_the_committed_baseline_can_be_compared() -> None:
    base = json.loads((ROOT / "benchmarks" / "baseline.json").read_text(encoding="utf-8"))
    assert check.worse(base, base) == []
    assert "guangshui, eager x 3" in base


def test_readme_says_what_the_peers_do() -> None:
    page = " ".join((ROOT / "benchmarks" / "README.md").read_text(encoding="utf-8").split())
    for peer in PEERS:
        assert peer.more in page, f"{peer.library}: {peer.more}"
        assert peer.less in page, f"{peer.library}: {peer.less}"
