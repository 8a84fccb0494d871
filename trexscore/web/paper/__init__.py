"""Paper score sheets: entered, checked, and turned into games."""
