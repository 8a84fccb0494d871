"""Derived rows of a club's league: results, standings, statistics, ratings."""
