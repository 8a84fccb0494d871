"""What was captured in a deal of which only the points are known."""
