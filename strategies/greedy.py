"""`greedy`: a sensible player, who counts what does not fit and throws away what helps least.

It wins, kongs and pengs where it can. Its measure of a hand is the number of idle cards: those that lie in no pair,
圓, triple or quad and are no lone card. It takes the chi or zhan that leaves fewest of them, unless that breaks up
pairs and triples worth more, and then discards an idle card: first one that can hardly find company any more (it has
passed on that type, and no other idle card makes a 圓 with it), last one that a single card would settle together with
another. Where every card has its place it breaks up the pair that is worth least: in Guangshui a pair of a complete 車,
of a kind that can become 清, of 將 and 卒 of one colour (天地) or of a fat kind is worth more, and a triple is never
given up for a 圓. It never discards a lone card.

It looks at its own cards and at how many copies of an idle one lie on the table, and remembers what it laid down and
what it passed on, so a decision costs some tens of nanoseconds: sets of types are computed for all colours at once,
and the block of a revealed card, 將士相 or 車馬炮 of its colour or the four 卒, is one index into a small table. It
draws no random numbers: of cards that are worth the same it discards the first in card order.

The weight `gone` is what `sise tune greedy --rules R --only gone --budget 1e7 --seed 1` found from `greedy[gone=0]`: an
edge of +0.057 in Guangshui and +0.079 in Youxi on decks that the search had not seen, both gates "better".
"""

from __future__ import annotations

from typing import Any

import numba

from simcore import FAT, LONE, ZU, Option, Parameter, Strategy, lowest, popcount
from strategies.blocks import CARS_HU, CARS_IDLE, SUIT_HU, SUIT_IDLE, ZU_HU, ZU_IDLE

PASS, MING, ZHAN, CHI, PENG, KONG, WIN = (
    int(o) for o in (Option.PASS, Option.MING, Option.ZHAN, Option.CHI, Option.PENG, Option.KONG, Option.WIN)
)
CHI_FORMS = 0b11111 << CHI
PER_COLOUR = 1 | 1 << 7 | 1 << 14 | 1 << 21  # 將 of each colour; shifted by k, kind k of each colour
SHI, XIANG = 1, 2
SUIT, CARS = 7, 7 << 3  # 將士相 and 車馬炮 of one colour
QING_KINDS = 0b0111110  # 士 相 車 馬 炮
GHOST = 28
# Its notes: types laid as 碰 or kong, types passed on; 胡頭 of its melds, and of the meld it last asked for.
LAID, PASSED, MELD_HU, ASKED_HU = range(4)
LEAST_HU = 10  # Y4
FAR = 1 << 60  # above any worth

PARAMETERS = (
    Parameter("idle", 3.0, 0.0, 20.0, "what one idle card less is worth"),
    Parameter("pair", 0.8, -5.0, 20.0, "what a pair in hand is worth"),
    Parameter("bu", 1.5, -5.0, 20.0, "Guangshui: what a pair is worth beyond that, for it may become 步"),
    Parameter("fat", 1.0, -5.0, 20.0, "Guangshui: what a pair of 將 車 卒 is worth beyond that"),
    Parameter("che", 4.0, -5.0, 20.0, "Guangshui: what a pair in a complete 車 is worth beyond that"),
    Parameter(
        "qing", 1.0, -5.0, 20.0, "Guangshui: what a pair is worth beyond that whose kind is paired in three colours"
    ),
    Parameter(
        "tiandi", 0.5, -5.0, 20.0, "Guangshui: what a pair of 將 or 卒 is worth beyond that where both are paired"
    ),
    Parameter("triple", 7.0, -5.0, 20.0, "what a triple or quad in hand is worth where a chi would use it"),
    Parameter("zhan", 0.5, -5.0, 20.0, "what an idle card is worth while its type may still be claimed"),
    Parameter("chi", 1.5, -5.0, 20.0, "what an idle card is worth of which one card and another idle one make a 圓"),
    Parameter("jiang", 0.7, -5.0, 20.0, "what an idle card is worth of which one card and a 將 make a 圓"),
    Parameter("fat_idle", 0.08, -5.0, 20.0, "what an idle 車 or 卒 is worth beyond others"),
    Parameter(
        "gone", 0.707, 0.0, 5.0, "what an idle card loses for each copy of it that lies on the table", youxi=0.113
    ),
    Parameter("take_chi", -0.4, -20.0, 20.0, "liking for a chi, beside what it does for the hand"),
    Parameter("take_zhan", 0.3, -20.0, 20.0, "Youxi: liking for a zhan, beside what it does for the hand"),
    Parameter("take_peng", -0.5, -20.0, 20.0, "Youxi: liking for a peng, beside what it does for the hand"),
)
(
    IDLE, PAIR, BU, FAT_PAIR, CHE, QING, TIANDI, TRIPLE,
    OWN, YUAN, JIANG, FAT_IDLE, GONE, TAKE_CHI, TAKE_ZHAN, TAKE_PENG,
) = range(16)  # fmt: skip


def cheapest_pair(view: Any, pairs: int) -> int:
    """Of the types `pairs`, at least one, the pair worth least: the worth in 1/1024 shifted left by 5, then the type.

    In Guangshui 車, 清 and 天地 count by what stands paired in hand or is laid as 碰 or 樓.
    """
    params = view.params
    if view.rules.game:
        return int(1024 * params[PAIR]) << 5 | lowest(pairs)
    have = view.held[1] | view.memo[LAID]
    j, s, x = have & PER_COLOUR, (have >> 1) & PER_COLOUR, (have >> 2) & PER_COLOUR
    c, m, p = (have >> 3) & PER_COLOUR, (have >> 4) & PER_COLOUR, (have >> 5) & PER_COLOUR
    z = (have >> 6) & PER_COLOUR
    che = (j & s & x) * SUIT | (c & m & p) * CARS
    if popcount(j) >= 3:
        che |= j
    if popcount(z) >= 3:
        che |= z << 6
    yellow, red, white = have & QING_KINDS, (have >> 7) & QING_KINDS, (have >> 14) & QING_KINDS
    green = (have >> 21) & QING_KINDS
    qing = ((yellow & red & (white | green)) | (white & green & (yellow | red))) * PER_COLOUR
    tiandi = (j & z) * 0b1000001
    any_pair = int(1024 * (params[PAIR] + params[BU]))
    fat = int(1024 * params[FAT_PAIR])
    in_che = int(1024 * params[CHE])
    in_qing = int(1024 * params[QING])
    in_tiandi = int(1024 * params[TIANDI])
    least = FAR
    while pairs:
        pair = pairs & -pairs
        pairs ^= pair
        worth = any_pair
        worth += fat if FAT & pair else 0
        worth += in_che if che & pair else 0
        worth += in_qing if qing & pair else 0
        worth += in_tiandi if tiandi & pair else 0
        least = min(least, worth << 5 | lowest(pair))
    return least


def surely_wins(view: Any) -> int:
    """Under false_wins (Y11): 1 if the hand with the card shown is covered and has 10 胡頭 by a careful count."""
    hand = view.hand
    t = view.card
    hu = view.memo[MELD_HU]
    for colour in range(4):
        j = 7 * colour
        suit = int(hand[j]) | int(hand[j + 1]) << 3 | int(hand[j + 2]) << 6
        cars = int(hand[j + 3]) | int(hand[j + 4]) << 3 | int(hand[j + 5]) << 6
        if j <= t < j + 3:
            suit += 1 << 3 * (t - j)
        elif j + 3 <= t < j + 6:
            cars += 1 << 3 * (t - j - 3)
        hu += SUIT_HU[suit]
        hu += CARS_HU[cars]
    zu = int(hand[6]) | int(hand[13]) << 3 | int(hand[20]) << 6 | int(hand[27]) << 9
    if t >= 0 and (ZU >> t) & 1:
        zu += 1 << 3 * (t // 7)
    hu += ZU_HU[zu]
    ghosts = hand[GHOST] + (1 if t == GHOST else 0)
    if ghosts >= 3:
        hu += 8 if ghosts == 3 else 24 if ghosts == 4 else 40
    if t >= 0 and hand[t] >= 2:  # claimed, a triple or quad is worth less than in hand
        if (LONE >> t) & 1:
            hu -= 4 if hand[t] == 2 else 8
        else:
            hu -= 1 if hand[t] == 2 else 2
    return 1 if hu >= LEAST_HU else 0


def meld_hu(view: Any, option: int) -> int:
    """Y2: the 胡頭 of a meld that a claim of the card shown lays."""
    lone = (LONE >> view.card) & 1
    if option == KONG:
        return 4 if not lone else 32 if view.hand[view.card] == 4 else 16
    if option == PENG:
        return 4 if lone else 1
    if option == CHI and (ZU >> view.card) & 1:
        return 2
    return 1 if option >= CHI else 0


def best_claim(view: Any, options: int) -> int:
    """Kong and peng where it can (in Youxi no peng that makes cards idle), else the chi or zhan that gains most."""
    t = view.card
    game = view.rules.game
    if (options >> KONG) & 1:
        return KONG
    pengs = (options >> PENG) & 1
    if pengs and (game == 0 or t == GHOST):
        return PENG
    decline = (options >> MING) & 1
    if options <= 1 << MING | 1 or t == GHOST:
        return decline

    # The block of t: its counts as an index of a table, and the same with the claimed cards taken out.
    params = view.params
    hand = view.hand
    colour = t // 7
    kind = t - 7 * colour
    if kind == 6:
        table = ZU_IDLE
        index = game << 12 | int(hand[6]) | int(hand[13]) << 3 | int(hand[20]) << 6 | int(hand[27]) << 9
        own = 1 << 3 * colour
        block = 0o1111
    else:
        first = t - kind
        table = SUIT_IDLE
        if kind > 2:
            table = CARS_IDLE
            first += 3
        index = game << 9 | int(hand[first]) | int(hand[first + 1]) << 3 | int(hand[first + 2]) << 6
        own = 1 << 3 * (t - first)
        block = 0o111
    before = table[index] + 1  # whoever claims discards one idle card more

    if pengs and params[IDLE] * (before - table[index - 2 * own]) + params[TAKE_PENG] > 0:
        return PENG
    best = 0.0
    choice = decline
    if (options >> ZHAN) & 1:
        gain = params[IDLE] * (before - table[index - own]) + (params[TAKE_ZHAN] if game else 0.0)
        if gain > best:
            best = gain
            choice = ZHAN
    forms = options & CHI_FORMS
    while forms:
        form = lowest(forms)
        forms &= forms - 1
        left_out = own
        if form > CHI:
            left_out |= 1 << 3 * (form - CHI - 1)
        taken = block - left_out
        gain = params[IDLE] * (before - table[index - taken]) + params[TAKE_CHI]
        if gain > best:
            if kind == 6:
                used = ZU & ~(1 << t)
                if form > CHI:
                    used &= ~(1 << (7 * (form - CHI - 1) + 6))
            else:
                used = (7 << first) & ~(1 << t)
            gain -= params[TRIPLE] * popcount(used & view.held[2])
            pairs = used & view.held[1] & ~view.held[2]
            while pairs:
                gain -= (cheapest_pair(view, pairs & -pairs) >> 5) / 1024
                pairs &= pairs - 1
            if gain > best:
                best = gain
                choice = form
    return choice


compiled = numba.njit(error_model="numpy", nogil=True)
cheapest_pair = compiled(cheapest_pair)
surely_wins = compiled(surely_wins)
meld_hu = compiled(meld_hu)
best_claim = compiled(best_claim)


def claim(view: Any) -> int:
    """Win where it can, else the best claim."""
    options = view.options
    false_wins = view.rules.false_wins
    if (options >> WIN) & 1:
        if false_wins == 0 or options == 1 << WIN or surely_wins(view):
            return WIN
        options ^= 1 << WIN
        if view.card < 0:
            return PASS
    choice = best_claim(view, options)
    if choice >= PENG:
        view.memo[LAID] |= 1 << view.card
    elif choice == PASS and options > 1:
        view.memo[PASSED] |= 1 << view.card
    if false_wins:
        view.memo[ASKED_HU] = meld_hu(view, choice)
    return choice


def discard(view: Any) -> int:
    """The idle card that is least likely to find company; where there is none, what breaks up least."""
    params = view.params
    if view.rules.false_wins:  # asked to discard: the claim last asked for was made
        view.memo[MELD_HU] += view.memo[ASKED_HU]
        view.memo[ASKED_HU] = 0
    legal = view.discards & ~LONE
    held, twice, thrice = view.held[0], view.held[1], view.held[2]
    one = held & ~twice
    two = twice & ~thrice
    free = held if view.rules.game else held & ~thrice  # types that a 圓 in hand may use

    # Types in place: singles whose block is covered by a 圓. Odd: pairs of which a 圓 of two singles leaves one over.
    one_c, one_m, one_p = one >> 3, one >> 4, one >> 5
    cars = (free >> 3) & (free >> 4) & (free >> 5) & PER_COLOUR
    pair_in_cars = two >> 3 | two >> 4 | two >> 5
    two_singles = (one_c & one_m) | (one_p & (one_c | one_m))
    in_place = (cars & (two_singles | ~pair_in_cars)) * CARS
    odd = ((cars & two_singles & pair_in_cars) * CARS) & two
    suits = held & (free >> SHI) & (free >> XIANG) & PER_COLOUR
    in_place |= (suits & ~(two >> SHI | two >> XIANG)) * SUIT
    zu_colours = popcount(free & ZU)
    if zu_colours >= 3:
        over = popcount(two & ZU) - (zu_colours - 3)
        if over <= 0:
            in_place |= ZU
        elif popcount(one & ZU) >= 2:
            in_place |= ZU
            odd |= two & ZU
    odd &= legal
    alone = one & ~in_place
    idle = alone & legal & ~LONE
    least = FAR
    if idle:
        if idle & (idle - 1) == 0 and odd == 0:
            return lowest(idle)
        # Types that could still be claimed, and the idle cards that with one of them make a 圓.
        open_types = ~view.memo[PASSED]
        j, s, x = open_types, open_types >> SHI, open_types >> XIANG
        c, m, p = open_types >> 3, open_types >> 4, open_types >> 5
        one_c, one_m, one_p = alone >> 3, alone >> 4, alone >> 5
        one_s, one_x = alone >> SHI, alone >> XIANG
        yuan = ((one_m & p | one_p & m) & PER_COLOUR) << 3
        yuan |= ((one_c & p | one_p & c) & PER_COLOUR) << 4
        yuan |= ((one_c & m | one_m & c) & PER_COLOUR) << 5
        yuan |= (one_x & j & ~held & PER_COLOUR) << SHI | (one_s & j & ~held & PER_COLOUR) << XIANG
        jiang = (held & x & ~(held >> XIANG) & PER_COLOUR) << SHI | (held & s & ~(held >> SHI) & PER_COLOUR) << XIANG
        # Worth in 1/1024 and the type below it in one integer: the least is the card to discard.
        own = int(1024 * params[OWN])
        makes_yuan = int(1024 * params[YUAN])
        makes_jiang = int(1024 * params[JIANG])
        fat = int(1024 * params[FAT_IDLE])
        gone = int(1024 * params[GONE])
        makes_zu = 0
        if popcount(alone & ZU) >= 2:
            makes_zu = makes_yuan * popcount(ZU & ~held & open_types)
        cards = idle
        while cards:
            card = cards & -cards
            cards ^= card
            worth = own if open_types & card else 0
            worth += makes_yuan if yuan & card else 0
            worth += makes_jiang if jiang & card else 0
            worth += fat if FAT & card else 0
            worth += makes_zu if ZU & card else 0
            t = lowest(card)
            worth -= gone * (int(view.table.out[t]) + int(view.table.laid[t]))
            least = min(least, worth << 5 | t)
    pairs = odd
    if least == FAR and odd == 0:
        # Every card is in its place. One of four single 卒 leaves a 圓 as it was.
        if one & ZU == ZU and legal & ZU:
            return lowest(legal & ZU)
        # One of 士 相 leaves only its other idle.
        suit_singles = legal & one & (PER_COLOUR << SHI | PER_COLOUR << XIANG)
        if suit_singles:
            return lowest(suit_singles)
        pairs = two & legal
    if pairs:
        least = min(least, cheapest_pair(view, pairs))
    if least != FAR:
        return least & 31
    singles = legal & one
    if singles & ~ZU:
        return lowest(singles & ~ZU)
    triples = legal & thrice & ~FAT
    if triples:
        return lowest(triples)
    return lowest(legal)


def recall(view: Any) -> int:
    """Its notes, from what lies on the table."""
    view.memo[LAID] = int(view.own.h.laid_out)
    view.memo[PASSED] = view.table.passed[view.seat]
    view.memo[MELD_HU] = int(view.own.h.laid_hu)
    return 0


GREEDY = Strategy(
    "greedy",
    claim,
    discard,
    params=PARAMETERS,
    sees="table",
    recall=recall,
    meaning="takes what leaves fewer idle cards, keeps what scores, discards what helps least",
)
