"""Rates of `random` and `eager` in run_deals and in the oracle's slow engine agree within noise."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pytest
from scipy.stats import fisher_exact

from simcore import WIN_KINDS, Bar, Rules, run_deals
from strategies import BUILT_IN
from tests.oracle import engine

GAMES = pytest.mark.parametrize("game", ["guangshui", "youxi"])
NAMES = pytest.mark.parametrize("name", ["random", "eager"])
POLICIES: dict[str, Callable[..., str]] = {"random": engine.random, "eager": engine.eager}
LIMIT = 4.0  # standard errors; the seeds are fixed, so that the figures are always the same
LIMIT_P = 6.3e-5  # the same, two-sided

Columns = dict[str, np.ndarray[Any, Any]]


def from_records(game: str, records: np.ndarray[Any, Any]) -> Columns:
    """One column a measure and one value a deal. Seats are counted from the dealer: 0 the dealer, 1 the next.

    What only a won deal has is nan in the others."""
    deals = np.arange(len(records))
    won = records["winner"] >= 0
    turn = np.where(won, (records["winner"] - records["dealer"].astype(int)) % 3, -1)
    columns: Columns = {f"{kind}?": records["win_kind"] == k for k, kind in enumerate(WIN_KINDS)}
    for t in range(3):
        seat = (records["dealer"].astype(int) + t) % 3
        columns[f"turn {t} wins?"] = turn == t
        columns[f"payoff of turn {t}"] = records["payoff"][deals, seat]
        columns[f"turn {t} dead?"] = records["dead"][deals, seat] > 0
        for rule in (Bar.E12, Bar.G12, Bar.Y15):
            columns[f"turn {t} barred by {rule.name}?"] = records["barred"][deals, seat] == rule
    for name in ("draws", "intents", "discards", "dreamer"):
        columns[name] = records[name]
    for name in ("hu", "kong", "pai") if game == "guangshui" else ("hu", "total", "ghosts", "pay"):
        columns[name] = np.where(won, records[name], np.nan)
    for level in (1, 2):
        columns[f"level {level}?"] = won & (records["level"] == level)
    columns["high?"] = won & (records["high"] > 0)
    return columns


def from_logs(game: str, logs: list[dict[str, Any]]) -> Columns:
    """The same from logs of the slow engine."""
    rows = []
    for log in logs:
        result, events = log["result"], log["events"]
        row: dict[str, Any] = {f"{kind}?": result["win_kind"] == kind for kind in WIN_KINDS}
        won = result["winner"] >= 0
        for t in range(3):
            seat = (log["dealer"] + t) % 3
            row[f"turn {t} wins?"] = result["winner"] == seat
            row[f"payoff of turn {t}"] = result["payoff"][seat]
            row[f"turn {t} dead?"] = {"e": "dead", "seat": seat} in events
            for rule in ("E12", "G12", "Y15"):
                row[f"turn {t} barred by {rule}?"] = {"e": "barred", "seat": seat, "rule": rule} in events
        for name, event in (("draws", "draw"), ("intents", "intent"), ("discards", "discard")):
            row[name] = sum(e["e"] == event for e in events)
        row["dreamer"] = result["dreamer"]
        for name in ("hu", "kong", "pai") if game == "guangshui" else ("hu", "total", "ghosts", "pay"):
            row[name] = result[name] if won else np.nan
        for level, word in ((1, "xiaojia"), (2, "dajia")):
            row[f"level {level}?"] = won and result.get("level") == word
        row["high?"] = won and bool(result.get("high"))
        rows.append(row)
    return {name: np.array([row[name] for row in rows]) for name in rows[0]}


def differences(fast: Columns, slow: Columns) -> dict[str, str]:
    """The measures that differ by more than noise, with both figures."""
    assert fast.keys() == slow.keys()
    found = {}
    for name in fast:
        a, b = fast[name].astype(float), slow[name].astype(float)
        a, b = a[~np.isnan(a)], b[~np.isnan(b)]
        if min(len(a), len(b)) < 10:
            continue
        figures = f"simcore {a.mean():.6g} of {len(a)}, slow engine {b.mean():.6g} of {len(b)}"
        if name.endswith("?"):
            hits = [int(x.sum()) for x in (a, b)]
            p = fisher_exact([[hits[0], len(a) - hits[0]], [hits[1], len(b) - hits[1]]]).pvalue
            if p < LIMIT_P:
                found[name] = f"{figures}, p = {p:.2g}"
        else:
            error = np.sqrt(np.concatenate([a, b]).var() * (1 / len(a) + 1 / len(b)))
            if abs(a.mean() - b.mean()) > LIMIT * error:
                found[name] = f"{figures}, {abs(a.mean() - b.mean()) / error if error else np.inf:.1f} standard errors"
    return found


def compare(game: str, name: str, n_fast: int, n_slow: int, seed: int, switches: dict[str, Any]) -> dict[str, str]:
    rules = Rules.preset(game).replace(**switches)
    fast = run_deals(rules, [BUILT_IN[name]] * 3, seed, 0, n_fast)
    rng = Random(f"{game} {name} {seed}")
    slow = [engine.play(game, switches, [POLICIES[name]] * 3, rng, i % 3) for i in range(n_slow)]
    return differences(from_records(game, fast), from_logs(game, slow))


@GAMES
@NAMES
def test_rates(game: str, name: str) -> None:
    assert compare(game, name, 100_000, 500 if game == "guangshui" else 300, 1, {}) == {}


@pytest.mark.full
@GAMES
@NAMES
def test_rates_of_20_000_deals(game: str, name: str) -> None:
    assert compare(game, name, 500_000, 20_000, 2, {}) == {}


@pytest.mark.full
@pytest.mark.parametrize(
    ("game", "switches"),
    [
        ("guangshui", {"pass_down": False, "passed_card_dead": False, "win_reach": "by_right", "duty_in_win": True}),
        ("youxi", {"no_split": False, "own_discard_dead": False, "ordinary_base": "ceil", "high_kan": "grouped"}),
    ],
)
@NAMES
def test_rates_of_other_rules(game: str, switches: dict[str, Any], name: str) -> None:
    assert compare(game, name, 200_000, 4_000, 3, switches) == {}


@GAMES
def test_differences_are_found(game: str) -> None:
    """The comparison tells `random` from `eager`, and one set of switches from another."""
    rules = Rules.preset(game)
    columns = [from_records(game, run_deals(rules, [BUILT_IN[name]] * 3, 1, 0, 20_000)) for name in POLICIES]
    found = differences(*columns)
    assert {"intents", "discards", "turn 1 wins?", "exhausted?"} <= found.keys()
    narrow = run_deals(rules.replace(pass_down=False), [BUILT_IN["random"]] * 3, 1, 0, 20_000)
    assert "intents" in differences(columns[0], from_records(game, narrow))
