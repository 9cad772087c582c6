"""Sending a study to where its chunks are played, and its counts back.

A study travels as bytes. A strategy in it travels as what it is called and where it stands, not as code: a built-in one
by its name, one of an installed package by its module, one of a file with the file's source. The other side must run
the same version of the program, and must not hold another version of the file.
"""

from __future__ import annotations

import atexit
import hashlib
import io
import pickle
import shutil
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from pathlib import Path
from platform import node
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

from numba.cloudpickle import CloudPickler
from numpy.typing import NDArray

from experiments.runner import Chunk, Pace, Stopwatch
from experiments.versions import code_version
from simcore import SiseError, Strategy, StrategyError
from strategies import BUILT_IN
from strategies.registry import load_file, same_player, source_of

if TYPE_CHECKING:
    from experiments.study import Study

_LOADING: Final = Lock()


@dataclass(frozen=True)
class Answer:
    """What a worker sends back: the counts of `count` units from `first` on as arrays, or the error that ended them."""

    first: int
    count: int
    seconds: float
    arrays: Mapping[str, NDArray[Any]]
    error: SiseError | None = None


def pack(study: Study[Any]) -> bytes:
    """The study as bytes for `play_packed`. Raises SiseError for one that cannot be sent."""
    buffer = io.BytesIO()
    try:
        packer: Any = _Packer
        packer(buffer).dump(study)
    except (pickle.PicklingError, TypeError, AttributeError) as error:
        raise SiseError(f"this run cannot be sent to other processes: {error}") from error
    return pickle.dumps((code_version(), buffer.getvalue()))


def play_packed(packed: bytes, chunk: Chunk) -> Answer:
    """Play a chunk of a packed study, on whatever machine this runs."""
    whole = Stopwatch()
    try:
        study, pace = _unpack(packed)
        counts = study.empty()
        for step in pace.chunks(chunk.first, chunk.count):
            watch = Stopwatch()
            counts.add(study.play(step.first, step.count))
            pace.took(step.count, watch.seconds)
    except SiseError as error:
        return Answer(chunk.first, 0, 0.0, {}, error)
    return Answer(chunk.first, chunk.count, whole.seconds, counts.arrays())


@lru_cache(maxsize=4)
def _unpacked(packed: bytes) -> tuple[Study[Any], Pace]:
    version, content = pickle.loads(packed)
    if version != code_version():
        raise SiseError(
            f"the worker on {node()} runs sise {code_version()}, this run sise {version}; expected the same"
        )
    return pickle.loads(content), Pace(None)


def _unpack(packed: bytes) -> tuple[Study[Any], Pace]:
    with _LOADING:
        return _unpacked(packed)


class _Packer(CloudPickler):
    """Pickles strategies by reference, and what `__main__` defines by value."""

    def reducer_override(self, obj: Any) -> Any:
        if isinstance(obj, Strategy):
            reference = _reference(obj)
            if reference is not None:
                return reference
        return super().reducer_override(obj)  # type: ignore[no-untyped-call]


def _reference(strategy: Strategy) -> tuple[Any, tuple[Any, ...]] | None:
    """How the other side makes the strategy, None where it must be sent by value."""
    for name, built_in in BUILT_IN.items():
        if same_player(built_in, strategy):
            return _built_in, (name, _changes(built_in, strategy))
    source = source_of(strategy)
    if source is not None:
        if _digest_of(source.path) != _digest(source.text):
            raise StrategyError(f"{source.path} was changed after it was loaded; start the run again")
        return _of_file, (str(source.path), source.name, source.text, _changes(source.base, strategy))
    module = sys.modules.get(str(getattr(strategy.claim, "__module__", None)))
    if module is None or module.__name__ == "__main__":
        return None
    for name, value in vars(module).items():
        if isinstance(value, Strategy) and same_player(value, strategy):
            return _of_module, (module.__name__, name, _changes(value, strategy))
    return None


def _changes(base: Strategy, strategy: Strategy) -> dict[str, Any]:
    """The fields in which a strategy differs from the one that it was made of: its values."""
    pairs = ((each.name, getattr(base, each.name), getattr(strategy, each.name)) for each in fields(Strategy))
    return {name: new for name, old, new in pairs if old != new}


def _built_in(name: str, changes: dict[str, Any]) -> Strategy:
    return replace(BUILT_IN[name], **changes)


def _of_module(module: str, name: str, changes: dict[str, Any]) -> Strategy:
    from importlib import import_module

    strategy: Strategy = getattr(import_module(module), name)
    return replace(strategy, **changes)


def _of_file(path_text: str, name: str, text: bytes, changes: dict[str, Any]) -> Strategy:
    path = Path(path_text)
    if not path.exists():
        path = _written(path.name, text)
    elif (found := _digest_of(path)) != _digest(text):
        raise StrategyError(
            f"strategy file {path} on {node()} is another version (sha256 {found[:12]}) than the run's "
            f"({_digest(text)[:12]}); expected the same file, or none"
        )
    return replace(load_file(path, name), **changes)


@lru_cache(maxsize=16)
def _written(file_name: str, text: bytes) -> Path:
    """A file of that content, for a machine that has none."""
    folder = Path(tempfile.mkdtemp(prefix="sise-")).resolve()
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    path = folder / file_name
    path.write_bytes(text)
    return path


def _digest(text: bytes) -> str:
    return hashlib.sha256(text).hexdigest()


def _digest_of(path: Path) -> str:
    try:
        return _digest(path.read_bytes())
    except OSError as error:
        raise StrategyError(f"strategy file {path} on {node()}: {error.strerror or error}") from None
