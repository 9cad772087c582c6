"""Exact odds of a dealt hand: counted again by hand, by brute force over small decks, and by known distributions."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb, isclose
from random import Random

import numpy as np
import pytest
from scipy.stats import chisquare, hypergeom, multivariate_hypergeom

from experiments.odds.deal_blocks import Deck
from experiments.odds.deal_exact import (
    GATE,
    SIZES,
    Feature,
    deck_distribution,
    deck_of,
    exact_distribution,
    features_of,
    hu_distribution,
)
from experiments.odds.deal_hands import WIDTH, hand_features
from experiments.odds.deal_hu import guangshui_hu
from simcore import Rules, hand_batch, score, score_many
from tests.naive_hands import FEATURES, best_hu, covered_hands, deck_codes, every_hand
from tests.oracle.cards import texts
from tests.oracle.hands import random_covered_case

GAMES = ("guangshui", "youxi")
BOTH = pytest.mark.parametrize("game", GAMES)
SIZE = pytest.mark.parametrize("cards", SIZES)
# (colours, copies, ghosts, cards of a hand): few enough hands to look at each.
SMALL = [(1, 4, 0, 6), (2, 2, 0, 5), (4, 1, 0, 4), (1, 2, 5, 7), (3, 1, 2, 4)]
CAPPED = Rules.preset("guangshui").replace(jiang_cap=3)


def shares(found: dict[int, int]) -> dict[int, Fraction]:
    return {value: Fraction(ways, sum(found.values())) for value, ways in found.items()}


def mean(found: dict[int, int]) -> float:
    return float(sum(value * share for value, share in shares(found).items()))


# --- by hand


def test_two_cards_by_hand() -> None:
    """Of 2 cards of the 112: 28 × 6 pairs among 6216 hands; nothing but 將 and pairs covers two cards."""
    deck = Deck()
    assert deck_distribution("guangshui", deck, Feature.HELD_2, 2) == {0: 6216 - 168, 1: 168}
    assert deck_distribution("guangshui", deck, Feature.HELD_1, 2) == {0: 168, 2: 6048}
    # 將 16 of 112: both 120, one 16 × 96, none 96 × 95 / 2.
    assert deck_distribution("guangshui", deck, Feature.GENERALS, 2) == {0: 4560, 1: 1536, 2: 120}
    # None idle: two 將, or one of the 24 other types' 6 pairs. One idle: 將 and another card.
    assert deck_distribution("guangshui", deck, Feature.IDLE, 2) == {0: 120 + 144, 1: 1536, 2: 4560 - 144}
    # Hu: a 將 each.
    assert hu_distribution("guangshui", deck, 2, 0, covered=False) == {0: 4560, 1: 1536, 2: 120}
    assert hu_distribution("guangshui", deck, 2, 0, covered=True) == {0: 144, 2: 120}


def test_three_cards_by_hand() -> None:
    """Of 3 cards: 28 × 4 triples; 圓 of 8 × 64 and, of three 卒 of four colours, 4 × 64."""
    deck = Deck()
    assert deck_distribution("guangshui", deck, Feature.HELD_3, 3)[1] == 112
    found = hu_distribution("youxi", deck, 3, 0, covered=False)
    # A triple of 將 8, of others 2; a 圓 1.
    assert found == {0: comb(112, 3) - 112 - 768, 1: 768, 2: 96, 8: 16}
    found = hu_distribution("guangshui", deck, 3, 0, covered=False)
    # Triples: 將 車 卒 6, others 3. Three different 將 or two and one: 3 (16 × 15 × 14 / 6 less the 16 triples).
    assert found[6] == 3 * 16
    assert found[3] == 4 * 16 + comb(16, 3) - 16


def test_six_cards_by_hand() -> None:
    """A 長車 needs eight cards, a 肥車 six: 將 of three colours twice each, in 4 × 6^3 ways; the same of 卒."""
    deck = Deck()
    for feature in (Feature.JIANG_FEI_CHE, Feature.ZU_FEI_CHE):
        assert deck_distribution("guangshui", deck, feature, 6) == {0: comb(112, 6) - 864, 1: 864}
    assert deck_distribution("guangshui", deck, Feature.JIANG_CHANG_CHE, 6) == {0: comb(112, 6)}
    # 素車: 8 of 6^3 ways, no hand holds two; all complete 車: those and the two 肥車.
    assert deck_distribution("guangshui", deck, Feature.SU_CHE, 6)[1] == 8 * 216
    assert deck_distribution("guangshui", deck, Feature.CHE, 6)[1] == 8 * 216 + 2 * 864
    # 20 hu: a 肥車 of 將, whose six 將 score nothing more, or of 卒; a 鬧 of 車 or 卒 with two 將; a 鬧 of 將 with two
    # of the other twelve.
    found = hu_distribution("guangshui", deck, 6, 0, covered=True)
    assert found[20] == 2 * 864 + 8 * comb(16, 2) + 4 * comb(12, 2)


# --- by brute force


@pytest.mark.parametrize("small", SMALL, ids=str)
def test_small_decks(small: tuple[int, int, int, int]) -> None:
    colours, copies, ghosts, cards = small
    deck = Deck(colours, copies, ghosts)
    hands = every_hand(deck_codes(colours, copies, ghosts), cards)
    assert sum(hands.values()) == comb(deck.size, cards)
    for name, naive in FEATURES.items():
        seen: Counter[int] = Counter()
        for hand, ways in hands.items():
            seen[naive(hand)] += ways
        assert deck_distribution("guangshui", deck, Feature(name), cards) == dict(sorted(seen.items())), name


@pytest.mark.parametrize("small", SMALL, ids=str)
@pytest.mark.parametrize("covered", [False, True], ids=["idle allowed", "covered"])
@pytest.mark.parametrize(("game", "cap"), [("guangshui", 0), ("guangshui", 3), ("youxi", 0)])
def test_hu_of_small_decks(small: tuple[int, int, int, int], covered: bool, game: str, cap: int) -> None:
    colours, copies, ghosts, cards = small
    if ghosts and game == "guangshui":
        ghosts, cards = 0, 5
    switches = {"jiang_cap": cap} if game == "guangshui" else {}
    seen: Counter[int] = Counter()
    for hand, ways in every_hand(deck_codes(colours, copies, ghosts), cards).items():
        hu = best_hu(game, hand, covered, **switches)
        if hu is not None:
            seen[hu] += ways
    assert hu_distribution(game, Deck(colours, copies, ghosts), cards, cap, covered=covered) == dict(
        sorted(seen.items())
    )


@pytest.mark.parametrize("rules", [Rules.preset("guangshui"), CAPPED], ids=["no cap", "cap"])
def test_hu_across_colours(rules: Rules) -> None:
    """Every hand of eight cards of 將士相卒 in four colours, two copies each, one by one: 肥車 and 長車 among them."""
    kinds = (0, 1, 2, 6)
    vectors = np.zeros((1, 0), np.uint8)
    for _ in range(16):
        vectors = np.concatenate([np.pad(vectors, ((0, 0), (0, 1)), constant_values=n) for n in range(3)])
        vectors = vectors[vectors.sum(axis=1) <= 8]
    vectors = vectors[vectors.sum(axis=1) == 8]
    hands = np.zeros((len(vectors), 28), np.uint8)
    hands[:, [7 * colour + kind for colour in range(4) for kind in kinds]] = vectors
    hu = hand_features(rules, hands)[:, -1]
    ways = np.prod(np.array([1, 2, 1])[vectors], axis=1)
    expected = {int(value): int(ways[hu == value].sum()) for value in np.unique(hu)}
    suits, _ = guangshui_hu(Deck(4, 2), 8, covered=False, cap=rules.jiang_cap)
    assert {value: number for (cards, value), number in sorted(suits.items()) if cards == 8} == expected
    # The most is a 長車 not out, of 將 or of 卒.
    assert (max(expected), expected[40]) == (40, 2)


# --- beside known distributions


@BOTH
@SIZE
def test_every_distribution_is_of_all_hands(game: str, cards: int) -> None:
    rules = Rules.preset(game)
    for feature in features_of(game):
        found = exact_distribution(rules, feature, cards)
        assert sum(found.values()) == comb(rules.deck_size, cards), feature
        assert list(found) == sorted(found)
        assert min(found.values()) > 0
        assert max(found) < WIDTH


@BOTH
@SIZE
def test_numbers_of_cards_are_hypergeometric(game: str, cards: int) -> None:
    rules = Rules.preset(game)
    for feature, number in ((Feature.GENERALS, 16), (Feature.GHOSTS, 5)):
        if feature in features_of(game):
            for value, share in shares(exact_distribution(rules, feature, cards)).items():
                assert isclose(share, hypergeom.pmf(value, rules.deck_size, number, cards), rel_tol=1e-9)


@BOTH
@SIZE
def test_means_of_types_held(game: str, cards: int) -> None:
    """Expectation is linear: 28 types with four copies, and in Youxi one with five."""
    rules = Rules.preset(game)
    for times, feature in enumerate((Feature.HELD_1, Feature.HELD_2, Feature.HELD_3, Feature.HELD_4), start=1):
        expected = 28 * hypergeom.pmf(times, rules.deck_size, 4, cards)
        expected += hypergeom.pmf(times, rules.deck_size, 5, cards) if game == "youxi" else 0
        assert isclose(mean(exact_distribution(rules, feature, cards)), expected, rel_tol=1e-9)
    or_more = 28 * hypergeom.sf(2, rules.deck_size, 4, cards)
    or_more += hypergeom.sf(2, rules.deck_size, 5, cards) if game == "youxi" else 0
    assert isclose(mean(exact_distribution(rules, Feature.HELD_3_OR_MORE, cards)), or_more, rel_tol=1e-9)


@SIZE
def test_variance_of_types_held(cards: int) -> None:
    """The pairs of types by the multivariate hypergeometric distribution."""
    found = exact_distribution(Rules.preset("guangshui"), Feature.HELD_2, cards)
    one = hypergeom.pmf(2, 112, 4, cards)
    two = multivariate_hypergeom.pmf([2, 2, cards - 4], [4, 4, 104], cards)
    squares = float(sum(value * value * share for value, share in shares(found).items()))
    assert isclose(squares, 28 * one + 28 * 27 * two, rel_tol=1e-9)


def all_twice(types: int, cards: int) -> float:
    """The chance that each of so many types is held twice or more."""
    states = np.array([(*held, cards - sum(held)) for held in product((2, 3, 4), repeat=types)])
    deck = [4] * types + [112 - 4 * types]
    return float(multivariate_hypergeom.pmf(states, deck, cards).sum())


@SIZE
def test_complete_che(cards: int) -> None:
    rules = Rules.preset("guangshui")
    found = {feature: exact_distribution(rules, feature, cards) for feature in features_of("guangshui")}
    four, three = all_twice(4, cards), all_twice(3, cards)
    assert isclose(mean(found[Feature.SU_CHE]), 8 * three, rel_tol=1e-9)
    for chang, fei in (
        (Feature.JIANG_CHANG_CHE, Feature.JIANG_FEI_CHE),
        (Feature.ZU_CHANG_CHE, Feature.ZU_FEI_CHE),
    ):
        assert isclose(mean(found[chang]), four, rel_tol=1e-9)
        assert isclose(mean(found[fei]), 4 * (three - four), rel_tol=1e-9)
    # A kind that is complete in three or four colours is one 車.
    assert isclose(mean(found[Feature.CHE]), 8 * three + 2 * (4 * three - 3 * four), rel_tol=1e-9)


# --- hu and 天胡 beside the oracle and the scorer


@BOTH
def test_features_of_dealt_hands(game: str) -> None:
    """The compiled loop beside the oracle, on hands dealt and on hands rich in groups."""
    rules, rng = Rules.preset(game), Random(5)
    names = [feature for feature in Feature if feature is not Feature.TIANHU]
    deck = deck_codes(4, 4, deck_of(rules).ghosts)
    hands = [sorted(rng.sample(deck, rng.choice(SIZES))) for _ in range(60)]
    hands += covered_hands(deck_of(rules).ghosts, 31, 40, rng)
    for capped in (rules, CAPPED) if game == "guangshui" else (rules,):
        switches = {"jiang_cap": capped.jiang_cap} if game == "guangshui" else {}
        packed = np.array([np.bincount(hand, minlength=rules.n_types) for hand in hands], np.uint8)
        for hand, row in zip(hands, hand_features(capped, packed).tolist(), strict=True):
            found = dict(zip(names, row, strict=True))
            assert found.pop(Feature.HU) == best_hu(game, tuple(sorted(hand)), **switches), texts(hand)
            assert found == {name: naive(tuple(hand)) for name, naive in FEATURES.items()}, texts(hand)


@pytest.mark.parametrize("rules", [Rules.preset("guangshui"), CAPPED, Rules.preset("youxi")], ids=["gs", "cap", "yx"])
def test_hu_of_covered_hands(rules: Rules) -> None:
    """Hands without an idle card, each as likely as it is dealt, by the scorer: their hu, and which of them win."""
    deck = deck_of(rules)
    cap = rules.jiang_cap if rules.game == "guangshui" else 0
    hands = covered_hands(deck.ghosts, 31, 8_000, Random(31))
    scores = score_many(rules, hand_batch(rules, [{"hand": hand} for hand in hands]))
    assert scores["covered"].all()
    exact = shares(hu_distribution(rules.game, deck, 31, cap, covered=True))
    counts = Counter(scores["hu"].tolist())
    assert counts.keys() <= exact.keys()
    common = [value for value, share in exact.items() if share * len(hands) >= 5]
    seen = [counts[value] for value in common]
    expected = [float(exact[value] * len(hands)) for value in common]
    seen.append(len(hands) - sum(seen))
    expected.append(len(hands) - sum(expected))
    assert len(seen) > 20
    assert chisquare(seen, expected).pvalue > 1e-3
    covered = exact_distribution(rules, Feature.IDLE, 31)[0]
    chance = exact_distribution(rules, Feature.TIANHU, 31)[1] / covered
    wins = int(scores["wins"].sum())
    assert abs(wins - len(hands) * chance) < 4 * (len(hands) * chance * (1 - chance)) ** 0.5


@pytest.mark.parametrize("rules", [Rules.preset("guangshui"), CAPPED], ids=["no cap", "cap"])
def test_named_hands_pass_the_gate_by_their_hu(rules: Rules) -> None:
    """With nothing claimed a hand wins exactly from 48 hu on: each named hand has them (G8)."""
    rng, named = Random(8), 0
    for _ in range(400):
        hand, _, claimed = random_covered_case("guangshui", rng)
        if claimed is None:
            found = score(rules, hand)
            assert found.wins == (found.hu >= GATE), hand
            named += bool(found.named)
    assert named > 10
