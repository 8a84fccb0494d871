"""Standings, now and on past days, and their change log."""
