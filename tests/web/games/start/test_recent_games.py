"""The recent games of a device, opening a game by its link, importing a file, and replacing links."""

import json
from io import BytesIO

import pytest
from flask import Flask

from tests.support.in_turn import in_turn
from tests.support.pages import NAMES, PERMISSIONS, Game, Phone, Response, listed_game_tokens, preset, start
from tests.support.tables import KING


def test_opened_game_is_remembered_in_protected_cookie(phone: Phone, game: Game) -> None:
    response = phone.get(game.path())
    cookie = response.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert phone.cookie("games") == game.write


def test_latest_game_is_listed_first(site: Flask, phone: Phone) -> None:
    games = [start(site) for _ in range(3)]
    for game in (*games, games[0]):
        phone.get(game.path())
    order = [games[0].write, games[2].write, games[1].write]
    assert listed_game_tokens(phone.get("/games")) == order
    assert listed_game_tokens(phone.get("/")) == order


def test_game_with_two_links_is_listed_once(phone: Phone, game: Game) -> None:
    for permission in ("read", "write"):
        phone.get(game.path("", permission))
    assert listed_game_tokens(phone.get("/games")) == [game.write]


def test_cancelled_link_disappears_from_list(site: Flask, phone: Phone, game: Game) -> None:
    phone.get(game.path("", "read"))
    owner = Phone(site)
    owner.send(owner.get(game.path("/links/replacement", "own")), "/links")
    assert listed_game_tokens(phone.get("/games")) == []
    assert phone.get("/").status == 200


@pytest.mark.parametrize("cookie", ["..", "x.y.z", "A" * 22, ".".join(["A" * 22] * 100), "é", "'", "a;b"])
def test_forged_list_of_games_is_empty(phone: Phone, cookie: str) -> None:
    phone.client.set_cookie("games", cookie)
    for path in ("/", "/games"):
        page = phone.get(path)
        assert page.status == 200
        assert listed_game_tokens(page) == []


def test_list_of_games_is_limited(phone: Phone, game: Game) -> None:
    phone.client.set_cookie("games", ".".join(f"{n:022}" for n in range(100)))
    phone.get(game.path())
    cookie = phone.cookie("games")
    assert cookie is not None
    assert cookie.split(".")[0] == game.write
    assert len(cookie) < 4000


@pytest.mark.parametrize("permission", PERMISSIONS)
@pytest.mark.parametrize(
    "pasted",
    [
        "{token}",
        "  {token}\n",
        "http://localhost/g/{token}",
        "https://trex.example/g/{token}/sheet?x=1#deal-6",
        "/g/{token}",
        "trex.example:8000/g/{token}/",
    ],
)
def test_game_opens_by_pasted_link(phone: Phone, game: Game, permission: str, pasted: str) -> None:
    page = phone.send(phone.get("/open"), "/open", link=pasted.format(token=game.token(permission)))
    assert page.path == game.path("", permission)


@pytest.mark.parametrize(
    ("link", "language"), in_turn(["", "x", "A" * 22, "http://[", "<b>", "javascript:alert(1)", "é" * 5000, "\x00"])
)
def test_invalid_link_is_refused_and_kept(site: Flask, link: str, language: str) -> None:
    phone = Phone(site, language)
    response = phone.send(phone.get("/open"), "/open", link=link)
    assert response.status == 422
    assert len(response.field_errors) == 1
    assert str(response.fields("/open")["link"]).strip("\ufffd\x00") == link.strip("\x00")
    assert not response.page.faults


def test_exported_file_restores_the_game(site: Flask, phone: Phone) -> None:
    game = start(site, KING, players=["<b>", "أمل", "👑", "D"], **preset("denexa", queen_points=30))
    exported = phone.get(game.path("/game.json", "read"))
    assert exported.headers["Content-Type"] == "application/json"
    assert exported.headers["Content-Disposition"] == 'attachment; filename="trex-game.json"'
    assert json.loads(exported.text) == game.file()
    imported = import_file(phone, exported.text.encode())
    assert imported.path not in {game.path("", permission) for permission in PERMISSIONS}
    assert json.loads(phone.get(f"{imported.path}/game.json").text) == game.file()


def import_file(phone: Phone, text: bytes | None) -> Response:
    files = None if text is None else {"file": (BytesIO(text), "game.json")}
    return phone.post("/games/file", phone.get("/games/file").fields("/games/file"), files=files)


def test_import_of_history_names_its_format_alone(site: Flask, phone: Phone) -> None:
    history = phone.get(start(site, KING).path("/journal.json"))
    refused = import_file(phone, history.text.encode())
    assert refused.field_errors == [
        "Can’t read this file: its format is “trexscore-journal/1”. Choose a game file, exported from a game."
    ]


OTHER_FILES = {
    b"": "empty",
    b" \r\n": "empty",
    b"{": "not valid JSON",
    b"PK\x03\x04": "zip file",
    b"\x1f\x8b\x08": "“Import a club”",
    b'{"format":"trexscore-club-file/1","club":{}}\n{}\n': "“Import a club”",
    b"king,contract,A,B,C,D\nA,trex,200,150,100,50\n": "“Paper score sheet”",
    "\ufeffملك;عقد;أ;ب;ج;د\n".encode(): "“Paper score sheet”",
}


@pytest.mark.parametrize("content", OTHER_FILES)
def test_import_says_where_other_file_belongs(phone: Phone, content: bytes) -> None:
    (problem,) = import_file(phone, content).field_errors
    assert OTHER_FILES[content] in problem


EMPTY_GAME_FILE = {"format": "trexscore-game/1", "players": list(NAMES), "deals": []}
INVALID_FILES = {
    "file missing": None,
    "empty file": b"",
    "invalid JSON": b"{",
    "not UTF-8": b"\xff\xfe\x00",
    "list instead of object": b"[]",
    "nested too deeply": b"[" * 900 + b"]" * 900,
    "nested far too deeply": b"[" * 100_000 + b"]" * 100_000,
    "unknown format": json.dumps({**EMPTY_GAME_FILE, "format": "x"}).encode(),
    "three players": json.dumps({**EMPTY_GAME_FILE, "players": list(NAMES[:3])}).encode(),
    "impossible deal": json.dumps({**EMPTY_GAME_FILE, "deals": [{**KING, "contracts": ["queens"]}]}).encode(),
    "deals of wrong types": json.dumps({**EMPTY_GAME_FILE, "deals": [None, 4, "x", []]}).encode(),
}


@pytest.mark.parametrize(("fault", "language"), in_turn(INVALID_FILES))
def test_invalid_game_file_is_refused(site: Flask, fault: str, language: str) -> None:
    response = import_file(Phone(site, language), INVALID_FILES[fault])
    assert response.status == 422
    assert response.field_errors
    assert not response.page.faults
    assert response.root.find_one("input", type="file").attrs["aria-describedby"] == "file-problem"


@pytest.mark.parametrize(("kind", "link"), [("read", "view-only"), ("write", "scorer")])
def test_replaced_link_works_instead_of_old(phone: Phone, game: Game, kind: str, link: str) -> None:
    page = phone.get(game.path(f"/links/replacement?link={link}", "own"))
    response = phone.send(page, "/links")
    assert phone.get(game.path("", kind)).status == 404
    assert phone.get(game.path("", "own")).status == 200
    (address,) = [node.attrs["value"] for node in response.root.find("input", type="text")]
    assert game.token(kind) not in address
    assert Phone(game.site).get(address.removeprefix("http://localhost")).status == 200


@pytest.mark.parametrize("kind", ["", "seat", "everything"])
def test_unknown_kind_of_link_is_not_replaced(phone: Phone, game: Game, kind: str) -> None:
    token = phone.token
    assert phone.post(game.path("/links", "own"), {"csrf_token": token, "kind": kind}).status == 400
    assert [phone.get(game.path("", permission)).status for permission in PERMISSIONS] == [200, 200, 200]
