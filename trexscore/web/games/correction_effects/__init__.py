"""What a correction changes: versions of an entry, the record before and after, contradictions, and its form."""
