"""Checks the disk space once a minute and warns in the log long before the disk is full.

The last space is reserved for games in progress: new games and imports are refused first.
"""

import time
from dataclasses import dataclass

from flask import Flask, Response, current_app

from trexscore.db.failures import free_disk_bytes
from trexscore.web.limits import client_address_or_network, enforce_limit, enforce_upload_limit

_CHECK_SECONDS, _WARN_SECONDS = 60, 3600
_RESERVED_SPACE_DIVISOR, _FULL_DISK_DIVISOR = 4, 16
"""Divisors of the low-space limit: below the first, new games are refused; below the second, writing is unreliable."""


class DiskSpaceReserved(Exception):
    """The remaining space is reserved for games in progress."""


@dataclass
class _DiskWatch:
    """The times of the last check and the last warning, by the monotonic clock."""

    app: Flask
    checked_at: float = -_CHECK_SECONDS
    warned_at: float = -_WARN_SECONDS

    def warn_if_low(self, response: Response) -> Response:
        now = time.monotonic()
        if now - self.checked_at >= _CHECK_SECONDS:
            self.checked_at = now
            if is_disk_space_low(self.app) and now - self.warned_at >= _WARN_SECONDS:
                self.warned_at = now
                self.app.logger.warning(
                    "The disk fills up: %s are left for the database.", format_megabytes(free_disk_bytes())
                )
        return response


def init_disk_space(app: Flask) -> None:
    """Check the disk space after requests."""
    app.after_request(_DiskWatch(app).warn_if_low)


def enforce_new_game_limits() -> None:
    """Count a new game for the client's address. Raises `TooManyRequests` or `DiskSpaceReserved`."""
    enforce_limit("new_game", client_address_or_network())
    enforce_upload_limit()
    require_unreserved_disk_space()


def require_unreserved_disk_space() -> None:
    """Raise `DiskSpaceReserved` if the remaining space is reserved for games in progress."""
    if _is_free_space_below(current_app, _RESERVED_SPACE_DIVISOR):
        raise DiskSpaceReserved


def is_disk_space_low(app: Flask) -> bool:
    """Whether the server admin should free space."""
    return _is_free_space_below(app, 1)


def is_disk_nearly_full(app: Flask) -> bool:
    """Whether there is too little space to write reliably."""
    return _is_free_space_below(app, _FULL_DISK_DIVISOR)


def _is_free_space_below(app: Flask, low_space_divisor: int) -> bool:
    free, low = free_disk_bytes(), int(app.config["LOW_SPACE_BYTES"])
    return free is not None and free < low // low_space_divisor


def format_megabytes(byte_count: int | None) -> str:
    """An amount of bytes for a log."""
    return "unknown" if byte_count is None else f"{byte_count / 2**20:,.0f} MB"
