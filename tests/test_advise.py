"""`sise advise`: positions checked, seen as play sees them, and what their choices come to."""

import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats as scipy_stats

from experiments import advise
from experiments.advice import Advice, candidates, make_study
from experiments.advice_words import WORDS, say
from experiments.cli import main
from experiments.logged_positions import decisions, from_log
from experiments.positions import from_toml, read_position, reveal_text, to_dict, to_toml
from experiments.study import run_study
from simcore import (
    VIEW,
    CardError,
    HandError,
    Kind,
    Option,
    Position,
    Rules,
    Seated,
    SiseError,
    deal_log,
    format_card,
    format_cards,
    parse_card,
    parse_cards,
    score,
    try_choices,
)
from strategies import load
from tests import position_views

ROOT = Path(__file__).resolve().parents[1]
GREEDY = load("greedy")
GUANGSHUI = Rules.preset("guangshui")

# A position of deal 3 of seed 1, three times greedy, at event 7: seat 0 may peng YX.
EARLY: dict[str, Any] = {
    "seat": 0,
    "dealer": 0,
    "turn": 2,
    "card": "YX",
    "hand": "YX2 YZ RJ RS2 RX2 RC2 RP2 RZ2 WJ WS WX2 WC WM WZ GC2 GM3 GP2 GZ2",
    "seats": {
        "0": {"discarded": "RM"},
        "1": {"melds": ["peng:RM"], "discarded": "YP"},
        "2": {"melds": ["peng:YP"], "discarded": "YX"},
    },
}


def changed(**values: Any) -> dict[str, Any]:
    return {key: value for key, value in (EARLY | values).items() if value is not None}


def deal(seed: int, number: int, game: str = "guangshui", seats: str = "greedy") -> dict[str, Any]:
    return deal_log(Rules.preset(game), [load(seats)] * 3, seed, number)


# --- positions that no deal leads to


@pytest.mark.parametrize(
    ("data", "names"),
    [
        (changed(hand=EARLY["hand"].replace("GM3", "GM5")), "GM.*5 times; the deck holds 4"),
        (changed(hand=EARLY["hand"].replace("YZ ", "RM2 ")), "RM.*5 times"),
        (changed(hand=EARLY["hand"] + " GUI"), "GUI.*without ghosts"),
        (changed(hand=EARLY["hand"] + " WP"), "seat 0 has 31 cards.*expected 30 between turns"),
        (changed(hand=EARLY["hand"].replace("YZ ", "")), "seat 0 has 29 cards"),
        (changed(turn=None), "card YX: nobody discarded or drew it"),
        (changed(turn=0), "card YX: seat 0 may not claim its own discard"),
        (changed(seats=EARLY["seats"] | {"2": {}}), "card YX: seat 2 cannot have discarded it"),
        (changed(seats=EARLY["seats"] | {"2": {"melds": ["peng:YP"], "discarded": "RM"}}), "YX: nobody discarded it"),
        (changed(seats=EARLY["seats"] | {"1": {"melds": ["peng:RM"], "discarded": "GS"}}), "seat 1 discarded GS"),
        (changed(seats=EARLY["seats"] | {"1": {"melds": ["peng:RM"], "passed": "GX"}}), "seat 1 passed on GX"),
        (changed(card="YJ"), "card YJ: a lone card may not be discarded"),
        (changed(stock=17), "stock is 17, but the cards leave 21"),
        (changed(out_of_play="WP2 GS2 YS4 YC4 YM4 YJ4 RJ2"), "the stock would hold -1 cards"),
        (changed(card=None, drawn=True), "drawn = true, but no card is revealed"),
        (changed(card=None, turn=0, hand=EARLY["hand"] + " WP"), "seat 0 has 31 cards, but has claimed nothing"),
        (changed(seat=3), "seat is 3; expected 0, 1 or 2"),
        (changed(turn="two"), "turn is 'two'"),
        (changed(barred="E13"), "E12, G12 or Y15"),
        (changed(stok=17), 'unknown key "stok"; did you mean stock'),
        (changed(seats={"3": {}}), 'unknown key "seats.3"'),
        (changed(seats={"1": {"meld": []}}), "seats.1.meld.*did you mean melds"),
        (changed(seats=EARLY["seats"] | {"1": {"melds": ["peng:RM,RP"]}}), "peng:RM,RP"),
        (changed(seats=EARLY["seats"] | {"1": {"melds": ["peng:XX"]}}), "XX"),
        (changed(seats=EARLY["seats"] | {"1": {"melds": ["peng:RM"], "aside": 1}}), "only a dead seat"),
        (changed(seats=EARLY["seats"] | {"0": {"dead": True}}), "seat 0 is dead"),
        (changed(hand=None), "no hand"),
        (changed(rules="guangsui"), "guangsui"),
        (changed(history=["0 discard RM"]), "0 discard RM"),
        (changed(history=["0 discards RM, 1 takes", "1 discards YP"]), "seat 2 claimed YP, but nobody disc"),
    ],
)  # fmt: skip
def test_what_no_deal_leads_to_is_refused_by_name(data: dict[str, Any], names: str) -> None:
    with pytest.raises(SiseError, match=names):
        read_position(data)


def test_errors_are_of_their_kind() -> None:
    with pytest.raises(CardError):
        read_position(changed(hand=EARLY["hand"].replace("GM3", "GM5")))
    with pytest.raises(HandError):
        read_position(changed(hand=EARLY["hand"] + " WP"))
    with pytest.raises(SiseError, match=r"^here\.toml: no TOML"):
        from_toml("hand = ", "here.toml")


def test_a_strategy_that_plays_positions_on_itself_is_refused() -> None:
    with pytest.raises(SiseError, match="plays positions on itself"):
        Seated(read_position(EARLY), replace(GREEDY, name="deep", playout=GREEDY))


# --- positions as play sees them


def test_the_described_position_is_the_one_of_the_deal() -> None:
    described, real = read_position(EARLY), from_log(deal(1, 3), 7)
    assert real == replace(described, history=real.history, forbidden=real.forbidden)
    assert described.stock == 21
    assert [reveal_text(row) for row in real.history] == ["0 discards RM, 1 takes", "1 discards YP, 2 takes"]


@pytest.mark.parametrize("game", position_views.GAMES)
def test_toml_gives_the_same_position_back(game: str) -> None:
    log = deal(2, 11, game, "eager")
    for event, _ in decisions(log):
        position = from_log(log, event)
        assert from_toml(to_toml(position)) == position
        assert read_position(to_dict(position)) == position
        bare = {key: value for key, value in to_dict(position).items() if key not in ("out_of_play", "stock")}
        assert read_position(bare) == position
    rules = Rules.preset(game).replace(pass_down=False)
    position = replace(from_log(log, 0), rules=rules.renamed("ours"))
    assert from_toml(to_toml(position)) == position


def test_a_position_is_taken_at_decisions_alone() -> None:
    log = deal(1, 3)
    with pytest.raises(SiseError, match=r"event 8 is a claim: .*7 \(seat 0: intent\), 9 \(seat 0: discard\)"):
        from_log(log, 8)
    with pytest.raises(SiseError, match="event 999 is none of 0 to"):
        from_log(log, 999)


@pytest.fixture(scope="module")
def views(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The views that strategies were given, in deals played without a compiler."""
    path = tmp_path_factory.mktemp("views") / "views.npz"
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)}
    subprocess.run([sys.executable, "-m", "tests.position_views", str(path)], env=environment, check=True, cwd=ROOT)
    with np.load(path) as found:
        return {game: np.frombuffer(found[game].tobytes(), VIEW) for game in position_views.GAMES}


SETS = ("kong", "peng", "chi", "zhan", "protect")
OWN = ("words", "held", "loners", "cards", "no_win", "no_kong", "no_peng", "no_chi", "barred", "dead", "stinks")


@pytest.mark.parametrize("game", position_views.GAMES)
def test_a_position_of_a_deal_is_the_view_that_the_strategy_was_given(game: str, views: dict[str, Any]) -> None:
    rules = Rules.preset(game)
    given = iter(views[game])
    kinds, dead, barred = set(), 0, 0
    for name, deals in position_views.DEALS.items():
        for number in deals:
            log = deal_log(rules, [load(name)] * 3, position_views.SEED, number)
            for event, seat in decisions(log):
                real = next(given)
                position = from_log(log, event)
                mine = Seated(position, GREEDY).view
                place = f"{game} {name} deal {number} event {event}"
                for field in ("hand", "held", "dealer", "seat", "card", "by", "drawn", "options", "discards", "barred"):
                    assert np.array_equal(mine[field], real[field]), f"{place}: {field}"
                assert mine["seat"] == seat
                for field in real["table"].dtype.names:
                    assert np.array_equal(mine["table"][field], real["table"][field]), f"{place}: table.{field}"
                n = int(real["history"]["n"])
                assert mine["history"]["n"] == n
                assert np.array_equal(mine["history"]["reveal"][:n], real["history"]["reveal"][:n]), place
                for field in OWN:
                    assert np.array_equal(mine["own"][field], real["own"][field]), f"{place}: own.{field}"
                if game == "youxi":
                    assert mine["own"]["chi_taken"] == real["own"]["chi_taken"], place
                for field in real["own"]["h"].dtype.names:
                    if field != "trips":  # renewed with the sets
                        assert np.array_equal(mine["own"]["h"][field], real["own"]["h"][field]), f"{place}: h.{field}"
                if position.kind == Kind.CLAIM:  # sets are renewed after a discard
                    for field in SETS:
                        assert mine["own"][field] == real["own"][field], f"{place}: own.{field}"
                    # a hand found to have too few hu is struck off there; here it is found anew
                    assert not int(real["own"]["win"]) & ~int(mine["own"]["win"]), place
                kinds.add(position.kind)
                dead += any(seat.dead for seat in position.seats)
                barred += bool(position.barred)
    assert next(given, None) is None
    assert {Kind.CLAIM, Kind.DISCARD} < kinds
    assert barred > 10


# --- hands one card short


def one_short(game: str) -> list[Position]:
    found = []
    for number in range(25):
        log = deal(5, number, game)
        for event, _ in decisions(log):
            position = from_log(log, event)
            if position.kind == Kind.CLAIM and Seated(position, GREEDY).waits():
                found.append(position)
                break
    return found


@pytest.mark.parametrize("game", position_views.GAMES)
def test_what_completes_a_hand_how_many_are_unseen_and_what_they_pay(game: str) -> None:
    positions = one_short(game)
    assert len(positions) > 5
    paying = 0
    for position in positions:
        rows = {row["card"]: row for row in make_advice(position).rows["completing"] if row["option"] == ""}
        seen = [*position.hand, *position.out, position.card, *(c for seat in position.seats for c in seat.cards)]
        melds = [meld_text(meld) for meld in position.me.melds]
        for t in range(position.rules.n_types):
            name, copies = format_card(t), position.rules.copies[t]
            held = [*position.hand, *(c for meld in position.me.melds for c in meld.cards)].count(t)
            if held == copies:
                continue
            scored = score(position.rules, position.hand, melds, t)
            assert scored.covered == (name in rows), f"{position} {name}"
            if scored.covered:
                lone = position.rules.game == "youxi" and any(c % 7 == 0 for c in position.me.discarded)
                pay = 0 if lone or not scored.wins else scored.pay or scored.pai
                assert rows[name]["unseen"] == copies - seen.count(t)
                assert (rows[name]["hu"], rows[name]["pay"]) == (scored.hu, pay)
                paying += pay > 0
    assert paying > 5


def meld_text(meld: Any) -> str:
    if Option.ZHAN < meld.option < Option.PENG:
        return "chi:" + ",".join(format_card(card) for card in meld.cards)
    return f"{meld.option.name.lower()}:{format_card(meld.card)}"


def make_advice(position: Position) -> Advice:
    study = make_study(position, GREEDY, samples=1, seed=1)
    return Advice(study, study.empty(), 0)


def test_waiting_leaves_no_choice_but_still_says_what_completes_the_hand() -> None:
    position = one_short("guangshui")[0]
    waiting = replace(position, card=-1, out=tuple(sorted((*position.out, position.card))), history=(), drawn=False)
    waiting = replace(waiting, turn=(position.seat + 1) % 3)
    found = advise(waiting, samples=10)
    assert (waiting.kind, found.samples, found.rows["choices"]) == (Kind.WAIT, 0, [])
    assert found.completing.height > 0


# --- a deal at its end, every hidden card counted out

SIX, REST = 6, 21  # seats 0-2 have two kongs and seven pengs each: 29 cards, 27 of the 28 types


def last_card(own: str, unseen: str) -> Position:
    """Seat 0 must discard one of its two cards; seats 1 and 2 hold one each, one is left to draw: three unseen."""
    types = [t for t in range(28) if t != parse_card("WP")]
    kongs = [t for t in types if t % 7 in (0,)] + [parse_card("YP"), parse_card("RP")]
    pengs = [t for t in types if t not in kongs]
    assert (len(kongs), len(pengs)) == (SIX, REST)
    seats = {}
    for s in range(3):
        melds = [f"kong:{format_card(t)}" for t in kongs[2 * s : 2 * s + 2]]
        seats[str(s)] = {"melds": melds + [f"peng:{format_card(t)}" for t in pengs[7 * s : 7 * s + 7]]}
    left = [*pengs, *[parse_card("WP")] * 4]
    for t in [*parse_cards(own), *parse_cards(unseen)]:
        left.remove(t)
    assert len(left) == 20
    return read_position({"hand": own, "seats": seats, "out_of_play": format_cards(sorted(left)), "stock": 1})


@pytest.mark.parametrize("unseen", ["WP YS YX", "WP2 YS", "YS YX RS", "WP3"])
def test_the_chance_of_the_last_card_is_the_one_counted_out(unseen: str) -> None:
    own = "WP GZ"  # GZ's other copies lie in a peng, so that nobody can win on it
    position = last_card(own, unseen)
    wins: dict[str, list[int]] = {"WP": [], "GZ": []}
    deals = list(permutations(parse_cards(unseen)))
    for one, two, stock in deals:
        for name in wins:
            kept = parse_card("GZ" if name == "WP" else "WP")
            thrown = parse_card(name)
            # two kongs: no gate (G8). A seat with one card wins on its equal; first in turn order (E4).
            winner = next((s for s, card in ((1, one), (2, two)) if card == thrown), None)
            if winner is None:  # seat 1 draws the last card, and all three may win on it
                winner = next((s for s, card in ((1, one), (2, two), (0, kept)) if card == stock), -1)
            wins[name].append(winner)
    found = advise(position, samples=4_000, seed=3)
    for row in found.rows["choices"]:
        counted = wins[row["discard"]]
        mine, others = counted.count(0) / len(deals), sum(w > 0 for w in counted) / len(deals)
        for key, exact in (("win", mine), ("other_wins", others)):
            hits = round(row[key] * 4_000)
            # an exact test at a level that a right sampler fails once in a million runs
            assert scipy_stats.binomtest(hits, 4_000, exact).pvalue > 1e-6, (unseen, row["discard"], key)
        if mine in (0, 1):
            assert row["win"] == mine
    assert found.contradictions == 0


# --- what the tables say


@pytest.fixture(scope="module")
def early() -> Advice:
    return advise(EARLY, samples=400, seed=5)


def test_tables_are_those_of_a_naive_recount(early: Advice) -> None:
    study = early.study
    tried = try_choices(
        Seated(study.position, GREEDY), [(c.claim, c.discard) for c in study.choices], study.seed, 0, 400
    )
    payoff, won = tried.payoff[:, :, 0], tried.winner == 0
    by_words = {choice.words: k for k, choice in enumerate(study.choices)}
    rows = early.rows["choices"]
    assert {(row["option"], row["discard"]) for row in rows} == set(by_words)
    best = by_words[rows[0]["option"], rows[0]["discard"]]
    assert payoff[:, best].mean() == payoff.mean(axis=0).max()
    for row in rows:
        k = by_words[row["option"], row["discard"]]
        mine = payoff[:, k]
        low, high = scipy_stats.t.interval(0.95, 399, mine.mean(), scipy_stats.sem(mine))
        got = [row["mean_payoff"], row["mean_payoff_low"], row["mean_payoff_high"]]
        assert got == pytest.approx([mine.mean(), low, high])
        assert row["win"] == won[:, k].mean()
        assert row["other_wins"] == ((tried.winner[:, k] > 0).mean())
        assert row["mean_hu"] == pytest.approx(tried.hu[won[:, k], k].mean())
        if k == best:
            continue
        gap = mine - payoff[:, best]
        low, high = scipy_stats.t.interval(0.95, 399, gap.mean(), scipy_stats.sem(gap))
        assert [row["difference"], row["difference_low"], row["difference_high"]] == pytest.approx(
            [gap.mean(), low, high]
        )
        assert row["win_difference"] == pytest.approx(won[:, k].mean() - won[:, best].mean())
        p = scipy_stats.ttest_rel(mine, payoff[:, best], alternative="less").pvalue
        assert row["apart"] == (p < 0.05 / (len(rows) - 1))


def test_differences_on_the_same_samples_are_surer_than_on_others(early: Advice) -> None:
    rows = early.rows["choices"]
    alike = [row for row in rows[1:] if row["option"] == rows[0]["option"]]
    widths = [row["difference_high"] - row["difference_low"] for row in alike]
    apart = [row["mean_payoff_high"] - row["mean_payoff_low"] for row in alike]
    assert np.median(widths) < np.sqrt(2) * np.median(apart)  # what two samples of their own would give


def test_every_option_and_every_discard_after_it_is_tried() -> None:
    position = read_position(EARLY)
    words = [choice.words for choice in candidates(position, GREEDY)]
    after = sorted(set(parse_cards(EARLY["hand"])) - {t for t in range(28) if t % 7 == 0} - {parse_card("YX")})
    assert words == [("peng", format_card(t)) for t in after] + [("pass", "")]
    log = deal(1, 3)
    for event, _ in decisions(log):
        position = from_log(log, event)
        made = candidates(position, GREEDY)
        liked = [choice for choice in made if choice.liked]
        assert len(liked) == 1  # greedy played the deal, so what it did is what it would do
        now = log["events"][event]
        if now["e"] == "intent":
            assert liked[0].option == now["intent"]
            assert {choice.option for choice in made} == set(now["options"])
        else:
            assert liked[0].words == ("", now["card"])


def test_a_sample_depends_on_its_seed_and_number_alone() -> None:
    seated = Seated(read_position(EARLY), GREEDY)
    choices = [(c.claim, c.discard) for c in candidates(seated.position, GREEDY)]
    whole = try_choices(seated, choices, 9, 0, 150)
    part = try_choices(seated, choices[3:5], 9, 97, 40)
    assert np.array_equal(whole.payoff[97:137, 3:5], part.payoff)
    assert np.array_equal(whole.hu[97:137, 3:5], part.hu)
    assert not np.array_equal(whole.payoff, try_choices(seated, choices, 10, 0, 150).payoff)
    assert (whole.payoff.sum(axis=2) == 0).all()  # Guangshui has no dreamer


def test_threads_and_chunks_change_nothing() -> None:
    study = make_study(read_position(EARLY), GREEDY, samples=300, seed=2)
    plain = run_study(study).counts.arrays()
    for threads, chunk in ((1, 7), (3, 50), (2, 1000)):
        other = run_study(study, threads=threads, chunk=chunk).counts.arrays()
        assert all(np.array_equal(plain[name], other[name]) for name in plain), (threads, chunk)


def contradictions_between(positions: int, few: int, many: int) -> None:
    """More samples move a mean by no more than chance does: the few are among the many, so the spread of their
    difference is s * sqrt(1/few - 1/many); once in a million for all that is compared together."""
    checks = []
    places = 0
    for number in range(positions):
        game = position_views.GAMES[number % 2]
        log = deal(21, number, game)
        options = decisions(log)
        position = from_log(log, options[(7 * number) % len(options)][0])
        short, long = (advise(position, samples=n, seed=number) for n in (few, many))
        if len(short.study.choices) < 2:
            continue
        places += 1
        order = long.order()
        for k in range(len(short.study.choices)):
            sums = long.counts.grids["payoff"]
            squares, total = int(sums[k + 1, k + 1]), int(sums[0, k + 1])
            deviation = np.sqrt((squares - total**2 / many) / (many - 1))
            moved = int(short.counts.grids["payoff"][0, k + 1]) / few - total / many
            checks.append(abs(moved) / max(deviation * np.sqrt(1 / few - 1 / many), 1e-9) if moved else 0.0)
        # and what the few called worse is not what the many call best, by more than they are sure of
        if short.apart(order[0], short.order()[0]):
            gap = short.difference(order[0], short.order()[0], 1 - 1e-6 / positions)
            assert gap.high is not None
            assert gap.high >= 0, (game, number)
    assert places > 0.8 * positions
    # payoffs have heavy tails: Student's t at half the degrees of freedom bounds a mean of so few
    assert max(checks) < scipy_stats.t.isf(5e-7 / len(checks), few // 8), max(checks)


def test_more_samples_never_contradict_fewer() -> None:
    contradictions_between(6, 200, 1_000)


@pytest.mark.full
def test_more_samples_never_contradict_fewer_over_fifty_positions() -> None:
    contradictions_between(50, 400, 6_000)


def test_words_are_there_in_every_language() -> None:
    for key in WORDS:
        values = range(3)
        assert say(key, "en", *values).isascii()
        assert say(key, "zh-hans", *values).encode("gb2312")
        assert say(key, "zh-hant", *values).encode("big5")


# --- the command


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as ended:
        main(["advise", *words])
    assert isinstance(ended.value.code, int)
    out, err = capsys.readouterr()
    return ended.value.code, out, err


AS_OPTIONS = [
    *("--hand", EARLY["hand"], "--card", "YX", "--turn", "2", "--meld", "1:peng:RM", "--meld", "2:peng:YP"),
    *("--discarded", "0:RM", "--discarded", "1:YP", "--samples", "50", "--seed", "5", "--quiet"),
]


def test_command_line_file_and_python_say_the_same(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "position.toml"
    status, out, err = run(capsys, *AS_OPTIONS, "--format", "json", "--write-position", str(file))
    assert (status, err) == (0, "")
    by_options = json.loads(out)
    status, out, _ = run(capsys, str(file), "--samples", "50", "--seed", "5", "--format", "json", "--quiet")
    assert status == 0
    assert json.loads(out) == by_options
    assert json.loads(json.dumps(advise(file, samples=50, seed=5).to_dict())) == by_options
    chinese = [*AS_OPTIONS]
    chinese[1] = format_cards(parse_cards(EARLY["hand"]), "zh")
    assert json.loads(run(capsys, *chinese, "--format", "json")[1]) == by_options


def test_a_position_of_a_deal(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    table = tmp_path / "advice.csv"
    status, out, _ = run(capsys, "--from-deal", "1:3:7", "--samples", "50", "--quiet", "--table", str(table))
    assert status == 0
    assert "seat 2 discarded YX, seat 0 decides" in out
    assert max(map(len, out.splitlines())) <= 80
    assert {path.name for path in tmp_path.iterdir()} == {"advice-choices.csv", "advice-completing.csv"}
    status, out, _ = run(capsys, "--from-deal", "1:3", "--quiet")
    assert status == 0
    assert len(out.splitlines()) == 4 + len(decisions(deal(1, 3)))
    for lang in ("zh", "zh-hans"):
        status, out, _ = run(capsys, "--from-deal", "1:3:39", "--samples", "20", "--quiet", "--lang", lang)
        assert status == 0
        assert "greedy" in out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "give one of FILE.toml, --hand and --from-deal"),
        (["--hand", "YJ5", "--card", "RS", "--turn", "1"], "YJ .* 5 times"),
        (["--from-deal", "1"], "expected SEED:DEAL:EVENT"),
        (["--from-deal", "1:3:8"], "event 8 is a claim"),
        (["--from-deal", "1:3:7", "--card", "RS"], "goes with --hand"),
        (["no.toml"], "no.toml: No such file"),
        (["--hand", "YJ", "--meld", "7:peng:RC"], "expected 0, 1 or 2"),
    ],
)
def test_what_cannot_be_used_is_one_line(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, *words, "--quiet")
    assert (status, out) == (2, "")
    assert len(err.splitlines()) == 1
    assert re.search(message, err), err
