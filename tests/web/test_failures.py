"""A full disk, a read-only folder and a damaged database are reported as different failures."""

import logging
import os
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import event
from sqlalchemy.exc import OperationalError

from tests.support.clubs.club_nights import MORE_NAMES, new_club_night
from tests.support.in_turn import in_turn
from tests.support.pages import Game, Phone, start
from tests.support.server.command import run_trexscore
from tests.support.sites import site_in
from tests.support.tables import DIAMONDS, envelope
from trexscore.db.failures import DatabaseFailureKind
from trexscore.db.models import db
from trexscore.i18n.texts.error_pages import ERROR_TEXTS
from trexscore.web.errors import LOG_TEXTS_AND_CODE_BY_FAILURE_KIND
from trexscore.web.limits import enforce_limit

PAGE_BYTES = 4096
"""Bytes of a page of SQLite."""
FIRST_SEQ = 6
"""Entries of a game with one deal."""


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Flask]:
    with site_in(tmp_path / "data") as site:
        yield site


def database(site: Flask) -> Path:
    with site.app_context():
        return Path(str(db.engine.url.database))


def on_each_connection(site: Flask, *statements: str) -> None:
    with site.app_context():
        db.engine.dispose()

        @event.listens_for(db.engine, "connect")
        def _restrict(connection: sqlite3.Connection, _entry: object) -> None:
            for statement in statements:
                connection.execute(statement)


def fill_the_disk(site: Flask) -> None:
    """Forbid the database to grow, as a full disk does."""
    on_each_connection(site, "PRAGMA max_page_count = 1", "PRAGMA cache_spill = 0")


def make_read_only(site: Flask) -> None:
    on_each_connection(site, "PRAGMA query_only = ON")


def damage(site: Flask) -> None:
    """Damage the first page of entries in the database file."""
    file = database(site)
    with site.app_context():
        db.engine.dispose()
    with closing(sqlite3.connect(file)) as own:
        own.execute("PRAGMA journal_mode = DELETE")
        (page,) = own.execute("SELECT rootpage FROM sqlite_master WHERE name = 'game_entry'").fetchone()
    content = bytearray(file.read_bytes())
    content[(page - 1) * PAGE_BYTES : page * PAGE_BYTES] = b"\x5a" * PAGE_BYTES
    file.write_bytes(content)


CAUSES: dict[DatabaseFailureKind, Callable[[Flask], None]] = {
    "full": fill_the_disk,
    "read_only": make_read_only,
    "damaged": damage,
}


def save_until_refused(phone: Phone, game: Game) -> tuple[int, str]:
    """Save entries until one is refused."""
    for seq in range(FIRST_SEQ, FIRST_SEQ + 60):
        entry = envelope({"adjustment": {"A": 5, "B": -5}, "reason": "x" * 100}, seq)
        response = phone.client.post(f"/api/games/{game.own}/entries", json=entry)
        if response.status_code != 201:
            return response.status_code, (response.json or {})["code"]
    return 201, ""


@pytest.mark.parametrize("failure", CAUSES)
def test_failure_is_reported_to_programs_and_log(
    site: Flask, phone: Phone, caplog: pytest.LogCaptureFixture, failure: DatabaseFailureKind
) -> None:
    game = start(site, DIAMONDS)
    site.config["PROPAGATE_EXCEPTIONS"] = False
    CAUSES[failure](site)
    with caplog.at_level(logging.ERROR):
        assert save_until_refused(phone, game) == (503, LOG_TEXTS_AND_CODE_BY_FAILURE_KIND[failure][2])
        assert save_until_refused(phone, game) == (503, LOG_TEXTS_AND_CODE_BY_FAILURE_KIND[failure][2])
    (message,) = [record.getMessage() for record in caplog.records]  # logged once per minute
    assert message.startswith(LOG_TEXTS_AND_CODE_BY_FAILURE_KIND[failure][0])
    assert game.own not in caplog.text


@pytest.mark.parametrize(("failure", "language"), in_turn(CAUSES))
def test_failure_is_reported_on_page(site: Flask, failure: DatabaseFailureKind, language: str) -> None:
    game, phone = start(site, DIAMONDS), Phone(site, language)
    site.config["PROPAGATE_EXCEPTIONS"] = False
    page = phone.get(game.path("/adjustments/new"))
    CAUSES[failure](site)
    save_until_refused(phone, game)
    if failure == "damaged":
        response = phone.get(game.path("/history"))
    else:
        response = phone.send(page, "/adjustments", points_A="5", points_B="-5", reason="agreed")
    section = response.root.find_one("section", class_="empty")
    texts = (section.find_one("h2").text, *(node.text for node in section.find("p")))
    assert response.status == 503
    assert (texts == ERROR_TEXTS.failures[failure]) is (language == "en")
    assert response.headers["Retry-After"] == "60"


def readyz(site: Flask) -> tuple[int, str]:
    response = site.test_client().get("/readyz")
    return response.status_code, response.text


def test_writable_server_is_ready(site: Flask) -> None:
    assert readyz(site) == (200, "ready\n")
    assert site.test_client().get("/healthz").text == "ok"


def test_damaged_database_is_not_ready(site: Flask, phone: Phone) -> None:
    game = start(site, DIAMONDS)
    site.config["PROPAGATE_EXCEPTIONS"] = False
    damage(site)
    phone.get(game.path("/history"))
    assert readyz(site) == (503, "not ready: the database is damaged\n")
    assert site.test_client().get("/healthz").status_code == 200


def test_locked_database_is_reported(site: Flask) -> None:
    connection = sqlite3.connect(database(site), isolation_level=None)
    connection.execute("BEGIN IMMEDIATE")
    assert readyz(site) == (503, "not ready: the database does not answer, or another program holds it\n")
    connection.close()


def test_low_disk_space_is_reported(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    free_bytes = os.statvfs(tmp_path).f_bavail * os.statvfs(tmp_path).f_frsize
    for low_bytes, expected in (
        (2 * free_bytes, (200, "ready\nwarning: ")),
        (40 * free_bytes, (503, "not ready: the disk is full\n")),
    ):
        with (
            site_in(tmp_path / str(low_bytes), LOW_SPACE_BYTES=str(low_bytes)) as site,
            caplog.at_level(logging.WARNING),
        ):
            status, text = readyz(site)
            assert (status, text[: len(expected[1])]) == expected
            assert "The disk fills up" in caplog.text
            caplog.clear()
            readyz(site)
            assert caplog.text == ""


def test_low_disk_space_is_kept_for_running_games(tmp_path: Path) -> None:
    free_bytes = os.statvfs(tmp_path).f_bavail * os.statvfs(tmp_path).f_frsize
    with site_in(tmp_path / "data") as site:
        game, phone = start(site, DIAMONDS), Phone(site)
        home = phone.get("/games/new")
        site.config["LOW_SPACE_BYTES"] = 8 * free_bytes
        response = phone.send(home, "/games", name_A="Amal", name_B="Basil", name_C="Carine", name_D="Dani")
        assert response.status == 503
        assert "The server’s disk is nearly full" in response.text
        api_response = site.test_client().post("/api/games", json={})
        assert (api_response.status_code, (api_response.json or {})["code"]) == (503, "disk_full")
        assert save_until_refused(phone, game) == (201, "")
        assert readyz(site)[0] == 200


def test_low_disk_space_starts_no_club_table(tmp_path: Path) -> None:
    free_bytes = os.statvfs(tmp_path).f_bavail * os.statvfs(tmp_path).f_frsize
    with site_in(tmp_path / "data") as site:
        night = new_club_night(site)
        night.check_in("Basil", "Carine", "Dani", "Elias", *MORE_NAMES[1:5])
        night.draw_tables()
        page, form = night.scorer.get(night.path()), night.table_form_fields()
        site.config["LOW_SPACE_BYTES"] = 8 * free_bytes
        assert night.scorer.send(page, "/tables/all").status == 503
        assert night.scorer.post(night.path("/tables"), form).status == 503
        site.config["LOW_SPACE_BYTES"] = 1
        assert night.scorer.post(night.path("/tables"), form).path.startswith("/g/")


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="root writes everywhere")
def test_read_only_file_is_not_ready(site: Flask) -> None:
    database(site).chmod(stat.S_IRUSR)
    assert readyz(site) == (503, "not ready: the database can only be read\n")


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 4 MB, if the user may mount one."""
    folder = tmp_path / "disk"
    folder.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", folder], check=False).returncode:
        pytest.skip("this user cannot mount a disk")
    yield folder
    subprocess.run(["umount", "--lazy", folder], check=True)


@pytest.mark.skipif(sys.platform != "linux", reason="mounts a tmpfs")
def test_full_disk_recovers_once_there_is_space(small_disk: Path, tmp_path: Path) -> None:
    with site_in(small_disk / "data", LOW_SPACE_BYTES="1000000") as site:
        site.config["PROPAGATE_EXCEPTIONS"] = False
        game, phone = start(site, DIAMONDS), Phone(site)
        ballast = small_disk / "ballast"
        with ballast.open("wb", buffering=0) as file:
            while True:
                try:
                    file.write(b"x" * 4096)
                except OSError:
                    break
        assert save_until_refused(phone, game) == (503, "disk_full")
        assert phone.get(game.path("/sheet")).status == 200
        assert readyz(site) == (503, "not ready: the disk is full\n")
        backup = run_trexscore("backup", tmp_path / "copy.sqlite3", "--data", small_disk / "data")
        assert backup.returncode == 0, backup
        backup = run_trexscore("backup", small_disk / "copy.sqlite3", "--data", small_disk / "data")
        assert backup.returncode == 2
        assert not (small_disk / "copy.sqlite3").exists()
        ballast.unlink()
        with site.app_context():
            last_seq = game.seq()
        assert (
            phone.client.post(
                f"/api/games/{game.own}/entries",
                json=envelope({"adjustment": {"A": 5, "B": -5}, "reason": "x"}, last_seq),
            ).status_code
            == 201
        )


def test_unshared_limits_are_logged_once(
    site: Flask, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object, **_keywords: object) -> int:
        raise OperationalError("INSERT", None, sqlite3.OperationalError("database or disk is full"))

    monkeypatch.setattr("trexscore.db.request_counts.RateLimitStorage.incr", fail)
    with site.test_request_context(), caplog.at_level(logging.WARNING):
        for _ in range(3):
            enforce_limit("search", "someone")
    assert [record.getMessage() for record in caplog.records] == [
        "limits are counted by this process alone: OperationalError"
    ]
