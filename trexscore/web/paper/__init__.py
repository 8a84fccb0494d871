"""A score sheet kept on paper, typed in and checked."""
