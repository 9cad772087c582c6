"""What every parser owes whatever it is given: a result or one line for a person, and both soon."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import SearchStrategy

from simcore import SiseError

T = TypeVar("T")
CPU_SECONDS = 10.0
"""Of the processor, not of the clock: far more than any input takes."""


class HangError(AssertionError):
    """A parser that does not come to an end."""


def accepted(call: Callable[..., T], *args: Any, **options: Any) -> T | None:
    """What a parser makes of an input; None where it refuses it and says why. Only SiseError may do that."""
    try:
        return call(*args, **options)
    except SiseError as error:
        refusal = str(error)
    assert refusal.strip(), "an empty message"
    return None


@contextmanager
def limited() -> Iterator[None]:
    """Raise HangError where the body takes more than CPU_SECONDS."""

    def ended(number: int, frame: Any) -> None:
        raise HangError(f"no end after {CPU_SECONDS} s of the processor")

    old = signal.signal(signal.SIGVTALRM, ended)
    signal.setitimer(signal.ITIMER_VIRTUAL, CPU_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, old)


def fuzz(inputs: SearchStrategy[T], check: Callable[[T], object], examples: int) -> None:
    """Try `examples` inputs, the same ones each time where they are few."""
    tried = 0

    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        derandomize=examples < 10_000,
        suppress_health_check=list(HealthCheck),
    )
    @given(inputs)
    def one(value: T) -> None:
        nonlocal tried
        tried += 1
        with limited():
            check(value)

    one()
    assert tried >= examples, f"only {tried} different inputs"
