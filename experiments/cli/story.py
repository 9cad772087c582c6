"""A deal log as text that a person can follow, one event a line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from experiments.cli.console import draw, fold
from experiments.cli.score_text import score_parts
from experiments.names import GAMES, OPTIONS, WIN_KINDS, colon, comma, name, word
from experiments.plan import settings
from simcore import Rules, format_card, format_cards, parse_card

Log = Mapping[str, Any]
_INDENT = "    "


def deal_text(log: Log, rules: Rules, lang: str) -> str:
    """The story of one deal, of the dict that `deal_log` gives; ends with a line end."""
    parts = (_opening(log, rules, lang), _events(log, rules.game, lang), _ending(log, rules.game, lang))
    return "\n\n".join("\n".join(part) for part in parts) + "\n"


def sorted_cards(cards: Iterable[str], lang: str) -> list[str]:
    """Cards by colour and kind, equal ones drawn together, in lines: `YJ2 YS  RC`, two spaces between colours."""
    colours: dict[int, list[int]] = {}
    for code in sorted(parse_card(card) for card in cards):
        colours.setdefault(code // 7, []).append(code)
    return fold([format_cards(held, lang) for held in colours.values()], first=_INDENT, rest=_INDENT, between="  ")


def _opening(log: Log, rules: Rules, lang: str) -> Iterator[str]:
    words = [name(GAMES, rules.name, lang), *settings(rules), f"{word('seed', lang)} {log['seed']}"]
    words += [f"deal {log['deal']:,}" if lang == "en" else f"第 {log['deal']:,} 局"]
    words += [f"{word('dealer', lang)} {log['dealer']}"]
    yield from fold(words, between=comma(lang))
    for seat, hand in enumerate(log["hands"]):
        mark = comma(lang) + word("dealer", lang) if seat == log["dealer"] else ""
        yield f"{_seat(seat, lang)} ({log['strategies'][seat]}{mark}){colon(lang).rstrip()}"
        yield from sorted_cards(hand, lang)
    yield f"{word('stock', lang)}{colon(lang).rstrip()}"
    stock = [_card(card, lang) for card in log["stock"]]
    for at in range(0, len(stock), 13):
        yield f"{_INDENT}{' '.join(stock[at : at + 13])}"


def _events(log: Log, game: str, lang: str) -> Iterator[str]:
    revealed: str | None = None
    for event in log["events"]:
        kind = event["e"]
        seat = _seat(event["seat"], lang) if "seat" in event else ""
        if kind in ("discard", "draw"):
            revealed = event["card"]
            yield f"{seat}  {_verb(kind, lang)} {_card(event['card'], lang)}"
        elif kind == "intent":
            options = [_option(option, game, lang) for option in event["options"]]
            options = [f"({options[0]}", *options[1:]]
            stated = f"{_INDENT}{seat}{colon(lang)}{_option(event['intent'], game, lang)}   "
            yield from fold([*options[:-1], f"{options[-1]})"], first=stated, rest=3 * _INDENT)
        elif kind == "claim":
            yield f"{seat}  {_option(event['option'], game, lang)} {_card(revealed, lang)}"
        elif kind == "win":
            card = "" if event["card"] is None else " " + _card(event["card"], lang)
            yield f"{seat}  {name(OPTIONS, 'win', lang)}{card}"
        elif kind == "barred":
            yield f"{_INDENT}{seat}{colon(lang)}{_verb('barred', lang)} ({event['rule']})"
        elif kind == "dead":
            yield f"{_INDENT}{seat}{colon(lang)}{_verb('dead', lang)}"


def _ending(log: Log, game: str, lang: str) -> Iterator[str]:
    result = log["result"]
    end = name(WIN_KINDS, result["win_kind"], lang)
    if result["winner"] >= 0:
        yield f"{word('winner', lang)}{colon(lang)}{_seat(result['winner'], lang)}{comma(lang)}{end}"
        yield ""
        yield from draw(*score_parts(result, game, lang)).splitlines()
    elif result["win_kind"] == "false_win":
        yield f"{end}{colon(lang)}{_seat(result['declarer'], lang)}"
    else:
        yield end
    payoffs = "  ".join(f"{_seat(seat, lang)} {value:+d}" for seat, value in enumerate(result["payoff"]))
    dreamer = f"  {word('dreamer', lang)} {result['dreamer']:+d}" if game == "youxi" else ""
    yield f"{word('payoffs', lang)}{colon(lang)}{payoffs}{dreamer}"


_VERBS = {
    "discard": ("discards", "打"),
    "draw": ("draws", "起"),
    "barred": ("may not win any more", "不能胡"),
    "dead": ("dead hand", "相公"),
}


def _verb(key: str, lang: str) -> str:
    return name(_VERBS, key, lang)


def _seat(seat: int, lang: str) -> str:
    return f"{word('seat', lang)} {seat}"


def _card(card: str | None, lang: str) -> str:
    return "" if card is None else format_card(parse_card(card), lang)


def _option(option: str, game: str, lang: str) -> str:
    kind, colon, cards = option.partition(":")
    key = "kaiche" if kind == "kong" and game == "youxi" else kind
    used = "+".join(_card(card, lang) for card in cards.split(",")) if colon else ""
    return name(OPTIONS, key, lang) + (f":{used}" if used else "")
