"""A list of members is added completely or not at all, and only once if it is sent again."""

import uuid
from functools import partial

import pytest
from flask import Flask

from tests.commands.clubs.test_concurrent_entries import run_concurrently
from tests.support.clubs.club import SiteClub, all_clubs_are_valid, four_members, new_club, play_game
from tests.support.databases import both_databases
from trexscore.commands.clubs.add_member import add_member
from trexscore.commands.clubs.add_members import AddedMemberCounts, add_new_members
from trexscore.commands.clubs.create_club import OWNER_MEMBER_NUMBER
from trexscore.commands.recording import Command, NotAllowed
from trexscore.db.journals import CLUBS
from trexscore.db.models import db
from trexscore.ledger.entry_refusal import EntryRefusal

SIXTY_NAMES = [f"لاعب {number}" if number % 2 else f"Player {number}" for number in range(60)]


def make_request(role: str = "member", member: int = OWNER_MEMBER_NUMBER, key: str | None = None) -> Command:
    return Command.of_member(key or str(uuid.uuid4()), member, {"joined": {"role": role}})


def entries(club: SiteClub) -> list[tuple[str, str | None]]:
    db.session.rollback()
    return [(entry.kind, entry.author) for entry in CLUBS.read_entries(db.session(), club.id)]


def names(club: SiteClub) -> list[str | None]:
    return [member.name for member in club.record.active_members]


def test_list_adds_two_entries_per_member_in_order(club: SiteClub) -> None:
    before = len(entries(club))
    assert add_new_members(club.id, make_request("guest"), SIXTY_NAMES) == AddedMemberCounts(60, 0)
    assert names(club) == ["Basil", *SIXTY_NAMES]
    assert {member.role for member in club.record.active_members} == {"owner", "guest"}
    assert entries(club)[before:] == [("joined", str(OWNER_MEMBER_NUMBER)), ("named", str(OWNER_MEMBER_NUMBER))] * 60
    assert all_clubs_are_valid()


def test_same_request_twice_adds_members_once(club: SiteClub) -> None:
    former_member = club.join("Gone")
    club.add_entry("left", {"member": former_member})
    request = make_request()
    listed = ["Dana", "dana", "Gone", "Omar"]
    assert add_new_members(club.id, request, listed) == AddedMemberCounts(2, 1)
    before = entries(club)
    assert add_new_members(club.id, request, listed) == AddedMemberCounts(2, 1)
    dana = next(member.number for member in club.record.active_members if member.name == "Dana")
    club.add_entry("named", {"member": dana, "name": "Dana K."})
    club.add_entry("left", {"member": former_member})
    assert add_new_members(club.id, request, [*map(str.upper, listed)]) == AddedMemberCounts(2, 1), (
        "the retry does not undo later entries"
    )
    assert entries(club)[len(before) :] == [("named", "3"), ("left", "3")]
    assert names(club) == ["Basil", "Dana K.", "Omar"]
    assert all_clubs_are_valid()


def test_members_added_meanwhile_are_skipped(club: SiteClub) -> None:
    club.join("Dana")
    assert add_new_members(club.id, make_request(), ["DANA", "Omar"]) == AddedMemberCounts(1, 0)
    assert add_new_members(club.id, make_request(), ["DANA", "Omar"]) == AddedMemberCounts(0, 0)
    assert names(club) == ["Basil", "Dana", "Omar"]


@pytest.mark.parametrize(("author_role", "role"), [("scorer", "admin"), ("scorer", "referee"), ("member", "guest")])
def test_list_needs_permission_for_role(club: SiteClub, author_role: str, role: str) -> None:
    number = club.join("Sami", author_role)
    before = entries(club)
    assert add_new_members(club.id, make_request(role, number), ["Dana", "Omar"]) == NotAllowed()
    assert entries(club) == before


def test_scorer_adds_new_members_without_reinstating(club: SiteClub) -> None:
    number = club.join("Sami", "scorer")
    club.add_entry("left", {"member": club.join("Gone")})
    assert add_new_members(club.id, make_request("guest", number), ["Gone", "Dana"]) == AddedMemberCounts(1, 0)
    assert names(club) == ["Basil", "Sami", "Dana"]


def test_invalid_list_adds_nobody(club: SiteClub, monkeypatch: pytest.MonkeyPatch) -> None:
    before = entries(club)
    refused = add_new_members(club.id, make_request("owner"), ["Dana", "Omar"])
    assert isinstance(refused, EntryRefusal)
    assert [refusal.code for refusal in refused.refusals] == ["unknown_role"]
    with monkeypatch.context() as patch:
        patch.setattr("trexscore.commands.clubs.record_entry.apply_club_entry", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            add_new_members(club.id, make_request(), ["Dana", "Omar"])
    assert entries(club) == before
    assert add_new_members(club.id, make_request(), ["Dana", "Omar"]) == AddedMemberCounts(2, 0)


def test_added_members_change_no_standings(club: SiteClub) -> None:
    members = four_members(club)
    season = club.create_season()
    club.count_game(play_game(1), members)
    table = club.standing_rows(season)
    assert add_new_members(club.id, make_request(), SIXTY_NAMES) == AddedMemberCounts(60, 0)
    assert club.standing_rows(season) == table
    assert all_clubs_are_valid()


@both_databases
def test_concurrent_overlapping_lists_add_once(app: Flask) -> None:
    with app.app_context():
        club = new_club()
        club_id, former_member = club.id, club.join("Gone")
        club.add_entry("left", {"member": former_member})
    first_names, second_names = [*SIXTY_NAMES[:40], "Gone"], ["Gone", *SIXTY_NAMES[20:]]
    results = run_concurrently(
        app,
        partial(add_new_members, club_id, make_request(), first_names),
        partial(add_new_members, club_id, make_request(), second_names),
    )
    assert sorted(results) == [AddedMemberCounts(20, 0), AddedMemberCounts(40, 1)]
    with app.app_context():
        assert sorted(filter(None, names(club))) == sorted(["Basil", "Gone", *SIXTY_NAMES])
        assert all_clubs_are_valid()


@both_databases
def test_concurrent_same_request_adds_once(app: Flask) -> None:
    with app.app_context():
        club = new_club()
        club_id = club.id
    request = make_request()
    assert (
        run_concurrently(app, *[partial(add_new_members, club_id, request, SIXTY_NAMES)] * 3)
        == [AddedMemberCounts(60, 0)] * 3
    )
    with app.app_context():
        assert names(club) == ["Basil", *SIXTY_NAMES]
        assert all_clubs_are_valid()


@both_databases
def test_concurrent_list_and_member_keep_names_unique(app: Flask) -> None:
    with app.app_context():
        club = new_club()
        club_id = club.id
    for number in range(6):
        name = f"Dana {number}"
        result, _ = run_concurrently(
            app,
            partial(add_new_members, club_id, make_request(), [name, f"Omar {number}"]),
            partial(add_member, club_id, make_request(), name),
        )
        assert result in (AddedMemberCounts(1, 0), AddedMemberCounts(2, 0))
    with app.app_context():
        assert len(names(club)) == len(set(names(club))) == 13
        assert all_clubs_are_valid()
