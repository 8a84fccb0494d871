"""Highlights of a finished game: numbers counted from its record, and which of them are chosen."""
