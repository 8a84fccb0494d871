"""Two members, whichever of them is named first."""

Pair = tuple[int, int]
"""The lower number first."""


def pair(one: int, other: int) -> Pair:
    """The two as the one value that stands for them."""
    return (one, other) if one < other else (other, one)
