"""Sessions: ended on the server by signing out, and kept when the clock is set back."""

import time
import uuid
from datetime import timedelta

import pytest
from flask import Flask

from tests.support.accounts import is_signed_in, sign_in, sign_up
from tests.support.pages import Game, Phone
from trexscore.commands.cookie_tokens import invalidate_cookie_token
from trexscore.db.models import db
from trexscore.web.accounts.passkeys import _use_up_challenge
from trexscore.web.security import _FutureTolerantSigner


@pytest.fixture
def username() -> str:
    return f"dani.{uuid.uuid4().hex[:12]}"


def sign_out(phone: Phone) -> None:
    phone.post("/account/sign-out", {"csrf_token": phone.get("/account/name").token})


def test_sign_out_ends_only_this_session(site: Flask, username: str) -> None:
    first_phone, second_phone, thief = sign_up(site, username), Phone(site), Phone(site)
    sign_in(second_phone, username)
    thief.client.set_cookie("session", first_phone.cookie("session") or "")
    assert is_signed_in(thief)
    sign_out(first_phone)
    assert [is_signed_in(phone) for phone in (first_phone, thief, second_phone)] == [False, False, True]
    sign_in(first_phone, username)
    assert is_signed_in(first_phone)


def test_session_without_name_ends_with_all_others(site: Flask, username: str) -> None:
    phone, thief = sign_up(site, username), Phone(site)
    with phone.client.session_transaction() as session:
        del session["session_name"]
    thief.client.set_cookie("session", phone.cookie("session") or "")
    assert is_signed_in(thief)
    sign_out(phone)
    assert not is_signed_in(thief)


@pytest.mark.parametrize("hours", [2, 24 * 30])
def test_session_survives_clock_set_back(
    site: Flask, username: str, game: Game, monkeypatch: pytest.MonkeyPatch, hours: int
) -> None:
    phone = sign_up(site, username)
    token = phone.token
    earlier = int(time.time()) - 3600 * hours
    monkeypatch.setattr("itsdangerous.timed.time.time", lambda: earlier)
    assert is_signed_in(phone)
    form_data = {"csrf_token": token, "king": "A", "contracts": "trex", "after": "5"}
    form_data |= {f"trex_{finish}": seat for finish, seat in enumerate("ABCD", 1)}
    assert phone.post(game.path("/deals"), {**form_data}, follow=False).status != 400


def test_session_expires_with_age() -> None:
    signer = _FutureTolerantSigner("secret")
    signed = signer.sign("x")
    assert signer.validate(signed, max_age=1)
    signer.get_timestamp = lambda: int(time.time()) + 100  # type: ignore[method-assign]
    assert not signer.validate(signed, max_age=50)
    assert signer.validate(signed, max_age=200)


def test_token_is_used_once(app: Flask) -> None:
    with app.app_context():
        assert [
            invalidate_cookie_token("a", timedelta(days=1)),
            invalidate_cookie_token("b", timedelta(days=1)),
            invalidate_cookie_token("a", timedelta(days=1)),
        ] == [
            True,
            True,
            False,
        ]
        db.session.remove()


def test_passkey_challenge_is_answered_once(site: Flask, username: str) -> None:
    """The cookie and form of a passkey sign-in are refused when they are sent again."""
    phone = sign_up(site, username)
    headers = {"X-CSRFToken": phone.token}
    assert phone.client.post("/account/sign-in/passkey/options", headers=headers).status_code == 200
    cookie = phone.cookie("session") or ""
    challenges = _challenges(site, cookie)
    assert challenges[0] is not None
    assert challenges == [challenges[0], None]


def _challenges(site: Flask, cookie: str) -> list[str | None]:
    """Use up the challenge of this cookie twice: the two results."""
    challenges: list[str | None] = []
    for _ in range(2):
        with site.test_request_context(headers={"Cookie": f"session={cookie}"}):
            challenges.append(_use_up_challenge("sign in"))
    return challenges
