"""`rollout`: a determinized Monte Carlo player, who tries every move on hands as they might be.

At each decision it draws hidden cards at random, consistent with everything that its seat has seen, makes each legal
move in turn, lets `greedy` play the deal on from there at all three seats, and keeps what it was paid. All moves are
tried on the same hidden cards and random numbers. What a small network thinks that a move is worth (`network`) counts
like `trust` samples: few samples leave its judgment as it is, many overrule it. After each round of samples the worse
half of the moves is given up and the rest tried on as many again as there were, so that close moves are looked at most;
of the last two one is made as soon as the other will hardly catch up. A win may be let go for a higher one: there the
samples alone decide. A duty and a ghost are taken as they come.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np

from simcore import (
    CHOICES,
    LONE,
    MAX_CHOICES,
    MAX_SAMPLES,
    Parameter,
    Strategy,
    duty,
    kth_bit,
    lowest,
    play_choices,
    popcount,
    random_word,
)
from strategies.choosing import WIN, worth_weighing
from strategies.evaluate import GHOST, int64
from strategies.greedy import GREEDY
from strategies.network import CHOOSERS

FIRST = 8  # samples of the first round
BLOCK = 32  # samples that lead from one to the next
NONE = -1
ENOUGH, SURE = 64, 3.0  # samples of two moves, and standard errors, after which one is not expected to catch up

PARAMETERS = (
    Parameter("samples", 2048.0, 8.0, 65536.0, "samples of the hidden cards behind the choice between the last moves"),
    Parameter("trust", 2048.0, 0.0, 65536.0, "samples that the network's judgment of a move is worth"),
)
SAMPLES, TRUST = range(2)

compiled = numba.njit(error_model="numpy", nogil=True)
claim_worths, discard_worths = CHOOSERS.claim_worths, CHOOSERS.discard_worths


def standing(choices: Any, paid: Any, k: int, keep: int) -> float:
    """What choice k was paid; a win, whose worth is sure, is among the last two."""
    return np.inf if keep > 1 and choices.claim[k] == WIN else paid[k]


standing = compiled(standing)


def halve(view: Any, choices: Any, worths: Any) -> int:
    """The index of the choice to make, by rounds that give up the worse half of them.

    `worths` says what each is worth by the prior judgment. `paid` sums what each was paid; `index` says which choice
    each of those left was.
    """
    paid, index = np.zeros(MAX_CHOICES), np.empty(MAX_CHOICES, np.int64)
    spread, pairs = 0.0, 0
    seat = view.seat
    wanted = int(view.params[SAMPLES])
    for k in range(choices.n):
        paid[k] = view.params[TRUST] * worths[k]
        index[k] = k
    choices.key = random_word(view)
    choices.block = BLOCK
    choices.first = 0
    size = FIRST
    while choices.n > 1:
        size = min(size, wanted - choices.first)
        while size > 0:
            choices.count = min(size, MAX_SAMPLES)
            play_choices(view, choices)
            for i in range(choices.count):
                for k in range(choices.n):
                    paid[k] += choices.payoff[i, k, seat]
            choices.first += choices.count
            size -= choices.count
            if choices.n == 2:
                for i in range(choices.count):
                    more = choices.payoff[i, 0, seat] - choices.payoff[i, 1, seat]
                    spread += more * more
                pairs += choices.count
                open_end = (wanted - choices.first) * spread / pairs
                if pairs >= ENOUGH and (paid[0] - paid[1]) ** 2 > SURE * SURE * open_end:
                    return index[0] if paid[0] >= paid[1] else index[1]
        size = choices.first
        keep = 1 if choices.first >= wanted else max(2, (choices.n + 1) // 2)
        for place in range(keep):  # the best `keep` to the front; of equals the first stays first
            best = place
            for k in range(place + 1, choices.n):
                if standing(choices, paid, k, keep) > standing(choices, paid, best, keep):
                    best = k
            moved = paid[best], index[best], choices.claim[best], choices.discard[best]
            for k in range(best, place, -1):
                paid[k], index[k] = paid[k - 1], index[k - 1]
                choices.claim[k], choices.discard[k] = choices.claim[k - 1], choices.discard[k - 1]
            paid[place], index[place], choices.claim[place], choices.discard[place] = moved
        choices.n = keep
    return index[0]


halve = compiled(halve)


def open_options(view: Any) -> int:
    """The set of options to choose from: see `worth_weighing`; beside a win that pays also what a duty asks for, or
    without a duty everything else."""
    legal = worth_weighing(view)
    if legal != 1 << WIN or view.card == GHOST:
        return legal
    asked = duty(view)
    return legal | asked if asked else int64(view.options)


def best_claim(view: Any, legal: int, choices: Any) -> int:
    """Of a set of options the one that is worth most."""
    worths = np.zeros(MAX_CHOICES)
    choices.n = 0
    options = legal
    while options:
        choices.claim[choices.n] = lowest(options)
        choices.discard[choices.n] = NONE
        choices.n += 1
        options &= options - 1
    if (legal >> WIN) & 1 == 0:  # the network has not seen a win let go
        claim_worths(view, choices.claim, choices.n, worths)
    return kth_bit(legal, halve(view, choices, worths))


def best_discard(view: Any, choices: Any) -> int:
    """The card whose discard is worth most; a lone one only where nothing else is legal."""
    worths = np.zeros(MAX_CHOICES)
    choices.n = 0
    plain = view.discards & ~LONE
    legal = plain if plain else view.discards
    types = legal
    while types:
        choices.claim[choices.n] = NONE
        choices.discard[choices.n] = lowest(types)
        choices.n += 1
        types &= types - 1
    discard_worths(view, choices.discard, choices.n, worths)
    return kth_bit(legal, halve(view, choices, worths))


open_options = compiled(open_options)
best_claim = compiled(best_claim)
best_discard = compiled(best_discard)


# A compiled record does not keep its array alive: the array is named again after the last use of the record.
def claim(view: Any) -> int:
    """The option that is worth most."""
    legal = open_options(view)
    if popcount(legal) == 1:
        return lowest(legal)
    room = np.zeros(1, CHOICES)
    return best_claim(view, legal, room[0]) + len(room) - 1


def discard(view: Any) -> int:
    """The card whose discard is worth most."""
    room = np.zeros(1, CHOICES)
    return best_discard(view, room[0]) + len(room) - 1


ROLLOUT = Strategy(
    "rollout",
    claim,
    discard,
    PARAMETERS,
    random=True,
    playout=GREEDY,
    meaning="draws the hidden cards at random, plays every move on with greedy, and weighs what a network thinks",
)
