"""G2-G10: what one grouping of 31 cards is worth, for every use of its loose pairs of generals."""

from collections import namedtuple
from functools import cache, lru_cache
from itertools import combinations

from .cards import CHE, JIANG, MA, PAO, SHI, TEXT, XIANG, ZU, card, colour_of, is_fat, is_lone
from .groups import CMP, JSX, ZU_CARDS

JIANG_CARDS = tuple(card(colour, JIANG) for colour in range(4))

# G2: (plain, fat) by shape and by whether the group is claimed or laid.
VALUES = {
    ("triple", True): (1, 2),
    ("triple", False): (3, 6),
    ("quad", True): (6, 12),
    ("quad", False): (9, 18),
}
BU_BONUS = {5: 20, 6: 40, 7: 60, 8: 80, 9: 100, 10: 120}  # G3
SU_CHE = [10, 20, 30, 40]  # G4, by members out
FEI_CHE = [20, 40, 60, 100]
CHANG_CHE = [40, 80, 120, 160, 200]

# What G3-G10 need to know of some groups; every field adds up (bit sets: or) over groups.
# hu: all but loose generals; out, pairs: bit sets, 1 << type; loose: loose generals in the hand, one
# decimal digit a colour (yellow the last); shown: generals laid open or claimed as a single.
Tally = namedtuple("Tally", "hu peng fat_lou plain_lou out pairs loose shown")
NOTHING = Tally(0, 0, 0, 0, 0, 0, 0, 0)
Che = namedtuple("Che", "form out hu members")  # form "su", "fei" or "chang"; out: members out
Value = namedtuple("Value", "pai hu lou level named bonuses unpaid loose_hu")


def add(a, b):
    return Tally(
        a.hu + b.hu,
        a.peng + b.peng,
        a.fat_lou + b.fat_lou,
        a.plain_lou + b.plain_lou,
        a.out | b.out,
        a.pairs | b.pairs,
        a.loose + b.loose,
        a.shown + b.shown,
    )


def group_hu(group):
    """G2, for all but loose generals (whose 1 hu depends on their use)."""
    if group.shape == "yuan":
        return 1
    if group.shape in ("triple", "quad"):
        return VALUES[group.shape, group.origin != "hand"][is_fat(group.cards[0])]
    return 0


def tally_of(groups, zhan_in_che=False):
    tally = NOTHING
    for group in groups:
        code = group.cards[0]
        shown = group.origin != "hand"
        is_lou = group.shape == "quad" and shown
        counts_as_pair = group.shape == "pair" and (not shown or zhan_in_che)  # G4
        single = group.shape == "single"
        tally = add(
            tally,
            Tally(
                hu=group_hu(group),
                peng=int(group.shape == "triple" and shown),
                fat_lou=int(is_lou and is_fat(code)),
                plain_lou=int(is_lou and not is_fat(code)),
                out=1 << code if group.shape in ("triple", "quad") else 0,
                pairs=1 << code if counts_as_pair else 0,
                loose=10 ** colour_of(code) if single and not shown else 0,
                shown=int(single and shown),
            ),
        )
    return tally


def is_in(bits, code):
    return bits >> code & 1 == 1


@lru_cache(maxsize=200_000)
def ches(out, pairs, loose):
    """G4, G7: every choice of che to count at once, as (tuple of Che, colours whose loose pair scores 0).

    Each loose pair of generals serves one che only; a colour with four loose generals has two such pairs."""
    loose_pairs = [loose // 10**colour % 10 // 2 for colour in range(4)]

    def members_out(members):
        return sum(is_in(out, code) for code in members)

    fixed = []  # che that need no loose generals
    for members in CMP:
        if all(is_in(out | pairs, code) for code in members):
            n = members_out(members)
            fixed.append(Che("su", n, SU_CHE[n], members))
    zu = tuple(code for code in ZU_CARDS if is_in(out | pairs, code))
    if len(zu) == 3:
        fixed.append(Che("fei", members_out(zu), FEI_CHE[members_out(zu)], zu))
    if len(zu) == 4:
        fixed.append(Che("chang", members_out(zu), CHANG_CHE[members_out(zu)], zu))

    # Each list: the ways to count (or not to count) that che.
    choices_by_colour = []
    for colour, members in enumerate(JSX):
        general, *others = members
        ways = [None]
        if all(is_in(out | pairs, code) for code in others) and (is_in(out, general) or loose_pairs[colour]):
            n = members_out(members)
            ways.append(Che("su", n, SU_CHE[n], members))
        choices_by_colour.append(ways)
    general_ways = [None]
    paired = [code for code in JIANG_CARDS if is_in(out, code) or loose_pairs[colour_of(code)]]
    for members in combinations(paired, 3):
        n = members_out(members)
        general_ways.append(Che("fei", n, FEI_CHE[n], members))
    if len(paired) == 4:
        n = members_out(paired)
        general_ways.append(Che("chang", n, CHANG_CHE[n], tuple(paired)))

    result = []
    for yellow in choices_by_colour[0]:
        for red in choices_by_colour[1]:
            for white in choices_by_colour[2]:
                for green in choices_by_colour[3]:
                    for general in general_ways:
                        chosen = [che for che in (yellow, red, white, green, general) if che is not None]
                        used = [0, 0, 0, 0]  # loose pairs used, by colour
                        unpaid = []
                        for che in chosen:
                            for code in che.members:
                                if code in JIANG_CARDS and not is_in(out, code):
                                    used[colour_of(code)] += 1
                                    if che.out == 0:
                                        unpaid.append(colour_of(code))
                        if all(used[colour] <= loose_pairs[colour] for colour in range(4)):
                            result.append((tuple(fixed + chosen), tuple(unpaid)))
    return tuple(result)


@cache
def qing_rows(out):
    """G5: (colours, kind) of every qing."""
    rows = []
    for kind in (SHI, XIANG, CHE, MA, PAO):
        colours = sum(is_in(out, card(colour, kind)) for colour in range(4))
        if colours >= 3:
            rows.append((colours, kind))
    return tuple(rows)


@cache
def tiandi_colours(out):
    """G6."""
    return tuple(c for c in range(4) if is_in(out, card(c, JIANG)) and is_in(out, card(c, ZU)))


def named_hands(che, qing, tiandi, bu, fat_lou, plain_lou):
    """G8, every line of it, in its order: the ids of the named hands that hold."""
    lou = fat_lou + plain_lou
    su_che = any(c.form == "su" for c in che)
    fei_or_chang = any(c.form in ("fei", "chang") for c in che)
    che_out = any(c.out >= 1 for c in che)
    fei_or_chang_out = any(c.form in ("fei", "chang") and c.out >= 1 for c in che)
    su_quanta = any(c.form == "su" and c.out == 3 for c in che)
    chang_out = max((c.out for c in che if c.form == "chang"), default=0)
    sanqing = len(qing) >= 1
    siqing = any(colours == 4 for colours, _ in qing)
    lines = {
        "su_che_fat_lou": su_che and fat_lou >= 1,
        "fei_che_plain_lou": fei_or_chang and plain_lou >= 1,
        "che_out_5bu": che_out and bu >= 5,
        "fei_che_2out": any(c.form == "fei" and c.out >= 2 for c in che),
        "chang_che_1out": chang_out >= 1,
        "sanqing_5bu": sanqing and bu >= 5,
        "tiandi_5bu": bool(tiandi) and bu >= 5,
        "sanqing_tiandi": sanqing and bool(tiandi),
        "sanqing_che_out": sanqing and che_out,
        "tiandi_che_out": bool(tiandi) and che_out,
        "su_che_quanta": su_quanta,
        "siqing": siqing,
        "6bu": bu >= 6,
        "2lou": lou >= 2,
        "xj_su_che_quanta_2lou": su_quanta and lou >= 2,
        "xj_fei_che_out_2lou": fei_or_chang_out and lou >= 2,
        "xj_chang_che_2out_1lou": chang_out >= 2 and lou >= 1,
        "xj_6bu_chang_che_quanta": bu >= 6 and chang_out == 4,
    }
    return [name for name, holds in lines.items() if holds]


def threshold(n, lou):
    """T(n, L) of G9."""
    if n == 1:
        return {0: 48, 1: 23}.get(lou, 0)
    if n == 5 and lou <= 3:
        return [250, 123, 61, 31][lou]
    if n == 10 and lou <= 3:
        return [500, 250, 123, 61][lou]
    return -(-50 * n // 2**lou)


def pai_of(hu, lou, named):
    """G9: the largest n with hu >= T(n, L), at least 1 for a named hand, 5 for a named xiaojia; 0: no win."""
    n = 0
    while hu >= threshold(n + 1, lou):
        n += 1
    if named:
        n = max(n, 1)
    if any(name.startswith("xj_") for name in named):
        n = max(n, 5)
    return n


def values(tally, switches):
    """The Value of a whole grouping for every use of its loose pairs of generals (G3-G9)."""
    lou = tally.fat_lou + tally.plain_lou
    bu = tally.peng + (lou if switches["lou_is_bu"] else 0)
    qing = qing_rows(tally.out)
    tiandi = tiandi_colours(tally.out)
    all_loose = sum(int(digit) for digit in str(tally.loose)) + tally.shown
    other_bonus = BU_BONUS.get(bu, 0) + sum(20 if n == 3 else 40 for n, _ in qing) + 20 * len(tiandi)
    for che, unpaid in ches(tally.out, tally.pairs, tally.loose):
        loose_hu = all_loose - 2 * len(unpaid)
        if switches["jiang_cap"] == 3:
            loose_hu = min(loose_hu, 3)
        hu = tally.hu + loose_hu + other_bonus + sum(c.hu for c in che)
        named = named_hands(che, qing, tiandi, bu, tally.fat_lou, tally.plain_lou)
        pai = pai_of(hu, lou, named)
        level = "dajia" if pai >= 10 else "xiaojia" if pai >= 5 else ""
        yield Value(pai, hu, lou, level, named, (bu, che, qing, tiandi), unpaid, loose_hu)


def key(value):
    """G10: most pai, then most hu, then most lou."""
    return value.pai, value.hu, value.lou


def bonus_rows(value):
    bu, che, qing, tiandi = value.bonuses
    rows = []
    if bu in BU_BONUS:
        rows.append({"bonus": "bu", "hu": BU_BONUS[bu], "of": str(bu)})
    for c in che:
        rows.append({"bonus": f"{c.form}_che", "hu": c.hu, "of": " ".join(TEXT[code] for code in c.members)})
    for colours, kind in qing:
        rows.append({"bonus": "qing", "hu": 20 if colours == 3 else 40, "of": "JSXCMPZ"[kind]})
    for colour in tiandi:
        rows.append({"bonus": "tiandi", "hu": 20, "of": "YRWG"[colour]})
    return rows


def rows_hu(groups, value):
    """The hu of each group's row: 0 for generals that a che without a member out uses, or over the cap."""
    unpaid = [2 * value.unpaid.count(colour) for colour in range(4)]
    left = value.loose_hu
    result = []
    for group in groups:
        hu = group_hu(group)
        if group.shape == "single" and is_lone(group.cards[0]):
            colour = colour_of(group.cards[0])
            if group.origin == "hand" and unpaid[colour]:
                unpaid[colour] -= 1
            elif left:
                hu, left = 1, left - 1
        result.append(hu)
    return result
