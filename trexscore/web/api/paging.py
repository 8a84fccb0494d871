"""How many of something one answer holds."""

MOST_GAMES, GAMES = 200, 50
"""Of a club: at the most, and where nothing is asked for."""
