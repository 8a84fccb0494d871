"""The members of a club."""
