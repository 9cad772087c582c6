"""Parameters as a file that can be seated."""

from __future__ import annotations

import json
import os
from pathlib import Path

from experiments.tuning.result import Tuning
from strategies.registry import parse_spec


def settings_text(tuning: Tuning, folder: Path) -> str:
    """The tuned strategy as TOML, for a file in `folder`; `strategies.load` reads it."""
    task = tuning.task
    parsed = parse_spec(tuning.spec)
    source = parsed.source
    if parsed.file is not None:  # told from where the settings lie
        path, name = parsed.file
        source = Path(os.path.relpath(path.resolve(), folder.resolve())).as_posix() + (f":{name}" if name else "")
    lines = [f"# {task.command}", f"# {gate_line(tuning)}", ""]
    lines += [f"strategy = {json.dumps(source, ensure_ascii=False)}", "", f"[parameters.{task.rules.game}]"]
    lines += [f"{json.dumps(name) if '.' in name else name} = {value!r}" for name, value in parsed.params.items()]
    return "\n".join(lines) + "\n"


def gate_line(tuning: Tuning) -> str:
    """What the gate says, in one line."""
    gate = tuning.gate
    if gate is None:
        return "Not finished: no gate has been played."
    edge = gate.both
    words = {
        "better": "better than untuned",
        "worse": "worse than untuned",
        "equal": "nothing found, no different from untuned",
        "undecided": "nothing found, not told apart from untuned",
    }
    interval = "" if edge.low is None or edge.high is None else f" ({edge.low:+.4f} – {edge.high:+.4f})"
    return f"Gate: {words[tuning.verdict]}; edge {edge.mean:+.4f}{interval} on {gate.decks:,} decks it had not seen."
