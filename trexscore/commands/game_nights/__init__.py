"""What people do at a game night."""
