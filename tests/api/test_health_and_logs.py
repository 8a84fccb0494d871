"""Health of the server, and logs without tokens."""

import logging

import pytest
from flask import Flask

from tests.support.databases import both_databases
from tests.support.tables import DIAMONDS, envelope, start_game
from trexscore.db.models import db


@pytest.fixture
def app(own_app: Flask) -> Flask:
    """These tests drop the tables."""
    return own_app


@both_databases
def test_healthy_server_answers_ok(app: Flask) -> None:
    response = app.test_client().get("/healthz")
    assert (response.status_code, response.text) == (200, "ok")


def _drop_tables(app: Flask) -> None:
    with app.app_context(), db.engine.begin() as connection:
        db.metadata.drop_all(connection)


@both_databases
def test_server_without_tables_is_unhealthy(app: Flask) -> None:
    _drop_tables(app)
    assert app.test_client().get("/healthz").status_code == 503


@both_databases
def test_database_failure_is_logged_without_token(app: Flask, caplog: pytest.LogCaptureFixture) -> None:
    table = start_game(app.test_client())
    app.config["PROPAGATE_EXCEPTIONS"] = False
    _drop_tables(app)
    with caplog.at_level(logging.DEBUG):
        response = table.client.get(table.path("/state"))
    assert (response.status_code, response.json["code"]) == (503, "unavailable")
    assert "Retry-After" in response.headers
    assert caplog.text
    assert table.own not in caplog.text


def test_program_error_is_logged_without_token(
    app: Flask, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = start_game(app.test_client())
    app.config["PROPAGATE_EXCEPTIONS"] = app.testing = False
    monkeypatch.setattr("trexscore.db.game_states.store_state", lambda *_: 1 / 0)
    with caplog.at_level(logging.DEBUG):
        response = table.post_entry(envelope(DIAMONDS))
    assert (response.status_code, response.json["code"]) == (500, "internal_error")
    assert "ZeroDivisionError" in caplog.text
    assert table.own not in caplog.text
