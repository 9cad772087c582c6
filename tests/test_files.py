"""Output folders: whole files, equal bytes for equal runs, and no run overwritten by another."""

import hashlib
import json
from collections import Counter
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from experiments import Simulation, make_plan, simulate
from experiments.records import PART, parquet_bytes, records_frame
from experiments.rundir import RunDirectory
from experiments.simulation import Counting, tables
from experiments.study import Outcome
from experiments.tally import Tally
from simcore import LEVELS, WIN_KINDS, SiseError, run_deals

SEATS = ("eager", "random", "eager")


def hashes(folder: Path) -> dict[str, str]:
    """Of everything but the chunks: how the range is cut into them hangs on the clock."""
    files = sorted(path for path in folder.rglob("*") if path.is_file() and path.parent.name != "chunks")
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def write_run(folder: Path, **options: Any) -> None:
    simulate("guangshui", SEATS, **({"seed": 3, "deals": 2_000, "records": True} | options), directory=folder)


def test_equal_runs_give_equal_bytes_whatever_the_threads_and_chunks(tmp_path: Path) -> None:
    write_run(tmp_path / "a")
    write_run(tmp_path / "b", threads=2, chunk=1)
    write_run(tmp_path / "c", threads=4, chunk=777)
    assert hashes(tmp_path / "a") == hashes(tmp_path / "b") == hashes(tmp_path / "c")
    write_run(tmp_path / "d", seed=4)
    assert hashes(tmp_path / "a")["hu.parquet"] != hashes(tmp_path / "d")["hu.parquet"]


def test_tables_are_those_of_the_records(tmp_path: Path) -> None:
    write_run(tmp_path)
    deals = pl.read_parquet(tmp_path / "deals" / "part-00000.parquet").to_dicts()
    summary = pl.read_parquet(tmp_path / "summary.parquet")
    for row in summary.filter(pl.col("by") == "seat").to_dicts():
        won = [deal for deal in deals if deal["winner"] == row["seat"]]
        assert row["wins"] == len(won)
        assert row["win_rate"] == pytest.approx(len(won) / 2_000)
        assert row["payoff_sum"] == sum(deal[f"payoff_{row['seat']}"] for deal in deals)
        assert row["dealer_wins"] == sum(deal["dealer"] == row["seat"] for deal in won)
    counts = Counter((deal["winner"], deal["hu"]) for deal in deals if deal["winner"] >= 0)
    hu = pl.read_parquet(tmp_path / "hu.parquet")
    assert hu.columns == ["seat", "strategy", "hu", "count"]
    assert {(row["seat"], row["hu"]): row["count"] for row in hu.to_dicts()} == counts
    assert {(row["seat"], row["strategy"]) for row in hu.to_dicts()} <= set(enumerate(SEATS))


def test_records_are_the_cores_field_by_field() -> None:
    plan = make_plan("youxi", SEATS, seed=9, deals=500)
    records = run_deals(plan.rules, plan.strategies, 9, 0, 500)
    found = pl.read_parquet(parquet_bytes(records_frame(records)))
    assert found.equals(records_frame(records))
    for name in ("deal", "dealer", "winner", "hu", "total", "pay", "draws", "intents", "discards"):
        assert found[name].to_list() == records[name].tolist()
    assert found["win_kind"].to_list() == [WIN_KINDS[kind] for kind in records["win_kind"]]
    assert found["level"].to_list() == [LEVELS[level] for level in records["level"]]
    assert found["high"].to_list() == [bool(flag) for flag in records["high"]]
    for seat in range(3):
        assert found[f"payoff_{seat}"].to_list() == records["payoff"][:, seat].tolist()
        assert found[f"dead_{seat}"].to_list() == [bool(flag) for flag in records["dead"][:, seat]]
        rules = ["", "E12", "G12", "Y15"]
        assert found[f"barred_{seat}"].to_list() == [rules[bar] for bar in records["barred"][:, seat]]


@pytest.mark.full
def test_parts_are_cut_at_the_same_deals_in_every_run(tmp_path: Path) -> None:
    write_run(tmp_path / "a", deals=2 * PART + 10, first=5, threads=2)
    names = [path.name for path in sorted((tmp_path / "a" / "deals").iterdir())]
    assert names == ["part-00000.parquet", "part-00001.parquet", "part-00002.parquet"]
    deals = pl.read_parquet(tmp_path / "a" / "deals" / "*.parquet")["deal"]
    assert deals.to_list() == list(range(5, 2 * PART + 15))


def test_run_json_tells_how_to_play_it_again(tmp_path: Path) -> None:
    write_run(tmp_path, first=100, records=False)
    content = json.loads((tmp_path / "run.json").read_text())
    seats = "--seats eager,random,eager --seed 3 --first 100 --deals 2000 --dealer rotate"
    assert content["command"] == f"sise simulate --rules guangshui {seats}"
    run = content["run"]
    assert (run["seed"], run["first"], run["deals"], run["dealer"]) == (3, 100, 2_000, "rotate")
    assert [row["strategy"] for row in run["strategies"]] == list(SEATS)
    assert run["rules"] == {"name": "guangshui", "switches": {}}
    assert len(run["rules_hash"]) == 64
    assert {"sise", "numba", "numpy", "polars", "python"} <= set(content["versions"])


def test_the_same_run_may_be_written_again(tmp_path: Path) -> None:
    write_run(tmp_path)
    before = hashes(tmp_path)
    (tmp_path / "deals" / "part-00009.parquet").write_bytes(b"left by a longer run")
    write_run(tmp_path)
    assert hashes(tmp_path) == before


@pytest.mark.parametrize("change", [{"seed": 4}, {"deals": 1_000}, {"first": 7}, {"records": False}])
def test_another_run_is_refused_and_told_apart(tmp_path: Path, change: dict[str, Any]) -> None:
    write_run(tmp_path)
    before = hashes(tmp_path)
    with pytest.raises(SiseError, match=f"another run .*{next(iter(change))} .*--fresh"):
        write_run(tmp_path, **change)
    assert hashes(tmp_path) == before
    write_run(tmp_path, fresh=True, **change)
    assert hashes(tmp_path) != before


def test_a_folder_with_other_things_in_it_is_refused(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear")
    for fresh in (False, True):
        with pytest.raises(SiseError, match="not empty"):
            write_run(tmp_path, fresh=fresh)
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_damaged_run_json_and_files_in_the_way(tmp_path: Path) -> None:
    for text in ("", "[]", '{"run": 7}', "{"):
        (tmp_path / "run.json").write_text(text)
        with pytest.raises(SiseError, match="damaged"):
            write_run(tmp_path)
    write_run(tmp_path, fresh=True)
    file = tmp_path / "file"
    file.write_text("in the way")
    with pytest.raises(SiseError, match="is a file"):
        write_run(file)


def test_a_run_stopped_before_its_first_deal_has_empty_tables(tmp_path: Path) -> None:
    for game in ("guangshui", "youxi"):
        plan = make_plan(game, SEATS, seed=3, deals=10)
        directory = RunDirectory(tmp_path / game, Counting(plan), print)
        with directory.opened():
            directory.finish(tables(plan, Outcome(Tally(len(plan.teams)), 0, False)), 0, complete=False)
        summary = pl.read_parquet(tmp_path / game / "summary.parquet")
        assert summary["deals"].to_list() == [0] * len(summary)
        assert summary["win_rate"].null_count() == len(summary)
        assert pl.read_parquet(tmp_path / game / "hu.parquet").is_empty()
        finished = json.loads((tmp_path / game / "run.json").read_text())["finished"]
        assert finished == {"deals": 0, "complete": False}


def test_frames_have_the_same_types_whatever_came(tmp_path: Path) -> None:
    plan = make_plan("youxi", SEATS, seed=3, deals=10)
    empty, played = Simulation(plan, Tally(1)), simulate("youxi", SEATS, seed=3, deals=300)
    for name in ("summary", "kinds", "levels", "hu", "quantiles"):
        assert getattr(empty, name).schema == getattr(played, name).schema


def test_nothing_unfinished_is_left(tmp_path: Path) -> None:
    write_run(tmp_path)
    assert not [path for path in tmp_path.rglob("*") if path.name.startswith(".")]
