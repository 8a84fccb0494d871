"""How often somebody may do what costs: writes by token; unknown tokens, new games and searches by address."""

import time
from collections import Counter
from dataclasses import dataclass, field
from threading import Lock

from flask import Flask, current_app

from trexscore.config import Settings

_EXTENSION = "trexscore_limits"
_WINDOW = 60
"""Seconds."""


class TooManyRequests(Exception):
    """The limit is reached; the seconds say when to come back."""

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds


@dataclass
class _Limits:
    """Counts of the running minute. They are the process's own, and gone with the minute: nothing piles up."""

    most: dict[str, int]
    minute: int = 0
    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    lock: Lock = field(default_factory=Lock)

    def count(self, what: str, whose: str, now: float) -> None:
        with self.lock:
            if int(now // _WINDOW) != self.minute:
                self.minute = int(now // _WINDOW)
                self.counts.clear()
            self.counts[what, whose] += 1
            if self.counts[what, whose] > self.most[what]:
                raise TooManyRequests(_WINDOW - int(now % _WINDOW))


def init_limits(app: Flask, settings: Settings) -> None:
    """Set the limits of an application."""
    app.extensions[_EXTENSION] = _Limits(
        {
            "write": settings.writes_per_minute,
            "unknown_token": settings.unknown_tokens_per_minute,
            "new_game": settings.new_games_per_minute,
            "search": settings.searches_per_minute,
        }
    )


def count(what: str, whose: str) -> None:
    """Count one more. Raises `TooManyRequests`."""
    limits: _Limits = current_app.extensions[_EXTENSION]
    limits.count(what, whose, time.time())
