"""The game file (JSON). Its format is fixed: other programs rely on it."""

GAME_FILE_FORMAT = "trexscore-game/1"
RESULT_FORMAT = "trexscore-result/1"
ERRORS_FORMAT = "trexscore-errors/1"
