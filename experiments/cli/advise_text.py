"""The printed tables of `sise advise`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from experiments.advice import Advice
from experiments.advice_words import say
from experiments.cli.cells import Row, plus_minus
from experiments.cli.console import draw, fold, table
from experiments.logged_positions import decisions
from experiments.names import GAMES, OPTIONS, colon, comma, name, word
from experiments.plan import settings
from simcore import Kind, Meld, Option, Position, format_card, format_cards, parse_card

if TYPE_CHECKING:
    from rich.table import Table


WIDE = 0.05
"""From this half of an interval on, payoffs have two decimals."""


def advice_text(advice: Advice, lang: str) -> str:
    """All tables of an advice, at most 80 columns wide."""
    study = advice.study
    position = study.position
    parts: list[Table | str] = [*_heading(advice, lang), *_position(position, lang)]
    if not study.choices:
        if position.kind != Kind.WAIT:
            parts.append(say("no_choice", lang, position.seat))
    else:
        parts.append(_choices(advice, lang))
        parts += _notes(advice, lang)
    shown, after = _shown(advice, lang)
    if shown:
        parts.append(_completing(shown, after, lang))
    elif not study.choices:
        parts.append(say("none_completes", lang))
    return draw(*parts)


def option_name(option: str, game: str, lang: str) -> str:
    """An option of a deal log in the language: `chi:RM,RP` with its cards."""
    kind, _, cards = option.partition(":")
    key = "kaiche" if kind == "kong" and game == "youxi" else kind
    found = name(OPTIONS, key, lang)
    return found + (f" {format_cards([parse_card(card) for card in cards.split(',')], lang)}" if cards else "")


def decisions_text(log: Mapping[str, Any], lang: str) -> str:
    """The decisions of a deal: event, seat, what it could do, what it did."""
    rows = []
    card = ""
    for at, event in enumerate(log["events"]):
        card = event.get("card") or card
        if (at, event.get("seat")) not in decisions(log):
            continue
        game = log["result"].get("game", "youxi" if len(log["stock"]) > 21 else "guangshui")
        if event["e"] == "discard":
            cells = ["", say("then_discard", lang) + " " + format_card(parse_card(event["card"]), lang)]
        else:
            asked = comma(lang).join(option_name(option, game, lang) for option in event["options"])
            cells = [f"{format_card(parse_card(card), lang)}{colon(lang)}{asked}" if card else asked]
            cells.append(option_name(event["intent"], game, lang))
        rows.append([str(at), str(event["seat"]), *cells])
    columns = [say("event", lang), word("seat", lang), say("option", lang), say("stated", lang)]
    return draw(say("choose", lang, log["deal"], log["seed"]), table(columns, rows, left=(2, 3)))


def _heading(advice: Advice, lang: str) -> list[str]:
    study = advice.study
    rules = study.position.rules
    *words, last_word = [name(GAMES, rules.name, lang), *settings(rules)]
    if study.choices:
        played = f"{advice.samples:,}" if advice.samples == study.count else f"{advice.samples:,} / {study.count:,}"
        last = study.first + study.count - 1
        words.append(f"{last_word}{colon(lang)}{played} {say('samples', lang)} ({study.first:,} – {last:,})")
        words += [f"{say('playout', lang)} {study.playout.label}", f"{word('seed', lang)} {study.seed}"]
    else:
        words.append(last_word)
    return fold(words, between=comma(lang))


def _position(p: Position, lang: str) -> list[str]:
    card = format_card(p.card, lang) if p.card >= 0 else ""
    if p.kind == Kind.CLAIM:
        what = say("drew" if p.drawn else "discarded", lang, p.turn, card)
    elif p.kind == Kind.WAIT:
        what = say("waiting", lang, p.seat, p.turn)
    else:
        what = say("opening" if p.kind == Kind.OPENING else "must_discard", lang, p.seat)
    decides = [say("decides", lang, p.seat)] if p.kind == Kind.CLAIM else []
    facts = [what, *decides, f"{word('dealer', lang)} {p.dealer}"]
    lines = fold([*facts, f"{say('stock', lang)} {p.stock}"], between=comma(lang))
    held = _by_colour(p.hand, lang)
    lines += fold(held, first=f"{say('hand', lang)}{colon(lang)}", between="  ")
    for s, seat in enumerate(p.seats):
        if seat.melds:
            melds = [_meld(meld, p.rules.game, lang) for meld in seat.melds]
            lines += fold(melds, first=f"{word('seat', lang)} {s}{colon(lang)}", between="  ")
    return lines


def _by_colour(cards: tuple[int, ...], lang: str) -> list[str]:
    colours: dict[int, list[int]] = {}
    for card in cards:
        colours.setdefault(card // 7, []).append(card)
    return [format_cards(held, lang) for held in colours.values()]


def _meld(meld: Meld, game: str, lang: str) -> str:
    chi = Option.ZHAN < meld.option < Option.PENG
    kind = "chi" if chi else meld.option.name.lower()
    key = "kaiche" if kind == "kong" and game == "youxi" else kind
    return f"{name(OPTIONS, key, lang)} {format_cards(meld.cards if chi else meld.cards[:1], lang)}"


def _choices(advice: Advice, lang: str) -> Table:
    rows = advice.rows["choices"]
    game = advice.study.position.rules.game
    shown = ["", "option", "then_discard", "win", "others_win", "hu", "waits", "payoff", "difference"]
    wide = (rows[0]["mean_payoff_high"] or 0) - (rows[0]["mean_payoff_low"] or 0)
    digits = 2 if wide >= 2 * WIDE else 3
    body = []
    for row in rows:
        waits = f"{row['waits_unseen']} ({row['waits']})" if row["waits"] else ""
        cells = {
            "": ("*" if row["liked"] else " ") + (" " if row["apart"] else "="),
            "option": option_name(row["option"], game, lang) if row["option"] else "",
            "then_discard": format_card(parse_card(row["discard"]), lang) if row["discard"] else "",
            "win": _rate(row, "win"),
            "others_win": f"{100 * row['other_wins']:.1f}",
            "hu": "–" if row["mean_hu"] is None else f"{row['mean_hu']:.1f}",
            "waits": waits,
            "payoff": plus_minus(row, "mean_payoff", digits=digits),
            "difference": "" if row["rank"] == 1 else plus_minus(row, "difference", digits=digits),
        }
        body.append(cells)
    shown = [key for key in shown if any(cells[key] for cells in body)]
    texts = [at for at, key in enumerate(shown) if key in ("", "option", "then_discard")]
    columns = [say(key, lang) if key else "" for key in shown]
    return table(columns, [[cells[key] for key in shown] for cells in body], left=texts)


def _rate(row: Row, key: str) -> str:
    """A rate in percent with half its interval."""
    value, low, high = (row[f"{key}{end}"] for end in ("", "_low", "_high"))
    return "–" if value is None else f"{100 * value:.1f} ±{50 * (high - low):.1f}"


def _notes(advice: Advice, lang: str) -> list[str]:
    others = len(advice.study.choices) - 1
    texts = [say("liked", lang, advice.study.playout.label)]
    if others:
        texts += [say("note", lang, others), say("note_difference", lang)]
    if any(row["waits"] for row in advice.rows["choices"]):
        texts.append(say("note_waits", lang))
    if advice.contradictions:
        texts.append(say("contradict", lang, f"{advice.contradictions:,}", f"{advice.samples:,}"))
    return [line for text in texts for line in _folded(text, lang)]


def _folded(text: str, lang: str) -> list[str]:
    """A note in lines; ~ is a blank that does not break."""
    words = text.split(" ") if lang == "en" else [text]
    return [line.replace("~", " ") for line in fold(words, rest="  ")]


def _shown(advice: Advice, lang: str) -> tuple[list[Row], str]:
    """The completing cards to print, and after what: those of the hand as it is, or after the first choice that
    leaves such a hand. All are in the frames and the JSON."""
    rows = advice.rows["completing"]
    now = [row for row in rows if not row["option"] and not row["discard"]]
    if now:
        return now, say("completes", lang)
    for choice in advice.rows["choices"]:
        key = choice["option"], choice["discard"]
        if found := [row for row in rows if (row["option"], row["discard"]) == key]:
            game = advice.study.position.rules.game
            option = option_name(key[0], game, lang) if key[0] else ""
            card = f"{say('then_discard', lang)} {format_card(parse_card(key[1]), lang)}"
            return found, say("completes_after", lang, comma(lang).join(filter(None, (option, card))))
    return [], ""


def _completing(rows: list[Row], title: str, lang: str) -> Table:
    columns = [title, say("unseen", lang), word("hu", lang), say("pays", lang)]
    body = []
    for row in rows:
        pays = f"{row['pay']}" if row["pay"] else say("too_few", lang)
        pays = pays if row["allowed"] else say("no_more", lang)
        card = format_card(parse_card(row["card"]), lang)
        body.append([card, str(row["unseen"]), str(row["hu"]), pays])
    return table(columns, body, left=(0,))
