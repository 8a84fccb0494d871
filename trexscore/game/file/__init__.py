"""The game file (JSON) ↔ rules values. Fixed: other programs rely on it."""

FORMAT = "trexscore-game/1"
RESULT_FORMAT = "trexscore-result/1"
ERRORS_FORMAT = "trexscore-errors/1"
