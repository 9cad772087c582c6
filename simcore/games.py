"""The facts of each game that are no house rule: its deck, its seats, its hands and its stock."""

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from simcore.cards import COPIES, GHOST_COPIES, N_PLAIN_TYPES

SEATS: Final = 3
"""Seats of both games."""


class GameId(IntEnum):
    """The game's number in a rules record."""

    GUANGSHUI = 0
    YOUXI = 1


@dataclass(frozen=True)
class Game:
    """One game's table: who sits, what is in the deck, what is dealt and what is never drawn (E1, G1, Y1)."""

    name: str
    id: GameId
    name_zh: str
    ghosts: int
    """Ghosts 鬼 in the deck; 0 means that the game has no such type."""
    undrawn: int
    """Cards at the end of the stock that are never drawn."""
    seats: int = SEATS
    dealer_cards: int = 31
    other_cards: int = 30

    @property
    def copies(self) -> tuple[int, ...]:
        """Copies of each card type in the deck, indexed by type; its length is the number of types."""
        return (COPIES,) * N_PLAIN_TYPES + ((self.ghosts,) if self.ghosts else ())

    @property
    def n_types(self) -> int:
        """Number of card types: 28, or 29 with the ghost."""
        return len(self.copies)

    @property
    def deck_size(self) -> int:
        """Cards in the deck."""
        return sum(self.copies)

    @property
    def stock_size(self) -> int:
        """Cards left after the deal, those never drawn among them."""
        return self.deck_size - self.dealer_cards - (self.seats - 1) * self.other_cards

    @property
    def drawable(self) -> int:
        """Cards of the stock that may be drawn."""
        return self.stock_size - self.undrawn


GAMES: Final = {
    game.name: game
    for game in (
        Game("guangshui", GameId.GUANGSHUI, "廣水", ghosts=0, undrawn=0),
        Game("youxi", GameId.YOUXI, "尤溪", ghosts=GHOST_COPIES, undrawn=3),
    )
}
"""The games by name."""
