"""What people do with a game."""
