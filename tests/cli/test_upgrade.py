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
from trexscore.db.migrations import FOLDER
from trexscore.db.models import db

BEFORE = "0012"


def downgraded(folder: Path) -> Path:
    """The installation, downgraded to an earlier version."""
    app = create_app(Settings.from_environment({"TREXSCORE_DATA": str(folder)}))
    with app.app_context():
        command.downgrade(app.extensions["migrate"].migrate.get_config(str(FOLDER)), BEFORE)
        db.engine.dispose()
    return folder


def entries_of(file: Path, table: str = "game_entry") -> list[tuple[object, ...]]:
    """What every version keeps of an entry; before migration 0028 in the table `entry`."""
    with closing(sqlite3.connect(file)) as database:
        return list(database.execute(f"SELECT game_id, seq, key, body, digest FROM {table} ORDER BY game_id, seq"))  # noqa: S608


def test_database_is_copied_before_upgrade(copied: Path) -> None:
    before = entries_of(downgraded(copied) / "trexscore.sqlite3", "entry")
    ran = run_trexscore("user", "amal", "--data", copied)
    assert ran.returncode == 0, ran
    (copy,) = (copied / "backups").iterdir()
    assert copy.name.startswith("before-upgrade-")
    assert copy.name.endswith(f"-from-{BEFORE}.sqlite3")
    assert str(copy) in ran.stderr
    assert run_trexscore("user", "basil", "--data", copied).stderr == ""
    assert run_trexscore("restore", copy, "--replace", "--data", copied).returncode == 0
    assert run_trexscore("user", "carine", "--data", copied).returncode == 0  # it is upgraded again
    assert entries_of(copy, "entry") == entries_of(copied / "trexscore.sqlite3") == before


def test_only_few_copies_are_kept(copied: Path) -> None:
    folder = copied / "backups"
    folder.mkdir()
    for day in range(1, 6):
        (folder / f"before-upgrade-2025010{day}-000000-from-0003.sqlite3").touch()
    assert run_trexscore("user", "amal", "--data", downgraded(copied)).returncode == 0
    assert len(list(folder.iterdir())) == 3


def test_new_database_needs_no_copy(tmp_path: Path) -> None:
    ran = run_trexscore("user", "amal", "--data", tmp_path / "data")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert not (tmp_path / "data" / "backups").exists()


def test_damaged_database_is_not_upgraded(copied: Path) -> None:
    downgraded(copied)
    damage_entries(copied / "trexscore.sqlite3")
    ran = run_trexscore("user", "amal", "--data", copied)
    assert ran.returncode == 1
    assert "was not upgraded" in ran.stderr
    assert "is damaged" in ran.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other rights")
@pytest.mark.parametrize("mode", [0o755, 0o700])
def test_installation_is_private_to_owner(tmp_path: Path, mode: int) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    folder.chmod(mode)  # mkdir's mode depends on the user's umask
    server = LiveServer(folder)
    mask = os.umask(0o022)
    try:
        server.start()
        files = {file.name: stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir() if file.is_file()}
    finally:
        os.umask(mask)
        server.stop()
    assert {"trexscore.sqlite3", "secret-key"} <= files.keys()
    assert set(files.values()) == {0o600}
    assert ("is open to every user" in server.log) is (mode == 0o755)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other rights")
def test_open_files_are_made_private(copied: Path) -> None:
    database, secret = copied / "trexscore.sqlite3", copied / "secret-key"
    database.chmod(0o644)
    secret.chmod(0o640)  # for a group: on purpose
    server = LiveServer(copied)
    server.start()
    server.stop()
    assert f"{database} was open to every user of this computer" in server.log
    assert stat.S_IMODE(database.stat().st_mode) == 0o600
    assert stat.S_IMODE(secret.stat().st_mode) == 0o640
