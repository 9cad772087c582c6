"""Ladders against the matches they are made of, against recounts from records, and on the command line."""

import json
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np
import pytest

from experiments.cli import main
from experiments.decks import DeckCounts
from experiments.ladders import Ladder, ladder, make_ladder
from experiments.matches import match
from simcore import Rules, SiseError, run_deals
from strategies import BUILT_IN, load

GAMES = ("guangshui", "youxi")
NAMES = ["greedy", "eager", "random"]
SEED = 31


def edges_by_deck(game: str, one: str, other: str, decks: int) -> np.ndarray[Any, Any]:
    """The edge of one against the other over the six games of each deck, from records."""
    rules = Rules.preset(game)
    total = np.zeros(decks)
    for mine in ((0,), (1,), (2,), (0, 1), (0, 2), (1, 2)):
        seats = [load(one if seat in mine else other) for seat in range(3)]
        payoff = run_deals(rules, seats, SEED, 0, decks)["payoff"].astype(float)
        others = [seat for seat in range(3) if seat not in mine]
        total += payoff[:, list(mine)].mean(axis=1) - payoff[:, others].mean(axis=1)
    return total / 6


@pytest.mark.parametrize("game", GAMES)
def test_every_pair_is_a_match(game: str) -> None:
    found = ladder(game, NAMES, decks=60, seed=SEED)
    rows = {(row["strategy"], row["against"], row["line_up"]): row for row in found.pair_rows()}
    assert len(rows) == 3 * 2 * 3
    for one in NAMES:
        for other in NAMES:
            if one == other:
                continue
            played = match(game, [one, other], decks=60, seed=SEED)
            for line_up in ("one_vs_two", "two_vs_one", "both"):
                edge = played.edge(line_up).to_dict()
                row = rows[one, other, line_up]
                for key in ("mean", "low", "high", "sd", "variance_ratio", "differ"):
                    assert row[key] == pytest.approx(edge[key], rel=1e-9), (one, other, line_up, key)
                assert row["decks"] == 60
            wins = dict.fromkeys("AB", 0)
            for each in played.strategy_rows():
                if each["role"] == "all" and each["player"] in wins:
                    wins[each["player"]] += each["wins"]
            assert rows[one, other, "both"]["win_rate"] == pytest.approx(wins["A"] / (9 * 60))
            assert rows[one, other, "both"]["against_win_rate"] == pytest.approx(wins["B"] / (9 * 60))


@pytest.mark.parametrize("game", GAMES)
def test_the_field_is_the_mean_over_opponents_clustered_by_deck(game: str) -> None:
    from scipy.stats import ttest_1samp

    found = ladder(game, NAMES, decks=80, seed=SEED)
    ranking = found.ranking_rows()
    assert [row["rank"] for row in ranking] == [1, 2, 3]
    assert [row["edge"] for row in ranking] == sorted((row["edge"] for row in ranking), reverse=True)
    for row in ranking:
        others = [name for name in NAMES if name != row["strategy"]]
        by_deck = np.mean([edges_by_deck(game, row["strategy"], name, 80) for name in others], axis=0)
        interval = ttest_1samp(by_deck, 0).confidence_interval(0.95)
        assert row["edge"] == pytest.approx(by_deck.mean(), rel=1e-9)
        assert (row["edge_low"], row["edge_high"]) == pytest.approx((interval.low, interval.high), rel=1e-9)
    # What one of a pair has the other lacks.
    assert sum(row["edge"] for row in ranking) == pytest.approx(0, abs=1e-12)


def test_slow_strategies_play_fewer_decks() -> None:
    found = ladder("youxi", NAMES, decks=300, seed=SEED, slow=["greedy"], slow_decks=40)
    decks = {(row["strategy"], row["against"]): row["decks"] for row in found.pair_rows()}
    assert decks["eager", "random"] == 300
    assert decks["greedy", "eager"] == decks["random", "greedy"] == 40
    assert found.games == 6 * (300 + 2 * 40)
    assert (found.decks, {row["strategy"]: row["decks"] for row in found.ranking_rows()}["greedy"]) == (300, 40)
    eager = next(row for row in found.ranking_rows() if row["strategy"] == "eager")
    slow, fast = edges_by_deck("youxi", "eager", "greedy", 40), edges_by_deck("youxi", "eager", "random", 300)
    assert eager["edge"] == pytest.approx((slow.mean() + fast.mean()) / 2)
    # The variance of a sum over decks of what each adds to it; the fast pair's is taken from its common decks here.
    common = (slow / 40 + fast[:40] / 300) / 2
    later = fast[40:] / 300 / 2
    square = 40 * np.var(common, ddof=1) + 260 * np.var(later, ddof=1)
    from scipy.stats import t

    half = t.ppf(0.975, 39) * square**0.5
    assert eager["edge_high"] - eager["edge"] == pytest.approx(half, rel=0.03)
    same = ladder("youxi", ["eager", "random"], decks=300, seed=SEED).pair_rows()
    assert [row for row in found.pair_rows() if "greedy" not in (row["strategy"], row["against"])] == same


def test_the_interval_of_mixed_decks_holds_as_often_as_it_says() -> None:
    study = make_ladder("guangshui", NAMES, decks=90, seed=SEED, slow=["greedy"], slow_decks=30)
    rows = []
    for at in range(150):
        part = replace(study, first=90 * at)
        ranking = Ladder(part, part.play(part.first, 90)).ranking_rows()
        rows.append(next(row for row in ranking if row["strategy"] == "eager"))
    truth = fmean(row["edge"] for row in rows)
    held = fmean(row["edge_low"] <= truth <= row["edge_high"] for row in rows)
    assert 0.88 <= held <= 0.995


def test_who_is_slow_unless_told() -> None:
    study = make_ladder()
    assert [seat.label for seat in study.seats] == list(BUILT_IN)
    assert {seat.label for seat, slow in zip(study.seats, study.slow, strict=True) if slow} <= {"rollout"}
    assert len(study.pairs) == len(list(combinations(BUILT_IN, 2)))
    assert make_ladder(slow=[]).slow == (False,) * len(BUILT_IN)
    assert make_ladder(strategies=NAMES, slow=["eager"], decks=5, slow_decks=50).slow_count == 5


def test_figures_do_not_hang_on_threads_and_chunks() -> None:
    kept = [
        ladder("guangshui", NAMES, decks=200, slow=["random"], slow_decks=30, threads=threads, chunk=chunk).to_dict()
        for threads, chunk in ((1, None), (3, 1), (2, 47), (1, 200))
    ]
    assert all(other == kept[0] for other in kept)


def test_counts_go_through_arrays() -> None:
    study = make_ladder("youxi", NAMES, decks=50, slow=["eager"], slow_decks=20)
    counts = study.play(0, 50)
    again = DeckCounts.from_arrays(counts.arrays())
    assert Ladder(study, again).to_dict() == Ladder(study, counts).to_dict()


def test_frames_hold_the_rows() -> None:
    found = ladder("youxi", NAMES, decks=20)
    assert found.ranking.rows(named=True) == found.ranking_rows()
    assert found.pairs.height == 18


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"strategies": ["eager"]}, "two strategies or more, not 1"),
        ({"strategies": ["eager", "greedy", "eager"]}, '"eager" is there twice'),
        ({"strategies": ["eager", "gredy"]}, 'did you mean "greedy"?'),
        ({"strategies": NAMES, "slow": ["rolout"]}, 'slow: "rolout" is not in the ladder'),
        ({"strategies": NAMES, "slow_decks": 0}, "slow_decks is 0"),
        ({"strategies": NAMES, "decks": 0}, "decks is 0"),
    ],
)
def test_what_cannot_be_used_is_told(settings: dict[str, Any], told: str) -> None:
    with pytest.raises(SiseError) as error:
        ladder("guangshui", **settings)
    assert told in str(error.value)


# --- the command


def sise(capsys: pytest.CaptureFixture[str], *args: object) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as ended:
        main([str(arg) for arg in args])
    out, err = capsys.readouterr()
    assert isinstance(ended.value.code, int)
    return ended.value.code, out, err


@pytest.mark.parametrize("lang", ["en", "zh", "zh-hans"])
def test_the_command_prints_tables_of_80_columns(capsys: pytest.CaptureFixture[str], lang: str) -> None:
    from rich.cells import cell_len

    status, out, err = sise(
        capsys, "ladder", "--rules", "youxi", "--strategies", ",".join(NAMES), "--decks", 40, "--slow", "greedy",
        "--slow-decks", 10, "--lang", lang, "--quiet",
    )  # fmt: skip
    assert (status, err) == (0, "")
    assert max(cell_len(line) for line in out.splitlines()) <= 80
    assert all(name in out for name in NAMES)
    assert "360" in out.splitlines()[0]  # deals: 6 (40 + 2 × 10)


def test_the_command_keeps_its_run(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = ("ladder", "--strategies", "eager,random", "--decks", 30, "--format", "json", "--out", tmp_path / "run")
    status, out, err = sise(capsys, *words)
    assert status == 0
    assert "30 decks" in err
    again = sise(capsys, *words)
    assert again[1] == out
    assert "30 were finished before" in again[2]
    found = json.loads(out)
    assert found == ladder("guangshui", ["eager", "random"], decks=30).to_dict()
    assert {"ranking.parquet", "pairs.parquet", "run.json"} <= {path.name for path in (tmp_path / "run").iterdir()}
    assert json.loads((tmp_path / "run" / "run.json").read_text())["command"].startswith(
        "sise ladder --strategies eager,random"
    )
