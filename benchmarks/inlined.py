"""The loop of a deal with the strategy compiled into it, to measure what the call by address costs.

`simcore/play.py` is run once more under another name, with a plain call in place of the call by address. Nothing of
this is kept in a compile cache.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from functools import cache
from typing import Any

import numba
from numba.core.caching import NullCache

from simcore import Strategy, play
from simcore.jit import OPTIONS


@cache
def inlined_run(strategy: Strategy) -> Callable[..., int]:
    """`simcore.play.run` with `strategy` at every seat, compiled into the loop."""
    spec = importlib.util.spec_from_file_location("inlined_play", play.__file__)
    assert spec is not None
    assert spec.loader is not None
    module: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    claim, discard = (numba.njit(forceinline=True, **OPTIONS)(part) for part in (strategy.claim, strategy.discard))

    @numba.njit(forceinline=True, **OPTIONS)
    def call(address: int, view: Any) -> int:
        if view.options:
            return claim(view)
        return discard(view)

    module.call_strategy = call
    for found in vars(module).values():
        if getattr(found, "__module__", "") == "inlined_play" and hasattr(found, "_cache"):
            found._cache = NullCache()
    return module.run
