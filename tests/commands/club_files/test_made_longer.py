"""A club that is here and is made longer by a newer file: in short steps, and with all who belong to it."""

from collections.abc import Iterator

import pytest
from flask import Flask
from sqlalchemy import select

from tests.support.clubs.arriving import ROWS, behind_the_ratings, clubs_hold, rows_of_clubs, written_in_steps
from tests.support.clubs.club import ClubHere, account, enter, tell
from tests.support.clubs.files import bring, exported, lines, why_not
from tests.support.databases import both_databases
from tests.support.sites import site_in
from trexscore.commands.clock import now
from trexscore.commands.clubs.links import create_club_link
from trexscore.commands.recording import Recorded
from trexscore.db.clubs.clubs import read_link_access, read_member_accounts
from trexscore.db.clubs.models import Club
from trexscore.db.journals import CLUBS, JournalGone, write_transaction
from trexscore.db.models import db

MORE = {"adjustment": {"A": 5, "B": -5}, "reason": "agreed"}


@pytest.fixture(scope="module")
def longer(tmp_path_factory: pytest.TempPathFactory, file: bytes) -> bytes:
    """The club of the file, one member and an entry of a game later."""
    with site_in(tmp_path_factory.mktemp("later")) as site, site.app_context():
        club = ClubHere(bring(file, account()).uid)
        club.join("Farid")
        enter(a_game(file), MORE)
        return exported(club)


@pytest.fixture
def here(elsewhere: Flask, file: bytes, small_steps: None) -> Iterator[ClubHere]:
    """The club as it was before, and its owner."""
    assert small_steps is None
    with elsewhere.app_context():
        yield ClubHere(bring(file, account()).uid)


def a_game(file: bytes) -> str:
    key: str = next(line["entries"][0]["key"] for line in lines(file) if "entries" in line)
    return key


@both_databases
def test_a_club_is_made_longer_in_short_steps(here: ClubHere, longer: bytes) -> None:
    rows = rows_of_clubs()
    with written_in_steps() as steps:
        brought = bring(longer, extends=True)
    assert (brought.previous_state, brought.entries) == ("behind", 2)
    assert max(step["standing"] + step["season_result"] + step["monthly_statistics"] for step in steps) <= 10 * ROWS
    assert exported(here) == longer
    assert clubs_hold()
    assert list(db.session.scalars(select(Club.uid))) == [here.uid]
    assert rows < rows_of_clubs() < 1.2 * rows, "nothing is left of the club as it was"


def test_all_who_belong_to_it_go_along(here: ClubHere, longer: bytes) -> None:
    claims, link = read_member_accounts(db.session(), here.id), create_club_link(here.id, "screen")
    old = here.id
    bring(longer, extends=True)
    assert claims
    assert here.id != old
    assert read_member_accounts(db.session(), here.id) == claims
    right = read_link_access(link, now())
    assert right is not None
    assert right.club.id == here.id


def test_nobody_writes_in_the_club_as_it_was(here: ClubHere, longer: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever found it before it was replaced is told that it is gone: what they write would go with it."""
    old = here.id
    monkeypatch.setattr("trexscore.commands.club_files.import_club.delete_staged_club", lambda _: None)
    bring(longer, extends=True)
    with pytest.raises(JournalGone), write_transaction() as session:
        CLUBS.lock(session, old)


def test_what_breaks_off_changes_nothing_and_can_be_done_again(
    here: ClubHere, longer: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows, members = rows_of_clubs(), here.record.members
    behind_the_ratings(monkeypatch, lambda: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        bring(longer, extends=True)
    assert rows <= rows_of_clubs() < 1.1 * rows
    assert here.record.members == members
    assert clubs_hold()
    bring(longer, extends=True)
    assert exported(here) == longer
    assert clubs_hold()


def test_what_is_said_in_the_club_meanwhile_is_kept(
    here: ClubHere, longer: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    behind_the_ratings(monkeypatch, lambda: here.join("Ghada"))
    assert why_not(longer, extends=True) == ["club_differs"]
    assert "Ghada" in {member.name for member in here.record.all_members}
    assert clubs_hold()


@both_databases
def test_a_game_that_goes_on_meanwhile_counts_as_it_is(
    here: ClubHere, file: bytes, longer: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[object] = []
    behind_the_ratings(monkeypatch, lambda: told.append(tell(a_game(file), MORE)))
    bring(longer, extends=True)
    assert isinstance(told[0], Recorded)
    assert here.record.all_members
    assert clubs_hold()
