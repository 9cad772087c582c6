"""`python -m experiments.learning`: teach the network of a game."""

from experiments.learning.program import app

if __name__ == "__main__":
    app()
