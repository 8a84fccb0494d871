"""The club file: lines of JSON, packed, and a check of the journal in it."""
