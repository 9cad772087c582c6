"""Y2-Y8: what one grouping of 31 cards is worth."""

from collections import namedtuple

from .cards import GHOST, JIANG, SHI, XIANG, ZU, is_lone, kind_of

# Y2: (lone cards, others) by shape and by whether the group is claimed or laid.
VALUES = {
    ("triple", False): (8, 2),
    ("quad", False): (24, 6),
    ("five", False): (40, None),
    ("triple", True): (4, 1),
    ("quad", True): (16, 4),
    ("five", True): (32, None),
}

# What Y4-Y8 need to know of some groups; every field adds up over groups.
# barring: groups that no high win may hold; fours, zu_threes: four-zu and three-zu yuan.
Tally = namedtuple("Tally", "hu kongs barring fours zu_threes")
NOTHING = Tally(0, 0, 0, 0, 0)
Value = namedtuple("Value", "wins hu kongs total ghosts high high_name pay dreamer")


def add(a, b):
    return Tally(a.hu + b.hu, a.kongs + b.kongs, a.barring + b.barring, a.fours + b.fours, a.zu_threes + b.zu_threes)


def group_hu(group):
    if group.shape == "yuan":
        return 2 if len(group.cards) == 4 else 1
    if group.shape in ("single", "pair"):
        return 0
    lone, other = VALUES[group.shape, group.origin != "hand"]
    return lone if is_lone(group.cards[0]) else other


def may_stand_in_high(group):
    """Y7: only yuan (four zu 2 hu), claimed or laid triples of non-lone cards, single lone cards, pairs."""
    if group.shape in ("single", "pair", "yuan"):
        return True
    return group.shape == "triple" and group.origin != "hand" and not is_lone(group.cards[0])


def tally_of(groups):
    tally = NOTHING
    for group in groups:
        zu_yuan = group.shape == "yuan" and kind_of(group.cards[0]) == ZU
        tally = add(
            tally,
            Tally(
                hu=group_hu(group),
                kongs=int(group.shape in ("quad", "five") and group.origin != "hand"),
                barring=int(not may_stand_in_high(group)),
                fours=int(zu_yuan and len(group.cards) == 4),
                zu_threes=int(zu_yuan and len(group.cards) == 3),
            ),
        )
    return tally


def high_name(tally, concealed, switches):
    """Y7: the name of the high win that a grouping is, or "". `concealed` is without the winning card."""
    if switches["high_kan"] == "held" and any(concealed.count(code) >= 3 for code in concealed):
        return ""
    if tally.hu != 10 or tally.barring or tally.fours >= 3:
        return ""
    # With 10 hu of such groups and 31 cards the number of groups and of spare cards is that of Y7.
    if tally.fours == 0:
        return "shihu_kongyi"
    if tally.fours == 1:
        return "qizu_kongsan" if tally.zu_threes else "sizu_kongsan"
    return "bazu_kongwu"


def payment(total, ghosts, high, base_rule):
    """Y6: (what each other player pays, what the winner hands the dreamer)."""
    if total >= 40 or high:
        return (2 * total + 5) // 10 + ghosts + 2, 4
    if base_rule == "flat":
        base = 4 if total >= 35 else 3
    elif base_rule == "half_up":
        base = (total + 5) // 10
    else:
        base = -(-total // 10)
    return base + ghosts + 1, 2


def value(tally, concealed, everything, switches):
    """The Value of a whole grouping; `everything` is all 31 cards."""
    ghosts = everything.count(GHOST)
    total = tally.hu + ghosts + sum(kind_of(code) in (JIANG, SHI, XIANG) for code in everything)  # Y5
    name = high_name(tally, concealed, switches)
    pay, dreamer = payment(total, ghosts, bool(name), switches["ordinary_base"])
    return Value(tally.hu >= 10, tally.hu, tally.kongs, total, ghosts, bool(name), name, pay, dreamer)


def key(v):
    """Y8: what is left to the winner, then payment, hu, high before not; without a win: the highest hu.

    Y8 leaves the rest free: then the most kongs and the later name."""
    if not v.wins:
        return (0, 0, 0, v.hu, 0, v.kongs, "")
    return (1, 2 * v.pay - v.dreamer, v.pay, v.hu, v.high, v.kongs, v.high_name)
