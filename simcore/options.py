"""What a seat may do about each type: E5–E9, E12, G11, G12, G15, G16, Y12–Y15 as sets of types.

A concealed hand changes only when its seat claims or discards, so the sets are renewed once then, and a reveal costs
a bit test a seat.
"""

from __future__ import annotations

from typing import Any

from simcore.bits import ALL_TYPES, GHOST_BIT, LONE, PER_COLOUR, ZU, popcount
from simcore.groups import ANYWHERE
from simcore.jit import core, inlined, int64
from simcore.native import call_scorer
from simcore.tables import COVERED

PASS, MING, ZHAN, CHI, PENG, KONG, WIN = 1 << 0, 1 << 1, 1 << 2, 1 << 3, 1 << 8, 1 << 9, 1 << 10
CHI_ALL_FORMS = 0b11111 << 3
SHI_XIANG = PER_COLOUR << 1 | PER_COLOUR << 2
SINGLE_PLACE, PAIR_PLACE, YUAN_PLACE, TRIPLE_PLACE, QUAD_PLACE = 1 << 1, 1 << 2, 1 << 3, 1 << 4, 1 << 5


@inlined
def chi_types(held: int) -> int:
    """E6: the types that a chi could take, given the set of types held."""
    j, s, x = held & PER_COLOUR, (held >> 1) & PER_COLOUR, (held >> 2) & PER_COLOUR
    c, m, p = (held >> 3) & PER_COLOUR, (held >> 4) & PER_COLOUR, (held >> 5) & PER_COLOUR
    z = (held >> 6) & PER_COLOUR
    chi = (s & x) | (j & x) << 1 | (j & s) << 2 | (m & p) << 3 | (c & p) << 4 | (c & m) << 5
    colours = popcount(z)
    three, two = -int64(colours >= 3), -int64(colours == 2)
    return chi | ZU & (three | two & ~(z << 6))


@inlined
def completing_types(h: Any, tables: Any) -> int:
    """The types with which the concealed hand would be covered (E11)."""
    cover, idx = tables.cover, h.idx
    return completing_by(
        int64(cover[idx[0]]), int64(cover[idx[1]]), int64(cover[idx[2]]), int64(cover[idx[3]]), tables.zu_cover[idx[4]]
    )


@inlined
def completing_by(c0: int, c1: int, c2: int, c3: int, zu: int) -> int:
    """The types with which five blocks would be covered, the ghost among them, given their entries in `cover`."""
    covered = (c0 >> 7) + (c1 >> 7) + (c2 >> 7) + (c3 >> 7) + (zu >> 30)
    if covered < 4:
        return 0
    if covered == 5:
        return (c0 & 63) | (c1 & 63) << 7 | (c2 & 63) << 14 | (c3 & 63) << 21 | (zu & ZU) | GHOST_BIT
    if c0 < 128:
        return c0
    if c1 < 128:
        return c1 << 7
    if c2 < 128:
        return c2 << 14
    if c3 < 128:
        return c3 << 21
    return zu & ZU


@core
def is_covered(h: Any, tables: Any) -> bool:
    """Whether the concealed cards as they are lie in groups."""
    colours = tables.cover[h.idx[0]] & tables.cover[h.idx[1]] & tables.cover[h.idx[2]] & tables.cover[h.idx[3]]
    return int64(colours) >= 128 and tables.zu_cover[h.idx[4]] & COVERED != 0


@inlined
def protected_types(seat: Any, rules: Any) -> int:
    """Y14: the types of every exact yuan in the concealed hand."""
    if not rules.no_split:
        return 0
    once = seat.held[0] & ~seat.held[1]
    suits = once & (once >> 1) & (once >> 2) & PER_COLOUR
    cars = (once >> 3) & (once >> 4) & (once >> 5) & PER_COLOUR
    protect = 7 * suits | (7 * cars) << 3
    zu = seat.held[0] & ZU
    if seat.held[1] & ZU == 0:
        colours = popcount(zu)
        if colours == 3 or (colours == 4 and rules.protect_four_zu):
            protect |= zu
    return protect


@inlined
def renew(seat: Any, rules: Any, tables: Any) -> None:
    """Renew the sets of a seat after its concealed hand changed or a duty barred it."""
    seat.h.trips = 1 if seat.held[2] else 0
    zhan = seat.held[0] & ~seat.held[1] & ~LONE
    peng = seat.held[1] & ~seat.held[2]
    kong = seat.held[2]
    chi = chi_types(seat.held[0])
    protect = protected_types(seat, rules)
    seat.protect = protect
    if protect:
        zhan &= ~protect
        # only a chi that takes all of the yuan is left: that of a fourth 卒
        chi &= ~protect
    spare = seat.cards - seat.loners
    if spare <= 4:
        # E8: a claim must leave a card that is not lone
        if spare < 4:
            kong &= LONE
        if spare < 3:
            peng &= LONE
            chi &= SHI_XIANG
        if spare < 2:
            zhan = 0
            chi = 0
        if spare < 1:
            kong = 0
            peng = 0
    if seat.dead or seat.barred:
        seat.win = 0
    elif rules.false_wins:
        seat.win = ALL_TYPES
    else:
        seat.win = completing_types(seat.h, tables) & ~seat.no_win
    seat.kong = kong & ~seat.no_kong
    seat.peng = peng & ~seat.no_peng
    seat.chi = chi & ~seat.no_chi
    seat.zhan = zhan & ~seat.no_chi
    merge(seat)


@inlined
def merge(seat: Any) -> None:
    """Renew the unions of a seat's sets."""
    seat.far = seat.win | seat.kong | seat.peng
    seat.near = seat.far | seat.chi | seat.zhan


@core
def silence(seat: Any) -> None:
    """E13: a dead seat makes no claim and cannot win."""
    seat.dead = 1
    seat.win = seat.kong = seat.peng = seat.chi = seat.zhan = seat.far = seat.near = 0


@core
def chi_forms(seat: Any, rules: Any, t: int) -> int:
    """E6: the legal forms of a chi of the 卒 t, which is in `seat.chi`, as a set of options."""
    spare = seat.cards - seat.loners
    others = (seat.held[0] & ZU) & ~(1 << t)
    forms = 0
    if popcount(others) == 3:
        if spare >= 4:
            forms |= CHI
        if not seat.protect & others:
            for colour in range(4):
                if colour != t // 7:
                    forms |= CHI << (1 + colour)
    else:
        for colour in range(4):
            if colour != t // 7 and not (others >> (7 * colour + 6)) & 1:
                forms |= CHI << (1 + colour)
    return forms


@inlined
def complete_che(have: int) -> int:
    """G12: of the types held twice or laid as 碰 or 樓, those that belong to a complete 車; 占 and 明 do not count."""
    suits = have & (have >> 1) & (have >> 2) & PER_COLOUR
    cars = (have >> 3) & (have >> 4) & (have >> 5) & PER_COLOUR
    members = 7 * suits | (7 * cars) << 3
    for k in (0, 6):
        same = (have >> k) & PER_COLOUR
        if popcount(same) >= 3:
            members |= same << k
    return members


@core
def places(seat: Any, rules: Any, t: int, right: int, drawer: int) -> int:
    """G16, E12: the places that the winning card t may take."""
    allow = ANYWHERE
    if rules.win_reach == 1:
        if not right:
            allow &= ~(PAIR_PLACE | YUAN_PLACE)
        if not drawer:
            allow &= ~SINGLE_PLACE
    if rules.duty_in_win:
        if (seat.held[2] >> t) & 1:
            allow &= QUAD_PLACE
        elif (
            rules.chuche_duty
            and (seat.held[1] >> t) & 1
            and (complete_che(seat.held[1] | int64(seat.h.laid_out)) >> t) & 1
        ):
            allow &= TRIPLE_PLACE
    return allow


@core
def best_value(d: Any, seat: Any, tables: Any, t: int, allow: int) -> int:
    """The value of a seat's hand with the winning card t (-1: none), by the scorer of the game in play."""
    return call_scorer(d.score_address, tables, d.rules, seat.h, t, allow, d.scratch)


@core
def value_wins(rules: Any, value: int) -> bool:
    """Whether a value reaches the gate (G8, Y4)."""
    return value >= (1 << 40) if rules.game == 0 else value >= (1 << 62)


@inlined
def legal_options(d: Any, seat: Any, tables: Any, t: int, right: int, drawer: int) -> int:
    """The set of options of a seat on the revealed type t, pass and ming included; 0 if it has none.

    `right`: it has the right of chi and zhan (E5); `drawer`: it drew the card.
    """
    rules = d.rules
    legal = 0
    if (seat.win >> t) & 1:
        if rules.false_wins or value_wins(rules, best_value(d, seat, tables, t, places(seat, rules, t, right, drawer))):
            legal |= WIN
        elif rules.win_reach == 0:  # as long as the hand stays, this card does not win
            seat.win &= ~(1 << t)
            merge(seat)
    legal |= ((seat.kong >> t) & 1) * KONG | ((seat.peng >> t) & 1) * PENG | ((seat.zhan >> t) & right) * ZHAN
    chi = (seat.chi >> t) & right
    legal |= chi * CHI
    if chi & (ZU >> t):
        legal = legal & ~CHI | chi_forms(seat, rules, t)
    lone = drawer & (LONE >> t)
    legal |= int64(legal != 0) & ~lone & PASS
    return legal | (lone & int64(seat.cards > seat.loners) & ~seat.dead) * MING  # E9: it may not be declined


@inlined
def legal_discards(seat: Any, rules: Any) -> int:
    """E9, Y10, Y13–Y15: the types that may be discarded; bit 30 is set if a discard that is not lone will bar."""
    base = seat.held[0]
    if rules.game == 0:
        return base & ~LONE
    base &= ~(seat.chi_taken | protected_types(seat, rules))
    plain = base & ~LONE
    bars = 0
    if plain == 0:
        plain = seat.held[0] & ~LONE
        bars = 1 << 30
    lone = base & LONE if rules.lone_discard == 0 else 0
    return plain | lone | bars
