"""polars frames with the types that a table declares, whichever values came."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import polars as pl

Row = dict[str, Any]
Schema = dict[str, type]
"""Column -> str, int, float or bool."""


def typed_frame(rows: Sequence[Row], schema: Schema) -> pl.DataFrame:
    """A frame of `rows` with the columns of `schema`; a key that a row lacks is null there.

    Raises KeyError for a key that the schema does not have.
    """
    import polars as pl

    types = {str: pl.String, int: pl.Int64, float: pl.Float64, bool: pl.Boolean}
    for row in rows:
        if not row.keys() <= schema.keys():
            raise KeyError(f"columns {sorted(row.keys() - schema.keys())} are in no schema")
    columns = {name: [row.get(name) for row in rows] for name in schema}
    return pl.DataFrame(columns, schema={name: types[kind] for name, kind in schema.items()})


def interval_schema(*names: str) -> dict[str, type]:
    """Columns NAME, NAME_low, NAME_high of floats."""
    return {f"{name}{end}": float for name in names for end in ("", "_low", "_high")}
