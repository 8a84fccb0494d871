"""Use cases of a game night."""
