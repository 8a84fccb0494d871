"""Unordered pairs of members."""

Pair = tuple[int, int]
"""The lower number first."""


def ordered_pair(member: int, other: int) -> Pair:
    """The pair of two members."""
    return (member, other) if member < other else (other, member)
