"""The page of a run: one HTML file that loads nothing from anywhere."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from experiments.comparison_tables import SUMMARY
from experiments.files import write_whole
from experiments.names import GAMES, colon, comma, name
from experiments.report.collect import Player, Run, read_directory
from experiments.report.drawn import Drawn, draw, spec_of
from experiments.report.look import SCRIPT, STYLE
from experiments.report.recount import recounted
from experiments.report.tables import table_html
from experiments.report.words import KINDS, ROLES, TABLES, UNITS, say, text
from experiments.versions import package_version
from simcore import SiseError, describe

if TYPE_CHECKING:
    import polars as pl

INSTALL: Final = "pip install 'sise[plots]'"
_POLICY: Final = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:"
_LANGUAGES: Final = {"en": "en", "zh": "zh-Hant", "zh-hant": "zh-Hant", "zh-hans": "zh-Hans"}

CHARTS: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "simulate": {
        "summary": ("win_rates", "payoffs"),
        "hu": ("hu_bars", "hu"),
        "ends": ("ends",),
        "levels": ("levels",),
    },
    "match": {"edges": ("edges",), "strategies": ("payoffs", "wins")},
    "ladder": {"ranking": ("field", "matrix"), "pairs": ("pairs",)},
    "tune": {"gate_edges": ("gate",), "path": ("objective", "step"), "parameters": ("parameters",)},
    "odds play": {
        "places": ("places", "payoffs"),
        "ends": ("ends",),
        "distributions": ("hu", "hu_bars", "pay", "payoff", "draws"),
        "hands": ("hands",),
        "dealt": ("dealt",),
        "claims": ("claims",),
    },
    "compare-rules": {"switches": SUMMARY},
    "odds session": {"seats": ("first",), "runs": ("runs",), "distributions": ("total", "drawdown")},
}
"""Which charts stand above which table."""
REST: Final = {"compare-rules": "metrics", "odds deal": "features"}
"""The table of the charts that are not named, where it is not the first one."""
ORDER: Final[Mapping[str, tuple[str, ...]]] = {
    "simulate": ("summary", "ends", "levels", "quantiles", "named", "hu"),
    "match": ("test", "edges", "strategies"),
    "tune": ("gate_test", "gate_edges", "parameters", "path"),
    "odds deal": ("summary", "features"),
}
"""The order of the tables where it is not that of the directory."""


@dataclass(frozen=True)
class Report:
    """A run with its further tables and its charts, in one language."""

    run: Run
    lang: str

    @cached_property
    def further(self) -> Mapping[str, pl.DataFrame]:
        """Tables that the directory does not keep."""
        return recounted(self.run) if self.run.tables else {}

    @cached_property
    def tables(self) -> Mapping[str, pl.DataFrame]:
        """All tables in their order."""
        found = {**self.run.tables, **self.further}
        first = [name for name in ORDER.get(self.run.kind, ()) if name in found]
        return {name: found[name] for name in [*first, *(name for name in found if name not in first)]}

    @cached_property
    def drawn(self) -> Drawn:
        """The charts."""
        return self.charts(self.lang)

    def charts(self, lang: str) -> Drawn:
        """The charts in some language."""
        return draw(self.run.kind, {name: table.to_dicts() for name, table in self.tables.items()}, lang)

    @property
    def title(self) -> str:
        """What the page is called."""
        run, kind = self.run, say(KINDS, self.run.kind, self.lang)
        labels = list(dict.fromkeys(player.label for player in run.players))
        if run.kind == "odds deal" or not labels:
            return kind
        return f"{kind}{colon(self.lang)}{comma(self.lang).join(labels if run.kind != 'tune' else labels[:1])}"

    def html(self) -> str:
        """The page."""
        lang, run = self.lang, self.run
        body = "\n".join([*self._top(), *self._what(), *self._results(), *self._end()])
        scripts = [f"<script>{_bundle()}</script>"] if self.drawn.charts else []
        return "\n".join(
            [
                "<!DOCTYPE html>",
                f'<html lang="{_LANGUAGES[lang]}">',
                "<head>",
                '<meta charset="utf-8">',
                f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
                '<meta name="viewport" content="width=device-width, initial-scale=1">',
                f"<title>{escape(self.title)} – {escape(run.path.absolute().name)}</title>",
                f"<style>{STYLE}</style>",
                "</head>",
                "<body>",
                "<main>",
                body,
                "</main>",
                *scripts,
                f"<script>{SCRIPT}</script>",
                "</body>",
                "</html>",
                "",
            ]
        )

    def _top(self) -> Iterator[str]:
        lang, run = self.lang, self.run
        words = [_rules_name(run, lang)] if "rules" in run.asked else []
        words += [f"{run.done:,} {say(UNITS, run.status.unit, lang)}"]
        if "seed" in run.asked:
            words.append(f"{text('seed', lang)} {run.asked['seed']}")
        words.append(say(ROLES, run.status.state.value, lang))
        yield f"<header><h1>{escape(self.title)}</h1>"
        yield f'<p class="sub">{escape(comma(lang).join(map(str, words)))}</p>'
        links = [("what", text("what", lang)), *((f"t-{key}", self._heading(key)) for key in self.tables)]
        yield "<nav>" + "".join(f'<a href="#{key}">{escape(title)}</a>' for key, title in links) + "</nav>"
        for warning in self._warnings():
            yield f'<p class="note warn">{escape(warning)}</p>'
        yield "</header>"

    def _warnings(self) -> Iterator[str]:
        lang, run, status = self.lang, self.run, self.run.status
        if not run.tables:
            yield text("no_tables", lang)
        elif run.done < status.wanted and not run.stopped:
            yield text("part", lang, f"{run.done:,}", f"{status.wanted:,}", say(UNITS, status.unit, lang))
        if status.damaged:
            yield text("damaged", lang, comma(lang).join(f"{each.file}: {each.reason}" for each in status.damaged))
        if self.drawn.missing is not None:
            yield text("charts_missing", lang, INSTALL)
        for key, problem in self.drawn.failed.items():
            yield text("chart_failed", lang, key, problem)

    def _what(self) -> Iterator[str]:
        lang, run, status = self.lang, self.run, self.run.status
        yield f'<section id="what"><h2>{escape(text("what", lang))}</h2>'
        yield f"<h3>{escape(text('again', lang))}</h3>"
        done = escape(text("copied", lang))
        yield f'<div class="command"><pre><code>{escape(status.command)}</code></pre>'
        yield f'<button type="button" data-done="{done}">{escape(text("copy", lang))}</button></div>'
        yield f'<p class="note">{escape(text("same", lang))}</p>'
        yield "<dl>"
        unit = say(UNITS, status.unit, lang)
        last = status.first + status.wanted - 1
        share = f"{run.done:,}" if run.done == status.wanted else f"{run.done:,} / {status.wanted:,}"
        rows = [
            (text("range", lang), escape(f"{share} {unit} ({status.first:,} – {last:,})")),
            *([(text("seed", lang), escape(str(run.asked["seed"])))] if "seed" in run.asked else []),
            *self._rules(),
            (text("folder", lang), f"<code>{escape(str(run.path))}</code>"),
            (text("versions", lang), escape(comma(lang).join(f"{key} {value}" for key, value in run.versions.items()))),
            (text("code", lang), f"<code>{escape(status.code)}</code>"),
        ]
        for key, value in rows:
            yield f"<dt>{escape(key)}</dt><dd>{value}</dd>"
        yield "</dl>"
        if run.players:
            yield f"<h3>{escape(text('strategies', lang))}</h3><dl>"
            yield from dict.fromkeys(map(self._player, run.players))  # each once
            yield "</dl>"
        yield from self._switches()
        yield "</section>"

    def _rules(self) -> Iterator[tuple[str, str]]:
        lang, run = self.lang, self.run
        if "rules" not in run.asked:
            return
        yield text("preset", lang), escape(_rules_name(run, lang))
        held = run.asked["rules"]
        changed = held.get("switches", {}) if isinstance(held, Mapping) else {}
        switches = [f"{key}={str(value).lower()}" for key, value in changed.items()]
        shown = comma(lang).join(switches) or text("none", lang)
        yield text("changed", lang), escape(shown)
        yield text("hash", lang), f"<code>{escape(str(run.asked.get('rules_hash', '')))}</code>"

    def _switches(self) -> Iterator[str]:
        lang, rules = self.lang, self.run.rules
        if rules is None:
            return
        rows = "\n".join(
            f'<tr><td class="t"><code>{escape(row.switch)}</code></td><td class="t">{escape(row.value)}</td>'
            f'<td class="t">{escape(row.rule)}</td><td class="t long">{escape(row.meaning)}</td></tr>'
            for row in describe(rules, lang)
        )
        yield f"<details><summary>{escape(text('switches', lang))}</summary>"
        yield f'<div class="scroll"><table><tbody>\n{rows}\n</tbody></table></div></details>'

    def _player(self, player: Player) -> str:
        lang = self.lang
        parts = [comma(lang).join(f"{key}={value}" for key, value in player.parameters.items())]
        if player.spec != player.label:
            parts.insert(0, player.spec)
        lines = [f"<code>{escape(part)}</code>" for part in parts if part]
        if player.sha256 is not None:
            lines.append(f"<small>{escape(text('file_hash', lang))} sha256 {escape(player.sha256)}</small>")
        return f"<dt>{escape(player.label)}</dt><dd>{'<br>'.join(lines) or '–'}</dd>"

    def _results(self) -> Iterator[str]:
        kind, lang = self.run.kind, self.lang
        placed = {chart for charts in CHARTS.get(kind, {}).values() for chart in charts}
        rest = [chart for chart in self.drawn.charts if chart not in placed]
        for number, (key, frame) in enumerate(self.tables.items()):
            yield f'<section id="t-{escape(key)}"><h2>{escape(self._heading(key))}</h2>'
            if not number:
                yield f'<p class="note">{escape(text("intervals", lang))}</p>'
            others = key == REST.get(kind) if REST.get(kind) in self.tables else not number
            wanted = [*CHARTS.get(kind, {}).get(key, ()), *(rest if others else ())]
            charts = [self._figure(chart) for chart in wanted if chart in self.drawn.charts]
            note = text("recounted", lang) if key in self.further else ""
            table = table_html(kind, key, frame, lang, note)
            yield from ([table, *charts] if len(charts) > 2 else [*charts, table])
            yield "</section>"

    def _figure(self, key: str) -> str:
        title, spec = spec_of(self.drawn.charts[key], self.run.kind, self.lang)
        name = escape(f"{self.run.path.absolute().name}-{key}")
        return (
            f'<figure><figcaption>{escape(title)}</figcaption><div class="chart" data-spec="c-{escape(key)}" '
            f'data-name="{name}"></div><noscript>{escape(text("charts_script", self.lang))}</noscript>'
            f'<script type="application/json" id="c-{escape(key)}">{_json(spec)}</script></figure>'
        )

    def _heading(self, key: str) -> str:
        return say(TABLES, key, self.lang) if key in TABLES else key.replace("_", " ")

    def _end(self) -> Iterator[str]:
        version = package_version("sise")
        yield f"<footer>{escape(text('made_by', self.lang, version))}</footer>"


def report_html(directory: str | os.PathLike[str], lang: str = "en") -> str:
    """The page of a run directory as HTML text. Raises SiseError where there is no run or it is damaged."""
    return make_report(directory, lang).html()


def make_report(directory: str | os.PathLike[str], lang: str = "en") -> Report:
    """Read a run directory for its page. Raises SiseError, also for a language that there is not."""
    if lang not in _LANGUAGES:
        raise SiseError(f'lang is "{lang}"; expected one of {", ".join(_LANGUAGES)}')
    return Report(read_directory(Path(directory)), str(lang))


def write_report(
    directory: str | os.PathLike[str], out: str | os.PathLike[str] | None = None, lang: str = "en"
) -> Path:
    """Write the page of a run directory, by default to `report.html` in it, and return its path. Raises SiseError."""
    report = make_report(directory, lang)
    path = Path(out) if out is not None else report.run.path / "report.html"
    write_page(report, path)
    return path


def write_page(report: Report, path: Path) -> None:
    """Write the page of a report, whole or not at all. Raises SiseError."""
    try:
        write_whole(path, report.html().encode("utf-8", "replace"))
    except OSError as error:
        raise SiseError(f"cannot write {path}: {error.strerror or error}") from error


def _rules_name(run: Run, lang: str) -> str:
    held = run.asked["rules"]
    return name(GAMES, str(held.get("name", "")), lang) if isinstance(held, Mapping) else str(held)


def _json(spec: Any) -> str:
    """JSON that no text in it can end the script element of."""
    shown = json.dumps(spec, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return shown.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


@cache
def _bundle() -> str:
    """Vega, Vega-Lite and vega-embed as one script, of the version that the charts are written for."""
    import altair
    import vl_convert

    version = ".".join(altair.SCHEMA_VERSION.removeprefix("v").split(".")[:2])
    code: str = vl_convert.javascript_bundle("window.vegaEmbed = vegaEmbed;", version)
    return re.sub(r"<(/script|!--)", r"\\x3c\1", code, flags=re.IGNORECASE)  # these can only stand in a text
