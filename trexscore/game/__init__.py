"""A game as a journal: what was said at the table, in order, never overwritten."""

FORMAT = "trexscore-journal/1"
