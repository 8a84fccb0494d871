"""Club files: a club with its games, validated and imported."""
