"""The one place for compiler options, and the compile cache that notices an edit in any module of the core.

numba keys a cached function by the time stamp of its own file, so a changed helper in another file would leave its
callers running the old code. Here the stamp of every cached function also holds a digest of the whole package.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
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

OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "fastmath": False}


@cache
def source_digest() -> str:
    """Digest of the sources of `simcore` and of the compiler's version: the part of the cache key shared by all."""
    digest = hashlib.sha256(numba.__version__.encode())
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


class PackageCache(caching.FunctionCache):
    """numba's function cache, its source stamp extended by `source_digest`."""

    def __init__(self, py_func: Callable[..., Any]) -> None:
        super().__init__(py_func)  # type: ignore[no-untyped-call]
        stamp = (self._impl.locator.get_source_stamp(), source_digest())
        self._cache_file = caching.IndexDataCacheFile(
            cache_path=self._cache_path,
            filename_base=self._impl.filename_base,
            source_stamp=stamp,
        )

    def holds_any(self) -> bool:
        """Whether any compiled version is stored for the present sources."""
        try:
            return bool(self._cache_file._load_index())
        except Exception:
            return False

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """As numba's, but a damaged cache entry is a miss and is written again.

        numba's own also imports every registry of its library first, a quarter of a second that a hit does not need.
        """
        try:
            rtsys.initialize(target_context)
            return self._load_overload(sig, target_context)  # type: ignore[no-untyped-call]
        except Exception:
            self.flush()  # type: ignore[no-untyped-call]
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


def compiled(function: Callable[..., Any], signature: Any) -> Any:
    """Compile `function` for one numba signature, or argument types alone, and return its dispatcher.

    A function without a file (typed at a prompt) or with a closure (made by a factory) is not cached on disk.
    """
    dispatcher = numba.njit(**OPTIONS)(function)
    if os.path.exists(function.__code__.co_filename) and function.__closure__ is None:
        _with_cache(dispatcher)
    dispatcher.compile(signature)
    return dispatcher
