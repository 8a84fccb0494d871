"""What games come to in a club's season: pure, on top of the rules alone."""
