"""The command line. `main` is the `sise` command."""

from __future__ import annotations

import sys
from collections.abc import Sequence

INTERRUPTED = 130

__all__ = ["main"]


def main(argv: Sequence[str] | None = None) -> None:
    """Run the command line and exit the interpreter with its status."""
    try:
        # Imported here, so that Ctrl-C during start-up is no traceback either.
        from experiments.cli import program

        status = program.start(argv)
    except KeyboardInterrupt:
        sys.stderr.write("sise: interrupted\n")
        status = INTERRUPTED
    sys.exit(status)
