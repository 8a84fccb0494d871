"""Is there room on the disk? Looked at once a minute, and said in the log long before it is full."""

import time
from dataclasses import dataclass

from flask import Flask, Response

from trexscore.storage.failures import free_bytes

_EVERY, _SAY_AGAIN = 60, 3600
"""Seconds."""
_TOO_LITTLE = 16
"""Of the room at which the warnings begin, the part below which nothing reliable can be written."""


@dataclass
class _Watch:
    """When the disk was looked at last, and when it was last said that it fills up; by the clock that only goes on."""

    app: Flask
    looked: float = -_EVERY
    said: float = -_SAY_AGAIN

    def look(self, response: Response) -> Response:
        now = time.monotonic()
        if now - self.looked >= _EVERY:
            self.looked = now
            if is_low(self.app) and now - self.said >= _SAY_AGAIN:
                self.said = now
                self.app.logger.warning("The disk fills up: %s are left for the database.", megabytes(free_bytes()))
        return response


def init_room(app: Flask) -> None:
    """Watch the disk of an application."""
    app.after_request(_Watch(app).look)


def is_low(app: Flask) -> bool:
    """Whether the person who runs the server should make room."""
    free, low = free_bytes(), int(app.config["LOW_SPACE_BYTES"])
    return free is not None and free < low


def is_out(app: Flask) -> bool:
    """Whether there is too little room to go on."""
    free, low = free_bytes(), int(app.config["LOW_SPACE_BYTES"])
    return free is not None and free < low // _TOO_LITTLE


def megabytes(free: int | None) -> str:
    """An amount as a log says it."""
    return "unknown" if free is None else f"{free / 2**20:,.0f} MB"
