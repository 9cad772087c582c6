"""Card codes and their text form.

A card type is an int: colour * 7 + kind for the 28 plain types, in the orders 黃紅白綠 (yellow, red, white,
green) and 將士相車馬炮卒, and 28 for the ghost 鬼. In text a card is a colour letter Y R W G with a kind
letter J S X C M P Z, or `GUI`; a count may follow (`YJ2`). Chinese in either script is read as well.
"""

import unicodedata
from collections import Counter
from collections.abc import Iterable
from typing import Final

from simcore.errors import CardError, quote
from simcore.language import canonical_language

YELLOW: Final = 0
RED: Final = 1
WHITE: Final = 2
GREEN: Final = 3

JIANG: Final = 0
SHI: Final = 1
XIANG: Final = 2
CHE: Final = 3
MA: Final = 4
PAO: Final = 5
ZU: Final = 6

N_COLOURS: Final = 4
N_KINDS: Final = 7
N_PLAIN_TYPES: Final = N_COLOURS * N_KINDS
GHOST: Final = N_PLAIN_TYPES
N_TYPES: Final = N_PLAIN_TYPES + 1
COPIES: Final = 4
GHOST_COPIES: Final = 5

COLOURS: Final = "YRWG"
KINDS: Final = "JSXCMPZ"
GHOST_CODE: Final = "GUI"
FAT_KINDS: Final = (JIANG, CHE, ZU)
"""The fat 肥 kinds 將 車 卒; the plain 素 kinds are the other four."""

_SCRIPTS = {
    "en": (COLOURS, KINDS, GHOST_CODE),
    "zh-hant": ("黃紅白綠", "將士相車馬炮卒", "鬼"),
    "zh-hans": ("黄红白绿", "将士相车马炮卒", "鬼"),
}
CARD_NAMES: Final[dict[str, tuple[str, ...]]] = {
    lang: (*(colour + kind for colour in colours for kind in kinds), ghost)
    for lang, (colours, kinds, ghost) in _SCRIPTS.items()
}
"""The 29 card names by language (en, zh-hant, zh-hans), indexed by card type."""

_COLOUR_OF = {sign: i for i, signs in enumerate(("Y黃黄", "R紅红", "W白", "G綠绿")) for sign in signs}
_KIND_OF = {
    sign: i
    for i, signs in enumerate(("J將将帥帅", "S士仕", "X相象", "C車车俥伡", "M馬马傌", "P炮砲包", "Z卒兵"))
    for sign in signs
}
_DIGITS = "0123456789"
_MAX_COUNT = 99  # far above any deck; only keeps a slip such as YJ999999999 from filling the memory
_EXPECTED_CARD = "a colour Y R W G (黃 紅 白 綠) or the ghost GUI (鬼)"
_EXPECTED_KIND = "a kind J S X C M P Z (將 士 相 車 馬 炮 卒)"


def colour_of(card: int) -> int:
    """Colour 0..3 of a plain card type."""
    return card // N_KINDS


def kind_of(card: int) -> int:
    """Kind 0..6 of a plain card type."""
    return card % N_KINDS


def is_lone(card: int) -> bool:
    """True for 將 of any colour and for the ghost: cards that need no partner."""
    return card == GHOST or card % N_KINDS == JIANG


def is_fat(card: int) -> bool:
    """True for 將, 車 and 卒 of any colour; the ghost is neither fat nor plain."""
    return card != GHOST and card % N_KINDS in FAT_KINDS


def format_card(card: int, lang: str = "en") -> str:
    """Text of one card type; raises CardError for a code outside 0..28."""
    names = CARD_NAMES[canonical_language(lang)]
    if not 0 <= card < N_TYPES:
        raise CardError(f"card code {card} names no card; expected 0 to {N_TYPES - 1}")
    return names[card]


def format_cards(cards: Iterable[int], lang: str = "en") -> str:
    """Cards in the order given, neighbours that are equal drawn together: `YJ2 YS`.

    `parse_cards` of the result gives the same list back. Raises CardError for a code outside 0..28.
    """
    runs: list[tuple[int, int]] = []
    for card in cards:
        if runs and runs[-1][0] == card and runs[-1][1] < _MAX_COUNT:
            runs[-1] = (card, runs[-1][1] + 1)
        else:
            runs.append((card, 1))
    return " ".join(format_card(card, lang) + (str(count) if count > 1 else "") for card, count in runs)


def parse_cards(text: str) -> list[int]:
    """Card types named in `text`, in its order, a card with a count repeated.

    Letters of either case and both Chinese scripts; cards divided by spaces, commas, 、 or line ends, or not
    at all. More copies than the deck holds are not refused here: see `check_copies`. Raises CardError.
    """
    if not isinstance(text, str):
        raise CardError(f'expected card text such as "YJ2 YS", found {text!r}')
    # Character by character, so that positions stay those of the text: full-width forms become ASCII.
    signs = [_plain_sign(sign) for sign in text]
    cards: list[int] = []
    at = 0
    while at < len(signs):
        if signs[at].isspace() or signs[at] in ",、;":
            at += 1
            continue
        card, at = _read_card(text, signs, at)
        count, at = _read_count(text, signs, at)
        cards += [card] * count
    return cards


def parse_card(text: str) -> int:
    """The one card that `text` names; raises CardError where it names none or several."""
    cards = parse_cards(text)
    if len(cards) != 1:
        raise CardError(f"cards {quote(text)}: expected one card, found {len(cards) or 'none'}")
    return cards[0]


def check_copies(cards: Iterable[int], ghosts: bool) -> None:
    """Raise CardError where `cards` cannot come from one deck: a fifth copy (a sixth ghost), or a ghost
    at all when `ghosts` is False (Guangshui is played without them)."""
    for card, count in sorted(Counter(cards).items()):
        name = f"{format_card(card)} ({format_card(card, 'zh')})"
        if card == GHOST and not ghosts:
            raise CardError(f"{name} found {count} times; these rules play without ghosts")
        limit = GHOST_COPIES if card == GHOST else COPIES
        if count > limit:
            raise CardError(f"{name} found {count} times; the deck holds {limit}")


def _plain_sign(sign: str) -> str:
    plain = unicodedata.normalize("NFKC", sign)
    plain = plain if len(plain) == 1 else sign
    return plain.upper() if plain.isascii() else plain


def _read_card(text: str, signs: list[str], at: int) -> tuple[int, int]:
    """The card type that starts at `at`, and the position after it."""
    if signs[at] == "鬼":
        return GHOST, at + (2 if signs[at + 1 : at + 2] == ["子"] else 1)
    if "".join(signs[at : at + 3]) == GHOST_CODE:
        return GHOST, at + 3
    colour = _COLOUR_OF.get(signs[at])
    if colour is None:
        raise _misread(text, at, _EXPECTED_CARD)
    kind = _KIND_OF.get(signs[at + 1]) if at + 1 < len(signs) else None
    if kind is None:
        ghost = ", or GUI" if signs[at] == GHOST_CODE[0] else ""
        raise _misread(text, at + 1, f'{_EXPECTED_KIND} after "{text[at]}"{ghost}')
    return colour * N_KINDS + kind, at + 2


def _read_count(text: str, signs: list[str], at: int) -> tuple[int, int]:
    """The count that starts at `at` (1 where none is written), and the position after it."""
    end = at
    while end < len(signs) and signs[end] in _DIGITS:
        end += 1
    if end == at:
        return 1, at
    digits = "".join(signs[at:end]).lstrip("0")
    if not digits or len(digits) > 2:
        raise _misread(text, at, f"a count from 1 to {_MAX_COUNT}", length=end - at)
    return int(digits), end


def _misread(text: str, at: int, expected: str, length: int = 1) -> CardError:
    found = quote(text[at : at + length]) if at < len(text) else "the end"
    return CardError(f"cards {quote(text)}: at character {at + 1} found {found}, expected {expected}")
