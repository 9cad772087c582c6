"""Memory layout of the core: NumPy records, passed to compiled functions as one pointer each.

All integer fields that the core computes with are int64, so that compiled code and a run with NUMBA_DISABLE_JIT=1
cannot differ by overflow; the few narrow ones are cast on load. `np.record` types give plain Python the same
attribute access that compiled code has.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from simcore.rules import RULES_DTYPE

SEATS = 3
MAX_DECK = 120
MAX_MELDS = 32
MAX_EVENTS = 2048
MAX_PARAMS = 24
MAX_MEMO = 8
MAX_REVEALS = 256
MAX_CHOICES = 40
MAX_SAMPLES = 64
MAX_GROUPINGS = 1024
FENCE = 446


def record(fields: list[Any]) -> np.dtype[Any]:
    """An aligned record type with attribute access."""
    return np.dtype((np.record, np.dtype(fields, align=True)))


# Room for the groupings of one block of a hand while they are compared.
SCRATCH = record(
    [
        ("grouping", np.int64, (MAX_GROUPINGS,)),
        ("word", np.int64, (MAX_GROUPINGS,)),
        ("choice", np.int64, (MAX_GROUPINGS,)),
    ]
)


class Option(IntEnum):
    """What a seat may state on a reveal (E4–E9); the number is the bit in an option set.

    CHI takes 將士相, 車馬炮 or, for 卒, all three other colours; CHI_NO_x takes the two 卒 that are neither of the
    revealed colour nor of colour x. A larger number never ranks below a smaller one in E4's order.
    """

    PASS = 0
    MING = 1
    ZHAN = 2
    CHI = 3
    CHI_NO_Y = 4
    CHI_NO_R = 5
    CHI_NO_W = 6
    CHI_NO_G = 7
    PENG = 8
    KONG = 9
    WIN = 10


class Event(IntEnum):
    """Kinds of rows in the event log of a deal."""

    DISCARD = 0
    DRAW = 1
    INTENT = 2
    CLAIM = 3
    BARRED = 4
    DEAD = 5
    WIN = 6
    END = 7


class WinKind(IntEnum):
    """How a deal ended."""

    TIANHU = 0
    SELF_DRAW = 1
    OTHER_DRAW = 2
    DISCARD = 3
    EXHAUSTED = 4
    FALSE_WIN = 5


class Bar(IntEnum):
    """The rule that barred a seat from winning."""

    NONE = 0
    E12 = 1
    G12 = 2
    Y15 = 3


class Status(IntEnum):
    """How a compiled run ended."""

    DONE = 0
    BAD_CLAIM = 1
    BAD_DISCARD = 2


SIGHTS = ("hand", "table", "all")  # what a strategy may declare that it looks at, each more than the last
WIN_KINDS = tuple(kind.name.lower() for kind in WinKind)
LEVELS = ("", "xiaojia", "dajia")

# What scoring needs of one seat's cards: the state of each block of the concealed hand and the sums of its melds.
HOLDING = record(
    [
        # block states: four colours in base 5 (將 the lowest digit), 卒 in base 5 by colour, number of ghosts
        ("idx", np.uint16, (6,)),
        ("bonus", np.int8),  # 鬼 將 士 相 among concealed cards and melds (Y5)
        ("ghosts", np.int8),  # ghosts among concealed cards and melds (Y6)
        ("trips", np.int8),  # 1 if a type stands three or more times in the concealed hand (Y7)
        ("claimed", np.int8),  # the claimed type, -1 for none (batches only; play passes it along)
        ("due", np.int8),  # the `Place` that duty_in_win asks of the claimed card, 0 for none (batches only)
        ("laid_out", np.int32),  # types laid as 碰 or 樓
        ("laid_pair", np.int32),  # types laid as 占
        ("laid_marks", np.int64),  # Guangshui: the marks of 碰 and 樓, twelve bits a block (see bonuses.py)
        (
            "laid_sum",
            np.int32,
        ),  # Guangshui: hu, loose 將, 碰, plain 樓, fat 樓 of the melds (see guangshui.py)
        ("laid_hu", np.int16),  # Youxi: 胡頭 of the melds
        ("laid_fours", np.int8),  # Youxi: four-卒 melds
        ("laid_odd", np.int8),  # Youxi: melds that no 高胡 may contain (Y7)
    ]
)

# One seat: concealed cards, what it may do about each type, its duties.
SEAT = record(
    [
        ("words", np.int64, (4,)),  # copies held of each type, a byte each, eight types a word
        ("held", np.int64, (5,)),  # held[k]: the types held more than k times
        ("h", HOLDING),
        ("loners", np.int64),  # lone cards in the concealed hand
        ("cards", np.int64),  # cards in the concealed hand
        ("win", np.int64),  # the types with which the hand would be covered and may win
        ("kong", np.int64),  # the types that may be claimed, by kind of claim
        ("peng", np.int64),
        ("chi", np.int64),
        ("zhan", np.int64),
        ("far", np.int64),  # win | kong | peng: open to every seat (E5)
        ("near", np.int64),  # far | chi | zhan
        ("no_win", np.int64),  # forbidden for the rest of the deal (G11, Y12, Y13)
        ("no_kong", np.int64),
        ("no_peng", np.int64),
        ("no_chi", np.int64),  # chi and zhan
        ("chi_taken", np.int64),  # taken by chi: may not be discarded (Y13)
        ("protect", np.int64),  # types of an exact yuan (Y14)
        ("barred", np.int64),  # `Bar`
        ("dead", np.int64),
        ("stinks", np.int64),  # discarded a lone card (Y10)
    ]
)

# What lies open on the table: all seats may see it.
TABLE = record(
    [
        ("stock_left", np.int64),  # cards that can still be drawn
        ("discarded", np.int64, (SEATS,)),  # the types each seat has discarded
        ("passed", np.int64, (SEATS,)),  # the types each seat has passed where it had an option
        ("dead", np.int64, (SEATS,)),
        ("hand_size", np.int64, (SEATS,)),
        ("n_melds", np.int64, (SEATS,)),
        ("out", np.int8, (32,)),  # copies of each type out of play
        ("laid", np.int8, (32,)),  # copies of each type in open melds or laid in front of a seat
        ("meld_option", np.int8, (SEATS, MAX_MELDS)),  # `Option` of each meld
        ("meld_card", np.int8, (SEATS, MAX_MELDS)),  # the claimed type of each meld
    ]
)

# Every card revealed so far, in order: type | seat << 5 | drawn << 7 | claimed by << 8 (3: nobody) | who passed << 10.
HISTORY = record([("n", np.int64), ("reveal", np.int16, (MAX_REVEALS,))])

# What the compiled helpers of a strategy work with: addresses of the scoring tables, the scorer, room to work in, and
# of what plays positions on; the strategy that plays them (see position.py). None of it leads to a card.
ENGINE = record(
    [
        ("tables", np.int64),
        ("scorer", np.int64),
        ("scratch", np.int64),
        ("sampler", np.int64),
        ("resume", np.int64),
        ("scripted_claim", np.int64),
        ("scripted_discard", np.int64),
        ("claim", np.int64),
        ("discard", np.int64),
        ("recall", np.int64),
        ("sees", np.int64),
        ("params", np.float64, (MAX_PARAMS,)),
    ]
)

# What a deal is put back to before it is played on again: the first fields of DEAL.
TEMPLATE = record([("seat", SEAT, (SEATS,)), ("table", TABLE), ("history", HISTORY)])

# What one strategy gets to see: a copy made for its seat before it is asked.
VIEW = record(
    [
        ("hand", np.int8, (32,)),  # copies held of each type
        ("held", np.int64, (5,)),  # held[k]: set of the types held more than k times
        ("seat", np.int64),
        ("dealer", np.int64),
        ("card", np.int64),  # the revealed type; -1 at the opening and when a discard is asked
        ("by", np.int64),  # the seat that revealed it
        ("drawn", np.int64),  # 1: drawn from the stock, 0: discarded
        ("options", np.int64),  # set of legal `Option`s; 0 when a discard is asked
        ("discards", np.int64),  # set of the types that may be discarded; 0 when a claim is asked
        ("barred", np.int64),  # 1: this seat may not win any more
        ("rng", np.uint64, (4,)),  # the seat's own random stream
        ("params", np.float64, (MAX_PARAMS,)),  # the strategy's parameters, in declared order
        ("memo", np.int64, (MAX_MEMO,)),  # the strategy's own notes, 0 at the start of each deal
        ("own", SEAT),  # the seat's own record: its sets, duties and bars
        ("table", TABLE),
        ("history", HISTORY),
        ("rules", RULES_DTYPE),
        ("engine", ENGINE),
        ("script", np.int64, (2,)),  # a claim and a discard that a position is played on with, -1 for none
        ("fence", np.int64, (FENCE,)),  # always 0: a strategy that writes past an array of its view shows here
    ]
)

# One deal in play.
DEAL = record(
    [
        ("seat", SEAT, (SEATS,)),
        ("table", TABLE),
        ("history", HISTORY),
        ("views", VIEW, (SEATS,)),
        ("rules", RULES_DTYPE),
        ("deck", np.uint8, (MAX_DECK,)),
        ("claim_address", np.int64, (SEATS,)),
        ("discard_address", np.int64, (SEATS,)),
        ("sees", np.int64, (SEATS,)),  # index into SIGHTS
        ("score_address", np.int64),
        ("stream_keys", np.uint64, (SEATS + 1,)),
        ("deal", np.int64),
        ("dealer", np.int64),
        ("position", np.int64),  # index in the deck of the next card to draw
        ("last_draw", np.int64),  # index after the last card that may be drawn
        ("n_hidden", np.int64),  # cards of `deck` that one seat has not seen, where a position is played on
        ("taken", np.int64),  # the option of the intent that prevailed
        ("intents", np.int64),
        ("discards", np.int64),
        ("remembers", np.int64),  # 1: a seat looks at the history
        ("asking", np.int64),  # the seat whose strategy runs, for error messages
        ("returned", np.int64),
        ("expected", np.int64),  # the options or types that would have been legal
        ("status", np.int64),  # `Status`
        ("winner", np.int64),
        ("declarer", np.int64),
        ("win_kind", np.int64),
        ("win_card", np.int64),  # -1: none
        ("win_allow", np.int64),  # the places that the winning card may take
        ("discarder", np.int64),  # who discarded the winning card, -1: nobody
        ("logging", np.int64),
        ("fixed_deck", np.int64),  # 1: `deck` is given, not shuffled
        ("logged_bars", np.int64),  # the seats whose bar is in the log
        ("n_events", np.int64),
        ("scratch", SCRATCH),
        ("events", np.int32, (MAX_EVENTS, 4)),  # event, seat, a, b
    ]
)

RESULT_DTYPE = np.dtype(
    [
        ("deal", np.int64),
        ("dealer", np.int8),
        ("winner", np.int8),  # -1: nobody
        ("win_kind", np.int8),  # index into WIN_KINDS
        ("declarer", np.int8),  # who declared a false win (Y11), -1: nobody
        ("level", np.int8),  # index into LEVELS
        ("kong", np.int8),  # 樓 of the winner (Guangshui)
        ("high", np.int8),  # 高胡
        ("stinks", np.int8),
        ("hu", np.int16),
        ("pai", np.int16),
        ("total", np.int16),
        ("ghosts", np.int8),
        ("draws", np.int16),
        ("intents", np.int16),
        ("discards", np.int16),
        ("barred", np.int8, (SEATS,)),  # `Bar`
        ("dead", np.int8, (SEATS,)),
        ("named", np.int32),  # set over NAMED
        ("pay", np.int32),
        ("dreamer", np.int32),
        ("payoff", np.int32, (SEATS,)),
    ],
    align=True,
)

SCORE_DTYPE = np.dtype(
    [
        ("covered", np.bool_),
        ("wins", np.bool_),
        ("kong", np.int8),
        ("level", np.int8),
        ("high", np.int8),
        ("ghosts", np.int8),
        ("idle", np.int8),
        ("dreamer", np.int8),
        ("hu", np.int16),
        ("pai", np.int16),
        ("total", np.int16),
        ("named", np.int32),
        ("pay", np.int32),
    ],
    align=True,
)

# Choices at a position, and what became of each when hidden cards were drawn at random and the deal played on.
CHOICES = record(
    [
        ("n", np.int64),  # number of choices
        ("claim", np.int64, (MAX_CHOICES,)),  # the `Option` stated, -1 where a discard is asked
        ("discard", np.int64, (MAX_CHOICES,)),  # the type discarded then, -1: as the playing strategy likes
        ("key", np.uint64),  # of the streams that the samples come from
        ("first", np.int64),  # index of the first sample: equal key and index mean equal hidden cards
        ("count", np.int64),  # samples to draw, at most MAX_SAMPLES
        # the samples of a block lead from one to the next, far faster than from one start each; 0, 1: a start each
        ("block", np.int64),
        ("seat", np.int64),  # whose position it is
        ("payoff", np.int32, (MAX_SAMPLES, MAX_CHOICES, SEATS)),
        ("winner", np.int8, (MAX_SAMPLES, MAX_CHOICES)),
        ("hu", np.int16, (MAX_SAMPLES, MAX_CHOICES)),  # of the winner
        ("liked_claim", np.int64),  # what the playing strategy itself would do here, in the same form
        ("liked_discard", np.int64),
        ("faults", np.int64),  # rows of `history` that the last sample contradicts
    ]
)
