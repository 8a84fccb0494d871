"""A backup holds every game of one moment, is taken while the server runs, and never costs anything that was there."""

import sqlite3
import stat
import sys
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.conftest import spoilt
from tests.support.server.command import DIAMONDS, EMPTY_GAME, envelope, refused, send, trexscore
from tests.support.server.server import LiveServer


def test_a_backup_taken_under_load_is_whole(live_server: LiveServer, tmp_path: Path) -> None:
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
            ran = trexscore("backup", backup, "--data", live_server.data_folder)
            assert (ran.returncode, ran.stderr) == (0, "")
            assert f"{backup} holds 1 games" in ran.stdout
    finally:
        done.set()
        writer.join()
    for backup, least in zip(backups, before, strict=True):
        checked = trexscore("verify", backup)
        assert (checked.returncode, checked.stdout) == (0, "Valid journals: 1 of 1.\n")
        with closing(sqlite3.connect(backup)) as copy:
            assert copy.execute("SELECT max(seq) FROM game_entry").fetchone()[0] >= least
    assert acknowledged[-1] > before[0]


def test_a_backup_put_in_an_empty_folder_is_the_installation_again(told: Path, tmp_path: Path) -> None:
    (tmp_path / "new").mkdir()
    assert trexscore("backup", tmp_path / "new" / "trexscore.sqlite3", "--data", told).returncode == 0
    server = LiveServer(tmp_path / "new")
    server.start()
    server.stop()
    assert trexscore("verify", "--data", tmp_path / "new").stdout == "Valid journals: 5 of 5.\n"


def test_it_is_one_file_for_its_owner_alone(told: Path, tmp_path: Path) -> None:
    (tmp_path / "kept").mkdir()
    trexscore("backup", tmp_path / "kept" / "games.sqlite3", "--data", told)
    (only,) = (tmp_path / "kept").iterdir()
    if sys.platform != "win32":
        assert stat.S_IMODE(only.stat().st_mode) == 0o600


def test_nothing_is_overwritten(told: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.write_text("the only photograph", encoding="utf-8")
    refused(trexscore("backup", kept, "--data", told), "exists already and was left as it is")
    assert kept.read_text(encoding="utf-8") == "the only photograph"


def test_a_backup_that_fails_leaves_nothing_behind(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    (data / "trexscore.sqlite3").write_text("no database at all, though it has the name of one", encoding="utf-8")
    refused(trexscore("backup", tmp_path / "games.sqlite3", "--data", data), "cannot be copied")
    assert list(tmp_path.iterdir()) == [data]
    refused(trexscore("backup", tmp_path / "nowhere" / "x", "--data", data), "cannot be written")


def test_a_folder_without_games_is_said_and_left_as_it_is(tmp_path: Path) -> None:
    refused(trexscore("backup", tmp_path / "x", "--data", tmp_path / "data"), "There are no games in")
    refused(trexscore("backup", tmp_path / "x", DATA=str(tmp_path / "data")), "There are no games to copy")
    assert not (tmp_path / "x").exists()


def test_for_postgresql_its_own_tool_is_named(tmp_path: Path, postgres_server: str) -> None:
    ran = trexscore("backup", tmp_path / "x", DATABASE_URL=postgres_server, DATA=str(tmp_path / "data"))
    refused(ran, "pg_dump")
    assert not (tmp_path / "x").exists()


def test_two_databases_at_once_are_one_too_many(told: Path, tmp_path: Path) -> None:
    other = f"sqlite:///{(tmp_path / 'other.sqlite3').as_posix()}"
    ran = trexscore("backup", tmp_path / "x", "--data", told, DATABASE_URL=other)
    refused(ran, "TREXSCORE_DATABASE_URL names another database")


@pytest.mark.parametrize("arguments", [["backup"], ["backup", "a", "b"]])
def test_misuse_is_said(arguments: list[str]) -> None:
    ran = trexscore(*arguments)
    assert ran.returncode == 2
    assert "usage: trexscore" in ran.stderr


def test_a_damaged_database_is_no_backup_and_ends_none(copied: Path, told: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.mkdir()
    assert trexscore("backup", kept, "--keep", "1", "--data", told).returncode == 0
    before = [(file.name, file.read_bytes()) for file in kept.iterdir()]
    time.sleep(1.1)  # names tell the second
    spoilt(copied / "trexscore.sqlite3")
    ran = trexscore("backup", kept, "--keep", "1", "--data", copied)
    assert (ran.returncode, ran.stdout) == (1, "")
    assert "is damaged" in ran.stderr
    assert [(file.name, file.read_bytes()) for file in kept.iterdir()] == before


def test_a_copy_whose_journals_do_not_hold_is_kept_and_said(copied: Path, told: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.mkdir()
    assert trexscore("backup", kept, "--keep", "1", "--data", told).returncode == 0
    with closing(sqlite3.connect(copied / "trexscore.sqlite3")) as database, database:
        database.execute("UPDATE game_entry SET author = 'Somebody' WHERE game_id = 2 AND seq = 6")
    time.sleep(1.1)  # names tell the second
    ran = trexscore("backup", kept, "--keep", "1", "--data", copied)
    assert ran.returncode == 1
    assert "(game 2)" in ran.stderr
    assert len(list(kept.iterdir())) == 2


def test_in_a_folder_the_newest_copies_are_kept_and_nothing_else_is_deleted(told: Path, tmp_path: Path) -> None:
    for name in ("trexscore-20250101-000000.sqlite3", "trexscore-20250102-000000.sqlite3", "photo.sqlite3"):
        (tmp_path / name).write_text(name, encoding="utf-8")
    ran = trexscore("backup", tmp_path, "--keep", "2", "--data", told)
    assert ran.returncode == 0, ran
    assert "trexscore-20250101-000000.sqlite3 was deleted" in ran.stdout
    assert (tmp_path / "photo.sqlite3").exists()
    left = sorted(file.name for file in tmp_path.glob("trexscore-*.sqlite3"))
    assert left[0] == "trexscore-20250102-000000.sqlite3"
    assert len(left) == 2


@pytest.mark.parametrize(
    "arguments", [["x.sqlite3", "--keep", "2"], ["x.sqlite3", "--keep", "0"], [".", "--keep", "x"]]
)
def test_keep_is_for_a_folder_and_a_number(told: Path, tmp_path: Path, arguments: list[str]) -> None:
    ran = trexscore("backup", tmp_path / arguments[0], *arguments[1:], "--data", told)
    assert ran.returncode == 2
    assert "--keep" in ran.stderr
    assert arguments[2] == "2" or "a whole number from 1 up" in ran.stderr
