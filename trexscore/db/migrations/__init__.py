"""Database migrations. They never lose data; each is tested on a database made by the version before."""

from pathlib import Path

from alembic import command
from flask import Flask

MIGRATIONS_FOLDER = Path(__file__).parent


def upgrade(app: Flask) -> None:
    """Upgrade the application's database; several processes may do so at once."""
    with app.app_context():
        # Flask-Migrate's own command would exit the process on an error.
        command.upgrade(app.extensions["migrate"].migrate.get_config(str(MIGRATIONS_FOLDER)), "head")
