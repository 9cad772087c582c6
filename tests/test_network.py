"""The network of `rollout`: what it is told of the table, and that its compiled sum is the one that its numbers say."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from experiments.learning.fitting import colours
from experiments.learning.teacher import BEST, CARDS, OFF, Book, empty_book, teacher
from simcore import PRESETS, Rules, run_deals
from strategies import counter, network
from strategies.hand_inputs import LONE_AT, N_INPUTS, N_TYPES, SEATS_AT, SETS, WINS_KNOWN

HAND = 30
NEAR, FAR, MELDS_A, MELDS_B, LET_GO_A, LET_GO_B = range(SETS)


def written(game: str, judgment: Any, deals: int) -> Book:
    """What a teacher that always makes the move it likes best writes down."""
    book = empty_book(60 * deals)
    run_deals(Rules.preset(game), [teacher("all", judgment, book, 0)] * 3, 4, 0, deals)
    used = int(book.notes[0, 0])
    assert used > 10 * deals
    return Book(book.inputs[:used], book.cards[:used], book.notes[1 : 1 + used])


def answer(game: str, book: Book) -> np.ndarray[Any, Any]:
    """The network in plain NumPy and double precision."""
    layers = {name: value.astype(float) for name, value in network.layers_of(game).items()}

    def layer(name: str, x: Any) -> Any:
        return x @ layers[f"{name}_w"] + layers[f"{name}_b"]

    made = np.maximum(layer("colour_out", np.maximum(layer("colour_in", colours(book.cards)), 0)), 0).sum(1)
    hidden = np.maximum(layer("first", np.concatenate([book.inputs, made], 1)), 0)
    return layer("last", np.maximum(layer("second", hidden), 0))[:, 0]  # type: ignore[no-any-return]


@pytest.mark.parametrize("game", PRESETS)
def test_it_says_what_its_numbers_say(game: str) -> None:
    """What it thought of the move it made is what the layers make of the hand that the move left."""
    book = written(game, network.CHOOSERS, 60)
    assert not book.notes[:, OFF].any()
    assert np.abs(answer(game, book) - book.notes[:, BEST]).max() < 1e-3
    assert book.notes[:, BEST].std() > 0.5


@pytest.mark.parametrize("game", PRESETS)
def test_it_thinks_of_each_colour_alike(game: str) -> None:
    """A hand whose colours are exchanged is worth as much (no rule names a colour)."""
    book = written(game, counter.CHOOSERS, 20)
    cards = book.cards.copy()
    turned = cards[:, : CARDS - 2].reshape(len(cards), 1 + SETS, 4, 7)
    turned[:] = np.roll(turned, 1, axis=2)
    there = (cards[:, CARDS - 2 :] >= 0) & (cards[:, CARDS - 2 :] < N_TYPES)
    cards[:, CARDS - 2 :] = np.where(there, (cards[:, CARDS - 2 :] + 7) % N_TYPES, cards[:, CARDS - 2 :])
    assert np.allclose(answer(game, book), answer(game, Book(book.inputs, cards, book.notes)), atol=1e-9)


def test_it_sees_all_cards_that_the_others_laid() -> None:
    """A seat's hand and melds are thirty cards (E1), of which the table shows the melds."""
    book = written("guangshui", counter.CHOOSERS, 60)
    sets = book.cards[:, N_TYPES : CARDS - 2].reshape(-1, SETS, N_TYPES).astype(int)
    for melds, place in ((MELDS_A, SEATS_AT), (MELDS_B, SEATS_AT + 8)):
        in_hand = np.rint(15 * book.inputs[:, place]).astype(int)
        laid = sets[:, melds].sum(1)
        assert (in_hand + laid == HAND).all()
        assert laid.max() > 9


@pytest.mark.parametrize("game", PRESETS)
def test_it_counts_no_card_twice(game: str) -> None:
    """Of each type there are four cards: those held, those laid by the others and those unseen are different ones."""
    book = written(game, counter.CHOOSERS, 60)
    held = book.cards[:, :N_TYPES].astype(int)
    sets = book.cards[:, N_TYPES : CARDS - 2].reshape(-1, SETS, N_TYPES).astype(int)
    for unseen in (NEAR, FAR):
        assert (held + sets[:, unseen] + sets[:, MELDS_A] + sets[:, MELDS_B] <= 4).all()
    assert sets[:, NEAR].max() == sets[:, FAR].max() == 4
    assert set(np.unique(sets[:, LET_GO_A:])) == {0, 1}
    assert book.inputs.shape[1] == N_INPUTS
    assert (held.sum(1) <= HAND).all()


@pytest.mark.parametrize("game", PRESETS)
def test_it_is_told_which_cards_win_only_after_a_discard(game: str) -> None:
    """A pass is weighed without them: the row of a pass says so, that of a discard has the card discarded."""
    book = written(game, counter.CHOOSERS, 60)
    discarded, passed = book.cards[:, CARDS - 2], book.cards[:, CARDS - 1]
    assert ((discarded >= 0) == (book.inputs[:, WINS_KNOWN] == 1)).all()
    assert ((discarded >= 0) != (passed >= 0)).all()
    wins = np.rint(4 * book.inputs[:, WINS_KNOWN - 2]).astype(int)
    assert wins[discarded < 0].max() == 0
    assert wins.max() > 2
    jiang = np.rint(4 * book.inputs[:, LONE_AT + 2]).astype(int)
    assert (jiang == book.cards[:, 0:N_TYPES:7].sum(1)).all()
