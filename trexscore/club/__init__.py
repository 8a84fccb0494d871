"""A club as a journal of its own: who belongs to it, its seasons, its evenings, and which games it counts."""

FORMAT = "trexscore-club/1"
