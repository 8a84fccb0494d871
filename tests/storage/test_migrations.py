"""An installation's database moves along with its program."""

import json
import subprocess
import sys

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from flask import Flask
from sqlalchemy import text

from tests.support.server import clean_environment
from tests.support.tables import DIAMONDS, TREX, start
from trexscore.actions.verify import verify_all
from trexscore.app import create_app
from trexscore.config import Settings
from trexscore.storage.migrations import FOLDER, upgrade
from trexscore.storage.models import Base, db

_UPGRADE = """
from trexscore.app import create_app
from trexscore.storage.migrations import upgrade
upgrade(create_app())
"""


def test_the_migrations_make_exactly_the_tables_of_the_models(app: Flask) -> None:
    with app.app_context(), db.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Base.metadata) == []


def test_bringing_a_database_up_to_date_twice_changes_nothing(app: Flask) -> None:
    table = start(app.test_client())
    upgrade(app)
    assert len(table.journal()) == 5


def test_a_game_of_the_version_before_is_still_there_with_all_its_deals(app: Flask) -> None:
    """Made as 0001 had it: no seats, no devices, and a board that does not say where a deal is explained."""
    table = start(app.test_client(), deals=[DIAMONDS, TREX])
    before, journal = table.state(), table.journal()
    with app.app_context():
        config = app.extensions["migrate"].migrate.get_config(str(FOLDER))
        old = json.dumps({name: value for name, value in before.items() if name not in ("may", "seqs")})
        with db.engine.begin() as connection:
            connection.execute(text("UPDATE board SET state = :state"), {"state": old})
            connection.execute(text("ALTER TABLE link DROP COLUMN seat"))
            connection.execute(text("ALTER TABLE entry DROP COLUMN device"))
        command.stamp(config, "0001")
    upgrade(app)
    assert table.state() == before
    assert table.journal() == journal
    with app.app_context():
        assert [list(breaks) for _, breaks in verify_all()] == [[]]


@pytest.mark.slow
def test_several_processes_may_bring_a_database_up_to_date_at_once(settings: Settings) -> None:
    environment = clean_environment() | settings.environment()
    processes = [
        subprocess.Popen([sys.executable, "-c", _UPGRADE], env=environment, stderr=subprocess.PIPE) for _ in range(4)
    ]
    said = [process.communicate(timeout=120)[1] for process in processes]
    assert [process.returncode for process in processes] == [0] * len(processes), said
    app = create_app(settings)
    with app.app_context(), db.engine.connect() as connection:
        assert connection.execute(text("SELECT count(*) FROM alembic_version")).scalar_one() == 1
        connection.rollback()
    with app.app_context():
        db.engine.dispose()


def test_sqlite_writes_durably_and_lets_others_read_meanwhile(app: Flask) -> None:
    with app.app_context():
        if db.engine.dialect.name != "sqlite":
            pytest.skip("This is about SQLite.")
        with db.engine.connect() as connection:
            found = {
                name: connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()
                for name in ("journal_mode", "synchronous", "foreign_keys")
            }
    assert found == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
