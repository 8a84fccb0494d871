"""Common passwords are refused wherever a password is chosen."""

import uuid

import pytest
from flask import Flask

from tests.support.accounts import ANOTHER_PASSWORD, PASSWORD, is_signed_in, recovery_link, sign_up
from tests.support.pages import Phone
from trexscore.web.accounts.password_rules import is_easily_guessed

COMMON = (
    "password",
    "PASSWORD",
    "password123!",
    "12345678",
    "987654321",
    "abcdefgh",
    " " * 8,
    "aaaaaaaa",
    "abababab",
    "iloveyou",
    "qwertyuiop",
    "١٢٣٤٥٦٧٨",
    "\uff50assword",
)


@pytest.mark.parametrize("password", COMMON)
def test_common_password_is_recognized(password: str) -> None:
    assert is_easily_guessed(password)


@pytest.mark.parametrize("password", [PASSWORD, ANOTHER_PASSWORD, "tarneeb49", "كلمة طويلة جدا", "correcthorse"])
def test_other_password_is_not_common(password: str) -> None:
    assert not is_easily_guessed(password, ["amal", "amal@club.example"])


@pytest.mark.parametrize(
    "password", ["amal.haddad", "Amal.Haddad2026", "amal.haddadamal.haddad", "haddad@club.example"]
)
def test_own_name_is_common_password(password: str) -> None:
    assert is_easily_guessed(password, ["Amal", "amal.haddad", "haddad@club.example"])


def test_every_form_refuses_common_password(site: Flask, phone: Phone) -> None:
    username = f"dani.{uuid.uuid4().hex[:12]}"
    for password in ("12345678", username):
        fields = {"name": "Dani", "username": username, "password": password}
        response = phone.send(phone.get("/account/new"), "/new", **fields)
        assert (response.status, response.problems) == (
            422,
            ["This password is easy to guess. Use several words or a different password."],
        )
    owner = sign_up(site, username)
    response = owner.send(owner.get("/account/password"), "/password", current_password=PASSWORD, password=username)
    assert response.status == 422
    link = recovery_link(site, username)
    assert phone.send(phone.get(link), link, password=username).status == 422
    assert is_signed_in(owner)
