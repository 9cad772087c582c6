"""Speed, measured as ratios to a plain shuffle: `make bench`, `make bench-peers`, `python -m benchmarks.check`."""
