"""The possible captures of a deal of which only the points are known."""
