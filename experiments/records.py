"""One row a deal in Parquet: `deals/part-00000.parquet` and so on, `PART` deals a file.

Parts are cut at fixed multiples of `PART` from the first deal of the run, so that equal runs give equal
files whatever the threads and chunks.
"""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from experiments.tally import SEATS, Records
from simcore import LEVELS, WIN_KINDS

if TYPE_CHECKING:
    import polars as pl

PART: Final = 250_000
"""Deals a file: 18 MB as records, which bounds the memory of a thread."""

BAR_RULES: Final = ("", "E12", "G12", "Y15")
_WORDS: Final = {"win_kind": WIN_KINDS, "level": LEVELS, "barred": BAR_RULES}
_FLAGS: Final = frozenset({"high", "stinks", "dead"})


def part_name(number: int) -> str:
    """The file of part `number` of the deals."""
    return f"deals/part-{number:05d}.parquet"


def records_frame(records: Records) -> pl.DataFrame:
    """Deal records as a frame: a field per column, those with an entry per seat as `payoff_0` and so on."""
    import polars as pl

    columns: dict[str, pl.Series] = {}
    for name in records.dtype.names or ():
        values = records[name]
        for seat in range(SEATS) if values.ndim == 2 else (None,):
            label = name if seat is None else f"{name}_{seat}"
            column = values if seat is None else values[:, seat]
            columns[label] = _series(label, name, column)
    return pl.DataFrame(columns)


def parquet_bytes(frame: pl.DataFrame) -> bytes:
    """A frame as a Parquet file without time stamps: equal frames give equal bytes."""
    buffer = BytesIO()
    frame.write_parquet(buffer, compression="zstd", compression_level=1, statistics=True)
    return buffer.getvalue()


def _series(label: str, name: str, values: np.ndarray[Any, Any]) -> pl.Series:
    import polars as pl

    if name in _WORDS:
        words = pl.Series(label, _WORDS[name], dtype=pl.Enum(_WORDS[name]))
        return words.gather(np.ascontiguousarray(values))
    if name in _FLAGS:
        return pl.Series(label, values != 0)
    return pl.Series(label, np.ascontiguousarray(values))
