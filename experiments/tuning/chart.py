"""The path of a search as a picture."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from experiments.charts.parts import COLOURS, altair, data, finished, save
from experiments.tuning.result import MEAN, PARAMETER, Tuning

if TYPE_CHECKING:
    import polars as pl

FILES: Final = ("path.png", "path.svg")
_COLUMNS: Final = 4
_WIDTH: Final = 160
_HEIGHT: Final = 90
_BETWEEN: Final = 28
_SHADES: Final = (0.15, 0.3)
_BLUE, _RED = COLOURS[:2]
_BANDS: Final = {"least": 0.0, "low": 0.1, "middle": 0.5, "high": 0.9, "most": 1.0}


def write_chart(tuning: Tuning, folder: Path) -> None:
    """Write path.png and path.svg. Raises SiseError where the libraries are missing or the files cannot be written."""
    drawn = chart(tuning)
    for name in FILES:
        unfinished = folder / f".unfinished.{name}"
        try:
            save(drawn, unfinished)
            os.replace(unfinished, folder / name)
        finally:
            unfinished.unlink(missing_ok=True)


def chart(tuning: Tuning) -> Any:
    """The edge of the candidates by generation, the step size, and for each parameter the mean of the distribution with
    the middle four fifths of the candidates; what the strategy had is dashed. Raises SiseError where altair is
    missing."""
    alt = altair()
    task = tuning.task
    half = (_COLUMNS * _WIDTH + (_COLUMNS - 2) * _BETWEEN) // 2
    rows = [[_edge(tuning, half), _sigma(tuning, half)]]
    panels = [_parameter(tuning, name, start) for name, start in zip(task.space.names, task.space.start, strict=True)]
    rows += [panels[at : at + _COLUMNS] for at in range(0, len(panels), _COLUMNS)]
    drawn = alt.vconcat(*(alt.hconcat(*row, spacing=_BETWEEN, bounds="flush") for row in rows), spacing=_BETWEEN)
    against = ", ".join(" + ".join(seat.label for seat in pair) for pair in task.line_ups)
    title = alt.TitleParams(
        f"{task.seat.label} against {against}, {task.rules.name}",
        subtitle=f"{len(tuning.steps)} generations of {task.schedule.population} candidates, "
        f"{task.schedule.decks:,} decks each; tuned against untuned: {tuning.verdict}",
        anchor="start",
        offset=16,
    )
    return finished(drawn, title).configure_title(fontSize=12)


def _bands(tuning: Tuning, column: str) -> pl.DataFrame:
    """By generation, counted from 1, quantiles over the candidates of a column."""
    import polars as pl

    values = pl.col(column)
    firsts = ["sigma", *(name for name in tuning.path.columns if name.startswith(MEAN))]
    return (
        tuning.path.group_by("generation", maintain_order=True)
        .agg(
            *(values.quantile(share, "linear").alias(name) for name, share in _BANDS.items()),
            *(pl.col(name).first() for name in firsts),
        )
        .with_columns(pl.col("generation") + 1)
    )


def _edge(tuning: Tuning, width: int) -> Any:
    alt = altair()
    base = alt.Chart(data(_bands(tuning, "objective").to_dicts())).encode(x=_generations(tuning))
    layers = [
        base.mark_area(opacity=shade, color=_BLUE).encode(y=_value(low), y2=f"{high}:Q")
        for shade, low, high in zip(_SHADES, ("least", "low"), ("most", "high"), strict=True)
    ]
    line = base.mark_line(color=_BLUE).encode(y=_value("middle"))
    title = "edge of the candidates: median, 10–90 %, all"
    return alt.layer(*layers, line).properties(title=title, width=width, height=2 * _HEIGHT)


def _sigma(tuning: Tuning, width: int) -> Any:
    rows = _bands(tuning, "objective").select("generation", "sigma").to_dicts()
    line = altair().Chart(data(rows)).mark_line(color=_BLUE).encode(x=_generations(tuning), y=_value("sigma"))
    return line.properties(title="step size, in ranges of a parameter", width=width, height=2 * _HEIGHT)


def _parameter(tuning: Tuning, name: str, start: float) -> Any:
    alt = altair()
    rows = _bands(tuning, PARAMETER + name).select("generation", "low", "high", mean=MEAN + name).to_dicts()
    base = alt.Chart(data(rows)).encode(x=_generations(tuning))
    band = base.mark_area(opacity=_SHADES[1], color=_BLUE).encode(y=_value("low"), y2="high:Q")
    line = base.mark_line(color=_BLUE).encode(y=_value("mean"))
    untuned = alt.Chart(data([{"untuned": start}])).mark_rule(color=_RED, strokeDash=[4, 3])
    layers = (band, line, untuned.encode(y=_value("untuned")))
    return alt.layer(*layers).properties(title=name, width=_WIDTH, height=_HEIGHT)


def _value(name: str) -> Any:
    alt = altair()
    return alt.Y(f"{name}:Q", title=None, scale=alt.Scale(zero=False))


def _generations(tuning: Tuning) -> Any:
    alt = altair()
    domain = alt.Scale(domain=[1, max(2, len(tuning.steps))], nice=False)
    return alt.X("generation:Q", title=None, scale=domain, axis=alt.Axis(tickMinStep=1, format="d"))
