"""A described position as the VIEW of the seat that has to decide, and every choice there played on.

The legal options and discards come from the compiled functions that play uses.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from simcore.batch import new_deal
from simcore.bits import LONE
from simcore.deal import take_up
from simcore.described import NONE, Kind, Position, forbidden
from simcore.errors import SiseError, StrategyError
from simcore.hidden import lay_out
from simcore.jit import core
from simcore.log_text import option_text
from simcore.native import show_hand, show_own, take_own, take_rules, take_table
from simcore.options import best_value, is_covered, legal_discards, legal_options, renew, value_wins
from simcore.play import ANYWHERE, BARS
from simcore.position import compiled_functions
from simcore.records import CHOICES, MAX_CHOICES, MAX_SAMPLES, SEATS, VIEW, Bar, Option
from simcore.seen import best_hu, best_pay, completing, unseen
from simcore.strategy import Strategy
from simcore.streams import as_seed, seed_stream, stream_key
from simcore.tables import scoring_tables

PURPOSE = 64
"""Of the random stream that samples come from; those of the seats and the deck are below."""
NOBODY = 3

Choice = tuple[int, int]
"""A claim (an `Option`, -1 where a discard is asked), and the type discarded then (-1: what the strategy likes)."""


@core
def fill_in(d: Any, view: Any, tables: Any, opening: bool, key: Any) -> int:
    """Everything of a view that follows from the hand, the table and the revealed card, by the functions of play.
    Returns whether a discard that is not lone will bar the seat (Y15)."""
    bars = 0
    me = view.seat
    seat = d.seat[me & 3]
    rules = d.rules
    take_table(d, view)
    take_rules(d, view)
    d.score_address = view.engine.scorer
    take_own(seat, view)
    take_up(seat, d.table.hand_size[me & 3], tables)
    lay_out(d, me)
    renew(seat, rules, tables)
    view.options = view.discards = 0
    view.barred = 1 if seat.barred else 0
    if view.card >= 0:
        lower = rules.pass_down & view.drawn & (1 - ((LONE >> view.card) & 1))
        first = view.by if view.drawn else (view.by + 1) % 3
        right = 1 if me == first else lower if me == (first + 1) % 3 else 0
        view.options = legal_options(d, seat, tables, view.card, right, view.drawn if me == first else 0)
    elif view.by == me and opening:
        offered = rules.false_wins != 0
        if not offered and is_covered(seat.h, tables):
            offered = value_wins(rules, best_value(d, seat, tables, -1, ANYWHERE))
        view.options = (1 << Option.WIN | 1) if offered else 0
    if view.by == me and view.card < 0 and view.options == 0:
        legal = legal_discards(seat, rules)
        view.discards = legal & ~BARS
        bars = legal & BARS
    show_hand(view, seat)
    show_own(view, seat)
    seed_stream(view.rng, key, -1)
    return 1 if bars else 0


@core
def wait_for(view: Any, rows: Any) -> int:
    """The types that would cover the concealed hand: type, unseen, hu, pay of each into `rows`; how many."""
    types = completing(view)
    n = 0
    for t in range(29):
        if (types >> t) & 1:
            rows[n, 0], rows[n, 1], rows[n, 2], rows[n, 3] = t, unseen(view, t), best_hu(view, t), best_pay(view, t)
            n += 1
    return n


@dataclass(frozen=True)
class Wait:
    """A card that would cover the concealed hand: copies unseen, what the hand has then, what each other player would
    pay (0: too few hu, or a win that pays nothing), whether the seat may still win on it (E11, G11)."""

    card: int
    unseen: int
    hu: int
    pay: int
    allowed: bool


@dataclass(frozen=True)
class Tried:
    """What became of each choice: payoff int32 (samples, choices, 3), winner int8 and hu int16 (samples, choices).

    `winner` is -1 for nobody, `hu` the winner's. `contradictions` counts the types that a sample's hands should have
    claimed when they went by, and did not: 0 but where cards can hardly be distributed otherwise.
    """

    payoff: np.ndarray[Any, Any]
    winner: np.ndarray[Any, Any]
    hu: np.ndarray[Any, Any]
    contradictions: int


class Seated:
    """A position as the VIEW record of its seat, with a strategy that plays on from it.

    `view` may be handed to any compiled function of a view. It holds the memory of all that the view points to; one
    thread at a time may use it. `bars` says that a discard that is not lone bars the seat (Y15). `declined` takes a
    天胡 as declined: the opening discard is asked. Raises StrategyError for a strategy that cannot play on.
    """

    def __init__(self, position: Position, playout: Strategy, *, declined: bool = False) -> None:
        if playout.playout is not None:
            raise StrategyError(f"strategy {playout.name} plays positions on itself: expected one that does not")
        self.position = position
        self.playout = playout
        row = replace(playout, playout=playout)
        self._deals = new_deal(position.rules, (row, row, row), 0)
        self._views = np.zeros(1, VIEW)
        self._choices = np.zeros(1, CHOICES)
        self.view: Any = self._views[0]
        self.bars = self._fill(position.kind == Kind.OPENING and not declined)

    def _fill(self, opening: bool) -> bool:
        p, view, d = self.position, self.view, self._deals
        view["engine"] = d.views[0]["engine"]
        view["rules"] = d["rules"]
        view.seat, view.dealer, view.card, view.drawn = p.seat, p.dealer, p.card, int(p.drawn)
        view.by = p.turn if p.turn != NONE else p.seat
        _fill_table(p, view)
        own = view.own
        own.words.view(np.int8)[:29] = np.bincount(p.hand, minlength=29)
        own.barred = int(Bar[p.barred]) if p.barred else 0
        own.stinks = int(any(LONE >> t & 1 for t in p.me.discarded))
        for name, types in forbidden(p).items():
            own[f"no_{name}"] = _set(types)
        with np.errstate(over="ignore"):
            key = stream_key(np.uint64(0), np.uint64(PURPOSE))
            bars = fill_in(d, view, scoring_tables(), opening, key)
        view.script[:] = NONE
        return bool(bars)

    @property
    def options(self) -> tuple[Option, ...]:
        """The legal options, highest first; none where a discard is asked."""
        return tuple(option for option in reversed(Option) if int(self.view.options) >> option & 1)

    @property
    def discards(self) -> tuple[int, ...]:
        """The types that may be discarded; none where a claim is asked."""
        return tuple(t for t in range(29) if int(self.view.discards) >> t & 1)

    def option_name(self, option: int) -> str:
        """An option as a deal log writes it."""
        return option_text(option, self.position.card)

    def waits(self) -> tuple[Wait, ...]:
        """The cards that would cover the concealed hand as it is; for a hand of 30 cards with its melds."""
        rows = np.zeros((29, 4), np.int64)
        n = int(wait_for(self.view, rows))
        barred = bool(self.view.own.barred)
        gone = int(self.view.own.no_win)
        return tuple(Wait(t, left, hu, pay, not barred and not gone >> t & 1) for t, left, hu, pay in rows[:n].tolist())

    def liked(self) -> Choice:
        """What the playing strategy itself would do here, in the form of a choice."""
        self._run([], 0, 0, 0)
        return int(self._choices["liked_claim"][0]), int(self._choices["liked_discard"][0])

    def _run(self, choices: Sequence[Choice], seed: int, first: int, count: int) -> Any:
        room = self._choices[0]
        room.n, room.first, room.count, room.seat = len(choices), first, count, self.position.seat
        with np.errstate(over="ignore"):
            room.key = stream_key(np.uint64(seed), np.uint64(PURPOSE))
        room.claim[: len(choices)] = [claim for claim, _ in choices]
        room.discard[: len(choices)] = [discard for _, discard in choices]
        try:
            status = compiled_functions()[0][1](self.view, room)
        except Exception as error:
            raise StrategyError(f"strategy {self.playout.label} raised {type(error).__name__} in a playout") from error
        if status:
            raise StrategyError(f"strategy {self.playout.label} stated what is not legal in a playout")
        return room


def try_choices(seated: Seated, choices: Sequence[Choice], seed: int, first: int, count: int) -> Tried:
    """Play every choice on in samples `first` … `first + count - 1` of the hidden cards.

    Choices of one sample share its cards and random numbers, and sample i depends on (position, strategy, seed, i)
    alone. A claim of `Option.PASS` with a discard is the opening discard. Raises StrategyError where the strategy
    fails, SiseError for a choice that is not legal in form.
    """
    seed = as_seed(seed)
    legal = {int(option) for option in seated.options} | ({NONE} if seated.discards else set())
    for claim, _ in choices:
        if claim not in legal:
            raise SiseError(f"choice {claim}: expected a legal option, or -1 where a discard is asked")
    n = len(choices)
    payoff = np.zeros((count, n, SEATS), np.int32)
    winner = np.zeros((count, n), np.int8)
    hu = np.zeros((count, n), np.int16)
    wrong = 0
    for start in range(0, count, MAX_SAMPLES):
        size = min(MAX_SAMPLES, count - start)
        for left in range(0, n, MAX_CHOICES):
            part = list(choices[left : left + MAX_CHOICES])
            room = seated._run(part, seed, first + start, size)
            rows, columns = slice(start, start + size), slice(left, left + len(part))
            payoff[rows, columns] = room.payoff[:size, : len(part)]
            winner[rows, columns] = room.winner[:size, : len(part)]
            hu[rows, columns] = room.hu[:size, : len(part)]
            wrong += int(room.faults) if left == 0 else 0
    return Tried(payoff, winner, hu, wrong)


def _fill_table(p: Position, view: Any) -> None:
    """What lies open, and the cards revealed before."""
    table, history = view.table, view.history
    table.stock_left = p.stock
    table.out[:29] = np.bincount(p.out, minlength=29)
    laid = [card for seat in p.seats for card in seat.cards]
    table.laid[:29] = np.bincount(laid, minlength=29)
    for s, seat in enumerate(p.seats):
        table.discarded[s], table.passed[s] = _set(p.discarded(s)), _set(seat.passed)
        table.dead[s] = int(seat.dead)
        table.hand_size[s] = p.concealed(s)
        table.n_melds[s] = len(seat.melds)
        for i, meld in enumerate(seat.melds):
            table.meld_option[s, i], table.meld_card[s, i] = int(meld.option), meld.card
    history.n = len(p.history)
    for i, row in enumerate(p.history):
        taker = NOBODY if row.taker == NONE else row.taker
        history.reveal[i] = row.card | row.by << 5 | int(row.drawn) << 7 | taker << 8 | _set(row.passed) << 10


def _set(types: Iterable[int]) -> int:
    return sum(1 << t for t in types)
