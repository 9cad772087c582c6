"""Processes of this machine."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import connection, get_context, parent_process
from typing import Any


class Processes:
    """Processes of this machine, started afresh (spawn); a new pool takes the place of one of which a process died."""

    local = False

    def __init__(self, size: int) -> None:
        self.size = size
        self._pool = self._start()

    def submit(self, work: Callable[..., Any], /, *args: Any) -> Future[Any]:
        try:
            return self._pool.submit(work, *args)
        except BrokenProcessPool:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = self._start()
            return self._pool.submit(work, *args)

    def lost(self, error: BaseException) -> bool:
        return isinstance(error, BrokenExecutor)

    def close(self) -> None:
        processes = list((getattr(self._pool, "_processes", None) or {}).values())
        self._pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:  # what is still being played is not wanted any more
            process.terminate()

    def _start(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self.size, mp_context=get_context("spawn"), initializer=follow_parent)


def follow_parent() -> None:
    """In a worker: leave Ctrl-C to the parent, and end with it also where it is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    if parent is None:
        return

    def watch() -> None:
        connection.wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
