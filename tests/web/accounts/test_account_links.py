"""Account links, which create an account or set a new password; and accounts created without a link."""

import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Barrier

import pytest
from flask import Flask
from sqlalchemy import insert, select

from tests.support.accounts import (
    ANOTHER_PASSWORD,
    PASSWORD,
    SHORT_PASSWORD,
    is_signed_in,
    new_link,
    recovery_link,
    sign_in,
    sign_up,
)
from tests.support.pages import Phone, Response
from tests.support.sites import site_in
from trexscore.commands.account_links import create_account_link_token, find_link_target
from trexscore.commands.accounts import AccountToCreate, InvalidAccountLink, create_account, find_account_id_and_name
from trexscore.db.accounts import Passkey
from trexscore.db.models import db
from trexscore.db.transactions import write_transaction

INVALID_LINK_TEXT = "This link is no longer valid."


@pytest.fixture
def username() -> str:
    return f"basil.{uuid.uuid4().hex[:12]}"


def use_link(phone: Phone, link: str, username: str, password: str = PASSWORD) -> Response:
    page = phone.get(link)
    return phone.send(page, link.partition("?")[0], name="Basil", username=username, password=password)


def test_account_link_creates_one_account(site: Flask, phone: Phone, username: str) -> None:
    link = new_link(site, "Basil")
    page = phone.get(link)
    assert page.fields(link)["name"] == "Basil"
    assert phone.send(page, link, username=username, password=PASSWORD).path == "/account"
    assert is_signed_in(phone)
    assert Phone(site).get(link).root.find_one("h2").text == INVALID_LINK_TEXT
    other_phone = Phone(site)
    form_data = {**page.fields(link), "csrf_token": other_phone.token}
    assert other_phone.post(link, {**form_data, "username": f"{username}.2", "password": PASSWORD}).status == 404
    assert not is_signed_in(other_phone)


def test_opening_account_link_does_not_use_it(site: Flask, username: str) -> None:
    link = new_link(site)
    for _ in range(3):
        assert Phone(site).get(link).status == 200
    use_link(Phone(site), link, username)
    assert Phone(site).get(link).status == 404


def test_invalid_form_does_not_use_account_link(site: Flask, phone: Phone, username: str) -> None:
    sign_up(site, username)
    link = new_link(site)
    assert use_link(phone, link, username).problems
    assert use_link(phone, link, f"{username}.2", SHORT_PASSWORD).problems
    assert use_link(phone, link, f"{username}.2").path == "/account"


@pytest.mark.parametrize("site", ["sqlite", "postgresql"], indirect=True)
def test_account_link_used_concurrently_creates_one_account(site: Flask, username: str) -> None:
    thread_count = 8
    with site.app_context():
        token = create_account_link_token("Basil")
        db.session.remove()
    gate = Barrier(thread_count)

    def use_link_token(number: int) -> bool:
        with site.app_context():
            gate.wait()
            try:
                created = create_account(AccountToCreate("Basil", f"{username}.{number}", None, "x"), token)
            except InvalidAccountLink:
                return False
            return isinstance(created, int)

    with ThreadPoolExecutor(thread_count) as executor:
        created = list(executor.map(use_link_token, range(thread_count)))
    assert sum(created) == 1
    with site.app_context():
        existing = [find_account_id_and_name(f"{username}.{number}") is not None for number in range(thread_count)]
    assert existing == created


@pytest.mark.parametrize("site", ["sqlite", "postgresql"], indirect=True)
def test_username_wanted_concurrently_goes_to_one(site: Flask, username: str) -> None:
    thread_count = 8
    gate = Barrier(thread_count)

    def create(number: int) -> object:
        with site.app_context():
            gate.wait()
            return create_account(AccountToCreate(f"Basil {number}", username, None, "x"))

    with ThreadPoolExecutor(thread_count) as executor:
        results = list(executor.map(create, range(thread_count)))
    assert sum(isinstance(result, int) for result in results) == 1


def test_recovery_link_changes_password(site: Flask, phone: Phone, username: str) -> None:
    owner = sign_up(site, username)
    link, other_link = recovery_link(site, username), recovery_link(site, username)
    page = phone.get(link)
    assert page.fields(link)["username"] == username
    assert phone.send(page, link, password=SHORT_PASSWORD).problems == ["Use 8 to 128 characters for the password."]
    assert phone.send(page, link, password=ANOTHER_PASSWORD).path == "/account"
    assert is_signed_in(phone)
    assert not is_signed_in(owner)
    assert sign_in(Phone(site), username).status == 422
    assert sign_in(Phone(site), username, ANOTHER_PASSWORD).path == "/account"
    for used_link in (link, other_link):
        assert Phone(site).get(used_link).status == 404


def test_recovery_link_removes_hidden_passkeys(site: Flask, phone: Phone, username: str) -> None:
    sign_up(site, username)
    stranger = f"{username}.2"
    sign_up(site, stranger)
    with site.app_context():
        numbers = {name: account[0] for name in (username, stranger) if (account := find_account_id_and_name(name))}
        for name, number in numbers.items():
            store_passkey(number, name.encode())
    link = recovery_link(site, username)
    assert phone.send(phone.get(link), link, password=ANOTHER_PASSWORD).path == "/account"
    with site.app_context():
        account_ids = db.session().scalars(select(Passkey.account_id)).all()
    assert numbers[username] not in account_ids
    assert numbers[stranger] in account_ids


def store_passkey(account_id: int, credential: bytes) -> None:
    """Store a passkey as a browser would."""
    with write_transaction() as session:
        session.execute(
            insert(Passkey).values(
                account_id=account_id,
                credential_id=credential,
                public_key=b"key",
                sign_count=0,
                backup_state=False,
                device_type="single_device",
                last_used_at=datetime.now(UTC),
                name="phone",
                usage="first",
            )
        )


def test_account_link_expires(site: Flask, phone: Phone) -> None:
    with site.app_context():
        expired_token = create_account_link_token("Basil", lifetime=timedelta(seconds=-1))
        assert find_link_target(expired_token) is None
    assert phone.get(f"/account/links/{expired_token}").status == 404


def test_account_link_of_deleted_account_is_gone(site: Flask, phone: Phone, username: str) -> None:
    owner = sign_up(site, username)
    link = recovery_link(site, username)
    owner.send(owner.get("/account/delete"), "/delete")
    assert phone.get(link).status == 404


def test_database_holds_no_link_token(site: Flask) -> None:
    link = new_link(site)
    with site.app_context(), db.engine.connect() as connection:
        assert link.rpartition("/")[2] not in str(connection.exec_driver_sql("SELECT * FROM account_link").all())


@pytest.mark.parametrize("token", ["xx", "A" * 43, "é", "%00", "a b", "A" * 3000, "'; DROP TABLE account; --"])
def test_malformed_account_link_is_not_found(phone: Phone, token: str) -> None:
    response = phone.get(f"/account/links/{token}")
    assert response.status == 404
    assert token not in response.root.find_one("main").text


@pytest.fixture
def site_without_sign_up(tmp_path: Path) -> Iterator[Flask]:
    with site_in(tmp_path, SIGN_UP="closed") as site:
        yield site


def test_account_link_works_with_closed_sign_up(site_without_sign_up: Flask, username: str) -> None:
    phone = Phone(site_without_sign_up)
    sign_in_page = phone.get("/account/sign-in")
    assert not sign_in_page.root.find("a", href="/account/new")
    assert "To create an account here, you need a link." in sign_in_page.text
    assert phone.get("/account/new").status == 404
    token = str(sign_in_page.fields("/sign-in")["csrf_token"])
    assert phone.post("/account/new", {"csrf_token": token, "name": "B", "username": username}).status == 404
    assert use_link(phone, new_link(site_without_sign_up), username).path == "/account"


def test_recovery_page_without_mail_names_admins(phone: Phone) -> None:
    page = phone.get("/account/recover")
    assert "A club admin or the server admin can give you a link" in page.text
    assert "A club you don’t own can unlink your account and reinvite you" in page.text
    assert not page.root.find("form")
    token = str(phone.get("/account/sign-in").fields("/sign-in")["csrf_token"])
    assert phone.post("/account/recover", {"csrf_token": token, "email": "a@club.example"}).status == 404
