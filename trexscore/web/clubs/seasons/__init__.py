"""Seasons, and point adjustments in them."""
