"""The table page: the state of the game, and what comes next."""
