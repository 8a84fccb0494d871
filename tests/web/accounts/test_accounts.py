"""Accounts: made, signed in to, changed and left; by their owner, by somebody else, by a stranger."""

import uuid
from collections.abc import Callable
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from flask import Flask

from tests.support.accounts import ANOTHER, PASSWORD, is_signed_in, sign_in, sign_up
from tests.support.html import name_of
from tests.support.pages import Phone
from trexscore.app import create_app
from trexscore.commands.accounts import find_account
from trexscore.config import Settings
from trexscore.db.models import db
from trexscore.i18n import LANGUAGES
from trexscore.web.accounts.passwords import hash_password

OWN_PAGES = ("", "/name", "/password", "/passkeys", "/delete")
OPEN_PAGES = ("/sign-in", "/new", "/recover")
OWN_FORMS = ("/name", "/password", "/sessions", "/delete", "/passkeys", "/passkeys/1/removal", "/passkeys/options")


@pytest.fixture
def username() -> str:
    """A name that nobody else in these tests has."""
    return f"amal.{uuid.uuid4().hex[:12]}"


def proof(phone: Phone) -> str:
    return phone.token


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_of_an_account_is_a_whole_page_in_its_owners_language(
    site: Flask, username: str, language: str
) -> None:
    owner = sign_up(site, username, language=language)
    for path in (*OWN_PAGES, *OPEN_PAGES):
        answer = owner.get(f"/account{path}")
        assert answer.status == 200
        assert answer.root.one("html").attrs["lang"] == language
        assert not answer.page.faults
        for field in answer.root.find("input"):
            assert field.attrs.get("type") == "hidden" or "hidden" in field.attrs or name_of(answer.page, field)


@pytest.mark.parametrize("path", OWN_PAGES)
def test_a_stranger_is_led_to_where_one_signs_in_and_from_there_back(site: Flask, username: str, path: str) -> None:
    sign_up(site, username)
    stranger = Phone(site)
    answer = stranger.get(f"/account{path}")
    assert answer.path == "/account/sign-in"
    assert answer.fields("/sign-in")["next"] == f"/account{path}"
    assert sign_in(stranger, username, there=f"?next=/account{path}").path == f"/account{path}"


@pytest.mark.parametrize("path", OWN_FORMS)
def test_a_stranger_changes_nothing(site: Flask, phone: Phone, username: str, path: str) -> None:
    owner = sign_up(site, username)
    answer = phone.post(f"/account{path}", {"csrf_token": proof(phone), "name": "X"}, follow=False)
    assert (answer.status, answer.headers["Location"]) == (303, "/account/sign-in")
    assert owner.get("/account").root.one("h2").text == "Amal"


@pytest.mark.parametrize("path", [*OWN_FORMS, "/sign-in", "/sign-out", "/new", "/sign-in/passkey"])
def test_a_forged_form_changes_nothing(site: Flask, username: str, path: str) -> None:
    owner = sign_up(site, username)
    for forged in ({}, {"csrf_token": proof(Phone(site))}):
        assert owner.post(f"/account{path}", {**forged}).status == 400
    assert is_signed_in(owner)


def test_somebody_else_sees_and_changes_only_their_own(site: Flask, username: str) -> None:
    owner = sign_up(site, username, email=f"{username}@club.example")
    other = sign_up(site, f"{username}.b", "Basil")
    for path in OWN_PAGES:
        assert f"{username}@" not in other.get(f"/account{path}").text
    other.send(other.get("/account/name"), "/name", name="Basel")
    assert owner.get("/account").root.one("h2").text == "Amal"
    assert other.get("/account").root.one("h2").text == "Basel"


@pytest.mark.parametrize("typed", ["{0}", " {0} ", "{1}"])
def test_one_signs_in_however_the_name_is_typed(site: Flask, phone: Phone, username: str, typed: str) -> None:
    sign_up(site, username)
    assert sign_in(phone, typed.format(username, username.upper())).path == "/account"


def test_one_signs_in_by_e_mail(site: Flask, phone: Phone, username: str) -> None:
    sign_up(site, username, email=f"{username}@Club.example")
    assert sign_in(phone, f"{username.upper()}@club.EXAMPLE").path == "/account"


def test_an_arabic_name_signs_in(site: Flask, phone: Phone) -> None:
    name = f"أمل.{uuid.uuid4().int % 10**9}"
    sign_up(site, name, "أمل")
    assert sign_in(phone, name).root.one("h2").text == "أمل"


def test_an_unknown_name_and_a_wrong_password_get_the_same_answer(site: Flask, username: str) -> None:
    sign_up(site, username)
    wrong, unknown = (sign_in(Phone(site), name, "wrong password") for name in (username, "nobody.at.all"))
    assert wrong.status == unknown.status == 422
    assert wrong.problems == unknown.problems == ["Wrong username or password."]


def test_a_password_of_any_length_is_answered(site: Flask, username: str) -> None:
    phone = sign_up(site, username)
    endless = "kamar-bayt-7" * 500
    for identity in (username, "nobody.at.all"):
        assert sign_in(Phone(site), identity, endless).problems == ["Wrong username or password."]
    page = phone.get("/account/password")
    assert phone.send(page, "/password", present=endless, password=ANOTHER).status == 422
    answer = phone.send(page, "/password", present=PASSWORD, password=endless)
    assert answer.problems == ["Use 8 to 128 characters for the password."]


@pytest.mark.parametrize("identity", ["there", "nobody", "nobody@club.example", "x" * 4000, "\u202e", "a b"])
def test_whether_a_name_exists_a_password_is_hashed(
    site: Flask, username: str, identity: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without it, the time that the answer takes would tell."""
    sign_up(site, username)
    worked: list[str] = []

    def counted(name: str) -> Callable[..., object]:
        real = getattr(PasswordHasher, name)

        def count(*said: object, **options: object) -> object:
            worked.append(name)
            return real(*said, **options)

        return count

    for name in ("hash", "verify"):
        monkeypatch.setattr(PasswordHasher, name, counted(name))
    sign_in(Phone(site), username if identity == "there" else identity, "wrong password")
    assert len(worked) == 1


def test_signing_out_ends_it_here(site: Flask, username: str) -> None:
    owner = sign_up(site, username)
    answer = owner.post("/account/sign-out", {"csrf_token": proof(owner)})
    assert answer.path == "/"
    assert not is_signed_in(owner)


def test_another_password_signs_everybody_else_out(site: Flask, phone: Phone, username: str) -> None:
    owner = sign_up(site, username)
    sign_in(phone, username)
    page = owner.get("/account/password")
    wrong = owner.send(page, "/password", present="not it at all", password=ANOTHER)
    assert wrong.problems == ["This is not your current password. Try again."]
    assert is_signed_in(phone)
    owner.send(page, "/password", present=PASSWORD, password=ANOTHER)
    assert is_signed_in(owner)
    assert not is_signed_in(phone)
    assert sign_in(phone, username).status == 422
    assert sign_in(phone, username, ANOTHER).path == "/account"


def test_all_other_sessions_end_at_a_tap(site: Flask, phone: Phone, username: str) -> None:
    owner = sign_up(site, username)
    sign_in(phone, username)
    owner.post("/account/sessions", {"csrf_token": proof(owner)})
    assert is_signed_in(owner)
    assert not is_signed_in(phone)


def test_a_session_that_was_kept_from_before_is_a_strangers(site: Flask, username: str) -> None:
    owner = sign_up(site, username)
    kept = owner.cookie("session")
    assert kept
    owner.post("/account/sessions", {"csrf_token": proof(owner)})
    thief = Phone(site)
    thief.client.set_cookie("session", kept)
    assert not is_signed_in(thief)


def test_a_deleted_account_is_gone_with_all_that_it_held(site: Flask, phone: Phone, username: str) -> None:
    owner = sign_up(site, username, email=f"{username}@club.example")
    sign_in(phone, username)
    answer = owner.send(owner.get("/account/delete"), "/delete")
    assert answer.path == "/"
    assert not is_signed_in(owner)
    assert not is_signed_in(phone)
    assert sign_in(phone, username).status == 422
    with site.app_context():
        assert find_account(username) is None
    again = sign_up(site, username, email=f"{username}@club.example")
    assert is_signed_in(again)


def test_a_name_that_is_taken_is_said(site: Flask, phone: Phone, username: str) -> None:
    sign_up(site, username, email=f"{username}@club.example")
    page = phone.get("/account/new")
    said = {"name": "Amal", "username": username.upper(), "email": "", "password": PASSWORD}
    assert phone.send(page, "/new", **said).problems == ["This username is taken. Choose another."]
    said |= {"username": f"{username}2", "email": f"{username}@CLUB.example"}
    answer = phone.send(page, "/new", **said)
    assert answer.problems == ["Another account uses this e-mail address. Enter a different one."]
    assert answer.fields("/new")["name"] == "Amal"
    assert not answer.fields("/new")["password"]


def test_an_account_can_be_called_something_else(site: Flask, phone: Phone, username: str) -> None:
    owner = sign_up(site, username)
    sign_up(site, f"{username}.b")
    page = owner.get("/account/name")
    assert owner.send(page, "/name", username=f"{username}.B").status == 422
    changed = owner.send(page, "/name", name="أمل", username=f"{username}.c", email=f"{username}@club.example")
    assert (changed.path, changed.root.one("h2").text) == ("/account", "أمل")
    assert sign_in(phone, f"{username}.c").path == "/account"


@pytest.mark.parametrize("path", ["/passkeys", "/delete"])
def test_what_could_lock_the_owner_out_asks_for_the_password_again_after_a_while(
    site: Flask, username: str, path: str
) -> None:
    owner = sign_up(site, username)
    with owner.client.session_transaction() as session:
        session["fs_paa"] -= 24 * 3600
    answer = owner.get(f"/account{path}")
    assert answer.path == "/account/sign-in"
    assert "You signed in a while ago. Sign in again to continue." in answer.text
    refused = owner.post(f"/account{path}", {"csrf_token": proof(owner)}, follow=False)
    assert refused.headers["Location"] == "/account/sign-in"
    again = owner.send(answer, "/sign-in", identity=username, password=PASSWORD)
    assert again.path == f"/account{path}"


def test_a_password_takes_as_long_to_guess_as_the_least_that_is_advised(tmp_path: Path) -> None:
    app = create_app(Settings.from_environment({"TREXSCORE_DATA": str(tmp_path)}))
    with app.app_context():
        assert hash_password(PASSWORD).startswith("$argon2id$v=19$m=19456,t=2,p=1$")


def test_a_password_is_nowhere_but_hashed(site: Flask, username: str) -> None:
    sign_up(site, username)
    with site.app_context(), db.engine.connect() as connection:
        found = connection.exec_driver_sql("SELECT password, username FROM account").all()
    mine = next(password for password, name in found if name == username)
    assert mine.startswith("$argon2id$")
    assert PASSWORD not in str(found)
