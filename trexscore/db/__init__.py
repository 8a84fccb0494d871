"""The database: models, and queries by subject."""
