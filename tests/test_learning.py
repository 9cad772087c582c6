"""How the network learns: what a hand is to teach, whose hands are kept, and that the fit comes to what it is shown."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from experiments.learning.fitting import Fit
from experiments.learning.lessons import gather, returns
from experiments.learning.program import app, learn
from experiments.learning.teacher import BEST, OFF, SEAT, empty_book, teacher
from simcore import PRESETS, WIN_KINDS, Rules, SiseError, run_deals
from strategies import counter, network

ROWS = [  # deal, seat, off, best, paid in the end
    (0, 0, 0, 1.0, 6.0),
    (0, 1, 0, -1.0, -3.0),
    (0, 0, 0, 2.0, 6.0),
    (0, 1, 1, -2.0, -3.0),
    (0, 0, 0, 4.0, 6.0),
    (1, 0, 0, 0.5, 9.0),
]


def columns() -> tuple[np.ndarray, np.ndarray, np.ndarray]:  # type: ignore[type-arg]
    notes = np.zeros((len(ROWS), 4))
    for i, (_, seat, off, best, _) in enumerate(ROWS):
        notes[i, [SEAT, OFF, BEST]] = seat, off, best
    return np.array([row[0] for row in ROWS]), notes, np.array([row[4] for row in ROWS])


def test_a_hand_teaches_half_of_what_came_and_half_of_what_was_thought() -> None:
    """Seat 0: 6 at last; before that 4/2 + 6/2 = 5; before that 2/2 + 5/2 = 3.5. Seat 1: its last row follows a move
    that it did not like, so the one before is taught what it thought of its best, -2."""
    assert returns(*columns(), 0.5).tolist() == [3.5, -2.0, 5.0, -3.0, 6.0, 9.0]


def test_a_hand_teaches_what_came_of_it_alone() -> None:
    deals, notes, paid = columns()
    assert returns(deals, notes, paid, 1.0).tolist() == paid.tolist()


@pytest.mark.parametrize("game", PRESETS)
def test_the_hands_of_the_pupil_are_kept_with_what_it_was_paid(game: str) -> None:
    rules = Rules.preset(game)
    book = empty_book(6_000)
    pupil, other = (teacher(name, counter.CHOOSERS, book, often) for name, often in (("pupil", 8), ("other", 0)))
    kept = gather(rules, (other, pupil, other), book, "pupil", 3, 0, 60, 1.0)
    played = run_deals(rules, (other, pupil, other), 3, 0, 60)
    rows = gather(rules, (pupil, pupil, pupil), book, "pupil", 3, 0, 60, 1.0)
    assert 0 < len(kept.taught) < len(rows.taught)
    paid = played["payoff"][played["win_kind"] != WIN_KINDS.index("tianhu"), 1]
    assert set(kept.taught) <= set(paid)
    changes = np.concatenate([[True], kept.taught[1:] != kept.taught[:-1]])
    order = iter(paid.tolist())
    assert all(value in order for value in kept.taught[changes].tolist())  # in the order of the deals


def test_a_book_that_is_too_small_is_an_error_and_keeps_its_bounds() -> None:
    rules, large = Rules.preset("youxi"), empty_book(2_000)
    small = type(large)(large.inputs[:50], large.cards[:50], large.notes[:51])
    large.cards[50:] = 99
    large.notes[51:] = 99
    pupil = teacher("pupil", counter.CHOOSERS, small, 8)
    with pytest.raises(SiseError, match=r"hands in 20 deals: expected 50 at most"):
        gather(rules, (pupil, pupil, pupil), small, "pupil", 3, 0, 20, 1.0)
    assert (large.cards[50:] == 99).all()
    assert (large.notes[51:] == 99).all()


def test_where_nothing_can_be_written_no_deal_is_played(tmp_path: Path) -> None:
    ran = CliRunner().invoke(
        app, ["--rules", "youxi", "--teacher", "counter", "--deals", "9000000", "--out", str(tmp_path / "no" / "y.npz")]
    )
    assert ran.exit_code == 1
    assert "cannot write" in ran.output


def test_without_pytorch_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(SiseError, match=r"PyTorch: pip install \"sise\[learn\]\""):
        Fit("youxi", 1e-3, 1)
    ran = CliRunner().invoke(app, ["--rules", "youxi", "--teacher", "counter", "--deals", "10"])
    assert ran.exit_code == 1
    assert "sise[learn]" in ran.output


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        ("--rules", "guangsui", "not 'guangsui'"),
        ("--teacher", "greedy", "not 'greedy'"),
        ("--deals", "0", "than or equal to 1"),
        ("--seed", "-1", "than or equal to 0"),
    ],
)
def test_what_cannot_be_used_is_named(option: str, value: str, said: str) -> None:
    given = {"--rules": "youxi", "--teacher": "counter", "--deals": "10", option: value}
    ran = CliRunner().invoke(app, [word for pair in given.items() for word in pair], env={"COLUMNS": "200"})
    assert ran.exit_code == 2
    assert option in ran.output
    assert said in ran.output


@pytest.mark.full
def test_too_few_hands_change_nothing(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    with pytest.raises(SiseError, match="too few"):
        learn("youxi", "counter", 20, 1, tmp_path / "youxi.npz")
    assert not any(tmp_path.iterdir())


@pytest.mark.full
@pytest.mark.parametrize("game", PRESETS)
def test_a_fit_comes_to_what_it_is_shown(game: str) -> None:
    """It starts where the network stands, and explains more and more of what it sees again."""
    pytest.importorskip("torch")
    rules, book = Rules.preset(game), empty_book(120_000)
    pupil = teacher("pupil", counter.CHOOSERS, book, 8)
    hands = gather(rules, (pupil, pupil, pupil), book, "pupil", 3, 0, 2_500, 1.0)
    fit = Fit(game, 2e-3, 1, network.layers_of(game))
    fit.begin(hands)
    for name, value in fit.layers().items():
        assert np.allclose(value, network.layers_of(game)[name], atol=1e-4)
    anew = Fit(game, 2e-3, 1)
    shares = [anew.study(hands, progress / 12) for progress in range(12)]
    assert shares[-1] > shares[0] + 0.02
    assert shares[-1] > 0.15
