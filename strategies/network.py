"""What a hand is worth by a small network: the judgment that `rollout` begins with.

The network looks at each colour alike, adds up what it makes of the four, and from that and from the numbers that
describe hand and table (`hand_inputs`) says what payoff to expect. What it was told to learn from was deals, in
`experiments.learning`; its numbers are in `guangshui.npz` and `youxi.npz` beside this file. They are added up in one
order, so that every machine decides the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from simcore import PRESETS
from strategies.choosing import Choosers, choosers
from strategies.evaluate import Now, compiled, int64
from strategies.hand_inputs import (
    DISCARDED,
    LEVELS,
    N_INPUTS,
    N_TYPES,
    PASSED,
    SETS,
    inputs,
    table_cards,
)

COLOURS, KINDS = 4, 7
LAYERS = ("colour_in", "colour_out", "first", "second", "last")
Layers: TypeAlias = dict[str, np.ndarray[Any, Any]]


def file_of(game: str) -> Path:
    """Where the numbers of a game's network are kept."""
    return Path(__file__).with_name(f"{game}.npz")


def layers_of(game: str) -> Layers:
    """`NAME_w`, float32 (inputs, outputs), and `NAME_b`, float32 (outputs), for each name in `LAYERS`."""
    with np.load(file_of(game)) as kept:
        return {name: kept[name] for name in kept.files}


def judgment(games: Sequence[Layers]) -> Choosers:
    """The choosers that go by networks, one for each game, all of the same shape."""

    def both(name: str) -> np.ndarray[Any, Any]:
        return np.ascontiguousarray([game[name] for game in games], np.float32)

    colour_in, colour_in_b, colour_out, colour_out_b = map(
        both, ("colour_in_w", "colour_in_b", "colour_out_w", "colour_out_b")
    )
    first, first_b, second, second_b = map(both, ("first_w", "first_b", "second_w", "second_b"))
    last, last_b = both("last_w"), both("last_b")
    colour_hidden, colour_sums = colour_out.shape[1:]
    first_hidden, second_hidden = second.shape[1:]

    @compiled
    def add_colour(view: Any, cards: Any, card: int, place: int, c: int, made: Any) -> None:
        """Add what the network makes of colour c: `cards` as in `table_cards`; `card` was discarded or passed on, which
        of the two `place` says."""
        game = view.rules.game
        hidden = colour_in_b[game].copy()
        for k in range(KINDS):
            for level in range(int64(view.hand[KINDS * c + k])):
                for j in range(colour_hidden):
                    hidden[j] += colour_in[game, KINDS * level + k, j]
            for s in range(SETS):
                copies = np.float32(cards[s, KINDS * c + k])
                if copies > 0:
                    for j in range(colour_hidden):
                        hidden[j] += copies * colour_in[game, KINDS * (LEVELS + s) + k, j]
        if KINDS * c <= card < KINDS * (c + 1):
            for j in range(colour_hidden):
                hidden[j] += colour_in[game, KINDS * (place - c) + card, j]
        out = colour_out_b[game].copy()
        for i in range(colour_hidden):
            if hidden[i] > 0:
                for j in range(colour_sums):
                    out[j] += hidden[i] * colour_out[game, i, j]
        for j in range(colour_sums):
            if out[j] > 0:
                made[j] += out[j]

    @compiled
    def expected_payoff(view: Any, x: Any, made: Any) -> float:
        """The network's answer, given the inputs and what it made of the colours."""
        game = view.rules.game
        hidden = first_b[game].copy()
        for i in range(N_INPUTS):
            if x[i] != 0:
                for j in range(first_hidden):
                    hidden[j] += x[i] * first[game, i, j]
        for i in range(colour_sums):
            if made[i] != 0:
                for j in range(first_hidden):
                    hidden[j] += made[i] * first[game, N_INPUTS + i, j]
        out = second_b[game].copy()
        for i in range(first_hidden):
            if hidden[i] > 0:
                for j in range(second_hidden):
                    out[j] += hidden[i] * second[game, i, j]
        payoff = float(last_b[game, 0])
        for j in range(second_hidden):
            if out[j] > 0:
                payoff += out[j] * last[game, j, 0]
        return payoff

    @compiled
    def value(view: Any, t: int, sums: int, marks: int, now: Now) -> float:
        """The payoff to expect of the hand after the discard of t, -1 for none (see `evaluate`)."""
        x = np.zeros(N_INPUTS, np.float32)
        inputs(view, t, sums, marks, now, x)
        cards = np.zeros((SETS, N_TYPES), np.int8)
        table_cards(view, now, cards)
        card, place = (t, DISCARDED) if t >= 0 else (int64(view.card), PASSED)
        made = np.zeros(colour_sums, np.float32)
        for c in range(COLOURS):
            add_colour(view, cards, card, place, c, made)
        return expected_payoff(view, x, made)

    return choosers(value)


CHOOSERS = judgment([layers_of(game) for game in PRESETS])
