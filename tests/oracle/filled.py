"""Hands of 31 cards from a few telling groups, for tests whose hu can be worked out by hand.

They are filled up with open pairs (zhan), which score nothing. The winning card completes one more such pair,
unless one is named.
"""

from .cards import TEXT, parse
from .scoring import check_explanation, score

SIZES = {"ming": 1, "zhan": 2, "peng": 3, "kong": 4}


def filled(hand, melds, claimed=None):
    """(hand, melds, claimed) of 31 cards. An even core is made odd by a general laid open, worth 1 hu in
    guangshui; without a winning card named, a plain pair is completed by it."""
    names = [TEXT[code] for code in parse(hand)]
    melds = melds.split()
    used = names + ([claimed] if claimed else [])
    size = len(used)
    for meld in melds:
        what, _, cards = meld.partition(":")
        used += cards.split(",") * SIZES.get(what, 1)
        size += len(cards.split(",")) if what == "chi" else SIZES[what]
    free = [c + k for k in "SXMPC" for c in "GWRY" if c + k not in used]
    if claimed is None:
        claimed = free.pop()
        names.append(claimed)
        size += 2
    if size % 2 == 0:
        melds.append("ming:GJ" if used.count("GJ") < 4 else "ming:YJ")
        size += 1
    melds += [f"zhan:{card}" for card in free[: (31 - size) // 2]]
    return names, melds, claimed


def judged(game, hand, melds="", claimed=None, **switches):
    case = filled(hand, melds, claimed)
    result = score(game, switches, *case)
    check_explanation(game, switches, *case, result)
    assert sum(row["hu"] for row in result["groups"] + result.get("bonuses", [])) == result["hu"]
    return result


def bonuses(result):
    return sorted((row["bonus"], row["hu"]) for row in result["bonuses"])
