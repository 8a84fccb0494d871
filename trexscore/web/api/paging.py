"""The number of items in one response."""

MAX_GAMES, DEFAULT_GAMES = 200, 50
"""Games of a club: the maximum, and the default."""
