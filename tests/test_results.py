"""The records of run_deals: their fields, what each says, and how they hang together."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from simcore import LEVELS, NAMED, RESULT_DTYPE, WIN_KINDS, Bar, Rules, SiseError, StrategyError, deal_log, run_deals
from strategies import BUILT_IN
from tests.comparison import BOLD, EMPTY, GRAB, SHY, WILD

GAMES = ("guangshui", "youxi")
BOTH = pytest.mark.parametrize("game", GAMES)
RANDOM, EAGER = BUILT_IN["random"], BUILT_IN["eager"]
KIND = {kind: index for index, kind in enumerate(WIN_KINDS)}
DRAWABLE = {"guangshui": 21, "youxi": 23}


def record_of_log(game: str, log: dict[str, Any]) -> dict[str, Any]:
    """What the record of a deal must hold, worked out from the events and the result of its log."""
    result, events = log["result"], log["events"]
    count = {what: sum(event["e"] == what for event in events) for what in ("draw", "intent", "discard")}
    barred, dead = [0, 0, 0], [0, 0, 0]
    for event in events:
        if event["e"] == "barred":
            barred[event["seat"]] = int(Bar[event["rule"]])
        elif event["e"] == "dead":
            dead[event["seat"]] = 1
    record = {
        "deal": log["deal"],
        "dealer": log["dealer"],
        "winner": result["winner"],
        "win_kind": KIND[result["win_kind"]],
        "declarer": result.get("declarer", -1),
        "level": LEVELS.index(result.get("level", "")),
        "kong": result["kong"],
        "high": int(result.get("high", False)),
        "stinks": int(result.get("stinks", False)),
        "hu": result["hu"],
        "pai": result["pai"],
        "total": result.get("total", 0),
        "ghosts": result.get("ghosts", 0),
        "draws": count["draw"],
        "intents": count["intent"],
        "discards": count["discard"],
        "barred": barred,
        "dead": dead,
        "named": sum(1 << NAMED.index(name) for name in result.get("named", ())),
        "pay": result["pai"] if game == "guangshui" else result.get("pay", 0),
        "dreamer": result["dreamer"],
        "payoff": result["payoff"],
    }
    assert sorted(record) == sorted(RESULT_DTYPE.names)
    return record


@pytest.fixture(scope="module")
def all_records() -> dict[str, np.ndarray[Any, Any]]:
    """Deals of mixed line-ups, false wins among those of Youxi."""
    found = {}
    for game in GAMES:
        rules = Rules.preset(game)
        line_ups = ([EAGER] * 3, [RANDOM, EAGER, WILD], [GRAB, EMPTY, EAGER], [SHY, EAGER, EMPTY])
        parts = [run_deals(rules, seats, 6, 0, 5_000) for seats in line_ups]
        if game == "youxi":
            parts.append(run_deals(rules.replace(false_wins=True), [BOLD, EAGER, BOLD], 6, 0, 2_000))
        found[game] = np.concatenate(parts)
    return found


def test_fields() -> None:
    """The fields that the interface names, as whole numbers."""
    needed = "deal dealer winner win_kind hu kong pai level pay payoff dreamer draws intents discards barred dead"
    assert set(needed.split()) <= set(RESULT_DTYPE.names)
    for name in RESULT_DTYPE.names:
        kind = RESULT_DTYPE[name]
        assert kind.base.kind == "i", name
        assert kind.shape == ((3,) if name in ("payoff", "barred", "dead") else ()), name
    assert RESULT_DTYPE["deal"].itemsize == 8
    assert WIN_KINDS == ("tianhu", "self_draw", "other_draw", "discard", "exhausted", "false_win")
    assert LEVELS == ("", "xiaojia", "dajia")
    assert len(set(NAMED)) == len(NAMED) == 18


@BOTH
@pytest.mark.parametrize("seats", [[GRAB, EMPTY, WILD], [EAGER] * 3], ids=["own", "eager"])
def test_record_is_that_of_the_log(game: str, seats: Any) -> None:
    for rules in (Rules.preset(game), *([Rules.preset(game).replace(false_wins=True)] if game == "youxi" else [])):
        for record in run_deals(rules, seats, 17, 0, 150):
            log = deal_log(rules, seats, 17, int(record["deal"]))
            expected = record_of_log(game, log)
            assert {name: record[name].tolist() for name in RESULT_DTYPE.names} == expected


@BOTH
def test_numbers_and_dealers(game: str) -> None:
    rules = Rules.preset(game)
    records = run_deals(rules, [RANDOM] * 3, 1, 7, 10)
    assert records.dtype == RESULT_DTYPE
    assert records["deal"].tolist() == list(range(7, 17))
    assert records["dealer"].tolist() == [deal % 3 for deal in range(7, 17)]
    for dealer in (0, 1, 2):
        assert (run_deals(rules, [RANDOM] * 3, 1, 7, 10, dealer=dealer)["dealer"] == dealer).all()
    assert len(run_deals(rules, [RANDOM] * 3, 1, 7, 0)) == 0


@BOTH
def test_arguments_that_cannot_be_used(game: str) -> None:
    rules = Rules.preset(game)
    for arguments in ((1, -1, 5), (1, 0, -5), (-1, 0, 5), (2**64, 0, 5), (1, 0.5, 5)):
        with pytest.raises((SiseError, ValueError), match="whole number"):
            run_deals(rules, [RANDOM] * 3, *arguments)
    with pytest.raises(SiseError, match="threads"):
        run_deals(rules, [RANDOM] * 3, 1, 0, 5, threads=0)
    with pytest.raises(SiseError, match="dealer"):
        run_deals(rules, [RANDOM] * 3, 1, 0, 5, dealer=3)
    with pytest.raises(StrategyError, match="3 seats, not 2"):
        run_deals(rules, [RANDOM] * 2, 1, 0, 5)


@BOTH
def test_ends(game: str, all_records: dict[str, np.ndarray[Any, Any]]) -> None:
    r = all_records[game]
    won = r["winner"] >= 0
    assert set(np.unique(r["winner"])) == {-1, 0, 1, 2}
    assert (won == (r["win_kind"] < KIND["exhausted"])).all()
    assert ((r["declarer"] >= 0) == (r["win_kind"] == KIND["false_win"])).all()
    kinds = set(np.unique(r["win_kind"])) | {KIND["tianhu"]}  # a rare one
    assert kinds == set(range(6 if game == "youxi" else 5))
    tianhu = r[r["win_kind"] == KIND["tianhu"]]
    assert (tianhu["winner"] == tianhu["dealer"]).all()
    assert (tianhu["draws"] == 0).all()
    assert (tianhu["discards"] == 0).all()
    assert (tianhu["intents"] == 1).all()
    # E10: the stock is drawn to the end, and never beyond
    assert (r["draws"] <= DRAWABLE[game]).all()
    assert (r["draws"][r["win_kind"] == KIND["exhausted"]] == DRAWABLE[game]).all()
    # E11: a seat that is barred or dead never wins
    rows = np.nonzero(won)[0]
    assert (r["barred"][rows, r["winner"][rows]] == 0).all()
    assert (r["dead"][rows, r["winner"][rows]] == 0).all()
    bars = set(np.unique(r["barred"]))
    assert bars == ({0, int(Bar.E12), int(Bar.G12)} if game == "guangshui" else {0, int(Bar.E12), int(Bar.Y15)})
    assert set(np.unique(r["dead"])) == {0, 1}


@BOTH
def test_nothing_is_worth_nothing(game: str, all_records: dict[str, np.ndarray[Any, Any]]) -> None:
    """Without a winner, and in fields of the other game, there is 0."""
    r = all_records[game]
    lost = r[r["winner"] < 0]
    for name in ("hu", "kong", "pai", "level", "named", "total", "ghosts", "high", "stinks", "pay"):
        assert (lost[name] == 0).all(), name
    foreign = ("total", "ghosts", "high", "stinks", "dreamer") if game == "guangshui" else ("pai", "level", "named")
    for name in foreign:
        assert (r[name] == 0).all(), name


def test_guangshui_settlement(all_records: dict[str, np.ndarray[Any, Any]]) -> None:
    """G9, G13."""
    r = all_records["guangshui"]
    won = r[r["winner"] >= 0]
    rows = np.arange(len(won))
    assert (won["pai"] >= 1).all()
    assert (won["pay"] == won["pai"]).all()
    assert (r["payoff"].sum(axis=1) == 0).all()
    assert (won["payoff"][rows, won["winner"]] == 2 * won["pai"]).all()
    assert (won["payoff"].min(axis=1) == -won["pai"]).all()
    assert (r["payoff"][r["winner"] < 0] == 0).all()
    levels = np.where(won["pai"] >= 10, 2, np.where(won["pai"] >= 5, 1, 0))
    assert (won["level"] == levels).all()
    assert (won["kong"] >= 0).all()
    assert ((won["hu"] >= 48) | (won["kong"] > 0) | (won["named"] != 0)).all()  # G8


def test_guangshui_discarder_pays_for_both() -> None:
    """G13: the discarder alone after a discard, both after a draw and at 天胡."""
    rules = Rules.preset("guangshui").replace(payers="discarder")
    r = run_deals(rules, [EAGER, EAGER, RANDOM], 3, 0, 20_000)
    won = r[r["winner"] >= 0]
    by_discard = won["win_kind"] == KIND["discard"]
    assert 0 < by_discard.sum() < len(won)
    assert (won["payoff"].min(axis=1) == np.where(by_discard, -2, -1) * won["pai"]).all()
    assert (won["payoff"].max(axis=1) == 2 * won["pai"]).all()
    assert (won["payoff"].sum(axis=1) == 0).all()


def test_youxi_settlement(all_records: dict[str, np.ndarray[Any, Any]]) -> None:
    """Y4–Y6, Y9–Y11."""
    r = all_records["youxi"]
    assert (r["payoff"].sum(axis=1) + r["dreamer"] == 0).all()
    exhausted = r[r["win_kind"] == KIND["exhausted"]]
    assert (exhausted["payoff"] == -1).all()
    assert (exhausted["dreamer"] == 3).all()
    false = r[r["win_kind"] == KIND["false_win"]]
    rows = np.arange(len(false))
    assert len(false) > 0
    assert (false["payoff"][rows, false["declarer"]] == -30).all()
    assert (false["payoff"].max(axis=1) == 10).all()
    assert (false["dreamer"] == 10).all()

    won = r[r["winner"] >= 0]
    assert (won["hu"] >= 10).all()
    assert (won["total"] >= won["hu"] + won["ghosts"]).all()
    stinks = won["stinks"] == 1
    assert stinks.any()
    smelly, clean = won[stinks], won[~stinks]
    assert (smelly["pay"] == 0).all()
    assert (smelly["high"] == 0).all()
    assert (smelly["dreamer"] == 2).all()
    assert (smelly["payoff"][np.arange(len(smelly)), smelly["winner"]] == 0).all()
    big = (clean["total"] >= 40) | (clean["high"] == 1)
    assert big.any()
    pay = np.where(
        big,
        (2 * clean["total"].astype(int) + 5) // 10 + clean["ghosts"] + 2,
        np.where(clean["total"] >= 35, 4, 3) + clean["ghosts"] + 1,
    )
    assert (clean["pay"] == pay).all()
    assert (clean["dreamer"] == np.where(big, 4, 2)).all()
    rows = np.arange(len(clean))
    assert (clean["payoff"][rows, clean["winner"]] == 2 * clean["pay"] - clean["dreamer"]).all()
    assert (clean["payoff"].min(axis=1) == -clean["pay"]).all()


@BOTH
def test_counts(game: str, all_records: dict[str, np.ndarray[Any, Any]]) -> None:
    """Each deal that does not end at the opening has the dealer's discard; each discard beyond it, a claim."""
    r = all_records[game]
    played = ~np.isin(r["win_kind"], (KIND["tianhu"], KIND["false_win"]))
    assert (r["discards"][played] >= 1).all()
    claims = r["discards"][played].astype(int) - 1
    assert (r["intents"][played] >= claims).all()
    assert (r["intents"][r["winner"] >= 0] >= 1).all()
