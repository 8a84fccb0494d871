"""The history of a game."""
