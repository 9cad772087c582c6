"""Finding strategies by what people type: a built-in name, `path/to/file.py:name`, or an installed entry
point.

Packages offer strategies under the entry point group `sise.strategies`, each entry a `simcore.Strategy`.
Parameters follow in brackets: `greedy[idle=3.0,pair=0.5]`. Whatever cannot be used is a StrategyError of
one line.
"""

from __future__ import annotations

import importlib.util
import math
import re
import sys
import traceback
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType
from zlib import crc32

from simcore import Strategy, StrategyError

GROUP = "sise.strategies"
EXAMPLE = "greedy, greedy[idle=3.0,pair=0.5] or path/to/file.py:name"
_MAX_REASON = 240
_ANSI = re.compile(r"\x1b\[[0-9;]*m")
_NUMBA_PLACE = re.compile(r'File "(?P<file>[^"]+)", line (?P<line>\d+)')
_NUMBA_NOISE = ("Failed in ", "During: ", "File ", "This error ", "There are ", "<source ", "Enable logging")


@dataclass(frozen=True)
class Spec:
    """A seat as typed: where the strategy comes from, and the parameters in brackets."""

    source: str
    params: Mapping[str, float]

    @property
    def file(self) -> tuple[Path, str] | None:
        """Path and name within it where the source is a file, else None."""
        match = re.fullmatch(r"(?P<path>.*\.py)(?::(?P<name>.*))?", self.source)
        if match is None:
            return None
        return Path(match["path"]).expanduser(), match["name"] or ""


@dataclass(frozen=True)
class Found:
    """One row of the catalogue: a strategy that can be seated by `name`, or why it cannot."""

    name: str
    origin: str
    strategy: Strategy | None
    problem: str = ""


def load(spec: str) -> Strategy:
    """The strategy that `spec` names, its parameters set. Raises StrategyError."""
    parsed = parse_spec(spec)
    strategy = _from_file(parsed) if parsed.file is not None else _by_name(parsed.source)
    return strategy.with_params(dict(parsed.params)) if parsed.params else strategy


def split_seats(text: str) -> list[str]:
    """The specs of a line-up `A,B,C`; commas within brackets belong to the parameters. Raises StrategyError
    where a bracket is left open, for then nobody can say where a seat ends."""
    seats = [""]
    depth = 0
    for sign in text:
        depth += (sign == "[") - (sign == "]")
        if sign == "," and depth == 0:
            seats.append("")
        else:
            seats[-1] += sign
    if depth:
        raise StrategyError(f'seats "{text}": a bracket is not closed; expected {EXAMPLE}')
    return [seat.strip() for seat in seats]


def parse_spec(spec: str) -> Spec:
    """Read a seat as typed, without looking anything up. Raises StrategyError."""
    text = spec.strip()
    source, bracket, rest = text.partition("[")
    source = source.rstrip()
    if not source:
        raise StrategyError(f'a seat without a strategy in "{spec}"; expected {EXAMPLE}')
    if not bracket:
        if "]" in text:
            raise StrategyError(f'strategy "{text}": "]" without "["; expected {EXAMPLE}')
        return Spec(source, {})
    if not rest.endswith("]") or rest.count("]") > 1 or "[" in rest:
        raise StrategyError(f'strategy "{text}": the bracket must close at the end; expected {EXAMPLE}')
    return Spec(source, _read_params(text, rest[:-1]))


def catalogue() -> list[Found]:
    """Every strategy that has a name: the built-ins, then the installed entry points; broken ones say why."""
    from strategies import BUILT_IN

    rows = [Found(name, "built in", strategy) for name, strategy in BUILT_IN.items()]
    for entry in _installed():
        if entry.name in BUILT_IN:
            continue
        origin = entry.dist.name if entry.dist is not None else entry.value
        try:
            rows.append(Found(entry.name, origin, _from_entry_point(entry)))
        except StrategyError as error:
            rows.append(Found(entry.name, origin, None, str(error)))
    return rows


def _read_params(spec: str, text: str) -> dict[str, float]:
    params: dict[str, float] = {}
    for part in text.split(",") if text.strip() else []:
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if not key or not equals:
            raise StrategyError(f'strategy "{spec}": "{part.strip()}" is no parameter; expected name=number')
        if key in params:
            raise StrategyError(f'strategy "{spec}": parameter "{key}" is given twice')
        try:
            params[key] = float(value)
        except ValueError:
            params[key] = math.nan
        if not math.isfinite(params[key]):
            raise StrategyError(f'strategy "{spec}": parameter "{key}" is "{value}"; expected a number')
    return params


def _by_name(name: str) -> Strategy:
    from strategies import BUILT_IN

    if name in BUILT_IN:
        return BUILT_IN[name]
    installed = {entry.name: entry for entry in _installed()}
    if name in installed:
        return _from_entry_point(installed[name])
    known = [*BUILT_IN, *installed]
    close = get_close_matches(name, known, n=1)
    hint = f'did you mean "{close[0]}"? known: ' if close else "expected one of "
    raise StrategyError(f'unknown strategy "{name}"; {hint}{", ".join(known)}, or path/to/file.py:name')


def _installed() -> tuple[EntryPoint, ...]:
    return tuple(sorted(entry_points(group=GROUP), key=lambda entry: entry.name))


def _from_entry_point(entry: EntryPoint) -> Strategy:
    where = f'strategy "{entry.name}" (entry point {entry.value})'
    try:
        found = entry.load()
    except (Exception, SystemExit) as error:
        raise StrategyError(f"{where}: {_reason(error)}") from error
    if not isinstance(found, Strategy):
        raise StrategyError(f"{where} is a {type(found).__name__}; expected a simcore.Strategy")
    return found


def _from_file(spec: Spec) -> Strategy:
    assert spec.file is not None
    path, name = spec.file
    if not path.is_file():
        reason = "no such file" if not path.exists() else "not a file"
        raise StrategyError(f'strategy "{spec.source}": {reason}: {path}')
    stat = path.stat()
    module = _module(path.resolve(), str(path), stat.st_mtime_ns, stat.st_size)
    found = vars(module).get(name)
    if isinstance(found, Strategy):
        try:
            found.addresses()  # compiles it: what cannot be compiled is wrong with the file as well
        except StrategyError as error:
            raise _broken(str(path), path.resolve(), error) from error
        except Exception as error:  # numba answers some faults with a bare KeyError
            told = StrategyError(f"strategy {found.name} cannot be compiled: {type(error).__name__}: {error}")
            raise _broken(str(path), path.resolve(), told) from error
        return found
    offered = [key for key, value in vars(module).items() if isinstance(value, Strategy)]
    there = f"it has {', '.join(offered)}" if offered else "it has none"
    if not name:
        raise StrategyError(f'strategy "{spec.source}": which of the file? expected {path}:name; {there}')
    if found is not None:
        raise StrategyError(f"{path}:{name} is a {type(found).__name__}; expected a simcore.Strategy ({there})")
    raise StrategyError(f'{path} has no strategy "{name}"; {there}')


@cache
def _module(path: Path, shown: str, modified: int, size: int) -> ModuleType:
    """The module of a strategy file, run once per version of the file: it may sit at several seats."""
    # The same name in every process: compiled code kept on disk refers to it.
    name = f"_sise_strategy_{path.stem}_{crc32(bytes(path)):08x}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    # Behind everything else: the file may import its neighbours, but a neighbour called random.py hides
    # nothing.
    sys.path.append(str(path.parent))
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise _broken(shown, path, error) from error
    finally:
        sys.path.remove(str(path.parent))
    return module


def _broken(shown: str, path: Path, error: BaseException) -> StrategyError:
    line = _line(error, path) or (_line(error.__cause__, path) if error.__cause__ is not None else None)
    where = f"{shown}, line {line}" if line else shown
    return StrategyError(f"{where}: {_reason(error)}")


def _line(error: BaseException, path: Path) -> int | None:
    """The line of `path` that an error is about: the parser's, the compiler's, or the last one that ran."""
    if isinstance(error, SyntaxError) and error.filename == str(path):
        return error.lineno
    place = getattr(error, "loc", None)  # the compiler's own errors
    if place is not None and Path(str(place.filename)).name == path.name:
        return int(place.line)
    places = [m for m in _NUMBA_PLACE.finditer(_ANSI.sub("", str(error))) if Path(m["file"]).name == path.name]
    if places:
        return int(places[-1]["line"])
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)]
    return frames[-1].lineno if frames else None


def _reason(error: BaseException) -> str:
    """The heart of an error message on one line; the compiler's run over dozens."""
    if isinstance(error, SyntaxError):
        return f"syntax error: {error.msg}"
    lines = [line.strip() for line in _ANSI.sub("", str(error)).splitlines()]
    telling = [line for line in lines if line and not line.startswith(_NUMBA_NOISE)]
    text = " ".join((telling or lines)[:3]) if len(lines) > 1 else "".join(lines)
    if len(text) > _MAX_REASON:
        text = text[: _MAX_REASON - 3].rstrip() + "..."
    kind = type(error).__name__
    if isinstance(error, StrategyError):
        return text
    return f"{kind}: {text}" if text else kind
