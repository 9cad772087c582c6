"""The regression check: are the ratios of the last `make bench` worse than the committed ones?

    python -m benchmarks.check             compare benchmarks/results/bench.json with benchmarks/baseline.json
    python -m benchmarks.check --write     make the last results the baseline

Ratios are compared, never seconds: to the shuffle on the same machine at the same moment, or to what the line of the
table names. A ratio may be worse by its tolerance (15 %; 50 % for what hangs on the disk or runs once).
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
RESULTS = HERE / "results" / "bench.json"
BASELINE = HERE / "baseline.json"

Ratios = dict[str, dict[str, Any]]


def ratios(results: Mapping[str, Any]) -> Ratios:
    """The ratios in a results file, by the name of their line."""
    rows = [benchmark["extra_info"] for benchmark in results["benchmarks"]]
    return {
        row["what"]: {
            "ratio": round(row["ratio"], 4),
            "higher": row["limits"]["higher"],
            "tolerance": row["tolerance"],
        }
        for row in rows
        if row.get("ratio") is not None
    }


def worse(measured: Ratios, baseline: Ratios, factor: float = 1.0) -> list[str]:
    """What is worse than its tolerance, times `factor`, allows: one line each."""
    found = []
    for what, base in baseline.items():
        if what not in measured:
            continue
        now, then = measured[what]["ratio"], base["ratio"]
        loss = then / now if base["higher"] else now / then
        allowed = 1 + factor * base["tolerance"]
        if loss > allowed:
            found.append(f"{what}: {now:g}, was {then:g}: {loss:.2f} x, allowed {allowed:.2f} x")
    return found


def main(arguments: list[str] | None = None) -> int:
    """Exit status 1 where something is worse, 2 where there is nothing to compare."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.check", description=__doc__.splitlines()[0])
    parser.add_argument("results", nargs="?", type=Path, default=RESULTS, help="a JSON file of make bench")
    parser.add_argument("--factor", type=float, default=1.0, help="multiply every tolerance (a busy machine: 2)")
    parser.add_argument("--write", action="store_true", help="make these results the baseline")
    options = parser.parse_args(arguments)
    if not options.results.is_file():
        print(f"{options.results} is missing: run make bench first", file=sys.stderr)
        return 2
    measured = ratios(json.loads(options.results.read_text(encoding="utf-8")))
    if options.write:
        BASELINE.write_text(json.dumps(measured, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        print(f"{len(measured)} ratios written to {BASELINE.name}")
        return 0
    baseline = json.loads(BASELINE.read_text(encoding="utf-8"))
    found = worse(measured, baseline, options.factor)
    for line in found:
        print(line)
    missing = len(baseline.keys() - measured.keys())
    print(f"{len(baseline) - missing} ratios compared, {len(found)} worse, {missing} not measured")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
