"""`make bench`: figures, each beside its baseline of the same run. No test: machines differ."""
