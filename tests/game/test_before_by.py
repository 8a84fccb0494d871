"""Entries of versions that did not store links still fold, verify and import."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from msgspec.json import encode

from tests.support.clubs.files import import_file
from tests.support.server.command import run_trexscore
from tests.support.tables import Json
from trexscore.game.builder import fold_game
from trexscore.game.state import state_of
from trexscore.ledger.chain import FoldEntry

OLD_FILES = Path(__file__).parents[1] / "cases" / "before-by"


@pytest.fixture(scope="module")
def entries() -> list[Json]:
    stored: list[Json] = json.loads((OLD_FILES / "journal.json").read_text(encoding="utf-8"))["entries"]
    return stored


def test_old_journal_folds_to_same_state(entries: list[Json]) -> None:
    record = fold_game(FoldEntry(entry["seq"], entry["kind"], entry["body"]) for entry in entries)
    state = json.loads(encode(state_of(record, record.play(), len(entries))))
    before = json.loads((OLD_FILES / "state.json").read_text(encoding="utf-8"))
    assert {name: state[name] for name in before} == before, (
        "An old game gives another state or digest. Leave new fields and options at their default out of both."
    )


def test_old_journal_verifies() -> None:
    result = run_trexscore("verify", OLD_FILES / "journal.json")
    assert result.returncode == 0, result.stdout


@pytest.fixture
def app_context(app: Flask) -> Iterator[Flask]:
    with app.app_context():
        yield app


@pytest.mark.usefixtures("app_context")
def test_old_club_file_is_imported() -> None:
    import_file((OLD_FILES / "club.jsonl").read_bytes())
