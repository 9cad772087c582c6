"""Deals played by a script: a deck built around the cards that a test names, and three puppets that follow it.

A script is a line of steps, in the order of play:

    0-YS         seat 0 (the dealer) discards YS at the opening; before it 0:win or 0:pass answers a 天胡
    2+RC         seat 2 draws RC (quiet cards are drawn until it is that seat's turn); *+RC: whoever is next
    1:zhan       seat 1 states zhan on the card that lies revealed
    1:peng-RM    seat 1 states peng, gets the card and discards RM, which is then the revealed card; what the
                 others state on the same card comes before it

Whoever is asked without a step passes, or lays open what it must; after a claim without a step it discards its
lowest legal card. Every log is held against the naive engine as well.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from simcore import LONE, Option, Parameter, Rules, Strategy, deal_log, lowest, parse_card
from tests.oracle.engine import check_log

GAMES = ("guangshui", "youxi")
COLOURS = "YRWG"
PLAIN = [colour + kind for colour in COLOURS for kind in "JSXCMPZ"]
STOCK = {"guangshui": 21, "youxi": 26}
DRAWS = {"guangshui": 21, "youxi": 23}

# The puppet's program: claims as (card, option) of 9 bits, five a parameter; discards as types of 5 bits, ten a
# parameter; both numbers plus 1, so that 0 is none.
CLAIMS, DISCARDS = 45, 60
OPENING = 29
PASS, MING = int(Option.PASS), int(Option.MING)


def _claim(view: Any) -> int:
    card = view.card if view.card >= 0 else OPENING
    for i in range(CLAIMS):
        step = (np.int64(view.params[i // 5]) >> (9 * (i % 5))) & 511
        if step > 0 and (step - 1) >> 4 == card and not (view.memo[0] >> i) & 1:
            view.memo[0] |= 1 << i
            return (step - 1) & 15
    if (view.options >> PASS) & 1:
        return PASS
    if (view.options >> MING) & 1:
        return MING
    return lowest(view.options)


def _discard(view: Any) -> int:
    i = view.memo[1]
    view.memo[1] += 1
    if i < DISCARDS:
        step = (np.int64(view.params[9 + i // 10]) >> (5 * (i % 10))) & 31
        if step > 0:
            return step - 1
    plain = view.discards & ~LONE
    return lowest(plain if plain else view.discards)


_NAMES = [f"c{i}" for i in range(9)] + [f"d{i}" for i in range(6)]
PUPPET = Strategy("puppet", _claim, _discard, tuple(Parameter(name, 0.0, 0.0, 2.0**53) for name in _NAMES))


def cards(text: str) -> list[str]:
    """``"YJ2 RS"`` -> ``["YJ", "YJ", "RS"]``."""
    found = []
    for word in text.split():
        name, many = (word[:-1], int(word[-1])) if word[-1].isdigit() else (word, 1)
        found += [name] * many
    return found


def full_deck(game: str) -> Counter[str]:
    """G1, Y1: four copies of 28 types, in Youxi five ghosts."""
    deck = Counter(dict.fromkeys(PLAIN, 4))
    if game == "youxi":
        deck["GUI"] = 5
    return deck


def lone(card: str) -> bool:
    """將 and 鬼."""
    return card == "GUI" or card[1] == "J"


def relatives(card: str) -> set[str]:
    """The card and all that a chi of it could take: its colour's 將士相 or 車馬炮, or every 卒."""
    if card == "GUI":
        return {card}
    for kinds in ("JSX", "CMP"):
        if card[1] in kinds:
            return {card[0] + kind for kind in kinds}
    return {colour + "Z" for colour in COLOURS}


def option_number(option: str, card: str) -> int:
    """The number of an option as a log writes it."""
    kind, _, used = option.partition(":")
    if kind == "chi" and card.endswith("Z") and len(used.split(",")) == 2:
        (left,) = set(COLOURS) - {card[0]} - {other[0] for other in used.split(",")}
        return int(Option[f"CHI_NO_{left}"])
    return int(Option[kind.upper()])


def puppet(claims: list[tuple[str | None, str]], discards: list[str]) -> Strategy:
    """A puppet that answers each card once, in this order, and discards in that order."""
    assert len(claims) <= CLAIMS
    assert len(discards) <= DISCARDS
    values = [0] * len(_NAMES)
    for i, (card, option) in enumerate(claims):
        code = OPENING if card is None else parse_card(card)
        values[i // 5] |= (code * 16 + option_number(option, card or "") + 1) << 9 * (i % 5)
    for i, card in enumerate(discards):
        values[9 + i // 10] |= (parse_card(card) + 1) << 5 * (i % 10)
    return PUPPET.with_params({name: float(value) for name, value in zip(_NAMES, values, strict=True)})


def line(event: Mapping[str, Any]) -> str:
    """An event as one line, options in alphabetical order."""
    if event["e"] == "intent":
        return f"{event['seat']}: {' '.join(sorted(event['options']))} > {event['intent']}"
    return " ".join([event["e"], *(str(event[key]) for key in ("seat", "card", "option", "rule") if key in event)])


@dataclass(frozen=True)
class Played:
    """The log of a scripted deal, as lines, and by reveal."""

    log: dict[str, Any]

    @property
    def result(self) -> dict[str, Any]:
        """The log's result."""
        return self.log["result"]

    @cached_property
    def lines(self) -> list[str]:
        """All events."""
        return [line(event) for event in self.log["events"]]

    def after(self, card: str, nth: int = 0) -> list[str]:
        """What followed the nth reveal of a card (discard or draw), up to the next reveal."""
        reveals = [i for i, event in enumerate(self.log["events"]) if event["e"] in ("discard", "draw")]
        start = [i for i in reveals if self.log["events"][i]["card"] == card][nth]
        ends = [i for i in reveals if i > start]
        return self.lines[start + 1 : ends[0] if ends else None]

    def asked(self, seat: int, card: str, nth: int = 0) -> set[str] | None:
        """The options of a seat on the nth reveal of a card, None where it was not asked."""
        for text in self.after(card, nth):
            if text.startswith(f"{seat}: "):
                return set(text[3:].split(" > ")[0].split())
        return None

    def events(self, kind: str) -> list[str]:
        """All lines of one kind of event."""
        return [text for text in self.lines if text.split()[0] == kind]


@dataclass
class _Builder:
    """Collects the cards of hands and stock, and what each puppet will do. "?" is a card still to be chosen."""

    game: str
    dealer: int
    hands: list[list[str]]
    stock: list[str] = field(default_factory=list)
    claims: list[list[tuple[str | None, str]]] = field(default_factory=lambda: [[], [], []])
    discards: list[list[str]] = field(default_factory=lambda: [[], [], []])
    drawer: int = 0
    revealed: str | None = None
    locked: list[set[str]] = field(default_factory=lambda: [set(), set(), set()])  # types that a test needs exact

    def step(self, text: str) -> None:
        """Take in one step of a script."""
        seat, sign = text[0], text[1]
        if sign == "+":
            while seat != "*" and self.drawer != int(seat):
                self.stock.append("?")
                self.drawer = (self.drawer + 1) % 3
            self.stock.append(text[2:])
            self.reveal(text[2:], self.drawer)
            return
        thrown = text.partition("-")[2]
        if sign == ":":
            self.claims[int(seat)].append((self.revealed, text[2:].partition("-")[0]))
        if thrown:
            self.discards[int(seat)].append(thrown)
            self.hands[int(seat)].append(thrown)
            self.reveal(thrown, int(seat))

    def reveal(self, card: str, by: int) -> None:
        self.revealed = card
        self.drawer = (by + 1) % 3

    def lay(self, seat: int, text: str) -> None:
        """Take in the claims of open melds, each with a discard."""
        for word in text.split():
            kind, _, named = word.partition(":")
            card, *used = named.split(",")
            self.hands[seat] += used or [card] * USED[kind]
            self.locked[seat] |= {card, *used}
            option = f"chi:{','.join(sorted(used, key=PLAIN.index))}" if used else kind.rstrip("5")
            drawer = "*" if kind.startswith(("peng", "kong")) else seat if lone(card) else (seat + 2) % 3
            self.step(f"{drawer}+{card}")
            self.step(f"{seat}:{option}-?")

    def answered(self) -> set[str | None]:
        """Types that some puppet has an answer to."""
        return {card for steps in self.claims for card, _ in steps}

    def left(self) -> Counter[str]:
        """The cards that have no place yet."""
        left = full_deck(self.game)
        left.subtract(card for pile in (*self.hands, self.stock) for card in pile if card != "?")
        short = [card for card, n in left.items() if n < 0]
        assert not short, f"the test uses too many of {short}"
        return +left

    def choose(self, named: set[str]) -> None:
        """Choose the open discards of a prologue and the quiet cards between its claims."""
        for seat, hand in enumerate(self.hands):
            while "?" in hand:
                left = self.left()
                wanted = self.locked[seat] | named | self.answered()
                free = [c for c in left if not lone(c) and c not in wanted]
                card = max(free, key=lambda c: (not makes_yuan(c, hand), c not in hand, c[1] in "SM", left[c]))
                hand[hand.index("?")] = card
                self.discards[seat][self.discards[seat].index("?")] = card
        held = {card for hand in self.hands for card in hand}
        while "?" in self.stock:
            left = self.left()
            free = [c for c in left if not lone(c) and c not in named and c not in self.answered()]
            card = max(free, key=lambda c: (c not in held, left[c], c[1] in "SM"))
            self.stock[self.stock.index("?")] = card

    def fill(self, named: set[str]) -> None:
        """Deal the rest: no seat gets a type that its test names, or a use for a named card."""
        assert len(self.stock) <= DRAWS[self.game], f"the script draws {len(self.stock)} cards"
        sizes = [31 if seat == self.dealer else 30 for seat in range(3)]
        exact = [set(hand) for hand in self.hands]
        left = self.left()
        # 士 相 馬 炮 first: without 將 and 車 they make no 圓, so that a filled hand is not covered
        for kinds, limit in (("SXMP", 1), ("SXMP", 2), ("CZ", 1), ("CZJI", 2), ("CZJISXMP", 4)):
            for seat in sorted(range(3), key=lambda s: -len(exact[s])):
                hand = self.hands[seat]
                have = Counter(hand)
                while len(hand) < sizes[seat]:
                    free = [
                        c
                        for c in left
                        if left[c] and c[-1] in kinds and have[c] < limit and c not in exact[seat]
                        if harmless(c, hand, named)
                    ]
                    if not free:
                        break
                    card = max(free, key=lambda c: (not lone(c), left[c], -have[c]))
                    hand.append(card)
                    have[card] += 1
                    left[card] -= 1
        for seat, hand in enumerate(self.hands):  # what cannot be harmless: as few of it as can be
            while len(hand) < sizes[seat]:
                have = Counter(hand)
                free = [c for c in left if left[c] and c not in self.locked[seat]] or [c for c in left if left[c]]
                card = max(free, key=lambda c: (harmless(c, hand, named), c not in named, not lone(c), -have[c]))
                hand.append(card)
                left[card] -= 1
        self.stock += sorted(left.elements(), key=lambda c: (c in named, lone(c)))
        assert len(self.stock) == STOCK[self.game]


def makes_yuan(card: str, hand: list[str]) -> bool:
    """Whether the card would complete a 圓 in hand, which Y14 might protect."""
    return len({c for c in hand if c in relatives(card)} | {card}) >= 3


def harmless(card: str, hand: list[str], named: set[str]) -> bool:
    """Whether the card gives the hand no claim of a named one."""
    for other in named:
        near = relatives(other) - {other}
        if card == other or (card in near and len({c for c in hand if c in near} | {card}) > 1):
            return False
    return True


USED = {"peng": 2, "kong": 3, "kong5": 4, "zhan": 1, "ming": 0}


def play(
    game: str,
    script: str,
    hands: Mapping[int, str] | None = None,
    *,
    melds: Mapping[int, str] | None = None,
    dealer: int = 0,
    avoid: str | None = None,
    players: Mapping[int, Strategy] | None = None,
    **switches: Any,
) -> Played:
    """Play a script.

    `hands`: concealed cards of each seat, those apart that it discards by the script. The rest of a hand is filled
    with types that the test does not name for that seat and that give no claim of a card of the script (or `avoid`).
    `melds`: open melds that a seat lays in a prologue after the opening discard, a chi with the claimed card first;
    a hand given whole is how it stands after the prologue. `players`: strategies in place of puppets.
    """
    steps = script.split()
    opening = next((i for i, step in enumerate(steps) if "-" in step), len(steps)) + 1
    given = [cards((hands or {}).get(seat, "")) for seat in range(3)]
    builder = _Builder(game, dealer, given)
    builder.locked = [set(hand) for hand in given]
    for step in steps[:opening]:
        builder.step(step)
    for seat, text in (melds or {}).items():
        builder.lay(seat, text)
    for step in steps[opening:]:
        builder.step(step)
    if avoid is None:
        named = {step[2:] for step in steps if step[1] == "+"} | {s.partition("-")[2] for s in steps if "-" in s}
    else:
        named = set(cards(avoid))
    named.discard("?")
    builder.choose(named)
    builder.fill(named)
    deck = [card for turn in range(3) for card in builder.hands[(dealer + turn) % 3]] + builder.stock
    seats = [puppet(builder.claims[seat], builder.discards[seat]) for seat in range(3)]
    seats = [(players or {}).get(seat, default) for seat, default in enumerate(seats)]
    log = deal_log(Rules.preset(game).replace(**switches), seats, 1, 0, dealer=dealer, deck=deck)
    check_log(log)
    played = Played(log)
    for seat in range(3):
        intents = iter(e["intent"] for e in log["events"] if e["e"] == "intent" and e["seat"] == seat)
        assert all(option in intents for _, option in builder.claims[seat]), f"seat {seat} was not asked as planned"
    for seat, text in (melds or {}).items():
        kinds = [event.split()[2].split(":")[0] for event in played.events("claim") if event.split()[1] == str(seat)]
        laid = [word.split(":")[0].rstrip("5") for word in text.split()]
        assert kinds[: len(laid)] == laid, f"the prologue did not lay {text}: {played.lines}"
    return played
