"""Accounts and sessions from versions built on Flask-Security keep working."""

import time
import uuid

import pytest
from flask import Flask
from sqlalchemy import text

from tests.support.accounts import PASSWORD, is_signed_in, sign_in, sign_up
from tests.support.pages import Phone
from trexscore.db.models import db

TYPED = "Ka\u0304mar-bayt-\uff17 \ufb01"
STORED_HASH = "$argon2id$v=19$m=19456,t=2,p=1$Xeu9FyJEyNn7v7d2zrl3Tg$tlIGC4EI9Dvy/4NN6aMuqZTTs1ZAuKhk1ZyoR0VTUNA"
"""A hash as stored by Flask-Security 5.9 with libpass."""


@pytest.fixture
def username() -> str:
    return f"dani.{uuid.uuid4().hex[:12]}"


def stored_password(username: str) -> str:
    db.session.rollback()
    stored = db.session.scalar(text("SELECT password FROM account WHERE username = :name"), {"name": username})
    return str(stored)


@pytest.mark.parametrize("password", [TYPED, "K\u0101mar-bayt-7 fi"])
def test_old_password_signs_in_and_is_rehashed(site: Flask, username: str, password: str) -> None:
    sign_up(site, username)
    with site.app_context(), db.engine.begin() as connection:
        values = {"name": username, "hash": STORED_HASH}
        connection.execute(text("UPDATE account SET password = :hash WHERE username = :name"), values)
    assert sign_in(Phone(site), username, PASSWORD).status == 422
    assert sign_in(Phone(site), username, password).path == "/account"
    with site.app_context():
        rehashed = stored_password(username)
    assert rehashed.startswith("$argon2id$v=19$m=8,t=1,p=1$"), "rehashed with this site's parameters"
    assert sign_in(Phone(site), username, password).path == "/account"


def test_old_session_is_still_signed_in(site: Flask, username: str) -> None:
    sign_up(site, username)
    with site.app_context():
        query = text("SELECT session_id FROM account WHERE username = :name")
        session_id = db.session.scalar(query, {"name": username})
    phone = Phone(site)
    with phone.client.session_transaction() as session:
        session.update(
            _user_id=session_id, _fresh=True, _id="0" * 128, fs_cc="set", fs_paa=time.time(), session_name="one"
        )
    assert is_signed_in(phone)
    assert phone.get("/account/passkeys").path == "/account/passkeys", "the old sign-in counts as recent"
