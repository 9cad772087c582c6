"""Results depend on (rules, seats, seed, deal, dealer) alone, and the decks are shuffled evenly."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise
from math import comb, sqrt
from random import Random
from typing import Any

import numpy as np
import pytest
from scipy.stats import chi2

from simcore import Rules, Strategy, deal_log, draw, lowest, run_deals
from strategies import BUILT_IN
from tests.comparison import GRAB, WILD, won_case
from tests.oracle.cards import TEXT, deck, texts
from tests.test_results import record_of_log

GAMES = ("guangshui", "youxi")
BOTH = pytest.mark.parametrize("game", GAMES)
RANDOM, EAGER = BUILT_IN["random"], BUILT_IN["eager"]
LINE_UPS = ([RANDOM] * 3, [EAGER, RANDOM, EAGER], [GRAB, WILD, EAGER])


def same(a: np.ndarray[Any, Any], b: np.ndarray[Any, Any]) -> bool:
    """Byte for byte."""
    return a.dtype == b.dtype and a.tobytes() == b.tobytes()


# --- threads, chunks, single deals


@BOTH
@pytest.mark.parametrize("seats", LINE_UPS, ids=lambda seats: "-".join(s.name for s in seats))
def test_threads(game: str, seats: list[Strategy]) -> None:
    rules = Rules.preset(game)
    alone = run_deals(rules, seats, 11, 0, 12_345)
    for threads in (2, 4):
        assert same(run_deals(rules, seats, 11, 0, 12_345, threads=threads), alone)


@BOTH
def test_any_chunking(game: str) -> None:
    rules = Rules.preset(game)
    seats = [EAGER, RANDOM, WILD]
    whole = run_deals(rules, seats, 12, 500, 9_000)
    rng = Random(1)
    for _ in range(3):
        cuts = [0, *sorted(rng.sample(range(1, 9_000), 7)), 9_000]
        pieces = [
            run_deals(rules, seats, 12, 500 + a, b - a, threads=rng.choice((1, 3))).tobytes() for a, b in pairwise(cuts)
        ]
        assert b"".join(pieces) == whole.tobytes()
    one_by_one = [run_deals(rules, seats, 12, 500 + i, 1).tobytes() for i in range(40)]
    assert b"".join(one_by_one) == whole[:40].tobytes()


@BOTH
def test_deal_123456_alone(game: str) -> None:
    rules = Rules.preset(game)
    seats = [EAGER, RANDOM, EAGER]
    run = run_deals(rules, seats, 1, 0, 123_457, threads=2)
    alone = run_deals(rules, seats, 1, 123_456, 1)
    assert same(run[123_456:], alone)
    assert alone["deal"][0] == 123_456


@BOTH
def test_runs_leave_nothing_behind(game: str) -> None:
    """Neither other rules, nor other strategies, nor a log in between change a run."""
    rules = Rules.preset(game)
    first = run_deals(rules, [WILD, EAGER, RANDOM], 4, 0, 3_000)
    run_deals(rules.replace(pass_down=False), [EAGER] * 3, 4, 0, 100)
    deal_log(rules, [GRAB] * 3, 5, 1)
    assert same(run_deals(rules, [WILD, EAGER, RANDOM], 4, 0, 3_000), first)


@BOTH
def test_other_arguments_give_other_results(game: str) -> None:
    rules = Rules.preset(game)
    base = run_deals(rules, [RANDOM] * 3, 1, 0, 500)
    others = {
        "seed": run_deals(rules, [RANDOM] * 3, 2, 0, 500),
        "deals": run_deals(rules, [RANDOM] * 3, 1, 500, 500),
        "seats": run_deals(rules, [RANDOM, RANDOM, EAGER], 1, 0, 500),
        "dealer": run_deals(rules, [RANDOM] * 3, 1, 0, 500, dealer=1),
        "rules": run_deals(rules.replace(pass_down=False), [RANDOM] * 3, 1, 0, 500),
    }
    for name, other in others.items():
        equal = (other["intents"] == base["intents"]) & (other["draws"] == base["draws"])
        equal &= (other["payoff"] == base["payoff"]).all(axis=1)
        assert equal.sum() < (500 if name in ("dealer", "rules") else 300), name
    with_large_seeds = [run_deals(rules, [RANDOM] * 3, seed, 0, 50) for seed in (0, 2**63, 2**64 - 1)]
    assert len({records.tobytes() for records in with_large_seeds}) == 3


# --- logs and records


@BOTH
@pytest.mark.parametrize("dealer", ["rotate", 2])
def test_log_equals_record(game: str, dealer: str | int) -> None:
    rules = Rules.preset(game)
    for seats in LINE_UPS:
        records = run_deals(rules, seats, 21, 40, 60, dealer=dealer)
        for record in records:
            log = deal_log(rules, seats, 21, int(record["deal"]), dealer)
            assert record_of_log(game, log) == {name: record[name].tolist() for name in records.dtype.names}


@BOTH
def test_log_twice(game: str) -> None:
    rules = Rules.preset(game)
    assert deal_log(rules, [GRAB, WILD, RANDOM], 3, 14) == deal_log(rules, [GRAB, WILD, RANDOM], 3, 14)


# --- what moves the cards, and what does not


def dealt(log: dict[str, Any]) -> tuple[Any, Any]:
    return log["hands"], log["stock"]


@BOTH
def test_strategies_do_not_move_the_cards(game: str) -> None:
    rules = Rules.preset(game)
    for deal in range(20):
        logs = [deal_log(rules, seats, 8, deal) for seats in LINE_UPS]
        assert dealt(logs[0]) == dealt(logs[1]) == dealt(logs[2])
        other_rules = deal_log(rules.replace(pass_down=False), LINE_UPS[0], 8, deal)
        assert dealt(other_rules) == dealt(logs[0])


def plain_claim(view: Any) -> int:
    """The lowest option."""
    return lowest(view.options)


def plain_discard(view: Any) -> int:
    return lowest(view.discards & ~view.held[1] if view.discards & ~view.held[1] else view.discards)


def drawing_claim(view: Any) -> int:
    """The same, after drawing numbers that it does not use."""
    for _ in range(5):
        draw(view, 1_000)
    return lowest(view.options)


PLAIN = Strategy("plain", plain_claim, plain_discard)
DRAWING = Strategy("drawing", drawing_claim, plain_discard, random=True)


@BOTH
def test_draws_of_one_seat_move_nobody(game: str) -> None:
    """A seat's draws change neither the cards nor what the strategies at the other seats draw."""
    rules = Rules.preset(game)
    for deal in range(20):
        for seats in ([PLAIN, RANDOM, EAGER], [RANDOM, PLAIN, WILD], [EAGER, GRAB, PLAIN]):
            more = [DRAWING if strategy is PLAIN else strategy for strategy in seats]
            a, b = deal_log(rules, seats, 9, deal), deal_log(rules, more, 9, deal)
            assert a["events"] == b["events"]
            assert a["result"] == b["result"]
    assert same(run_deals(rules, [PLAIN] * 3, 9, 0, 500), run_deals(rules, [DRAWING] * 3, 9, 0, 500))


@BOTH
def test_every_deal_has_its_own_deck(game: str) -> None:
    rules = Rules.preset(game)
    seen = set()
    seeds = (0, 1, 2, 3, 2**32, 2**63, 2**64 - 1)
    deals = (*range(40), 123_456, 2**31, 2**32, 2**32 + 1, 2**40)
    for seed in seeds:
        for deal in deals:
            log = deal_log(rules, [PLAIN] * 3, seed, deal, dealer=0)
            seen.add(str(dealt(log)))
    assert len(seen) == len(seeds) * len(deals)


@BOTH
def test_seats_and_deals_draw_apart(game: str) -> None:
    """With the same cards before it, `random` draws on its own at each seat, in each deal and under each seed."""
    rules = Rules.preset(game)
    if game == "youxi":
        rules = rules.replace(no_split=False)  # so that every card that is not lone may be discarded
    cards = texts(deck(game))
    Random(5).shuffle(cards)

    def opening_discards(seat: int, seed: int) -> list[str]:
        logs = [deal_log(rules, [RANDOM] * 3, seed, deal, dealer=seat, deck=cards) for deal in range(150)]
        return [log["events"][0]["card"] for log in logs]

    found = [opening_discards(seat, seed) for seat, seed in ((0, 1), (1, 1), (2, 1), (0, 2))]
    assert found[0] == opening_discards(0, 1)
    plain = [card for card in cards[:31] if card != "GUI" and card[1] != "J"]
    chance = sum(n * n for n in Counter(plain).values()) / len(plain) ** 2
    for a, b in combinations(found, 2):
        assert sum(x == y for x, y in zip(a, b, strict=True)) < 150 * chance + 5 * sqrt(150 * chance)
    for drawn in found:
        counts = Counter(drawn)
        expected = {card: 150 * n / len(plain) for card, n in Counter(plain).items()}
        assert counts.keys() <= expected.keys()
        free = sum((counts[card] - n) ** 2 / n for card, n in expected.items())
        check_chi(free, len(expected) - 1, "the opening discard")


# --- the shuffle


def sample_of_decks(game: str, seed: int, count: int) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """(copies of each type in each hand in turn order, types of the stock in drawing order) of many deals."""
    types = 28 if game == "guangshui" else 29
    code = {text: i for i, text in enumerate(TEXT)}
    hands = np.zeros((count, 3, types), np.int64)
    stocks = []
    for deal in range(count):
        log = deal_log(Rules.preset(game), [PLAIN] * 3, seed, deal, dealer=0)
        for seat in range(3):
            for card, n in Counter(log["hands"][seat]).items():
                hands[deal, seat, code[card]] = n
        stocks.append([code[card] for card in log["stock"]])
    return hands, np.array(stocks)


def check_shuffle(game: str, seed: int, count: int) -> None:
    """Chi-square of positions by types, and of pairs of cards, each below the quantile of about 4 standard errors."""
    hands, stocks = sample_of_decks(game, seed, count)
    copies = np.bincount(deck(game))
    size = int(copies.sum())
    share = copies / size

    # each position of the stock by type
    for position in range(stocks.shape[1]):
        seen = np.bincount(stocks[:, position], minlength=len(copies))
        check_chi(((seen - count * share) ** 2 / (count * share)).sum(), len(copies) - 1, f"position {position}")

    # copies of each type in each dealt hand: mean and variance of the hypergeometric law
    for seat, cards in enumerate((31, 30, 30)):
        mean = cards * share
        variance = mean * (1 - share) * (size - cards) / (size - 1)
        z = (hands[:, seat].mean(axis=0) - mean) / np.sqrt(variance / count)
        assert np.abs(z).max() < 4.5, f"hand {seat}: {z}"
        spread = hands[:, seat].var(axis=0).mean() / variance.mean()
        assert abs(spread - 1) < 8 / sqrt(count), f"hand {seat}: {spread}"

    # pairs of types at two places of the stock, near and far
    for lag in (1, 2, 7, 8, 16):
        first, second = stocks[:, :-lag].ravel(), stocks[:, lag:].ravel()
        seen = np.zeros((len(copies), len(copies)))
        np.add.at(seen, (first, second), 1)
        ways = copies[:, None] * copies[None, :] - np.diag(copies)
        expected = len(first) * ways / (size * (size - 1))
        check_chi(((seen - expected) ** 2 / expected).sum(), seen.size - 1, f"pairs {lag} apart")

    # the same place in deals that follow each other
    for lag in (1, 2):
        equal = (stocks[:-lag] == stocks[lag:]).mean()
        p = float((share**2).sum())
        error = sqrt(p * (1 - p) / stocks[lag:].size)
        assert abs(equal - p) < 4.5 * error, f"deals {lag} apart: {equal}, expected {p}"

    # two copies of a type in one hand: how often hands hold 0 … 4 of each
    for seat, cards in enumerate((31, 30, 30)):
        seen = np.bincount(hands[:, seat, :28].ravel(), minlength=5).astype(float)
        expected = np.array([hypergeometric(size, 4, cards, k) for k in range(5)]) * count * 28
        # the types of one hand exclude each other a little, so this is a bound only
        check_chi(((seen - expected) ** 2 / expected).sum(), 4, f"copies in hand {seat}")


def hypergeometric(size: int, good: int, drawn: int, k: int) -> float:
    return comb(good, k) * comb(size - good, drawn - k) / comb(size, drawn)


def check_chi(value: float, freedom: int, what: str) -> None:
    tail = chi2.sf(value, freedom)
    assert 1e-5 < tail < 1 - 1e-5, f"{what}: chi-square {value:.1f} of {freedom} degrees, tail {tail:.2g}"


@BOTH
def test_shuffle_is_even(game: str) -> None:
    check_shuffle(game, 1, 1_500)


@pytest.mark.full
@BOTH
@pytest.mark.parametrize("seed", [2, 3])
def test_shuffle_is_even_in_many_deals(game: str, seed: int) -> None:
    check_shuffle(game, seed, 40_000)


@BOTH
def test_won_hands_show_31_cards(game: str) -> None:
    rules = Rules.preset(game)
    records = run_deals(rules, [EAGER] * 3, 2, 0, 2_000)
    for deal in records["deal"][records["winner"] >= 0][:30]:
        hand, melds, card = won_case(deal_log(rules, [EAGER] * 3, 2, int(deal)))
        assert len(hand) + (card is not None) <= 31
        assert melds == [] or card is not None
