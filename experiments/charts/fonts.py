"""Whether pictures can show Chinese: PNG files are drawn with the fonts of this machine."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

KNOWN: Final = (
    "notosanscjk", "notoserifcjk", "notosanstc", "notosanssc", "notosanshk", "sourcehansans", "sourcehanserif",
    "wqy-", "droidsansfallback", "uming", "ukai", "arphic", "pingfang", "heiti", "stheiti", "songti", "hiragino",
    "arial unicode", "arialuni", "msjh", "msyh", "mingliu", "simsun", "simhei", "kaiu", "taipeisans", "lxgw", "unifont",
)  # fmt: skip
"""What the file names of fonts with Chinese characters begin with or hold, in small letters."""
ENDS: Final = (".ttf", ".ttc", ".otf", ".otc")
MOST_FILES: Final = 20_000


def folders() -> tuple[Path, ...]:
    """Where fonts lie on the systems that there are, this user's among them."""
    home = Path.home()
    found = [
        Path("/usr/share/fonts"),
        Path("/usr/local/share/fonts"),
        home / ".fonts",
        home / ".local/share/fonts",
        Path("/System/Library/Fonts"),
        Path("/Library/Fonts"),
        home / "Library/Fonts",
        Path(os.environ.get("WINDIR", r"C:\Windows")) / "Fonts",
        Path(sys.prefix) / "fonts",
        Path(sys.prefix) / "share/fonts",
    ]
    return tuple(folder for folder in found if folder.is_dir())


@cache
def chinese_font() -> Path | None:
    """A font file of this machine that has Chinese characters, registered with the library that draws PNG files; None
    where there is none. It is looked for once a process."""
    font = next(_fonts(), None)
    if font is None:
        return None
    try:
        import vl_convert
    except ImportError:
        return None
    vl_convert.register_font_directory(str(font.parent))
    return font


def _fonts() -> Iterator[Path]:
    yield from _of_fontconfig()
    for folder in folders():
        for number, path in enumerate(folder.rglob("*")):
            if number > MOST_FILES:
                break
            name = path.name.lower()
            if name.endswith(ENDS) and any(known in name for known in KNOWN):
                yield path


def _of_fontconfig() -> Iterator[Path]:
    """What fontconfig knows, where it is there."""
    try:
        found = subprocess.run(
            ["fc-list", ":lang=zh", "file"], capture_output=True, text=True, timeout=20, check=True
        ).stdout
    except (OSError, subprocess.SubprocessError, UnicodeDecodeError):
        return
    for line in found.splitlines():
        path = Path(line.strip().removesuffix(":"))
        if path.is_file():
            yield path
