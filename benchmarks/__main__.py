"""`python -m benchmarks [peers] [pytest arguments]`: measure, print one table, write benchmarks/results/*.json."""

import sys
from pathlib import Path

import pytest

RESULTS = Path(__file__).parent / "results"


def main(arguments: list[str]) -> int:
    """Run the benchmarks through pytest; its exit status."""
    name = "bench"
    if arguments[:1] == ["peers"]:
        name = arguments.pop(0)
    RESULTS.mkdir(exist_ok=True)
    return pytest.main(
        [
            str(Path(__file__).parent),
            "-q",
            "-p",
            "no:cacheprovider",
            "-W",
            "ignore:Not saving anything",  # where every benchmark is skipped
            "-m",
            "peers" if name == "peers" else "not peers",
            "--benchmark-quiet",  # the table is ours: see conftest.py
            "--benchmark-timer=time.process_time",
            f"--benchmark-json={RESULTS / name}.json",
            *arguments,
        ]
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
