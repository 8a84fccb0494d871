"""Accounts, created and used through the pages or, where only the account matters, by a command."""

import uuid

from flask import Flask, session

from tests.support.pages import Phone, Response
from trexscore.commands.account_links import create_account_link_token
from trexscore.commands.accounts import AccountToCreate, create_account, find_account_id_and_name
from trexscore.web.accounts.passwords import hash_password
from trexscore.web.accounts.session import begin_session_by_account_id

PASSWORD, ANOTHER_PASSWORD, SHORT_PASSWORD = "seven queens asleep", "four kings awake", "short"


def sign_up(site: Flask, username: str, name: str = "Amal", email: str = "", language: str = "en") -> Phone:
    """The phone of someone who has just created an account."""
    phone = Phone(site, language)
    fields = {"name": name, "username": username, "email": email, "password": PASSWORD}
    response = phone.post("/account/new", {"csrf_token": phone.get("/account/new").token, **fields}, follow=False)
    assert (response.status, response.headers.get("Location")) == (303, "/account"), response.problems
    return phone


def new_account(site: Flask, name: str, language: str = "en") -> tuple[Phone, int]:
    """A phone signed in to a new account, and the account's id. The pages would take ten times longer."""
    phone = Phone(site, language)
    with site.test_request_context(), phone.client.session_transaction() as phone_session:
        username = f"u{uuid.uuid4().hex[:20]}"
        account_id = create_account(AccountToCreate(name, username, None, hash_password(PASSWORD)))
        assert isinstance(account_id, int), account_id
        begin_session_by_account_id(account_id)
        phone_session.update(session)
    return phone, account_id


def sign_in(phone: Phone, identity: str, password: str = PASSWORD, query: str = "") -> Response:
    """Fill in the form, and follow the redirect."""
    return phone.send(phone.get(f"/account/sign-in{query}"), "/sign-in", identity=identity, password=password)


def is_signed_in(phone: Phone) -> bool:
    return phone.get("/account").path == "/account"


def new_link(site: Flask, name: str = "Basil", account_id: int | None = None) -> str:
    """The address of an account link, as an admin hands it out."""
    with site.app_context():
        return f"/account/links/{create_account_link_token(name, account_id)}"


def recovery_link(site: Flask, username: str) -> str:
    with site.app_context():
        account = find_account_id_and_name(username)
    assert account is not None
    return new_link(site, account[1], account[0])
