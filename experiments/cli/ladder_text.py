"""The printed tables of a ladder."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from experiments.cli.console import draw, table
from experiments.cli.match_text import amount, between, heading, is_sparse, sparse
from experiments.ladders import Ladder
from experiments.names import word

if TYPE_CHECKING:
    from rich.table import Table

Row = dict[str, Any]
short = partial(amount, digits=2)


def ladder_text(ladder: Ladder, lang: str) -> str:
    """The ranking with intervals, who beats whom, and the pairs with intervals."""
    ranking = ladder.ranking_rows()
    pairs = ladder.pair_rows()
    places = {row["strategy"]: row["rank"] for row in ranking}
    return draw(
        *heading(ladder.study, ladder.decks, ladder.games, lang),
        _ranking(ranking, lang),
        _matrix(ranking, pairs, lang),
        _pairs(ranking, pairs, lang),
        *(
            sparse(_pair(row["strategy"], row["against"], lang), row["differ"], row["decks"], lang)
            for row in pairs
            if row["line_up"] == "both"
            and is_sparse(row["differ"])
            and places[row["strategy"]] < places[row["against"]]
        ),
    )


def _ranking(rows: list[Row], lang: str) -> Table:
    keys = ("rank", "strategy", "edge", "interval", "win_rate", "interval", "decks")
    columns = [word(key, lang) for key in keys]
    columns[4] += " %"
    body = []
    for row in rows:
        wins = "–" if row["win_rate"] is None else f"{100 * row['win_rate']:.2f}"
        spread = (
            "–" if row["win_rate_low"] is None else f"{100 * row['win_rate_low']:.2f}–{100 * row['win_rate_high']:.2f}"
        )
        edge = between(amount, row["edge_low"], row["edge_high"])
        body.append((str(row["rank"]), row["strategy"], amount(row["edge"]), edge, wins, spread, f"{row['decks']:,}"))
    return table(columns, body, labels=(1,))


def _matrix(ranking: list[Row], pairs: list[Row], lang: str) -> Table:
    """The edge of the strategy of a row against that of a column, in the order of the ranking."""
    edges = {(row["strategy"], row["against"]): row["mean"] for row in pairs if row["line_up"] == "both"}
    names = [row["strategy"] for row in ranking]
    columns = ["", f"{word('edge', lang)} {word('against', lang)}", *map(str, range(1, len(names) + 1))]
    body = [
        (str(at + 1), name, *("" if name == other else short(edges[name, other]) for other in names))
        for at, name in enumerate(names)
    ]
    return table(columns, body, labels=(1,))


def _pairs(ranking: list[Row], pairs: list[Row], lang: str) -> Table:
    """Each pair once, the one that ranks higher first."""
    found = {(row["strategy"], row["against"], row["line_up"]): row for row in pairs}
    names = [row["strategy"] for row in ranking]
    columns = ["", word("edge", lang), word("interval", lang), "A B B", "A A B"]
    columns.append(word("variance_ratio", lang))
    body = []
    for at, one in enumerate(names):
        for other in names[at + 1 :]:
            both, single, double = (found[one, other, kind] for kind in ("both", "one_vs_two", "two_vs_one"))
            ratio = "–" if both["variance_ratio"] is None else f"{both['variance_ratio']:.2f}"
            body.append(
                (
                    _pair(one, other, lang),
                    amount(both["mean"]),
                    between(amount, both["low"], both["high"]),
                    amount(single["mean"]),
                    amount(double["mean"]),
                    ratio,
                )
            )
    return table(columns, body, labels=(0,))


def _pair(one: str, other: str, lang: str) -> str:
    return f"{one} {word('against', lang)} {other}"
