"""The recent games of a device, opening a game by its link, importing a file, and replacing links."""

import json
from io import BytesIO

import pytest
from flask import Flask

from tests.support.in_turn import in_turn
from tests.support.pages import NAMES, RIGHTS, Answer, Game, Phone, games_listed, preset, start
from tests.support.tables import KING


def test_opened_game_is_remembered_in_protected_cookie(phone: Phone, game: Game) -> None:
    answer = phone.get(game.path())
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert phone.cookie("games") == game.write


def test_latest_game_is_listed_first(site: Flask, phone: Phone) -> None:
    games = [start(site) for _ in range(3)]
    for one in (*games, games[0]):
        phone.get(one.path())
    order = [games[0].write, games[2].write, games[1].write]
    assert games_listed(phone.get("/games")) == order
    assert games_listed(phone.get("/")) == order


def test_game_with_two_links_is_listed_once(phone: Phone, game: Game) -> None:
    for right in ("read", "write"):
        phone.get(game.path("", right))
    assert games_listed(phone.get("/games")) == [game.write]


def test_cancelled_link_disappears_from_list(site: Flask, phone: Phone, game: Game) -> None:
    phone.get(game.path("", "read"))
    owner = Phone(site)
    owner.send(owner.get(game.path("/links/replacement", "own")), "/links")
    assert games_listed(phone.get("/games")) == []
    assert phone.get("/").status == 200


@pytest.mark.parametrize("cookie", ["..", "x.y.z", "A" * 22, ".".join(["A" * 22] * 100), "é", "'", "a;b"])
def test_forged_list_of_games_is_empty(phone: Phone, cookie: str) -> None:
    phone.client.set_cookie("games", cookie)
    for path in ("/", "/games"):
        page = phone.get(path)
        assert page.status == 200
        assert games_listed(page) == []


def test_list_of_games_is_limited(phone: Phone, game: Game) -> None:
    phone.client.set_cookie("games", ".".join(f"{n:022}" for n in range(100)))
    phone.get(game.path())
    kept = phone.cookie("games")
    assert kept is not None
    assert kept.split(".")[0] == game.write
    assert len(kept) < 4000


@pytest.mark.parametrize("right", RIGHTS)
@pytest.mark.parametrize(
    "said",
    [
        "{token}",
        "  {token}\n",
        "http://localhost/g/{token}",
        "https://trex.example/g/{token}/sheet?x=1#deal-6",
        "/g/{token}",
        "trex.example:8000/g/{token}/",
    ],
)
def test_game_opens_by_pasted_link(phone: Phone, game: Game, right: str, said: str) -> None:
    page = phone.send(phone.get("/open"), "/open", link=said.format(token=game.token(right)))
    assert page.path == game.path("", right)


@pytest.mark.parametrize(
    ("said", "language"), in_turn(["", "x", "A" * 22, "http://[", "<b>", "javascript:alert(1)", "é" * 5000, "\x00"])
)
def test_invalid_link_is_refused_and_kept(site: Flask, said: str, language: str) -> None:
    phone = Phone(site, language)
    answer = phone.send(phone.get("/open"), "/open", link=said)
    assert answer.status == 422
    assert len(answer.in_place) == 1
    assert str(answer.fields("/open")["link"]).strip("\ufffd\x00") == said.strip("\x00")
    assert not answer.page.faults


def test_exported_file_restores_the_game(site: Flask, phone: Phone) -> None:
    game = start(site, KING, players=["<b>", "أمل", "👑", "D"], **preset("denexa", queen_points=30))
    kept = phone.get(game.path("/game.json", "read"))
    assert kept.headers["Content-Type"] == "application/json"
    assert kept.headers["Content-Disposition"] == 'attachment; filename="trex-game.json"'
    assert json.loads(kept.text) == game.file()
    brought = import_file(phone, kept.text.encode())
    assert brought.path not in {game.path("", right) for right in RIGHTS}
    assert json.loads(phone.get(f"{brought.path}/game.json").text) == game.file()


def import_file(phone: Phone, text: bytes | None) -> Answer:
    files = None if text is None else {"file": (BytesIO(text), "game.json")}
    return phone.post("/games/file", phone.get("/games/file").fields("/games/file"), files=files)


FILE = {"format": "trexscore-game/1", "players": list(NAMES), "deals": []}
NO_GAMES = {
    "no file": None,
    "an empty file": b"",
    "no JSON": b"{",
    "no text": b"\xff\xfe\x00",
    "a list": b"[]",
    "nested too deeply": b"[" * 900 + b"]" * 900,
    "nested so deeply that nothing can hold it": b"[" * 100_000 + b"]" * 100_000,
    "another format": json.dumps({**FILE, "format": "x"}).encode(),
    "three players": json.dumps({**FILE, "players": list(NAMES[:3])}).encode(),
    "a deal that cannot be": json.dumps({**FILE, "deals": [{**KING, "contracts": ["queens"]}]}).encode(),
    "a deal that is none": json.dumps({**FILE, "deals": [None, 4, "x", []]}).encode(),
}


@pytest.mark.parametrize(("what", "language"), in_turn(NO_GAMES))
def test_invalid_game_file_is_refused(site: Flask, what: str, language: str) -> None:
    answer = import_file(Phone(site, language), NO_GAMES[what])
    assert answer.status == 422
    assert answer.in_place
    assert not answer.page.faults
    assert answer.root.one("input", type="file").attrs["aria-describedby"] == "file-problem"


@pytest.mark.parametrize(("kind", "link"), [("read", "view-only"), ("write", "scorer")])
def test_replaced_link_works_instead_of_old(phone: Phone, game: Game, kind: str, link: str) -> None:
    page = phone.get(game.path(f"/links/replacement?link={link}", "own"))
    after = phone.send(page, "/links")
    assert phone.get(game.path("", kind)).status == 404
    assert phone.get(game.path("", "own")).status == 200
    (address,) = [node.attrs["value"] for node in after.root.find("input", type="text")]
    assert game.token(kind) not in address
    assert Phone(game.site).get(address.removeprefix("http://localhost")).status == 200


@pytest.mark.parametrize("kind", ["", "seat", "everything"])
def test_unknown_kind_of_link_is_not_replaced(phone: Phone, game: Game, kind: str) -> None:
    token = phone.token
    assert phone.post(game.path("/links", "own"), {"csrf_token": token, "kind": kind}).status == 400
    assert [phone.get(game.path("", right)).status for right in RIGHTS] == [200, 200, 200]
