"""The start key returns a game's links to its creator, and no link reveals the key."""

import re
import uuid
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select

from tests.support.pages import NAMES, READ_PAGES, RIGHTS, SEATS, WRITE_PAGES, Game, Phone
from tests.support.tables import DIAMONDS, NEW_GAME, Client
from trexscore.db.game_links import read_token_scope, read_tokens_by_permission
from trexscore.db.models import Game as StoredGame
from trexscore.db.models import db

READ_BY_PROGRAMS = ("", "/state", "/history")
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def _with_program(site: Flask) -> tuple[str, Game, dict[str, Any]]:
    key, file = str(uuid.uuid4()), NEW_GAME | {"house_rules": {"preset": "standard", "options": {}}}
    client: Client = site.test_client()
    said = client.post("/api/games", json=file, headers={"Idempotency-Key": key}).json
    return key, _game_of_token(site, said["own"]), file


def _with_form(site: Flask) -> tuple[str, Game, dict[str, Any]]:
    phone = Phone(site)
    page = phone.get("/games/new")
    names = {f"name_{seat}": name for seat, name in zip(SEATS, NAMES, strict=True)}
    table = phone.send(page, "/games", crown="A", preset="denexa", **names)
    game = _game_of_token(site, table.path.split("/")[2])
    return str(page.fields("/games")["key"]), game, game.file()


def _by_rematch(site: Flask) -> tuple[str, Game, dict[str, Any]]:
    _key, before, _file = _with_program(site)
    phone = Phone(site)
    table = phone.post(before.path("/rematch", "own"), {"csrf_token": phone.token})
    game = _game_of_token(site, table.path.split("/")[2])
    with site.app_context():
        key = db.session.execute(select(StoredGame.started_key).where(StoredGame.id == game.game_id)).scalar_one()
    return key, game, game.file()


STARTS = {"a program": _with_program, "the form": _with_form, "playing again": _by_rematch}


def _game_of_token(site: Flask, own: str) -> Game:
    with site.app_context():
        scope = read_token_scope(own)
        assert scope is not None
        links = read_tokens_by_permission(db.session(), scope.game_id)
    assert links["own"] == own
    return Game(site, scope.game_id, links["own"], links["write"], links["read"])


def _shown_to(site: Flask, game: Game, right: str) -> str:
    """Everything that a holder of this link can fetch."""
    phone = Phone(site)
    pages = [game.path(rest, right) for rest in (*READ_PAGES, *WRITE_PAGES, "/history", "/journal.json", "/game.json")]
    programs = [f"/api/games/{game.token(right)}{rest}" for rest in READ_BY_PROGRAMS]
    return "\n".join(phone.get(path).text for path in (*pages, *programs)).lower()


def _tokens_from(answer: Any) -> set[str]:  # noqa: ANN401 - Werkzeug's answer
    return {answer.json[may] for may in RIGHTS} if answer.status_code in (200, 201) else set()


@pytest.mark.parametrize("started", STARTS)
@pytest.mark.parametrize("right", RIGHTS)
def test_no_link_shows_start_key(site: Flask, started: str, right: str) -> None:
    key, game, _file = STARTS[started](site)
    shown = _shown_to(site, game, right)
    assert shown.count(str(_first_key(site, game))) > 0
    assert key not in shown


@pytest.mark.parametrize("started", STARTS)
@pytest.mark.parametrize("right", ["write", "read"])
def test_visible_keys_give_no_owner_link(site: Flask, started: str, right: str) -> None:
    """The game's own file is sent again under every visible key, by the API and by the form."""
    _key, game, file = STARTS[started](site)
    shown = set(_UUID.findall(_shown_to(site, game, right)))
    assert len(shown) >= 5
    mine = {game.own, game.write, game.read}
    client, phone = site.test_client(), Phone(site)
    home = phone.get("/games/new")
    names = {f"name_{seat}": name for seat, name in zip(SEATS, NAMES, strict=True)}
    for key in shown:
        sent = client.post("/api/games", json=file, headers={"Idempotency-Key": key})
        assert not _tokens_from(sent) & mine
        preset = file["house_rules"]["preset"]
        table = phone.send(home, "/games", key=key, crown="A", preset=preset, **names)
        assert table.path.split("/")[2] not in mine
    assert Phone(site).post(game.path("/rematch", "read"), dict(home.fields("/games"))).status in (400, 403)


def test_start_key_returns_links_again(site: Flask) -> None:
    key, game, file = _with_program(site)
    again = site.test_client().post("/api/games", json=file, headers={"Idempotency-Key": key})
    assert again.status_code == 200
    assert _tokens_from(again) == {game.own, game.write, game.read}
    sent = site.test_client().post("/api/games", json=file | {"deals": [DIAMONDS]}, headers={"Idempotency-Key": key})
    assert (sent.status_code, _tokens_from(sent)) == (422, set())


def test_other_start_key_starts_other_game(site: Flask) -> None:
    _key, game, file = _with_program(site)
    client = site.test_client()
    assert client.get(f"/api/games/{'A' * 22}/journal").status_code == 404
    sent = client.post("/api/games", json=file, headers={"Idempotency-Key": str(uuid.uuid4())})
    assert sent.status_code == 201
    assert not _tokens_from(sent) & {game.own, game.write, game.read}


@pytest.mark.parametrize("site", ["sqlite", "postgresql"], indirect=True)
def test_game_uid_is_key_of_first_entry(site: Flask) -> None:
    key, game, _file = _with_program(site)
    with site.app_context():
        kept = db.session.execute(
            select(StoredGame.uid, StoredGame.started_key).where(StoredGame.id == game.game_id)
        ).one()
    assert kept.uid == _first_key(site, game)
    assert kept.started_key == key


def _first_key(site: Flask, game: Game) -> str:
    client: Client = site.test_client()
    journal = client.get(f"/api/games/{game.read}/journal").json
    return str(journal["entries"][0]["key"])
