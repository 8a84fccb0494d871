"""Texts of clubs: settings and roles, standings, ratings and statistics."""
