"""What a club's pages show, as rows for spreadsheets and programs."""
