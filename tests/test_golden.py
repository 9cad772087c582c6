"""Golden deal logs: played again they are the same, letter for letter. `python -m tests.golden` regenerates them."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from tests.comparison import events_of
from tests.golden import FOLDER, RARE, RUNS, path_of, text_of
from tests.oracle.engine import check_log

NAMES = (*RUNS, *RARE)


@pytest.mark.parametrize("name", NAMES)
def test_golden_logs(name: str) -> None:
    kept = path_of(name).read_text(encoding="utf-8").splitlines()
    played = text_of(name).splitlines()
    assert len(kept) == len(played)
    for old, new in zip(kept, played, strict=True):
        assert json.loads(new) == json.loads(old), "if this is meant: python -m tests.golden"
        assert new == old


@pytest.mark.parametrize("name", NAMES)
def test_golden_logs_are_right(name: str) -> None:
    """The files are no mere record of what the core did: the oracle accepts them."""
    for line in path_of(name).read_text(encoding="utf-8").splitlines():
        check_log(json.loads(line))


def test_golden_files_are_all_played() -> None:
    assert sorted(path.name for path in FOLDER.glob("*.jsonl")) == sorted(f"{name}.jsonl" for name in NAMES)


def test_golden_logs_hold_the_rare() -> None:
    seen: Counter[str] = Counter()
    for name in NAMES:
        for line in path_of(name).read_text(encoding="utf-8").splitlines():
            seen += events_of(json.loads(line))
    ends = ("tianhu", "self_draw", "other_draw", "discard", "exhausted", "false_win")
    rare = {"barred E12", "barred G12", "barred Y15", "dead a", "dead b", "win or nothing", "two pengs"}
    rare |= {"stinks True", "high True", "lone discard", "claim kong GUI", *(f"win_kind {kind}" for kind in ends)}
    assert rare <= set(seen), rare - set(seen)
