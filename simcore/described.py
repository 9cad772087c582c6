"""A position as people describe it, checked: what one seat knows, its hand, what lies open, the revealed card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property

from simcore.bits import LONE
from simcore.cards import GHOST, check_copies, format_card, format_cards, parse_cards
from simcore.claims import chi_cards
from simcore.errors import CardError, HandError, SiseError
from simcore.holding import Meld, _meld, _split
from simcore.log_text import option_text
from simcore.records import MAX_MELDS, MAX_REVEALS, SEATS, Bar, Option
from simcore.rules import Rules

NONE = -1


class Kind(StrEnum):
    """What a position asks of its seat."""

    OPENING = "opening"  # the dealer's 31 dealt cards (E2)
    CLAIM = "claim"  # a card is revealed
    DISCARD = "discard"  # the seat has claimed and has 31 cards
    WAIT = "wait"  # nothing: another seat is to draw or to discard


@dataclass(frozen=True)
class Reveal:
    """A card revealed earlier: by whom, drawn or discarded, who took it (-1: nobody), who passed on it."""

    card: int
    by: int
    drawn: bool
    taker: int = NONE
    passed: frozenset[int] = frozenset()

    @property
    def laid_aside(self) -> bool:
        """E13: a lone card that its drawer did not take and nobody claimed; it stays in front of the drawer."""
        return self.taker == NONE and self.drawn and bool(LONE >> self.card & 1)


@dataclass(frozen=True)
class OpenSeat:
    """What everybody sees of one seat: its melds as they were laid, the types it discarded and passed on.

    `Meld.card` of a chi is the claimed card. `aside` counts the lone cards that a dead seat's draws left in front of
    it (E13 a); they are melds of kind ming.
    """

    melds: tuple[Meld, ...] = ()
    discarded: frozenset[int] = frozenset()
    passed: frozenset[int] = frozenset()
    dead: bool = False
    aside: int = 0

    @property
    def cards(self) -> tuple[int, ...]:
        """All cards of its melds."""
        return tuple(card for meld in self.melds for card in meld.cards)


@dataclass(frozen=True)
class Position:
    """A position seen from `seat`. Raises SiseError, naming the thing, where no deal leads to it.

    `turn` is the seat whose turn it is: that drew (`drawn`) or discarded the revealed `card`, or that is to draw or
    to discard where no card is revealed (-1). `out` are the cards out of play. `barred` is the rule that barred the
    seat, "" for none. `forbidden` are the types that it may not claim any more, by "win", "kong", "peng" and "chi"
    (chi and zhan); None works them out from what it passed and discarded (G11, Y12, Y13; Y12 at its strictest).
    `history` are the cards revealed before, in order, where they are known: all of them or none.
    """

    rules: Rules
    seat: int
    dealer: int
    hand: tuple[int, ...]
    seats: tuple[OpenSeat, OpenSeat, OpenSeat] = (OpenSeat(), OpenSeat(), OpenSeat())
    out: tuple[int, ...] = ()
    card: int = NONE
    turn: int = NONE
    drawn: bool = False
    barred: str = ""
    forbidden: tuple[tuple[str, frozenset[int]], ...] | None = None
    history: tuple[Reveal, ...] = ()

    def __post_init__(self) -> None:
        check(self)

    @property
    def me(self) -> OpenSeat:
        """What lies open of the seat itself."""
        return self.seats[self.seat]

    @cached_property
    def kind(self) -> Kind:
        """What is asked."""
        if self.card != NONE:
            return Kind.CLAIM
        if self.turn != self.seat or len(self.hand) + len(self.me.cards) < self.rules.dealer_cards:
            return Kind.WAIT
        fresh = self.seat == self.dealer and not self.out and not any(seat.melds for seat in self.seats)
        return Kind.OPENING if fresh else Kind.DISCARD

    def concealed(self, s: int) -> int:
        """Concealed cards of a seat (E7): 30 less its melds, one more for who must discard."""
        if s == self.seat:
            return len(self.hand)
        seat = self.seats[s]
        return self.rules.other_cards - len(seat.cards) + seat.aside

    def discarded(self, s: int) -> frozenset[int]:
        """The types that a seat has discarded, the revealed card among them."""
        listed = self.seats[s].discarded
        return listed | {self.card} if self.card != NONE and not self.drawn and self.turn == s else listed

    @property
    def stock(self) -> int:
        """Cards that can still be drawn."""
        seen = len(self.hand) + len(self.out) + (self.card != NONE) + sum(len(seat.cards) for seat in self.seats)
        others = sum(self.concealed(s) for s in range(SEATS) if s != self.seat)
        return self.rules.deck_size - self.rules.undrawn - seen - others

    def after(self, option: int) -> Position:
        """The position after the seat's claim of the revealed card by `option` has prevailed: it must discard."""
        meld = claimed_meld(option, self.card, Counter(self.hand)[self.card])
        hand = Counter(self.hand)
        hand.subtract(meld.cards)
        hand[self.card] += 1
        seats = [replace(seat, discarded=self.discarded(s)) for s, seat in enumerate(self.seats)]
        seats[self.seat] = replace(self.me, melds=(*self.me.melds, meld))
        known = (Reveal(self.card, self.turn, self.drawn, self.seat),) if self.history or self._is_first else ()
        return replace(
            self,
            hand=tuple(sorted(hand.elements())),
            seats=(seats[0], seats[1], seats[2]),
            card=NONE,
            turn=self.seat,
            drawn=False,
            history=(*self.history, *known),
        )

    def without(self, discard: int, bar: str = "") -> Position:
        """The position after the seat's discard that nobody takes, before the next draw; `bar` as a rule (Y15)."""
        hand = Counter(self.hand)
        hand[discard] -= 1
        seats = list(self.seats)
        seats[self.seat] = replace(self.me, discarded=self.me.discarded | {discard})
        known = (Reveal(discard, self.seat, False),) if self.history or self._is_first else ()
        return replace(
            self,
            hand=tuple(sorted(hand.elements())),
            seats=(seats[0], seats[1], seats[2]),
            out=tuple(sorted((*self.out, discard))),
            turn=(self.seat + 1) % SEATS,
            barred=self.barred or bar,
            history=(*self.history, *known),
        )

    @property
    def _is_first(self) -> bool:
        return not self.out and not any(seat.melds for seat in self.seats)


def claimed_meld(option: int, card: int, held: int) -> Meld:
    """The meld that a claim lays, for a seat that holds `held` copies of the card."""
    if Option.ZHAN < option < Option.PENG:
        used = int(chi_cards(option, card))
        return Meld(Option(option), card, (card, *(t for t in range(28) if used >> t & 1)))
    size = {Option.MING: 1, Option.ZHAN: 2, Option.PENG: 3, Option.KONG: held + 1}[Option(option)]
    return Meld(Option(option), card, (card,) * size)


def read_meld(text: str) -> Meld:
    """An open meld from its text, `peng:WZ`; the first card of a chi is the claimed one, `kong:GUI5` has all ghosts.

    Raises HandError or CardError.
    """
    kind, cards = _split(text)
    if kind == "kong" and len(cards) in (4, 5) and set(cards) == {GHOST}:
        return Meld(Option.KONG, GHOST, tuple(cards))
    meld = _meld(kind, cards, 0)
    if meld.option != Option.CHI:
        return meld
    option = Option.CHI
    if cards[0] % 7 == 6 and len(cards) == 3:
        option = Option(Option.CHI_NO_Y + ({0, 1, 2, 3} - {t // 7 for t in cards}).pop())
    return Meld(option, cards[0], tuple(cards))


def option_of(text: str, card: int) -> Option:
    """The option that a deal log writes so, on the revealed type `card`. Raises SiseError."""
    for option in Option:
        if option_text(option, card) == text:
            return option
    raise SiseError(f'"{text}" is no option on {format_card(card)}')


def meld_text(meld: Meld) -> str:
    """A meld as `read_meld` reads it."""
    kind = "chi" if Option.ZHAN < meld.option < Option.PENG else meld.option.name.lower()
    if kind == "chi":
        return "chi:" + ",".join(format_card(t) for t in meld.cards)
    return f"{kind}:{format_card(meld.card)}{5 if len(meld.cards) == 5 else ''}"


def read_types(text: str | Iterable[int]) -> frozenset[int]:
    """Card types named in a text."""
    return frozenset(parse_cards(text) if isinstance(text, str) else text)


def check(p: Position) -> None:
    """Raise SiseError for a position that no deal leads to, naming what is wrong."""
    rules = p.rules
    for name, s, least in (("seat", p.seat, 0), ("dealer", p.dealer, 0), ("turn", p.turn, NONE)):
        if isinstance(s, bool) or s not in range(least, SEATS):
            raise SiseError(f"{name} is {s!r}; expected 0, 1 or 2")
    if p.barred and p.barred not in Bar.__members__:
        raise SiseError(f'barred is "{p.barred}"; expected E12, G12 or Y15')
    if any(len(seat.melds) >= MAX_MELDS for seat in p.seats) or len(p.history) >= MAX_REVEALS:
        raise HandError("more melds or revealed cards than a deal has")
    seen = [*p.hand, *p.out, *(card for seat in p.seats for card in seat.cards)]
    check_copies([*seen, *([p.card] if p.card != NONE else [])], rules.ghosts > 0)
    if p.me.dead:
        raise SiseError(f"seat {p.seat} is dead (E13): it has nothing to decide")
    _check_turn(p)
    _check_hands(p)
    _check_types(p)
    if p.history:
        _check_history(p)


def _check_turn(p: Position) -> None:
    """Who may have revealed the card."""
    if p.card == NONE:
        if p.drawn:
            raise SiseError("drawn = true, but no card is revealed; expected card = the drawn card")
        return
    name = format_card(p.card)
    if p.turn == NONE:
        raise SiseError(f"card {name}: nobody discarded or drew it; expected turn = the seat that did")
    if p.drawn:
        return
    if p.turn == p.seat:
        raise SiseError(
            f"card {name}: seat {p.seat} may not claim its own discard (E4); one that it drew has drawn = true"
        )
    by = p.seats[p.turn]
    if not by.melds and (by.dead or p.turn != p.dealer):
        raise SiseError(
            f"card {name}: seat {p.turn} cannot have discarded it, as it has claimed nothing and is not the dealer (E7)"
        )
    lone = LONE >> p.card & 1
    if lone and (p.rules.game == "guangshui" or p.rules.lone_discard == "forbidden"):
        raise SiseError(f"card {name}: a lone card may not be discarded (E9); one that was drawn has drawn = true")


def _check_hands(p: Position) -> None:
    """Cards of each seat, and of the stock."""
    rules = p.rules
    total = len(p.hand) + len(p.me.cards)
    due = (rules.other_cards, rules.dealer_cards) if p.card == NONE and p.turn == p.seat else (rules.other_cards,)
    if total not in due:
        need = "30, or 31 where it must discard" if len(due) == 2 else "30 between turns"
        raise HandError(f"seat {p.seat} has {total} cards, hand and melds together: expected {need} (E7)")
    if p.kind == Kind.DISCARD and not p.me.melds:
        raise HandError(
            f"seat {p.seat} has {total} cards, but has claimed nothing"
            + (" and others have played since the deal" if p.seat == p.dealer else " and is not the dealer (E2, E7)")
        )
    for s in range(SEATS):
        seat = p.seats[s]
        if p.concealed(s) < 0:
            raise HandError(f"seat {s} has {len(seat.cards)} cards in its melds: expected at most {rules.other_cards}")
        ming = sum(meld.option == Option.MING for meld in seat.melds)
        if seat.aside < 0 or seat.aside > (ming if seat.dead else 0):
            raise HandError(f"seat {s} has {seat.aside} lone cards laid aside: only a dead seat has, as ming (E13)")
    most = rules.drawable - (1 if p.drawn else 0)
    if not 0 <= p.stock <= most:
        shown = len(p.out) + sum(len(seat.cards) for seat in p.seats)
        raise HandError(
            f"the stock would hold {p.stock} cards to draw: expected 0 to {most}; {shown} cards are open or out of play"
        )


def _check_types(p: Position) -> None:
    """What a seat discarded or passed on must have been seen."""
    shown = {*p.out, *([p.card] if p.card != NONE else [])}
    claimed = [{meld.card for meld in seat.melds} for seat in p.seats]
    for s, seat in enumerate(p.seats):
        theirs = set().union(*(claimed[o] for o in range(SEATS) if o != s))
        for what, types, seen in (
            ("discarded", seat.discarded, shown | theirs),
            ("passed on", seat.passed, shown | theirs | claimed[s]),
        ):
            for t in sorted(types - seen):
                name = format_card(t)
                raise CardError(f"seat {s} {what} {name}, but no {name} is out of play or was claimed by another")
    by = p.seats[p.turn] if p.card != NONE and not p.drawn else None
    if by is not None and by.discarded and p.card not in by.discarded:
        name, list_ = format_card(p.card), format_cards(sorted(by.discarded))
        raise CardError(f"card {name}: nobody discarded it: seat {p.turn} discarded {list_}")


def _check_history(p: Position) -> None:
    """The cards revealed before must be those that lie on the table."""
    for s, seat in enumerate(p.seats):
        taken = Counter(row.card for row in p.history if (row.by if row.laid_aside else row.taker) == s)
        laid = Counter(meld.card for meld in seat.melds)
        for t in sorted(laid - taken):
            raise CardError(f"seat {s} claimed {format_card(t)}, but nobody discarded or drew it in the history for it")
        for t in sorted(taken - laid):
            raise CardError(f"seat {s} took {format_card(t)} in the history, but has no meld of it")
        dropped = {row.card for row in p.history if row.by == s and not row.drawn}
        dropped |= {p.card} if p.card != NONE and not p.drawn and p.turn == s else set()
        listed = p.discarded(s)
        if dropped != listed:
            off = format_card(min(dropped ^ listed))
            raise CardError(f"seat {s}: {off} is discarded by its list or by the history, not by both")
        passed = {row.card for row in p.history if s in row.passed}
        if passed != seat.passed:
            off = format_card(min(passed ^ seat.passed))
            raise CardError(f"seat {s}: {off} is passed on by its list or by the history, not by both")
    gone = Counter(row.card for row in p.history if row.taker == NONE and not row.laid_aside)
    if gone != Counter(p.out):
        t = min((gone - Counter(p.out)) + (Counter(p.out) - gone))
        raise CardError(f"{format_card(t)} is out of play {p.out.count(t)} times, {gone[t]} times by the history")


def forbidden(p: Position) -> dict[str, frozenset[int]]:
    """The types that the seat may not claim or win on any more (G11, Y12, Y13)."""
    none: frozenset[int] = frozenset()
    if p.forbidden is not None:
        return dict.fromkeys(("win", "kong", "peng", "chi"), none) | dict(p.forbidden)
    passed = p.me.passed
    thrown = p.me.discarded if p.rules.own_discard_dead else none
    if p.rules.game == "youxi":
        return {"win": none, "kong": none, "peng": passed, "chi": passed | thrown}
    dead = passed if p.rules.passed_card_dead else none
    return {"win": dead, "kong": dead, "peng": dead, "chi": dead | thrown}


def seats_of(
    melds: Mapping[int, Sequence[str]],
    discarded: Mapping[int, str | Iterable[int]],
    passed: Mapping[int, str | Iterable[int]],
    dead: Mapping[int, int],
) -> tuple[OpenSeat, OpenSeat, OpenSeat]:
    """The three seats from texts by seat; `dead` gives the lone cards laid aside of each dead seat."""
    made = []
    for s in range(SEATS):
        laid = tuple(read_meld(text) for text in melds.get(s, ()))
        thrown, let_by = (read_types(given.get(s, ())) for given in (discarded, passed))
        made.append(OpenSeat(laid, thrown, let_by, s in dead, dead.get(s, 0)))
    return made[0], made[1], made[2]
