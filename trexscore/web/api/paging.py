"""The number of items in one response."""

MOST_GAMES, GAMES = 200, 50
"""Games of a club: the maximum, and the default."""
