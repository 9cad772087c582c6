"""What differs between two runs, for the message that refuses to mix them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

_LONGEST: Final = 60


def differences(held: Any, now: Any, name: str = "") -> list[str]:
    """Lines `name old, now new` for every plain value that differs; line-ups are told as a whole."""
    if isinstance(held, Mapping) and isinstance(now, Mapping):
        keys = [*now, *(key for key in held if key not in now)]
        pairs = [(f"{name}.{key}" if name else str(key), held.get(key), now.get(key)) for key in keys]
        return [line for key, old, new in pairs for line in differences(old, new, key)]
    if isinstance(held, list) and isinstance(now, list) and len(held) == len(now) and _specs(held) == _specs(now):
        return [
            line for at, pair in enumerate(zip(held, now, strict=True)) for line in differences(*pair, f"{name}[{at}]")
        ]
    return [] if held == now and type(held) is type(now) else [f"{name} {_short(held)}, now {_short(now)}"]


def _specs(rows: list[Any]) -> list[Any]:
    return [row.get("strategy") if isinstance(row, Mapping) else None for row in rows]


def _short(value: Any) -> str:
    if value is None:
        return "none"
    if isinstance(value, list) and value and all(_specs(value)):
        text = "+".join(map(str, _specs(value)))
    else:
        text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."
