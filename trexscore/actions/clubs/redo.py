"""Ratings that are due, redone beside whatever else the server does."""

import time
from threading import Lock, Thread

from flask import Flask, current_app
from sqlalchemy.exc import OperationalError

from trexscore.actions.clubs.rate import redo_stretch
from trexscore.storage.journals import Gone

_PAUSE = 0.05
"""Seconds between two stretches, so that a table that writes gets its turn."""
_PATIENCE = 20
"""How often a database that is busy is asked again."""
_working: set[tuple[int, int]] = set()
_lock = Lock()


def redo_beside(club_id: int) -> None:
    """See to it that the ratings of this club are being redone, in a thread of this process.

    If the process ends before, the ratings stay marked, and whoever looks at them next begins again. Where several
    processes work at it they do so in turn: a stretch holds the club.
    """
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]  # noqa: SLF001 - Flask's own way
    key = (id(app), club_id)
    with _lock:
        if key in _working:
            return
        _working.add(key)
    Thread(target=_work, args=(app, club_id, key), daemon=True, name=f"ratings of club {club_id}").start()


def _work(app: Flask, club_id: int, key: tuple[int, int]) -> None:
    try:
        with app.app_context():
            patience = _PATIENCE
            while patience:
                try:
                    if not redo_stretch(club_id):
                        return
                except OperationalError:
                    patience -= 1
                    time.sleep(1)
                except Gone:
                    return
                time.sleep(_PAUSE)
    finally:
        with _lock:
            _working.discard(key)
