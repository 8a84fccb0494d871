"""A game as a file, and its deletion."""
