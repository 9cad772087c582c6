"""The log checker: it accepts what the slow player writes under any switches, and refuses what is altered."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from tests.oracle.engine import LogError, check_log, eager, play
from tests.oracle.engine import random as uniform
from tests.oracle.switches import complete
from tests.oracle.table import full_deck, lone

CHOICES: dict[str, dict[str, tuple[Any, ...]]] = {
    "guangshui": {
        "pass_down": (True, False),
        "duty_in_win": (False, True),
        "next_dealer": ("winner", "next"),
        "own_discard_dead": (False, True),
        "win_reach": ("any", "by_right"),
        "jiang_cap": (0, 3),
        "lou_is_bu": (False, True),
        "zhan_in_che": (False, True),
        "passed_card_dead": (True, False),
        "chuche_duty": (True, False),
        "payers": ("both", "discarder"),
    },
    "youxi": {
        "pass_down": (True, False),
        "duty_in_win": (False, True),
        "next_dealer": ("winner", "next"),
        "own_discard_dead": (True, False),
        "win_reach": ("any", "by_right"),
        "ordinary_base": ("flat", "half_up", "ceil"),
        "high_kan": ("held", "grouped"),
        "lone_discard": ("stinks", "forbidden"),
        "false_wins": (False, True),
        "no_split": (True, False),
        "protect_four_zu": (False, True),
    },
}
BOTH = pytest.mark.parametrize("game", ["guangshui", "youxi"])


def greedy_claims(asked, hand, choices, rng):
    """Claims whatever it can, so that hands run empty, and never wins; discards anything legal."""
    if asked == "discard":
        return rng.choice(choices)
    claims = [option for option in choices if option not in ("win", "pass", "ming")]
    return rng.choice(claims or [option for option in choices if option != "win"] or ["win"])


def wild(asked, hand, choices, rng):
    """Anything at all, a win not preferred, and a win seldom where it could be a false one."""
    if choices == ("win", "pass") and rng.random() < 0.9:
        return "pass"
    return rng.choice(choices)


def weighted(game: str, rng: Random) -> list[str]:
    """A deck with many lone cards in the front of the stock, for E9 and E13."""
    deck = full_deck(game)
    rng.shuffle(deck)
    lones = [card for card in deck if lone(card)]
    others = [card for card in deck if not lone(card)]
    return others[:91] + lones + others[91:]


@BOTH
def test_accepts_slow_play_under_random_switches(game):
    assert set(CHOICES[game]) == set(complete(game, {}))
    rng = Random(1)
    for number in range(60):
        switches = {name: rng.choice(values) for name, values in CHOICES[game].items() if rng.random() < 0.5}
        policies = [rng.choice([uniform, eager, greedy_claims, wild]) for _ in range(3)]
        deck = weighted(game, rng) if number % 2 else None
        check_log(json.loads(json.dumps(play(game, switches, policies, rng, number % 3, deck))))


@BOTH
def test_slow_play_reaches_duties_and_dead_hands(game):
    rng = Random(2)
    logs = [play(game, {}, [greedy_claims] * 3, rng, 0, weighted(game, rng)) for _ in range(60)]
    for log in logs:
        check_log(log)
    events = [event for log in logs for event in log["events"]]
    assert any(event["e"] == "dead" for event in events)
    assert any(event["e"] == "intent" and event["options"] == ["ming"] for event in events)


def sample(game: str, wanted: Callable[[dict[str, Any]], bool], **switches: Any) -> dict[str, Any]:
    """The first log of slow play that is as wanted."""
    rng = Random(3)
    for number in range(2000):
        pilots = [eager] * 3 if number % 2 else [uniform] * 3
        log = play(game, switches, pilots, rng, number % 3)
        if wanted(log):
            return json.loads(json.dumps(log))
    raise AssertionError("no such log")


def first(log: dict[str, Any], kind: str, **fields: Any) -> int:
    """The index of the first event of a kind with the given fields."""
    for index, event in enumerate(log["events"]):
        if event["e"] == kind and all(event[key] == value for key, value in fields.items()):
            return index
    raise AssertionError(f"no {kind} {fields}")


def has(kind: str, **fields: Any) -> Callable[[dict[str, Any]], bool]:
    """Whether a log has such an event."""
    return lambda log: any(
        event["e"] == kind and all(event[key] == value for key, value in fields.items()) for event in log["events"]
    )


def refused(log: dict[str, Any], rule: str, change: Callable[[dict[str, Any]], Any], index: int | None = None):
    """The checker accepts the log and refuses it changed, naming the rule and the event."""
    check_log(log)
    changed = copy.deepcopy(log)
    change(changed)
    with pytest.raises(LogError) as caught:
        check_log(changed)
    assert caught.value.rule == rule, caught.value
    if index is not None:
        assert caught.value.index == index, caught.value


@BOTH
def test_refuses_an_altered_deal(game):
    log = sample(game, lambda log: True)
    deck_rule = "G1" if game == "guangshui" else "Y1"
    refused(log, "E1", lambda log: log["hands"][0].pop())
    refused(log, "E1", lambda log: log.update(dealer=3))
    refused(log, deck_rule, lambda log: log["stock"].pop())
    refused(log, deck_rule, lambda log: log["stock"].__setitem__(0, "YS" if log["stock"][0] != "YS" else "YX"))


@BOTH
def test_refuses_altered_draws_and_discards(game):
    log = sample(game, has("draw"))
    at = first(log, "draw")
    refused(log, "E10", lambda log: log["events"][at].update(seat=(log["events"][at]["seat"] + 1) % 3), at)
    stock = log["stock"]
    other = next(card for card in stock if card != stock[0])
    refused(log, "E10", lambda log: log["events"][at].update(card=other), at)
    at = first(log, "discard")
    seat = log["events"][at]["seat"]
    absent = next(card for card in full_deck(game) if card not in log["hands"][seat])
    refused(log, "E14", lambda log: log["events"][at].update(card=absent), at)
    refused(log, "E7", lambda log: log["events"].pop(at), at)


def test_refuses_a_discarded_lone_card():
    for game, switches, rule in (("guangshui", {}, "E9"), ("youxi", {"lone_discard": "forbidden"}, "Y10")):

        def opening_with_lone(log):
            return log["events"][0]["e"] == "discard" and any(map(lone, log["hands"][log["dealer"]]))

        log = sample(game, opening_with_lone, **switches)
        card = next(filter(lone, log["hands"][log["dealer"]]))
        refused(log, rule, lambda log, card=card: log["events"][0].update(card=card), 0)


@BOTH
def test_refuses_altered_options(game):
    for option, added in (("peng", "kong"), ("zhan", "peng"), ("ming", "pass")):
        log = sample(game, lambda log, option=option: any(option in e.get("options", ()) for e in log["events"]))
        at = next(i for i, event in enumerate(log["events"]) if option in event.get("options", ()))
        rule = {"peng": "E6", "zhan": "E6", "ming": "E9"}[option]
        refused(log, rule, lambda log, at=at, option=option: log["events"][at]["options"].remove(option), at)
        refused(
            log,
            "E9" if added == "pass" else "E6",
            lambda log, at=at, a=added: log["events"][at]["options"].append(a),
            at,
        )
        refused(
            log,
            "E4",
            lambda log, at=at: log["events"][at]["options"].append(log["events"][at]["options"][0]),
            at,
        )
        refused(log, "E4", lambda log, at=at: log["events"].pop(at), at)
        refused(log, "E4", lambda log, at=at: log["events"][at].update(intent="dance"), at)


def test_refuses_a_win_left_out_or_withheld():
    log = sample("guangshui", has("win"))
    at = next(i for i, event in enumerate(log["events"]) if "win" in event.get("options", ()))
    refused(log, "E11", lambda log: log["events"][at]["options"].remove("win"), at)
    end = first(log, "win")
    refused(log, "E4", lambda log: log["events"].pop(end), end)
    refused(log, "E10", lambda log: log["events"].append({"e": "end"}), len(log["events"]))


@pytest.mark.parametrize(
    ("game", "rule"), [("guangshui", "E12"), ("guangshui", "G12"), ("youxi", "E12"), ("youxi", "Y15")]
)
def test_refuses_missing_moved_and_doubled_bars(game, rule):
    log = sample(game, has("barred", rule=rule))
    at = first(log, "barred", rule=rule)
    other = "G12" if rule == "E12" else "E12"
    refused(log, rule, lambda log: log["events"].pop(at), at)
    refused(log, rule, lambda log: log["events"][at].update(rule=other), at)
    refused(log, rule, lambda log: log["events"].insert(at + 1, log["events"].pop(at)), at)
    with pytest.raises(LogError):
        check_log({**log, "events": [*log["events"][: at + 1], log["events"][at], *log["events"][at + 1 :]]})


@BOTH
def test_refuses_missing_dead(game):
    rng = Random(4)
    while True:
        log = play(game, {}, [greedy_claims] * 3, rng, 0, weighted(game, rng))
        if has("dead")(log):
            break
    at = first(log, "dead")
    refused(log, "E13", lambda log: log["events"].pop(at), at)


@BOTH
def test_refuses_an_altered_result(game):
    log = sample(game, lambda log: log["result"]["winner"] >= 0)
    rules = {"guangshui": {"hu": "G10", "pai": "G9", "kong": "G10", "payoff": "G13", "dreamer": "G13"}}
    rules["youxi"] = {"hu": "Y2", "total": "Y5", "ghosts": "Y5", "pay": "Y6", "payoff": "Y6", "dreamer": "Y6"}
    for key, rule in {**rules[game], "winner": "E4", "win_kind": "E4"}.items():
        wrong = [9, 9, 9] if key == "payoff" else "x" if key == "win_kind" else 77
        refused(log, rule, lambda log, key=key, wrong=wrong: log["result"].update({key: wrong}))
        refused(log, rule, lambda log, key=key: log["result"].pop(key))
    refused(log, "E11", lambda log: log["result"]["groups"].pop())


def test_refuses_false_wins_without_the_switch():
    log = sample("youxi", lambda log: log["result"]["win_kind"] == "false_win", false_wins=True)
    assert log["result"]["payoff"][log["result"]["declarer"]] == -30
    refused(log, "Y11", lambda log: log["result"].update(declarer=(log["result"]["declarer"] + 1) % 3))
    with pytest.raises(LogError):
        check_log({**log, "rules": {"name": "youxi", "switches": {}}})


def test_reference_strategies():
    """Both win where they can; what else they do is fixed to the letter."""
    rng = Random(5)
    assert uniform("intent", (), ("peng", "win", "pass"), rng) == "win"
    seen = [uniform("intent", (), ("peng", "chi:RM,RP", "pass"), rng) for _ in range(3000)]
    assert all(900 < seen.count(option) < 1100 for option in ("peng", "chi:RM,RP", "pass"))
    seen = [uniform("discard", ("YJ", "YS", "YS", "YX", "RS"), ("YJ", "YS", "YX"), rng) for _ in range(3000)]
    assert 1900 < seen.count("YS") < 2100
    assert seen.count("YX") == 3000 - seen.count("YS")
    for options, intent in (
        (("kong", "win", "pass"), "win"),
        (("kong", "chi:RM,RP", "pass"), "kong"),
        (("chi:RM,RP", "peng", "ming"), "peng"),
        (("chi:RM,RP", "ming"), "ming"),
        (("chi:RM,RP", "zhan", "pass"), "pass"),
    ):
        assert eager("intent", (), options, rng) == intent
    seen = {eager("discard", ("YJ", "YS", "YS", "YX", "RS"), ("YJ", "YS", "YX", "RS"), rng) for _ in range(100)}
    assert seen == {"YX", "RS"}
    seen = {eager("discard", ("YJ", "YS", "YS", "YX", "YX"), ("YJ", "YS", "YX"), rng) for _ in range(100)}
    assert seen == {"YS", "YX"}
