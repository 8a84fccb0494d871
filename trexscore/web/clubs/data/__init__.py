"""A club's data as spreadsheets and JSON."""
