"""The odds of a dealt hand as printed tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from experiments.cli.console import draw, fold, table
from experiments.names import GAMES, colon, comma, name, word
from experiments.odds.deal_exact import CHANCES, SIZES, Feature
from experiments.odds.deal_names import DEAL_WORDS, FEATURES
from experiments.odds.deal_odds import DealOdds, compared_mean, compared_rate
from experiments.plan import settings
from experiments.typed_frames import Row

if TYPE_CHECKING:
    from rich.table import Table

RARE = Fraction(1, 100_000)
"""Values at an end of a distribution that fewer hands than this have together are one row."""
MOST_ROWS = 24
WIDTHS = (1, 5, 10, 20, 50, 100)
"""Values in a row: as many as keep a table within `MOST_ROWS`."""


def deal_text(odds: DealOdds, lang: str) -> str:
    """All tables: what is counted on average, what a hand has or has not, and each distribution."""
    binary = [feature for feature, cards in odds.asked if cards == max(SIZES) and feature in CHANCES]
    counted = [feature for feature, cards in odds.asked if cards == max(SIZES) and feature not in CHANCES]
    parts: list[Table | str] = list(_heading(odds, lang))
    if counted:
        parts.append(_table(odds, _say("average", lang), [_mean_row(odds, feature, lang) for feature in counted], lang))
    if binary:
        parts.append(_table(odds, _say("chance", lang), [_chance_row(odds, feature, lang) for feature in binary], lang))
    for feature in counted:
        title = feature.value if lang == "en" else name(FEATURES, feature, lang)  # in English as --feature takes it
        parts += [_say("share", lang).format(title), _distribution(odds, feature, lang)]
    return draw(*parts, *_closing(odds, lang))


def share(value: float) -> str:
    """A probability in percent: three decimals, five where it is small, an exponent where it is tiny."""
    shown = 100 * value
    return bound(value) if shown == 0 or shown >= 0.00005 else f"{shown:.0e}"


def bound(value: float) -> str:
    """The same of an end of an interval, which need not be told from nothing."""
    shown = 100 * value
    return f"{shown:.5f}" if 0 < shown < 0.0995 else f"{shown:.3f}"


def number(value: float) -> str:
    """A mean."""
    return f"{value:.3f}"


def _heading(odds: DealOdds, lang: str) -> list[str]:
    *words, last = [name(GAMES, odds.rules.name, lang), *settings(odds.rules)]
    study = odds.study
    if odds.counts is None:
        return fold([*words, last], between=comma(lang))
    dealt = f"{odds.deals:,}" if odds.deals == study.count else f"{odds.deals:,} / {study.count:,}"
    end = study.first + study.count - 1
    words.append(f"{last}{colon(lang)}{dealt} {word('deals', lang)} ({study.first:,} – {end:,})")
    return fold([*words, f"{word('seed', lang)} {study.seed}"], between=comma(lang))


def _closing(odds: DealOdds, lang: str) -> Iterator[str]:
    if any(feature is Feature.TIANHU for feature, _ in odds.asked):
        yield _say("one_in", lang).format(f"{round(1 / odds.exact(Feature.TIANHU, max(SIZES))[1]):,}")
    if odds.counts is not None:
        yield _say("legend", lang)
        inside, of = odds.inside
        if of:
            yield f"{_say('inside', lang)}{colon(lang)}{inside:,} / {of:,} ({100 * inside / of:.1f} %)"


def _say(key: str, lang: str) -> str:
    return name(DEAL_WORDS, key, lang)


def _table(odds: DealOdds, title: str, rows: list[list[str]], lang: str) -> Table:
    """A table of features or values, `title` their heading, by size of hand."""
    columns = [title]
    for cards in SIZES:
        columns.append(_say("cards", lang).format(cards))
        if odds.counts is not None:
            columns += [_say("simulated", lang), "z"]
    return table(columns, rows, left=(0,))


def _mean_row(odds: DealOdds, feature: Feature, lang: str) -> list[str]:
    cells = [name(FEATURES, feature, lang)]
    for cards in SIZES:
        row = compared_mean(odds.exact(feature, cards), odds.seen(feature, cards), odds.deals)
        cells += _cells(odds, row, number, number)
    return cells


def _chance_row(odds: DealOdds, feature: Feature, lang: str) -> list[str]:
    cells = [name(FEATURES, feature, lang)]
    for cards in SIZES:
        if (feature, cards) in odds.asked:
            chance = odds.exact(feature, cards)[1]
            row = compared_rate(chance, odds.seen(feature, cards).get(1, 0), odds.deals)
            cells += _cells(odds, row, share, bound)
        else:
            cells += [""] * (1 if odds.counts is None else 3)
    return cells


def _cells(odds: DealOdds, row: Row, shown: Callable[[float], str], end: Callable[[float], str]) -> list[str]:
    if odds.counts is None:
        return [shown(row["exact"])]
    if row["low"] is None:
        return [shown(row["exact"]), "–", ""]
    interval = f"{end(row['low'])}–{end(row['high'])}"
    z = "" if row["z"] is None else f"{row['z']:+.1f}"
    return [shown(row["exact"]), interval, z + ("" if row["inside"] else "*")]


@dataclass(frozen=True)
class _Band:
    """Values low … high in one row; None: without end."""

    low: int | None
    high: int | None

    def holds(self, value: int) -> bool:
        return (self.low is None or value >= self.low) and (self.high is None or value <= self.high)

    def label(self, lang: str) -> str:
        if self.low is None:
            return _say("and_less", lang).format(self.high) if self.high else "0"
        if self.high is None:
            return _say("and_more", lang).format(self.low)
        return f"{self.low}" if self.low == self.high else f"{self.low}-{self.high}"


def _distribution(odds: DealOdds, feature: Feature, lang: str) -> Table:
    bands = _bands([odds.exact(feature, cards) for cards in SIZES])
    rows = []
    for band in bands:
        cells = [band.label(lang)]
        for cards in SIZES:
            exact = sum((p for value, p in odds.exact(feature, cards).items() if band.holds(value)), Fraction(0))
            seen = sum(count for value, count in odds.seen(feature, cards).items() if band.holds(value))
            cells += _cells(odds, compared_rate(exact, seen, odds.deals), share, bound)
        rows.append(cells)
    return _table(odds, word("value", lang), rows, lang)


def _bands(distributions: Sequence[Mapping[int, Fraction]]) -> list[_Band]:
    """Rows for the values of all distributions."""
    low = min(_first_common(exact.items()) for exact in distributions)
    high = max(_first_common(reversed([*exact.items()])) for exact in distributions)
    width = next((width for width in WIDTHS if high // width - low // width < MOST_ROWS), WIDTHS[-1])
    low -= low % width
    starts = list(range(low, high + 1, width))
    bands: list[_Band] = [_Band(start, start + width - 1) for start in starts]
    least = min(min(exact) for exact in distributions)
    most = max(max(exact) for exact in distributions)
    if least < low:
        bands.insert(0, _Band(None, low - 1))
    if most > starts[-1] + width - 1:
        bands.append(_Band(starts[-1] + width, None))
    return bands


def _first_common(items: Iterable[tuple[int, Fraction]]) -> int:
    """The value at which values in this order stop being rare together."""
    total = Fraction(0)
    for value, chance in items:
        total += chance
        if total >= RARE:
            return value
    raise AssertionError("a distribution adds up to 1")
