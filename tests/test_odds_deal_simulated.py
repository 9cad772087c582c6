"""Odds of a dealt hand: the simulation beside the exact odds, as a study, in Python and on the command line."""

from __future__ import annotations

import csv
import json
import pickle
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from scipy.stats import binomtest

from experiments import odds
from experiments.cli import main
from experiments.names import name
from experiments.odds.deal_exact import CHANCES, SIZES, Feature, features_of
from experiments.odds.deal_names import TABLES
from experiments.odds.deal_odds import DealOdds, compared_rate, deal_study, goodness_of_fit
from experiments.odds.deal_study import DealStudy
from experiments.stats import wilson
from experiments.study import run_study
from simcore import Rules, SiseError, deal_log, parse_cards
from strategies import load
from tests.naive_hands import FEATURES, best_hu

GAMES = ("guangshui", "youxi")
BOTH = pytest.mark.parametrize("game", GAMES)


@pytest.fixture(scope="module", params=GAMES)
def found(request: pytest.FixtureRequest) -> DealOdds:
    return odds.deal(request.param, deals=100_000, seed=11, threads=2)


# --- the study


@BOTH
def test_hands_are_those_of_the_decks_that_are_played(game: str) -> None:
    """Deals 4 to 8 of a seed from their logs: the dealer's 31 cards and the next seat's 30, by the oracle."""
    study = deal_study(game, deals=5, seed=23, first=4)
    counted = DealOdds.of(study, run_study(study))
    seats = [load("random")] * 3
    for cards in SIZES:
        hands = []
        for deal in range(4, 9):
            seat = (deal if cards == 31 else deal + 1) % 3
            dealt = deal_log(study.rules, seats, 23, deal)["hands"][seat]
            hands.append(tuple(sorted(parse_cards(" ".join(dealt)))))
        assert {len(hand) for hand in hands} == {cards}
        for feature in features_of(game):
            values = [
                best_hu(game, hand) if feature == "hu" else 0 if feature == "tianhu" else FEATURES[feature](hand)
                for hand in hands
            ]
            assert counted.seen(feature, cards) == {value: values.count(value) for value in sorted(set(values))}


def test_outcome_hangs_on_nothing_but_what_is_asked_for() -> None:
    study = deal_study("youxi", deals=3_000, seed=2, first=7)
    plain = run_study(study).counts.arrays()
    for outcome in (run_study(study, threads=3, chunk=170), run_study(pickle.loads(pickle.dumps(study)), chunk=999)):
        assert {key: value.tolist() for key, value in outcome.counts.arrays().items()} == {
            key: value.tolist() for key, value in plain.items()
        }
    halves = [study.play(7, 1_000), study.play(1_007, 2_000)]
    halves[0].add(halves[1])
    assert all((value == plain[key]).all() for key, value in halves[0].arrays().items())
    again = type(halves[0]).from_arrays(plain)
    assert all((value == plain[key]).all() for key, value in again.arrays().items())


def test_a_study_says_what_it_is() -> None:
    study = deal_study(Rules.preset("guangshui").replace(jiang_cap=3), deals=9, seed=4, first=2)
    assert study.command == "sise odds deal --rules guangshui --set jiang_cap=3 --seed 4 --first 2 --deals 9"
    assert json.loads(json.dumps(study.to_dict())) == study.to_dict()
    assert isinstance(study, DealStudy)
    assert study.unit == "deals"


def test_a_directory_resumes(tmp_path: Path) -> None:
    whole = odds.deal("guangshui", deals=2_000, seed=3)
    first = odds.deal("guangshui", deals=2_000, seed=3, directory=tmp_path / "run")
    again = odds.deal("guangshui", deals=2_000, seed=3, directory=tmp_path / "run")
    assert whole.features.equals(first.features)
    assert whole.features.equals(again.features)


# --- exact and simulated


def test_exact_and_simulated_agree(found: DealOdds) -> None:
    assert found.deals == 100_000
    for row in found.feature_rows:
        expected = row["exact"] * found.deals
        if min(expected, found.deals - expected) >= 10:
            assert abs(row["z"]) < 4.5, row
        else:
            assert binomtest(row["count"], found.deals, row["exact"]).pvalue > 1e-5, row
    for row in found.summary_rows:
        assert abs(row["z"]) < 4
        assert row["p"] is None or row["p"] > 1e-4 if "p" in row else True
    inside, told = found.inside
    assert told > 250
    assert inside / told > 0.9


def test_every_hand_is_counted_once(found: DealOdds) -> None:
    for feature, cards in found.asked:
        assert sum(found.seen(feature, cards).values()) == found.deals
        assert sum(found.exact(feature, cards).values()) == 1


@pytest.mark.full
@BOTH
def test_a_hundred_million_hands(game: str) -> None:
    """10^8 hands of each size: every z within what the number of rows allows, 95 % of the intervals hold."""
    big = odds.deal(game, deals=10**8, seed=2024, threads=2)
    inside, told = big.inside
    assert told > 300
    assert inside / told > 0.92  # rows of a feature go together; see the calibration for the rate itself
    ps = [row["p"] for row in big.summary_rows if "p" in row]
    assert min(ps) > 0.01 / len(ps) / 10
    assert all(abs(row["z"]) < 5 for row in big.feature_rows if row["exact"] * big.deals >= 25)


@BOTH
def test_intervals_hold_as_often_as_they_should(game: str) -> None:
    """60 runs of 10,000 hands: of the intervals that are not of rare values 95 % hold the exact probability."""
    runs, deals = 60, 10_000
    study = deal_study(game, deals=deals * runs, seed=77)
    exact = odds.deal(game, deals=0)
    held = told = 0
    for run in range(runs):
        counted = DealOdds(study, deals, study.play(run * deals, deals))
        for feature, cards in exact.asked:
            seen = counted.seen(feature, cards)
            for value, share in exact.exact(feature, cards).items():
                if min(share, 1 - share) * deals >= 50:
                    low, high = wilson(seen.get(value, 0), deals)
                    held += low <= share <= high
                    told += 1
    assert told > 5_000
    assert abs(held / told - 0.95) < 0.01


def test_compared_rate_by_hand() -> None:
    row = compared_rate(Fraction(1, 4), 60, 200)
    # (60 - 50) / sqrt(200 × 1/4 × 3/4)
    assert row["z"] == pytest.approx(10 / 37.5**0.5)
    assert (row["simulated"], row["exact_fraction"], row["inside"]) == (0.3, "1/4", True)
    assert compared_rate(Fraction(1, 4), 100, 200)["inside"] is False
    assert compared_rate(Fraction(1), 200, 200)["z"] is None


def test_goodness_of_fit_by_hand() -> None:
    # Expected 10, 20, 10; the rare values 3 and 4 are one with their neighbour.
    exact = {0: Fraction(1, 4), 1: Fraction(1, 2), 2: Fraction(6, 40), 3: Fraction(3, 40), 4: Fraction(1, 40)}
    fit = goodness_of_fit(exact, {0: 14, 1: 18, 2: 6, 3: 2}, 40)
    assert fit["df"] == 2
    assert fit["chi2"] == pytest.approx(16 / 10 + 4 / 20 + 4 / 10)
    assert fit["p"] == pytest.approx(np.exp(-fit["chi2"] / 2))  # two degrees of freedom
    assert goodness_of_fit(exact, {}, 0) == {}


# --- in Python


def test_frames(found: DealOdds) -> None:
    features, summary = found.features, found.summary
    assert features.columns[:4] == ["feature", "cards", "value", "count"]
    assert features["exact"].null_count() == 0
    rows = features.filter((pl.col("feature") == "types_held_3_or_more") & (pl.col("cards") == 30))
    assert rows["exact"].sum() == pytest.approx(1, abs=1e-12)
    assert rows["simulated"].to_list() == [count / 100_000 for count in rows["count"]]
    for row in features.sample(50, seed=1).iter_rows(named=True):
        assert float(Fraction(row["exact_fraction"])) == row["exact"]
        assert (row["low"] <= row["exact"] <= row["high"]) == row["inside"]
        assert row["low"] <= row["simulated"] <= row["high"]
    chances = summary.filter(pl.col("feature").is_in([str(feature) for feature in CHANCES]))
    assert (chances["low"] >= 0).all()
    assert len(summary) == len(found.asked)


def test_no_simulation() -> None:
    exact = odds.deal("youxi", deals=0, features=["ghosts", "generals"])
    assert exact.features.columns == odds.deal("youxi", deals=10, features=["ghosts"]).features.columns
    assert exact.features["simulated"].null_count() == len(exact.features)
    assert exact.exact("ghosts", 31)[5] == Fraction(comb(112, 26), comb(117, 31))
    assert set(exact.features["feature"]) == {"generals", "ghosts"}


def test_the_package_can_be_called() -> None:
    called: Any = odds
    assert called("deal", "youxi", deals=0).exact("tianhu", 31) == odds.deal("youxi", deals=0).exact("tianhu", 31)
    with pytest.raises(SiseError, match="deal"):
        called("weather")


def test_charts(found: DealOdds, tmp_path: Path) -> None:
    pytest.importorskip("altair")
    from experiments.charts import save

    charts = found.charts("zh")
    assert set(charts) == {str(f) for f in features_of(found.rules.game) if f not in CHANCES} | {"chances"}
    spec = charts["generals"].to_dict()
    assert spec["title"] == "將的張數"
    shown = [row for row in spec["data"]["values"] if row["size"] == "31 張"]
    assert [row["value"] for row in shown] == list(range(len(shown)))
    assert shown[0]["exact"] == float(found.exact("generals", 31)[0])
    save(charts["idle"], tmp_path / "idle.svg")
    assert "閒牌張數" in (tmp_path / "idle.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"deals": -1}, "deals"),
        ({"deals": 1.5}, "deals"),
        ({"seed": 2**64}, "seed"),
        ({"first": -2}, "first"),
        ({"features": ["ghosts"]}, "ghosts"),
        ({"features": ["hue"]}, "types_held_1"),
    ],
)
def test_unusable_arguments(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(SiseError, match=message):
        odds.deal("guangshui", **arguments)


def test_a_hand_of_another_size_is_refused() -> None:
    with pytest.raises(SiseError, match="30 or 31"):
        odds.deal("guangshui", deals=0).exact("idle", 29)


def test_names_in_every_language() -> None:
    for table in TABLES:
        for key in table:
            assert name(table, key, "en").isascii()
            assert not name(table, key, "zh").isascii()
            assert name(table, key, "zh-hans").encode("gb2312")
            assert name(table, key, "zh-hant").encode("big5")
    assert set(Feature) <= set(TABLES[0])


# --- on the command line


def sise(capsys: pytest.CaptureFixture[str], *args: object) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as ended:
        main([str(arg) for arg in args])
    assert isinstance(ended.value.code, int)
    return ended.value.code, *capsys.readouterr()


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = sise(capsys, "odds", "deal", "--deals", 500, "--seed", 5, "--format", "json")
    content = json.loads(out)
    assert status == 0
    assert content["deals"] == 500
    wanted = {"feature", "cards", "value", "exact", "simulated", "low", "high"}
    assert all(wanted <= row.keys() for row in content["features"])
    named = {(row["feature"], row["cards"]) for row in content["features"]}
    for feature in ("types_held_1", "types_held_2", "types_held_3", "types_held_4", "types_held_3_or_more"):
        assert {(feature, 30), (feature, 31)} <= named
    assert {("generals", 30), ("generals", 31), ("idle", 30), ("idle", 31), ("tianhu", 31)} <= named
    row = next(
        row for row in content["features"] if (row["feature"], row["cards"], row["value"]) == ("generals", 30, 4)
    )
    exact = Fraction(comb(16, 4) * comb(96, 26), comb(112, 30))
    assert Fraction(row["exact_fraction"]) == exact
    assert row["exact"] == float(exact)
    assert content["features"] == odds.deal("guangshui", deals=500, seed=5).to_dict()["features"]


@BOTH
@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("deals", [0, 1, 20_000])
def test_text(capsys: pytest.CaptureFixture[str], game: str, lang: str, deals: int) -> None:
    from rich.cells import cell_len

    status, out, err = sise(capsys, "odds", "deal", "--rules", game, "--deals", deals, "--lang", lang, "--quiet")
    assert (status, err) == (0, "")
    assert max(cell_len(line) for line in out.splitlines()) <= 80
    assert ("types_held_3_or_more" if lang == "en" else "三張以上的種數") in out
    # 16,674 is 1 / the exact chance, which test_odds_deal holds against the scorer.
    chance = odds.deal(game, deals=0).exact("tianhu", 31)[1]
    assert f"{round(1 / chance):,}" in out


def test_one_feature_and_tables(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    status, out, err = sise(
        capsys, "odds", "deal", "--feature", "idle", "--deals", 300, "--table", tmp_path / "deal.csv"
    )
    assert status == 0
    assert "idle" in out
    assert "jiang" not in out
    files = sorted(path.name for path in tmp_path.iterdir())
    assert files == ["deal-features.csv", "deal-summary.csv"]
    with (tmp_path / "deal-features.csv").open(encoding="utf-8") as file:
        assert {row["feature"] for row in csv.DictReader(file)} == {"idle"}
    assert "300 deals" in err


def test_out(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    arguments = ("odds", "deal", "--deals", 400, "--out", tmp_path / "run", "--quiet")
    first = sise(capsys, *arguments)
    assert first[0] == 0
    assert first == sise(capsys, *arguments)
    assert len(pl.read_parquet(tmp_path / "run" / "features.parquet")) > 500
    assert json.loads((tmp_path / "run" / "run.json").read_text(encoding="utf-8"))["finished"]["complete"] is True
    status, _, err = sise(capsys, *arguments[:2], "--deals", 401, "--out", tmp_path / "run")
    assert status == 2
    assert "400" in err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--feature", "generls"], "did you mean generals?"),
        (["--feature", "ghosts"], "guangshui"),
        (["--deals", "-1"], "--deals"),
        (["--deals", "0", "--out", "run"], "--out"),
        (["--fresh"], "--out"),
        (["--rules", "guangsui"], "guangshui"),
        (["--executor", "abacus"], "abacus"),
    ],
)
def test_bad_input(capsys: pytest.CaptureFixture[str], arguments: list[str], message: str) -> None:
    status, out, err = sise(capsys, "odds", "deal", *arguments)
    assert (status, out) == (2, "")
    assert message in err
    assert len(err.splitlines()) == 1
