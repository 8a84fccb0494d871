"""A club: its first page, settings, history, creation and deletion."""
