"""A game as a journal of events in order; entries are never overwritten."""

JOURNAL_FORMAT = "trexscore-journal/1"
