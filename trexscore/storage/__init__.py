"""The database: journals, the links that open them, and rows derived for fast reading."""
