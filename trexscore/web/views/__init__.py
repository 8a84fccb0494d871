"""What the pages show, taken from a game's state."""
