"""Import and export of clubs, games and personal data."""
