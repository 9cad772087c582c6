"""Ray as workers: a small adapter over `ObjectRef.future()` (https://docs.ray.io)."""

from __future__ import annotations

import logging
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Future
from importlib import import_module
from typing import Any

from simcore import SiseError


def call(work: Callable[..., Any], *args: Any) -> Any:
    """The one function that Ray knows; what it calls is sent along."""
    return work(*args)


class Ray:
    """Ray's workers: `size` of this machine, or those of the cluster that RAY_ADDRESS names."""

    local = False

    def __init__(self, size: int) -> None:
        try:
            ray: Any = import_module("ray")
        except ImportError:
            raise SiseError('the executor "ray" needs Ray: pip install "sise[ray]"') from None
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is reported to anybody
        self._ray: Any = ray
        self._started = not ray.is_initialized()
        if self._started:
            main = threading.current_thread() is threading.main_thread()
            handler = signal.getsignal(signal.SIGTERM)
            elsewhere = bool(os.environ.get("RAY_ADDRESS"))
            try:
                ray.init(
                    num_cpus=None if elsewhere else size,
                    include_dashboard=False,
                    log_to_driver=False,
                    logging_level=logging.CRITICAL,
                )
            except (ConnectionError, RuntimeError, ValueError) as error:
                raise SiseError(f"Ray does not start: {' '.join(str(error).split())}") from None
            # It prints what its daemons report on standard output, which is the results' alone; no option forbids it.
            import_module("ray._private.worker")._worker_logs_enabled = False  # type: ignore[attr-defined]
            if main:
                signal.signal(signal.SIGTERM, handler)  # it takes SIGTERM for itself
        self.size = max(1, int(ray.cluster_resources().get("CPU", size)))
        self._call = ray.remote(max_retries=0)(call)

    def submit(self, work: Callable[..., Any], /, *args: Any) -> Future[Any]:
        future: Future[Any] = self._call.remote(work, *args).future()
        return future

    def lost(self, error: BaseException) -> bool:
        told = self._ray.exceptions
        return isinstance(error, told.WorkerCrashedError | told.NodeDiedError | told.OutOfMemoryError)

    def close(self) -> None:
        if self._started:
            self._ray.shutdown()
