"""A counted game whose form is saved unchanged keeps its players."""

import uuid

from tests.support.clubs.club_nights import ClubNight, count_game
from tests.support.people import refusal_text_of
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


def test_stale_form_is_refused_before_it_overwrites(night: ClubNight) -> None:
    uid = count_game(night, 1, "Basil", "Carine", "Dani", "Elias")
    path = night.club_path(f"/games/{uid}/seats")
    stale_page = night.owner.get(path)
    with night.app_context() as club:
        farah = str(club.members["Farah"])
    for _ in range(2):  # a second tap is no conflict
        page = night.owner.send(stale_page, "/seats", by_A=farah)
        assert not page.problems
    other_page = night.scorer.get(path)
    save_unchanged(night, uid, by_A="same", by_B=farah)
    refused = night.scorer.send(other_page, "/seats", on="2026-11-20")
    assert (refused.status, refused.problems) == (422, [refusal_text_of("changed_meanwhile")])
    assert refused.fields("/seats")["on"] == "2026-11-20"
    assert read_counted_game(night, uid).playing_member_numbers[1] == int(farah)
    assert not night.scorer.send(refused, "/seats").problems, "after the warning, the form may be saved"
    assert read_counted_game(night, uid).day.isoformat() == "2026-11-20"


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
