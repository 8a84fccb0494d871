"""A backup contains every game at one moment, is taken while the server runs, and overwrites nothing."""

import sqlite3
import stat
import sys
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.conftest import damage_entries
from tests.support.server.command import DIAMONDS, EMPTY_GAME, assert_refused, envelope, run_trexscore, send
from tests.support.server.server import LiveServer


def test_backup_under_load_is_complete(live_server: LiveServer, tmp_path: Path) -> None:
    started = send(f"{live_server.url}/api/games", EMPTY_GAME)
    address = f"{live_server.url}/api/games/{started['write']}/entries"
    backups, done = [tmp_path / f"{number}.sqlite3" for number in range(3)], threading.Event()
    acknowledged = [started["state"]["seq"]]

    def write() -> None:
        while not done.is_set():
            body = DIAMONDS if len(acknowledged) % 2 else {"take_back": acknowledged[-1]}
            acknowledged.append(send(address, envelope(body, acknowledged[-1]))["seq"])

    writer = threading.Thread(target=write)
    writer.start()
    before = []
    try:
        for backup in backups:
            before.append(acknowledged[-1])
            ran = run_trexscore("backup", backup, "--data", live_server.data_folder)
            assert (ran.returncode, ran.stderr) == (0, "")
            assert f"{backup} holds 1 games" in ran.stdout
    finally:
        done.set()
        writer.join()
    for backup, least in zip(backups, before, strict=True):
        checked = run_trexscore("verify", backup)
        assert (checked.returncode, checked.stdout) == (0, "Valid journals: 1 of 1.\n")
        with closing(sqlite3.connect(backup)) as copy:
            assert copy.execute("SELECT max(seq) FROM game_entry").fetchone()[0] >= least
    assert acknowledged[-1] > before[0]


def test_backup_in_empty_folder_is_an_installation(demo_folder: Path, tmp_path: Path) -> None:
    (tmp_path / "new").mkdir()
    assert run_trexscore("backup", tmp_path / "new" / "trexscore.sqlite3", "--data", demo_folder).returncode == 0
    server = LiveServer(tmp_path / "new")
    server.start()
    server.stop()
    assert run_trexscore("verify", "--data", tmp_path / "new").stdout == "Valid journals: 5 of 5.\n"


def test_backup_is_one_private_file(demo_folder: Path, tmp_path: Path) -> None:
    (tmp_path / "kept").mkdir()
    run_trexscore("backup", tmp_path / "kept" / "games.sqlite3", "--data", demo_folder)
    (only,) = (tmp_path / "kept").iterdir()
    if sys.platform != "win32":
        assert stat.S_IMODE(only.stat().st_mode) == 0o600


def test_backup_overwrites_nothing(demo_folder: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.write_text("the only photograph", encoding="utf-8")
    assert_refused(run_trexscore("backup", kept, "--data", demo_folder), "exists already and was left as it is")
    assert kept.read_text(encoding="utf-8") == "the only photograph"


def test_failed_backup_leaves_nothing(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    (data / "trexscore.sqlite3").write_text("no database at all, though it has the name of one", encoding="utf-8")
    assert_refused(run_trexscore("backup", tmp_path / "games.sqlite3", "--data", data), "cannot be copied")
    assert list(tmp_path.iterdir()) == [data]
    assert_refused(run_trexscore("backup", tmp_path / "nowhere" / "x", "--data", data), "cannot be written")


def test_backup_without_games_is_refused(tmp_path: Path) -> None:
    assert_refused(run_trexscore("backup", tmp_path / "x", "--data", tmp_path / "data"), "There are no games in")
    assert_refused(run_trexscore("backup", tmp_path / "x", DATA=str(tmp_path / "data")), "There are no games to copy")
    assert not (tmp_path / "x").exists()


def test_backup_of_postgresql_names_pg_dump(tmp_path: Path, postgres_server: str) -> None:
    ran = run_trexscore("backup", tmp_path / "x", DATABASE_URL=postgres_server, DATA=str(tmp_path / "data"))
    assert_refused(ran, "pg_dump")
    assert not (tmp_path / "x").exists()


def test_backup_with_two_databases_is_refused(demo_folder: Path, tmp_path: Path) -> None:
    other = f"sqlite:///{(tmp_path / 'other.sqlite3').as_posix()}"
    ran = run_trexscore("backup", tmp_path / "x", "--data", demo_folder, DATABASE_URL=other)
    assert_refused(ran, "TREXSCORE_DATABASE_URL names another database")


@pytest.mark.parametrize("arguments", [["backup"], ["backup", "a", "b"]])
def test_backup_misuse_prints_usage(arguments: list[str]) -> None:
    ran = run_trexscore(*arguments)
    assert ran.returncode == 2
    assert "usage: trexscore" in ran.stderr


def test_damaged_database_replaces_no_backup(copied: Path, demo_folder: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.mkdir()
    assert run_trexscore("backup", kept, "--keep", "1", "--data", demo_folder).returncode == 0
    before = [(file.name, file.read_bytes()) for file in kept.iterdir()]
    time.sleep(1.1)  # names tell the second
    damage_entries(copied / "trexscore.sqlite3")
    ran = run_trexscore("backup", kept, "--keep", "1", "--data", copied)
    assert (ran.returncode, ran.stdout) == (1, "")
    assert "is damaged" in ran.stderr
    assert [(file.name, file.read_bytes()) for file in kept.iterdir()] == before


def test_backup_with_invalid_journal_is_kept_and_reported(copied: Path, demo_folder: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.mkdir()
    assert run_trexscore("backup", kept, "--keep", "1", "--data", demo_folder).returncode == 0
    with closing(sqlite3.connect(copied / "trexscore.sqlite3")) as database, database:
        database.execute("UPDATE game_entry SET author = 'Somebody' WHERE game_id = 2 AND seq = 6")
    time.sleep(1.1)  # names tell the second
    ran = run_trexscore("backup", kept, "--keep", "1", "--data", copied)
    assert ran.returncode == 1
    assert "(game 2)" in ran.stderr
    assert len(list(kept.iterdir())) == 2


def test_backup_folder_keeps_newest_copies(demo_folder: Path, tmp_path: Path) -> None:
    for name in ("trexscore-20250101-000000.sqlite3", "trexscore-20250102-000000.sqlite3", "photo.sqlite3"):
        (tmp_path / name).write_text(name, encoding="utf-8")
    ran = run_trexscore("backup", tmp_path, "--keep", "2", "--data", demo_folder)
    assert ran.returncode == 0, ran
    assert "trexscore-20250101-000000.sqlite3 was deleted" in ran.stdout
    assert (tmp_path / "photo.sqlite3").exists()
    left = sorted(file.name for file in tmp_path.glob("trexscore-*.sqlite3"))
    assert left[0] == "trexscore-20250102-000000.sqlite3"
    assert len(left) == 2


@pytest.mark.parametrize(
    "arguments", [["x.sqlite3", "--keep", "2"], ["x.sqlite3", "--keep", "0"], [".", "--keep", "x"]]
)
def test_keep_needs_folder_and_number(demo_folder: Path, tmp_path: Path, arguments: list[str]) -> None:
    ran = run_trexscore("backup", tmp_path / arguments[0], *arguments[1:], "--data", demo_folder)
    assert ran.returncode == 2
    assert "--keep" in ran.stderr
    assert arguments[2] == "2" or "a whole number from 1 up" in ran.stderr
