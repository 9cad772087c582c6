"""Comparing simcore with the naive oracle: random switches, line-ups and decks, and messages that replay a failure.

Everything here is drawn from a `random.Random` of a fixed seed, so that a failure comes back on every run.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any

from numba import njit

from simcore import (
    LONE,
    Option,
    Parameter,
    Rules,
    Strategy,
    deal_log,
    draw,
    hand_batch,
    kth_bit,
    popcount,
    score,
    score_many,
)
from strategies import BUILT_IN
from tests.oracle.cards import TEXT, deck, texts
from tests.oracle.engine import check_log
from tests.oracle.groups import CMP, JSX
from tests.oracle.hands import random_case, random_covered_case
from tests.oracle.scoring import check_explanation
from tests.oracle.scoring import score as oracle_score

GAMES = ("guangshui", "youxi")

# Every value of every switch, the default first.
CHOICES: dict[str, dict[str, tuple[Any, ...]]] = {
    "guangshui": {
        "pass_down": (True, False),
        "duty_in_win": (False, True),
        "next_dealer": ("winner", "next"),
        "own_discard_dead": (False, True),
        "win_reach": ("any", "by_right"),
        "jiang_cap": (0, 3),
        "lou_is_bu": (False, True),
        "zhan_in_che": (False, True),
        "passed_card_dead": (True, False),
        "chuche_duty": (True, False),
        "payers": ("both", "discarder"),
    },
    "youxi": {
        "pass_down": (True, False),
        "duty_in_win": (False, True),
        "next_dealer": ("winner", "next"),
        "own_discard_dead": (True, False),
        "win_reach": ("any", "by_right"),
        "ordinary_base": ("flat", "half_up", "ceil"),
        "high_kan": ("held", "grouped"),
        "lone_discard": ("stinks", "forbidden"),
        "false_wins": (False, True),
        "no_split": (True, False),
        "protect_four_zu": (False, True),
    },
}
SCORING = {
    "guangshui": ("duty_in_win", "jiang_cap", "lou_is_bu", "zhan_in_che", "chuche_duty"),
    "youxi": ("duty_in_win", "ordinary_base", "high_kan"),
}

PASS, MING, ZHAN = int(Option.PASS), int(Option.MING), int(Option.ZHAN)
PENG, KONG, WIN = int(Option.PENG), int(Option.KONG), int(Option.WIN)


# --- strategies that leave the beaten path


@njit
def any_of(view: Any, options: int) -> int:
    """One element of a set, drawn uniformly."""
    return kth_bit(options, draw(view, popcount(options)))


def any_discard(view: Any) -> int:
    """A legal type, lone ones at the price of Y10 among them."""
    return kth_bit(view.discards, draw(view, popcount(view.discards)))


def grab_claim(view: Any) -> int:
    """Any claim there is, a win not preferred, so that hands run short."""
    options = view.options & ~(1 << PASS)
    if options == 0:
        options = view.options
    return any_of(view, options)


def wild_claim(view: Any) -> int:
    """Any option at all."""
    return any_of(view, view.options)


def bold_claim(view: Any) -> int:
    """Any option; under false_wins a doubtful win is declared seldom, so that deals last."""
    options = view.options
    if view.rules.false_wins and draw(view, 40) > 0 and options & ~(1 << WIN):
        options &= ~(1 << WIN)
    return any_of(view, options)


def empty_claim(view: Any) -> int:
    """Kong, peng, zhan, never a win where there is another choice: a hand that runs empty."""
    options = view.options
    for option in (KONG, PENG, ZHAN, MING):
        if (options >> option) & 1:
            return option
    return any_of(view, options & ~(1 << WIN) if options & ~(1 << WIN) else options)


def single_discard(view: Any) -> int:
    """A legal type that is not lone and held once, where there is one."""
    plain = view.discards & ~LONE
    once = plain & ~view.held[1]
    return any_of(view, once if once else plain if plain else view.discards)


def shy_claim(view: Any) -> int:
    """Never claims what it may decline, a win neither."""
    if view.options & (1 << PASS):
        return PASS
    return any_of(view, view.options & ~(1 << WIN) if view.options & ~(1 << WIN) else view.options)


N_STEPS = 12  # claims of a script


def scripted_claim(view: Any) -> int:
    """Claims what the script names, in its order, and wins mostly; otherwise passes, or does as it must."""
    options = view.options
    if (options >> WIN) & 1 and draw(view, 5) > 0:
        return WIN
    step = view.memo[0]
    if step < N_STEPS:
        wanted = int(view.params[step])
        if wanted >> 4 == view.card and (options >> (wanted & 15)) & 1:
            view.memo[0] = step + 1
            return wanted & 15
    if options & (1 << PASS):
        return PASS
    return any_of(view, options & ~(1 << WIN) if options & ~(1 << WIN) else options)


def scripted_discard(view: Any) -> int:
    """A type that the script gives up; else a single card."""
    given_up = view.discards & int(view.params[N_STEPS])
    once = view.discards & ~view.held[1] & ~LONE
    return any_of(view, given_up if given_up else once if once else view.discards)


STEPS = tuple(Parameter(f"claim{i}", 0, 0, 29 * 16) for i in range(N_STEPS))
SCRIPTED = Strategy(
    "scripted",
    scripted_claim,
    scripted_discard,
    params=(*STEPS, Parameter("give_up", 0, 0, 2**29)),
    random=True,
)
GRAB = Strategy("grab", grab_claim, any_discard, random=True)
WILD = Strategy("wild", wild_claim, any_discard, random=True)
BOLD = Strategy("bold", bold_claim, any_discard, random=True)
EMPTY = Strategy("empty", empty_claim, single_discard, random=True)
SHY = Strategy("shy", shy_claim, any_discard, random=True)
OWN = (GRAB, WILD, BOLD, EMPTY, SHY)
EVERYONE = (*(BUILT_IN[name] for name in ("random", "eager", "eager", "greedy", "greedy") if name in BUILT_IN), *OWN)


# --- random rules, line-ups and decks


def random_switches(game: str, rng: Random, names: Iterable[str] | None = None) -> dict[str, Any]:
    """Some switches of the game (or of `names`) set at random; in one of four cases none."""
    if rng.random() < 0.25:
        return {}
    chosen = {}
    for name in CHOICES[game] if names is None else names:
        if rng.random() < 0.5:
            # a false win ends most deals of careless seats at once
            few = name == "false_wins" and rng.random() < 0.5
            chosen[name] = CHOICES[game][name][0] if few else rng.choice(CHOICES[game][name])
    return chosen


def rules_of(game: str, switches: dict[str, Any]) -> Rules:
    return Rules.preset(game).replace(**switches)


def full_hand(game: str, rng: Random) -> list[str]:
    """The 31 cards of a random covered hand, without melds."""
    while True:
        hand, melds, claimed = random_covered_case(game, rng)
        if not melds:
            return hand if claimed is None else [*hand, claimed]


def deck_of(
    game: str, rng: Random, dealer: int, hands: dict[int, Sequence[str]], front: Sequence[str] = ()
) -> list[str]:
    """A deck (E1) that gives each seat at least the cards named and has `front` first in the stock, as far as
    there are copies; all else is shuffled."""
    left = Counter(texts(deck(game)))

    def take(cards: Sequence[str], room: int) -> list[str]:
        taken = []
        for card in cards:
            if left[card] > 0 and len(taken) < room:
                left[card] -= 1
                taken.append(card)
        return taken

    dealt = {seat: take(cards, 31 if seat == dealer else 30) for seat, cards in hands.items()}
    stock = take(front, 21)
    rest = [card for card, n in left.items() for _ in range(n)]
    rng.shuffle(rest)
    order = []
    for turn in range(3):
        seat = (dealer + turn) % 3
        mine = dealt.get(seat, [])
        while len(mine) < (31 if turn == 0 else 30):
            mine.append(rest.pop())
        order += mine
    return order + stock + rest


def random_deck(game: str, rng: Random, dealer: int) -> tuple[str, list[str] | None]:
    """(kind, deck): None for the deck that the seed gives, else one that leads to rare situations."""
    lone = [card for card in texts(deck(game)) if card == "GUI" or card[1] == "J"]
    plain = [card for card in TEXT[:28] if card[1] != "J"]
    rng.shuffle(lone)
    seat = rng.randrange(3)
    kind = rng.choice(("shuffled", "shuffled", "lone_stock", "lone_hand", "pairs", "ready", "full", "yuans", "che"))
    if kind == "lone_stock":  # E9, E13 a, Y10
        return kind, deck_of(game, rng, dealer, {}, lone)
    if kind == "lone_hand":  # E8, E13 a: a hand that claims until only lone cards are left
        types = rng.sample(plain, 9)
        hand = lone[: rng.choice((9, 11, 11, 13))] + types[:1] * 3 + [card for card in types[1:] for _ in range(2)]
        return kind, deck_of(game, rng, dealer, {seat: hand}, types + lone[10:])
    if kind == "pairs":  # E13 b: a seat that claims pair by pair until its hand is empty
        types = rng.sample(plain, 15)
        hand = [card for card in types for _ in range(2)]
        return kind, deck_of(game, rng, dealer, {seat: hand}, types[: rng.choice((8, 9, 9, 9))] + lone)
    if kind == "ready":  # wins on a drawn card or a discard, and passes of them (G11)
        hand = full_hand(game, rng)
        rng.shuffle(hand)
        card = hand.pop()
        return kind, deck_of(game, rng, dealer, {seat: hand}, rng.sample(plain, 2) + [card] * 2)
    if kind == "full":  # 天胡
        return kind, deck_of(game, rng, dealer, {dealer: full_hand(game, rng)})
    if kind == "yuans":  # Y14, Y15: nothing but exact yuan and lone cards
        hand = texts([code for yuan in [*JSX, *CMP] for code in yuan]) + ["YZ", "RZ", "WZ"][: rng.choice((0, 3, 3))]
        return kind, deck_of(game, rng, dealer, {seat: hand + [card for card in lone if card == "GUI"][:4]})
    if kind == "che":  # G12, E12: complete 車, triples, and their further copies in the stock
        members = texts(rng.choice([*JSX, *CMP]) + rng.choice([*JSX, *CMP]))
        zu = rng.sample(["YZ", "RZ", "WZ", "GZ"], 3)
        hand = [card for card in members + zu for _ in range(2)] + rng.sample(plain, 2) * 2
        front = [card for card in [*members, *zu, *hand[-4:]] if card[1] != "J"]
        rng.shuffle(front)
        return kind, deck_of(game, rng, dealer, {seat: hand}, front)
    return kind, None


def staged_deal(game: str, rng: Random, seed: int, deal: int, case: Any = None) -> dict[str, Any]:
    """A deal in which one seat lays the melds of a hand, one by one, and then meets its winning card.

    The hand is `case`, or a random covered one.

    Each claim costs a discard, so the hand starts with one card to give up for each. The stock brings the cards to
    claim in order, with others between where only the drawer or its next seat may claim (E5)."""
    for _ in range(10_000):
        hand, melds, win_card = case or random_covered_case(game, rng)
        if win_card is None or not 1 <= len(melds) <= N_STEPS or "kong:GUI" in melds:
            continue
        seat, dealer = rng.randrange(3), rng.randrange(3)
        melds = rng.sample(melds, len(melds))
        steps, start, front = [], list(hand), []
        wanted, used = {*hand, win_card}, Counter([*hand, win_card])
        turn = (dealer + 1) % 3  # who draws next
        plan = []
        for meld in melds:
            kind, _, names = meld.partition(":")
            cards = names.split(",") if kind == "chi" else [names] * {"ming": 1, "zhan": 2, "peng": 3, "kong": 4}[kind]
            card = rng.choice(cards)
            rest = list(cards)
            rest.remove(card)
            start += rest
            wanted |= {*cards}
            used += Counter(cards)
            lone = card == "GUI" or card[1] == "J"
            if kind in ("peng", "kong"):
                drawers = {0, 1, 2}
            elif kind == "ming" or lone:
                drawers = {seat}
            else:
                drawers = {seat, (seat + 2) % 3}
            plan.append((card, drawers))
            steps.append(TEXT.index(card) * 16 + option_number(kind, card, rest))
        junk = [card for card in TEXT[:28] if card not in wanted and card[1] != "J" for _ in range(4)]
        rng.shuffle(junk)
        spare = [junk.pop() for _ in range(min(len(junk), len(melds) + (seat == dealer)))]
        for card, drawers in plan:
            while turn not in drawers and junk:
                front.append(junk.pop())
                turn = (turn + 1) % 3
            front.append(card)
            turn = (seat + 1) % 3
        front += [junk.pop() for _ in range(rng.randrange(3)) if junk]
        front.append(win_card)
        if len(front) <= 21 and len(start) + len(spare) == (31 if seat == dealer else 30):
            break
    else:
        raise ValueError(f"{case} cannot be staged")
    give_up = sum(1 << TEXT.index(card) for card in set(spare))
    values = {f"claim{i}": step for i, step in enumerate(steps)}
    seats = [rng.choice((SHY, SHY, SHY, EVERYONE[0], EVERYONE[1])) for _ in range(3)]
    seats[seat] = SCRIPTED.with_params({**values, "give_up": give_up})
    return {
        "game": game,
        "switches": random_switches(game, rng),
        "seats": seats,
        "seed": seed,
        "deal": deal,
        "dealer": dealer,
        "deck": deck_of(game, rng, dealer, {seat: start + spare}, front),
    }


def option_number(kind: str, card: str, from_hand: Sequence[str]) -> int:
    """The number of an option; for a chi of 卒 with two others, the form without the third."""
    if kind != "chi":
        return int(Option[kind.upper()])
    if card[1] != "Z" or len(from_hand) == 3:
        return int(Option.CHI)
    (missing,) = {"Y", "R", "W", "G"} - {card[0], *(other[0] for other in from_hand)}
    return int(Option[f"CHI_NO_{missing}"])


# --- hands


def random_hands(game: str, rng: Random, count: int, generate: Any) -> Iterator[tuple[dict[str, Any], list[Any]]]:
    """(scoring switches, 25 hands) until `count` hands are given."""
    for start in range(0, count, 25):
        switches = random_switches(game, rng, SCORING[game])
        yield switches, [generate(game, rng) for _ in range(min(25, count - start))]


def mixed_case(game: str, rng: Random) -> Any:
    """Mostly covered hands, some of any kind."""
    return random_covered_case(game, rng) if rng.random() < 0.8 else random_case(game, rng)


def due_case(game: str, rng: Random) -> Any:
    """A hand whose winning card is held two or three times: one that duty_in_win may bind."""
    while True:
        hand, melds, claimed = mixed_case(game, rng)
        if claimed is not None and hand.count(claimed) >= 2:
            return hand, melds, claimed


def as_input(case: Any) -> dict[str, Any]:
    """A case as the JSON of the interface."""
    hand, melds, claimed = case
    return {"hand": hand, "melds": melds, "claimed": claimed}


def compare_hands(game: str, switches: dict[str, Any], cases: Sequence[Any]) -> Counter[str]:
    """`score` against the oracle and `score_many` against `score`; AssertionError that shows the hand.

    Counts what kinds of hands there were."""
    rules = rules_of(game, switches)
    seen: Counter[str] = Counter()
    many = score_many(rules, hand_batch(rules, [as_input(case) for case in cases]))
    for case, row in zip(cases, many, strict=True):
        replay = f"{game} {switches} {json.dumps(as_input(case))}"
        mine = score(rules, *case)
        found, truth = mine.to_dict(), oracle_score(game, switches, *case)
        # Which of several best groupings is shown is free: rows and names are checked by themselves below.
        free = {"groups", "bonuses", "named", "high_name"} | ({"kong"} if game == "youxi" else set())
        wrong = {k: (found.get(k), v) for k, v in truth.items() if k not in free and found.get(k) != v}
        assert not wrong, f"(simcore, oracle) {wrong}: {replay}"
        if found["covered"]:
            try:
                check_explanation(game, switches, *case, found)
            except AssertionError as error:
                raise AssertionError(f"explanation: {error}: {replay}") from error
        wrong = {name: (row[name], value) for name, value in as_row(mine).items() if row[name] != value}
        assert not wrong, f"(score_many, score) {wrong}: {replay}"
        for name in ("covered", "wins", "level", "high"):
            seen[f"{name} {found.get(name, False)}"] += 1
        seen.update(f"named {name}" for name in found.get("named", ()))
        seen.update([f"high_name {found.get('high_name', '')}", f"kong {found.get('kong', 0)}"])
    return seen


def as_row(mine: Any) -> dict[str, Any]:
    """What `score_many` must give for a Score."""
    names = ("covered", "wins", "hu", "kong", "pai", "total", "pay", "idle", "ghosts", "high", "dreamer")
    return {name: getattr(mine, name) for name in names}


def won_case(log: dict[str, Any]) -> tuple[list[str], list[str], str | None]:
    """The winner's (hand, melds, claimed), from the hands, claims and discards of a log alone."""
    seat = log["result"]["winner"]
    hand = list(log["hands"][seat])
    melds: list[str] = []
    card = None
    for event in log["events"]:
        if event["e"] in ("draw", "discard"):
            card = event["card"]
        if event["e"] == "discard" and event["seat"] == seat:
            hand.remove(card)
        elif event["e"] == "claim" and event["seat"] == seat:
            kind, _, used = event["option"].partition(":")
            from_hand = used.split(",") if kind == "chi" else [] if kind == "ming" else [card] * hand.count(card)
            for one in from_hand:
                hand.remove(one)
            whole = ",".join(sorted([card, *from_hand], key=TEXT.index)) if kind == "chi" else card
            melds.append(f"{kind}:{whole}")
        elif event["e"] == "win":
            return hand, melds, event["card"]
    raise AssertionError("a log without a win")


# --- deals


def random_deal(game: str, rng: Random, seed: int, deal: int) -> dict[str, Any]:
    """The arguments of a random deal_log."""
    dealer = rng.randrange(3)
    kind, cards = random_deck(game, rng, dealer)
    seats = [rng.choice(EVERYONE) for _ in range(3)]
    if kind in ("pairs", "lone_hand") and rng.random() < 0.8:
        seats = [EMPTY, EMPTY, EMPTY]
    return {
        "game": game,
        "switches": random_switches(game, rng),
        "seats": seats,
        "seed": seed,
        "deal": deal,
        "dealer": dealer,
        "deck": cards,
    }


def log_of(arguments: dict[str, Any]) -> dict[str, Any]:
    """The deal_log of `random_deal`, as it reads back from JSON."""
    rest = {name: value for name, value in arguments.items() if name not in ("game", "switches")}
    log: dict[str, Any] = json.loads(json.dumps(deal_log(rules_of(arguments["game"], arguments["switches"]), **rest)))
    return log


def compare_deal(arguments: dict[str, Any]) -> dict[str, Any]:
    """The log of a deal, checked step by step by the oracle; AssertionError with the arguments that replay it."""
    replay = {**arguments, "seats": [strategy.label for strategy in arguments["seats"]]}
    log = log_of(arguments)
    try:
        check_log(log)
    except Exception as error:
        raise AssertionError(f"{error}: replay with {replay}") from error
    assert log["strategies"] == replay["seats"], replay
    assert log["rules"]["name"] == arguments["game"], replay
    defaults = {name: values[0] for name, values in CHOICES[arguments["game"]].items()}
    changed = {name: value for name, value in arguments["switches"].items() if value != defaults[name]}
    assert log["rules"]["switches"] == changed, replay
    return log


def events_of(log: dict[str, Any]) -> Counter[str]:
    """What happened in a deal, counted, rare situations by their rule."""
    seen: Counter[str] = Counter()
    result = log["result"]
    seen[f"win_kind {result['win_kind']}"] += 1
    for name in ("stinks", "high", "level"):
        if result.get(name):
            seen[f"{name} {result[name]}"] += 1
    revealed: dict[str, Any] = {"e": "start", "card": ""}
    pengs = 0  # stated on the revealed card
    for event in log["events"]:
        what = event["e"]
        if what in ("draw", "discard"):
            revealed, pengs = event, 0
            if what == "discard" and (event["card"] == "GUI" or event["card"][1] == "J"):
                seen["lone discard"] += 1
        elif what == "barred":
            seen[f"barred {event['rule']}"] += 1
        elif what == "dead":
            seen["dead a" if revealed["e"] == "draw" else "dead b"] += 1
        elif what == "intent":
            pengs += event["intent"] == "peng"
            if pengs == 2:
                seen["two pengs"] += 1
            if event["options"] == ["win"]:
                seen["win or nothing"] += 1
            if "win" in event["options"] and event["intent"] != "win":
                seen["win declined"] += 1
        elif what == "claim":
            kind = event["option"].split(":")[0]
            seen[f"claim {kind} on {revealed['e']}"] += 1
            if revealed["card"] == "GUI":
                seen[f"claim {kind} GUI"] += 1
    return seen
