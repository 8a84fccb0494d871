"""The same game under other house rules."""
