"""Starting a game: names, first king, house rules."""
