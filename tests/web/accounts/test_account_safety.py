"""Accounts are protected against attacks, and game pages never query accounts."""

import json
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import event

from tests.support.accounts import PASSWORD, is_signed_in, new_link, sign_in, sign_up
from tests.support.pages import Game, Phone, start
from tests.support.sites import site_in
from trexscore.db.models import db

OTHER_SITES = (
    "//evil.example",
    "https://evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "javascript:alert(1)",
    "evil.example",
    "//[",
    "///evil.example",
)
INVALID_NAMES = ("", " ", "\u202e", "a\u202eb", "x" * 41, "\x00", "a\nb", "\u200b", "\u3164")
INVALID_USERNAMES = (
    "",
    "a",
    "a b",
    "ab@club.example",
    "😀😀",
    "x" * 41,
    "\u202eamal",
    "a\x00b",
    "..",
    ".amal",
    "\ud7ff\u0301/",
    "a/b",
)


@pytest.fixture
def username() -> str:
    return f"dani.{uuid.uuid4().hex[:12]}"


@pytest.mark.parametrize("next_address", OTHER_SITES)
def test_sign_in_redirects_only_to_this_site(site: Flask, phone: Phone, username: str, next_address: str) -> None:
    sign_up(site, username)
    page = phone.get("/account/sign-in")
    response = phone.send_only(page, "/sign-in", identity=username, password=PASSWORD, next=next_address)
    assert response.headers["Location"] == "/account"
    redirect = phone.client.get("/account/sign-in", query_string={"next": next_address})
    assert (redirect.status_code, redirect.headers["Location"]) == (303, "/account")


@pytest.mark.parametrize("next_address", OTHER_SITES)
def test_new_account_redirects_only_to_this_site(site: Flask, phone: Phone, username: str, next_address: str) -> None:
    for address in ("/account/new", new_link(site)):
        fields = {"name": "D", "username": f"{username}{len(address)}", "password": PASSWORD, "next": next_address}
        response = phone.send_only(phone.get(address), address, **fields)
        assert response.headers["Location"] == "/account"


def test_session_is_replaced_at_sign_in(site: Flask, username: str) -> None:
    """After sign-in, a session id that an attacker set in the browser before is not signed in (session fixation)."""
    sign_up(site, username)
    attacker, owner = Phone(site), Phone(site)
    page = attacker.get("/account/sign-in")
    fixed_session, token = attacker.cookie("session"), str(page.fields("/sign-in")["csrf_token"])
    assert fixed_session
    owner.client.set_cookie("session", fixed_session)
    assert sign_in(owner, username).path == "/account"
    assert not is_signed_in(attacker)
    assert owner.post("/account/sessions", {"csrf_token": token}).status == 400


def test_session_cookie_is_protected(site: Flask, username: str) -> None:
    sign_up(site, username)
    for scheme in ("http", "https"):
        client = site.test_client()
        page = client.get("/account/sign-in", base_url=f"{scheme}://localhost")
        (cookie,) = [header for header in page.headers.getlist("Set-Cookie") if header.startswith("session=")]
        assert "HttpOnly" in cookie
        assert "SameSite=Lax" in cookie
        assert ("Secure" in cookie) == (scheme == "https")


@pytest.mark.parametrize("name", INVALID_NAMES)
def test_account_name_must_be_valid(phone: Phone, username: str, name: str) -> None:
    fields = {"name": name, "username": username, "password": PASSWORD}
    response = phone.send(phone.get("/account/new"), "/new", **fields)
    assert (response.status, response.page.faults) == (422, ())
    assert response.problems == ["Enter a name of 1 to 40 characters."]


@pytest.mark.parametrize("invalid_name", INVALID_USERNAMES)
def test_username_must_be_valid(phone: Phone, invalid_name: str) -> None:
    fields = {"name": "Dani", "username": invalid_name, "password": PASSWORD}
    response = phone.send(phone.get("/account/new"), "/new", **fields)
    assert response.status == 422
    assert response.problems == ["Use 2 to 40 letters and digits for the username, with dots or dashes between them."]


@pytest.mark.parametrize(
    "name", ["<script>alert(1)</script>", "👩‍👩‍👧‍👦", "אמל أمل Amal", '"><b>', "{{ 7 * 7 }}", "%(name)s"]
)
def test_markup_in_name_stays_text(site: Flask, username: str, name: str) -> None:
    owner = sign_up(site, username, name)
    for path in ("/account", "/account/name"):
        page = owner.get(path)
        assert (page.status, page.page.faults) == (200, ())
    assert owner.get("/account").root.find_one("h2").text == name


@pytest.mark.parametrize("path", ["/sign-in", "/new", "/recover", "/sign-in/passkey"])
def test_large_account_form_is_refused(phone: Phone, path: str) -> None:
    token = str(phone.get("/account/sign-in").fields("/sign-in")["csrf_token"])
    assert phone.post(f"/account{path}", {"csrf_token": token, "password": "x" * 10_000_000}).status == 413


_AUTHENTICATOR_RESPONSE = {
    "clientDataJSON": "e30",
    "attestationObject": "oA",
    "authenticatorData": "YQ",
    "signature": "YQ",
}
INVALID_CREDENTIALS = (
    "",
    "x",
    "{}",
    "[]",
    "null",
    "1",
    '{"id":1}',
    "[" * 16_000,
    '{"id":"a","rawId":"a","response":{},"type":"public-key"}',
    json.dumps({"id": "YQ", "rawId": "YQ", "type": "public-key", "response": _AUTHENTICATOR_RESPONSE}),
)


@pytest.mark.parametrize("credential", INVALID_CREDENTIALS)
def test_invalid_passkey_answer_is_refused(site: Flask, username: str, credential: str) -> None:
    owner, stranger = sign_up(site, username), Phone(site)
    for phone, path in ((stranger, "/account/sign-in/passkey"), (owner, "/account/passkeys")):
        token = phone.token
        for _ in range(2):
            assert phone.client.post(f"{path}/options", headers={"X-CSRFToken": token}).status_code == 200
            assert phone.post(path, {"csrf_token": token, "credential": credential, "name": "x"}).status == 422
    assert not is_signed_in(stranger)
    assert not owner.get("/account/passkeys").root.find("li", class_="passkey")


@pytest.fixture
def limited_site(tmp_path: Path) -> Iterator[Flask]:
    with site_in(tmp_path, SIGN_INS_PER_MINUTE="3", UNKNOWN_TOKENS_PER_MINUTE="3") as site:
        yield site


def _sign_in_status(client: FlaskClient, identity: str, address: str) -> int:
    page = client.get("/account/sign-in", environ_base={"REMOTE_ADDR": address})
    token = page.text.partition('name="csrf_token"')[2].partition('value="')[2].partition('"')[0]
    fields = {"csrf_token": token, "identity": identity, "password": "wrong password"}
    return client.post("/account/sign-in", data=fields, environ_base={"REMOTE_ADDR": address}).status_code


def test_sign_in_attempts_are_limited_by_address(limited_site: Flask) -> None:
    tries = [_sign_in_status(limited_site.test_client(), f"name{number}", "192.0.2.1") for number in range(4)]
    assert tries == [422, 422, 422, 429]
    assert _sign_in_status(limited_site.test_client(), "other", "192.0.2.2") == 422


def test_sign_in_attempts_are_limited_by_username(limited_site: Flask) -> None:
    tries = [_sign_in_status(limited_site.test_client(), "dani", f"192.0.2.{number}") for number in range(4)]
    assert tries == [422, 422, 422, 429]


def test_account_link_guesses_are_limited(limited_site: Flask) -> None:
    phone = Phone(limited_site)
    assert [phone.get(f"/account/links/{number}").status for number in range(4)] == [404, 404, 404, 429]


@pytest.fixture
def statements(site: Flask) -> Iterator[list[str]]:
    """All statements sent to the database, including those sent without SQLAlchemy."""
    sent_statements: list[str] = []

    def listen(connection: object, _record: object) -> None:
        connection.set_trace_callback(sent_statements.append)  # type: ignore[attr-defined]

    with site.app_context():
        engine = db.engine
    engine.dispose()
    event.listen(engine, "connect", listen)
    yield sent_statements  # outside the app context: requests inside would share one session and its cached rows
    event.remove(engine, "connect", listen)
    engine.dispose()


@pytest.mark.parametrize("path", ["", "/sheet", "/links", "/rules", "/deals/new?contracts=trex"])
def test_game_pages_query_no_account(site: Flask, username: str, statements: list[str], path: str) -> None:
    owner, game = sign_up(site, username), start(site)
    statements.clear()
    assert owner.get(game.path(path)).status == 200
    assert statements
    assert not [statement for statement in statements if "account" in statement or "passkey" in statement]


def test_polled_addresses_use_no_cookie(site: Flask, game: Game, username: str) -> None:
    owner = sign_up(site, username)
    for path in (f"/api/games/{game.read}/state", "/healthz", "/static/css/base.css"):
        response = owner.client.get(path)
        assert "Cookie" not in response.headers.get("Vary", "")
        assert not response.headers.getlist("Set-Cookie")
        response.close()


@pytest.mark.parametrize("path", ["", "/name", "/sign-in", "/new", "/recover", "/links/x"])
def test_account_pages_are_not_cached(site: Flask, username: str, path: str) -> None:
    owner = sign_up(site, username)
    assert owner.get(f"/account{path}").headers["Cache-Control"] == "private, no-store"
