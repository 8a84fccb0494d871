"""The fixtures that other tests use."""

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
import sqlalchemy
from flask import Flask

from tests.support.databases import both_databases
from tests.support.server.server import LiveServer
from tests.support.tables import start_game
from trexscore.db.models import Game, db

if TYPE_CHECKING:
    from tests.support.browser.browser import Phones


@both_databases
@pytest.mark.parametrize("_time", range(2))
def test_each_test_gets_empty_database(database_url: str, _time: int) -> None:
    engine = sqlalchemy.create_engine(database_url)
    try:
        with engine.begin() as connection:
            assert sqlalchemy.inspect(connection).get_table_names() == []
            connection.execute(sqlalchemy.text("CREATE TABLE kept (id INTEGER)"))
    finally:
        engine.dispose()


@both_databases
@pytest.mark.parametrize("_time", range(2))
def test_each_test_gets_new_app(app: Flask, _time: int) -> None:
    assert app.testing
    app.testing = False
    start_game(app.test_client())
    with app.app_context():
        assert [game.id for game in db.session.query(Game)] == [1]


def test_killed_server_restarts_with_same_data(live_server: LiveServer) -> None:
    files_before = sorted(path.name for path in live_server.data_folder.iterdir())
    live_server.kill()
    assert not live_server.answers()
    live_server.start()
    assert live_server.answers()
    assert set(files_before) <= {path.name for path in live_server.data_folder.iterdir()}


def test_seed_gives_same_game_in_every_process() -> None:
    program = (
        "import json; from tests.support.whole_games import whole_game; print(json.dumps(whole_game('standard', 5)))"
    )
    games = {
        subprocess.run(
            [sys.executable, "-c", program], env=os.environ | {"PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(games) == 1


@pytest.mark.browser
def test_browser_is_phone(phones: "Phones") -> None:
    page = phones.page(locale="ar", color_scheme="dark")
    page.goto("data:text/html,<meta name=viewport content=width=device-width>")
    assert page.evaluate("[innerWidth, innerHeight, navigator.language]") == [390, 844, "ar"]
    assert page.evaluate("matchMedia('(pointer: coarse) and (prefers-color-scheme: dark)').matches")
