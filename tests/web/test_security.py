"""Security headers on every response, CSRF protection, and limits of body size."""

import re

import pytest
from flask import Flask, session
from werkzeug.test import TestResponse

from tests.support.game.forms import READER_FORMS, SCORER_FORMS
from tests.support.pages import Fields, Game, Phone
from trexscore.i18n import LANGUAGES

FORMS: tuple[tuple[str, dict[str, str]], ...] = (
    ("/games", {"name_A": "a", "name_B": "b", "name_C": "c", "name_D": "d"}),
    ("/games/file", {}),
    ("/open", {"link": "x"}),
    ("/settings", {"language": "ar"}),
    *((f"{{game}}{form.action}", form.fields) for form in (*SCORER_FORMS, *READER_FORMS)),
    ("/paper", {"A_1": "-75"}),
)
ADDRESSES = (
    "/",
    "/games",
    "/healthz",
    "/nothing",
    "/static/css/base.css",
    "/static/nothing.css",
    "{game}",
    "{game}/sheet",
    "{game}/result",
    "{game}/game.json",
    "{game}/deals",
    "{game}/paper",
    "{game}/from-points",
    "/paper",
    "/g/x",
    "/api/games/x/state",
)


@pytest.mark.parametrize("path", ADDRESSES)
def test_responses_have_security_headers(phone: Phone, game: Game, path: str) -> None:
    for method in ("GET", "POST", "OPTIONS"):
        expect_security_headers(phone.client.open(path.format(game=game.path()), method=method))


def expect_security_headers(response: TestResponse) -> None:
    assert response.status_code < 500
    assert response.headers["Referrer-Policy"] == "no-referrer"
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    if response.mimetype == "text/css":  # style sheets use the policy of their page
        return
    policy = dict(part.split(" ", 1) for part in response.headers["Content-Security-Policy"].split("; "))
    assert policy["default-src"] == policy["form-action"] == "'self'"
    assert policy["frame-ancestors"] == policy["base-uri"] == policy["object-src"] == "'none'"
    assert not {"script-src", "style-src", "connect-src", "worker-src"} & set(policy)
    assert "unsafe" not in response.headers["Content-Security-Policy"]
    response.close()


@pytest.mark.parametrize("path", ["/", "/games", "{game}", "{game}/sheet", "{game}/links", "{game}/game.json"])
def test_game_pages_are_not_cached_publicly(phone: Phone, game: Game, path: str) -> None:
    cache_control = phone.get(path.format(game=game.path())).headers["Cache-Control"]
    assert "private" in cache_control
    assert re.search("no-cache|no-store", cache_control)


@pytest.mark.parametrize("form", FORMS)
def test_form_needs_csrf_token(phone: Phone, game: Game, form: tuple[str, dict[str, str]]) -> None:
    path, data = form
    phone.get("/")
    token_of_other = str(Phone(game.site).get("/games/new").fields("/games")["csrf_token"])
    for token in (None, "", "x", token_of_other):
        forged_data = {**data} if token is None else {**data, "csrf_token": token}
        response = phone.post(path.format(game=game.path(permission="own")), {**forged_data})
        assert response.status == 400, token
        assert response.root.find_one("h1").text
        assert game.seq() == 5
        assert phone.cookie("language") is None
        assert phone.get(game.path("", "read")).status == 200


def test_form_works_over_https(phone: Phone) -> None:
    """Forms must work without a referrer, which the pages forbid."""
    page = phone.client.get("/games/new", base_url="https://localhost")
    token = re.search('name="csrf_token"[^>]*value="([^"]+)"', page.text)
    assert token
    form_data = {"csrf_token": token[1], "language": "ar"}
    assert phone.client.post("/settings", base_url="https://localhost", data=form_data).status_code == 303
    forged_data = {**form_data, "csrf_token": "x"}
    assert phone.client.post("/settings", base_url="https://localhost", data=forged_data).status_code == 400


@pytest.mark.parametrize("language", LANGUAGES)
def test_large_form_is_refused(site: Flask, game: Game, language: str) -> None:
    phone = Phone(site, language)
    form_data: Fields = {"csrf_token": phone.token, "reason": "x" * 10_000_000}
    for path, _data in FORMS if language == "en" else FORMS[-2:]:
        response = phone.post(path.format(game=game.path()), form_data)
        assert response.status == 413, path
        assert response.root.find_one("html").attrs["lang"] == language
    assert game.seq() == 5


@pytest.mark.parametrize("data", [b"%", b"\xff" * 100, b"a=" * 5000, b"csrf_token=%FF&key=%00", b"&" * 2000])
def test_malformed_form_is_refused(phone: Phone, game: Game, data: bytes) -> None:
    for content_type in (
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/json",
        "x",
    ):
        response = phone.client.post(game.path("/deals"), data=data, content_type=content_type)
        assert response.status_code in {400, 413}
    assert game.seq() == 5


@pytest.mark.parametrize(
    "value", ["\x00", "\ud83d".encode("utf-8", "surrogatepass").decode("latin-1"), "\u202e", "x" * 9000]
)
def test_malformed_fields_are_refused(phone: Phone, game: Game, value: str) -> None:
    pages = {
        "/deals/new?contracts=king_of_hearts": "/deals",
        "/deals/new?contracts=queens": "/deals",
        "/deals/new?contracts=diamonds": "/deals",
        "/deals/new?contracts=trex": "/deals",
        "/voids/new": "/voids",
        "/adjustments/new": "/adjustments",
        "/first-king": "/first-king",
    }
    for path, action in pages.items():
        form = phone.get(game.path(path)).form(action)
        names = {node.attrs["name"] for node in form.walk() if "name" in node.attrs} - {"preview"}
        token = form.find_one("input", name="csrf_token").attrs["value"]
        form_data = {**dict.fromkeys(names, value), "csrf_token": token}
        assert phone.post(form.attrs["action"], {**form_data}).status in {200, 400, 422}, path
    assert game.seq() == 5


def test_session_cookie_survives_the_night(site: Flask) -> None:
    cookies = site.test_client().get("/games/new").headers.getlist("Set-Cookie")
    assert ["Expires=" in cookie for cookie in cookies if cookie.startswith("session=")] == [True]


def test_api_reads_no_session(site: Flask) -> None:
    with site.test_client() as client:
        client.get("/games/new")
        assert session
        client.get("/api/openapi.json")
        assert not session
        client.get("/games/new")
        assert session
