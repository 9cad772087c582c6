"""Hands of 31 cards from a few telling groups, scored in every public way and held against the oracle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from simcore import LEVELS, NAMED, Rules, hand_batch, score, score_many
from tests.oracle.scoring import score as oracle_score
from tests.rules.scripted import cards

FIELDS = ("covered", "wins", "hu", "kong", "pai", "level", "named", "total", "ghosts", "high", "pay", "dreamer")


def whole(game: str, hand: Sequence[str], melds: Sequence[str], claimed: str | None, **switches: Any) -> dict[str, Any]:
    """The score of a whole case as JSON; the batch, the rows and the oracle must agree with it."""
    rules = Rules.preset(game).replace(**switches)
    result = score(rules, hand, melds, claimed).to_dict()
    batch = score_many(rules, hand_batch(rules, [{"hand": list(hand), "melds": list(melds), "claimed": claimed}]))[0]
    oracle = oracle_score(game, switches, list(hand), list(melds), claimed)
    for name in FIELDS:
        if name in result:
            assert result[name] == oracle[name], (name, result, oracle)
            if name == "level":
                assert LEVELS[batch["level"]] == result["level"]
            elif name == "named":
                assert [NAMED[i] for i in range(len(NAMED)) if batch["named"] >> i & 1] == result["named"]
            elif name in batch.dtype.names:
                assert batch[name] == result[name], (name, batch)
    if not result["covered"]:
        assert batch["idle"] == result["idle"] == oracle["idle"]
        return result
    rows = result["groups"] + result.get("bonuses", [])
    assert sum(row["hu"] for row in rows) == result["hu"]
    assert all(row["rule"][0] in "GY" for row in rows)
    everything = sorted(card for row in result["groups"] for card in row["cards"])
    assert len(everything) == 31
    return result


SIZES = {"ming": 1, "zhan": 2, "peng": 3, "kong": 4}


def filled(hand: str, melds: str, claimed: str | None) -> tuple[list[str], list[str], str, int]:
    """These cards as a case of 31, and the hu of the filling: claimed pairs, which score nothing, and where an odd
    number is missing a 將 laid open (a 車馬炮 by chi where there is none left), 1 hu in Guangshui."""
    names, laid = cards(hand), melds.split()
    used, size = names + ([claimed] if claimed else []), 0
    for meld in laid:
        kind, _, named = meld.partition(":")
        used += named.split(",") * SIZES.get(kind, 1)
    free = [c + k for k in "SXMPC" for c in "GWRY" if c + k not in used]
    if claimed is None:  # the winning card completes one of the pairs
        claimed = free.pop()
        names.append(claimed)
        used += [claimed] * 2
    size, odd = len(used), 0
    if size % 2 == 0:
        jiang = min((c + "J" for c in "GWRY"), key=used.count)
        odd = 1
        if used.count(jiang) < 4:
            laid.append(f"ming:{jiang}")
            size += 1
        else:
            laid.append("chi:GC,GM,GP")
            size += 3
    return names, laid + [f"zhan:{card}" for card in free[: (31 - size) // 2]], claimed, odd


def valued(game: str, hand: str, melds: str = "", claimed: str | None = None, **switches: Any) -> dict[str, Any]:
    """The score of these cards filled up to 31, with the hu of the filling under the key filling."""
    *case, odd = filled(hand, melds, claimed)
    return whole(game, *case, **switches) | {"filling": odd if game == "guangshui" else 0}


def rows(result: dict[str, Any], kind: str) -> list[tuple[str, int]]:
    """The (name, hu) of the bonuses, or of the groups that are no filling."""
    if kind == "bonuses":
        return sorted((row["bonus"], row["hu"]) for row in result["bonuses"])
    return sorted((row["group"], row["hu"]) for row in result["groups"] if row["group"] not in ("zhan", "ming"))
