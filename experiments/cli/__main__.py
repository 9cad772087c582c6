"""`python -m experiments.cli` is the `sise` command."""

from experiments.cli import main

main()
