"""Queries about clubs."""
