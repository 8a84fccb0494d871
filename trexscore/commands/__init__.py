"""Use cases, each in one transaction that writes the entry and the rows derived from it."""
