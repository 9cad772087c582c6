"""Tables of a run as HTML. Every number has its exact value beside it, as `<data value="…">`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any, Final

from experiments.names import colon, comma, word
from experiments.report.columns import (
    LEFT_OUT,
    SPLIT,
    UNLESS_ZERO,
    Column,
    Form,
    Row,
    columns_of,
    form_of,
    head,
    named,
    number,
)
from experiments.report.words import ROLES, say, text

if TYPE_CHECKING:
    import polars as pl

MOST_ROWS: Final = 600
"""Longer tables are cut here; their files have the rest."""
OPEN_ROWS: Final = 16
"""Longer tables are folded up at first."""
LONG_TEXT: Final = 28


@dataclass(frozen=True)
class Part:
    """A table of the page: what it is of (empty for the whole), its columns, and its rows."""

    title: str
    columns: tuple[Column, ...]
    rows: Sequence[Row]


def parts_of(kind: str, name: str, frame: pl.DataFrame, lang: str) -> Iterator[Part]:
    """A frame in the parts in which it is shown."""
    split = [column for column in SPLIT.get((kind, name), ()) if column in frame.columns]
    names = [column for column in frame.columns if column not in split]
    if not split:
        yield Part("", _filled(kind, name, frame), frame.to_dicts())
        return
    for key, part in frame.group_by(split, maintain_order=True):
        words = [_text(kind, column, value, lang) for column, value in zip(split, key, strict=True)]
        if split == ["switch", "against", "value"]:
            title = f"{words[0]}{colon(lang)}{words[1]} → {words[2]}"
        elif split == ["feature", "cards"]:
            title = f"{words[0]}{comma(lang)}{words[1]}"
        else:
            title = comma(lang).join(words)
        shown = part.select(names)
        yield Part(title, _filled(kind, name, shown), part.to_dicts())


def _filled(kind: str, name: str, frame: pl.DataFrame) -> tuple[Column, ...]:
    """The columns that hold anything."""
    empty = {column for column in frame.columns if frame[column].null_count() == len(frame)}
    empty |= {column for column in UNLESS_ZERO & set(frame.columns) if not frame[column].fill_null(0).abs().sum()}
    if name == "summary" and "seats" in frame.columns and "seat" not in empty:
        empty.add("seats")  # of one seat it says the same
    return tuple(
        column
        for column in columns_of(kind, name, frame.columns)
        if not {part for part in (column.value, column.low) if part} <= empty
    )


def table_html(kind: str, name: str, frame: pl.DataFrame, lang: str, note: str = "") -> str:
    """A frame as one table or several, with what was left out."""
    file = f"{name}.parquet"
    made = []
    for part in parts_of(kind, name, frame, lang):
        body = _table(kind, name, part, lang)
        if len(part.rows) > MOST_ROWS:
            body += f'<p class="note">{escape(text("cut", lang, f"{MOST_ROWS:,}", f"{len(part.rows):,}", file))}</p>'
        count = text("rows", lang, f"{len(part.rows):,}")
        if len(part.rows) > OPEN_ROWS or (part.title and len(frame) > 5 * OPEN_ROWS):
            title = f"{escape(part.title)} <small>{escape(count)}</small>" if part.title else escape(count)
            made.append(f"<details><summary>{title}</summary>{body}</details>")
        else:
            made.append((f"<h4>{escape(part.title)}</h4>" if part.title else "") + body)
    left_out = LEFT_OUT.get((kind, name), ())
    hidden = sum(column.startswith(left_out) for column in frame.columns) if left_out else 0
    if hidden:
        made.append(f'<p class="note">{escape(text("kept_only", lang, hidden, file))}</p>')
    if note:
        made.append(f'<p class="note">{escape(note)}</p>')
    return "\n".join(made)


def _table(kind: str, name: str, part: Part, lang: str) -> str:
    textual = {column.name for column in part.columns if _is_text(column, part.rows)}
    heads = "".join(
        f"<th{_class(column.name in textual)} scope=col>{escape(head(kind, column.name, lang))}</th>"
        for column in part.columns
    )
    lines = [
        "<tr>"
        + "".join(_cell(kind, name, column, row, lang, column.name in textual) for column in part.columns)
        + "</tr>"
        for row in part.rows[:MOST_ROWS]
    ]
    attributes = f'data-table="{escape(name)}" tabindex=0'
    return (
        f'<div class="scroll" {attributes}><table><thead><tr>{heads}</tr></thead>\n<tbody>\n'
        + "\n".join(lines)
        + "\n</tbody></table></div>"
    )


def _cell(kind: str, table: str, column: Column, row: Row, lang: str, textual: bool) -> str:
    value = row[column.value] if column.value else None
    if textual:
        shown = "" if value is None else _text(kind, column.name, value, lang)
        long = ' class="t long"' if len(shown) > LONG_TEXT else ' class="t"'
        return f"<td{long}>{escape(shown)}</td>"
    if column.name == "seat" and value is None:
        return f"<td>{escape(_no_seat(row, lang))}</td>"
    form = form_of(kind, table, column.name, row)
    shown = _number(value, form) if column.value else ""
    low, high = (row[end] if end else None for end in (column.low, column.high))
    if low is not None or high is not None:
        if low is None or high is None:  # an interval without end
            bounds = f"≥ {_number(low, form)}" if high is None else f"≤ {_number(high, form)}"
        else:
            bounds = f"{_number(low, form)} – {_number(high, form)}"
        shown += f"<small>{bounds}</small>" if column.value else bounds
    return f"<td>{shown or '–'}</td>"


def _no_seat(row: Row, lang: str) -> str:
    """What a row of no seat is of: the dreamer, otherwise all seats."""
    dreamer = row.get("of") == "dreamer" or "mean_total" in row
    return word("dreamer" if dreamer else "all", lang)


def _number(value: Any, form: Form) -> str:
    if value is None:
        return "–"
    return f'<data value="{value!r}">{escape(number(value, form))}</data>'


def _is_text(column: Column, rows: Sequence[Row]) -> bool:
    return column.value is not None and any(isinstance(row[column.value], str | bool) for row in rows)


def _text(kind: str, name: str, value: Any, lang: str) -> str:
    if isinstance(value, bool):
        return say(ROLES, str(value).lower(), lang)
    if name == "cards":
        from experiments.odds.deal_names import DEAL_WORDS

        return say(DEAL_WORDS, "cards", lang).format(value)
    return named(kind, name, str(value), lang)


def _class(textual: bool) -> str:
    return ' class="t"' if textual else ""
