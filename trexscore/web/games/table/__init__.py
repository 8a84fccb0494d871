"""The table page: where the game stands, and what comes next."""
