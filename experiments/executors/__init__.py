"""Who plays the chunks of a run: threads of this process, other processes, Dask, Ray, or an executor of the caller's.

All have the shape of `Workers`. Dask and Ray are optional and loaded only where they are asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from difflib import get_close_matches
from typing import Any, Final, Protocol

from experiments.executors.threads import Given, Threads
from simcore import SiseError

NAMES: Final = ("threads", "processes", "dask", "ray")
EXPECTED: Final = "threads, processes, dask, dask:tcp://host:port or ray"


class Workers(Protocol):
    """What a run needs of an executor."""

    @property
    def size(self) -> int:
        """How many chunks are played at once."""

    @property
    def local(self) -> bool:
        """Whether the work sees this process's memory; otherwise it is sent as bytes."""

    def submit(self, work: Callable[..., Any], /, *args: Any) -> Future[Any]:
        """Have `work(*args)` done."""

    def lost(self, error: BaseException) -> bool:
        """Whether a future's error says that its worker died, so that the work may be tried again."""

    def close(self) -> None:
        """Let go of the workers, without waiting for what they are at."""


def check_executor(executor: str | Executor | None) -> None:
    """Raise SiseError where `executor` names none, without starting anything."""
    if executor is None or isinstance(executor, Executor):
        return
    name, colon, address = executor.partition(":")
    if name not in NAMES:
        close = get_close_matches(name, NAMES, n=1)
        hint = f'did you mean "{close[0]}"? ' if close else ""
        raise SiseError(f'executor "{executor}": {hint}expected {EXPECTED}')
    if colon and (name != "dask" or "://" not in address):
        raise SiseError(f'executor "{executor}": expected {EXPECTED}')


@contextmanager
def workers_of(
    executor: str | Executor | None, size: int, note: Callable[[str], None] = lambda text: None
) -> Iterator[Workers]:
    """The workers that `executor` names, closed at the end; `size` is how many to start. `note` is told of workers
    that die where nobody else would tell. Raises SiseError."""
    check_executor(executor)
    workers: Workers
    if isinstance(executor, Executor):
        workers = Given(executor, size)
    elif executor in (None, "threads"):
        workers = Threads(size)
    elif executor == "processes":
        from experiments.executors.processes import Processes

        workers = Processes(size)
    elif executor == "ray":
        from experiments.executors.on_ray import Ray

        workers = Ray(size)
    else:
        from experiments.executors.on_dask import Dask

        workers = Dask((executor or "").partition(":")[2], size, note)
    try:
        yield workers
    finally:
        workers.close()
