"""Versions of the packages that a result depends on."""

import hashlib
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

PLAYING: Final = ("simcore", "strategies")
"""The packages whose sources decide what is played."""


def package_version(package: str) -> str:
    """The installed version; "unknown" for a package that runs from its sources."""
    try:
        return version(package)
    except PackageNotFoundError:
        return "unknown"


@cache
def code_version() -> str:
    """The program's version with a digest of the sources that decide what is played: `0.1.0 (code 3f2a90b1)`.

    Counts of different versions are never added up.
    """
    digest = hashlib.sha256()
    root = Path(__file__).resolve().parents[1]
    for package in PLAYING:
        for path in sorted((root / package).rglob("*.py")):
            digest.update(f"{path.relative_to(root).as_posix()}\0".encode())
            digest.update(path.read_bytes())
    return f"{package_version('sise')} (code {digest.hexdigest()[:8]})"
