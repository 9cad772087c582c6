"""`rollout`: a determinized Monte Carlo player, who tries every move on hands as they might be.

At each decision it draws hidden cards at random, consistent with everything that its seat has seen, makes each legal
move in turn, lets `greedy` play the deal on from there at all three seats, and keeps what it was paid. All moves are
tried on the same hidden cards and random numbers. After each round of samples the worse half of the moves is given up
and the rest tried on as many again as there were, so that close moves are looked at most. In the end the move that
`greedy` would make is made, unless another was paid more by `caution` standard errors. A win is taken as it comes.

It knows no rule of the game beyond what is legal, and wins because it counts what moves lead to. `samples` is what the
last moves left have been tried on; with 128 of them a decision takes one to three milliseconds.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np

from simcore import (
    CHOICES,
    MAX_CHOICES,
    MAX_SAMPLES,
    Option,
    Parameter,
    Strategy,
    kth_bit,
    lowest,
    play_choices,
    popcount,
    random_word,
)
from strategies.greedy import GREEDY

PASS, WIN = int(Option.PASS), int(Option.WIN)
SAMPLES, CAUTION = 0, 1
FIRST = 8  # samples of the first round
NONE = -1
FAR, TIE = 1e18, 1e-9

PARAMETERS = (
    Parameter("samples", 128.0, 8.0, 4096.0, "samples of the hidden cards behind the choice between the last moves"),
    Parameter("caution", 1.0, 0.0, 5.0, "standard errors by which a move must beat the one that greedy would make"),
)

compiled = numba.njit(error_model="numpy", nogil=True)


def halve(view: Any, choices: Any) -> int:
    """The index of the choice to make, by rounds that give up the worse half of them.

    `gain` and `square` sum what each choice was paid more than the one that the playing strategy likes, which is never
    given up before the end, and the squares of that. `index` says which choice each of those left was.
    """
    gain, square, index = np.empty(MAX_CHOICES), np.empty(MAX_CHOICES), np.empty(MAX_CHOICES, np.int64)
    seat = view.seat
    wanted = int(view.params[SAMPLES])
    liked = 0
    n = choices.n
    for k in range(n):
        gain[k] = square[k] = 0.0
        index[k] = k
    choices.key = random_word(view)
    choices.first = 0
    size = FIRST
    while True:
        size = min(size, wanted - choices.first)
        while size > 0:
            choices.count = min(size, MAX_SAMPLES)
            play_choices(view, choices)
            for k in range(choices.n):
                if choices.claim[k] == choices.liked_claim and choices.discard[k] == choices.liked_discard:
                    liked = k
            for i in range(choices.count):
                for k in range(choices.n):
                    more = choices.payoff[i, k, seat] - choices.payoff[i, liked, seat]
                    gain[k] += more
                    square[k] += more * more
            choices.first += choices.count
            size -= choices.count
        done = choices.first >= wanted
        keep = 1 if done else (choices.n + 1) // 2
        if done:
            for k in range(choices.n):  # a gain counts where it is more than chance makes of none
                gain[k] -= view.params[CAUTION] * np.sqrt(square[k])
        if keep < 2 and not done:
            size = choices.first
            continue
        gain[liked] = TIE if done else FAR  # of equals it stays
        for place in range(keep):  # the best `keep` to the front; of equals the first stays first
            best = place
            for k in range(place + 1, choices.n):
                if gain[k] > gain[best]:
                    best = k
            moved = gain[best], square[best], index[best], choices.claim[best], choices.discard[best]
            for k in range(best, place, -1):
                gain[k], square[k], index[k] = gain[k - 1], square[k - 1], index[k - 1]
                choices.claim[k], choices.discard[k] = choices.claim[k - 1], choices.discard[k - 1]
            gain[place], square[place], index[place], choices.claim[place], choices.discard[place] = moved
        choices.n = keep
        if done:
            return index[0]
        gain[0] = 0.0
        size = choices.first


halve = compiled(halve)


def best_claim(view: Any, choices: Any) -> int:
    """The option with the best mean payoff."""
    choices.n = 0
    options = view.options
    while options:
        choices.claim[choices.n] = lowest(options)
        choices.discard[choices.n] = NONE
        choices.n += 1
        options &= options - 1
    return kth_bit(view.options, halve(view, choices))


def best_discard(view: Any, choices: Any) -> int:
    """The card with the best mean payoff."""
    choices.n = 0
    types = view.discards
    while types:
        choices.claim[choices.n] = NONE
        choices.discard[choices.n] = lowest(types)
        choices.n += 1
        types &= types - 1
    return kth_bit(view.discards, halve(view, choices))


best_claim = compiled(best_claim)
best_discard = compiled(best_discard)


# A compiled record does not keep its array alive: the array is named again after the last use of the record.
def claim(view: Any) -> int:
    """The option with the best mean payoff."""
    if (view.options >> WIN) & 1:
        return WIN
    if popcount(view.options) == 1:
        return lowest(view.options)
    room = np.zeros(1, CHOICES)
    return best_claim(view, room[0]) + len(room) - 1


def discard(view: Any) -> int:
    """The card with the best mean payoff."""
    if popcount(view.discards) == 1:
        return lowest(view.discards)
    room = np.zeros(1, CHOICES)
    return best_discard(view, room[0]) + len(room) - 1


ROLLOUT = Strategy(
    "rollout",
    claim,
    discard,
    PARAMETERS,
    random=True,
    playout=GREEDY,
    meaning="draws the hidden cards at random, plays every move on with greedy, and takes the best mean payoff",
)
