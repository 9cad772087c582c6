"""No strategy sees a hidden card: whatever lies in the other hands and in the stock, it decides the same.

A deal of a strategy against itself is taken as it was. Then cards that its seat has not seen by some moment are
exchanged: between the other hands, and with the stock. The deal is played again with that deck, the strategy at its
seat and the other two seats stating what they stated before. As long as the table shows the same, the strategy must
decide the same. So a strategy is asked in the core itself, as in any deal, and whatever it reads beyond its view has
changed.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from simcore import LONE, VIEW, Option, Parameter, Rules, Strategy, deal_log, kth_bit, lowest, parse_card, popcount
from strategies import BUILT_IN

GAMES = ("guangshui", "youxi")
SLOW = {"rollout": ("samples", 8.0)}  # a parameter that makes a slow strategy quick
FENCE = VIEW["fence"].shape[0]
LINES = 16  # parameters of a `script`, each a row of answers
ANSWERS = 9  # answers in one of them, five bits each
CHI_NAMES = {"Y": Option.CHI_NO_Y, "R": Option.CHI_NO_R, "W": Option.CHI_NO_W, "G": Option.CHI_NO_G}


def script_claim(view: Any) -> int:
    """The next answer written in the parameters, where it is legal."""
    turn = view.memo[0]
    view.memo[0] += 1
    line = int(view.params[min(turn // 9, 15)])
    answer = (line >> (5 * (turn % 9))) & 31
    if (view.options >> answer) & 1:
        return answer
    return lowest(view.options)


def script_discard(view: Any) -> int:
    turn = view.memo[0]
    view.memo[0] += 1
    line = int(view.params[min(turn // 9, 15)])
    answer = (line >> (5 * (turn % 9))) & 31
    if (view.discards >> answer) & 1:
        return answer
    plain = view.discards & ~LONE
    return lowest(plain if plain else view.discards)


SCRIPT = Strategy(
    "script",
    script_claim,
    script_discard,
    params=tuple(Parameter(f"line{i}", 0.0, 0.0, 2.0 ** (5 * ANSWERS)) for i in range(LINES)),
)


@dataclass(frozen=True)
class Seen:
    """What one seat sees and does in a deal: `items` in order, ("see", …) or ("own", options, answer)."""

    items: list[tuple[Any, ...]]

    @property
    def decisions(self) -> int:
        return sum(item[0] == "own" for item in self.items)


def seen_by(log: dict[str, Any], seat: int) -> Seen:
    """A log as `seat` sees it: no options of the others, of their intents only what passed or prevailed."""
    items: list[tuple[Any, ...]] = []
    for event in log["events"]:
        mine = event.get("seat") == seat
        if event["e"] == "intent":
            if mine:
                items.append(("own", tuple(sorted(event["options"])), event["intent"]))
            elif event["intent"] == "pass":
                items.append(("see", "pass", event["seat"]))
        elif event["e"] == "discard" and mine:
            items.append(("own", "discard", event["card"]))
        elif event["e"] != "barred":
            items.append(("see", *(event[key] for key in sorted(event))))
    return Seen(items)


def answers_of(log: dict[str, Any], seat: int) -> list[int]:
    """Every answer of a seat in order, as its strategy gave them."""
    answers = []
    card = -1
    for event in log["events"]:
        if event["e"] in ("discard", "draw"):
            card = parse_card(event["card"])
        if event.get("seat") != seat:
            continue
        if event["e"] == "discard":
            answers.append(card)
        elif event["e"] == "intent":
            answers.append(int(option_of(event["intent"], card)))
    return answers


def option_of(text: str, card: int) -> Option:
    """The option that a log's text names."""
    if not text.startswith("chi:"):
        return Option[text.upper()]
    used = [parse_card(name) for name in text.removeprefix("chi:").split(",")]
    if card % 7 < 6 or len(used) == 3:
        return Option.CHI
    (left_out,) = set("YRWG") - {"YRWG"[t // 7] for t in (card, *used)}
    return CHI_NAMES[left_out]


def scripted(answers: list[int]) -> Strategy:
    lines = [answers[i : i + ANSWERS] for i in range(0, min(len(answers), LINES * ANSWERS), ANSWERS)]
    packed = [sum(answer << 5 * i for i, answer in enumerate(line)) for line in lines]
    return SCRIPT.with_params({f"line{i}": float(line) for i, line in enumerate(packed)})


def exchanged(log: dict[str, Any], seat: int, rng: random.Random) -> list[str]:
    """The deck of a deal with some cards exchanged that `seat` has not seen by one of its decisions, as E1 deals it."""
    moments = [i for i, e in enumerate(log["events"]) if e.get("seat") == seat and e["e"] in ("intent", "discard")]
    moment = rng.choice(moments)
    hidden = {s: list(hand) for s, hand in enumerate(log["hands"]) if s != seat}
    drawn = 0
    card = ""
    for event in log["events"][: moment + 1]:
        if event["e"] in ("discard", "draw"):
            card = event["card"]
            drawn += event["e"] == "draw"
            if event["e"] == "discard" and event["seat"] != seat:
                hidden[event["seat"]].remove(card)
        elif event["e"] == "claim" and event["seat"] != seat:
            option = event["option"]
            count = {"peng": 2, "zhan": 1, "kong": hidden[event["seat"]].count(card)}.get(option, 0)
            used = option.removeprefix("chi:").split(",") if option.startswith("chi:") else [card] * count
            for name in used:
                hidden[event["seat"]].remove(name)
    stock = list(log["stock"])
    shown = {s: list(hand) for s, hand in enumerate(log["hands"])}
    for s, cards in hidden.items():
        for name in cards:
            shown[s].remove(name)
    pool = [name for cards in hidden.values() for name in cards] + stock[drawn:]
    for _ in range(rng.choice((1, 2, 4, 8, 16, len(pool)))):
        i, j = rng.randrange(len(pool)), rng.randrange(len(pool))
        pool[i], pool[j] = pool[j], pool[i]
    for s, cards in hidden.items():
        shown[s] += pool[: len(cards)]
        pool = pool[len(cards) :]
    order = [(log["dealer"] + turn) % 3 for turn in range(3)]
    return [name for s in order for name in shown[s]] + stock[:drawn] + pool


def replays(strategy: Strategy, game: str, deals: int, times: int) -> Iterator[tuple[Seen, Seen]]:
    """The same deals as one seat sees them, before and after cards were exchanged that it had not seen."""
    rng = random.Random(f"{strategy.name} {game}")
    rules = Rules.preset(game)
    for deal in range(deals):
        log = deal_log(rules, [strategy] * 3, 11, deal)
        seat = deal % 3 if deal % 2 else (deal + 1) % 3  # the dealer, and its next seat
        seats = [strategy if s == seat else scripted(answers_of(log, s)) for s in range(3)]
        if seen_by(log, seat).decisions == 0:
            continue
        for _ in range(times):
            deck = exchanged(log, seat, rng)
            yield seen_by(log, seat), seen_by(deal_log(rules, seats, 11, deal, deck=deck), seat)


def compare(before: Seen, after: Seen) -> tuple[int, bool]:
    """How many decisions were asked with the same things seen, and whether all of them were decided alike."""
    alike = 0
    for a, b in zip(before.items, after.items, strict=False):
        if a == b:
            alike += a[0] == "own"
        else:
            return alike, not (a[0] == b[0] == "own" and a[1] == b[1])
    return alike, True


def decisions_kept(strategy: Strategy, game: str, deals: int = 25, times: int = 8) -> tuple[int, bool]:
    """Decisions compared, and whether the strategy decided all of them as before."""
    compared = 0
    for before, after in replays(strategy, game, deals, times):
        alike, same = compare(before, after)
        compared += alike
        if not same:
            return compared, False
    return compared, True


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", sorted(BUILT_IN))
def test_decides_the_same_whatever_is_hidden(name: str, game: str) -> None:
    strategy = BUILT_IN[name]
    if name in SLOW:
        strategy = strategy.with_params(dict([SLOW[name]]))
    compared, same = decisions_kept(strategy, game)
    assert same
    assert compared > 500


@pytest.mark.parametrize("game", GAMES)
def test_exchanged_cards_change_deals(game: str) -> None:
    """The test has something to find: the exchange changes what follows, and it leaves the seat's own hand alone."""
    eager = BUILT_IN["eager"]
    changed = kept = 0
    for before, after in replays(eager, game, 15, 4):
        changed += before.items != after.items
        kept += compare(before, after)[0] > 0
    assert changed > 15
    assert kept > 30


def peeking_discard(view: Any) -> int:
    """Reads on past the end of its view, where the core keeps what it shows to the next seat, and the deck."""
    peeked = 0
    for i in range(FENCE, FENCE + 20):
        peeked += view.fence[i]
    plain = view.discards & ~LONE
    return kth_bit(plain, peeked % popcount(plain))


def test_a_strategy_that_peeks_is_caught() -> None:
    peeker = Strategy("peeker", BUILT_IN["eager"].claim, peeking_discard, random=True)
    assert not decisions_kept(peeker, "guangshui")[1]
