"""Trex Score: keeps the score of Trex played with real cards."""

__version__ = "0.1.0"
