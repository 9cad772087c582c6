"""Groups, open melds, and every partition of cards into groups (RULES "Groups").

A group is (shape, cards, origin): shape one of SHAPES, cards a sorted tuple of codes, origin "hand", "laid"
(an open meld) or "claimed" (it holds the card of the win). Two equal lone cards are never made a pair: they
are two singles, of the same value everywhere (G2: two singles for hu and a pair for a che; Y2: both 0).
"""

from collections import namedtuple
from functools import cache
from itertools import combinations

from .cards import CHE, CODE, GHOST, JIANG, MA, PAO, SHI, TEXT, XIANG, ZU, card, copies, is_lone, parse

Group = namedtuple("Group", "shape cards origin")
SHAPES = ("single", "pair", "yuan", "triple", "quad", "five")

ZU_CARDS = tuple(card(colour, ZU) for colour in range(4))
JSX = [tuple(card(colour, kind) for kind in (JIANG, SHI, XIANG)) for colour in range(4)]
CMP = [tuple(card(colour, kind) for kind in (CHE, MA, PAO)) for colour in range(4)]
YUANS = [*JSX, *CMP, *combinations(ZU_CARDS, 3), ZU_CARDS]
# No group reaches across two of these blocks, so each can be partitioned by itself.
BLOCKS = [*JSX, *CMP, ZU_CARDS, (GHOST,)]

NAMES = {
    ("pair", "hand"): "dui",
    ("yuan", "hand"): "yuan",
    ("single", "open"): "ming",
    ("pair", "open"): "zhan",
    ("yuan", "open"): "chi",
    ("triple", "open"): "peng",
    ("five", "hand"): "wugui",
    ("five", "open"): "wugui",
}
GAME_NAMES = {
    ("guangshui", "triple", "hand"): "zi",
    ("guangshui", "quad", "hand"): "nao",
    ("guangshui", "quad", "open"): "lou",
    ("youxi", "triple", "hand"): "kan",
    ("youxi", "quad", "hand"): "yu",
    ("youxi", "quad", "open"): "kaiche",
}


def name_of(game, group):
    """The name of a group in result rows."""
    where = "hand" if group.origin == "hand" else "open"
    if group.shape == "single" and where == "hand":
        return "gui" if group.cards[0] == GHOST else "jiang"
    return NAMES.get((group.shape, where)) or GAME_NAMES[game, group.shape, where]


def groups_holding(first, cards):
    """Every (shape, cards) that holds the card `first` and can be made of `cards`."""
    count = cards.count(first)
    if is_lone(first):
        yield "single", (first,)
    elif count >= 2:
        yield "pair", (first,) * 2
    if count >= 3:
        yield "triple", (first,) * 3
    if count >= 4:
        yield "quad", (first,) * 4
    if count >= 5:
        yield "five", (first,) * 5
    for yuan in YUANS:
        if first in yuan and all(member in cards for member in yuan):
            yield "yuan", yuan


def without(cards, some):
    rest = list(cards)
    for one in some:
        rest.remove(one)
    return tuple(rest)


@cache
def partitions(cards):
    """Every way to put each of `cards` (a sorted tuple of one block) into exactly one group, once each."""
    if not cards:
        return frozenset({()})
    found = set()
    for group in groups_holding(cards[0], cards):
        for rest in partitions(without(cards, group[1])):
            found.add(tuple(sorted([group, *rest])))
    return frozenset(found)


@cache
def block_groupings(cards, claimed, permitted):
    """Every list of Groups of a block's `cards`, the `claimed` one (None: not in this block) among them.

    One entry for each choice of the group that holds the claimed card, of a shape in `permitted`."""
    found = []
    for partition in sorted(partitions(cards)):
        in_hand = [Group(shape, members, "hand") for shape, members in partition]
        if claimed is None:
            found.append(tuple(in_hand))
            continue
        for holder in sorted({group for group in in_hand if claimed in group.cards}):
            if holder.shape in permitted:
                rest = list(in_hand)
                rest.remove(holder)
                found.append((*rest, holder._replace(origin="claimed")))
    return tuple(found)


@cache
def fewest_idle(cards):
    """The fewest of `cards` (a sorted tuple of one block) that can be left in no group."""
    if not cards:
        return 0
    choices = [1 + fewest_idle(cards[1:])]
    choices += [fewest_idle(without(cards, group)) for _, group in groups_holding(cards[0], cards)]
    return min(choices)


def idle_in(cards, claimed=None, permitted=frozenset(SHAPES)):
    """The fewest of `cards` left in no group; `claimed`, one of them, may only join a permitted shape."""
    total = 0
    for block in BLOCKS:
        mine = tuple(sorted(code for code in cards if code in block))
        if claimed not in block:
            total += fewest_idle(mine)
            continue
        choices = [1 + fewest_idle(without(mine, (claimed,)))]
        for shape, group in groups_holding(claimed, mine):
            if shape in permitted:
                choices.append(fewest_idle(without(mine, group)))
        total += min(choices)
    return total


def parse_meld(text, ghosts_in_kong=4):
    """The laid Group of "peng:WZ", "kong:RX", "zhan:GM", "ming:YJ", "chi:RC,RM,RP"; else ValueError."""
    what, _, names = text.partition(":")
    cards = tuple(sorted(CODE[name] if name in CODE else parse([name])[0] for name in names.split(",")))
    if what == "chi":
        if cards not in YUANS:
            raise ValueError(f"meld {text!r} is no yuan")
        return Group("yuan", cards, "laid")
    if len(cards) != 1:
        raise ValueError(f"meld {text!r}: one card expected")
    code = cards[0]
    if what == "ming" and is_lone(code):
        return Group("single", (code,), "laid")
    if what == "zhan" and not is_lone(code):
        return Group("pair", (code,) * 2, "laid")
    if what == "peng":
        return Group("triple", (code,) * 3, "laid")
    if what == "kong" and code == GHOST and ghosts_in_kong == 5:
        return Group("five", (code,) * 5, "laid")
    if what == "kong":
        return Group("quad", (code,) * 4, "laid")
    raise ValueError(f"{text!r} is no meld")


def read_case(game, hand, melds, claimed):
    """(concealed codes less the claimed card, laid Groups, claimed code or None); ValueError if unusable."""
    concealed = parse(hand)
    win_card = None if claimed is None else parse([claimed])[0]
    if win_card is None and melds:
        raise ValueError("melds without a claimed card")
    for ghosts_in_kong in (4, 5):
        laid = [parse_meld(text, ghosts_in_kong) for text in melds]
        everything = [
            *concealed,
            *(c for group in laid for c in group.cards),
            *([] if win_card is None else [win_card]),
        ]
        if len(everything) == 31:
            break
    else:
        raise ValueError(f"31 cards expected, {len(everything)} given")
    for code in set(everything):
        if everything.count(code) > copies(code):
            raise ValueError(f"{everything.count(code)} copies of {TEXT[code]}")
    if game == "guangshui" and GHOST in everything:
        raise ValueError("guangshui has no ghosts")
    return concealed, laid, win_card
