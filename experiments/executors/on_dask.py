"""Dask as workers: a cluster of this machine, or one that runs (https://distributed.dask.org)."""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from importlib import import_module
from typing import Any, Final

from simcore import SiseError

CONNECT_SECONDS: Final = 10
CLOSE_SECONDS: Final = 2
MOST: Final = 512
"""Cores of a cluster that are kept busy at most."""

_LEAVE_CTRL_C: Final = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)"
"""Run in a worker as it starts: Ctrl-C reaches it as well, and is the run's business."""


def _tell_death(note: Callable[[str], None], event: tuple[float, Any]) -> None:
    told = event[1]
    if told.get("action") == "remove-worker" and not told.get("expected") and told.get("processing-tasks"):
        note(f"a worker died ({told.get('worker')}): the scheduler has others play its chunks again")


class Dask:
    """The workers of a Dask scheduler at `address`, or of a cluster of `size` processes started for the run.

    A scheduler that runs tries the work of a dead worker again by itself a few times (its setting allowed-failures,
    three at first), and `note` is told; in a cluster of the run's own it hands every death back, to be counted.
    """

    local = False

    def __init__(self, address: str, size: int, note: Callable[[str], None]) -> None:
        try:
            dask: Any = import_module("dask")
            distributed: Any = import_module("distributed")
        except ImportError:
            raise SiseError('the executor "dask" needs Dask: pip install "sise[dask]"') from None
        self._killed: type[BaseException] = distributed.KilledWorker
        self._cluster: Any = None
        if not address:
            with dask.config.set({"distributed.scheduler.allowed-failures": 0}):
                self._cluster = distributed.LocalCluster(
                    n_workers=size,
                    threads_per_worker=1,
                    processes=True,
                    dashboard_address=":0",  # any port that is free
                    memory_limit=0,
                    silence_logs=logging.CRITICAL,
                    preload=[_LEAVE_CTRL_C],
                )
        try:
            self._client = distributed.Client(self._cluster or address, timeout=CONNECT_SECONDS, set_as_default=False)
        except (OSError, ValueError) as error:
            raise SiseError(f"no Dask scheduler answers at {address}: {' '.join(str(error).split())}") from None
        cores = sum(self._client.ncores().values())
        if not cores:
            self._client.close()
            raise SiseError(f"the Dask scheduler at {address} has no workers; start some: dask worker {address}")
        if address:
            self._client.subscribe_topic("all", partial(_tell_death, note))
        self.size = min(cores, MOST)
        self._pool = self._client.get_executor(pure=False)

    def submit(self, work: Callable[..., Any], /, *args: Any) -> Future[Any]:
        future: Future[Any] = self._pool.submit(work, *args)
        return future

    def lost(self, error: BaseException) -> bool:
        return isinstance(error, self._killed)

    def close(self) -> None:
        self._pool.shutdown(wait=False)
        self._client.close(timeout=CLOSE_SECONDS)
        if self._cluster is not None:
            with suppress(TimeoutError):
                self._cluster.close(timeout=CLOSE_SECONDS)
