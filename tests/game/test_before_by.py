"""Entries from before links were recorded still fold, verify and import."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from msgspec.json import encode

from tests.support.clubs.files import import_file
from tests.support.server.command import run_trexscore
from tests.support.tables import Json
from trexscore.game.builder import fold
from trexscore.game.state import state_of
from trexscore.ledger.chain import FoldEntry

BEFORE = Path(__file__).parents[1] / "cases" / "before-by"


@pytest.fixture(scope="module")
def entries() -> list[Json]:
    said: list[Json] = json.loads((BEFORE / "journal.json").read_text(encoding="utf-8"))["entries"]
    return said


def test_old_journal_folds_to_same_state(entries: list[Json]) -> None:
    record = fold(FoldEntry(one["seq"], one["kind"], one["body"]) for one in entries)
    state = json.loads(encode(state_of(record, record.play(), len(entries))))
    before = json.loads((BEFORE / "state.json").read_text(encoding="utf-8"))
    assert {name: state[name] for name in before} == before, (
        "An old game gives another state or digest. Leave new fields and options at their default out of both."
    )


def test_old_journal_verifies() -> None:
    ran = run_trexscore("verify", BEFORE / "journal.json")
    assert ran.returncode == 0, ran.stdout


@pytest.fixture
def inside(app: Flask) -> Iterator[Flask]:
    with app.app_context():
        yield app


@pytest.mark.usefixtures("inside")
def test_old_club_file_is_imported() -> None:
    import_file((BEFORE / "club.jsonl").read_bytes())
