"""The database's history. A migration never loses data, and each is tested on a database made by the one before."""

from pathlib import Path

from alembic import command
from alembic.util import CommandError
from flask import Flask
from flask_migrate import Migrate

FOLDER = Path(__file__).parent


class NewerDatabase(Exception):
    """The database was made by a newer version of the program."""


def upgrade(app: Flask) -> None:
    """Bring the application's database up to date. Raises `NewerDatabase`."""
    with app.app_context():
        migrate: Migrate = app.extensions["migrate"].migrate
        try:
            command.upgrade(migrate.get_config(str(FOLDER)), "head")
        except CommandError as fault:  # Alembic's word for a revision that it does not know
            raise NewerDatabase(str(fault)) from fault
