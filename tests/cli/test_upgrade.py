"""An upgrade keeps a copy of the database, and an installation is private to its owner."""

import os
import sqlite3
import stat
import sys
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command

from tests.cli.conftest import damage_entries
from tests.support.server.command import run_trexscore
from tests.support.server.server import LiveServer
from trexscore.app import create_app
from trexscore.config import Settings
from trexscore.db.migrations import MIGRATIONS_FOLDER
from trexscore.db.models import db

EARLIER_VERSION = "0012"


def downgraded(folder: Path) -> Path:
    """The installation, downgraded to an earlier version."""
    app = create_app(Settings.from_environment({"TREXSCORE_DATA": str(folder)}))
    with app.app_context():
        command.downgrade(app.extensions["migrate"].migrate.get_config(str(MIGRATIONS_FOLDER)), EARLIER_VERSION)
        db.engine.dispose()
    return folder


def entries_of(file: Path, table: str = "game_entry") -> list[tuple[object, ...]]:
    """What every version keeps of an entry; before migration 0028 in the table `entry`."""
    with closing(sqlite3.connect(file)) as database:
        return list(database.execute(f"SELECT game_id, seq, key, body, digest FROM {table} ORDER BY game_id, seq"))  # noqa: S608


def test_database_is_copied_before_upgrade(demo_copy: Path) -> None:
    before = entries_of(downgraded(demo_copy) / "trexscore.sqlite3", "entry")
    result = run_trexscore("user", "amal", "--data", demo_copy)
    assert result.returncode == 0, result
    (copy,) = (demo_copy / "backups").iterdir()
    assert copy.name.startswith("before-upgrade-")
    assert copy.name.endswith(f"-from-{EARLIER_VERSION}.sqlite3")
    assert str(copy) in result.stderr
    assert run_trexscore("user", "basil", "--data", demo_copy).stderr == ""
    assert run_trexscore("restore", copy, "--replace", "--data", demo_copy).returncode == 0
    assert run_trexscore("user", "carine", "--data", demo_copy).returncode == 0  # it is upgraded again
    assert entries_of(copy, "entry") == entries_of(demo_copy / "trexscore.sqlite3") == before


def test_only_few_copies_are_kept(demo_copy: Path) -> None:
    folder = demo_copy / "backups"
    folder.mkdir()
    for day in range(1, 6):
        (folder / f"before-upgrade-2025010{day}-000000-from-0003.sqlite3").touch()
    assert run_trexscore("user", "amal", "--data", downgraded(demo_copy)).returncode == 0
    assert len(list(folder.iterdir())) == 3


def test_new_database_needs_no_copy(tmp_path: Path) -> None:
    result = run_trexscore("user", "amal", "--data", tmp_path / "data")
    assert (result.returncode, result.stderr) == (0, "")
    assert not (tmp_path / "data" / "backups").exists()


def test_damaged_database_is_not_upgraded(demo_copy: Path) -> None:
    downgraded(demo_copy)
    damage_entries(demo_copy / "trexscore.sqlite3")
    result = run_trexscore("user", "amal", "--data", demo_copy)
    assert result.returncode == 1
    assert "was not upgraded" in result.stderr
    assert "is damaged" in result.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other rights")
@pytest.mark.parametrize("mode", [0o755, 0o700])
def test_installation_is_private_to_owner(tmp_path: Path, mode: int) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    folder.chmod(mode)  # mkdir's mode depends on the user's umask
    server = LiveServer(folder)
    old_mask = os.umask(0o022)
    try:
        server.start()
        files = {file.name: stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir() if file.is_file()}
    finally:
        os.umask(old_mask)
        server.stop()
    assert {"trexscore.sqlite3", "secret-key"} <= files.keys()
    assert set(files.values()) == {0o600}
    assert ("is open to every user" in server.log) is (mode == 0o755)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other rights")
def test_open_files_are_made_private(demo_copy: Path) -> None:
    database, secret = demo_copy / "trexscore.sqlite3", demo_copy / "secret-key"
    database.chmod(0o644)
    secret.chmod(0o640)  # for a group: on purpose
    server = LiveServer(demo_copy)
    server.start()
    server.stop()
    assert f"{database} was open to every user of this computer" in server.log
    assert stat.S_IMODE(database.stat().st_mode) == 0o600
    assert stat.S_IMODE(secret.stat().st_mode) == 0o640
