"""Use cases of a game."""
