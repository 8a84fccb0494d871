"""A game as a journal of events in order; entries are never overwritten."""

FORMAT = "trexscore-journal/1"
