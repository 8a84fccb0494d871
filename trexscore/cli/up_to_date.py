"""The whole application on a database that has been brought up to date."""

import sys

from flask import Flask
from sqlalchemy.exc import DBAPIError, NoSuchModuleError

from trexscore.actions.clubs.rebuild import rebuild_due
from trexscore.app import create_app
from trexscore.cli.complaints import CannotWork
from trexscore.cli.installation import refuse_newer, why_unusable
from trexscore.config import Settings
from trexscore.storage.migrations import upgrade


def up_to_date_app(settings: Settings) -> Flask:
    """The application; its database is made where there is none, and left alone where a newer version wrote it."""
    try:
        app = create_app(settings)
        with app.app_context():
            refuse_newer()
        upgrade(app)
        with app.app_context():
            _make_anew()
    except (DBAPIError, NoSuchModuleError, ModuleNotFoundError) as fault:
        raise CannotWork(why_unusable(fault, settings.database_url)) from fault
    return app


def _make_anew() -> None:
    """What an earlier version has derived otherwise: said, as a large club takes its time."""
    for club, made in rebuild_due():
        done = "were made anew" if made else "stay as they were: they cannot be made anew (see trexscore verify)"
        print(f"trexscore: The standings of the club /c/{club.uid} {done}.", file=sys.stderr)
