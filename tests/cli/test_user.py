"""`trexscore user` creates an account link."""

import re
from pathlib import Path

import pytest

from tests.support.accounts import is_signed_in, sign_in, sign_up
from tests.support.pages import Phone
from tests.support.server.command import assert_refused, run_trexscore
from tests.support.sites import site_in

_LINK = re.compile(r"(https?://[^/\s]+)(/account/links/\S+)")


def test_link_creates_account(tmp_path: Path) -> None:
    result = run_trexscore("user", "Amal", "--data", tmp_path, PUBLIC_URL="https://trex.example")
    assert result.returncode == 0, result
    assert "to create an account for Amal" in result.stdout
    assert "█" in result.stdout
    match = _LINK.search(result.stdout)
    assert match
    assert match[1] == "https://trex.example"
    with site_in(tmp_path) as site:
        phone = Phone(site)
        page = phone.get(match[2])
        assert (page.fields(match[2])["name"], page.fields(match[2])["username"]) == ("Amal", "amal")
        phone.send(page, match[2], password="seven queens asleep")  # noqa: S106 - a password for tests
        assert is_signed_in(phone)


def test_link_changes_password_of_account(tmp_path: Path) -> None:
    with site_in(tmp_path) as site:
        sign_up(site, "amal", "Amal K.")
        result = run_trexscore("user", "AMAL", "--data", tmp_path)
        assert "to choose a new password for the account of Amal K." in result.stdout
        match = _LINK.search(result.stdout)
        assert match
        phone = Phone(site)
        phone.send(phone.get(match[2]), match[2], password="another queen")  # noqa: S106 - a password for tests
        assert is_signed_in(phone)
        assert sign_in(Phone(site), "amal").status == 422


@pytest.mark.parametrize("name", ["", " ", "x" * 41, "a\u202eb", "a\nb"])
def test_invalid_name_is_refused(tmp_path: Path, name: str) -> None:
    assert_refused(run_trexscore("user", name, "--data", tmp_path), "Use a name of 1 to 40 visible characters")


def test_unusable_database_is_reported(tmp_path: Path) -> None:
    (tmp_path / "trexscore.sqlite3").write_text("no database at all, but long enough to be looked at" * 20)
    assert_refused(run_trexscore("user", "Amal", "--data", tmp_path), "is not a database of Trex Score")
