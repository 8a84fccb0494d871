"""Use cases of a club and its members."""
