"""What players like to know of their games: counted per game, added over games, shown with how much it rests on."""
