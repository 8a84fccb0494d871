"""The plug is pulled between any two statements: afterwards the whole entry is there, or nothing of it."""

import json
import subprocess
import sys
import uuid
from pathlib import Path

import pytest
from flask import Flask

from tests.support.server import clean_environment
from tests.support.tables import COLLECTIONS, DIAMONDS, NEW_GAME, envelope, start
from trexscore.actions.verify import verify_all
from trexscore.config import Settings
from trexscore.storage.models import Game, db

_ENDED = 9
_CUT = """
import json, os, sys
from sqlalchemy import event
from trexscore.app import create_app
from trexscore.storage.models import db

path, body, key, moment = sys.argv[1], json.loads(sys.argv[2]), sys.argv[3], int(sys.argv[4])
app = create_app()
passed = 0

def boundary(*_):
    global passed
    passed += 1
    if passed == moment:
        os._exit(9)

with app.app_context():
    event.listen(db.engine, "before_cursor_execute", boundary)
    event.listen(db.engine, "after_cursor_execute", boundary)
    event.listen(db.engine, "commit", boundary)
answer = app.test_client().post(path, json=body, headers={"Idempotency-Key": key})
print(answer.status_code)
"""


def _cut(settings: Settings, path: str, body: str, moment: int) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", _CUT, path, body, str(uuid.uuid4()), str(moment)],
        env=clean_environment() | settings.environment(),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.slow
@pytest.mark.parametrize("what", ["start", "entry"])
def test_a_power_cut_at_any_moment_leaves_all_or_nothing(app: Flask, settings: Settings, what: str) -> None:
    table = start(app.test_client())
    with app.app_context():
        db.engine.dispose()
    outcomes = []
    for moment in range(1, 60):
        seq = table.state()["seq"]
        deal = DIAMONDS if seq == 5 else COLLECTIONS
        path, body = ("/api/games", NEW_GAME) if what == "start" else (table.path("/entries"), envelope(deal, seq))
        done = _cut(settings, path, json.dumps(body), moment)
        outcomes.append(done.returncode)
        _whole(app)
        if done.returncode == 0:
            assert done.stdout.strip() == "201"
            break
        assert done.returncode == _ENDED, done.stderr
        assert table.state()["seq"] == seq
    assert outcomes[-1] == 0
    assert len(outcomes) > 5


def _whole(app: Flask) -> None:
    with app.app_context():
        assert all(not breaks for _, breaks in verify_all())
        for game in db.session.query(Game).all():
            assert game.last_seq >= 5
        db.session.rollback()


def test_a_statement_that_fails_takes_the_whole_entry_with_it(
    app: Flask, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A fault of the program between two statements is no different from one of the machine."""
    assert tmp_path.exists()
    table = start(app.test_client())

    def fails(*_: object) -> str:
        raise RuntimeError("on purpose")

    monkeypatch.setattr("trexscore.storage.boards.replace", fails)
    with pytest.raises(RuntimeError, match="on purpose"):
        table.send(envelope(DIAMONDS))
    monkeypatch.undo()
    assert table.state()["seq"] == 5
    _whole(app)
    assert table.enter(DIAMONDS)["seq"] == 6
