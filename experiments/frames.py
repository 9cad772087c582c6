"""polars frames of rows, with types that do not hang on which values came."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import polars as pl

_TEXT: Final = frozenset({"by", "seats", "strategy", "win_kind", "level", "named", "of"})
_COUNTS: Final = frozenset(
    {"seat", "deals", "wins", "count", "payoff_sum", "dealer_deals", "dealer_wins", "barred", "dead"}
    | {"false_wins", "hu", "min", "q05", "q25", "q50", "q75", "q95", "q99", "max"}
)


def frame(rows: Sequence[dict[str, Any]], columns: Sequence[str] = ()) -> pl.DataFrame:
    """A frame of `rows`, all with the same keys; `columns` names them where there may be no row."""
    import polars as pl

    names = list(rows[0]) if rows else list(columns)
    types = {name: pl.String if name in _TEXT else pl.Int64 if name in _COUNTS else pl.Float64 for name in names}
    return pl.DataFrame(list(rows), schema=types, orient="row")
