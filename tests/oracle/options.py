"""Legal options and discards of a seat: every thinkable one, less those that a rule refuses."""

from __future__ import annotations

from itertools import combinations

from .cover import covered
from .table import CODES, COLOURS, GHOST, Table, has_right, lone
from .wins import win_score


def chi_forms(card: str) -> list[tuple[str, ...]]:
    """The cards from hand, in type order, of every chi that could take ``card`` (E6)."""
    if card == GHOST:
        return []
    colour, kind = card
    for line in ("JSX", "CMP"):
        if kind in line:
            return [tuple(colour + other for other in line if other != kind)]
    others = [other + "Z" for other in COLOURS if other != colour]
    return [*combinations(others, 2), tuple(others)]


def protected(table: Table, seat: int) -> list[set[str]]:
    """The yuan in hand that Y14 keeps whole."""
    if table.game != "youxi" or not table.rules["no_split"]:
        return []
    hand = table.hands[seat]
    whole = []
    for colour in COLOURS:
        for line in ("JSX", "CMP"):
            cards = {colour + kind for kind in line}
            if all(hand.count(card) == 1 for card in cards):
                whole.append(cards)
    zu = [colour + "Z" for colour in COLOURS if colour + "Z" in hand]
    if all(hand.count(card) == 1 for card in zu) and (
        len(zu) == 3 or (len(zu) == 4 and table.rules["protect_four_zu"])
    ):
        whole.append(set(zu))
    return whole


def win_refusal(table: Table, seat: int) -> str | None:
    """The rule that forbids ``seat`` to declare a win on the reveal (at the opening: on the dealt hand)."""
    if table.dead[seat]:
        return "E13"
    if table.barred[seat]:
        return table.barred[seat]
    if table.card is not None:
        if table.source == "discard" and seat == table.by:
            return "E4"
        if table.card in table.passed[seat]:
            return "G11"
    if table.game == "youxi" and table.rules["false_wins"]:
        return None  # Y11: anyone may declare
    if not covers_31(table, seat):
        return "E11"
    if not true_win(table, seat):
        return "G8" if table.game == "guangshui" else "Y4"
    return None


def covers_31(table: Table, seat: int) -> bool:
    """E11: whether the seat's 31 cards, the revealed one among them, are covered."""
    claimed = [] if table.card is None else [table.card]
    return table.shown(seat) + len(claimed) == 31 and covered(table.hands[seat] + claimed)


def true_win(table: Table, seat: int) -> bool:
    """Whether the seat's cards with the revealed one win (E11, G8, Y4, G16, and duty_in_win of E12)."""
    return covers_31(table, seat) and bool(win_score(table, seat)["wins"])


def refusal(table: Table, seat: int, option: str) -> str | None:
    """The id of a rule that forbids ``option`` to ``seat`` on the reveal, or None where it is legal."""
    card, hand = table.card, table.hands[seat]
    assert card is not None
    kind, _, cards = option.partition(":")
    if kind == "win":
        return win_refusal(table, seat)
    if table.dead[seat]:
        return "E13"
    if table.source == "discard" and seat == table.by:
        return "E4"
    used = tuple(cards.split(",")) if kind == "chi" else (card,) * hand.count(card)
    if kind == "ming":
        used = ()
        if table.source != "draw" or seat != table.by or not lone(card):
            return "E9"
    elif card in table.passed[seat]:
        return "G11"
    elif kind == "kong":
        if len(used) != 3 and not (card == GHOST and len(used) == 4):
            return "E6"
    elif kind == "peng":
        if len(used) != 2:
            return "E6"
        if card in table.passed_peng[seat]:
            return "Y12"
    elif kind in ("chi", "zhan"):
        if not has_right(table, seat):
            return "E5"
        if kind == "zhan" and (len(used) != 1 or lone(card)):
            return "E6"
        if kind == "chi" and (used not in chi_forms(card) or any(other not in hand for other in used)):
            return "E6"
        if card in table.passed_chi_zhan[seat]:
            return "Y12"
        if table.rules["own_discard_dead"] and card in table.discarded[seat]:
            return "Y13" if table.game == "youxi" else "G15"
        for whole in protected(table, seat):
            if whole & set(used) and not whole <= set(used):
                return "Y14"
    else:
        return "E4"
    left = list(hand)
    for other in used:
        left.remove(other)
    if all(lone(other) for other in left):
        return "E8"
    return None


def options(table: Table, seat: int) -> list[str]:
    """The legal options of ``seat`` on the reveal, pass among them where it may decline; none: not asked."""
    assert table.card is not None
    chis = ["chi:" + ",".join(form) for form in chi_forms(table.card)]
    thinkable = ["win", "kong", "peng", *chis, "zhan", "ming"]
    legal = [option for option in thinkable if refusal(table, seat, option) is None]
    if legal and not must_take(table, seat):
        legal.append("pass")
    return legal


def must_take(table: Table, seat: int) -> bool:
    """E9: a drawn lone card may not be declined by its drawer."""
    assert table.card is not None
    return table.source == "draw" and seat == table.by and lone(table.card)


def opening_options(table: Table) -> list[str]:
    """E2: the dealer is asked only where a 天胡 may be declared."""
    return ["win", "pass"] if win_refusal(table, table.dealer) is None else []


def free_discard_refusal(table: Table, seat: int, card: str) -> str | None:
    """The rule against discarding ``card``, leaving aside that Y15 may lift it."""
    if card not in table.hands[seat]:
        return "E14"
    if lone(card) and table.game == "guangshui":
        return "E9"
    if lone(card) and table.rules["lone_discard"] == "forbidden":
        return "Y10"
    if table.game == "youxi" and card in table.chi_taken[seat]:
        return "Y13"
    if any(card in whole for whole in protected(table, seat)):
        return "Y14"
    return None


def legal_discards(table: Table, seat: int) -> list[str]:
    """The types that ``seat`` may discard, in type order."""
    types = sorted(set(table.hands[seat]), key=CODES.index)
    free = [card for card in types if free_discard_refusal(table, seat, card) is None]
    if y15(table, seat):
        free = [card for card in types if card in free or not lone(card)]
    return free


def y15(table: Table, seat: int) -> bool:
    """Y15: Y13 and Y14 leave no non-lone discard, so that any non-lone card may go, and bars."""
    return not any(free_discard_refusal(table, seat, card) is None for card in table.hands[seat] if not lone(card))
