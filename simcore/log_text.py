"""Options and events as the words of a deal log."""

from __future__ import annotations

from simcore.cards import format_card
from simcore.claims import chi_cards
from simcore.records import Option


def option_text(option: int, card: int) -> str:
    """One option on the revealed type `card`: its name, for a chi with the cards used from hand (E6)."""
    if Option.ZHAN < option < Option.PENG:
        used = int(chi_cards(int(option), int(card)))
        return "chi:" + ",".join(format_card(t) for t in range(29) if used >> t & 1)
    return Option(option).name.lower()


def options_text(legal: int, card: int, *, numbers: bool = False) -> list[str]:
    """A set of options, highest first; with their numbers if asked."""
    found = [o for o in reversed(Option) if legal >> o & 1]
    return [option_text(o, card) + (f" ({int(o)})" if numbers else "") for o in found]
