"""A club, folded from its journal: members, seasons, game nights, and the games that it counts."""

CLUB_JOURNAL_FORMAT = "trexscore-club/1"
