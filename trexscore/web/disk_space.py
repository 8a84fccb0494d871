"""Is there room on the disk? Looked at once a minute, said in the log long before it is full, and kept for games
in progress: new games and imports are refused first.
"""

import time
from dataclasses import dataclass

from flask import Flask, Response, current_app

from trexscore.db.failures import free_bytes
from trexscore.web.limits import client_address, count, refuse_after_too_much

_EVERY, _SAY_AGAIN = 60, 3600
"""Seconds."""
_KEPT, _TOO_LITTLE = 4, 16
"""Of the room at which the warnings begin, the part that new games leave to those that run, and the part below which
nothing reliable can be written.
"""


class NoRoom(Exception):
    """The remaining space is kept for games in progress."""


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


def allow_new_game() -> None:
    """Count one more new game, or the like, for the address that asks. Raises `TooManyRequests` and `NoRoom`."""
    count("new_game", client_address())
    refuse_after_too_much()
    refuse_without_room()


def refuse_without_room() -> None:
    """Before much is written for somebody. Raises `NoRoom`."""
    if _is_below(current_app, _KEPT):
        raise NoRoom


def is_low(app: Flask) -> bool:
    """Whether the person who runs the server should make room."""
    return _is_below(app, 1)


def is_out(app: Flask) -> bool:
    """Whether there is too little room to go on."""
    return _is_below(app, _TOO_LITTLE)


def _is_below(app: Flask, part: int) -> bool:
    free, low = free_bytes(), int(app.config["LOW_SPACE_BYTES"])
    return free is not None and free < low // part


def megabytes(free: int | None) -> str:
    """An amount as a log says it."""
    return "unknown" if free is None else f"{free / 2**20:,.0f} MB"
