"""The games of a device, opening one by its link, bringing one in, and the links themselves."""

import json
from io import BytesIO

import pytest
from flask import Flask

from tests.support.in_turn import in_turn
from tests.support.pages import NAMES, RIGHTS, Answer, Game, Phone, games_listed, preset, start
from tests.support.tables import KING


def test_an_opened_game_is_remembered_where_no_script_can_read(phone: Phone, game: Game) -> None:
    answer = phone.get(game.path())
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert phone.cookie("games") == game.write


def test_the_latest_game_stands_first(site: Flask, phone: Phone) -> None:
    games = [start(site) for _ in range(3)]
    for one in (*games, games[0]):
        phone.get(one.path())
    order = [games[0].write, games[2].write, games[1].write]
    assert games_listed(phone.get("/games")) == order
    assert games_listed(phone.get("/")) == order


def test_a_game_that_was_opened_by_two_links_is_listed_once(phone: Phone, game: Game) -> None:
    for right in ("read", "write"):
        phone.get(game.path("", right))
    assert games_listed(phone.get("/games")) == [game.write]


def test_a_link_that_was_cancelled_vanishes_from_the_list(site: Flask, phone: Phone, game: Game) -> None:
    phone.get(game.path("", "read"))
    owner = Phone(site)
    owner.send(owner.get(game.path("/links/replacement", "own")), "/links")
    assert games_listed(phone.get("/games")) == []
    assert phone.get("/").status == 200


@pytest.mark.parametrize("cookie", ["..", "x.y.z", "A" * 22, ".".join(["A" * 22] * 100), "é", "'", "a;b"])
def test_a_forged_list_of_games_is_an_empty_one(phone: Phone, cookie: str) -> None:
    phone.client.set_cookie("games", cookie)
    for path in ("/", "/games"):
        page = phone.get(path)
        assert page.status == 200
        assert games_listed(page) == []


def test_the_list_does_not_grow_for_ever(phone: Phone, game: Game) -> None:
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
def test_a_game_is_opened_by_whatever_was_copied(phone: Phone, game: Game, right: str, said: str) -> None:
    page = phone.send(phone.get("/open"), "/open", link=said.format(token=game.token(right)))
    assert page.path == game.path("", right)


@pytest.mark.parametrize(
    ("said", "language"), in_turn(["", "x", "A" * 22, "http://[", "<b>", "javascript:alert(1)", "é" * 5000, "\x00"])
)
def test_what_is_no_link_is_said_in_place_and_kept(site: Flask, said: str, language: str) -> None:
    phone = Phone(site, language)
    answer = phone.send(phone.get("/open"), "/open", link=said)
    assert answer.status == 422
    assert len(answer.in_place) == 1
    assert str(answer.fields("/open")["link"]).strip("\ufffd\x00") == said.strip("\x00")
    assert not answer.page.faults


def test_a_kept_file_is_the_game_and_brings_it_back(site: Flask, phone: Phone) -> None:
    game = start(site, KING, players=["<b>", "أمل", "👑", "D"], **preset("denexa", queen_points=30))
    kept = phone.get(game.path("/game.json", "read"))
    assert kept.headers["Content-Type"] == "application/json"
    assert kept.headers["Content-Disposition"] == 'attachment; filename="trex-game.json"'
    assert json.loads(kept.text) == game.file()
    brought = bring(phone, kept.text.encode())
    assert brought.path not in {game.path("", right) for right in RIGHTS}
    assert json.loads(phone.get(f"{brought.path}/game.json").text) == game.file()


def bring(phone: Phone, text: bytes | None) -> Answer:
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
def test_a_file_that_is_no_game_is_refused_in_place(site: Flask, what: str, language: str) -> None:
    answer = bring(Phone(site, language), NO_GAMES[what])
    assert answer.status == 422
    assert answer.in_place
    assert not answer.page.faults
    assert answer.root.one("input", type="file").attrs["aria-describedby"] == "file-problem"


@pytest.mark.parametrize(("kind", "link"), [("read", "view-only"), ("write", "scorer")])
def test_a_renewed_link_opens_and_the_old_one_does_not(phone: Phone, game: Game, kind: str, link: str) -> None:
    page = phone.get(game.path(f"/links/replacement?link={link}", "own"))
    after = phone.send(page, "/links")
    assert phone.get(game.path("", kind)).status == 404
    assert phone.get(game.path("", "own")).status == 200
    (address,) = [node.attrs["value"] for node in after.root.find("input", type="text")]
    assert game.token(kind) not in address
    assert Phone(game.site).get(address.removeprefix("http://localhost")).status == 200


@pytest.mark.parametrize("kind", ["", "seat", "everything"])
def test_no_other_link_can_be_renewed(phone: Phone, game: Game, kind: str) -> None:
    token = phone.token
    assert phone.post(game.path("/links", "own"), {"csrf_token": token, "kind": kind}).status == 400
    assert [phone.get(game.path("", right)).status for right in RIGHTS] == [200, 200, 200]
