"""Scoring and whole deals against the naive oracle: random hands, random line-ups, random switches, no difference."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest

from experiments.bench_hands import KINDS
from simcore import SCORE_DTYPE, HandError, Rules, deal_log, hand_batch, run_deals, score, score_many
from strategies import BUILT_IN
from tests import comparison
from tests.comparison import (
    CHOICES,
    EVERYONE,
    GAMES,
    SCORING,
    as_input,
    compare_deal,
    compare_hands,
    due_case,
    events_of,
    mixed_case,
    random_deal,
    random_hands,
    rules_of,
    staged_deal,
    won_case,
)
from tests.oracle.cards import parse, texts
from tests.oracle.hands import random_case, random_covered_case

BOTH = pytest.mark.parametrize("game", GAMES)

# What a sample of hands must hold, so that the comparison means something.
HANDS_SEEN = {
    "guangshui": {"covered True", "covered False", "wins False", "level xiaojia", "level dajia", "kong 3"},
    "youxi": {
        "covered True",
        "covered False",
        "wins False",
        "high True",
        *(f"high_name {name}" for name in ("shihu_kongyi", "sizu_kongsan", "qizu_kongsan", "bazu_kongwu")),
    },
}
# Likewise a sample of deals; the rule that each is about beside it.
DEALS_SEEN = {
    "guangshui": {
        *(f"win_kind {kind}" for kind in ("tianhu", "self_draw", "other_draw", "discard", "exhausted")),
        *(f"claim {kind} on {reveal}" for kind in ("chi", "zhan", "peng", "kong") for reveal in ("draw", "discard")),
        "claim ming on draw",
        "barred E12",
        "barred G12",
        "dead a",  # E13
        "dead b",
        "win declined",
        "win or nothing",  # E9
        "level xiaojia",
        "level dajia",
    },
    "youxi": {
        *(f"win_kind {kind}" for kind in ("tianhu", "self_draw", "other_draw", "discard", "exhausted", "false_win")),
        *(f"claim {kind} on {reveal}" for kind in ("chi", "zhan", "peng", "kong") for reveal in ("draw", "discard")),
        "claim ming GUI",
        "claim peng GUI",
        "claim kong GUI",
        "two pengs",  # E4
        "barred E12",
        "barred Y15",
        "dead a",  # E13
        "dead b",
        "win declined",
        "high True",  # Y7
        "lone discard",  # Y10
        "stinks True",
    },
}


def check_hands(game: str, seed: int, count: int, generate: Any) -> Counter[str]:
    rng = Random(seed)
    seen: Counter[str] = Counter()
    for switches, cases in random_hands(game, rng, count, generate):
        seen += compare_hands(game, switches, cases)
    return seen


def check_deals(game: str, seed: int, count: int) -> Counter[str]:
    rng = Random(seed)
    seen: Counter[str] = Counter()
    for deal in range(count):
        make = staged_deal if deal % 3 == 2 else random_deal
        seen.update(set(events_of(compare_deal(make(game, rng, seed, deal)))))
    return seen


@BOTH
def test_random_hands(game: str) -> None:
    seen = check_hands(game, 20_260, 2_000, mixed_case)
    assert HANDS_SEEN[game] <= set(seen), HANDS_SEEN[game] - set(seen)
    if game == "guangshui":  # G8: every named hand
        assert sum(name.startswith("named ") for name in seen) == 18, sorted(seen)


@pytest.mark.full
@BOTH
@pytest.mark.parametrize("shard", range(10))
def test_100_000_covered_hands(game: str, shard: int) -> None:
    check_hands(game, 1_000 + shard, 10_000, random_covered_case)


@pytest.mark.full
@BOTH
@pytest.mark.parametrize("shard", range(2))
def test_20_000_hands_of_any_kind(game: str, shard: int) -> None:
    check_hands(game, 2_000 + shard, 10_000, random_case)


@BOTH
def test_hands_under_duty_in_win(game: str) -> None:
    """E12: the winning card, held two or three times already, where its place is fixed; idle cards as well."""
    rng = Random(8)
    for more in ({}, {"chuche_duty": False, "lou_is_bu": True}) if game == "guangshui" else ({},):
        compare_hands(game, {"duty_in_win": True, **more}, [due_case(game, rng) for _ in range(400)])


@BOTH
def test_scoring_switches_matter(game: str) -> None:
    """Each scoring switch changes the worth of some of the hands that are compared."""
    rng = Random(77)
    cases = [random_covered_case(game, rng) for _ in range(3_000)]
    batch = hand_batch(Rules.preset(game), [as_input(case) for case in cases])
    # E12's second half needs its own switch, so chuche_duty shows only where duty_in_win is on
    base = {"duty_in_win": True}
    for name in SCORING[game]:
        others = {} if name == "duty_in_win" else base
        results = [
            score_many(rules_of(game, {**others, name: value}), batch).tobytes() for value in CHOICES[game][name]
        ]
        assert len(set(results)) == len(results), name


@BOTH
def test_hands_won_in_real_deals(game: str) -> None:
    """Hands as play leads to them: the result of the log, `score` and the oracle agree."""
    rules = Rules.preset(game)
    seats = [BUILT_IN[name] for name in ("eager", "random", "eager")]
    records = run_deals(rules, seats, 31, 0, 3_000)
    won = [int(deal) for deal in records["deal"][records["winner"] >= 0]][:150]
    assert len(won) == 150
    cases = []
    for deal in won:
        log = deal_log(rules, seats, 31, deal)
        case = won_case(log)
        found = score(rules, *case).to_dict()
        same = {key: log["result"].get(key) for key in found if key not in ("dreamer",)}
        assert same == {key: value for key, value in found.items() if key in same}, (game, seats, 31, deal)
        cases.append(case)
    compare_hands(game, {}, cases)


@BOTH
def test_random_deals(game: str) -> None:
    seen = check_deals(game, 4_000, 600)
    assert DEALS_SEEN[game] <= set(seen), DEALS_SEEN[game] - set(seen)


@pytest.mark.full
@BOTH
@pytest.mark.parametrize("shard", range(10))
def test_20_000_deals(game: str, shard: int) -> None:
    seen = check_deals(game, 5_000 + shard, 2_000)
    assert DEALS_SEEN[game] <= set(seen), DEALS_SEEN[game] - set(seen)


@BOTH
def test_every_switch_alone(game: str) -> None:
    """Each value of each switch by itself, under line-ups that reach its rule, for a few deals."""
    for name, values in CHOICES[game].items():
        for value in values[1:]:
            rng = Random(f"{game} {name} {value}")
            for deal in range(25):
                arguments = (staged_deal if deal % 2 else random_deal)(game, rng, 6_000, deal)
                compare_deal({**arguments, "switches": {name: value}})


# What random deals meet too seldom: game, switches, hand, melds, winning card; groups that card may be won in.
STAGED = {
    "a 占 makes no complete 車 (G12, E12)": (
        "guangshui",
        {"duty_in_win": True},
        "YJ2 YS2 GS3 GX3 RC2 RM2 WC2 WM2 RP2",
        "zhan:YX kong:RS kong:WX",
        "YJ",
        {"ming"},
    ),
    "a 碰 does (G12, E12)": (
        "guangshui",
        {"duty_in_win": True},
        "YJ2 YS2 GS3 GX3 RC2 RM2 WC2 WM2 GJ",
        "peng:YX kong:RS kong:WX",
        "YJ",
        {"peng"},
    ),
    "a single 將 wins for its drawer alone (G16)": (
        "guangshui",
        {"win_reach": "by_right"},
        "YC2 YM2 GS3 GX3 RC2 RM2 WC2 WM2 GJ",
        "kong:RS kong:WX ming:RJ zhan:GP",
        "WJ",
        {"ming"},
    ),
    "three ghosts in hand must form the quad (E12)": (
        "youxi",
        {"duty_in_win": True},
        "GUI3 GS3 GX3 RC2 RM2 WC2 WM2",
        "peng:YX kong:RS chi:WJ,WS,WX chi:YC,YM,YP",
        "GUI",
        {"kaiche"},
    ),
}


@pytest.mark.parametrize("name", STAGED)
def test_staged_deals(name: str) -> None:
    """The same hand, reached in many ways; the oracle checks what is offered on its last card and what it is worth."""
    game, switches, hand, melds, card, groups = STAGED[name]
    rng = Random(name)
    found = set()
    for deal in range(30):
        case = (texts(parse(hand)), melds.split(), card)
        log = compare_deal({**staged_deal(game, rng, 7_000, deal, case), "switches": switches})
        if log["result"]["winner"] >= 0 and log["events"][-2]["card"] == card:
            found |= {row["group"] for row in log["result"]["groups"] if row["claimed"]}
    assert found == groups


def test_the_line_up_is_mixed() -> None:
    names = {strategy.name for strategy in EVERYONE}
    assert {"random", "eager", "greedy"} <= names
    assert {"grab", "wild", "bold", "empty", "shy"} <= names


def test_differences_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison fails, and says how to replay, where simcore is made to differ."""
    true_log, true_score = comparison.deal_log, comparison.score
    arguments = random_deal("guangshui", Random(3), 9, 1)
    compare_deal(arguments)

    def altered(*args: Any, **kwargs: Any) -> dict[str, Any]:
        log = true_log(*args, **kwargs)
        return {**log, "result": {**log["result"], "payoff": [1, 0, -1]}}

    monkeypatch.setattr(comparison, "deal_log", altered)
    with pytest.raises(AssertionError, match=r"rule G13.*replay with .*'seed': 9, 'deal': 1"):
        compare_deal(arguments)

    monkeypatch.setattr(comparison, "score", lambda rules, *case: true_score(rules.replace(jiang_cap=3), *case))
    with pytest.raises(AssertionError, match=r"\(simcore, oracle\) .*: guangshui \{\} .*\"hand\""):
        compare_hands("guangshui", {}, [random_covered_case("guangshui", Random(1)) for _ in range(50)])


# --- scores into an array that is there already


@BOTH
def test_scores_written_over_others_are_as_if_the_array_were_new(game: str) -> None:
    rules = rules_of(game, {})
    batches = [KINDS[kind](rules, 50) for kind in ("won", "covered", "not covered")]
    scores = np.full(50, -1, np.int8).repeat(SCORE_DTYPE.itemsize).view(SCORE_DTYPE)
    for batch in batches + batches[::-1]:
        assert score_many(rules, batch, scores) is scores
        for name in SCORE_DTYPE.names or ():
            assert np.array_equal(scores[name], score_many(rules, batch)[name]), name


def test_an_array_that_cannot_take_the_scores_is_refused_and_stays_as_it_was() -> None:
    rules = rules_of("guangshui", {})
    batch = KINDS["won"](rules, 3)
    for out in (
        np.ones(2, SCORE_DTYPE),
        np.ones(6, SCORE_DTYPE)[::2],
        np.ones(3, np.int64),
        np.ones((3, 1), SCORE_DTYPE),
    ):
        before = out.copy()
        with pytest.raises(HandError, match="expected 3 SCORE_DTYPE records"):
            score_many(rules, batch, out)
        assert np.array_equal(out, before)
