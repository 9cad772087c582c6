"""`python -m tests.mode_run DEALS HANDS`: plays and scores both games and prints a hash of all results as JSON.

Run in other modes of the compiler (bounds checks, no compiling at all) it must print the same.
"""

from __future__ import annotations

import hashlib
import json
import sys
from random import Random

import numpy as np

from simcore import SCORE_DTYPE, Rules, deal_log, hand_batch, run_deals, score, score_many
from strategies import BUILT_IN
from tests.comparison import BOLD, EMPTY, GAMES, GRAB, WILD, as_input, mixed_case, random_deck, random_switches


def digests(n_deals: int, n_hands: int) -> dict[str, str]:
    """A hash of each kind of result: records, logs, scores."""
    found = {}
    for game in GAMES:
        rng = Random(f"modes of {game}")
        records, logs, scores = hashlib.sha256(), hashlib.sha256(), hashlib.sha256()
        eager, plain = BUILT_IN["eager"], BUILT_IN["random"]
        for seats in ([plain] * 3, [eager] * 3, [eager, plain, WILD], [GRAB, EMPTY, BOLD]):
            for switches in ({}, random_switches(game, rng)):
                rules = Rules.preset(game).replace(**switches)
                records.update(run_deals(rules, seats, 1, 100, n_deals).tobytes())
                for deal in range(max(1, n_deals // 8)):
                    _, deck = random_deck(game, rng, deal % 3)
                    log = deal_log(rules, seats, 2, deal, deck=deck)
                    logs.update(json.dumps(log).encode())
        for switches in ({}, {"duty_in_win": True}, random_switches(game, rng)):
            rules = Rules.preset(game).replace(**switches)
            cases = [mixed_case(game, rng) for _ in range(n_hands)]
            batch = hand_batch(rules, [as_input(case) for case in cases])
            used = np.full(len(batch) * SCORE_DTYPE.itemsize, 0xFF, np.uint8).view(SCORE_DTYPE)
            scores.update(score_many(rules, batch, out=used).tobytes())  # nothing of what was there may show
            for case in cases[: n_hands // 2]:
                scores.update(json.dumps(score(rules, *case).to_dict()).encode())
        found |= {
            f"{game} records": records.hexdigest(),
            f"{game} logs": logs.hexdigest(),
            f"{game} scores": scores.hexdigest(),
        }
    return found


if __name__ == "__main__":
    print(json.dumps(digests(int(sys.argv[1]), int(sys.argv[2]))))
