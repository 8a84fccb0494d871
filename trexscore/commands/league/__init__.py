"""What follows from entries: standings, statistics, ratings."""
