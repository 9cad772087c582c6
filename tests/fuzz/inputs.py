"""Inputs that are nearly right: valid ones with a few edits, made of the words of their language and of bad ones."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

LONGEST = 40_000
BAD = (
    *(
        "\0",
        "\x1b[2J",
        "\r\n",
        "\n",
        "\t",
        " ",
        "",
        "\ufeff",
        "\u202e",
        "\ud800",
        "\udfff",
        "e\u0301",
        "𝟙",
        "１",
        "²",
        "٣",
    ),
    *("-1", "0", "00", "1e999", "nan", "-inf", "0x7f", "1_000", "9" * 19, "9" * 5_000, "1.5", "true", "null", "None"),
    *(
        "[" * 3_000,
        "{" * 3_000,
        '{"a":' * 2_000,
        "a." * 2_000,
        '"""',
        "'''",
        '"',
        "'",
        "\\",
        "\\u",
        "\\ud800",
        "#",
        "=",
    ),
    *(",", ":", ";", "[", "]", "{", "}", "[[", "]]", "(", ")", "/", "..", "~", "%s", "{0}", "2024-01-01", "00:00:00"),
)
"""What breaks parsers: control signs, halves of signs, digits of other scripts, numbers out of every range, nesting."""

_EDIT = st.tuples(st.integers(0, 9), st.integers(0, 1 << 16), st.integers(0, 40), st.integers(0, 1 << 16))


def _edited(text: str, edit: tuple[int, int, int, int], words: Sequence[str], others: Sequence[str]) -> str:
    kind, place, size, pick = edit
    at = place % (len(text) + 1)
    end = min(len(text), at + size)
    head, span, tail = text[:at], text[at:end], text[end:]
    word = words[pick % len(words)]
    match kind:
        case 0:
            return head + tail
        case 1:
            return head + span + span + tail
        case 2 | 3:
            return head + word + span + tail
        case 4:
            return head + word + tail
        case 5:
            return head
        case 6:
            return tail + head
        case 7:
            other = others[pick % len(others)]
            return head + other[pick % (len(other) + 1) :]
        case 8:
            return head + span * (pick % 60) + tail
        case _:
            moved = "".join(chr((ord(sign) + pick % 5 - 2) % 0x110000) for sign in span[:2])
            return head + moved + span[2:] + tail


def near(valid: Sequence[str], words: Sequence[str]) -> SearchStrategy[str]:
    """Texts near those of `valid`, with up to five edits; some of them are pure chance."""
    vocabulary = (*words, *words, *BAD)

    def made(parts: tuple[str, list[tuple[int, int, int, int]]]) -> str:
        text, edits = parts
        for edit in edits:
            text = _edited(text, edit, vocabulary, valid)[:LONGEST]
        return text

    edited = st.tuples(st.sampled_from(valid), st.lists(_EDIT, max_size=5)).map(made)
    mixed = st.lists(st.sampled_from(vocabulary), max_size=12).map("".join).map(lambda text: text[:LONGEST])
    any_text = st.text(st.characters(exclude_categories=()), max_size=60)
    return st.one_of(edited, edited, edited, edited, edited, mixed, any_text)


def bytes_near(valid: Sequence[str], words: Sequence[str]) -> SearchStrategy[bytes]:
    """The same as UTF-8, some with a byte changed or cut off."""

    def made(parts: tuple[str, int, int, int]) -> bytes:
        text, kind, place, value = parts
        data = text.encode("utf-8", "surrogatepass")
        at = place % (len(data) + 1)
        if kind == 0 and data:
            return data[:at] + bytes([value]) + data[at + 1 :]
        return data[:at] if kind == 1 else data

    return st.tuples(near(valid, words), st.integers(0, 9), st.integers(0, 1 << 16), st.integers(0, 255)).map(made)


def torn(data: bytes) -> SearchStrategy[bytes]:
    """Bytes near those of a file: cut, lengthened, bits turned, spans doubled or blank."""

    def made(edits: list[tuple[int, int, int]]) -> bytes:
        found = data
        for kind, place, size in edits:
            at = place % (len(found) + 1)
            span = found[at : at + size]
            match kind:
                case 0:
                    found = found[:at]
                case 1:
                    found = found[:at] + bytes(len(span)) + found[at + size :]
                case 2:
                    found = found[: at + size] + span + found[at + size :]
                case 3:
                    found = found[:at] + found[at + size :]
                case 4:
                    found = found[:at] + place.to_bytes(4, "little") + found[at:]
                case _:
                    found = found[:at] + bytes(byte ^ 1 << size % 8 for byte in span[:1]) + found[at + 1 :]
        return found

    edit = st.tuples(st.integers(0, 9), st.integers(0, 1 << 20), st.integers(0, 300))
    return st.lists(edit, min_size=1, max_size=4).map(made)
