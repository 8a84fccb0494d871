"""The database's history. A migration never loses data, and each is tested on a database made by the one before."""

from pathlib import Path

from flask import Flask
from flask_migrate import upgrade as _upgrade

FOLDER = Path(__file__).parent


def upgrade(app: Flask) -> None:
    """Bring the application's database up to date."""
    with app.app_context():
        _upgrade(directory=str(FOLDER))
