"""The command line. `main` is the `sise` command."""

from experiments.cli.program import app, main

__all__ = ["app", "main"]
