"""Seasons, and points beside their games."""
