"""An existing club is extended by a newer file in small steps, with its accounts and links."""

from collections.abc import Iterator

import pytest
from flask import Flask
from sqlalchemy import select

from tests.support.clubs.club import SiteClub, add_game_entry, new_account, submit_entry
from tests.support.clubs.files import export_club, import_file, lines, refusal_of_import
from tests.support.clubs.unpublished_clubs import (
    ROWS,
    before_publishing,
    clubs_are_valid,
    count_club_rows,
    rows_per_transaction,
)
from tests.support.databases import both_databases
from tests.support.sites import site_in
from trexscore.commands.clock import current_timestamp
from trexscore.commands.clubs.links import create_club_link
from trexscore.commands.recording import Recorded
from trexscore.db.clubs.clubs import read_account_ids_by_member, read_link_access
from trexscore.db.clubs.models import Club
from trexscore.db.journals import CLUBS, JournalGone
from trexscore.db.models import db
from trexscore.db.transactions import write_transaction

ADJUSTMENT = {"adjustment": {"A": 5, "B": -5}, "reason": "agreed"}


@pytest.fixture(scope="module")
def longer_file(tmp_path_factory: pytest.TempPathFactory, club_file: bytes) -> bytes:
    """The club of the file, with one more member and one more entry in a game."""
    with site_in(tmp_path_factory.mktemp("later")) as site, site.app_context():
        club = SiteClub(import_file(club_file, new_account()).uid)
        club.join("Farid")
        add_game_entry(first_game_uid(club_file), ADJUSTMENT)
        return export_club(club)


@pytest.fixture
def existing_club(target_site: Flask, club_file: bytes, small_steps: None) -> Iterator[SiteClub]:
    """The club before the extension."""
    assert small_steps is None
    with target_site.app_context():
        yield SiteClub(import_file(club_file, new_account()).uid)


def first_game_uid(file: bytes) -> str:
    key: str = next(line["entries"][0]["key"] for line in lines(file) if "entries" in line)
    return key


@both_databases
def test_club_is_extended_in_small_steps(existing_club: SiteClub, longer_file: bytes) -> None:
    rows = count_club_rows()
    with rows_per_transaction() as steps:
        imported = import_file(longer_file, extends=True)
    assert (imported.club_comparison, imported.added_entry_count) == ("behind", 2)
    assert max(step["standing"] + step["season_result"] + step["monthly_statistics"] for step in steps) <= 10 * ROWS
    assert export_club(existing_club) == longer_file
    assert clubs_are_valid()
    assert list(db.session.scalars(select(Club.uid))) == [existing_club.uid]
    assert rows < count_club_rows() < 1.2 * rows, "rows of the replaced club were not deleted"


def test_extended_club_keeps_accounts_and_links(existing_club: SiteClub, longer_file: bytes) -> None:
    account_ids, link = (
        read_account_ids_by_member(db.session(), existing_club.id),
        create_club_link(existing_club.id, "screen"),
    )
    old = existing_club.id
    import_file(longer_file, extends=True)
    assert account_ids
    assert existing_club.id != old
    assert read_account_ids_by_member(db.session(), existing_club.id) == account_ids
    access = read_link_access(link, "screen", current_timestamp())
    assert access is not None
    assert access.club_head.id == existing_club.id


def test_replaced_club_accepts_no_entries(
    existing_club: SiteClub, longer_file: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A command that read the club before it was replaced is refused, because its entry would be lost."""
    old = existing_club.id
    monkeypatch.setattr("trexscore.commands.club_files.import_club.delete_hidden_club", lambda _: None)
    import_file(longer_file, extends=True)
    with pytest.raises(JournalGone), write_transaction() as session:
        CLUBS.lock(session, old)


def test_failed_extension_changes_nothing_and_is_repeated(
    existing_club: SiteClub, longer_file: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows, members = count_club_rows(), existing_club.record.members
    before_publishing(monkeypatch, lambda: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        import_file(longer_file, extends=True)
    assert rows <= count_club_rows() < 1.1 * rows
    assert existing_club.record.members == members
    assert clubs_are_valid()
    import_file(longer_file, extends=True)
    assert export_club(existing_club) == longer_file
    assert clubs_are_valid()


def test_entry_during_extension_is_kept(
    existing_club: SiteClub, longer_file: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    before_publishing(monkeypatch, lambda: existing_club.join("Ghada"))
    assert refusal_of_import(longer_file, extends=True) == ["club_differs"]
    assert "Ghada" in {member.name for member in existing_club.record.unmerged_members}
    assert clubs_are_valid()


@both_databases
def test_game_entry_during_extension_is_kept(
    existing_club: SiteClub, club_file: bytes, longer_file: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    results: list[object] = []
    before_publishing(monkeypatch, lambda: results.append(submit_entry(first_game_uid(club_file), ADJUSTMENT)))
    import_file(longer_file, extends=True)
    assert isinstance(results[0], Recorded)
    assert existing_club.record.unmerged_members
    assert clubs_are_valid()
