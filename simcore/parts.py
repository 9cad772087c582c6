"""The groups of a hand as people see them: from packed groupings to named groups of cards, and rows with their hu."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from simcore.cards import CARD_NAMES, GHOST
from simcore.groups import ANYWHERE, Place, colour_groupings, zu_groupings
from simcore.holding import Case
from simcore.records import Option

NAMES = CARD_NAMES["en"]


@dataclass(frozen=True)
class Group:
    """One group of a grouping: name, cards as types, laid open before, holds the claimed card, hu, its rule id."""

    group: str
    cards: tuple[int, ...]
    open: bool
    claimed: bool
    hu: int
    rule: str

    def to_dict(self) -> dict[str, Any]:
        """As JSON (docs/formats.md)."""
        return {
            "group": self.group,
            "cards": [NAMES[t] for t in self.cards],
            "open": self.open,
            "claimed": self.claimed,
            "hu": self.hu,
            "rule": self.rule,
        }


@dataclass(frozen=True)
class Bonus:
    """One bonus: name, hu, what it is for, its rule id."""

    bonus: str
    hu: int
    of: str
    rule: str

    def to_dict(self) -> dict[str, Any]:
        """As JSON (docs/formats.md)."""
        return {"bonus": self.bonus, "hu": self.hu, "of": self.of, "rule": self.rule}


@dataclass(frozen=True)
class Part:
    """A group before it has its hu: its shape, where it comes from."""

    kind: str  # "equal" or "yuan"
    cards: tuple[int, ...]
    open: bool = False
    claimed: bool = False


def open_parts(case: Case) -> list[Part]:
    """The melds of a case as parts."""
    return [Part("yuan" if m.option == Option.CHI else "equal", m.cards, open=True) for m in case.melds]


def states_of(case: Case, h: Any, tables: Any) -> list[tuple[int, int]]:
    """State and claimed kind (or colour) of each block, the claimed card counted in."""
    found = []
    for block in range(5):
        mine = case.claimed >= 0 and int(tables.block[case.claimed]) == block
        state = int(h.idx[block]) + (int(tables.power[case.claimed]) if mine else 0)
        kind = (case.claimed % 7 if block < 4 else case.claimed // 7) if mine else -1
        found.append((state, kind))
    return found


def groupings_of(block: int, state: int, kind: int, allow: int, scratch: Any) -> list[int]:
    """The packed groupings of a block; `allow` counts only where the claimed card lies in it (`kind` is not -1)."""
    allow = allow if kind >= 0 else ANYWHERE
    n = (zu_groupings if block == 4 else colour_groupings)(state, kind, allow, scratch)
    return [int(g) for g in scratch.grouping[:n]]


def parts_of(block: int, state: int, kind: int, grouping: int) -> Iterator[Part]:
    """The groups of one grouping of a block."""
    if block == 4:
        yield from _zu_parts(state, kind, grouping)
        return
    base = 7 * block
    place = Place(grouping >> 14 & 7)
    in_yuan = place == Place.YUAN
    for first, count in ((0, grouping & 7), (3, grouping >> 3 & 7)):
        for i in range(count):
            mine = in_yuan and first <= kind < first + 3 and i == 0
            yield Part("yuan", tuple(base + first + k for k in range(3)), claimed=mine)
    for k in range(6):
        left = state // 5**k % 5 - (grouping & 7 if k < 3 else grouping >> 3 & 7)
        if k == 0:
            form = grouping >> 6 & 3
            sizes = ([form + 2] if form else []) + [1] * (left - (form + 2 if form else 0))
        else:
            sizes = [2, 2] if grouping >> (8 + k) & 1 else [left] if left else []
        yield from equal_parts(base + k, sizes, place if k == kind else Place.NONE)


def _zu_parts(state: int, colour: int, grouping: int) -> Iterator[Part]:
    place = Place(grouping >> 19 & 7)
    yuans = [tuple(7 * c + 6 for c in range(4))] * (grouping & 7)
    for without in range(4):
        cards = tuple(7 * c + 6 for c in range(4) if c != without)
        yuans += [cards] * (grouping >> (3 + 3 * without) & 7)
    claimed_left = place == Place.YUAN
    used = [0] * 4
    for cards in yuans:
        mine = claimed_left and 7 * colour + 6 in cards
        claimed_left = claimed_left and not mine
        for card in cards:
            used[card // 7] += 1
        yield Part("yuan", cards, claimed=mine)
    for c in range(4):
        left = state // 5**c % 5 - used[c]
        sizes = [2, 2] if grouping >> (15 + c) & 1 else [left] if left else []
        yield from equal_parts(7 * c + 6, sizes, place if c == colour else Place.NONE)


def equal_parts(card: int, sizes: list[int], place: Place) -> Iterator[Part]:
    """Groups of equal cards by their sizes; the first that fits `place` holds the claimed card."""
    wanted = {Place.SINGLE: 1, Place.PAIR: 2, Place.TRIPLE: 3, Place.QUAD: 4}.get(place, 0)
    for size in sizes:
        mine = wanted != 0 and (size == wanted or (size == 5 and wanted == 4))
        if mine:
            wanted = 0
        yield Part("equal", (card,) * size, claimed=mine)


def name_of(part: Part, game: str) -> str:
    """The name of a group in its game."""
    size = len(part.cards)
    out = part.open or part.claimed
    if part.kind == "yuan":
        return "chi" if out else "yuan"
    if size == 5:
        return "wugui"
    if size == 4:
        return ("lou" if out else "nao") if game == "guangshui" else ("kaiche" if out else "yu")
    if size == 3:
        return "peng" if out else "zi" if game == "guangshui" else "kan"
    if size == 2:
        return "zhan" if out else "dui"
    return "ming" if out else "gui" if part.cards[0] == GHOST else "jiang"
