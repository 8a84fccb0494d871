"""Texts of each subject."""
