"""Finding strategies by what people type: a built-in name, `path/to/file.py:name`, an installed entry point, or
`path/to/file.toml`, which names one of these with parameters.

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
_FILE_MODULE = "_sise_strategy_"
_SOURCE = "_sise_source_"
EXAMPLE = "greedy, greedy[idle=3.0,pair=0.5] or path/to/file.py:name"
_MAX_REASON = 240
_MAX_SHOWN = 60
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
        """Path and name within it where the source is a file, else None; a settings file holds one strategy, whose
        name is empty. Raises StrategyError for a path that no file can have."""
        match = re.fullmatch(r"(?P<path>.*\.py)(?::(?P<name>.*))?|(?P<settings>.*\.toml)", self.source)
        if match is None:
            return None
        try:
            path = Path(match["path"] or match["settings"]).expanduser()
            path.exists()
            path.resolve()
        except (OSError, ValueError, RuntimeError) as error:  # too long, a null byte, the home of nobody
            reason = getattr(error, "strerror", None) or error
            raise StrategyError(f'strategy "{_shown(self.source)}": {reason}') from None
        return path, match["name"] or ""


@dataclass(frozen=True)
class Source:
    """Where a strategy stands: in the file `path`, whose content was `text` when it was loaded, under `name`; `base` is
    the strategy as it is there."""

    path: Path
    name: str
    text: bytes
    base: Strategy


@dataclass(frozen=True)
class Found:
    """One row of the catalogue: a strategy that can be seated by `name`, or why it cannot."""

    name: str
    origin: str
    strategy: Strategy | None
    problem: str = ""


def load(spec: str) -> Strategy:
    """The strategy that `spec` names, its parameters set. Raises StrategyError."""
    return _load(parse_spec(spec))


def _load(spec: Spec, within: tuple[Path, ...] = ()) -> Strategy:
    """`within` are the settings files that led here, each in the one before."""
    if spec.file is None:
        strategy = _by_name(spec.source)
    elif spec.file[0].suffix == ".toml":
        strategy = _from_settings(spec.file[0], within)
    else:
        strategy = _from_file(spec)
    return strategy.with_params(dict(spec.params)) if spec.params else strategy


def _from_settings(path: Path, within: tuple[Path, ...]) -> Strategy:
    from strategies.settings_file import load_settings

    if path.resolve() in within:
        raise StrategyError(f"{path}: it names itself as its strategy")

    def named(source: str) -> Strategy:
        spec = parse_spec(source)
        if spec.params:
            raise StrategyError(f'strategy "{source}": its parameters belong in the table [parameters]')
        if spec.file is not None and not spec.file[0].is_absolute():
            spec = Spec(str(path.parent / spec.source), {})
        return _load(spec, (*within, path.resolve()))

    return load_settings(path, named)


def load_file(path: Path, name: str) -> Strategy:
    """The strategy `name` of a file, with the parameters that it has there. Raises StrategyError."""
    return _from_file(Spec(f"{path}:{name}", {}))


def source_of(strategy: Strategy) -> Source | None:
    """The file that a strategy was loaded from, None for any other; whatever its parameters are set to."""
    from strategies import BUILT_IN

    if any(same_player(built_in, strategy) for built_in in BUILT_IN.values()):
        return None  # a file may have imported it
    for module_name, module in sys.modules.copy().items():
        if not module_name.startswith(_FILE_MODULE):
            continue
        for name, value in vars(module).items():
            if isinstance(value, Strategy) and same_player(value, strategy):
                return Source(Path(str(module.__file__)), name, vars(module)[_SOURCE], value)
    return None


def same_player(a: Strategy, b: Strategy) -> bool:
    """Whether two strategies differ in nothing but their name and their parameters."""
    return (a.claim, a.discard) == (b.claim, b.discard)


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


def _shown(text: str) -> str:
    """A text for a message: cut, and with what does not print as an escape."""
    cut = text if len(text) <= _MAX_SHOWN else text[: _MAX_SHOWN - 3] + "..."
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in cut)


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
    try:
        source = path.read_bytes()
    except OSError as error:
        raise StrategyError(f'strategy "{spec.source}": {error.strerror}: {path}') from error
    module = _module(path.resolve(), str(path), source)
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
def _module(path: Path, shown: str, source: bytes) -> ModuleType:
    """The module of a strategy file, run once per version of the file: it may sit at several seats.

    By its content: two versions of a size may be written within a second, which Python's own bytecode cache, and
    within a tick of the clock, which the file's time stamp takes for one.
    """
    # The same name in every process: compiled code kept on disk refers to it.
    name = f"{_FILE_MODULE}{path.stem}_{crc32(bytes(path)):08x}"
    loaded = sys.modules.get(name)
    if loaded is not None and vars(loaded).get(_SOURCE) == source:
        return loaded  # by another way of writing its path
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    vars(module)[_SOURCE] = source
    sys.modules[name] = module
    # Behind everything else: the file may import its neighbours, but a neighbour called random.py hides
    # nothing.
    sys.path.append(str(path.parent))
    try:
        exec(compile(source, str(path), "exec", dont_inherit=True), vars(module))
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
