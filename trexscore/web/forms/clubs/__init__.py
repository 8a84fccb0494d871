"""What people fill in about a club."""
