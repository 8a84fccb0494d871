"""Passkeys of an account are stored once, under unique names, and only up to the limit."""

from functools import partial

import pytest
from flask import Flask
from sqlalchemy import select

from tests.commands.clubs.test_concurrent_entries import run_concurrently
from tests.support.clubs.club import new_account
from tests.support.databases import both_databases
from trexscore.commands.accounts import delete_account
from trexscore.commands.passkeys import (
    MAX_PASSKEYS,
    VerifiedNewPasskey,
    record_passkey_use,
    remove_passkey,
    store_passkey,
)
from trexscore.db.accounts import Passkey, find_sign_in_passkey
from trexscore.db.models import db


def verified_passkey(credential: bytes) -> VerifiedNewPasskey:
    return VerifiedNewPasskey(credential, b"key", 0, "internal", backup_state=False, device_type="single_device")


def names_of_passkeys(account_id: int) -> list[str]:
    query = select(Passkey.name).where(Passkey.account_id == account_id).order_by(Passkey.id)
    return list(db.session().scalars(query))


@pytest.mark.usefixtures("app_context")
def test_passkeys_of_same_name_are_numbered() -> None:
    account_id = new_account()
    assert all(store_passkey(account_id, "phone", verified_passkey(credential)) for credential in (b"1", b"2", b"3"))
    assert names_of_passkeys(account_id) == ["phone", "phone 2", "phone 3"]


@pytest.mark.usefixtures("app_context")
def test_stored_passkey_is_refused_for_others() -> None:
    owner, stranger = new_account(), new_account()
    assert store_passkey(owner, "phone", verified_passkey(b"1"))
    assert not store_passkey(stranger, "phone", verified_passkey(b"1"))
    assert (names_of_passkeys(owner), names_of_passkeys(stranger)) == (["phone"], [])


@pytest.mark.usefixtures("app_context")
def test_deleted_account_gets_no_passkey() -> None:
    account_id = new_account()
    delete_account(account_id)
    assert not store_passkey(account_id, "phone", verified_passkey(b"1"))


@both_databases
def test_passkeys_added_at_once_keep_limit(app: Flask) -> None:
    with app.app_context():
        account_id = new_account()
        for number in range(MAX_PASSKEYS - 1):
            assert store_passkey(account_id, "phone", verified_passkey(b"%d" % number))
    tasks = [partial(store_passkey, account_id, "laptop", verified_passkey(credential)) for credential in (b"a", b"b")]
    assert sorted(run_concurrently(app, *tasks)) == [False, True]
    with app.app_context():
        assert len(names_of_passkeys(account_id)) == MAX_PASSKEYS


@pytest.mark.usefixtures("app_context")
def test_passkey_use_stores_count_until_owner_removes_it() -> None:
    owner, stranger = new_account(), new_account()
    store_passkey(owner, "phone", verified_passkey(b"1"))
    key = find_sign_in_passkey(db.session(), b"1")
    assert key is not None
    assert (key.account_id, key.sign_count) == (owner, 0)
    record_passkey_use(key.id, 7)
    remove_passkey(stranger, key.id)
    assert find_sign_in_passkey(db.session(), b"1") == key._replace(sign_count=7)
    remove_passkey(owner, key.id)
    assert find_sign_in_passkey(db.session(), b"1") is None
