"""The games that a club counts."""
