"""Errors meant for people: each says what was wrong, what was expected, and where.

All of them are `SiseError`, which is a `ValueError`, so one `except SiseError` separates input that cannot be
used from a fault of the program.
"""


class SiseError(ValueError):
    """Input that cannot be used; the message is one line for the person who gave it."""


class CardError(SiseError):
    """A card text or card code that names no card, or more copies of a card than the deck holds."""


class RulesError(SiseError):
    """Rules that cannot be played: an unknown preset or switch, a wrong value, a faulty file."""


class HandError(SiseError):
    """Cards and melds that are no hand: a wrong number of cards, or a meld that is none."""


class StrategyError(SiseError):
    """A strategy that cannot be loaded or seated, an unknown parameter, or an illegal answer from it."""


def quote(text: str, limit: int = 40) -> str:
    """`text` in double quotes for a message: cut at `limit` characters, on one line, with whatever a terminal
    would not print written as an escape."""
    cut = text if len(text) <= limit else text[: limit - 3] + "..."
    return '"' + "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in cut) + '"'
