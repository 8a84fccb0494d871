"""A database and a club file of a version before `trexscore/ledger` open, verify, and give the same API responses.

`tests/cases/before-ledger` has entries of every kind: a database as SQL, an unpacked club file, and API responses for
its games and its club.
"""

import gzip
import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from tests.support.clubs.files import import_file
from tests.support.server.command import run_trexscore
from tests.support.sites import site_in
from tests.support.tables import Json
from trexscore.commands.league.rebuild import rebuild_clubs_needing_it
from trexscore.db.clubs.club_files import club_file_lines
from trexscore.db.clubs.clubs import find_club_head
from trexscore.db.models import db
from trexscore.game.events import EVENT_TYPE_BY_KIND

CASE_FOLDER = Path(__file__).parents[1] / "cases" / "before-ledger"
KINDS = {
    *("started", "named", "first_king", "link", "terms", "deal", "void", "adjustment", "announced", "abandoned"),
    *("take_back", "set_aside", "corrected", "agreed", "confirmed", "disputed", "answered", "settled", "reopened"),
    "erased",
}
"""Every kind that games had then. The fixture is never changed; newer kinds are not in it."""
RESPONSES: dict[str, str] = json.loads((CASE_FOLDER / "answers.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    data_folder = tmp_path_factory.mktemp("before")
    database = sqlite3.connect(data_folder / "trexscore.sqlite3")
    database.executescript((CASE_FOLDER / "database.sql").read_text(encoding="utf-8"))
    database.close()
    return data_folder


@pytest.fixture(scope="module")
def old_site(folder: Path) -> Iterator[Flask]:
    with site_in(folder) as site:
        with site.app_context():
            assert all(attempt.succeeded for attempt in rebuild_clubs_needing_it())  # as the program does on start
        yield site


def club_file() -> list[Json]:
    return [json.loads(line) for line in (CASE_FOLDER / "club.jsonl").read_text(encoding="utf-8").splitlines()]


def test_fixture_holds_entries_of_every_kind_then() -> None:
    journals = [json.loads(text)["entries"] for path, text in RESPONSES.items() if path.endswith("/journal")]
    kinds = {entry["kind"] for entries in journals for entry in entries}
    assert kinds == KINDS
    assert kinds <= EVENT_TYPE_BY_KIND.keys(), "Stored kinds stay readable."


def test_database_opens_and_verifies(old_site: Flask, folder: Path) -> None:
    assert old_site.test_client().get("/readyz").status_code == 200
    result = run_trexscore("verify", "--data", folder)
    assert result.returncode == 0, result.stdout


@pytest.mark.parametrize("path", RESPONSES)
def test_api_answers_byte_for_byte(old_site: Flask, path: str) -> None:
    assert old_site.test_client().get(path).text == RESPONSES[path]


def test_club_is_exported_as_it_was(old_site: Flask) -> None:
    uid = club_file()[0]["club"]["uid"]
    with old_site.app_context():
        club = find_club_head(uid)
        assert club is not None
        lines = [*club_file_lines(db.session(), club)]
    assert lines == (CASE_FOLDER / "club.jsonl").read_bytes().splitlines()


def test_club_file_is_imported_entry_by_entry(tmp_path: Path) -> None:
    with site_in(tmp_path) as site, site.app_context():
        import_file(gzip.compress((CASE_FOLDER / "club.jsonl").read_bytes()))
        uid = club_file()[0]["club"]["uid"]
        club = find_club_head(uid)
        assert club is not None
        assert [*club_file_lines(db.session(), club)] == (CASE_FOLDER / "club.jsonl").read_bytes().splitlines()
