"""A backup is checked before it is restored, and existing data is kept."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.conftest import damage_entries
from tests.support.server.command import EMPTY_GAME, assert_refused, run_trexscore, send
from tests.support.server.server import LiveServer

DATABASE = "trexscore.sqlite3"


@pytest.fixture
def backup(demo_folder: Path, tmp_path: Path) -> Path:
    assert run_trexscore("backup", tmp_path / "games.sqlite3", "--data", demo_folder).returncode == 0
    return tmp_path / "games.sqlite3"


def count_games(file: Path) -> int:
    with closing(sqlite3.connect(file)) as database:
        return int(database.execute("SELECT count(*) FROM game").fetchone()[0])


def test_restore_fills_empty_folder(backup: Path, tmp_path: Path) -> None:
    result = run_trexscore("restore", backup, "--data", tmp_path / "new")
    assert (result.returncode, result.stderr) == (0, "")
    assert "Games: 5." in result.stdout
    assert run_trexscore("verify", "--data", tmp_path / "new").stdout == "Valid journals: 5 of 5.\n"
    assert (tmp_path / "new" / DATABASE).stat().st_mode & 0o777 == 0o600


def test_restore_keeps_existing_games_unless_asked(backup: Path, demo_copy: Path) -> None:
    before = (demo_copy / DATABASE).read_bytes()
    assert_refused(run_trexscore("restore", backup, "--data", demo_copy), "exists", "--replace")
    assert (demo_copy / DATABASE).read_bytes() == before


def test_restore_keeps_replaced_database(backup: Path, live_server: LiveServer) -> None:
    """The server is killed, so that its last entries are in the write-ahead log only."""
    send(f"{live_server.url}/api/games", EMPTY_GAME)
    folder = live_server.data_folder
    live_server.kill()
    result = run_trexscore("restore", backup, "--replace", "--data", folder)
    assert result.returncode == 0, result
    (replaced_database,) = folder.glob("before-restore-*.sqlite3")
    assert str(replaced_database) in result.stdout
    assert (count_games(replaced_database), count_games(folder / DATABASE)) == (1, 5)
    live_server.start()
    assert live_server.answers()


def test_restore_refuses_database_in_use(backup: Path, live_server: LiveServer) -> None:
    send(f"{live_server.url}/api/games", EMPTY_GAME)
    result = run_trexscore("restore", backup, "--replace", "--data", live_server.data_folder)
    assert_refused(result, "in use", "Stop the server first")
    assert count_games(live_server.data_folder / DATABASE) == 1
    assert list(live_server.data_folder.glob("*restore*")) == []


def test_damaged_backup_changes_nothing(backup: Path, demo_copy: Path) -> None:
    before = (demo_copy / DATABASE).read_bytes()
    result = run_trexscore("restore", damage_entries(backup), "--replace", "--data", demo_copy)
    assert (result.returncode, result.stdout) == (1, "")
    assert "is damaged" in result.stderr
    assert "Nothing was changed" in result.stderr
    assert (demo_copy / DATABASE).read_bytes() == before


def test_damaged_database_is_replaced_and_kept(backup: Path, demo_copy: Path) -> None:
    page = b"\x5a" * 4096
    assert page in damage_entries(demo_copy / DATABASE).read_bytes()
    assert run_trexscore("restore", backup, "--replace", "--data", demo_copy).returncode == 0
    (replaced_database,) = demo_copy.glob("before-restore-*.sqlite3")
    assert page in replaced_database.read_bytes()
    assert run_trexscore("verify", "--data", demo_copy).returncode == 0


def test_other_file_is_no_backup(tmp_path: Path) -> None:
    assert_refused(run_trexscore("restore", tmp_path / "nowhere", "--data", tmp_path / "data"), "is not a file")
    (tmp_path / "text").write_text("no database at all, though it is long enough to be one", encoding="utf-8")
    assert_refused(
        run_trexscore("restore", tmp_path / "text", "--data", tmp_path / "data"), "is not a backup of Trex Score"
    )
    sqlite3.connect(tmp_path / "other").execute("CREATE TABLE song (name)").connection.close()
    assert_refused(
        run_trexscore("restore", tmp_path / "other", "--data", tmp_path / "data"), "is not a backup of Trex Score"
    )
    assert not (tmp_path / "data" / DATABASE).exists()


def test_backup_of_newer_version_is_refused(backup: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(backup)) as database, database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    assert_refused(run_trexscore("restore", backup, "--data", tmp_path / "new"), "newer version")
    assert not (tmp_path / "new" / DATABASE).exists()


def test_leftover_log_does_not_damage_restored_database(backup: Path, demo_copy: Path, demo_folder: Path) -> None:
    (demo_copy / DATABASE).unlink()
    shutil.copy(demo_folder / DATABASE, demo_copy / f"{DATABASE}-wal")
    assert run_trexscore("restore", backup, "--data", demo_copy).returncode == 0
    assert run_trexscore("verify", "--data", demo_copy).stdout == "Valid journals: 5 of 5.\n"


def test_restore_to_postgresql_names_pg_restore(backup: Path, tmp_path: Path, postgres_server: str) -> None:
    result = run_trexscore("restore", backup, DATABASE_URL=postgres_server, DATA=str(tmp_path / "data"))
    assert_refused(result, "pg_restore")
