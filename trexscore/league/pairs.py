"""Unordered pairs of members."""

Pair = tuple[int, int]
"""The lower number first."""


def ordered_pair(member_number: int, other: int) -> Pair:
    """The pair of two members."""
    return (member_number, other) if member_number < other else (other, member_number)
