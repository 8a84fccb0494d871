"""Statistics and ratings of a club."""
