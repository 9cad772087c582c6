"""Tuning: a known optimum is found, nothing where there is nothing, and an interrupted search ends like any other."""

import json
import math
import signal
import subprocess
import sys
from pathlib import Path
from time import sleep
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from experiments import Sprt, Tuning, tune
from experiments.cli import main
from experiments.study import Interrupted
from experiments.tuning.schedule import GATE_DEALS, make_schedule
from simcore import Rules, SiseError, StrategyError, run_deals
from strategies import load

AIM = 0.7
TOY = f"""
from simcore import LONE, Option, Parameter, Strategy, draw, highest, kth_bit, popcount

WIN = int(Option.WIN)


def claim(view):
    '''Win, but miss the more wins the farther the parameter is from its optimum.'''
    off = view.params[0] - {AIM}
    if view.options >> WIN & 1 and view.options != 1 << WIN and draw(view, 1000) < 1000 * abs(off):
        return highest(view.options & ~(1 << WIN))
    return highest(view.options & 0b11100000011)


def discard(view):
    plain = view.discards & ~LONE
    once = plain & ~view.held[1]
    if once:
        return kth_bit(once, draw(view, popcount(once)))
    return kth_bit(plain, draw(view, popcount(plain)))


def steady(view):
    return highest(view.options & 0b11100000011)


marksman = Strategy(
    "marksman", claim, discard, (Parameter("aim", 0.2, 0.0, 1.0), Parameter("idle", 0.5, 0.0, 1.0)), "hand", True
)
short = Strategy("short", claim, discard, (Parameter("aim", 0.2, 0.0, 0.5), Parameter("fixed", 1, 1, 1)), "hand", True)
mute = Strategy("mute", steady, discard, (Parameter("nothing", 2.0, -5.0, 5.0),), "hand", True)
twin = Strategy("twin", steady, discard, (Parameter("nothing", 2.0, -5.0, 5.0, "", 3.0),), "hand", True)
"""


@pytest.fixture(scope="module")
def toys(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("toys") / "toys.py"
    path.write_text(TOY, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def found(toys: Path) -> Tuning:
    return tune("guangshui", f"{toys}:marksman", opponents=("eager", "eager"), budget=200_000, seed=3)


def test_a_known_optimum_is_found(found: Tuning) -> None:
    assert abs(found.settings["aim"] - AIM) < 0.06
    assert found.found
    assert found.verdict == "better"
    assert found.strategy.settings_for("guangshui") == found.settings
    rows = {row["parameter"]: row for row in found.parameters.to_dicts()}
    assert (rows["aim"]["untuned"], rows["aim"]["tuned"]) == (0.2, found.settings["aim"])


def test_the_answer_is_the_mean_of_the_distribution(found: Tuning) -> None:
    """Never the best candidate seen, whose objective flatters it."""
    last = found.path.tail(1).to_dicts()[0]
    assert found.settings == {"aim": last["mean_aim"], "idle": last["mean_idle"]}
    best = found.path.sort("objective").tail(1).to_dicts()[0]
    assert found.settings["aim"] != best["param_aim"]


def test_every_objective_can_be_counted_again(toys: Path, found: Tuning) -> None:
    """A row of the path by plain loops over documented deals: decks of a generation follow those of the one before, the
    same for all its candidates, each played from the three seats."""
    schedule = found.task.schedule
    rules = Rules.preset("guangshui")
    for generation, candidate in ((0, 0), (7, schedule.population - 1), (7, 0)):
        row = found.path.row(generation * schedule.population + candidate, named=True)
        assert (row["generation"], row["candidate"], row["decks"]) == (generation, candidate, schedule.decks)
        mine = load(f"{toys}:marksman[aim={row['param_aim']!r},idle={row['param_idle']!r}]")
        edges = [0] * schedule.decks
        for seat in range(3):
            seats = [mine if at == seat else load("eager") for at in range(3)]
            for deck, deal in enumerate(run_deals(rules, seats, 3, generation * schedule.decks, schedule.decks)):
                payoffs = [int(payoff) for payoff in deal["payoff"]]
                own = payoffs.pop(seat)
                edges[deck] += 2 * own - sum(payoffs)
        assert row["total"] == sum(edges)
        assert row["squares"] == sum(edge * edge for edge in edges)
        mean = sum(edges) / schedule.decks / 6
        assert row["objective"] == pytest.approx(mean)
        spread = sum((edge / 6 - mean) ** 2 for edge in edges) / (schedule.decks - 1)
        assert row["error"] == pytest.approx(math.sqrt(spread / schedule.decks))


def test_the_gate_plays_decks_that_the_search_never_saw(found: Tuning) -> None:
    assert found.gate is not None
    contest = found.gate.contest
    assert contest.first == found.task.schedule.search_decks == 40 * found.task.schedule.decks
    assert [seat.strategy for seat in contest.seats] == [found.strategy, found.task.seat.strategy]
    assert contest.seed == 3


def test_deals_are_counted_and_stay_within_the_budget(toys: Path) -> None:
    told: list[tuple[int, int]] = []
    tuning = tune(
        "youxi",
        f"{toys}:mute",
        opponents=("eager", "random"),
        budget=60_000,
        delta=0.001,
        progress=lambda done, wanted: told.append((done, wanted)),
    )
    schedule = tuning.task.schedule
    assert schedule.deals == 6  # three seats, and the two opponents in both orders
    assert tuning.search_deals == 6 * len(tuning.path) * schedule.decks
    assert tuning.gate is not None
    assert tuning.verdict == "undecided"  # too few decks to say so small an effect is not there
    assert tuning.gate_deals == 6 * schedule.gate_decks == 6 * tuning.gate.decks
    assert tuning.deals == schedule.all_deals <= 60_000
    assert told[-1] == (tuning.deals, tuning.deals)
    assert sorted(told) == told


@given(
    budget=st.integers(1, 10**12),
    parameters=st.integers(1, 16),
    deals=st.sampled_from([3, 6, 9, 12]),
    generations=st.none() | st.integers(1, 100),
    population=st.none() | st.integers(3, 500),
)
def test_no_schedule_exceeds_its_budget(
    budget: int, parameters: int, deals: int, generations: int | None, population: int | None
) -> None:
    try:
        schedule = make_schedule(budget, parameters, deals, generations=generations, population=population)
    except SiseError as error:
        least = int(str(error).split("expected ")[1].split(" or more")[0].replace(",", ""))
        assert least > budget
        assert make_schedule(least, parameters, deals, generations=generations, population=population)
        return
    assert schedule.search_deals == schedule.generations * schedule.population * schedule.decks * deals
    assert schedule.search_deals + schedule.gate_decks * GATE_DEALS <= budget
    assert schedule.decks >= 100
    assert schedule.gate_decks >= 200
    test = Sprt(schedule.effect)  # with no effect, or with one of this size, the gate expects to decide
    assert schedule.gate_decks * schedule.effect**2 / 2 > max(test.upper, -test.lower)
    assert generations in (None, schedule.generations)
    assert population in (None, schedule.population)


def test_a_large_budget_has_forty_generations_of_eight_candidates_a_parameter() -> None:
    schedule = make_schedule(10**8, 13, 3)
    assert (schedule.generations, schedule.population) == (40, 104)
    assert schedule.decks == 80_000_000 // (40 * 104 * 3)
    assert schedule.gate_decks == 20_000_000 // 6
    assert make_schedule(10**8, 1, 3).population == 16


def test_candidates_stay_within_their_bounds(toys: Path) -> None:
    """The optimum lies beyond the upper bound: the search ends beside it. What cannot move is not moved."""
    tuning = tune("guangshui", f"{toys}:short", opponents=("eager", "eager"), budget=60_000, sigma=0.4)
    aim = tuning.path["param_aim"]
    assert 0.0 <= aim.min() <= aim.max() <= 0.5  # type: ignore[operator]
    assert tuning.settings["aim"] > 0.4
    assert list(tuning.settings) == ["aim"]


def test_parameters_that_do_nothing_are_told_as_such(toys: Path) -> None:
    tuning = tune("guangshui", f"{toys}:mute", budget=60_000, delta=0.2)
    assert tuning.verdict == "equal"
    assert not tuning.found
    assert tuning.path["total"].to_list() == [0] * len(tuning.path)  # against itself: deterministic twins


def test_only_some_parameters(toys: Path) -> None:
    tuning = tune("guangshui", f"{toys}:marksman[idle=0.25]", opponents="eager,eager", budget=50_000, only=["aim"])
    assert list(tuning.settings) == ["aim"]
    assert tuning.strategy.settings_for("guangshui")["idle"] == 0.25
    assert load(tuning.spec) == tuning.strategy
    assert "param_idle" not in tuning.path.columns


def test_a_search_starts_where_the_game_has_the_strategy(toys: Path) -> None:
    at = {game: tune(game, f"{toys}:twin", budget=50_000).task.space.start for game in ("guangshui", "youxi")}
    assert at == {"guangshui": (2.0,), "youxi": (3.0,)}


def test_neither_threads_nor_numpys_stream_matter(toys: Path) -> None:
    def run(seed: int, threads: int) -> Tuning:
        return tune("guangshui", f"{toys}:marksman", opponents="eager,eager", budget=50_000, seed=seed, threads=threads)

    np.random.seed(5)
    before = np.random.get_state()[1].copy()  # type: ignore[union-attr,index]
    one, two, other = run(3, 1), run(3, 2), run(4, 2)
    assert (np.random.get_state()[1] == before).all()  # type: ignore[index]
    assert two.path.equals(one.path)
    assert two.to_dict() == one.to_dict()
    assert not other.path.equals(one.path)


# --- the directory


def content(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


class Interrupting:
    """Ctrl-C after some deals."""

    def __init__(self, after: int) -> None:
        self.after = after

    def __call__(self, done: int, wanted: int) -> None:
        if done > self.after:
            raise KeyboardInterrupt


@pytest.fixture(scope="module")
def whole(toys: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("whole")
    tune("guangshui", f"{toys}:marksman", opponents=("eager", "random"), budget=90_000, delta=0.05, directory=folder)
    return folder


def go_on(toys: Path, folder: Path, **how: Any) -> Tuning:
    how = {"opponents": ("eager", "random"), "budget": 90_000, "delta": 0.05} | how
    return tune("guangshui", f"{toys}:marksman", directory=folder, **how)


def test_interrupted_and_resumed_is_the_same_to_the_byte(
    toys: Path, whole: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp(
        "resumed"
    )  # beside the other, for tuned.toml names the strategy from where it lies
    done = []
    for after in (5_000, 40_000, 73_000):  # the last in the gate
        with pytest.raises(Interrupted) as stopped:
            go_on(toys, folder, progress=Interrupting(after))
        done.append(len(stopped.value.tuning.steps))  # type: ignore[attr-defined]
        assert f"--out {folder}" in str(stopped.value)
        assert not (folder / "tuned.toml").exists()
    assert 0 < done[0] < done[1] < done[2] == json.loads((whole / "run.json").read_text())["run"]["generations"]
    go_on(toys, folder, threads=2)
    assert content(folder) == content(whole)
    assert {"run.json", "path.parquet", "path.png", "path.svg", "tuned.toml"} <= set(content(folder))


@pytest.mark.full
def test_killed_and_interrupted_the_command_goes_on(toys: Path, whole: Path, tmp_path_factory: Any) -> None:
    folder = tmp_path_factory.mktemp("killed")
    words = ["tune", f"{toys}:marksman", "--opponents", "eager,random", "--budget", "90000", "--delta", "0.05"]
    command = [sys.executable, "-m", "experiments.cli", *words, "--out", str(folder)]
    for number, after in ((signal.SIGKILL, 3), (signal.SIGINT, 8), (signal.SIGTERM, 12)):
        with subprocess.Popen(command, cwd=Path(__file__).parents[1], stderr=subprocess.PIPE) as running:
            while running.poll() is None and len(list(folder.glob("chunks/*-*"))) < after:
                sleep(0.01)
            running.send_signal(number)
            assert running.wait() == (-number if number == signal.SIGKILL else 128 + number)
    subprocess.run(command, cwd=Path(__file__).parents[1], check=True, capture_output=True)
    assert content(folder) == content(whole)


def test_a_finished_run_plays_nothing_again(toys: Path, whole: Path) -> None:
    before = content(whole)
    tuning = go_on(toys, whole, progress=Interrupting(0))
    assert tuning.complete
    assert content(whole) == before


def test_a_damaged_generation_is_played_again(
    toys: Path, whole: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("damaged")
    for name, data in content(whole).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data[:-1] + bytes([data[-1] ^ 1]) if name == "chunks/3-3" else data)
    go_on(toys, folder)
    assert content(folder) == content(whole)


def test_another_tuning_is_refused(toys: Path, whole: Path, tmp_path: Path) -> None:
    before = content(whole)
    with pytest.raises(SiseError, match="seed 1, now 2"):
        go_on(toys, whole, seed=2)
    with pytest.raises(SiseError, match="opponents"):
        go_on(toys, whole, opponents=("eager", "eager"))
    assert content(whole) == before
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(SiseError, match="not empty"):
        go_on(toys, tmp_path)


def test_fresh_starts_over(toys: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "altair", None)  # the plots take longer than the search
    how: dict[str, Any] = {"budget": 50_000, "only": ["aim"], "opponents": ("eager", "eager"), "directory": tmp_path}
    first = tune("guangshui", f"{toys}:marksman", seed=1, **how)
    second = tune("guangshui", f"{toys}:marksman", seed=2, fresh=True, **how)
    assert first.path["total"].to_list() != second.path["total"].to_list()
    assert json.loads((tmp_path / "run.json").read_text())["run"]["seed"] == 2


def test_the_path_is_kept_as_parquet(whole: Path) -> None:
    import polars as pl

    run = json.loads((whole / "run.json").read_text())
    path = pl.read_parquet(whole / "path.parquet")
    assert len(path) == run["run"]["generations"] * run["run"]["population"]
    names = ["generation", "candidate", "param_aim", "objective", "sigma", "mean_aim"]
    assert [name for name in names if name not in path.columns] == []
    assert run["finished"]["complete"] is True


def test_tuned_parameters_sit_at_a_seat(toys: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file names the strategy from where it lies, so that the folder can move with it."""
    (tmp_path / "toys.py").write_text(TOY, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    tuning = tune("youxi", "toys.py:marksman", opponents=("eager", "eager"), budget=60_000, directory="out")
    seated = load("out/tuned.toml")
    assert seated.settings_for("youxi") == tuning.settings
    assert seated.settings_for("guangshui") == load("toys.py:marksman").settings_for("guangshui")
    rules = Rules.preset("youxi")
    others = [load("eager"), load("random")]
    played = [run_deals(rules, [mine, *others], 1, 0, 300) for mine in (seated, tuning.strategy)]
    assert (played[0] == played[1]).all()
    assert 'strategy = "../toys.py:marksman"' in (tmp_path / "out/tuned.toml").read_text(encoding="utf-8")


# --- the command


@pytest.fixture
def sise(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("COLUMNS", "80")

    def run(*words: object) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as ended:
            main([str(word) for word in words])
        captured = capsys.readouterr()
        return int(ended.value.code or 0), captured.out, captured.err

    return run


def test_the_command_tells_what_it_found(sise: Any, toys: Path, tmp_path: Path) -> None:
    words = ("tune", f"{toys}:marksman", "--opponents", "eager,eager", "--budget", "1e5", "--seed", 3)
    status, out, err = sise(*words, "--out", tmp_path / "run")
    assert status == 0
    assert "\nfound: " in out
    assert "nothing found" not in out
    assert "sequential test: better" in out
    assert max(len(line) for line in out.splitlines() if "toys" not in line and "--seats" not in line) <= 80
    assert "generations of" in err
    status, out, _ = sise("simulate", "--seats", f"{tmp_path}/run/tuned.toml,eager,random", "--deals", 300, "--quiet")
    assert status == 0
    assert "tuned" in out


def test_the_command_says_where_nothing_was_found(sise: Any, toys: Path) -> None:
    words = ("tune", f"{toys}:mute", "--budget", "60000", "--delta", "0.2", "--quiet")
    status, out, err = sise(*words)
    assert (status, err) == (0, "")
    assert "nothing found: " in out
    status, out, err = sise(*words, "--lang", "zh-hans")
    assert (status, err) == (0, "")
    assert "无所得" in out
    status, out, err = sise(*words, "--format", "json")
    assert (status, err) == (0, "")
    report = json.loads(out)
    assert (report["verdict"], report["found"]) == ("equal", False)
    assert report["gate"]["sprt"]["verdict"] == "equal"
    assert report["deals"]["search"] + report["deals"]["gate"] <= report["deals"]["budget"] == 60_000
    assert report["parameters"][0].keys() == {"parameter", "low", "high", "untuned", "tuned"}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("random",), "has no parameter that could be tuned"),
        (("greedy", "--only", "idel"), 'did you mean "idle"?'),
        (("greedy", "--opponents", "eager"), "opponents are two strategies"),
        (("greedy", "--opponents", "eager,egaer"), 'did you mean "eager"?'),
        (("greedy", "--budget", "10"), "too small"),
        (("greedy", "--sigma", "2"), "sigma is 2.0"),
        (("greedy", "--delta", "0"), "delta is 0.0"),
        (("greedy", "--fresh"), "--fresh: it needs --out"),
        (("greedy", "--executor", "desk"), 'did you mean "dask"?'),
        (("gredy",), 'did you mean "greedy"?'),
    ],
)
def test_what_cannot_be_used_is_one_line(sise: Any, words: tuple[str, ...], told: str) -> None:
    status, out, err = sise("tune", *words)
    assert (status, out) == (2, "")
    assert told in err
    assert err.count("\n") == 1
    assert "Traceback" not in err


def test_without_cma_the_extra_is_named(sise: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cma", None)
    status, out, err = sise("tune", "greedy")
    assert (status, out) == (2, "")
    assert "pip install 'sise[tune]'" in err
    assert err.count("\n") == 1


def test_without_altair_there_is_no_plot_and_all_else(
    sise: Any, toys: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "altair", None)
    status, _, err = sise("tune", f"{toys}:mute", "--budget", "50000", "--delta", "0.2", "--out", tmp_path, "--quiet")
    assert status == 0
    assert "pip install 'sise[plots]'" in err
    assert (tmp_path / "tuned.toml").exists()
    assert not (tmp_path / "path.png").exists()


def test_a_strategy_that_fails_leaves_nothing_behind(toys: Path, tmp_path: Path) -> None:
    text = TOY.replace("return highest(view.options & 0b11100000011)\n\n\nmarks", "return 99\n\n\nmarks")
    (tmp_path / "bad.py").write_text(text, encoding="utf-8")
    with pytest.raises(StrategyError, match="mute"):
        tune("guangshui", f"{tmp_path}/bad.py:mute", budget=50_000, directory=tmp_path / "run")
    assert not (tmp_path / "run").exists()
