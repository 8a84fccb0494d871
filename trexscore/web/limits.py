"""How often somebody may do what costs: writes by token; the rest by address, passwords by account, too."""

import time
from collections import Counter
from dataclasses import dataclass, field
from math import ceil
from threading import Lock

from flask import Flask, current_app

from trexscore.config import Settings

_EXTENSION = "trexscore_limits"
_WINDOW = 60
"""Seconds."""


class TooManyRequests(Exception):
    """The limit of something is reached; the seconds say when to come back."""

    def __init__(self, what: str, seconds: int) -> None:
        super().__init__(what, seconds)
        self.what = what
        self.seconds = seconds


@dataclass
class _Limits:
    """Counts of a minute that begins with its first, and gone with it: nothing piles up. They are the process's own."""

    most: dict[str, int]
    ends: float = 0
    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    lock: Lock = field(default_factory=Lock)

    def count(self, what: str, whose: str, now: float) -> None:
        with self.lock:
            if not now < self.ends <= now + _WINDOW:  # over, or the clock has been put back
                self.ends = now + _WINDOW
                self.counts.clear()
            self.counts[what, whose] += 1
            if self.counts[what, whose] > self.most[what]:
                raise TooManyRequests(what, ceil(self.ends - now))


def init_limits(app: Flask, settings: Settings) -> None:
    """Set the limits of an application."""
    app.extensions[_EXTENSION] = _Limits(
        {
            "write": settings.writes_per_minute,
            "unknown_token": settings.unknown_tokens_per_minute,
            "new_game": settings.new_games_per_minute,
            "search": settings.searches_per_minute,
            "sign_in": settings.sign_ins_per_minute,
        }
    )


def count(what: str, whose: str) -> None:
    """Count one more. Raises `TooManyRequests`."""
    limits: _Limits = current_app.extensions[_EXTENSION]
    limits.count(what, whose, time.time())
