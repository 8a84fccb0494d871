"""Club admins create password links for members, and never reach other accounts."""

import re
import threading
from concurrent.futures import Future, ThreadPoolExecutor

import pytest
from flask import Flask
from sqlalchemy import text
from sqlalchemy.orm import Session

from tests.support.accounts import ANOTHER_PASSWORD
from tests.support.pages import Phone, Response
from tests.support.people import PagesClub, new_club
from trexscore.commands import accounts
from trexscore.commands.account_links import AccountLinkTarget, consume_link, find_link_target
from trexscore.commands.clubs import password_link
from trexscore.commands.clubs.add_member import join_by_invitation
from trexscore.commands.clubs.links import create_club_link
from trexscore.commands.clubs.password_link import PasswordLinkRefused, create_member_password_token
from trexscore.db.accounts import lock_account_row
from trexscore.db.clubs.clubs import read_account_ids_by_member
from trexscore.db.models import db

_WAITING = text("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()")
BOTH_DATABASES = pytest.mark.parametrize("site", ["sqlite", "postgresql"], indirect=True)


@pytest.fixture
def club(site: Flask) -> PagesClub:
    club = new_club(site)
    for name, role in (("Amal", "admin"), ("Amer", "admin"), ("Dana", "member")):
        club.join(name, role, signs_in=True)
    return club


def account_of(club: PagesClub, name: str) -> int:
    club_id = club.id
    with club.site.app_context():
        return read_account_ids_by_member(db.session(), club_id)[club.numbers[name]]


def create_link(club: PagesClub, name: str, by: str) -> Response:
    """Open the page of the password link, and create it."""
    path = club.path(f"/members/{club.numbers[name]}/password")
    page = club.phones[by].get(path)
    return club.phones[by].send(page, path) if page.status == 200 else page


def shown_link(page: Response) -> str:
    """The link on the page, as an address of the site."""
    address = page.root.find("input", id="address")[0].attrs["value"]
    link = re.search(r"/account/links/\S+", address)
    assert link
    return link[0]


def is_valid(club: PagesClub, link: str) -> bool:
    with club.site.app_context():
        db.session.rollback()
        return find_link_target(link.rpartition("/")[2]) is not None


def join_other_club(club: PagesClub, name: str) -> None:
    other = new_club(club.site)
    other_id, account = other.id, account_of(club, name)
    with club.site.app_context():
        join_by_invitation(create_club_link(other_id, "join"), account, "6f1b3a34-8c0a-4a53-9d0c-2f9d7a1f0c11", name)


@pytest.mark.parametrize("by", ["Basil", "Amal"])
def test_admin_gives_link_and_member_sets_password(club: PagesClub, by: str) -> None:
    link = shown_link(create_link(club, "Dana", by))
    phone = Phone(club.site)
    assert phone.send(phone.get(link), link, password=ANOTHER_PASSWORD).path == "/account"
    assert "This is you." in phone.get(club.path(f"/members/{club.numbers['Dana']}")).text
    assert club.phones["Dana"].get("/account").path == "/account/sign-in", "the new password ends other sessions"
    assert not is_valid(club, link)


def test_member_page_links_to_password_link(club: PagesClub) -> None:
    path = f"/members/{club.numbers['Dana']}"
    for name, is_offered in (("Basil", True), ("Amal", True), ("Dana", False)):
        links = club.get(path, club.phones[name]).root.find("a", href=club.path(f"{path}/password"))
        assert bool(links) is is_offered, name


@pytest.mark.parametrize(
    ("name", "by", "status"),
    [
        ("Amer", "Amal", 403),
        ("Basil", "Amal", 403),
        ("Amal", "Amal", 404),
        ("Basil", "Basil", 404),
        ("Amal", "Dana", 403),
        ("Dana", "Dana", 404),
    ],
)
def test_password_link_needs_higher_role(club: PagesClub, name: str, by: str, status: int) -> None:
    path = club.path(f"/members/{club.numbers[name]}/password")
    assert club.phones[by].get(path).status == status
    token = str(club.phones[by].get("/games/new").fields("/games")["csrf_token"])
    assert club.phones[by].post(path, {"csrf_token": token}).status == status


def test_password_link_needs_account_in_one_club(club: PagesClub) -> None:
    join_other_club(club, "Dana")
    assert create_link(club, "Dana", "Basil").status == 404
    page = club.get(f"/members/{club.numbers['Dana']}")
    assert not page.root.find("a", href=club.path(f"/members/{club.numbers['Dana']}/password"))


def test_password_link_needs_account_and_membership(club: PagesClub) -> None:
    club.join("By name")
    assert create_link(club, "By name", "Basil").status == 404
    club.add_entry("left", {"member": club.numbers["Dana"]})
    assert create_link(club, "Dana", "Basil").status == 404


def test_password_link_ends_with_second_club(club: PagesClub) -> None:
    link = shown_link(create_link(club, "Dana", "Amal"))
    assert is_valid(club, link)
    join_other_club(club, "Dana")
    assert not is_valid(club, link)


def test_password_link_ends_with_admin_role(club: PagesClub) -> None:
    link = shown_link(create_link(club, "Dana", "Amal"))
    club.add_entry("role", {"member": club.numbers["Dana"], "role": "admin"})
    assert not is_valid(club, link)


def test_password_link_ends_with_undone_merge(club: PagesClub) -> None:
    club.join("Dania")
    merge_entry = club.add_entry("merged", {"member": club.numbers["Amer"], "into": club.numbers["Dania"]})
    link = shown_link(create_link(club, "Dania", "Amal"))
    club.add_entry("take_back", merge_entry)
    assert not is_valid(club, link)


def test_newer_password_link_replaces_older(club: PagesClub) -> None:
    first, second = (shown_link(create_link(club, "Dana", "Basil")) for _ in range(2))
    assert (is_valid(club, first), is_valid(club, second)) == (False, True)


@BOTH_DATABASES
def test_password_link_racing_with_second_club(club: PagesClub) -> None:
    other = new_club(club.site)
    club_id, other_id, account = club.id, other.id, account_of(club, "Dana")
    with club.site.app_context():
        invitation = create_club_link(other_id, "join")
    tokens: list[str] = []
    start_gate = threading.Barrier(2)

    def create_token() -> None:
        with club.site.app_context():
            start_gate.wait()
            try:
                tokens.append(create_member_password_token(club_id, club.numbers["Amal"], club.numbers["Dana"]))
            except PasswordLinkRefused:
                tokens.append("")

    def join_club() -> None:
        with club.site.app_context():
            start_gate.wait()
            join_by_invitation(invitation, account, "0a3e1a0e-6d0b-4f2c-8a57-54c94a9f1d22", "Dana")

    threads = [threading.Thread(target=action) for action in (create_token, join_club)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(tokens) == 1
    assert not (tokens[0] and is_valid(club, tokens[0]))
    with club.site.app_context():
        assert account in read_account_ids_by_member(db.session(), other_id).values()


@pytest.mark.parametrize("site", ["postgresql"], indirect=True)
def test_password_link_use_does_not_deadlock(club: PagesClub, monkeypatch: pytest.MonkeyPatch) -> None:
    """Creating and using lock the account and its link in the same order."""
    club_id = club.id
    token = shown_link(create_link(club, "Dana", "Amal")).rpartition("/")[2]
    is_locked = threading.Event()

    def lock_and_signal(session: Session, account_id: int) -> None:
        lock_account_row(session, account_id)
        is_locked.set()

    def create_token() -> None:
        with club.site.app_context():
            create_member_password_token(club_id, club.numbers["Amal"], club.numbers["Dana"])

    def consume_during_creation(session: Session, token: str) -> AccountLinkTarget | None:
        """Consume the link; then another is created, before or after the account is locked."""
        link = consume_link(session, token)
        pending.append(pool.submit(create_token))
        with db.engine.connect() as connection:
            while not (is_locked.is_set() or connection.scalar(_WAITING)):
                connection.rollback()
        return link

    def reset_password() -> int:
        with club.site.app_context():
            return accounts.reset_password(token, "hash")

    monkeypatch.setattr(password_link, "lock_account_row", lock_and_signal)
    monkeypatch.setattr(accounts, "consume_link", consume_during_creation)
    pending: list[Future[None]] = []
    with ThreadPoolExecutor(2) as pool:
        assert pool.submit(reset_password).result(60) == account_of(club, "Dana")
        pending[0].result(60)
