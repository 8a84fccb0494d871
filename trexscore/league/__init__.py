"""A club's league: what games count for. Knows rules and numbers alone, no database and no language."""
