"""`odds.session` against evenings played one deal after another, the dealer by the rules."""

import json
import shlex
from collections import Counter, defaultdict
from collections.abc import Callable
from functools import cache
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from scipy import stats as scipy_stats
from statsmodels.stats.proportion import proportion_confint

from experiments.cli import main
from experiments.exact import Exact
from experiments.odds import SessionOdds, session
from experiments.odds.session_study import drawdowns, make_study
from experiments.study import run_study
from simcore import Rules, SiseError, deal_log, run_deals
from strategies import load

GAMES = ("guangshui", "youxi")
SEATS = ["greedy", "eager", "greedy"]
DEALS, SESSIONS, FIRST, SEED = 6, 60, 4, 9

Evening = list[dict[str, Any]]


def follower(rules: Rules, dealer: int, winner: int) -> int:
    """Who deals next, from the text of G14 and Y16."""
    if rules.next_dealer == "next":
        return (dealer + 1) % 3
    return dealer if winner < 0 else winner


def evening(rules: Rules, number: int, deals: int) -> Evening:
    seats = [load(name) for name in SEATS]
    dealer = number % 3
    logs = []
    for deal in range(number * deals, (number + 1) * deals):
        logs.append(deal_log(rules, seats, SEED, deal, dealer=dealer))
        dealer = follower(rules, dealer, logs[-1]["result"]["winner"])
    return logs


@cache
def evenings(game: str) -> list[Evening]:
    return [evening(Rules.preset(game), number, DEALS) for number in range(FIRST, FIRST + SESSIONS)]


@cache
def odds(game: str) -> SessionOdds:
    return session(game, SEATS, deals=DEALS, sessions=SESSIONS, seed=SEED, first=FIRST)


def total(logs: Evening, seat: int) -> int:
    return sum(log["result"]["payoff"][seat] for log in logs)


def runs(logs: Evening) -> list[tuple[int, int]]:
    """(dealer, deals in a row), in order."""
    return [(dealer, len(list(group))) for dealer, group in groupby(log["dealer"] for log in logs)]


def student(values: list[Any]) -> tuple[float, float, float]:
    low, high = scipy_stats.t.interval(0.95, len(values) - 1, np.mean(values), scipy_stats.sem(values))
    return float(np.mean(values)), low, high


def interval(row: dict[str, Any], name: str) -> tuple[Any, Any, Any]:
    return row[name], row[f"{name}_low"], row[f"{name}_high"]


def rate(hits: int, trials: int) -> tuple[float, float, float]:
    method = "beta" if min(hits, trials - hits) < 10 else "wilson"
    low, high = proportion_confint(hits, trials, method=method)
    return hits / trials, max(0.0, low), min(1.0, high)


@pytest.mark.parametrize("next_dealer", ["winner", "next"])
@pytest.mark.parametrize("game", GAMES)
def test_the_dealer_follows_the_rules(game: str, next_dealer: str) -> None:
    rules = Rules.preset(game).replace(next_dealer=next_dealer)
    study = make_study(rules, SEATS, deals=9, sessions=5, seed=SEED, first=2, dealer="rotate")
    records = study.records(2, 5)
    assert records.shape == (5, 9)
    for at in range(5):
        logs = evening(rules, 2 + at, 9)
        assert records["deal"][at].tolist() == [log["deal"] for log in logs]
        assert records["dealer"][at].tolist() == [log["dealer"] for log in logs]
        assert records["winner"][at].tolist() == [log["result"]["winner"] for log in logs]
        assert records["payoff"][at].tolist() == [log["result"]["payoff"] for log in logs]
    assert records["dealer"][:, 0].tolist() == [2, 0, 1, 2, 0]


def test_a_given_first_dealer() -> None:
    study = make_study("guangshui", SEATS, deals=3, sessions=4, seed=1, first=0, dealer=1)
    assert study.records(0, 4)["dealer"][:, 0].tolist() == [1, 1, 1, 1]


@pytest.mark.parametrize("game", GAMES)
def test_totals_and_who_ends_first(game: str) -> None:
    totals = [[total(logs, seat) for seat in range(3)] for logs in evenings(game)]
    rows = odds(game).seats.to_dicts()
    assert len(rows) == (4 if game == "youxi" else 3)
    for seat, row in enumerate(rows[:3]):
        mine = [each[seat] for each in totals]
        assert (row["seat"], row["strategy"], row["sessions"]) == (seat, SEATS[seat], SESSIONS)
        assert interval(row, "mean_total") == pytest.approx(student(mine))
        assert row["sd_total"] == pytest.approx(np.std(mine, ddof=1))
        alone = sum(each[seat] == max(each) and each.count(max(each)) == 1 for each in totals)
        tied = sum(each[seat] == max(each) and each.count(max(each)) > 1 for each in totals)
        for name, hits in (
            ("first_alone", alone),
            ("first_tied", tied),
            ("plus", sum(value > 0 for value in mine)),
            ("even", sum(value == 0 for value in mine)),
        ):
            assert interval(row, name) == pytest.approx(rate(hits, SESSIONS), abs=1e-9), name
    if game == "youxi":
        dreamer = [sum(log["result"]["dreamer"] for log in logs) for logs in evenings(game)]
        assert interval(rows[3], "mean_total") == pytest.approx(student(dreamer))
        assert all(sum(each) + paid == 0 for each, paid in zip(totals, dreamer, strict=True))


def test_drawdowns() -> None:
    lines = np.array([[3, -2, 5, 4, -1, 2], [-1, -4, -2, 0, 1, 1], [1, 2, 2, 3, 5, 8]])
    # from 5 down to -1; from 0 at the start down to -4; never down
    assert drawdowns(lines[:, :, None]).ravel().tolist() == [6, 4, 0]


@pytest.mark.parametrize("game", GAMES)
def test_worst_falls_and_their_distribution(game: str) -> None:
    for seat in range(3):
        worst = []
        for logs in evenings(game):
            line = [0]
            for log in logs:
                line.append(line[-1] + log["result"]["payoff"][seat])
            worst.append(max(line[i] - line[j] for i in range(len(line)) for j in range(i, len(line))))
        row = odds(game).seats.row(seat, named=True)
        assert interval(row, "mean_drawdown") == pytest.approx(student(worst))
        of = odds(game).distributions.filter(of="drawdown", seat=seat)
        assert dict(zip(of["value"], of["count"], strict=True)) == dict(Counter(worst))
        assert of["cdf"].to_list()[-1] == 1
        quantiles = odds(game).quantiles.filter(of="drawdown", seat=seat).row(0, named=True)
        assert quantiles["q50"] == np.quantile(worst, 0.5, method="inverted_cdf")


@pytest.mark.parametrize("game", GAMES)
def test_who_keeps_the_deal(game: str) -> None:
    for seat in range(3):
        dealt = [sum(log["dealer"] == seat for log in logs) for logs in evenings(game)]
        won = [sum(log["result"]["winner"] == seat for log in logs) for logs in evenings(game)]
        asked = [sum(one["dealer"] == seat for one, _ in pairwise(logs)) for logs in evenings(game)]
        kept = [sum(one["dealer"] == two["dealer"] == seat for one, two in pairwise(logs)) for logs in evenings(game)]
        row = odds(game).seats.row(seat, named=True)
        assert interval(row, "deals_dealt") == pytest.approx(student(dealt))
        assert interval(row, "deals_won") == pytest.approx(student(won))
        assert row["keeps"] == pytest.approx(sum(kept) / sum(asked))
        if sum(kept) >= 10:
            residuals = np.array(kept) - row["keeps"] * np.array(asked)
            half = np.sqrt((residuals**2).sum() * SESSIONS / (SESSIONS - 1)) / sum(asked)
            half *= scipy_stats.t.ppf(0.975, SESSIONS - 1)
            assert row["keeps_high"] - row["keeps"] == pytest.approx(half)


@pytest.mark.parametrize("game", GAMES)
def test_deals_in_a_row(game: str) -> None:
    frame = odds(game).runs
    for seat in (0, 1, 2, None):
        lengths = [[length for dealer, length in runs(logs) if seat in (None, dealer)] for logs in evenings(game)]
        last = Counter(runs(logs)[-1][1] for logs in evenings(game) if seat in (None, runs(logs)[-1][0]))
        mine = frame.filter(pl.col("seat").is_null() if seat is None else pl.col("seat") == seat)
        assert mine["length"].to_list() == list(range(1, max(max(each, default=0) for each in lengths) + 1))
        for row in mine.to_dicts():
            counts = [each.count(row["length"]) for each in lengths]
            assert (row["runs"], row["cut"]) == (sum(counts), last[row["length"]])
            if sum(counts) >= 10:
                assert interval(row, "per_session") == pytest.approx(student(counts))
            else:
                assert row["per_session_low"] <= row["per_session"] <= row["per_session_high"]
            reached = sum(max(each, default=0) >= row["length"] for each in lengths)
            assert row["sessions"] == reached
            assert interval(row, "reached") == pytest.approx(rate(reached, SESSIONS), abs=1e-9)
        assert sum(row["runs"] * row["length"] for row in mine.to_dicts()) == sum(map(sum, lengths))


def test_counts_do_not_hang_on_threads_and_chunks() -> None:
    study = make_study("youxi", SEATS, deals=5, sessions=40, seed=3, first=1, dealer="rotate")
    whole = run_study(study, threads=1, chunk=40).counts
    parts = Exact.from_arrays(run_study(study, threads=3, chunk=7).counts.arrays())
    for name, grid in whole.grids.items():
        assert (grid == parts.grids[name]).all(), name
    for name, spread in whole.spreads.items():
        for row in range(len(spread.counts)):
            assert spread.histogram(row) == parts.spreads[name].histogram(row), name


def test_sessions_stand_alone() -> None:
    """A session is the same whichever others are played with it."""
    many = make_study("guangshui", SEATS, deals=5, sessions=20, seed=3, first=0, dealer="rotate")
    few = make_study("guangshui", SEATS, deals=5, sessions=2, seed=3, first=13, dealer="rotate")
    assert (many.records(0, 20)[13:15] == few.records(13, 2)).all()


def test_one_deal_sessions_are_deals() -> None:
    made = session("guangshui", SEATS, deals=1, sessions=90, seed=2)
    records = run_deals(Rules.preset("guangshui"), [load(name) for name in SEATS], 2, 0, 90)
    assert made.seats["mean_total"].to_list() == records["payoff"].mean(axis=0).tolist()
    assert made.runs["length"].to_list() == [1, 1, 1, 1]
    assert made.seats["keeps"].to_list() == [None, None, None]


def test_what_cannot_be_used_is_named() -> None:
    with pytest.raises(SiseError, match="deals is 0; expected a whole number of 1 or more"):
        session("guangshui", deals=0)
    with pytest.raises(SiseError, match="deals is 10001; expected at most 10000"):
        session("guangshui", deals=10_001)
    with pytest.raises(SiseError, match="session 3 is none of this study; expected 4 to 63"):
        odds("guangshui").deals(3)
    with pytest.raises(SiseError, match="expected rotate, 0, 1 or 2"):
        session("guangshui", dealer="first")


@pytest.mark.full
def test_coverage_of_keeping_the_deal() -> None:
    """Of 150 studies of 40 sessions each, some 95 % hold what 6,000 sessions come to, deals of a session pooled."""
    study = make_study("guangshui", SEATS, deals=12, sessions=6_000, seed=8, first=0, dealer="rotate")
    truth = SessionOdds(study, run_study(study, threads=2).counts, 6_000).seats.to_dicts()
    missed: Counter[tuple[int, str]] = Counter()
    for start in range(0, 6_000, 40):
        rows = SessionOdds(study, study.play(start, 40), 40).seats.to_dicts()
        for row, wanted in zip(rows, truth, strict=True):
            for name in ("keeps", "deals_dealt", "mean_total", "first_alone", "mean_drawdown"):
                missed[row["seat"], name] += not row[f"{name}_low"] <= wanted[name] <= row[f"{name}_high"]
    for key, count in missed.items():
        assert scipy_stats.binom.sf(count - 1, 150, 0.06) > 1e-4, (key, count)


# The command

Command = Callable[..., tuple[int, str, str]]


@pytest.fixture
def sise(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Command:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")

    def run(line: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as ended:
            main(shlex.split(line))
        out, err = capsys.readouterr()
        assert isinstance(ended.value.code, int)
        return ended.value.code, out, err

    return run


LINE = f"odds session --seats {','.join(SEATS)} --deals {DEALS} --sessions {SESSIONS} --seed {SEED} --first {FIRST}"


def test_command_prints_json_alone(sise: Command) -> None:
    status, out, _ = sise(f"{LINE} --format json --threads 2")
    assert status == 0
    assert json.loads(out) == json.loads(json.dumps(odds("guangshui").to_dict()))


@pytest.mark.parametrize("game", GAMES)
def test_every_deal_of_a_session_can_be_replayed(sise: Command, game: str) -> None:
    number = FIRST + 7
    status, out, _ = sise(f"{LINE} --rules {game} --replay {number} --format json")
    assert status == 0
    rows = json.loads(out)["deals"]
    assert rows == odds(game).deals(number).to_dicts()
    totals: dict[int, int] = defaultdict(int)
    for row, log in zip(rows, evenings(game)[7], strict=True):
        status, out, _ = sise(row["replay"].removeprefix("sise ") + " --format json --quiet")
        assert (status, json.loads(out)) == (0, json.loads(json.dumps(log)))
        for seat in range(3):
            totals[seat] += log["result"]["payoff"][seat]
            assert row[f"payoff_{seat}"] == log["result"]["payoff"][seat]
            assert row[f"total_{seat}"] == totals[seat]
        assert (row["deal"], row["dealer"]) == (log["deal"], log["dealer"])


def test_the_text_says_how_to_replay(sise: Command) -> None:
    _, out, _ = sise(f"{LINE} --set next_dealer=next")
    line = next(line for line in out.splitlines() if line.startswith("a session: sise "))
    status, again, err = sise(line.removeprefix("a session: sise ") + " --quiet")
    assert (status, err) == (0, "")
    assert f"session {FIRST}\n" in again
    assert [row.split()[1] for row in again.splitlines() if row.strip().startswith("2") and len(row.split()) > 8]


@pytest.mark.parametrize("lang", ["en", "zh", "zh-hans"])
@pytest.mark.parametrize("game", GAMES)
def test_tables_fit_80_columns(sise: Command, game: str, lang: str) -> None:
    from rich.cells import cell_len

    line = f"odds session --rules {game} --seats {','.join(SEATS)} --deals 10 --sessions 40 --lang {lang} --quiet"
    for more in ("", " --replay 1"):
        status, out, err = sise(line + more)
        assert (status, err) == (0, "")
        assert max(cell_len(text) for text in out.splitlines() if "sise " not in text) <= 80
        assert ("seats so far" in out if more else "40 sessions" in out) == (lang == "en")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("--deals 0", "expected a whole number of 1 or more"),
        ("--sessions 5 --replay 5", "session 5 is none of this study; expected 0 to 4"),
        ("--replay 1 --out run", "a replayed session has no run directory"),
        ("--dealer 4", "expected rotate, 0, 1 or 2"),
    ],
)
def test_bad_input_is_one_line(sise: Command, line: str, message: str) -> None:
    status, out, err = sise(f"odds session {line}")
    assert (status, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


def test_charts_are_there_in_both_languages() -> None:
    pytest.importorskip("altair")
    english, chinese = (odds("youxi").charts(lang) for lang in ("en", "zh"))
    assert english.keys() == chinese.keys() == {"total", "first", "drawdown", "runs"}
    assert english["total"].to_dict()["title"] == "Totals of a session"
    assert chinese["total"].to_dict()["title"] == "一場的總輸贏"
