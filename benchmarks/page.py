"""`python -m benchmarks.page`: put the last results into README.md, between its marks."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from benchmarks.figures import HEADS, PEER_HEADS, PeerRow, Row, cells, peer_cells, read
from benchmarks.peers import PEERS
from experiments.bench import machine

HERE = Path(__file__).parent
PAGE = HERE / "README.md"


def markdown(heads: Sequence[str], rows: Iterable[Sequence[str]], left: int) -> str:
    """A table whose first `left` columns are text."""
    rule = ["---"] * left + ["--:"] * (len(heads) - left)
    return "\n".join(f"| {' | '.join(row)} |" for row in (heads, rule, *rows))


def results(
    name: str, kind: type[Any], columns: Sequence[str], to_cells: Callable[[Any], Sequence[str]], left: int
) -> str | None:
    """The table of a results file, if there is one."""
    path = HERE / "results" / f"{name}.json"
    if not path.is_file():
        return None
    found = [benchmark["extra_info"] for benchmark in json.loads(path.read_text(encoding="utf-8"))["benchmarks"]]
    rows = [to_cells(read(kind, row)) for row in found]
    facts = ", ".join(f"{key} {value}" for key, value in machine().items())
    return f"{facts}\n\n{markdown(columns, rows, left)}"


def differences() -> str:
    """What each peer does that ours does not, and the other way round."""
    rows: dict[tuple[str, ...], None] = {}
    for peer in PEERS:
        rows[peer.library, f"{peer.per}s", peer.more, peer.less] = None
    return markdown(("library", "", "it, not ours", "ours, not it"), rows, 4)


def main() -> None:
    """Rewrite the marked parts of the page; a part without results stays."""
    parts = {
        "bench": results("bench", Row, HEADS, cells, 2),
        "peers": results("peers", PeerRow, PEER_HEADS, peer_cells, 3),
        "differences": differences(),
    }
    page = PAGE.read_text(encoding="utf-8")
    for name, part in parts.items():
        if part is not None:
            begin, end = f"<!-- {name} -->", "<!-- end -->"
            page = re.sub(f"{begin}.*?{end}", lambda _, new=f"{begin}\n\n{part}\n\n{end}": new, page, flags=re.DOTALL)
    PAGE.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
