"""What the journals of games and of clubs share: chained entries, their digests, and how events are read."""
