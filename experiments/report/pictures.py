"""The charts of a report as PNG and SVG files."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from experiments.charts.fonts import chinese_font
from experiments.charts.parts import save
from experiments.report.page import Report
from simcore import SiseError

FORMATS: Final = ("png", "svg")


def write_pictures(
    report: Report, folder: Path, *, only: Sequence[str] = (), note: Callable[[str], None] = lambda text: None
) -> list[Path]:
    """Write each chart, or `only` some, to `folder` as NAME.png and NAME.svg, and return the files.

    A PNG file is drawn with the fonts of this machine: where none has Chinese characters, PNG files are in English and
    `note` is told so. SVG files keep the language: they are shown with the fonts of whoever looks. Raises SiseError.
    """
    drawn = report.drawn.charts
    by_format: dict[str, Mapping[str, Any]] = dict.fromkeys(FORMATS, drawn)
    if report.lang != "en" and drawn and chinese_font() is None:
        note(
            "no font with Chinese characters is installed (such as Noto Sans CJK or WenQuanYi Micro Hei): "
            "PNG files are in English, SVG files in Chinese"
        )
        by_format["png"] = report.charts("en").charts
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SiseError(f"cannot write to {folder}: {error.strerror or error}") from error
    written = []
    for form, charts in by_format.items():
        for key, chart in charts.items():
            if only and key not in only:
                continue
            path = folder / f"{key}.{form}"
            save(chart, path)
            written.append(path)
    return written
