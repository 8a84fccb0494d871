"""Unordered pairs of members."""

Pair = tuple[int, int]
"""The lower number first."""


def sorted_pair(first: int, second: int) -> Pair:
    """The pair of two members."""
    return (first, second) if first < second else (second, first)
