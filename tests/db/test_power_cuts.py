"""After a power cut between any two statements, an entry is either saved completely or not at all."""

import itertools
import os
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import event

from tests.support.databases import both_databases
from tests.support.tables import COLLECTIONS, DIAMONDS, NEW_GAME, Json, envelope, start_game
from trexscore.commands.verify_games import verify_games
from trexscore.db.models import Game, db

pytestmark = both_databases

_CUT_STATUS, _OTHER_STATUS = 9, 1


@pytest.fixture
def app(own_app: Flask) -> Flask:
    """An app of this test only, because a killed process leaves data behind."""
    return own_app


def _send_and_cut(app: Flask, path: str, body: Json, moment: int) -> int:
    """Send a request in a forked process that dies at this statement. Returns its exit status."""
    with app.app_context():
        db.engine.dispose()  # a forked process must not share connections
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    try:
        counter = itertools.count(1)

        def die_at_moment(*_: object) -> None:
            if next(counter) == moment:
                os._exit(_CUT_STATUS)

        with app.app_context():
            for name in ("before_cursor_execute", "after_cursor_execute", "commit"):
                event.listen(db.engine, name, die_at_moment)
        status = app.test_client().post(path, json=body).status_code
        os._exit(0 if status == 201 else _OTHER_STATUS)
    finally:
        os._exit(_OTHER_STATUS)


@pytest.mark.slow
@pytest.mark.parametrize("request_kind", ["start", "entry"])
def test_power_cut_leaves_all_or_nothing(app: Flask, request_kind: str) -> None:
    table = start_game(app.test_client())
    statuses = []
    for moment in range(1, 60):
        seq = table.state()["seq"]
        deal = DIAMONDS if seq == 5 else COLLECTIONS
        path, body = (
            ("/api/games", NEW_GAME) if request_kind == "start" else (table.path("/entries"), envelope(deal, seq))
        )
        status = _send_and_cut(app, path, body, moment)
        statuses.append(status)
        _assert_valid(app)
        if status == 0:
            break
        assert status == _CUT_STATUS
        assert table.state()["seq"] == seq
    assert statuses[-1] == 0
    assert len(statuses) > 5


def _assert_valid(app: Flask) -> None:
    with app.app_context():
        assert all(not breaks for _, breaks in verify_games())
        for game in db.session.query(Game).all():
            assert game.last_seq >= 5
        db.session.rollback()


def test_failed_statement_rolls_back_entry(app: Flask, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An exception between two statements has the same effect as a power cut."""
    assert tmp_path.exists()
    table = start_game(app.test_client())

    def fail(*_: object) -> str:
        raise RuntimeError("on purpose")

    monkeypatch.setattr("trexscore.db.game_states.store_state", fail)
    with pytest.raises(RuntimeError, match="on purpose"):
        table.post_entry(envelope(DIAMONDS))
    monkeypatch.undo()
    assert table.state()["seq"] == 5
    _assert_valid(app)
    assert table.record_entry(DIAMONDS)["seq"] == 6
