"""The order of checks: 404, 405, 403, 429, 413, 415, 400, envelope, key, `after`, rules."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest
from flask import Flask

from tests.support.tables import DIAMONDS, NEW_GAME, Client, Table, envelope, error_codes, start_game
from trexscore.app import create_app
from trexscore.config import Settings
from trexscore.db.models import db

_LONG_BODY = b" " * (256 * 1024) + b"{"


@pytest.fixture
def app(own_app: Flask) -> Flask:
    """Another app opens the same database."""
    return own_app


@contextmanager
def _limited_client(settings: Settings) -> Iterator[Client]:
    """The same installation with a limit of one write per minute."""
    app = create_app(replace(settings, writes_per_minute=1, unknown_tokens_per_minute=1))
    app.testing = True
    yield app.test_client()
    with app.app_context():
        db.engine.dispose()


def _post(client: Client, path: str, body: bytes, content_type: str = "application/json") -> tuple[int, str]:
    response = client.post(path, data=body, content_type=content_type)
    return response.status_code, response.json.get("code", "")


def test_body_checks_length_then_type_then_json(client: Client) -> None:
    table = start_game(client)
    for path in (table.path("/entries"), "/api/games"):
        assert _post(client, path, _LONG_BODY, "text/plain") == (413, "too_large")
        assert _post(client, path, b"{", "text/plain") == (415, "not_application_json")
        assert _post(client, path, b"{") == (400, "not_json")


def test_permission_is_checked_before_body(client: Client) -> None:
    table = start_game(client)
    assert _post(client, table.path("/entries", table.read), _LONG_BODY) == (403, "read_only")


def test_rate_limit_is_checked_before_body(app: Flask, settings: Settings) -> None:
    table = start_game(app.test_client())
    with _limited_client(settings) as client:
        limited = Table(client, table.own, table.write, table.read)
        assert limited.post_entry(envelope({})).status_code == 422
        response = client.post(table.path("/entries"), data=_LONG_BODY)
        assert (response.status_code, response.json["code"]) == (429, "too_many_requests")
        assert 1 <= int(response.headers["Retry-After"]) <= 60
        assert _post(client, table.path("/entries", table.read), _LONG_BODY) == (403, "read_only")
        assert client.get(table.path("/entries")).status_code == 405
        assert limited.post_entry(envelope(DIAMONDS), table.write).status_code == 201  # each token for itself


def test_unknown_tokens_are_limited_and_known_not(app: Flask, settings: Settings) -> None:
    table = start_game(app.test_client())
    with _limited_client(settings) as client:
        assert [client.get("/api/games/unknown/state").status_code for _ in range(3)] == [404, 429, 429]
        assert {client.get(table.path("/state")).status_code for _ in range(20)} == {200}


def test_envelope_key_after_rules_order(client: Client) -> None:
    table = start_game(client)
    first = envelope(DIAMONDS)
    table.post_entry(first)
    bad_envelope = first | {"after": "1", "entry": {}}
    assert table.post_entry(bad_envelope).json["errors"][0]["at"] == "after"
    assert error_codes(table.post_entry(first | {"after": 1, "entry": {}})) == ["key_reused"]
    assert table.post_entry(envelope({}, 1)).status_code == 409
    assert table.post_entry(envelope({}, 6)).status_code == 422


@pytest.mark.parametrize("language", ["ar", "ar-LB,en;q=0.5", "fr-CA", "de", "xx", "", "*", ";;;"])
def test_codes_are_same_in_every_language(client: Client, language: str) -> None:
    response = client.post("/api/games", json=NEW_GAME | {"deals": 1}, headers={"Accept-Language": language})
    assert error_codes(response) == ["wrong_type"]
    assert response.json["errors"][0]["message"]
