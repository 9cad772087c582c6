"""The one place for compiler options, and the compile cache that notices an edit in any module of the core.

numba keys a cached function by the time stamp of its own file, so a changed helper in another file would leave its
callers running the old code. Here the stamp of every cached function also holds a digest of the whole package.
And that of a function elsewhere, of a strategy, one of what it takes from other files, for the functions that it calls
and the constants that it names are frozen into its code. numba also trusts the files that it finds; here each says what
it is for, and holds a checksum.
"""

from __future__ import annotations

import glob
import hashlib
import os
import pickle
import sys
from collections.abc import Callable, Iterator
from functools import cache
from inspect import getclosurevars
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numba import config, types
from numba.core import caching
from numba.core.runtime.nrt import rtsys

F = TypeVar("F", bound=Callable[..., Any])

# numpy's int64, typed as the plain integer that compiled code makes of it. Narrow fields are cast on load.
int64: Callable[[Any], int] = cast(Any, np.int64)

DISABLED: bool = bool(config.DISABLE_JIT)  # type: ignore[attr-defined]

_DIGEST = 32
_KNOWN = {*sys.stdlib_module_names, "numba", "numpy", "llvmlite", "simcore"}
"""Packages that the digest of the sources covers, or that do not change."""

OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "fastmath": False}


@cache
def source_digest() -> str:
    """Digest of the sources of `simcore` and of the compiler's version: the part of the cache key shared by all."""
    digest = hashlib.sha256(numba.__version__.encode())
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def reach_digest(function: Callable[..., Any]) -> str:
    """Digest of the file of a function outside simcore, of what it takes from others, and those from others: sources
    and plain constants."""
    if function.__module__.partition(".")[0] in _KNOWN:
        return ""
    digest = hashlib.sha256()
    files = {function.__code__.co_filename}  # time stamps alone take two quick edits for one
    waiting, seen = [function], {function}
    while waiting:
        for value in _named(waiting.pop()):
            value = getattr(value, "py_func", value)
            module = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", None)
            if isinstance(value, (FunctionType, type, ModuleType)):
                if module is None or module.partition(".")[0] in _KNOWN:
                    continue
                files.add(getattr(sys.modules.get(module), "__file__", None) or "")
                if isinstance(value, FunctionType) and value not in seen:
                    seen.add(value)
                    waiting.append(value)
            elif isinstance(value, np.ndarray):
                digest.update(f"{value.dtype} {value.shape}".encode() + value.tobytes())
            elif isinstance(value, (int, float, complex, str, bytes, tuple, np.generic)):
                digest.update(repr(value).encode())
    for path in sorted(filter(os.path.isfile, files)):
        digest.update(Path(path).read_bytes())
    return digest.hexdigest()


def _named(function: Callable[..., Any]) -> Iterator[Any]:
    """The values that the code of a function names: globals, attributes of modules, and what a closure holds."""
    yield from getclosurevars(function).nonlocals.values()
    codes = [function.__code__]
    for code in codes:
        codes += [constant for constant in code.co_consts if isinstance(constant, CodeType)]
        for name in code.co_names:
            value = function.__globals__.get(name)
            yield value
            if isinstance(value, ModuleType):
                yield from (getattr(value, attribute, None) for attribute in code.co_names)


class _CodeFiles(caching.IndexDataCacheFile):
    """The compiled versions of one function, a file each, named by signature and processor.

    numba numbers the files, by a list in one more file: two processes that compile at once lose entries of each other,
    and may leave the code of one signature or processor under the number of another. Here a file begins with a digest
    of the sources and one of its key and content: whatever does not fit is compiled again and written over.
    """

    def __init__(self, cache_path: str, filename_base: str, source_stamp: Any) -> None:
        super().__init__(cache_path, filename_base, source_stamp)  # type: ignore[no-untyped-call]
        self._base = filename_base
        self._sources = hashlib.sha256(repr(source_stamp).encode()).digest()

    def load(self, key: Any) -> Any:
        """What is kept for `key`; None where nothing usable is."""
        content = self._path(key).read_bytes()
        packed = content[2 * _DIGEST :]
        if content[: 2 * _DIGEST] != self._head(key, packed):
            return None
        return pickle.loads(packed)

    def save(self, key: Any, data: Any) -> None:
        """Keep `data` for `key`. Raises OSError."""
        packed = self._dump(data)  # type: ignore[no-untyped-call]
        with self._open_for_write(str(self._path(key))) as file:
            file.write(self._head(key, packed) + packed)

    def flush(self) -> None:
        """Nothing: what cannot be used is written over."""

    def holds_any(self) -> bool:
        """Whether a version of the present sources is there, whatever it is for."""
        for path in glob.glob(f"{glob.escape(os.path.join(self._cache_path, self._base))}.*.nbc"):
            with Path(path).open("rb") as file:
                if file.read(_DIGEST) == self._sources:
                    return True
        return False

    def _path(self, key: Any) -> Path:
        signature, processor, _ = key
        name = hashlib.sha256(f"{signature}\n{processor}".encode()).hexdigest()[:16]
        return Path(self._cache_path, f"{self._base}.{name}.nbc")

    def _head(self, key: Any, packed: bytes) -> bytes:
        digest = hashlib.sha256(str(key).encode())
        digest.update(packed)
        return self._sources + digest.digest()


class _UserWide(caching.UserWideCacheLocator):
    """numba's folder in the user's home. Where nobody knows a home, it would be called ~ and lie where one stands."""

    @classmethod
    def from_function(cls, py_func: Callable[..., Any], py_file: str) -> Any:
        if not os.path.isabs(cls(py_func, py_file).get_cache_path()):  # type: ignore[no-untyped-call]
            return None
        return super().from_function(py_func, py_file)  # type: ignore[no-untyped-call]


class _Places(caching.CompileResultCacheImpl):
    _locator_classes = [caching.UserProvidedCacheLocator, caching.InTreeCacheLocator, _UserWide]  # noqa: RUF012


class PackageCache(caching.FunctionCache):
    """numba's function cache, its source stamp extended by `source_digest`, its files checked."""

    _impl_class = _Places

    def __init__(self, py_func: Callable[..., Any]) -> None:
        super().__init__(py_func)  # type: ignore[no-untyped-call]
        stamp = (self._impl.locator.get_source_stamp(), source_digest(), reach_digest(py_func))
        self._cache_file: _CodeFiles = _CodeFiles(self._cache_path, self._impl.filename_base, stamp)

    def holds_any(self) -> bool:
        """Whether any compiled version is stored for the present sources."""
        try:
            return self._cache_file.holds_any()
        except OSError:
            return False

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """As numba's, but what cannot be read or used is a miss.

        numba's own also imports every registry of its library first, a quarter of a second that a hit does not need.
        """
        try:
            rtsys.initialize(target_context)
            return self._load_overload(sig, target_context)  # type: ignore[no-untyped-call]
        except Exception:
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """As numba's, but a full or read-only disk costs only the cache."""
        try:
            super().save_overload(sig, data)  # type: ignore[no-untyped-call]
        except OSError:
            return


def _with_cache(dispatcher: Any) -> Any:
    try:
        dispatcher._cache = PackageCache(dispatcher.py_func)
    except (RuntimeError, OSError):  # no folder can be written: compile in memory
        return dispatcher
    return dispatcher


def _without_literals(dispatcher: Any) -> Any:
    """Type constants in calls as int64 or bool: numba would compile a copy of the callee for each constant."""
    resolve = dispatcher.get_call_template

    def get_call_template(args: Any, kws: Any) -> Any:
        return resolve([types.unliteral(a) for a in args], {k: types.unliteral(a) for k, a in kws.items()})

    dispatcher.get_call_template = get_call_template
    return dispatcher


def core(function: F) -> F:
    """Compile a function of the core: no interpreter lock, cached on disk, plain machine arithmetic."""
    if DISABLED:
        return function
    return cast(F, _without_literals(_with_cache(numba.njit(**OPTIONS)(function))))


def inlined(function: F) -> F:
    """As `core`, for small functions on the path of every deal: always compiled into their callers."""
    if DISABLED:
        return function
    return cast(F, _without_literals(_with_cache(numba.njit(forceinline=True, **OPTIONS)(function))))


def plain(function: F) -> F:
    """The Python function behind a compiled one, for what is computed while modules are loaded."""
    return cast(F, getattr(function, "py_func", function))


def compiled(function: Callable[..., Any], signature: Any, *, check_bounds: bool = False) -> Any:
    """Compile `function` for one numba signature, or argument types alone, and return its dispatcher.

    A function without a file (typed at a prompt) or with a closure (made by a factory) is not cached on disk, nor is
    one whose indices are checked.
    """
    dispatcher = numba.njit(boundscheck=check_bounds or None, **OPTIONS)(function)
    if not check_bounds and os.path.exists(function.__code__.co_filename) and function.__closure__ is None:
        _with_cache(dispatcher)
    dispatcher.compile(signature)
    return dispatcher
