"""Projections of journals: standings, statistics, ratings."""
