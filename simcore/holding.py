"""Hands as people write them, checked and packed as HOLDING records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from simcore.cards import CARD_NAMES, GHOST, KINDS, is_lone, parse_card, parse_cards
from simcore.claims import lay_meld
from simcore.errors import CardError, HandError
from simcore.groups import Place
from simcore.options import complete_che
from simcore.records import HOLDING, Option
from simcore.rules import Rules
from simcore.tables import empty_tables

HAND_SIZE = 31
MELD_KINDS = ("chi", "peng", "kong", "zhan", "ming")
NAMES = CARD_NAMES["en"]
_TABLES = empty_tables()
_BLOCK = _TABLES.block.tolist()
_POWER = _TABLES.power.tolist()
_IS_BONUS = [t == GHOST or t % 7 < 3 for t in range(len(NAMES))]
_TYPE_OF = {name: t for t, name in enumerate(NAMES)}


@dataclass(frozen=True)
class Meld:
    """An open meld: its kind as an option, the type it is of (for a chi its lowest), all its cards."""

    option: Option
    card: int
    cards: tuple[int, ...]


@dataclass(frozen=True)
class Case:
    """A checked scoring input: concealed types, melds, claimed type or -1."""

    hand: tuple[int, ...]
    melds: tuple[Meld, ...]
    claimed: int


def read_case(
    rules: Rules, hand: str | Sequence[Any], melds: Sequence[str] = (), claimed: str | int | None = None
) -> Case:
    """Check one scoring input (docs/formats.md). Raises CardError or HandError."""
    if not isinstance(hand, str | Sequence):
        raise HandError(f"hand: expected a list of cards, not {hand!r}")
    concealed = tuple(_cards(hand))
    if isinstance(melds, str) or not isinstance(melds, Sequence):
        raise HandError(f'melds: expected a list such as ["peng:WZ"], not {melds!r}')
    card = -1 if claimed is None else _card(claimed)
    texts = [_split(meld) for meld in melds]
    if texts and card < 0:
        raise HandError("melds without a claimed card: a dealt hand has no melds")
    fixed = len(concealed) + (card >= 0)
    fixed += sum(_size(kind, cards) for kind, cards in texts)
    laid = tuple(_meld(kind, cards, HAND_SIZE - fixed) for kind, cards in texts)
    total = len(concealed) + sum(len(meld.cards) for meld in laid) + (card >= 0)
    if total != HAND_SIZE:
        raise HandError(f"{total} card{'s' * (total != 1)}: hand, melds and claimed card together are {HAND_SIZE}")
    counts = Counter(concealed)
    for meld in laid:
        counts.update(meld.cards)
    if card >= 0:
        counts[card] += 1
    copies = rules.copies
    for t, n in sorted(counts.items()):
        most = copies[t] if t < len(copies) else 0
        if n > most:
            has = f"the deck holds {most}" if most else f"the {rules.game} deck holds none"
            raise CardError(f"{NAMES[t]}: {n} copies, but {has}")
    return Case(concealed, laid, card)


def pack(cases: Iterable[Case]) -> np.ndarray[Any, Any]:
    """Checked cases as an array of HOLDING records."""
    return np.array([_row(case) for case in cases], HOLDING)


def _row(case: Case) -> tuple[Any, ...]:
    """The fields of a case's HOLDING record."""
    counts = [0] * len(NAMES)
    index = [0] * 6
    bonus = 0
    for t in case.hand:
        counts[t] += 1
        index[_BLOCK[t]] += _POWER[t]
        bonus += _IS_BONUS[t]
    ghosts = counts[GHOST]
    laid = [0] * 7
    for meld in case.melds:
        sums = _meld_sums(int(meld.option), meld.card, len(meld.cards))
        sets = (a | b for a, b in zip(laid[:3], sums[:3], strict=True))
        laid = [*sets, *(a + b for a, b in zip(laid[3:], sums[3:], strict=True))]
        bonus += sum(_IS_BONUS[t] for t in meld.cards)
        ghosts += meld.cards.count(GHOST)
    trips = max(counts) >= 3
    due = due_place(case.claimed, counts, laid[0])
    return (tuple(index), bonus, ghosts, trips, case.claimed, due, *laid[:6], min(laid[6], 1))


@cache
def _meld_sums(option: int, card: int, size: int) -> tuple[int, ...]:
    """What one meld adds to the last seven fields of a HOLDING record, by the rule that play uses."""
    h = np.zeros(1, HOLDING)[0]
    lay_meld(h, option, card, size)
    return tuple(int(h[name]) for name in HOLDING.names[-7:])  # type: ignore[index]


def due_place(claimed: int, counts: Sequence[int], laid_out: int) -> int:
    """E12, G12: the place that duty_in_win asks of the claimed card, `Place.NONE` for none."""
    if claimed < 0:
        return Place.NONE
    if counts[claimed] >= 3:
        return Place.QUAD
    pairs = sum(1 << t for t in range(28) if counts[t] >= 2)
    if counts[claimed] == 2 and int(complete_che(pairs | laid_out)) >> claimed & 1:
        return Place.TRIPLE
    return Place.NONE


def _cards(cards: str | Sequence[Any]) -> list[int]:
    if isinstance(cards, str):
        return parse_cards(cards)
    found: list[int] = []
    for card in cards:
        if isinstance(card, str):
            t = _TYPE_OF.get(card)
            found.extend(parse_cards(card) if t is None else [t])
        else:
            found.append(_card(card))
    return found


def _card(card: Any) -> int:
    if isinstance(card, str):
        return parse_card(card)
    if isinstance(card, bool) or not isinstance(card, int | np.integer) or not 0 <= int(card) < len(NAMES):
        raise CardError(f"{card!r} is no card: expected text such as YJ, or a type from 0 to {len(NAMES) - 1}")
    return int(card)


def _split(meld: Any) -> tuple[str, list[int]]:
    if not isinstance(meld, str) or ":" not in meld:
        raise HandError(f'{meld!r} is no meld: expected kind:cards, such as "peng:WZ" or "chi:RC,RM,RP"')
    kind, _, cards = meld.partition(":")
    kind = kind.strip().lower()
    if kind not in MELD_KINDS:
        raise HandError(f'"{meld}" is no meld: its kind is one of {", ".join(MELD_KINDS)}')
    try:
        return kind, parse_cards(cards)
    except CardError as error:
        raise CardError(f'meld "{meld}": {error}') from None


def _size(kind: str, cards: list[int]) -> int:
    """Cards of a meld; a kong of ghosts counts four until the total tells."""
    return len(cards) if kind == "chi" else {"peng": 3, "kong": 4, "zhan": 2, "ming": 1}[kind]


def _meld(kind: str, cards: list[int], missing: int) -> Meld:
    text = f'"{kind}:{",".join(NAMES[t] for t in cards)}" is no meld'
    if kind == "chi":
        return Meld(*_chi(cards, text), tuple(cards))
    if len(cards) != 1:
        raise HandError(f"{text}: name its card once")
    card = cards[0]
    if kind == "ming" and not is_lone(card):
        raise HandError(f"{text}: only 將 and 鬼 are laid open alone")
    if kind == "zhan" and is_lone(card):
        raise HandError(f"{text}: 占 is never for a lone card")
    size = _size(kind, cards)
    if kind == "kong" and card == GHOST and missing == 1:
        size = 5
    return Meld(Option[kind.upper()], card, (card,) * size)


def _chi(cards: list[int], text: str) -> tuple[Option, int]:
    kinds = sorted(t % 7 for t in cards)
    colours = {t // 7 for t in cards}
    if GHOST not in cards:
        if len(cards) == 3 and len(colours) == 1 and kinds in ([0, 1, 2], [3, 4, 5]):
            return Option.CHI, min(cards)
        if set(kinds) == {6} and len(colours) == len(cards) and len(cards) in (3, 4):
            return Option.CHI, min(cards)
    expected = "three or four 卒 of different colours"
    raise HandError(f"{text}: a chi is 將士相 or 車馬炮 of one colour, or {expected} ({KINDS} are the kinds)")


def case_of(mapping: Mapping[str, Any]) -> tuple[Any, Any, Any]:
    """The three parts of a scoring input given as a mapping; HandError for an unknown key or a missing hand."""
    unknown = sorted(set(mapping) - {"rules", "hand", "melds", "claimed"})
    if unknown:
        raise HandError(f'unknown key "{unknown[0]}": expected hand, melds, claimed')
    if "hand" not in mapping:
        raise HandError("no hand: expected a list of cards under the key hand")
    return mapping["hand"], mapping.get("melds") or (), mapping.get("claimed")
