"""What the network of `rollout` is told of a hand and of the table (see `network`).

62 numbers describe the hand as a player would count it, what the other two have laid, the card just discarded or passed
on, and what `counter` thinks. Beside them stands, for each colour alike, how many of each kind are held, how many
unseen ones may still be claimed, how many lie in the melds of each of the others, and which kinds they have let go by.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from simcore import FAT, LONE, PRESETS, chi_cards, lowest, popcount
from strategies.counter import COUNTER, NEARLY, counted, winning_cards
from strategies.evaluate import (
    CHI,
    CHI_FORMS,
    CHIS,
    FAR_HIGH,
    FAR_LOW,
    GHOST,
    HU,
    KONG,
    KONGS,
    NEAR_HIGH,
    NEAR_LOW,
    NONE,
    ODD,
    ONE,
    OPEN,
    PENG,
    PENGS,
    TRIPLES,
    TWO,
    TYPES,
    ZHAN,
    ZHANS,
    Now,
    bu_hu,
    compiled,
    copies_in,
    int64,
    meld_worth,
    prospects,
)
from strategies.odds import chance_of

SEATS_AT, CARD_AT, LONE_AT, COUNTER_AT, N_INPUTS = 31, 47, 57, 61, 62  # where in the inputs each part begins
WINS, WINS_AT_ALL, WINS_KNOWN = 28, 29, 30  # the inputs that only a discard knows
LEVELS = 4  # held at least once, twice, …: an input each
SETS = 6  # of each type: unseen and near, unseen and far; in melds of the next seat, of the one after; let go by each
DISCARDED, PASSED = LEVELS + SETS, LEVELS + SETS + 1  # the card discarded, the card passed on
COLOUR_INPUTS = 7 * (LEVELS + SETS + 2)
N_TYPES = 28

UNITS = np.array([20.0, 10.0])  # of hu
PAYS = np.array([4.0, 10.0])  # a unit of what counter thinks
RATE = np.array([0.33, 0.05])  # how fast unseen cards show themselves
GATES = np.array([[48.0, 23.0, 12.0], [10.0, 10.0, 10.0]])  # hu to have with no, one and two kongs laid
COUNTS = np.array([[p.default_for(game) for p in COUNTER.params] for game in PRESETS])


def next_seats(view: Any) -> tuple[int, int]:
    """The next seat and the one after it."""
    a = view.seat + 1 if view.seat < 2 else 0
    return a, a + 1 if a < 2 else 0


def hand_inputs(view: Any, t: int, sums: int, marks: int, now: Now, x: Any) -> None:
    """Fill in what the hand and the melds of the seat give, and what counter thinks (see `evaluate`)."""
    game = view.rules.game
    unit = UNITS[game]
    laid = now[OPEN]
    idle = sums & 255
    late = max(view.table.stock_left - 2, 0) / 24.0
    chance = 1.0 - math.exp(-RATE[game] * late)
    groups, che, qing, tiandi, pengs, triples, dead = prospects(view, marks, now, chance)
    kongs = (laid >> KONGS) & 15
    bu = 0.0 if game else bu_hu((laid >> PENGS) & 15, pengs)
    hu, open_hu = sums >> HU, laid & 1023
    total = hu + open_hu + groups + che + qing + tiandi + bu
    share = total / GATES[game, min(kongs, 2)]
    x[0] = view.table.stock_left / 24.0
    x[1] = idle / 8.0
    x[2] = 1.0 if idle == 0 else 0.0
    x[3] = 1.0 if idle == 1 else 0.0
    x[4] = 1.0 if idle == 2 else 0.0
    x[5] = ((sums >> TWO) & 255) / 10.0
    x[6] = ((sums >> ONE) & 255) / 10.0
    x[7] = ((sums >> NONE) & 255) / 10.0
    x[8] = hu / unit
    x[9] = open_hu / unit
    x[10] = ((laid >> PENGS) & 15) / 4.0
    x[11] = kongs / 2.0
    x[12] = ((laid >> ZHANS) & 15) / 4.0
    x[13] = ((laid >> CHIS) & 15) / 4.0
    x[14] = ((laid >> ODD) & 15) / 2.0
    x[15] = groups / 5.0
    x[16] = che / unit
    x[17] = qing / unit
    x[18] = tiandi / unit
    x[19] = pengs
    x[20] = triples / 2.0
    x[21] = dead / 2.0
    x[22] = popcount(marks & TYPES) / 5.0
    x[23] = popcount(marks >> TRIPLES) / 2.0
    x[24] = bu / unit
    x[25] = share
    x[26] = chance_of((share - 1.0) / 0.3)
    x[27] = chance_of((total / 23.0 - 1.0) / 0.3) * triples * late
    known = t >= 0 and view.card < 0
    wins = winning_cards(view, t) if known and idle <= NEARLY else 0
    x[WINS] = wins / 4.0
    x[WINS_AT_ALL] = 1.0 if wins else 0.0
    x[WINS_KNOWN] = 1.0 if known else 0.0
    x[COUNTER_AT] = counted(view, COUNTS[game], sums, marks, now, wins) / PAYS[game]


def seat_inputs(view: Any, s: int, n: int, x: Any) -> None:
    """Fill in from place n what seat s shows."""
    game = view.rules.game
    pengs, kongs, chis, zhans, hu = 0, 0, 0, 0, 0
    for i in range(view.table.n_melds[s]):
        option = int64(view.table.meld_option[s, i])
        pengs += 1 if option == PENG else 0
        kongs += 1 if option == KONG else 0
        chis += 1 if CHI <= option < PENG else 0
        zhans += 1 if option == ZHAN else 0
        hu += meld_worth(game, option, int64(view.table.meld_card[s, i]), 4 if option == KONG else 3) & 1023
    x[n] = view.table.hand_size[s] / 15.0
    x[n + 1] = pengs / 4.0
    x[n + 2] = kongs / 2.0
    x[n + 3] = chis / 4.0
    x[n + 4] = zhans / 4.0
    x[n + 5] = hu / UNITS[game]
    x[n + 6] = view.table.dead[s]
    x[n + 7] = 1.0 if view.dealer == s else 0.0


def card_inputs(view: Any, t: int, a: int, b: int, x: Any) -> None:
    """Fill in what is known of the card discarded, or passed on; `a` and `b` are the next seats."""
    for k in range(CARD_AT, LONE_AT):
        x[k] = 0.0
    card = t if t >= 0 else view.card
    left = 0.0
    if 0 <= card < GHOST:
        seen = int64(view.hand[card]) + int64(view.table.out[card]) + int64(view.table.laid[card])
        left = max(3 - seen, 0) / 3.0
    if t >= 0:
        x[CARD_AT] = 1.0
        x[CARD_AT + 1] = left
        x[CARD_AT + 2] = (view.table.passed[a] >> t) & 1
        x[CARD_AT + 3] = (view.table.passed[b] >> t) & 1
        x[CARD_AT + 4] = (FAT >> t) & 1
        x[CARD_AT + 5] = (LONE >> t) & 1
    else:
        x[CARD_AT + 6] = left
        x[CARD_AT + 7] = view.drawn
        x[CARD_AT + 8] = 1.0 if view.by == view.seat else 0.0
        x[CARD_AT + 9] = 1.0 if view.by == a else 0.0


def lone_inputs(view: Any, x: Any) -> None:
    """Fill in the 鬼 將 士 相 in hand, ghosts, 將, and whether the seat is barred."""
    hand = view.hand
    jiang, court = 0, 0
    for c in range(0, 28, 7):
        jiang += int64(hand[c])
        court += int64(hand[c]) + int64(hand[c + 1]) + int64(hand[c + 2])
    ghosts = int64(hand[GHOST])
    x[LONE_AT] = (court + ghosts) / 8.0
    x[LONE_AT + 1] = ghosts / 2.0
    x[LONE_AT + 2] = jiang / 4.0
    x[LONE_AT + 3] = view.barred


def inputs(view: Any, t: int, sums: int, marks: int, now: Now, x: Any) -> None:
    """Fill x, float32 (N_INPUTS), with a description of the hand after the discard of t, -1 for none."""
    a, b = next_seats(view)
    hand_inputs(view, t, sums, marks, now, x)
    seat_inputs(view, a, SEATS_AT, x)
    seat_inputs(view, b, SEATS_AT + 8, x)
    card_inputs(view, t, a, b, x)
    lone_inputs(view, x)


def add_melds(view: Any, s: int, cards: Any) -> None:
    """Add the cards in the melds of seat s to `cards`, copies of each of the 28 types; a 占 counts as two."""
    for i in range(view.table.n_melds[s]):
        option, t = int64(view.table.meld_option[s, i]), int64(view.table.meld_card[s, i])
        if t >= GHOST:
            continue
        if (CHI_FORMS >> option) & 1:
            used = chi_cards(option, t) | 1 << t
            while used:
                cards[lowest(used)] += 1
                used &= used - 1
        else:
            cards[t] += 4 if option == KONG else 3 if option == PENG else 2 if option == ZHAN else 1


def table_cards(view: Any, now: Now, cards: Any) -> None:
    """Fill `cards`, int8 (SETS, 28), with what is known of each type beside the hand."""
    a, b = next_seats(view)
    cards[2:4] = 0
    add_melds(view, a, cards[2])
    add_melds(view, b, cards[3])
    let_go_a = view.table.discarded[a] | view.table.passed[a]
    let_go_b = view.table.discarded[b] | view.table.passed[b]
    for t in range(N_TYPES):
        cards[0, t] = copies_in(now[NEAR_LOW], now[NEAR_HIGH], t)
        cards[1, t] = copies_in(now[FAR_LOW], now[FAR_HIGH], t)
        cards[4, t] = (let_go_a >> t) & 1
        cards[5, t] = (let_go_b >> t) & 1


next_seats = compiled(next_seats)
hand_inputs = compiled(hand_inputs)
seat_inputs = compiled(seat_inputs)
card_inputs = compiled(card_inputs)
lone_inputs = compiled(lone_inputs)
inputs = compiled(inputs)
add_melds = compiled(add_melds)
table_cards = compiled(table_cards)
