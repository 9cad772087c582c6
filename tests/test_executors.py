"""Threads, processes, Dask and Ray come to the same tables; what dies is tried again; what is sent is what is here."""

import importlib
import os
import pickle
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from importlib.util import find_spec
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

from experiments import Simulation, simulate
from experiments.executors import workers_of
from experiments.plan import make_plan
from experiments.runner import TRIES, Chunk, WorkerLostError
from experiments.runs import shipping
from experiments.runs.shipping import pack, play_packed
from experiments.simulation import Counting
from experiments.study import Interrupted, run_study
from simcore import Parameter, SiseError, Strategy, StrategyError, lowest
from strategies import BUILT_IN, load
from tests.toy import Numbers, Sums, expected, usual_signals

DASK = pytest.mark.skipif(find_spec("distributed") is None, reason="Dask is not installed")
RAY = pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed")
FAR = [
    pytest.param("processes"),
    pytest.param("dask", marks=DASK),
    pytest.param("ray", marks=[RAY, pytest.mark.filterwarnings("ignore")]),
]
EVERY = pytest.mark.parametrize("executor", FAR)
DEALS = 12_000

TEXT = """
from simcore import Parameter, Strategy, lowest

def claim(view):
    return lowest(view.options) if view.params[0] < 1.0 else -1

def discard(view):
    return lowest(view.discards)

mine = Strategy("mine", claim, discard, params=(Parameter("p", 0.0, 0.0, 2.0),))
"""


@pytest.fixture(autouse=True)
def _signals() -> Iterator[None]:
    with usual_signals():
        yield


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    path = tmp_path / "mine.py"
    path.write_text(TEXT)
    return path


def seats(path: Path) -> tuple[str, str, str]:
    tuned = BUILT_IN["greedy"].params[0]
    return (f"{path}:mine[p=0.5]", f"greedy[{tuned.name}={tuned.high}]", "random")


def played(path: Path, **options: Any) -> Simulation:
    return simulate("guangshui", seats(path), seed=4, deals=DEALS, **options)


# --- the same whoever plays


@EVERY
def test_every_executor_comes_to_the_same(executor: str, mine: Path, tmp_path: Path) -> None:
    here = played(mine, directory=tmp_path / "here", threads=2)
    there = played(mine, directory=tmp_path / "there", threads=2, executor=executor)
    assert there.tally.counts() == here.tally.counts()
    for name in ("summary.parquet", "hu.parquet"):
        assert (tmp_path / "there" / name).read_bytes() == (tmp_path / "here" / name).read_bytes()


@pytest.mark.parametrize("threads", [1, 2, 4])
@pytest.mark.parametrize("chunk", [1_000, 10_000, 1_000_000])
def test_threads_and_chunks_come_to_the_same(threads: int, chunk: int, mine: Path) -> None:
    assert played(mine, threads=threads, chunk=chunk).tally.counts() == played(mine).tally.counts()


@pytest.mark.full
@EVERY
@pytest.mark.parametrize("chunk", [1_000, 30_000, 1_000_000])
def test_any_chunks_of_any_executor_come_to_the_same(executor: str, chunk: int, tmp_path: Path) -> None:
    line_up = ("eager", "eager", "random")
    for name, options in (("here", {}), ("there", {"executor": executor, "chunk": chunk, "threads": 2})):
        simulate("youxi", line_up, seed=9, deals=1_100_000, directory=tmp_path / name, **options)  # type: ignore[arg-type]
    for table in ("summary.parquet", "hu.parquet"):
        assert (tmp_path / "there" / table).read_bytes() == (tmp_path / "here" / table).read_bytes()


def test_records_come_to_the_same_in_processes(mine: Path, tmp_path: Path) -> None:
    for name, executor in (("here", None), ("there", "processes")):
        played(mine, directory=tmp_path / name, records=True, executor=executor, threads=2)
    part = Path("deals") / "part-00000.parquet"
    assert (tmp_path / "there" / part).read_bytes() == (tmp_path / "here" / part).read_bytes()


def test_executors_of_the_callers() -> None:
    study = Numbers(0, 2_000)
    with ThreadPoolExecutor(2) as threads:
        assert run_study(study, executor=threads).counts.values == expected(0, 2_000)
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as processes:
        for _ in range(2):  # it stays open
            assert run_study(study, executor=processes, threads=2).counts.values == expected(0, 2_000)


@DASK
@pytest.mark.filterwarnings("ignore")
def test_a_dask_scheduler_that_runs(tmp_path: Path) -> None:
    distributed: Any = importlib.import_module("distributed")
    (tmp_path / "mark").write_text("")
    told: list[str] = []
    with distributed.LocalCluster(n_workers=2, threads_per_worker=2, dashboard_address=":0") as cluster:
        study = Numbers(3, 2_000, kills=700, deaths=1, mark=str(tmp_path / "mark"))
        outcome = run_study(study, executor=f"dask:{cluster.scheduler_address}", note=told.append)
    assert outcome.counts.values == expected(3, 2_000)
    assert (tmp_path / "mark").read_text() == "x"
    assert len(told) == 1
    assert "a worker died (tcp://" in told[0]


@DASK
@pytest.mark.full
@pytest.mark.filterwarnings("ignore")
def test_a_dask_scheduler_without_workers() -> None:
    distributed: Any = importlib.import_module("distributed")
    with distributed.LocalCluster(n_workers=0, dashboard_address=":0") as cluster:
        address = cluster.scheduler_address
        with pytest.raises(SiseError, match=f"the Dask scheduler at {address} has no workers"):
            run_study(Numbers(), executor=f"dask:{address}")


@DASK
@pytest.mark.filterwarnings("ignore")
def test_a_dask_scheduler_that_does_not_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("experiments.executors.on_dask.CONNECT_SECONDS", 1)
    with pytest.raises(SiseError, match=r"no Dask scheduler answers at tcp://127\.0\.0\.1:9"):
        run_study(Numbers(), executor="dask:tcp://127.0.0.1:9")


@pytest.mark.parametrize(("executor", "module"), [("dask", "dask"), ("ray", "ray")])
def test_what_is_not_installed_is_named(executor: str, module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> Any:
        raise ImportError(name)

    monkeypatch.setattr(f"experiments.executors.on_{executor}.import_module", missing)
    with pytest.raises(SiseError, match=rf'pip install "sise\[{module}\]"'):
        run_study(Numbers(), executor=executor)


# --- workers that die


@pytest.mark.parametrize("executor", [*FAR[:2], pytest.param("ray", marks=[*FAR[2].marks, pytest.mark.full])])
def test_a_dead_workers_units_are_played_again(executor: str, tmp_path: Path) -> None:
    (tmp_path / "mark").write_text("")
    told: list[str] = []
    study = Numbers(0, 3_000, kills=700, deaths=1, mark=str(tmp_path / "mark"))
    outcome = run_study(study, executor=executor, threads=2, chunk=100, note=told.append, directory=tmp_path / "run")
    assert outcome.counts.values == expected(0, 3_000)
    assert (tmp_path / "mark").read_text() == "x"
    assert told
    assert "a worker died" in told[0]
    assert f"(try 2 of {TRIES})" in told[0]


def test_a_unit_that_kills_every_worker_is_found(tmp_path: Path) -> None:
    (tmp_path / "mark").write_text("")
    told: list[str] = []
    study = Numbers(0, 1_500, kills=705, deaths=99, mark=str(tmp_path / "mark"))
    with pytest.raises(WorkerLostError) as lost:
        run_study(study, executor="processes", threads=2, chunk=100, note=told.append, directory=tmp_path / "run")
    assert f"a worker died {TRIES} times while it played 700 – 799" in str(lost.value)
    assert "numbers are finished and kept" in str(lost.value)
    assert (tmp_path / "mark").read_text() == "x" * TRIES
    assert 0 < run_study(Numbers(0, 1_500), directory=tmp_path / "run").resumed < 1_500


@pytest.mark.parametrize("executor", ["processes", pytest.param("dask", marks=[DASK, pytest.mark.full])])
def test_the_first_unit_that_fails_far_away_is_told(executor: str) -> None:
    with pytest.raises(StrategyError, match="unit 70 fails"):
        run_study(Numbers(0, 100_000, fails=(70, 71, 900)), executor=executor, threads=2, chunk=20)


def test_an_interrupt_keeps_what_processes_have_finished(tmp_path: Path) -> None:
    done: list[int] = []

    def progress(finished: int, wanted: int) -> None:
        done.append(finished)
        if len(done) == 3:
            os.kill(os.getpid(), 2)

    with pytest.raises(Interrupted) as stopped:
        run_study(
            Numbers(0, 10**9, nap=1e-4), executor="processes", threads=2, directory=tmp_path / "run", progress=progress
        )
    outcome: Any = stopped.value.outcome
    assert outcome.counts.sums[0] == outcome.done > 0


def test_pools_let_go_of_their_processes() -> None:
    with workers_of("processes", 2) as workers:
        pids = {workers.submit(os.getpid).result() for _ in range(8)}
    for pid in pids:
        for _ in range(600):
            try:
                os.kill(pid, 0)
                if Path(f"/proc/{pid}/stat").exists() and Path(f"/proc/{pid}/stat").read_text().split()[2] == "Z":
                    break
            except ProcessLookupError:
                break
            time.sleep(0.1)
        else:
            pytest.fail(f"process {pid} lives")


# --- what is sent


def back(study: Any) -> Any:
    _, content = pickle.loads(pack(study))
    return pickle.loads(content)


def test_strategies_arrive_as_they_are_here(mine: Path) -> None:
    plan = make_plan("guangshui", seats(mine), seed=1, deals=10)
    arrived = back(Counting(plan)).plan
    assert arrived == plan
    assert arrived.strategies == plan.strategies
    assert arrived.strategies[1].claim is BUILT_IN["greedy"].claim
    assert arrived.rules.hash == plan.rules.hash


def by_value(view: Any) -> int:
    return lowest(view.options)


def discard_lowest(view: Any) -> int:
    return lowest(view.discards)


def test_strategies_without_a_home_are_sent_by_value() -> None:
    made = Strategy("made", by_value, discard_lowest, params=(Parameter("p", 0.0, 0.0, 1.0),)).with_params({"p": 0.5})
    plan = make_plan("youxi", (made, "random", "random"), seed=1, deals=300)
    arrived = back(Counting(plan)).plan.strategies[0]
    assert (arrived.name, arrived.given) == (made.name, made.given) == ("made", (("p", 0.5),))
    here = Counting(plan).play(0, 300).counts()
    answer = play_packed(pack(Counting(plan)), Chunk(0, 300))
    assert answer.error is None
    assert type(Counting(plan).empty()).from_arrays(answer.arrays).counts() == here


def test_a_file_that_is_missing_elsewhere_is_sent_along(mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = make_plan("guangshui", seats(mine), seed=1, deals=200)
    here = Counting(plan).play(0, 200).counts()
    packed = pack(Counting(plan))
    mine.unlink()
    answer = play_packed(packed, Chunk(0, 200))
    assert answer.error is None
    assert type(Counting(plan).empty()).from_arrays(answer.arrays).counts() == here


def test_another_version_of_a_file_is_refused_by_name(mine: Path) -> None:
    packed = pack(Counting(make_plan("guangshui", seats(mine), seed=1, deals=10)))
    mine.write_text(TEXT + "\n# a note\n")
    answer = play_packed(packed, Chunk(0, 10))
    assert isinstance(answer.error, StrategyError)
    for words in (str(mine), "another version", "sha256"):
        assert words in str(answer.error)


def test_sending_a_strategy_leaves_what_is_known_of_its_file(mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(mine.parent)
    plan = make_plan("guangshui", ("mine.py:mine[p=0.5]", "eager", "random"), seed=1, deals=10)
    before = plan.to_dict()
    assert back(Counting(plan)).plan.strategies[0].given == (("p", 0.5),)
    assert plan.to_dict() == before
    assert "file_sha256" in before["strategies"][0]


def test_a_file_that_changed_before_it_is_sent_is_refused(mine: Path) -> None:
    study = Counting(make_plan("guangshui", seats(mine), seed=1, deals=10))
    mine.write_text(TEXT + "\n# a note\n")
    with pytest.raises(StrategyError, match=r"mine\.py was changed after it was loaded"):
        pack(study)
    assert load(f"{mine}:mine").name == "mine"


def test_another_version_of_the_program_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    packed = pack(Numbers())
    monkeypatch.setattr(shipping, "code_version", lambda: "9.9.9 (code 12345678)")
    shipping._unpacked.cache_clear()
    answer = play_packed(packed, Chunk(0, 10))
    assert answer.error is not None
    assert "9.9.9 (code 12345678)" in str(answer.error)


def test_what_cannot_be_sent_is_told() -> None:
    class Local(Numbers):
        handle = None

        def __reduce__(self) -> Any:
            raise TypeError("cannot pickle a handle")

    with pytest.raises(SiseError, match="cannot be sent to other processes: cannot pickle a handle"):
        run_study(Local(), executor="processes")


@pytest.fixture(autouse=True)
def fresh_worker_state() -> Iterator[None]:
    """Tests play the worker's part in this process; each starts with a worker that has seen nothing."""
    shipping._unpacked.cache_clear()
    yield
    shipping._unpacked.cache_clear()


def test_answers_hold_integers_only() -> None:
    answer = play_packed(pack(Numbers(0, 100)), Chunk(10, 20))
    assert (answer.first, answer.count) == (10, 20)
    assert Sums.from_arrays(answer.arrays).values == expected(10, 20)
    assert all(array.dtype.kind in "iu" for array in answer.arrays.values())
