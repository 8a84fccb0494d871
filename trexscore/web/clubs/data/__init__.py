"""A club's data as rows for spreadsheets and programs."""
