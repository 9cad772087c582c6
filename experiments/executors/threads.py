"""Threads of this process, and executors that the caller made."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from queue import SimpleQueue
from typing import Any


class Threads:
    """Threads that the interpreter does not wait for when it ends: one that hangs in a strategy cannot be stopped,
    and must not keep Ctrl-C from ending the run."""

    local = True

    def __init__(self, size: int) -> None:
        self.size = size
        self._queue: SimpleQueue[tuple[Future[Any], Callable[..., Any], tuple[Any, ...]] | None] = SimpleQueue()
        for number in range(size):
            threading.Thread(target=self._work, name=f"sise-{number}", daemon=True).start()

    def submit(self, work: Callable[..., Any], /, *args: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self._queue.put((future, work, args))
        return future

    def lost(self, error: BaseException) -> bool:
        return False

    def close(self) -> None:
        for _ in range(self.size):
            self._queue.put(None)

    def _work(self) -> None:
        while (task := self._queue.get()) is not None:
            future, work, args = task
            if not future.set_running_or_notify_cancel():
                continue
            try:
                result = work(*args)
            except BaseException as error:
                future.set_exception(error)
            else:
                future.set_result(result)
            del future, work, args, task  # the result belongs to who asked for it


class Given:
    """An executor of the caller's, which stays open. Its futures' errors are final."""

    def __init__(self, executor: Executor, size: int) -> None:
        self.size = size
        self.local = isinstance(executor, ThreadPoolExecutor)
        self._executor = executor

    def submit(self, work: Callable[..., Any], /, *args: Any) -> Future[Any]:
        return self._executor.submit(work, *args)

    def lost(self, error: BaseException) -> bool:
        return False

    def close(self) -> None:
        pass
