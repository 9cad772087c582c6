"""Counts of a run against counting by hand, deal by deal in plain Python."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from experiments.tally import Spread, Tally, tally
from simcore import RESULT_DTYPE

DRAW_SEED = 20240607


def invented_records(count: int, youxi: bool, seed: int = DRAW_SEED) -> np.ndarray[Any, Any]:
    """Records that no game would give, so that every field counts by itself."""
    rng = np.random.default_rng(seed)
    records = np.zeros(count, RESULT_DTYPE)
    records["deal"] = np.arange(count)
    records["dealer"] = rng.integers(0, 3, count)
    records["winner"] = rng.integers(-1, 3, count)
    won = records["winner"] >= 0
    records["win_kind"] = np.where(won, rng.integers(0, 4, count), rng.integers(4, 6, count))
    records["declarer"] = np.where(records["win_kind"] == 5, rng.integers(0, 3, count), -1)
    records["hu"] = rng.integers(0, 700, count) * won
    for name, high in (("draws", 24), ("intents", 300), ("discards", 60)):
        records[name] = rng.integers(0, high, count)
    records["barred"] = rng.integers(0, 4, (count, 3))
    records["dead"] = rng.integers(0, 2, (count, 3))
    records["payoff"] = rng.integers(-2600, 2600, (count, 3))
    if youxi:
        records["total"] = rng.integers(10, 80, count) * won
        records["high"] = (rng.integers(0, 5, count) == 0) * won
        records["stinks"] = (rng.integers(0, 5, count) == 0) * won
        records["pay"] = rng.integers(0, 40, count) * won
        records["dreamer"] = rng.integers(0, 11, count)
    else:
        records["level"] = rng.integers(0, 3, count) * won
        records["kong"] = rng.integers(0, 5, count) * won
        records["pai"] = rng.integers(1, 60, count) * won
        records["named"] = np.where(rng.integers(0, 3, count) == 0, rng.integers(0, 1 << 18, count), 0) * won
    return records


def histogram(values: Any) -> dict[int, int]:
    return dict(sorted(Counter(int(value) for value in values).items()))


@pytest.mark.parametrize("youxi", [False, True])
def test_every_count_is_that_of_a_plain_loop(youxi: bool) -> None:
    records = invented_records(3_000, youxi)
    found = tally(records, ((0, 2),), youxi)
    rows = [{name: row[name] for name in RESULT_DTYPE.names or ()} for row in records]

    def worth(row: dict[str, Any]) -> int:
        if not youxi:
            return int(row["level"])
        if row["stinks"]:
            return 3
        return 2 if row["high"] else int(row["total"] >= 40)

    assert found.deals == 3_000
    ends = Counter((int(r["winner"]) + 1, int(r["win_kind"]), worth(r), int(r["winner"] == r["dealer"])) for r in rows)
    assert {key: int(found.ends[key]) for key in np.ndindex(found.ends.shape) if found.ends[key]} == ends
    for seat in range(3):
        mine = [r for r in rows if r["winner"] == seat]
        assert found.dealt[seat] == sum(r["dealer"] == seat for r in rows)
        assert found.dead[seat] == sum(int(r["dead"][seat]) for r in rows)
        assert found.declared[seat] == (sum(r["declarer"] == seat for r in rows) if youxi else 0)
        assert found.barred[seat].tolist() == [sum(r["barred"][seat] == rule for r in rows) for rule in range(4)]
        assert found.hu.histogram(seat + 1) == histogram(r["hu"] for r in mine)
        for role in (0, 1):
            played = [r["payoff"][seat] for r in rows if (r["dealer"] == seat) == bool(role)]
            assert found.payoff.histogram(2 * seat + role) == histogram(played)
        if youxi:
            assert found.total.histogram(seat + 1) == histogram(r["total"] for r in mine)
            assert found.pay.histogram(seat + 1) == histogram(r["pay"] for r in mine)
        else:
            assert found.pai.histogram(seat + 1) == histogram(r["pai"] for r in mine)
            assert found.kong.histogram(seat + 1) == histogram(r["kong"] for r in mine)
            bits = [sum(int(r["named"]) >> bit & 1 for r in mine) for bit in range(32)]
            assert found.named[seat].tolist() == bits
    assert found.team_payoff.histogram(0) == histogram(int(r["payoff"][0]) + int(r["payoff"][2]) for r in rows)
    if youxi:
        assert found.dreamer.histogram(0) == histogram(r["dreamer"] for r in rows)
    for name in ("draws", "intents", "discards"):
        assert int(getattr(found, name)[0]) == sum(int(r[name]) for r in rows)


@pytest.mark.parametrize("youxi", [False, True])
@pytest.mark.parametrize("sizes", [[1000], [1, 999], [333, 333, 334], [500, 0, 500], [7] * 142 + [6]])
def test_any_chunking_in_any_order_gives_the_same_counts(youxi: bool, sizes: list[int]) -> None:
    records = invented_records(1_000, youxi)
    ends = np.cumsum(sizes)
    parts = [records[end - size : end] for end, size in zip(ends, sizes, strict=True)]
    whole = tally(records, ((0, 1, 2),), youxi).counts()
    for order in (parts, parts[::-1]):
        total = Tally(1)
        for part in order:
            total.add(tally(part, ((0, 1, 2),), youxi))
        assert total.counts() == whole


def test_narrow_fields_do_not_wrap() -> None:
    records = np.zeros(2, RESULT_DTYPE)
    records["hu"] = 32_000
    records["draws"] = 32_000
    records["winner"] = 2
    records["payoff"] = [[40_000, 0, -40_000], [40_001, 0, -40_000]]
    found = tally(records, (), False)
    assert found.hu.histogram(3) == {32_000: 2}
    assert found.draws[0] == 64_000
    assert found.payoff.histogram(0, 1) == {40_000: 1, 40_001: 1}
    assert found.payoff.histogram(4, 5) == {-40_000: 2}


def test_spreads_grow_to_either_side_and_add_rows_together() -> None:
    spread = Spread.of(2, np.array([0, 1, 1]), np.array([5, 5, 7]))
    spread.add(Spread.of(2, np.array([0, 0]), np.array([-3, 9])))
    assert spread.histogram(0) == {-3: 1, 5: 1, 9: 1}
    assert spread.histogram(1) == {5: 1, 7: 1}
    assert spread.histogram(0, 1) == {-3: 1, 5: 2, 7: 1, 9: 1}


def test_no_deals_count_nothing() -> None:
    assert tally(np.zeros(0, RESULT_DTYPE), (), True).counts() == Tally(0).counts()
