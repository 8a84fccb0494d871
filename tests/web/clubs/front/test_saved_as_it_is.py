"""A booking whose form is saved without a change: every game stays whose it was, whoever has gone since."""

import uuid

from tests.support.clubs.rooms import Room, count
from trexscore.club.counted_game import CountedGame
from trexscore.commands.clubs.anonymize import anonymize_member
from trexscore.commands.clubs.create_club import OWNER
from trexscore.commands.recording import Command, Recorded
from trexscore.db.clubs.counted_games import find_game_row
from trexscore.db.models import db


def saved(room: Room, uid: str, **changes: str) -> CountedGame:
    """How a game is counted once its form has been saved, with nothing but these changes."""
    answer = room.owner.send(room.owner.get(room.in_club(f"/games/{uid}/seats")), "/seats", **changes)
    assert not answer.problems
    return counted(room, uid)


def counted(room: Room, uid: str) -> CountedGame:
    with room.inside() as club:
        row = find_game_row(db.session(), club.id, uid)
    assert row is not None
    assert row.counted is not None
    return row.counted


def test_whoever_was_erased_keeps_what_they_had(room: Room) -> None:
    with room.inside() as club:
        elias, farah = club.members["Elias"], club.members["Farah"]
    uid = count(room, 1, "Elias", "Carine", "Dani", "Ghassan", substitutes={"B": farah})
    before = counted(room, uid)
    with room.inside() as club:
        points = club.points(room.season)
        for member in (elias, farah):
            erased = anonymize_member(
                club.id, Command.of_member(str(uuid.uuid4()), OWNER, {"erased": {"member": member}})
            )
            assert isinstance(erased, Recorded)
    assert saved(room, uid) == before
    with room.inside() as club:
        assert club.points(room.season) == points


def test_somebody_from_outside_who_sat_in_did_so_afterwards_too(room: Room) -> None:
    uid = count(room, 1, "Elias", "Carine", "Dani", "Ghassan", substitutes={"B": None})
    before = counted(room, uid)
    assert before.played_by.B is None
    assert saved(room, uid) == before


def test_a_game_booked_anew_while_two_are_one_goes_back_once_they_are_two_again(room: Room) -> None:
    with room.inside() as club:
        carine, farah = club.members["Carine"], club.members["Farah"]
    uid = count(room, 1, "Elias", "Carine", "Dani", "Ghassan", substitutes={"A": carine, "B": None})
    before = counted(room, uid)
    with room.inside() as club:
        points = club.points(room.season)
        merge = club.merge(carine, farah)
    saved(room, uid, on="2026-11-21")
    with room.inside() as club:
        club.say("take_back", merge)
        assert club.points(room.season) == points
    after = counted(room, uid)
    assert (after.members, after.played_by) == (before.members, before.played_by)
