"""Each rule id of the rules page names a test here, and each switch is tested in every position."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

from simcore import PRESETS, Rules, describe
from tests.rules.positions import POSITIONS

HERE = Path(__file__).parent
IDS = [f"E{i}" for i in range(1, 15)] + [f"G{i}" for i in range(1, 17)] + [f"Y{i}" for i in range(1, 17)]


def trees() -> list[ast.Module]:
    """The test modules of this folder."""
    return [ast.parse(path.read_text(encoding="utf-8")) for path in sorted(HERE.glob("test_*.py"))]


def rule_ids(name: str) -> set[str]:
    """The rule ids in the name of a test: test_E13a_…, test_Y6_Y7_…, TestG9…."""
    words = name.removeprefix("test_").removeprefix("Test").split("_")
    found = set()
    for word in words:
        rule = word.rstrip("ab")
        if rule not in IDS:
            break
        found.add(rule)
    return found


@cache
def ids_with_a_test() -> set[str]:
    """Every rule id that a test is named after."""
    nodes = [node for tree in trees() for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)]
    names = [node.name for node in nodes if node.name.lower().startswith("test")]
    return set().union(*(rule_ids(name) for name in names))


@pytest.mark.parametrize("rule", IDS)
def test_a_test_is_named_after_the_rule(rule):
    assert rule in ids_with_a_test()


@cache
def switched() -> set[tuple[str, str]]:
    """(game, switch) of every use of the `switch` mark, which runs all positions."""
    found = set()
    for tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "switch":
                game, name = (ast.unparse(argument) for argument in node.args[:2])
                game = {"G": "guangshui", "Y": "youxi"}.get(game, game.strip("'"))
                games = list(POSITIONS) if game == "both" else [game]
                found |= {(one, name.strip("'")) for one in games}
    return found


@pytest.mark.parametrize(("game", "name"), [(game, name) for game in POSITIONS for name in POSITIONS[game]])
def test_a_switch_is_tested_in_every_position(game, name):
    assert (game, name) in switched()


def test_these_are_all_switches_and_all_their_positions():
    assert set(PRESETS) == set(POSITIONS)
    for game, switches in POSITIONS.items():
        rows = {row.switch: set(row.choices) for row in describe(Rules.preset(game))}
        assert rows == {name: {str(value).lower() for value in values} for name, values in switches.items()}
