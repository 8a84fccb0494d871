"""Recording: deals, void deals, adjustments, tiebreakers; undo and redo."""
