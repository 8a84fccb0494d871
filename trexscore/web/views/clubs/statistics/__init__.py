"""What a club's statistics and ratings show."""
