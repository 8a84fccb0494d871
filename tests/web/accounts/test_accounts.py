"""Accounts: created, used, changed and deleted by their owner, and protected from others."""

import uuid
from collections.abc import Callable
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from flask import Flask

from tests.support.accounts import ANOTHER_PASSWORD, PASSWORD, is_signed_in, sign_in, sign_up
from tests.support.html import name_of
from tests.support.pages import Phone
from trexscore.app import create_app
from trexscore.commands.accounts import find_account_id_and_name
from trexscore.config import Settings
from trexscore.db.models import db
from trexscore.i18n import LANGUAGES
from trexscore.web.accounts.passwords import hash_password

OWN_PAGES = ("", "/name", "/password", "/passkeys", "/delete")
OPEN_PAGES = ("/sign-in", "/new", "/recover")
OWN_FORMS = ("/name", "/password", "/sessions", "/delete", "/passkeys", "/passkeys/1/removal", "/passkeys/options")


@pytest.fixture
def username() -> str:
    """A username that no other test uses."""
    return f"amal.{uuid.uuid4().hex[:12]}"


def csrf_token_of(phone: Phone) -> str:
    return phone.token


@pytest.mark.parametrize("language", LANGUAGES)
def test_account_pages_are_complete_in_every_language(site: Flask, username: str, language: str) -> None:
    owner = sign_up(site, username, language=language)
    for path in (*OWN_PAGES, *OPEN_PAGES):
        response = owner.get(f"/account{path}")
        assert response.status == 200
        assert response.root.find_one("html").attrs["lang"] == language
        assert not response.page.faults
        for field in response.root.find("input"):
            assert field.attrs.get("type") == "hidden" or "hidden" in field.attrs or name_of(response.page, field)


@pytest.mark.parametrize("path", OWN_PAGES)
def test_sign_in_leads_back_to_requested_page(site: Flask, username: str, path: str) -> None:
    sign_up(site, username)
    stranger = Phone(site)
    response = stranger.get(f"/account{path}")
    assert response.path == "/account/sign-in"
    assert response.fields("/sign-in")["next"] == f"/account{path}"
    assert sign_in(stranger, username, query=f"?next=/account{path}").path == f"/account{path}"


@pytest.mark.parametrize("path", OWN_FORMS)
def test_account_forms_need_signing_in(site: Flask, phone: Phone, username: str, path: str) -> None:
    owner = sign_up(site, username)
    response = phone.post(f"/account{path}", {"csrf_token": csrf_token_of(phone), "name": "X"}, follow=False)
    assert (response.status, response.headers["Location"]) == (303, "/account/sign-in")
    assert owner.get("/account").root.find_one("h2").text == "Amal"


@pytest.mark.parametrize("path", [*OWN_FORMS, "/sign-in", "/sign-out", "/new", "/sign-in/passkey"])
def test_account_forms_need_csrf_token(site: Flask, username: str, path: str) -> None:
    owner = sign_up(site, username)
    for forged in ({}, {"csrf_token": csrf_token_of(Phone(site))}):
        assert owner.post(f"/account{path}", {**forged}).status == 400
    assert is_signed_in(owner)


def test_impossible_passkey_is_not_found(site: Flask, username: str) -> None:
    owner = sign_up(site, username)
    token = csrf_token_of(owner)
    assert owner.post(f"/account/passkeys/{2**63}/removal", {"csrf_token": token}).status == 404


def test_account_pages_show_only_own_data(site: Flask, username: str) -> None:
    owner = sign_up(site, username, email=f"{username}@club.example")
    other_owner = sign_up(site, f"{username}.b", "Basil")
    for path in OWN_PAGES:
        assert f"{username}@" not in other_owner.get(f"/account{path}").text
    other_owner.send(other_owner.get("/account/name"), "/name", name="Basel")
    assert owner.get("/account").root.find_one("h2").text == "Amal"
    assert other_owner.get("/account").root.find_one("h2").text == "Basel"


@pytest.mark.parametrize("typed", ["{0}", " {0} ", "{1}"])
def test_username_is_matched_as_typed(site: Flask, phone: Phone, username: str, typed: str) -> None:
    sign_up(site, username)
    assert sign_in(phone, typed.format(username, username.upper())).path == "/account"


def test_email_signs_in(site: Flask, phone: Phone, username: str) -> None:
    sign_up(site, username, email=f"{username}@Club.example")
    assert sign_in(phone, f"{username.upper()}@club.EXAMPLE").path == "/account"


def test_arabic_username_signs_in(site: Flask, phone: Phone) -> None:
    name = f"أمل.{uuid.uuid4().int % 10**9}"
    sign_up(site, name, "أمل")
    assert sign_in(phone, name).root.find_one("h2").text == "أمل"


def test_sign_in_answer_hides_unknown_usernames(site: Flask, username: str) -> None:
    sign_up(site, username)
    wrong_password, unknown_username = (
        sign_in(Phone(site), name, "wrong password") for name in (username, "nobody.at.all")
    )
    assert wrong_password.status == unknown_username.status == 422
    assert wrong_password.problems == unknown_username.problems == ["Wrong username or password."]


def test_overlong_password_is_answered(site: Flask, username: str) -> None:
    phone = sign_up(site, username)
    long_password = "kamar-bayt-7" * 500
    for identity in (username, "nobody.at.all"):
        assert sign_in(Phone(site), identity, long_password).problems == ["Wrong username or password."]
    page = phone.get("/account/password")
    assert phone.send(page, "/password", current_password=long_password, password=ANOTHER_PASSWORD).status == 422
    response = phone.send(page, "/password", current_password=PASSWORD, password=long_password)
    assert response.problems == ["Use 8 to 128 characters for the password."]


@pytest.mark.parametrize("identity", ["there", "nobody", "nobody@club.example", "x" * 4000, "\u202e", "a b"])
def test_sign_in_always_hashes_password(
    site: Flask, username: str, identity: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise the response time would show whether the username exists."""
    sign_up(site, username)
    calls: list[str] = []

    def record_calls(name: str) -> Callable[..., object]:
        original = getattr(PasswordHasher, name)

        def record_call(*args: object, **options: object) -> object:
            calls.append(name)
            return original(*args, **options)

        return record_call

    for name in ("hash", "verify"):
        monkeypatch.setattr(PasswordHasher, name, record_calls(name))
    sign_in(Phone(site), username if identity == "there" else identity, "wrong password")
    assert len(calls) == 1


def test_sign_out_ends_session(site: Flask, username: str) -> None:
    owner = sign_up(site, username)
    response = owner.post("/account/sign-out", {"csrf_token": csrf_token_of(owner)})
    assert response.path == "/"
    assert not is_signed_in(owner)


def test_new_password_ends_other_sessions(site: Flask, phone: Phone, username: str) -> None:
    owner = sign_up(site, username)
    sign_in(phone, username)
    page = owner.get("/account/password")
    refused = owner.send(page, "/password", current_password=ANOTHER_PASSWORD, password=ANOTHER_PASSWORD)
    assert refused.problems == ["This is not your current password. Try again."]
    assert is_signed_in(phone)
    owner.send(page, "/password", current_password=PASSWORD, password=ANOTHER_PASSWORD)
    assert is_signed_in(owner)
    assert not is_signed_in(phone)
    assert sign_in(phone, username).status == 422
    assert sign_in(phone, username, ANOTHER_PASSWORD).path == "/account"


def test_other_sessions_are_ended_with_one_tap(site: Flask, phone: Phone, username: str) -> None:
    owner = sign_up(site, username)
    sign_in(phone, username)
    owner.post("/account/sessions", {"csrf_token": csrf_token_of(owner)})
    assert is_signed_in(owner)
    assert not is_signed_in(phone)


def test_copied_session_ends_with_other_sessions(site: Flask, username: str) -> None:
    owner = sign_up(site, username)
    old_cookie = owner.cookie("session")
    assert old_cookie
    owner.post("/account/sessions", {"csrf_token": csrf_token_of(owner)})
    thief = Phone(site)
    thief.client.set_cookie("session", old_cookie)
    assert not is_signed_in(thief)


def test_deleted_account_leaves_nothing(site: Flask, phone: Phone, username: str) -> None:
    owner = sign_up(site, username, email=f"{username}@club.example")
    sign_in(phone, username)
    response = owner.send(owner.get("/account/delete"), "/delete")
    assert response.path == "/"
    assert not is_signed_in(owner)
    assert not is_signed_in(phone)
    assert sign_in(phone, username).status == 422
    with site.app_context():
        assert find_account_id_and_name(username) is None
    new_owner = sign_up(site, username, email=f"{username}@club.example")
    assert is_signed_in(new_owner)


def test_only_accounts_with_email_field_mention_email(site: Flask, username: str) -> None:
    """Without a mail server, an account has an e-mail address only if it had one before."""
    for email, text in (("", "Name"), (f"{username}@club.example", "Name and e-mail")):
        owner = sign_up(site, f"{username}{len(email)}", email=email)
        link = next(a for a in owner.get("/account").root.find("a") if a.attrs["href"] == "/account/name")
        assert link.text.startswith(text)
        assert ("e-mail" in link.text) == bool(email)
        page = owner.get("/account/name")
        assert page.root.find_one("h1").text == text
        assert bool(page.root.find("input", name="email")) == bool(email)


def test_taken_username_and_email_are_refused(site: Flask, phone: Phone, username: str) -> None:
    sign_up(site, username, email=f"{username}@club.example")
    page = phone.get("/account/new")
    fields = {"name": "Amal", "username": username.upper(), "email": "", "password": PASSWORD}
    assert phone.send(page, "/new", **fields).problems == ["This username is taken. Choose another."]
    fields |= {"username": f"{username}2", "email": f"{username}@CLUB.example"}
    response = phone.send(page, "/new", **fields)
    assert response.problems == ["Another account uses this e-mail address. Enter a different one."]
    assert response.fields("/new")["name"] == "Amal"
    assert not response.fields("/new")["password"]


def test_account_name_and_username_can_change(site: Flask, phone: Phone, username: str) -> None:
    owner = sign_up(site, username)
    sign_up(site, f"{username}.b")
    page = owner.get("/account/name")
    assert owner.send(page, "/name", username=f"{username}.B").status == 422
    account_page = owner.send(page, "/name", name="أمل", username=f"{username}.c", email=f"{username}@club.example")
    assert (account_page.path, account_page.root.find_one("h2").text) == ("/account", "أمل")
    assert sign_in(phone, f"{username}.c").path == "/account"


@pytest.mark.parametrize("path", ["/passkeys", "/delete"])
def test_sensitive_pages_ask_for_password_again(site: Flask, username: str, path: str) -> None:
    owner = sign_up(site, username)
    with owner.client.session_transaction() as session:
        session["fs_paa"] -= 24 * 3600
    sign_in_page = owner.get(f"/account{path}")
    assert sign_in_page.path == "/account/sign-in"
    assert "You signed in a while ago. Sign in again to continue." in sign_in_page.text
    refused_response = owner.post(f"/account{path}", {"csrf_token": csrf_token_of(owner)}, follow=False)
    assert refused_response.headers["Location"] == "/account/sign-in"
    requested_page = owner.send(sign_in_page, "/sign-in", identity=username, password=PASSWORD)
    assert requested_page.path == f"/account{path}"


def test_password_hash_uses_advised_cost(tmp_path: Path) -> None:
    app = create_app(Settings.from_environment({"TREXSCORE_DATA": str(tmp_path)}))
    with app.app_context():
        assert hash_password(PASSWORD).startswith("$argon2id$v=19$m=19456,t=2,p=1$")


def test_password_is_stored_hashed_only(site: Flask, username: str) -> None:
    sign_up(site, username)
    with site.app_context(), db.engine.connect() as connection:
        rows = connection.exec_driver_sql("SELECT password, username FROM account").all()
    stored_hash = next(password for password, name in rows if name == username)
    assert stored_hash.startswith("$argon2id$")
    assert PASSWORD not in str(rows)
