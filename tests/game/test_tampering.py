"""Changes made directly in the database are found by `verify_games`."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing

import psycopg
import pytest
from flask import Flask
from sqlalchemy import make_url

from tests.support.databases import both_databases
from tests.support.tables import ADJUSTMENT, COLLECTIONS, DIAMONDS, TREX, Table, start_game
from trexscore.commands.verify_games import verify_games
from trexscore.db.models import db
from trexscore.ledger.chain import JournalFault

pytestmark = both_databases


@pytest.fixture
def table(app: Flask) -> Iterator[Table]:
    """Seats and names are entries 1 to 5; three deals and an adjustment follow."""
    played_table = start_game(app.test_client())
    for entry in (DIAMONDS, TREX, COLLECTIONS, ADJUSTMENT):
        played_table.record_entry(entry)
    start_game(app.test_client())  # another game, which stays unchanged
    assert _faults_by_game(app) == {}
    yield played_table
    assert set(_faults_by_game(app)) <= {1}


def _faults_by_game(app: Flask) -> dict[int, list[JournalFault]]:
    with app.app_context():
        faults_by_game = {game: faults for game, faults in verify_games() if faults}
        db.session.rollback()
        return faults_by_game


def _tamper(app: Flask, *statements: str) -> None:
    """Change the database without the app."""
    url = make_url(app.config["SQLALCHEMY_DATABASE_URI"])
    with app.app_context():
        db.engine.dispose()
    if url.get_backend_name() == "sqlite":
        with closing(sqlite3.connect(str(url.database))) as file:
            for statement in statements:
                assert file.execute(statement).rowcount > 0
            file.commit()
    else:
        address = url.set(drivername="postgresql").render_as_string(hide_password=False)
        with psycopg.connect(address) as connection:
            for statement in statements:
                assert connection.execute(statement.encode()).rowcount > 0


_SWAP_COUNTS = (
    'UPDATE game_entry SET body = replace(body, \'"A":5,"B":4\', \'"A":4,"B":5\') WHERE game_id = 1 AND seq = 6'
)


@pytest.mark.usefixtures("table")
@pytest.mark.parametrize(
    ("tampering", "expected"),
    [
        pytest.param(
            [_SWAP_COUNTS],
            {(6, "altered_body"), (9, "derived")},
            id="points of two players are swapped",
        ),
        pytest.param(
            ["UPDATE game_entry SET author = 'Dani' WHERE game_id = 1 AND seq = 7"],
            {(7, "altered_body")},
            id="another author",
        ),
        pytest.param(
            ["UPDATE game_entry SET made_at = '2026-11-20T22:14:03+02:00' WHERE game_id = 1 AND seq = 7"],
            {(7, "altered_body")},
            id="another time",
        ),
        pytest.param(
            ["UPDATE game_entry SET kind = 'named' WHERE game_id = 1 AND seq = 1"],
            {(1, "altered"), (9, "unfit")},
            id="start has another kind",
        ),
        pytest.param(
            [
                "UPDATE game_entry SET seq = 70 WHERE game_id = 1 AND seq = 7",
                "UPDATE game_entry SET seq = 7 WHERE game_id = 1 AND seq = 8",
                "UPDATE game_entry SET seq = 8 WHERE game_id = 1 AND seq = 70",
            ],
            {(7, "altered"), (8, "altered"), (9, "altered"), (9, "derived")},
            id="two deals in another order",
        ),
        pytest.param(
            ["DELETE FROM game_entry WHERE game_id = 1 AND seq = 7"],
            {(7, "missing"), (8, "altered"), (9, "derived")},
            id="deal is missing",
        ),
        pytest.param(
            ["DELETE FROM game_entry WHERE game_id = 1 AND seq = 9"],
            {(9, "lost_tail"), (8, "derived")},
            id="last entry is missing",
        ),
        pytest.param(
            ["UPDATE game SET last_digest = started_digest WHERE id = 1"],
            {(9, "lost_tail")},
            id="stored digest is changed",
        ),
        pytest.param(
            ["UPDATE game_state SET state = replace(state, '\"sum\":-130', '\"sum\":-120') WHERE game_id = 1"],
            {(9, "derived")},
            id="stored state has other points",
        ),
        pytest.param(
            ["UPDATE game_state SET has_open_dispute = (1 = 1) WHERE game_id = 1"],
            {(9, "derived")},
            id="stored state has an open dispute",
        ),
        pytest.param(
            ["UPDATE game_state SET seq = 8 WHERE game_id = 1"],
            {(9, "derived")},
            id="stored state of an earlier entry",
        ),
        pytest.param(
            ["DELETE FROM game_state WHERE game_id = 1"],
            {(9, "derived")},
            id="no stored state",
        ),
        pytest.param(
            ["UPDATE game_entry SET body = '{' WHERE game_id = 1 AND seq = 7"],
            {(7, "altered_body"), (9, "unfit"), (9, "derived")},
            id="body is not JSON",
        ),
        pytest.param(
            ["UPDATE game SET uid = started_key WHERE id = 1"],
            {(1, "misnamed")},
            id="game has another uid",
        ),
    ],
)
def test_tampering_is_found(app: Flask, tampering: list[str], expected: set[tuple[int, str]]) -> None:
    _tamper(app, *tampering)
    assert {(fault.seq, fault.code) for fault in _faults_by_game(app)[1]} == expected


@pytest.mark.usefixtures("table")
@pytest.mark.parametrize("seq", [1, 2, 7, 9])
def test_emptied_entry_without_removal_is_found(app: Flask, seq: int) -> None:
    _tamper(app, f"UPDATE game_entry SET author = NULL, body = NULL WHERE game_id = 1 AND seq = {seq}")  # noqa: S608
    assert JournalFault(seq, "blanked") in _faults_by_game(app)[1]


def test_game_with_blanked_names_stays_playable(app: Flask, table: Table) -> None:
    _tamper(
        app,
        "UPDATE game_entry SET author = NULL, body = NULL WHERE game_id = 1 AND seq = 2",
        "UPDATE game_entry SET author = NULL, body = NULL WHERE game_id = 1 AND seq = 3",
    )
    state = table.record_entry({"take_back": 9})["state"]
    assert state["players"] == [None, None, "Carine", "Dani"]
    assert state["result"]["totals"] == {"A": 40, "B": -50, "C": 125, "D": 60}
    assert table.journal()[1]["body"] is None
    file = table.client.get(table.path()).json
    assert file["players"] == ["A", "B", "Carine", "Dani"]
    # No club entry records that these names were removed.
    assert [fault.code for fault in _faults_by_game(app)[1]] == ["blanked", "blanked"]
