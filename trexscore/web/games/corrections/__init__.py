"""Corrections: of an entry, a missing one, or the game as a whole."""
