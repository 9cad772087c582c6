"""The tables of a result as files: `--table FILE.parquet` or `FILE.csv`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

from simcore import SiseError

if TYPE_CHECKING:
    import polars as pl

SUFFIXES: Final = (".parquet", ".csv")


def check_table_path(path: Path) -> None:
    """Raise SiseError, before any work, where no table could be written under this name."""
    if path.suffix not in SUFFIXES:
        raise SiseError(f"--table {path}: expected a name that ends in {' or '.join(SUFFIXES)}")
    if not path.parent.is_dir():
        raise SiseError(f"--table {path}: there is no folder {path.parent}")


def table_paths(path: Path, names: list[str]) -> dict[str, Path]:
    """Where each table goes: FILE where there is one, otherwise FILE-NAME for each."""
    if len(names) == 1:
        return {names[0]: path}
    return {name: path.with_name(f"{path.stem}-{name}{path.suffix}") for name in names}


def write_tables(path: Path, tables: Mapping[str, pl.DataFrame]) -> list[Path]:
    """Write the tables, each whole before it stands under its name, and return the files. Raises SiseError."""
    check_table_path(path)
    paths = table_paths(path, list(tables))
    for name, file in paths.items():
        unfinished = file.with_name(f".{file.name}.unfinished")
        try:
            if file.suffix == ".csv":
                tables[name].write_csv(unfinished)
            else:
                tables[name].write_parquet(unfinished, compression="zstd", compression_level=1)
            unfinished.replace(file)
        except OSError as error:
            raise SiseError(f"cannot write {file}: {error.strerror or error}") from error
        finally:
            unfinished.unlink(missing_ok=True)
    return list(paths.values())
