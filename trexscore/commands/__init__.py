"""What people do: each thing in one transaction, the entry and the rows derived from it together."""
