"""What a club's pages show."""
