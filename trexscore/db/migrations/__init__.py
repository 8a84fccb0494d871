"""The database's history. A migration never loses data, and each is tested on a database made by the one before."""

from pathlib import Path

from alembic import command
from flask import Flask

FOLDER = Path(__file__).parent


def upgrade(app: Flask) -> None:
    """Bring the application's database up to date; several processes may do so at once."""
    with app.app_context():
        # Flask-Migrate's own command ends the process where this raises.
        command.upgrade(app.extensions["migrate"].migrate.get_config(str(FOLDER)), "head")
