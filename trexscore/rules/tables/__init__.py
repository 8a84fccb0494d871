"""The points table of house rules, for scoring here and on the phone."""
