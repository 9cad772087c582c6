"""How the columns of a table are shown: which belong together, which are percentages, what their ids are called."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import isfinite
from typing import Any, Final

from experiments.names import BONUSES, GROUPS, HIGH_HANDS, LEVELS, NAMED, WIN_KINDS, WORDS, Names
from experiments.odds import play_words
from experiments.odds.deal_names import FEATURES as DEAL_FEATURES
from experiments.report.words import BY, HEADS, LINE_UPS, ROLES, say

Row = Mapping[str, Any]


class Form(StrEnum):
    """How a number is written."""

    COUNT = "count"
    NUMBER = "number"
    SIGNED = "signed"
    PERCENT = "percent"
    POINTS = "points"
    """A difference of percentages."""
    INDEX = "index"
    """A number that names something: a seat, a deal."""
    TEXT = "text"


@dataclass(frozen=True)
class Column:
    """A column of the page: a value with the interval that belongs to it, or one of both."""

    name: str
    value: str | None
    low: str | None = None
    high: str | None = None


PERCENT: Final = frozenset(
    {"win_rate", "against_win_rate", "rate", "share", "cdf", "first_alone", "first_tied", "plus", "even", "keeps"}
    | {"reached", "changed_rate"}
)
SIGNED: Final = frozenset(
    {"mean_payoff", "mean_total", "gain", "edge", "difference", "payoff_sum", "objective", "effect", "z", "any"}
)
INDICES: Final = frozenset({"seat", "deal", "generation", "candidate", "rank", "cards", "value", "length"})
_EDGES: Final = frozenset({("match", "edges"), ("ladder", "pairs"), ("tune", "gate_edges")})
"""Tables whose mean is an edge, with its sign."""
HIDDEN: Final[dict[tuple[str, str], frozenset[str]]] = {
    ("odds play", "dealt"): frozenset({"level"}),  # `held` says it
    ("odds play", "claims"): frozenset({"level"}),
}
UNLESS_ZERO: Final = frozenset({"barred", "dead", "false_wins"})
"""Columns that are left out where they hold nothing but 0."""
SPLIT: Final[dict[tuple[str, str], tuple[str, ...]]] = {
    ("simulate", "summary"): ("by",),
    ("simulate", "quantiles"): ("of",),
    ("odds deal", "features"): ("feature", "cards"),
    ("odds play", "ends"): ("of",),
    ("odds play", "hands"): ("kind",),
    ("odds play", "distributions"): ("of",),
    ("odds session", "distributions"): ("of",),
    ("compare-rules", "metrics"): ("switch", "against", "value"),
}
"""Tables that are shown in parts, one for each value of these columns."""
LEFT_OUT: Final[dict[tuple[str, str], tuple[str, ...]]] = {("tune", "path"): ("param_", "mean_")}
"""Columns that only the file has, by what their names begin with."""
_NAMES: Final[dict[str, tuple[Names, ...]]] = {
    "by": (BY,),
    "of": (play_words.SPREADS, BY, WORDS),
    "win_kind": (WIN_KINDS,),
    "end": (WIN_KINDS, LEVELS),
    "level": (LEVELS,),
    "named": (NAMED,),
    "id": (NAMED, BONUSES, GROUPS, HIGH_HANDS),
    "kind": (BY,),
    "place": (play_words.PLACES,),
    "metric": (play_words.METRICS,),
    "line_up": (LINE_UPS,),
    "role": (ROLES,),
    "player": (ROLES,),
    "verdict": (ROLES,),
}
_SIGNED_METRICS: Final = frozenset({"payoff_dealer", "payoff_next", "payoff_last", "dealer_payoff_edge"})


def columns_of(kind: str, table: str, names: Sequence[str]) -> list[Column]:
    """The columns to show of a table that has those `names`, in their order; bounds go with their values."""
    there, hidden = set(names), HIDDEN.get((kind, table), frozenset())
    bounds = {f"{name}{end}" for name in names for end in ("_low", "_high")}
    plain = {"low", "high"} <= there and table != "parameters"  # the interval of one value, which comes before
    owner = next((name for name in ("mean", "simulated") if name in there), None) if plain else None
    left_out = LEFT_OUT.get((kind, table), ())
    made = []
    for name in names:
        if name in hidden or name in bounds & there or (owner and name in ("low", "high")) or name.startswith(left_out):
            continue
        if name == "any_low":
            made.append(Column("any", None, name, "any_high"))
        elif name == owner:
            made.append(Column(name, name, "low", "high"))
        elif f"{name}_low" in there:
            made.append(Column(name, name, f"{name}_low", f"{name}_high"))
        elif name != "any_high":
            made.append(Column(name, name))
    return made


def head(kind: str, name: str, lang: str) -> str:
    """The heading of a column."""
    if (kind, name) == ("tune", "total"):
        return say(HEADS, "total", lang)
    return say(HEADS, name, lang) if name in HEADS else name.replace("_", " ")


def form_of(kind: str, table: str, name: str, row: Row) -> Form:
    """How the numbers of a column are written; in some tables it depends on the row."""
    if (kind, table) == ("compare-rules", "metrics"):
        return _metric_form(name, str(row.get("metric")))
    if (kind, table) == ("compare-rules", "switches") and name not in ("decks", "changed", "changed_rate"):
        return Form.POINTS if name in play_words.RATES else Form.SIGNED
    if kind == "odds deal" and name in ("exact", "simulated"):
        chance = table == "features" or row.get("feature") in _chances()
        return Form.PERCENT if chance else Form.NUMBER
    if (kind, table) == ("odds play", "edges") and name == "win_rate":
        return Form.POINTS
    if name in PERCENT:
        return Form.PERCENT
    if name in INDICES:
        return Form.INDEX
    if name in SIGNED or (name == "mean" and (kind, table) in _EDGES) or (name == "total" and kind == "tune"):
        return Form.SIGNED
    return Form.NUMBER


def _metric_form(column: str, metric: str) -> Form:
    percent = metric in play_words.RATES
    if column == "difference":
        return Form.POINTS if percent else Form.SIGNED
    if percent:
        return Form.POINTS if metric == "dealer_edge" else Form.PERCENT
    return Form.SIGNED if metric in _SIGNED_METRICS or metric.startswith("payoff_") else Form.NUMBER


def _chances() -> frozenset[str]:
    from experiments.odds.deal_exact import CHANCES

    return frozenset(map(str, CHANCES))


def named(kind: str, name: str, value: str, lang: str) -> str:
    """What an id in a column of text is called; a strategy's name and other texts are what they are."""
    tables = _NAMES.get(name, ())
    if name == "of" and kind == "odds session":
        tables = (play_words.SESSION_SPREADS,)
    elif name == "feature":
        tables = (DEAL_FEATURES,) if kind == "odds deal" else (play_words.FEATURES,)
    elif name == "against":
        tables = {"odds play": (play_words.PLACES,), "match": (ROLES,)}.get(kind, ())
        if kind == "match" and value != "others":
            return value
    for table in tables:
        if value in table:
            return play_words.say(table, value, lang).removesuffix(" %") if table is not BY else say(BY, value, lang)
    return value


def number(value: float, form: Form) -> str:
    """A number as a person reads it; the page keeps the exact one beside it."""
    if isinstance(value, float) and not isfinite(value):
        return "–"
    if form in (Form.PERCENT, Form.POINTS):
        return _percent(100 * value, "+" if form is Form.POINTS else "") + " %"
    sign = "+" if form is Form.SIGNED else ""
    if isinstance(value, int):
        shown = str(value) if form is Form.INDEX else f"{value:{sign},}"
        return _minus("0" if not value else shown)
    digits = 3 if abs(value) < 100 else 2 if abs(value) < 1000 else 1
    if value and abs(value) < 0.001:
        return _minus(f"{value:{sign}.2g}")
    return _minus(f"{value:{sign},.{digits}f}" if value else "0")


def _percent(shown: float, sign: str) -> str:
    if not shown:
        return "0.00"
    if abs(shown) >= 0.1:
        return _minus(f"{shown:{sign}.2f}")
    if abs(shown) >= 0.0001:
        return _minus(f"{shown:{sign}.4f}")
    return _minus(f"{shown:{sign}.2g}")


def _minus(text: str) -> str:
    return text.replace("-", "−")
