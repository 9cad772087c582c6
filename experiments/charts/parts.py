"""What the charts are made of: bars and points with intervals, distributions with their bands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from simcore import SiseError

Row = Mapping[str, Any]

WIDTH: Final = 520
HEIGHT: Final = 260
COLOURS: Final = ("#3b6ea5", "#c8553d", "#4f9d69", "#8a6bb1", "#b58b2a", "#6b6b6b")
FONT: Final = ", ".join(
    ("Noto Sans CJK TC", "Noto Sans TC", "PingFang TC", "Microsoft JhengHei", "WenQuanYi Micro Hei", "sans-serif")
)
"""The first of these that is there: most have Chinese characters in both scripts."""
FORMATS: Final = ("png", "svg", "html", "json")


def altair() -> Any:
    """The library, or SiseError that says how to get it."""
    try:
        import altair as alt
    except ImportError:
        raise SiseError("charts need the extra plots: pip install 'sise[plots]'") from None
    return alt


def save(chart: Any, path: str | Path) -> None:
    """Write a chart as .png, .svg, .html or .json, by the name's end. Raises SiseError for another end, or where the
    file cannot be written."""
    file = Path(path)
    if file.suffix.removeprefix(".") not in FORMATS:
        raise SiseError(f"chart {file}: expected a name that ends in .{', .'.join(FORMATS)}")
    altair()
    try:
        chart.save(str(file), **({"scale_factor": 2} if file.suffix == ".png" else {}))
    except OSError as error:
        raise SiseError(f"cannot write {file}: {error.strerror or error}") from error


def finished(chart: Any, title: str) -> Any:
    """A chart with its title, in the look that all have."""
    return (
        chart.properties(title=title)
        .configure(font=FONT)
        .configure_view(stroke=None)
        .configure_axis(labelFontSize=11, titleFontSize=12, gridColor="#e6e6e6", domainColor="#888888", labelLimit=320)
        .configure_legend(labelFontSize=11, titleFontSize=12)
        .configure_title(fontSize=14, anchor="start")
        .configure_header(labelFontSize=12, titleFontSize=12)
    )


def data(rows: Sequence[Row]) -> Any:
    """Rows as what a chart carries with it."""
    return altair().Data(values=[dict(row) for row in rows])


def intervals(
    rows: Sequence[Row],
    label: str,
    value: str,
    *,
    label_title: str = "",
    value_title: str = "",
    colour: str | None = None,
    colour_title: str = "",
    percent: bool = False,
    zero: bool = False,
) -> Any:
    """A point with its interval for each row: `label` down the side in the order of the rows, VALUE, VALUE_low and
    VALUE_high along; `colour` tells series apart. Rows without a value are left out."""
    alt = altair()
    shown = [row for row in rows if row[value] is not None]
    order = list(dict.fromkeys(str(row[label]) for row in shown))
    series = list(dict.fromkeys(str(row[colour]) for row in shown)) if colour else []
    form = ".2%" if percent else ".3f"
    side = alt.Y(f"{label}:N", sort=order, title=label_title or None)
    along = {"format": "%"} if percent else {}
    scale = alt.Scale(zero=False, nice=True)
    x = alt.X(f"{value}:Q", title=value_title or None, axis=alt.Axis(**along), scale=scale)
    tint: Any = alt.value(COLOURS[0])
    if colour is not None:
        domain = alt.Scale(domain=series, range=list(COLOURS[: len(series)]))
        tint = alt.Color(f"{colour}:N", title=colour_title or None, scale=domain)
        side = alt.Y(f"{label}:N", sort=order, title=label_title or None)
    tips = [alt.Tooltip(f"{label}:N", title=label_title or label)]
    tips += [alt.Tooltip(f"{colour}:N", title=colour_title or colour)] if colour is not None else []
    tips += [alt.Tooltip(f"{value}{end}:Q", format=form) for end in ("", "_low", "_high")]
    offset = {"yOffset": alt.YOffset(f"{colour}:N", sort=series)} if colour is not None else {}
    base = alt.Chart(data(shown)).encode(y=side, color=tint, tooltip=tips, **offset)
    rule = base.mark_rule(strokeWidth=2).encode(
        x=alt.X(f"{value}_low:Q", title=value_title or None), x2=f"{value}_high:Q"
    )
    layers = [rule, base.mark_point(filled=True, size=60, opacity=1).encode(x=x)]
    if zero:
        nought = alt.Chart(alt.Data(values=[{"zero": 0}])).mark_rule(color="#888888", strokeDash=[4, 3])
        layers.insert(0, nought.encode(x="zero:Q"))
    step = 26 if not series else 12 * len(series) + 14
    return alt.layer(*layers).properties(width=WIDTH, height=alt.Step(step) if not series else step * len(order))


def band(
    rows: Sequence[Row],
    *,
    value_title: str = "",
    share_title: str = "",
    series: str | None = None,
    series_title: str = "",
) -> Any:
    """Distribution functions with their bands: rows of value, cdf, cdf_low and cdf_high; `series` tells them apart."""
    alt = altair()
    names = list(dict.fromkeys(str(row[series]) for row in rows)) if series else []
    tint: Any = alt.value(COLOURS[0])
    if series is not None:
        domain = alt.Scale(domain=names, range=list(COLOURS[: len(names)]))
        legend = alt.Legend(symbolOpacity=1)
        tint = alt.Color(f"{series}:N", title=series_title or None, scale=domain, legend=legend)
    tips = [alt.Tooltip("value:Q", title=value_title or "value"), alt.Tooltip("count:Q", format=",")]
    tips += [alt.Tooltip(f"{name}:Q", format=".2%") for name in ("share", "cdf", "cdf_low", "cdf_high")]
    base = alt.Chart(data(rows)).encode(
        x=alt.X("value:Q", title=value_title or None, scale=alt.Scale(nice=True, zero=False)), color=tint
    )
    percent = alt.Axis(format="%")
    area = base.mark_area(interpolate="step-after", opacity=0.25).encode(
        y=alt.Y("cdf_low:Q", title=share_title or None, axis=percent, scale=alt.Scale(domain=[0, 1])), y2="cdf_high:Q"
    )
    line = base.mark_line(interpolate="step-after").encode(y="cdf:Q", tooltip=tips)
    return alt.layer(area, line).properties(width=WIDTH, height=HEIGHT)


def bars(rows: Sequence[Row], *, value_title: str = "", share_title: str = "") -> Any:
    """The share of each value, as bars: rows of value, count and share."""
    alt = altair()
    tips = [alt.Tooltip("value:Q", title=value_title or "value"), alt.Tooltip("count:Q", format=",")]
    tips += [alt.Tooltip("share:Q", format=".2%")]
    widest = max((row["value"] for row in rows), default=0) - min((row["value"] for row in rows), default=0) + 1
    return (
        alt.Chart(data(rows))
        .mark_bar(color=COLOURS[0], width=max(1.0, 0.8 * WIDTH / widest))
        .encode(
            x=alt.X("value:Q", title=value_title or None, scale=alt.Scale(nice=True, zero=False)),
            y=alt.Y("share:Q", title=share_title or None, axis=alt.Axis(format="%")),
            tooltip=tips,
        )
        .properties(width=WIDTH, height=HEIGHT)
    )
