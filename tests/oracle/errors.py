"""What the checker raises."""

from __future__ import annotations

from typing import Any


class LogError(AssertionError):
    """A log that breaks a rule: its id, the event's index (-1: the deal), what was expected and found."""

    def __init__(self, rule: str, index: int, expected: Any, found: Any) -> None:
        super().__init__(f"rule {rule}, event {index}: expected {expected}; found {found}")
        self.rule, self.index, self.expected, self.found = rule, index, expected, found
