"""The log of one deal: everything that happened, in the project's JSON form of a deal log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from simcore.batch import check_dealer, check_range, check_seats, new_deal, play_chunk
from simcore.cards import format_card, parse_card
from simcore.claims import chi_cards
from simcore.errors import CardError
from simcore.holding import Case, Meld
from simcore.log_text import option_text, options_text
from simcore.records import RESULT_DTYPE, SEATS, WIN_KINDS, Bar, Event, Option
from simcore.rules import Rules
from simcore.score import score_case
from simcore.strategy import Strategy
from simcore.streams import as_seed


def deal_log(
    rules: Rules,
    seats: Sequence[Strategy],
    seed: int,
    deal: int,
    dealer: str | int = "rotate",
    deck: Sequence[str | int] | None = None,
) -> dict[str, Any]:
    """Play one deal again and return its log.

    `deck` gives the cards in E1's order (31 of the dealer, 30 of each next seat, the stock) in place of the shuffle;
    seed and deal then only drive what the strategies draw. Errors as `run_deals`; CardError for a deck that is none.
    """
    seats = check_seats(seats)
    who_deals = check_dealer(dealer)
    check_range(deal, 1)
    seed = as_seed(seed)
    d = new_deal(rules, seats, seed)
    d.logging = 1
    if deck is not None:
        d.deck[: rules.deck_size] = _check_deck(rules, deck)
        d.fixed_deck = 1
    result = np.zeros(1, RESULT_DTYPE)
    play_chunk(d, seats, deal, who_deals, result)
    hands, stock = _dealt(rules, d)
    return {
        "rules": rules.to_dict(),
        "seed": seed,
        "deal": deal,
        "dealer": int(d.dealer),
        "strategies": [strategy.label for strategy in seats],
        "hands": hands,
        "stock": stock,
        "events": _events(d),
        "result": _result(rules, d, result[0]),
    }


def _check_deck(rules: Rules, deck: Sequence[str | int]) -> list[int]:
    """A given deck as types, or CardError."""
    cards = [parse_card(card) if isinstance(card, str) else int(card) for card in deck]
    for t, copies in enumerate(rules.copies):
        if cards.count(t) != copies:
            raise CardError(f"the deck holds {format_card(t)} {cards.count(t)} times: expected {copies}")
    if len(cards) != rules.deck_size:
        raise CardError(f"the deck has {len(cards)} cards: expected {rules.deck_size}, all of {rules.game}")
    return cards


def _dealt(rules: Rules, d: Any) -> tuple[list[list[str]], list[str]]:
    """E1: the hands by seat, sorted, and the stock in drawing order."""
    deck = [int(t) for t in d.deck[: rules.deck_size]]
    hands: list[list[str]] = [[] for _ in range(SEATS)]
    start = 0
    for turn in range(SEATS):
        count = rules.dealer_cards if turn == 0 else rules.other_cards
        seat = (int(d.dealer) + turn) % SEATS
        hands[seat] = [format_card(t) for t in sorted(deck[start : start + count])]
        start += count
    return hands, [format_card(t) for t in deck[start:]]


def _events(d: Any) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = []
    card = -1
    for kind, seat, a, b in d.events[: d.n_events].tolist():
        event: dict[str, Any] = {"e": Event(kind).name.lower()}
        if kind != Event.END:
            event["seat"] = seat
        if kind in (Event.DISCARD, Event.DRAW):
            card = a
            event["card"] = format_card(card)
        elif kind == Event.INTENT:
            event["options"] = options_text(a, card)
            event["intent"] = option_text(b, card)
        elif kind == Event.CLAIM:
            event["option"] = option_text(a, b)
        elif kind == Event.BARRED:
            event["rule"] = Bar(a).name
        elif kind == Event.WIN:
            event["card"] = format_card(a) if a >= 0 else None
        events.append(event)
    return events


def _result(rules: Rules, d: Any, result: Any) -> dict[str, Any]:
    winner = int(result["winner"])
    out: dict[str, Any] = {
        "winner": winner,
        "win_kind": WIN_KINDS[result["win_kind"]],
        "hu": int(result["hu"]),
        "kong": int(result["kong"]),
        "pai": int(result["pai"]),
        "payoff": [int(p) for p in result["payoff"]],
        "dreamer": int(result["dreamer"]),
    }
    if result["declarer"] >= 0:
        out["declarer"] = int(result["declarer"])
    if winner < 0:
        return out
    scored = score_case(rules, _winning_case(d, winner), int(d.win_allow)).to_dict()
    if rules.game == "youxi":
        out["stinks"] = bool(result["stinks"])
        if result["stinks"]:  # Y10
            scored |= {"pay": 0, "dreamer": int(result["dreamer"]), "high": False, "high_name": ""}
    return scored | out


def _winning_case(d: Any, winner: int) -> Case:
    """The winner's 31 cards."""
    seat, table = d.seat[winner], d.table
    counts = seat.words.view(np.int8)
    hand = tuple(t for t in range(29) for _ in range(int(counts[t])))
    melds = []
    left = 31 - len(hand) - (d.win_card >= 0)
    for i in range(int(table.n_melds[winner])):
        option, card = Option(int(table.meld_option[winner, i])), int(table.meld_card[winner, i])
        if Option.ZHAN < option < Option.PENG:
            used = int(chi_cards(int(option), card)) | 1 << card
            melds.append(Meld(Option.CHI, card, tuple(t for t in range(28) if used >> t & 1)))
        else:
            size = {Option.MING: 1, Option.ZHAN: 2, Option.PENG: 3, Option.KONG: 4}[option]
            melds.append(Meld(option, card, (card,) * size))
    if sum(len(meld.cards) for meld in melds) < left:  # five ghosts
        melds = [
            Meld(m.option, m.card, (m.card,) * 5) if m.card == 28 and m.option == Option.KONG else m for m in melds
        ]
    return Case(hand, tuple(melds), int(d.win_card))
