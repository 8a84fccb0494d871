"""Importing and exporting clubs, games and personal data."""
