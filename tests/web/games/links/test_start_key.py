"""The start key returns a game's links to its creator, and no link reveals the key."""

import re
import uuid
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select

from tests.support.pages import NAMES, PERMISSIONS, READ_PAGES, SEATS, WRITE_PAGES, Game, Phone
from tests.support.tables import DIAMONDS, NEW_GAME, Client
from trexscore.db.game_links import read_token_scope, read_tokens_by_permission
from trexscore.db.models import Game as StoredGame
from trexscore.db.models import db

API_PATHS = ("", "/state", "/history")
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def _start_by_api(site: Flask) -> tuple[str, Game, dict[str, Any]]:
    key, file = str(uuid.uuid4()), NEW_GAME | {"house_rules": {"preset": "standard", "options": {}}}
    client: Client = site.test_client()
    tokens = client.post("/api/games", json=file, headers={"Idempotency-Key": key}).json
    return key, _game_of_token(site, tokens["own"]), file


def _start_by_form(site: Flask) -> tuple[str, Game, dict[str, Any]]:
    phone = Phone(site)
    page = phone.get("/games/new")
    names = {f"name_{seat}": name for seat, name in zip(SEATS, NAMES, strict=True)}
    table = phone.send(page, "/games", crown="A", preset="denexa", **names)
    game = _game_of_token(site, table.path.split("/")[2])
    return str(page.fields("/games")["key"]), game, game.file()


def _start_by_rematch(site: Flask) -> tuple[str, Game, dict[str, Any]]:
    _key, first_game, _file = _start_by_api(site)
    phone = Phone(site)
    table = phone.post(first_game.path("/rematch", "own"), {"csrf_token": phone.token})
    game = _game_of_token(site, table.path.split("/")[2])
    with site.app_context():
        key = db.session.execute(select(StoredGame.started_key).where(StoredGame.id == game.game_id)).scalar_one()
    return key, game, game.file()


STARTS = {"a program": _start_by_api, "the form": _start_by_form, "playing again": _start_by_rematch}


def _game_of_token(site: Flask, owner_token: str) -> Game:
    with site.app_context():
        scope = read_token_scope(owner_token)
        assert scope is not None
        links = read_tokens_by_permission(db.session(), scope.game_id)
    assert links["own"] == owner_token
    return Game(site, scope.game_id, links["own"], links["write"], links["read"])


def _visible_text(site: Flask, game: Game, permission: str) -> str:
    """Everything that a holder of this link can fetch."""
    phone = Phone(site)
    pages = [game.path(suffix, permission) for suffix in (*READ_PAGES, *WRITE_PAGES, "/journal.json", "/game.json")]
    api_paths = [f"/api/games/{game.token(permission)}{suffix}" for suffix in API_PATHS]
    return "\n".join(phone.get(path).text for path in (*pages, *api_paths)).lower()


def _tokens_from(response: Any) -> set[str]:  # noqa: ANN401 - Werkzeug's response
    return {response.json[permission] for permission in PERMISSIONS} if response.status_code in (200, 201) else set()


@pytest.mark.parametrize("method", STARTS)
@pytest.mark.parametrize("permission", PERMISSIONS)
def test_no_link_shows_start_key(site: Flask, method: str, permission: str) -> None:
    key, game, _file = STARTS[method](site)
    text = _visible_text(site, game, permission)
    assert text.count(str(_first_key(site, game))) > 0
    assert key not in text


@pytest.mark.parametrize("method", STARTS)
@pytest.mark.parametrize("permission", ["write", "read"])
def test_visible_keys_give_no_owner_link(site: Flask, method: str, permission: str) -> None:
    """The game file is sent with every visible key, by the API and by the form."""
    _key, game, file = STARTS[method](site)
    visible_keys = set(_UUID.findall(_visible_text(site, game, permission)))
    assert len(visible_keys) >= 5
    tokens = {game.own, game.write, game.read}
    client, phone = site.test_client(), Phone(site)
    form = phone.get("/games/new")
    names = {f"name_{seat}": name for seat, name in zip(SEATS, NAMES, strict=True)}
    for key in visible_keys:
        response = client.post("/api/games", json=file, headers={"Idempotency-Key": key})
        assert not _tokens_from(response) & tokens
        preset = file["house_rules"]["preset"]
        table = phone.send(form, "/games", key=key, crown="A", preset=preset, **names)
        assert table.path.split("/")[2] not in tokens
    assert Phone(site).post(game.path("/rematch", "read"), dict(form.fields("/games"))).status in (400, 403)


def test_start_key_returns_links_again(site: Flask) -> None:
    key, game, file = _start_by_api(site)
    repeated = site.test_client().post("/api/games", json=file, headers={"Idempotency-Key": key})
    assert repeated.status_code == 200
    assert _tokens_from(repeated) == {game.own, game.write, game.read}
    conflicting = site.test_client().post(
        "/api/games", json=file | {"deals": [DIAMONDS]}, headers={"Idempotency-Key": key}
    )
    assert (conflicting.status_code, _tokens_from(conflicting)) == (422, set())


def test_other_start_key_starts_other_game(site: Flask) -> None:
    _key, game, file = _start_by_api(site)
    client = site.test_client()
    assert client.get(f"/api/games/{'A' * 22}/journal").status_code == 404
    response = client.post("/api/games", json=file, headers={"Idempotency-Key": str(uuid.uuid4())})
    assert response.status_code == 201
    assert not _tokens_from(response) & {game.own, game.write, game.read}


@pytest.mark.parametrize("site", ["sqlite", "postgresql"], indirect=True)
def test_game_uid_is_key_of_first_entry(site: Flask) -> None:
    key, game, _file = _start_by_api(site)
    with site.app_context():
        row = db.session.execute(
            select(StoredGame.uid, StoredGame.started_key).where(StoredGame.id == game.game_id)
        ).one()
    assert row.uid == _first_key(site, game)
    assert row.started_key == key


def _first_key(site: Flask, game: Game) -> str:
    client: Client = site.test_client()
    journal = client.get(f"/api/games/{game.read}/journal").json
    return str(journal["entries"][0]["key"])
