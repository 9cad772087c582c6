"""Files that are there whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

PREFIX: Final = "."
SUFFIX: Final = ".unfinished"


def write_whole(path: Path, content: bytes) -> None:
    """Write a file under another name, flush it to the disk, then give it its name. Raises OSError, with nothing left
    behind."""
    unfinished = path.with_name(f"{PREFIX}{path.name}{SUFFIX}")
    try:
        with open(unfinished, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(unfinished, path)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise
    flush_folder(path.parent)


def flush_folder(folder: Path) -> None:
    """Have the names in a folder on the disk too, where the system can do that."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:  # Windows opens no folders
        return
    try:
        os.fsync(handle)
    except OSError:  # some network file systems
        pass
    finally:
        os.close(handle)


def remove_unfinished(folder: Path) -> None:
    """Take away what a killed process was writing. Raises OSError."""
    for path in folder.glob(f"{PREFIX}*{SUFFIX}"):
        path.unlink()
