"""A backup of a running server contains all games at one point in time, and overwrites nothing."""

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
    backups, stopped = [tmp_path / f"{number}.sqlite3" for number in range(3)], threading.Event()
    acknowledged_seqs = [started["state"]["seq"]]

    def write() -> None:
        while not stopped.is_set():
            body = DIAMONDS if len(acknowledged_seqs) % 2 else {"take_back": acknowledged_seqs[-1]}
            acknowledged_seqs.append(send(address, envelope(body, acknowledged_seqs[-1]))["seq"])

    writer = threading.Thread(target=write)
    writer.start()
    seqs_before = []
    try:
        for backup in backups:
            seqs_before.append(acknowledged_seqs[-1])
            result = run_trexscore("backup", backup, "--data", live_server.data_folder)
            assert (result.returncode, result.stderr) == (0, "")
            assert f"{backup} is written and checked. Games: 1." in result.stdout
    finally:
        stopped.set()
        writer.join()
    for backup, min_seq in zip(backups, seqs_before, strict=True):
        checked = run_trexscore("verify", backup)
        assert (checked.returncode, checked.stdout) == (0, "Valid journals: 1 of 1.\n")
        with closing(sqlite3.connect(backup)) as copy:
            assert copy.execute("SELECT max(seq) FROM game_entry").fetchone()[0] >= min_seq
    assert acknowledged_seqs[-1] > seqs_before[0]


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
    (backup,) = (tmp_path / "kept").iterdir()
    if sys.platform != "win32":
        assert stat.S_IMODE(backup.stat().st_mode) == 0o600


def test_backup_overwrites_nothing(demo_folder: Path, tmp_path: Path) -> None:
    existing_file = tmp_path / "kept"
    existing_file.write_text("the only photograph", encoding="utf-8")
    assert_refused(
        run_trexscore("backup", existing_file, "--data", demo_folder), "exists already and was left as it is"
    )
    assert existing_file.read_text(encoding="utf-8") == "the only photograph"


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
    result = run_trexscore("backup", tmp_path / "x", DATABASE_URL=postgres_server, DATA=str(tmp_path / "data"))
    assert_refused(result, "pg_dump")
    assert not (tmp_path / "x").exists()


def test_backup_with_two_databases_is_refused(demo_folder: Path, tmp_path: Path) -> None:
    other = f"sqlite:///{(tmp_path / 'other.sqlite3').as_posix()}"
    result = run_trexscore("backup", tmp_path / "x", "--data", demo_folder, DATABASE_URL=other)
    assert_refused(result, "TREXSCORE_DATABASE_URL names another database")


@pytest.mark.parametrize("arguments", [["backup"], ["backup", "a", "b"]])
def test_backup_misuse_prints_usage(arguments: list[str]) -> None:
    result = run_trexscore(*arguments)
    assert result.returncode == 2
    assert "usage: trexscore" in result.stderr


def test_damaged_database_replaces_no_backup(demo_copy: Path, demo_folder: Path, tmp_path: Path) -> None:
    backup_folder = tmp_path / "kept"
    backup_folder.mkdir()
    assert run_trexscore("backup", backup_folder, "--keep", "1", "--data", demo_folder).returncode == 0
    before = [(file.name, file.read_bytes()) for file in backup_folder.iterdir()]
    time.sleep(1.1)  # backup names differ by the second
    damage_entries(demo_copy / "trexscore.sqlite3")
    result = run_trexscore("backup", backup_folder, "--keep", "1", "--data", demo_copy)
    assert (result.returncode, result.stdout) == (1, "")
    assert "is damaged" in result.stderr
    assert [(file.name, file.read_bytes()) for file in backup_folder.iterdir()] == before


def test_backup_with_invalid_journal_is_kept_and_reported(demo_copy: Path, demo_folder: Path, tmp_path: Path) -> None:
    backup_folder = tmp_path / "kept"
    backup_folder.mkdir()
    assert run_trexscore("backup", backup_folder, "--keep", "1", "--data", demo_folder).returncode == 0
    with closing(sqlite3.connect(demo_copy / "trexscore.sqlite3")) as database, database:
        database.execute("UPDATE game_entry SET author = 'Somebody' WHERE game_id = 2 AND seq = 6")
    time.sleep(1.1)  # backup names differ by the second
    result = run_trexscore("backup", backup_folder, "--keep", "1", "--data", demo_copy)
    assert result.returncode == 1
    assert "(game 2)" in result.stderr
    assert len(list(backup_folder.iterdir())) == 2


def test_backup_folder_keeps_newest_copies(demo_folder: Path, tmp_path: Path) -> None:
    for name in ("trexscore-20250101-000000.sqlite3", "trexscore-20250102-000000.sqlite3", "photo.sqlite3"):
        (tmp_path / name).write_text(name, encoding="utf-8")
    result = run_trexscore("backup", tmp_path, "--keep", "2", "--data", demo_folder)
    assert result.returncode == 0, result
    assert "trexscore-20250101-000000.sqlite3 was deleted" in result.stdout
    assert (tmp_path / "photo.sqlite3").exists()
    names = sorted(file.name for file in tmp_path.glob("trexscore-*.sqlite3"))
    assert names[0] == "trexscore-20250102-000000.sqlite3"
    assert len(names) == 2


@pytest.mark.parametrize(
    "arguments", [["x.sqlite3", "--keep", "2"], ["x.sqlite3", "--keep", "0"], [".", "--keep", "x"]]
)
def test_keep_needs_folder_and_number(demo_folder: Path, tmp_path: Path, arguments: list[str]) -> None:
    result = run_trexscore("backup", tmp_path / arguments[0], *arguments[1:], "--data", demo_folder)
    assert result.returncode == 2
    assert "--keep" in result.stderr
    assert arguments[2] == "2" or "a whole number from 1 up" in result.stderr
