"""Matches against recounts from deal logs, invented decks, scipy, and themselves under other threads and chunks."""

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from statistics import fmean, variance
from typing import Any

import numpy as np
import pytest
from numba import njit

from experiments.contest import Contest, Judge, make_contest
from experiments.decks import TWO, Columns, DeckCounts, Part, variance_ratio
from experiments.matches import Edge, Match, Sprt, match
from simcore import LONE, RESULT_DTYPE, Option, Rules, SiseError, Strategy, deal_log, draw, kth_bit, popcount
from strategies import load

GAMES = ("guangshui", "youxi")
SEED = 77
KONG, PENG, MING, WIN = (int(option) for option in (Option.KONG, Option.PENG, Option.MING, Option.WIN))


def claim(view: Any) -> int:
    """The claims of `eager`."""
    for option in (WIN, KONG, PENG, MING):
        if view.options >> option & 1:
            return option
    return 0


@njit
def single(view: Any) -> int:
    """A random card of those that `eager` discards."""
    plain = view.discards & ~LONE
    once = plain & ~view.held[1]
    if once:
        plain = once
    return kth_bit(plain, draw(view, popcount(plain)))


def other_discard(view: Any) -> int:
    """The same by other draws."""
    draw(view, 1_000)
    return single(view)


def late_discard(view: Any) -> int:
    """The same by other draws, from the time on when the stock runs low."""
    if view.table.stock_left < 4:
        draw(view, 1_000)
    return single(view)


@njit
def sloppy_discard(view: Any) -> int:
    """The same, but for any card at all in one of sixteen cases."""
    if draw(view, 16) == 0:
        plain = view.discards & ~LONE
        return kth_bit(plain, draw(view, popcount(plain)))
    return single(view)


PLAIN = Strategy("plain", claim, single, random=True)
OTHER = Strategy("other", claim, other_discard, random=True)
"""As good as PLAIN to the last digit, and hardly ever the same cards."""
LATE = Strategy("late", claim, late_discard, random=True)
"""As good as PLAIN, and mostly the same cards."""
SLOPPY = Strategy("sloppy", claim, sloppy_discard, random=True)
"""A little worse."""


def edge_values(edge: Edge) -> list[float | None]:
    return [edge.mean, edge.low, edge.high, edge.sd, edge.any_low, edge.any_high]


# --- against a recount from the logs


class Recount:
    """The games of a match, one by one, from deal logs in plain Python."""

    def __init__(self, game: str, strategies: list[str], orders: list[tuple[int, ...]], decks: int) -> None:
        rules, loaded = Rules.preset(game), [load(name) for name in strategies]
        self.games = [
            [
                (order, deal_log(rules, [loaded[number] for number in order], SEED, deck))
                for order in dict.fromkeys(orders)
            ]
            for deck in range(decks)
        ]

    def edges(self, strategy: int, against: set[int]) -> list[Fraction]:
        """By deck: the mean over its games of the mean payoff of a strategy's seats less that of others' seats."""
        found = []
        for games in self.games:
            total = Fraction(0)
            for order, log in games:
                payoff = log["result"]["payoff"]
                mine = [payoff[seat] for seat in range(3) if order[seat] == strategy]
                others = [payoff[seat] for seat in range(3) if order[seat] in against]
                total += Fraction(sum(mine), len(mine)) - Fraction(sum(others), len(others))
            found.append(total / len(games))
        return found

    def seats(self, strategy: int, role: str) -> Iterable[tuple[int, bool, int]]:
        """Payoff, whether it won, and the hu of a win, for each seat of a strategy in that role."""
        for games in self.games:
            for order, log in games:
                for seat in range(3):
                    dealer = log["dealer"] == seat
                    if order[seat] == strategy and role in ("all", "dealer" if dealer else "non_dealer"):
                        result = log["result"]
                        won = result["winner"] == seat
                        yield result["payoff"][seat], won, result["hu"] if won else 0


def check_edge(found: Edge, expected: list[Fraction]) -> None:
    from scipy.stats import ttest_1samp

    numbers = [float(value) for value in expected]
    interval = ttest_1samp(numbers, 0).confidence_interval(0.95)
    assert found.mean == pytest.approx(float(sum(expected) / len(expected)), rel=1e-12, abs=1e-15)
    assert (found.low, found.high) == pytest.approx((interval.low, interval.high), rel=1e-9)
    assert found.sd == pytest.approx(float(np.std(numbers, ddof=1)), rel=1e-9)
    assert found.differ in (None, np.count_nonzero(numbers))


def check_seats(found: Match, line_up: str, recount: Recount, strategies: int) -> None:
    rows = {(row["player"], row["role"]): row for row in found.strategy_rows() if row["line_up"] == line_up}
    for strategy in range(strategies):
        for role in ("all", "dealer", "non_dealer"):
            row = rows["ABC"[strategy], role]
            seats = list(recount.seats(strategy, role))
            wins = [hu for _, won, hu in seats if won]
            assert row["seats"] == len(seats)
            assert row["wins"] == len(wins)
            assert row["mean_payoff"] == pytest.approx(fmean(payoff for payoff, _, _ in seats))
            assert row["win_rate"] == pytest.approx(len(wins) / len(seats))
            assert row["mean_hu"] == (pytest.approx(fmean(wins)) if wins else None)


@pytest.mark.parametrize("game", GAMES)
def test_two_strategies_are_recounted_from_the_logs(game: str) -> None:
    names = ["greedy", "eager"]
    found = match(game, names, decks=40, seed=SEED)
    one = Recount(game, names, [(0, 1, 1), (1, 0, 1), (1, 1, 0)], 40)
    two = Recount(game, names, [(0, 0, 1), (0, 1, 0), (1, 0, 0)], 40)
    single, double = one.edges(0, {1}), two.edges(0, {1})
    check_edge(found.one_vs_two, single)
    check_edge(found.two_vs_one, double)
    check_edge(found.both, [(a + b) / 2 for a, b in zip(single, double, strict=True)])
    check_seats(found, "one_vs_two", one, 2)
    check_seats(found, "two_vs_one", two, 2)
    assert (found.decks, found.games) == (40, 240)


@pytest.mark.parametrize("game", GAMES)
def test_three_strategies_are_recounted_from_the_logs(game: str) -> None:
    names = ["greedy", "eager", "random"]
    found = match(game, names, decks=30, seed=SEED)
    recount = Recount(game, names, list(permutations(range(3))), 30)
    for x in range(3):
        check_edge(found.edge("all_orders", x), recount.edges(x, {0, 1, 2} - {x}))
    for x, y in ((0, 1), (0, 2), (1, 2), (2, 0)):
        check_edge(found.pair(x, y), recount.edges(x, {y}))
    check_seats(found, "all_orders", recount, 3)
    if game == "youxi":
        dreamer = found.strategy_rows()[-1]
        paid = [log["result"]["dreamer"] for games in recount.games for _, log in games]
        assert (dreamer["player"], dreamer["mean_payoff"]) == ("dreamer", pytest.approx(fmean(paid)))


def test_two_against_one_is_the_other_sides_one_against_two() -> None:
    ours, theirs = (match("youxi", names, decks=50) for names in (["greedy", "eager"], ["eager", "greedy"]))
    assert ours.two_vs_one.mean == -theirs.one_vs_two.mean
    assert ours.one_vs_two.mean == -theirs.two_vs_one.mean
    assert ours.both.low == pytest.approx(-(theirs.both.high or 0))


# --- twins


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", ["greedy", "random"])
def test_twins_are_exactly_equal(game: str, name: str) -> None:
    found = match(game, [name, name], decks=60, seed=SEED)
    for edge in (found.one_vs_two, found.two_vs_one, found.both):
        assert edge_values(edge) == [0.0] * 6
        assert edge.variance_ratio is None
        assert edge.effect is None
        assert edge.differ == 0
    # The games themselves are none without payoff.
    assert all(row["mean_payoff"] for row in found.strategy_rows() if row["role"] == "dealer") or name == "random"


@pytest.mark.parametrize("game", GAMES)
def test_twins_among_three_are_exactly_equal(game: str) -> None:
    found = match(game, ["eager", "greedy", "eager"], decks=60, seed=SEED)
    assert edge_values(found.pair(0, 2)) == [0.0] * 6
    assert found.edge("all_orders", 0).mean == found.edge("all_orders", 2).mean
    assert found.pair(0, 1).mean != 0


@pytest.mark.parametrize("game", GAMES)
def test_the_sequential_test_calls_twins_equal(game: str) -> None:
    found = match(game, ["eager", "eager"], decks=5_000, sprt=Sprt(0.2))
    assert found.sprt is not None
    # -N 0.04 / 2 <= -ln(19.5) from 149 decks on: at the first look.
    assert (found.sprt.verdict, found.sprt.decks, found.decks) == ("equal", 200, 200)


def test_parts_of_equal_strength_differ_in_their_games() -> None:
    for other in (OTHER, LATE):
        found = match("guangshui", [PLAIN, other], decks=200, seed=SEED)
        assert found.both.sd


# --- the variance ratio


def invented(edges: np.ndarray[Any, Any]) -> tuple[Columns, Part]:
    """Decks in whose games A's payoff is `edges` (decks, 3) with one A, and half of it for either A of two, and all
    others' is 0."""
    games = []
    for line_up in TWO:
        records = []
        for number, order in enumerate(line_up.orders):
            game = np.zeros(len(edges), RESULT_DTYPE)
            for seat in range(3):
                if order[seat] == 0:
                    game["payoff"][:, seat] = edges[:, number]
            records.append(game)
        games.append(records)
    columns = Columns(TWO, 2)
    return columns, DeckCounts.of(*columns.rows(games), 0).total()


def ratio_of(edges: np.ndarray[Any, Any], line_up: int) -> float | None:
    columns, part = invented(edges)
    return variance_ratio(part, [(columns.edge(line_up, 0), 3, columns.square(line_up, 0))])


@pytest.mark.parametrize("line_up", [0, 1])
def test_independent_games_gain_nothing_by_rotation(line_up: int) -> None:
    edges = np.random.default_rng(SEED).integers(-50, 60, (40_000, 3))
    assert ratio_of(edges, line_up) == pytest.approx(1, abs=0.03)


@pytest.mark.parametrize("line_up", [0, 1])
@pytest.mark.parametrize(("own", "shared"), [(30, -1), (30, 0), (30, 30), (5, 60)])
def test_the_ratio_is_that_of_the_variances(own: int, shared: int, line_up: int) -> None:
    rng = np.random.default_rng(SEED)
    private = rng.integers(-own, own + 1, (40_000, 3))
    of_own = own * (own + 1) / 3  # variance of a number from -own to own
    if shared < 0:  # what one game of a deck gives the next one takes: the mean keeps little
        common = rng.integers(-90, 91, 40_000)
        edges = private + np.stack([common, -common, np.zeros_like(common)], axis=1)
        of_common = 90 * 91 / 3
        expected = ((of_own + of_common * 2 / 3) / 3) / (of_own / 3)
    else:
        edges = private + rng.integers(-shared, shared + 1, (40_000, 1))
        of_common = shared * (shared + 1) / 3
        expected = ((of_own + of_common) / 3) / (of_own / 3 + of_common)
    assert ratio_of(edges, line_up) == pytest.approx(expected, rel=0.04)


def test_the_ratio_of_few_decks_by_hand() -> None:
    # Three decks with edges (4, 0, 2), (1, 1, 1), (9, 3, 0). Means 2, 1, 4, of variance 7/3; the mean of all is 7/3, of
    # the squares 113/9, so a single game has the variance 113/9 - 49/9 + (7/3) / 3 = 71/9.
    assert ratio_of(np.array([[4, 0, 2], [1, 1, 1], [9, 3, 0]]), 0) == pytest.approx((71 / 9) / 3 / (7 / 3))


def test_no_ratio_without_a_spread() -> None:
    assert ratio_of(np.full((10, 3), 7), 0) is None
    assert ratio_of(np.array([[1, 2, 3]]), 0) is None


# --- who plays what when


def test_figures_do_not_hang_on_threads_and_chunks() -> None:
    kept = [
        match("youxi", ["greedy", "eager"], decks=700, seed=SEED, threads=threads, chunk=chunk).to_dict()
        for threads, chunk in ((1, None), (3, 1), (2, 64), (1, 700))
    ]
    assert all(other == kept[0] for other in kept)


def test_a_sequential_match_does_not_hang_on_them_either() -> None:
    kept = []
    for threads, chunk in ((1, None), (3, 17), (2, 450), (4, 3_000)):
        found = match("guangshui", [PLAIN, OTHER], decks=3_000, sprt=Sprt(0.15), threads=threads, chunk=chunk)
        kept.append(found.to_dict())
        assert found.decks == kept[0]["decks"] < 3_000
    assert all(other == kept[0] for other in kept)


def test_an_early_end_is_the_match_of_so_many_decks() -> None:
    early = match("guangshui", ["greedy", "eager"], decks=4_000, sprt=Sprt(), seed=SEED, first=50)
    assert early.sprt is not None
    assert early.sprt.verdict == "better"
    plain = match("guangshui", ["greedy", "eager"], decks=early.decks, seed=SEED, first=50)
    assert plain.sprt is None
    assert early.both.mean == plain.both.mean
    assert early.one_vs_two.low == plain.one_vs_two.low
    assert early.strategy_rows() == plain.strategy_rows()


def test_a_match_may_stay_undecided() -> None:
    found = match("guangshui", [PLAIN, OTHER], decks=230, sprt=Sprt(0.1))
    assert found.sprt is not None
    assert (found.sprt.verdict, found.sprt.decks, found.decks) == ("undecided", 230, 230)


def test_watching_sees_the_match_grow_and_changes_nothing() -> None:
    seen: list[int] = []
    watched = match("youxi", ["eager", "random"], decks=500, chunk=50, watch=lambda so_far: seen.append(so_far.decks))
    assert seen == sorted(seen)
    assert seen[-1] == 500
    assert len(seen) >= 5
    assert watched.to_dict() == match("youxi", ["eager", "random"], decks=500).to_dict()


def test_counts_go_through_arrays() -> None:
    contest = make_contest("youxi", ["eager", "random"], decks=900, sprt=Sprt())
    counts = contest.play(0, 900)
    arrays = counts.arrays()
    assert all(values.dtype == np.int64 for values in arrays.values())
    again = DeckCounts.from_arrays(arrays)
    assert Match(contest, again).to_dict() == Match(contest, counts).to_dict()
    empty = DeckCounts.from_arrays(contest.empty().arrays())
    empty.add(again)
    assert Match(contest, empty).to_dict() == Match(contest, counts).to_dict()


def test_gaps_are_waited_for() -> None:
    """Decks that come before their turn decide nothing: the test goes by decks from the first one on."""
    contest = make_contest("guangshui", ["greedy", "eager"], decks=2_000, sprt=Sprt())
    counts = contest.play(150, 1_850)
    assert Match(contest, counts).sprt == Match(contest, contest.empty()).sprt
    counts.add(contest.play(0, 150))
    found = Match(contest, counts)
    assert found.sprt is not None
    assert (found.sprt.verdict, found.decks) == ("better", 200)


# --- what was asked


def test_json_has_the_promised_shape() -> None:
    found = match("youxi", ["greedy", "eager"], decks=300, sprt=Sprt(0.1)).to_dict()
    assert found["decks"] == 200
    for line_up in ("one_vs_two", "two_vs_one"):
        assert {"mean", "low", "high", "sd", "variance_ratio"} <= found[line_up].keys()
        assert found[line_up]["low"] < found[line_up]["mean"] < found[line_up]["high"]
    assert found["sprt"]["verdict"] == "better"
    assert found["sprt"]["decks"] == 200
    assert found["sprt"]["llr"] >= found["sprt"]["upper"]


def test_frames_hold_the_rows() -> None:
    found = match("youxi", ["greedy", "eager"], decks=50)
    assert found.edges.rows(named=True) == found.edge_rows()
    assert found.edges["line_up"].to_list() == ["one_vs_two", "two_vs_one", "both"]
    assert found.strategies.height == 14
    assert match("youxi", ["greedy", "eager", "random"], decks=2).edges.height == 6


def test_the_command_of_a_contest_says_all() -> None:
    rules = Rules.preset("guangshui").replace(pass_down=False)
    contest = make_contest(rules, ["greedy[idle=2.0]", "eager"], decks=70, seed=3, first=9, sprt=Sprt(0.2))
    assert contest.command == (
        "sise match 'greedy[idle=2.0]' eager --rules guangshui --set pass_down=false --seed 3 --first 9 --decks 70 "
        "--sprt delta=0.2,alpha=0.05,beta=0.05,minimum=200"
    )
    assert make_contest(rules, ["greedy[idle=2.0]", "eager"], decks=70, seed=3, first=9).to_dict() != contest.to_dict()


@pytest.mark.parametrize(
    ("strategies", "settings", "told"),
    [
        (["greedy"], {}, "a match is between two or three strategies, not 1"),
        (["greedy"] * 4, {}, "not 4"),
        (["greedy", "egaer"], {}, 'did you mean "eager"?'),
        (["greedy", "eager"], {"decks": 0}, "decks is 0; expected a whole number from 1"),
        (["greedy", "eager"], {"decks": 1.5}, "decks is 1.5"),
        (["greedy", "eager"], {"seed": -1}, "seed is -1"),
        (["greedy", "eager"], {"sprt": 0.1}, "sprt is 0.1; expected an experiments.sequential.Sprt"),
    ],
)
def test_what_cannot_be_used_is_told(strategies: list[str], settings: dict[str, Any], told: str) -> None:
    with pytest.raises(SiseError) as error:
        match("guangshui", strategies, **settings)
    assert told in str(error.value)


# --- what the intervals and the test promise, on real games


def repeats(contest: Contest, runs: int) -> list[Match]:
    """The match again and again, each time on the next decks."""
    parts = [replace(contest, first=contest.first + at * contest.count) for at in range(runs)]
    return [Match(part, part.play(part.first, part.count)) for part in parts]


def coverage(game: str, names: list[Strategy | str], decks: int, runs: int) -> dict[str, float]:
    """How often the printed intervals hold the mean of all repeats, which is many times as precise."""
    contest = make_contest(game, names, decks=decks, seed=SEED)
    found = repeats(contest, runs)
    held: dict[str, float] = {}
    for key in ("one_vs_two", "two_vs_one", "both"):
        edges = [one.edge(key) for one in found]
        truth = fmean(edge.mean for edge in edges)
        held[key] = fmean(edge.low is not None and edge.low <= truth <= (edge.high or 0) for edge in edges)
    rows = [one.strategy_rows() for one in found]
    for key in ("mean_payoff", "win_rate"):
        for player in ("A", "B"):
            mine = [next(row for row in each if row["player"] == player and row["role"] == "all") for each in rows]
            truth = fmean(row[key] for row in mine)
            held[f"{player} {key}"] = fmean(row[f"{key}_low"] <= truth <= row[f"{key}_high"] for row in mine)
    return held


def test_intervals_hold_as_often_as_they_say() -> None:
    held = coverage("guangshui", ["greedy", "eager"], 100, 250)
    assert {key: share for key, share in held.items() if not 0.91 <= share <= 0.985} == {}


@pytest.mark.full
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("names", [["greedy", "eager"], [PLAIN, OTHER]], ids=["far apart", "equal"])
def test_intervals_hold_as_often_as_they_say_in_full(game: str, names: list[Strategy | str]) -> None:
    held = coverage(game, names, 100, 2_000)
    print(game, held)
    assert {key: share for key, share in held.items() if not 0.935 <= share <= 0.965} == {}


def sequential_runs(game: str, pair: list[Strategy | str], test: Sprt, runs: int) -> list[Match]:
    """Sequential matches, each on decks of its own."""
    decks, step = 6_000, 600
    contest = make_contest(game, pair, decks=decks, seed=SEED, sprt=test)
    found = []
    for at in range(runs):
        part = replace(contest, first=at * decks)
        judge, counts = Judge(part), part.empty()
        for start in range(0, decks, step):
            counts.add(part.play(part.first + start, step))
            if judge.see(counts):
                break
        found.append(Match(part, counts))
    return found


def shares(found: list[Match]) -> dict[str, float]:
    verdicts = [one.sprt.verdict for one in found if one.sprt is not None]
    return {verdict: verdicts.count(verdict) / len(found) for verdict in ("better", "worse", "equal", "undecided")}


def test_equal_strategies_are_called_equal() -> None:
    found = sequential_runs("guangshui", [PLAIN, OTHER], Sprt(0.3, minimum=50), 60)
    assert shares(found)["equal"] >= 0.85
    assert fmean(one.decks for one in found) < 600


@pytest.mark.full
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("other", [OTHER, LATE], ids=lambda strategy: strategy.name)
def test_equal_strategies_are_seldom_called_better_or_worse(game: str, other: Strategy) -> None:
    found = sequential_runs(game, [PLAIN, other], Sprt(0.1), 400)
    print(game, other.name, shares(found), fmean(one.decks for one in found))
    false = shares(found)["better"] + shares(found)["worse"]
    assert false <= 0.05 + 2 * (0.05 * 0.95 / 400) ** 0.5


@pytest.mark.full
@pytest.mark.parametrize("game", GAMES)
def test_a_difference_is_found(game: str) -> None:
    pair: list[Strategy | str] = [PLAIN, SLOPPY]
    known = match(game, pair, decks=40_000, seed=SEED + 1).both
    assert known.effect is not None
    found = sequential_runs(game, pair, Sprt(abs(known.effect)), 400)
    print(game, known.effect, shares(found), fmean(one.decks for one in found))
    right = shares(found)["better" if known.effect > 0 else "worse"]
    assert right >= 0.95 - 2 * (0.05 * 0.95 / 400) ** 0.5


def test_the_recount_knows_its_own_variance() -> None:
    """The naive recount and the ratio by plain formulas, on real games."""
    names = ["greedy", "eager"]
    found = match("guangshui", names, decks=40, seed=SEED)
    recount = Recount("guangshui", names, [(0, 1, 1), (1, 0, 1), (1, 1, 0)], 40)
    single = []
    for games in recount.games:
        for order, log in games:
            payoff = log["result"]["payoff"]
            mine = order.index(0)
            single.append(payoff[mine] - (sum(payoff) - payoff[mine]) / 2)
    decks = [float(edge) for edge in recount.edges(0, {1})]
    games_variance = fmean(edge**2 for edge in single) - fmean(single) ** 2 + variance(decks) / 40
    assert found.one_vs_two.variance_ratio == pytest.approx(games_variance / 3 / variance(decks), rel=1e-9)
