"""A counted game whose form is saved unchanged keeps its players."""

import uuid

from tests.support.clubs.club_nights import ClubNight, count_game
from trexscore.club.counted_game import CountedGame
from trexscore.commands.clubs.anonymize import anonymize_member
from trexscore.commands.clubs.create_club import OWNER_MEMBER_NUMBER
from trexscore.commands.recording import Command, Recorded
from trexscore.db.clubs.counted_games import find_game_row
from trexscore.db.models import db


def save_unchanged(night: ClubNight, uid: str, **changes: str) -> CountedGame:
    """How a game is counted after its form was saved with only these changes."""
    response = night.owner.send(night.owner.get(night.club_path(f"/games/{uid}/seats")), "/seats", **changes)
    assert not response.problems
    return read_counted_game(night, uid)


def read_counted_game(night: ClubNight, uid: str) -> CountedGame:
    with night.app_context() as club:
        row = find_game_row(db.session(), club.id, uid)
    assert row is not None
    assert row.counted_game is not None
    return row.counted_game


def test_unchanged_form_keeps_removed_players(night: ClubNight) -> None:
    with night.app_context() as club:
        elias, farah = club.members["Elias"], club.members["Farah"]
    uid = count_game(night, 1, "Elias", "Carine", "Dani", "Ghassan", substitutes={"B": farah})
    before = read_counted_game(night, uid)
    with night.app_context() as club:
        points = club.points(night.season)
        for member in (elias, farah):
            outcome = anonymize_member(
                club.id, Command.of_member(str(uuid.uuid4()), OWNER_MEMBER_NUMBER, {"erased": {"member": member}})
            )
            assert isinstance(outcome, Recorded)
    assert save_unchanged(night, uid) == before
    with night.app_context() as club:
        assert club.points(night.season) == points


def test_unchanged_form_keeps_outside_substitute(night: ClubNight) -> None:
    uid = count_game(night, 1, "Elias", "Carine", "Dani", "Ghassan", substitutes={"B": None})
    before = read_counted_game(night, uid)
    assert before.playing_member_numbers.B is None
    assert save_unchanged(night, uid) == before


def test_unchanged_form_survives_undone_merge(night: ClubNight) -> None:
    with night.app_context() as club:
        carine, farah = club.members["Carine"], club.members["Farah"]
    uid = count_game(night, 1, "Elias", "Carine", "Dani", "Ghassan", substitutes={"A": carine, "B": None})
    before = read_counted_game(night, uid)
    with night.app_context() as club:
        points = club.points(night.season)
        merge_entry = club.merge_members(carine, farah)
    save_unchanged(night, uid, on="2026-11-21")
    with night.app_context() as club:
        club.add_entry("take_back", merge_entry)
        assert club.points(night.season) == points
    after = read_counted_game(night, uid)
    assert (after.credited_member_numbers, after.playing_member_numbers) == (
        before.credited_member_numbers,
        before.playing_member_numbers,
    )
