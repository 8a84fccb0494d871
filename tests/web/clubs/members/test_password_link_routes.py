"""Who has forgotten a password gets a link to another from who leads the club, and nobody else's account is opened."""

import re
import threading
from concurrent.futures import Future, ThreadPoolExecutor

import pytest
from flask import Flask
from sqlalchemy import text
from sqlalchemy.orm import Session

from tests.support.accounts import ANOTHER
from tests.support.pages import Answer, Phone
from tests.support.people import People, found
from trexscore.commands import accounts
from trexscore.commands.account_links import AccountLinkTarget, open_link, use_link
from trexscore.commands.clubs import password_link as way_back
from trexscore.commands.clubs.add_member import join_by_link
from trexscore.commands.clubs.links import create_club_link
from trexscore.commands.clubs.password_link import PasswordLinkRefused, create_password_link
from trexscore.db.account_locks import lock_account
from trexscore.db.clubs.clubs import read_member_accounts
from trexscore.db.models import db

_WAITING = text("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()")
BOTH_DATABASES = pytest.mark.parametrize("site", ["sqlite", "postgresql"], indirect=True)


@pytest.fixture
def club(site: Flask) -> People:
    made = found(site)
    for name, role in (("Amal", "admin"), ("Amer", "admin"), ("Dana", "member")):
        made.join(name, role, signs_in=True)
    return made


def account_of(club: People, name: str) -> int:
    club_id = club.id
    with club.site.app_context():
        return read_member_accounts(db.session(), club_id)[club.numbers[name]]


def asked(club: People, name: str, by: str) -> Answer:
    """Open the page that says what the link is for, and make it."""
    path = club.path(f"/members/{club.numbers[name]}/password")
    page = club.phones[by].get(path)
    return club.phones[by].send(page, path) if page.status == 200 else page


def link_in(page: Answer) -> str:
    """The link on the page, as an address of the site."""
    shown = page.root.find("input", id="address")[0].attrs["value"]
    link = re.search(r"/account/links/\S+", shown)
    assert link
    return link[0]


def holds(club: People, link: str) -> bool:
    with club.site.app_context():
        db.session.rollback()
        return open_link(link.rpartition("/")[2]) is not None


def joins_another(club: People, name: str) -> None:
    other = found(club.site)
    other_id, account = other.id, account_of(club, name)
    with club.site.app_context():
        join_by_link(create_club_link(other_id, "join"), account, "6f1b3a34-8c0a-4a53-9d0c-2f9d7a1f0c11", name)


@pytest.mark.parametrize("by", ["Basil", "Amal"])
def test_who_leads_gives_a_link_and_the_member_chooses_a_password(club: People, by: str) -> None:
    link = link_in(asked(club, "Dana", by))
    phone = Phone(club.site)
    assert phone.send(phone.get(link), link, password=ANOTHER).path == "/account"
    assert "This is you." in phone.get(club.path(f"/members/{club.numbers['Dana']}")).text
    assert club.phones["Dana"].get("/account").path == "/account/sign-in", "signed out everywhere else"
    assert not holds(club, link)


def test_on_the_page_of_a_member_stands_the_way_there(club: People) -> None:
    path = f"/members/{club.numbers['Dana']}"
    for who, stands in (("Basil", True), ("Amal", True), ("Dana", False)):
        links = club.get(path, club.phones[who]).root.find("a", href=club.path(f"{path}/password"))
        assert bool(links) is stands, who


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
def test_nobody_opens_the_account_of_who_is_not_below_them_nor_their_own(
    club: People, name: str, by: str, status: int
) -> None:
    path = club.path(f"/members/{club.numbers[name]}/password")
    assert club.phones[by].get(path).status == status
    token = str(club.phones[by].get("/games/new").fields("/games")["csrf_token"])
    assert club.phones[by].post(path, {"csrf_token": token}).status == status


def test_an_account_that_is_of_another_club_too_is_opened_by_none_of_them(club: People) -> None:
    joins_another(club, "Dana")
    assert asked(club, "Dana", "Basil").status == 404
    page = club.get(f"/members/{club.numbers['Dana']}")
    assert not page.root.find("a", href=club.path(f"/members/{club.numbers['Dana']}/password"))


def test_who_has_no_account_or_has_left_gets_no_link(club: People) -> None:
    club.join("By name")
    assert asked(club, "By name", "Basil").status == 404
    club.say("left", {"member": club.numbers["Dana"]})
    assert asked(club, "Dana", "Basil").status == 404


def test_a_link_holds_no_more_once_its_account_is_of_another_club(club: People) -> None:
    link = link_in(asked(club, "Dana", "Amal"))
    assert holds(club, link)
    joins_another(club, "Dana")
    assert not holds(club, link)


def test_a_link_holds_no_more_once_its_member_leads(club: People) -> None:
    link = link_in(asked(club, "Dana", "Amal"))
    club.say("role", {"member": club.numbers["Dana"], "role": "admin"})
    assert not holds(club, link)


def test_a_link_holds_no_more_once_its_account_is_parted_from_a_member_and_leads_again(club: People) -> None:
    club.join("Dania")
    merged = club.say("merged", {"member": club.numbers["Amer"], "into": club.numbers["Dania"]})
    link = link_in(asked(club, "Dania", "Amal"))
    club.say("take_back", merged)
    assert not holds(club, link)


def test_of_two_links_the_later_one_holds(club: People) -> None:
    first, second = (link_in(asked(club, "Dana", "Basil")) for _ in range(2))
    assert (holds(club, first), holds(club, second)) == (False, True)


@BOTH_DATABASES
def test_a_link_made_while_its_account_joins_another_club_opens_nothing(club: People) -> None:
    other = found(club.site)
    club_id, other_id, account = club.id, other.id, account_of(club, "Dana")
    with club.site.app_context():
        invitation = create_club_link(other_id, "join")
    made: list[str] = []
    together = threading.Barrier(2)

    def give() -> None:
        with club.site.app_context():
            together.wait()
            try:
                made.append(create_password_link(club_id, club.numbers["Amal"], club.numbers["Dana"]))
            except PasswordLinkRefused:
                made.append("")

    def join() -> None:
        with club.site.app_context():
            together.wait()
            join_by_link(invitation, account, "0a3e1a0e-6d0b-4f2c-8a57-54c94a9f1d22", "Dana")

    threads = [threading.Thread(target=one) for one in (give, join)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert len(made) == 1
    assert not (made[0] and holds(club, made[0]))
    with club.site.app_context():
        assert account in read_member_accounts(db.session(), other_id).values()


@pytest.mark.parametrize("site", ["postgresql"], indirect=True)
def test_who_chooses_a_password_while_another_link_is_made_is_not_stopped_by_it(
    club: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each would wait for what the other holds: the account, and its link."""
    club_id = club.id
    token = link_in(asked(club, "Dana", "Amal")).rpartition("/")[2]
    has_it = threading.Event()

    def lock(session: Session, account_id: int) -> None:
        lock_account(session, account_id)
        has_it.set()

    def give() -> None:
        with club.site.app_context():
            create_password_link(club_id, club.numbers["Amal"], club.numbers["Dana"])

    def use(session: Session, token: str) -> AccountLinkTarget | None:
        """And then somebody gives another link, and has the account or waits for it."""
        link = use_link(session, token)
        given.append(together.submit(give))
        with db.engine.connect() as beside:
            while not (has_it.is_set() or beside.scalar(_WAITING)):
                beside.rollback()
        return link

    def choose() -> int:
        with club.site.app_context():
            return accounts.reset_password(token, "hash")

    monkeypatch.setattr(way_back, "lock_account", lock)
    monkeypatch.setattr(accounts, "use_link", use)
    given: list[Future[None]] = []
    with ThreadPoolExecutor(2) as together:
        assert together.submit(choose).result(60) == account_of(club, "Dana")
        given[0].result(60)
