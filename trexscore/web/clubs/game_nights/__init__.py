"""Game nights: attendance, tables, calendar."""
