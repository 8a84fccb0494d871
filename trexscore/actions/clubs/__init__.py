"""What people do in a club, one file for each."""
