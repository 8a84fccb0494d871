"""A list of people let into a club: all at once or nobody, once however often it is sent and by however many."""

import uuid
from functools import partial

import pytest
from flask import Flask

from tests.commands.clubs.test_two_at_once import at_once
from tests.support.clubs.club import ClubHere, found, four, holds, played
from tests.support.databases import both_databases
from trexscore.commands.clubs.add_member import add_member
from trexscore.commands.clubs.add_members import MembersAdded, add_members
from trexscore.commands.clubs.create_club import OWNER
from trexscore.commands.recording import Command, NotAllowed
from trexscore.db.journals import CLUBS
from trexscore.db.models import db
from trexscore.ledger.verdict import Refused

SIXTY = [f"لاعب {number}" if number % 2 else f"Player {number}" for number in range(60)]


def asked(role: str = "member", by: int = OWNER, key: str | None = None) -> Command:
    return Command.of_member(key or str(uuid.uuid4()), by, {"joined": {"role": role}})


def entries(club: ClubHere) -> list[tuple[str, str | None]]:
    db.session.rollback()
    return [(entry.kind, entry.author) for entry in CLUBS.read_entries(db.session(), club.id)]


def names(club: ClubHere) -> list[str | None]:
    return [member.name for member in club.record.active_members]


def test_a_list_is_let_in_with_two_entries_for_each_in_its_order(club: ClubHere) -> None:
    before = len(entries(club))
    assert add_members(club.id, asked("guest"), SIXTY) == MembersAdded(60, 0)
    assert names(club) == ["Basil", *SIXTY]
    assert {member.role for member in club.record.active_members} == {"owner", "guest"}
    assert entries(club)[before:] == [("joined", str(OWNER)), ("named", str(OWNER))] * 60
    assert holds()


def test_the_same_list_sent_again_writes_nobody_twice_and_is_told_the_same(club: ClubHere) -> None:
    gone = club.join("Gone")
    club.say("left", {"member": gone})
    request = asked()
    listed = ["Dana", "dana", "Gone", "Omar"]
    assert add_members(club.id, request, listed) == MembersAdded(2, 1)
    before = entries(club)
    assert add_members(club.id, request, listed) == MembersAdded(2, 1)
    dana = next(member.number for member in club.record.active_members if member.name == "Dana")
    club.say("named", {"member": dana, "name": "Dana K."})
    club.say("left", {"member": gone})
    assert add_members(club.id, request, [*map(str.upper, listed)]) == MembersAdded(2, 1), "nothing since is undone"
    assert entries(club)[len(before) :] == [("named", "3"), ("left", "3")]
    assert names(club) == ["Basil", "Dana K.", "Omar"]
    assert holds()


def test_who_has_come_meanwhile_is_passed_over(club: ClubHere) -> None:
    club.join("Dana")
    assert add_members(club.id, asked(), ["DANA", "Omar"]) == MembersAdded(1, 0)
    assert add_members(club.id, asked(), ["DANA", "Omar"]) == MembersAdded(0, 0)
    assert names(club) == ["Basil", "Dana", "Omar"]


@pytest.mark.parametrize(("by", "role"), [("scorer", "admin"), ("scorer", "referee"), ("member", "guest")])
def test_nobody_lets_a_list_in_as_what_they_may_not_give(club: ClubHere, by: str, role: str) -> None:
    number = club.join("Sami", by)
    before = entries(club)
    assert add_members(club.id, asked(role, number), ["Dana", "Omar"]) == NotAllowed()
    assert entries(club) == before


def test_who_may_not_take_people_back_lets_in_the_others(club: ClubHere) -> None:
    number = club.join("Sami", "scorer")
    club.say("left", {"member": club.join("Gone")})
    assert add_members(club.id, asked("guest", number), ["Gone", "Dana"]) == MembersAdded(1, 0)
    assert names(club) == ["Basil", "Sami", "Dana"]


def test_a_list_with_something_that_cannot_be_leaves_nothing_behind(
    club: ClubHere, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = entries(club)
    refused = add_members(club.id, asked("owner"), ["Dana", "Omar"])
    assert isinstance(refused, Refused)
    assert [refusal.code for refusal in refused.refusals] == ["unknown_role"]
    with monkeypatch.context() as patch:
        patch.setattr("trexscore.commands.clubs.record_entry.on_club_entry", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            add_members(club.id, asked(), ["Dana", "Omar"])
    assert entries(club) == before
    assert add_members(club.id, asked(), ["Dana", "Omar"]) == MembersAdded(2, 0)


def test_a_list_in_a_club_that_has_played_moves_no_standings(club: ClubHere) -> None:
    members = four(club)
    season = club.season()
    club.count(played(1), members)
    table = club.rows(season)
    assert add_members(club.id, asked(), SIXTY) == MembersAdded(60, 0)
    assert club.rows(season) == table
    assert holds()


@both_databases
def test_overlapping_lists_from_two_phones_at_once_let_everybody_in_once(app: Flask) -> None:
    with app.app_context():
        club = found()
        club_id, gone = club.id, club.join("Gone")
        club.say("left", {"member": gone})
    one, other = [*SIXTY[:40], "Gone"], ["Gone", *SIXTY[20:]]
    done = at_once(app, partial(add_members, club_id, asked(), one), partial(add_members, club_id, asked(), other))
    assert sorted(done) == [MembersAdded(20, 0), MembersAdded(40, 1)]
    with app.app_context():
        assert sorted(filter(None, names(club))) == sorted(["Basil", "Gone", *SIXTY])
        assert holds()


@both_databases
def test_one_list_sent_three_times_at_once_lets_everybody_in_once_and_all_are_told_the_same(app: Flask) -> None:
    with app.app_context():
        club = found()
        club_id = club.id
    request = asked()
    assert at_once(app, *[partial(add_members, club_id, request, SIXTY)] * 3) == [MembersAdded(60, 0)] * 3
    with app.app_context():
        assert names(club) == ["Basil", *SIXTY]
        assert holds()


@both_databases
def test_a_list_and_somebody_of_it_by_themselves_at_once_give_no_two_of_one_name(app: Flask) -> None:
    with app.app_context():
        club = found()
        club_id = club.id
    for number in range(6):
        name = f"Dana {number}"
        done, _ = at_once(
            app,
            partial(add_members, club_id, asked(), [name, f"Omar {number}"]),
            partial(add_member, club_id, asked(), name),
        )
        assert done in (MembersAdded(1, 0), MembersAdded(2, 0))
    with app.app_context():
        assert len(names(club)) == len(set(names(club))) == 13
        assert holds()
