"""Importing games and clubs from files."""
