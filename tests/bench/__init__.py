"""Benchmarks (`make bench`): each time next to a baseline of the same run. Not a test, because machines differ."""
