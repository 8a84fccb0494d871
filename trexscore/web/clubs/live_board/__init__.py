"""All tables of a game night on one screen."""
