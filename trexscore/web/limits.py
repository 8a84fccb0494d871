"""How often somebody may do what costs: writes by token, unknown tokens and new games by address."""

import time
from dataclasses import dataclass

from flask import Flask, current_app
from limits import RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter

from trexscore.config import Settings

_EXTENSION = "trexscore_limits"


class TooManyRequests(Exception):
    """The limit is reached; the seconds say when to come back."""

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds


@dataclass(frozen=True)
class _Limits:
    limiter: FixedWindowRateLimiter
    items: dict[str, RateLimitItemPerMinute]


def init_limits(app: Flask, settings: Settings) -> None:
    """Set the limits of an application. They are counted in the server's memory, one process for itself."""
    items = {
        "write": RateLimitItemPerMinute(settings.writes_per_minute),
        "unknown_token": RateLimitItemPerMinute(settings.unknown_tokens_per_minute),
        "new_game": RateLimitItemPerMinute(settings.new_games_per_minute),
    }
    app.extensions[_EXTENSION] = _Limits(FixedWindowRateLimiter(MemoryStorage()), items)


def count(what: str, whose: str) -> None:
    """Count one more. Raises `TooManyRequests`."""
    limits: _Limits = current_app.extensions[_EXTENSION]
    item = limits.items[what]
    if not limits.limiter.hit(item, what, whose):
        reset = limits.limiter.get_window_stats(item, what, whose).reset_time
        raise TooManyRequests(max(1, round(reset - time.time())))
