"""`compare_rules` against the same decks played one rule after the other, and scipy's paired intervals."""

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from scipy import stats as scipy_stats

from experiments import RuleComparison, compare_rules
from experiments.cli import main
from experiments.comparison import make_study
from experiments.exact import Exact
from experiments.plan import make_plan
from experiments.study import run_study
from simcore import Rules, RulesError, SiseError, describe, run_deals
from strategies import load

GAMES = ("guangshui", "youxi")
SEATS = ["greedy", "eager", "greedy"]
DECKS, SEED, FIRST = 400, 3, 11
SWITCHES = {"pass_down": [True, False], "win_reach": ["any", "by_right"]}


@cache
def comparison(game: str) -> RuleComparison:
    return compare_rules(game, SEATS, SWITCHES, decks=DECKS, seed=SEED, first=FIRST)


@cache
def played(game: str, **switches: Any) -> Any:
    rules = Rules.preset(game).replace(**switches)
    return run_deals(rules, [load(name) for name in SEATS], SEED, FIRST, DECKS)


def values(records: Any, metric: str) -> list[float]:
    """A metric of each deck, counted one by one."""
    made = []
    for record in records:
        dealer, winner = int(record["dealer"]), int(record["winner"])
        payoff = [int(value) for value in record["payoff"]]
        places = {"dealer": dealer, "next": (dealer + 1) % 3, "last": (dealer + 2) % 3}
        kind, _, which = metric.rpartition("_")
        seat = places.get(which, int(which) if which.isdecimal() else -1)
        others = [place for place in range(3) if place != dealer]
        made.append(
            {
                "no_winner": winner < 0,
                "win": winner == seat,
                "payoff": payoff[seat],
                "dealer_edge": (winner == dealer) - sum(winner == place for place in others) / 2,
                "dealer_payoff_edge": payoff[dealer] - sum(payoff[place] for place in others) / 2,
                "draws": int(record["draws"]),
                "discards": int(record["discards"]),
                "intents": int(record["intents"]),
                "paid": sum(-value for value in payoff if value < 0),
                "worst_loss": max(0, *(-value for value in payoff)),
                "dreamer": int(record["dreamer"]),
            }[kind if kind in ("win", "payoff") else metric]
        )
    return made


PLAIN = ("no_winner", "win_dealer", "win_next", "win_last", "payoff_dealer", "payoff_next", "payoff_last")
PLAIN += ("dealer_edge", "dealer_payoff_edge", "draws", "discards", "intents", "paid", "worst_loss")
PLAIN += ("win_0", "win_1", "win_2", "payoff_0", "payoff_1", "payoff_2")
PER_WIN = {"hu_per_win": "hu", "pay_per_win": "pay"}


@pytest.mark.parametrize("switch", list(SWITCHES))
@pytest.mark.parametrize("game", GAMES)
def test_metrics_and_paired_intervals(game: str, switch: str) -> None:
    old, new = SWITCHES[switch]
    before, after = played(game, **{switch: old}), played(game, **{switch: new})
    rows = {row["metric"]: row for row in comparison(game).metrics.filter(switch=switch).to_dicts()}
    metrics = (*PLAIN, "dreamer") if game == "youxi" else PLAIN
    assert set(metrics) | set(PER_WIN) <= set(rows)
    for metric in metrics:
        x, y = np.array(values(before, metric), float), np.array(values(after, metric), float)
        row = rows[metric]
        assert (row["before"], row["after"]) == pytest.approx((x.mean(), y.mean()), rel=1e-12, abs=1e-12)
        assert row["difference"] == pytest.approx(y.mean() - x.mean(), rel=1e-9, abs=1e-12)
        hit = metric == "no_winner" or metric.startswith("win_")
        if not hit or (x != y).sum() >= 10:
            wanted = scipy_stats.ttest_rel(y, x).confidence_interval(0.95)
            found = (row["difference_low"], row["difference_high"])
            assert found == pytest.approx((wanted.low, wanted.high), rel=1e-8, abs=1e-12), metric
        else:
            assert row["difference_low"] <= row["difference"] <= row["difference_high"]


@pytest.mark.parametrize("metric", list(PER_WIN))
@pytest.mark.parametrize("game", GAMES)
def test_means_per_win_have_the_interval_of_a_difference_of_ratios(game: str, metric: str) -> None:
    sides = []
    for value in SWITCHES["pass_down"]:
        records = played(game, pass_down=value)
        won = (records["winner"] >= 0).astype(float)
        total = records[PER_WIN[metric]] * won
        mean = total.sum() / won.sum()
        sides.append((mean, (total - mean * won) / won.sum()))
    (old, left), (new, right) = sides
    residuals = right - left
    half = np.sqrt((residuals**2).sum() * DECKS / (DECKS - 1)) * scipy_stats.t.ppf(0.975, DECKS - 1)
    row = comparison(game).metrics.filter(switch="pass_down", metric=metric).row(0, named=True)
    assert (row["before"], row["after"]) == pytest.approx((old, new))
    found = (row["difference"], row["difference_low"], row["difference_high"])
    assert found == pytest.approx((new - old, new - old - half, new - old + half), rel=1e-9)


@pytest.mark.parametrize("game", GAMES)
def test_one_row_a_value_with_what_matters_most(game: str) -> None:
    switches, metrics = comparison(game).switches, comparison(game).metrics
    assert switches.select("switch", "against", "value").rows() == [
        ("pass_down", "true", "false"),
        ("win_reach", "any", "by_right"),
    ]
    for row in switches.to_dicts():
        old, new = (Rules.preset(game).set_text([f"{row['switch']}={row[key]}"]) for key in ("against", "value"))
        before, after = (played(game, **{row["switch"]: getattr(rules, row["switch"])}) for rules in (old, new))
        names = [name for name in before.dtype.names if name != "intents"]
        changed = sum(str(a) != str(b) for a, b in zip(before[names], after[names], strict=True))
        assert (row["decks"], row["changed"], row["changed_rate"]) == (DECKS, changed, changed / DECKS)
        for metric in ("no_winner", "dealer_edge", "dealer_payoff_edge", "draws", "paid", "worst_loss"):
            same = metrics.filter(switch=row["switch"], metric=metric).row(0, named=True)
            assert row[metric] == same["difference"]
            assert row[f"{metric}_low"] == same["difference_low"]


def test_a_switch_that_changes_nothing_says_so() -> None:
    """next_dealer tells who deals after a deal: within one it changes nothing."""
    made = compare_rules("guangshui", SEATS, ["next_dealer"], decks=200)
    row = made.switches.row(0, named=True)
    assert (row["changed"], row["no_winner"], row["draws"], row["draws_low"]) == (0, 0, 0, None)
    assert row["changed_rate_high"] == pytest.approx(1 - 0.025 ** (1 / 200))


@pytest.mark.parametrize("game", GAMES)
def test_all_switches_of_a_game(game: str) -> None:
    made = compare_rules(game, ["eager"] * 3, decks=20)
    wanted = [
        (row.switch, row.value, choice)
        for row in describe(Rules.preset(game))
        for choice in row.choices
        if choice != row.value
    ]
    assert made.switches.select("switch", "against", "value").rows() == wanted


def test_by_seat_only_where_the_seats_differ() -> None:
    assert "win_0" in set(comparison("guangshui").metrics["metric"])
    same = compare_rules("guangshui", ["eager"] * 3, ["payers"], decks=20)
    assert not {"win_0", "payoff_1"} & set(same.metrics["metric"])


def test_the_first_value_is_what_others_are_compared_with() -> None:
    rules = Rules.preset("youxi").replace(pass_down=False)
    made = compare_rules(
        rules, ["eager"] * 3, ["ordinary_base=ceil,flat,half_up", "pass_down", "no_split=false"], decks=30
    )
    assert made.switches.select("switch", "against", "value").rows() == [
        ("ordinary_base", "ceil", "flat"),
        ("ordinary_base", "ceil", "half_up"),
        ("pass_down", "false", "true"),
        ("no_split", "true", "false"),
    ]
    assert [dict(rules.switches) for rules in made.study.rules] == [
        {"pass_down": False, "ordinary_base": "ceil"},
        {"pass_down": False},
        {"pass_down": False, "ordinary_base": "half_up"},
        {},
        {"pass_down": False, "no_split": False},
    ]


@pytest.mark.parametrize(
    ("switches", "message"),
    [
        (["pas_down=true"], 'unknown switch "pas_down"; did you mean pass_down'),
        (["pas_down"], 'unknown switch "pas_down"; did you mean pass_down'),
        (["no_split"], 'switch "no_split" belongs to youxi'),
        (["pass_down=yes"], 'switch "pass_down": found "yes", expected true or false'),
        (["pass_down=true"], "a value is compared with itself; expected pass_down=true,false"),
        (["payers=both,both"], "a value is compared with itself"),
        (["payers", "payers=discarder"], 'switch "payers" is given twice'),
        ([], "no switch to compare"),
        ({"pass_down": [1, 0]}, 'switch "pass_down": found "1"'),
    ],
)
def test_switches_that_cannot_be_used_are_named(switches: Any, message: str) -> None:
    with pytest.raises(RulesError) as fault:
        compare_rules("guangshui", SEATS, switches, decks=10)
    assert message in str(fault.value)


def test_a_text_is_no_list_of_switches() -> None:
    with pytest.raises(SiseError, match="expected a list"):
        compare_rules("guangshui", SEATS, "pass_down", decks=10)


def test_counts_do_not_hang_on_threads_and_chunks() -> None:
    study = make_study(make_plan("guangshui", SEATS, seed=SEED, deals=90), ["pass_down", "payers"])
    whole = run_study(study, threads=1, chunk=90).counts
    parts = Exact.from_arrays(run_study(study, threads=3, chunk=11).counts.arrays())
    assert whole.arrays().keys() == parts.arrays().keys()
    for name, grid in whole.grids.items():
        assert (grid == parts.grids[name]).all(), name


@pytest.mark.full
def test_coverage_of_paired_intervals() -> None:
    """Of 150 comparisons on 300 decks each, some 95 % hold what 45,000 decks come to."""
    plan = make_plan("guangshui", ["greedy"] * 3, seed=8, deals=45_000)
    study = make_study(plan, ["pass_down"])
    truth = RuleComparison(study, run_study(study, threads=2).counts, 45_000).metrics
    misses: dict[str, int] = {}
    for start in range(0, 45_000, 300):
        part = RuleComparison(study, study.play(start, 300), 300).metrics
        for one, all_ in zip(part.to_dicts(), truth.to_dicts(), strict=True):
            inside = one["difference_low"] <= all_["difference"] <= one["difference_high"]
            misses[one["metric"]] = misses.get(one["metric"], 0) + (not inside)
    for metric, count in misses.items():
        assert scipy_stats.binom.sf(count - 1, 150, 0.055) > 1e-4, (metric, count)


# The command

Command = Callable[..., tuple[int, str, str]]


@pytest.fixture
def sise(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Command:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")

    def run(line: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as ended:
            main(line.split())
        out, err = capsys.readouterr()
        assert isinstance(ended.value.code, int)
        return ended.value.code, out, err

    return run


LINE = f"compare-rules --seats {','.join(SEATS)} --deals {DECKS} --seed {SEED} --first {FIRST}"


def test_command_prints_json_alone(sise: Command) -> None:
    status, out, _ = sise(f"{LINE} --switch pass_down=true,false --switch win_reach=any,by_right --format json")
    assert status == 0
    assert json.loads(out) == json.loads(json.dumps(comparison("guangshui").to_dict()))


def test_command_writes_tables_and_a_run(sise: Command, tmp_path: Path) -> None:
    status, _, err = sise("compare-rules --switch payers --decks 60 --out run --table t.parquet")
    assert (status, "wrote t-switches.parquet t-metrics.parquet" in err) == (0, True)
    frames = [pl.read_parquet(path) for path in (tmp_path / "t-metrics.parquet", tmp_path / "run" / "metrics.parquet")]
    assert frames[0].equals(frames[1])
    command = json.loads((tmp_path / "run" / "run.json").read_text())["command"]
    assert command.startswith("sise compare-rules --switch payers --rules guangshui ")
    assert sise(command.removeprefix("sise ") + " --out run")[0] == 0


@pytest.mark.parametrize("lang", ["en", "zh", "zh-hans"])
@pytest.mark.parametrize("game", GAMES)
def test_tables_fit_80_columns(sise: Command, game: str, lang: str) -> None:
    from rich.cells import cell_len

    for which in ("--all", "--switch pass_down"):
        status, out, err = sise(f"compare-rules {which} --rules {game} --deals 60 --lang {lang} --quiet")
        assert (status, err) == (0, "")
        assert max(cell_len(text) for text in out.splitlines()) <= 80
        assert ("decks" in out) == (lang == "en")
        assert ("lone_discard=forbidden" in out) == (which == "--all" and game == "youxi")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "expected --switch such as pass_down=true,false, or --all"),
        ("--all --switch payers", "--all takes every switch"),
        ("--switch paier=both", 'unknown switch "paier"; did you mean payers'),
        ("--switch payers=nobody", "expected both or discarder"),
    ],
)
def test_bad_input_is_one_line(sise: Command, line: str, message: str) -> None:
    status, out, err = sise(f"compare-rules {line}")
    assert (status, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


def test_charts_are_there_in_both_languages() -> None:
    pytest.importorskip("altair")
    english, chinese = (comparison("guangshui").charts(lang) for lang in ("en", "zh"))
    assert english.keys() == chinese.keys() == set(comparison("guangshui").metrics["metric"])
    assert english["draws"].to_dict()["title"] == "What a switch changes: draws"
    assert chinese["draws"].to_dict()["title"] == "選項的影響: 起牌"
