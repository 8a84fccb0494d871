"""A whole club as a file: taken elsewhere without loss, and refused where anything in it does not hold."""

import gzip
import json
import uuid
from collections.abc import Sequence
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import select
from sqlalchemy.orm import Session

from tests.support.clubs.club import ClubHere, account, deal_of_game, enter, found, four, game_id, played
from tests.support.clubs.files import (
    Line,
    bring,
    exported,
    file_of,
    lines,
    lively,
    why_not,
    with_club,
    with_game,
)
from tests.support.databases import both_databases, on_postgresql
from tests.support.sites import site_in
from tests.support.tables import MOVED
from trexscore.commands.club_files import import_club
from trexscore.commands.clubs.anonymize import anonymize_member
from trexscore.commands.games.record_entry import record_game_entry
from trexscore.commands.league.verify import verify_clubs
from trexscore.commands.recording import Command, Recorded
from trexscore.commands.verify import verify_all
from trexscore.db.clubs.clubs import find_club, read_member_accounts
from trexscore.db.clubs.game_tokens import create_missing_links, find_club_game_token
from trexscore.db.journals import GAMES
from trexscore.db.models import Game, db
from trexscore.db.tokens import read_unseated_tokens
from trexscore.game.sign_off import name_mark
from trexscore.ledger.chain import EntryDraft, chain_entry


def everything_holds() -> bool:
    db.session.rollback()
    return not any(one.chain_faults for one in verify_clubs()) and not any(found for _, found in verify_all())


@both_databases
def test_a_club_taken_elsewhere_is_the_same_club(file: bytes, elsewhere: Flask) -> None:
    with elsewhere.app_context():
        owner = account()
        brought = bring(file, owner)
        assert (brought.previous_state, brought.name, dict(brought.games)) == ("new", "تركس عند باسل", {"new": 3})
        club = ClubHere(brought.uid)
        assert exported(club) == file
        assert everything_holds()
        assert b"Android (Firefox)" in gzip.decompress(file)
        assert read_member_accounts(db.session(), club.id) == {3: owner}
        season = next(iter(club.record.seasons))
        assert club.points(season), "nobody stands in the table"


def test_games_brought_along_have_links_that_no_file_tells(file: bytes, elsewhere: Flask) -> None:
    with elsewhere.app_context():
        bring(file, account())
        for game in db.session.query(Game).all():
            links = read_unseated_tokens(db.session(), game.id)
            assert {*links} == {"own", "write", "read"}
            assert not any(token.encode() in gzip.decompress(file) for token in links.values())


def test_a_club_taken_elsewhere_can_write_in_its_games_there(file: bytes, elsewhere: Flask) -> None:
    with elsewhere.app_context():
        club = ClubHere(bring(file, account()).uid)
        kept = [find_club_game_token(db.session(), club.id, game.uid) for game in db.session.query(Game).all()]
        assert [one and one[1].permission for one in kept] == ["own"] * 3


def test_a_club_gets_no_way_into_games_that_were_there_before_it(home: Flask, elsewhere: Flask) -> None:
    with home.app_context():
        first, second = found(account()), found(account())
        game = played(1)
        for club in (first, second):
            club.count(game, four(club))
        files = [exported(first), exported(second)]
    with elsewhere.app_context():
        assert [dict(bring(file, account()).games) for file in files] == [{"new": 1}, {"same": 1}]
        assert find_club_game_token(db.session(), first.id, game) is not None
        assert find_club_game_token(db.session(), second.id, game) is None


@on_postgresql
def test_while_a_club_gets_its_links_no_other_gets_any_of_the_same_games(
    file: bytes, elsewhere: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    free: list[int] = []

    def opened(session: Session, club_id: int, uids: Sequence[str]) -> None:
        with db.engine.connect() as beside:
            free.extend(beside.scalars(select(Game.id).with_for_update(skip_locked=True)))
            assert len(beside.scalars(select(Game.id)).all()) == len(uids) == 3
        create_missing_links(session, club_id, uids)

    monkeypatch.setattr(import_club, "create_missing_links", opened)
    with elsewhere.app_context():
        bring(file, account())
    assert free == []


def test_the_same_file_again_changes_nothing(file: bytes, elsewhere: Flask) -> None:
    with elsewhere.app_context():
        first, second = account(), account()
        uid = bring(file, first).uid
        again = bring(file, second)
        assert (again.previous_state, again.entries, dict(again.games)) == ("same", 0, {"same": 3})
        assert exported(ClubHere(uid)) == file
        assert read_member_accounts(db.session(), ClubHere(uid).id) == {3: first}


def test_an_older_file_changes_nothing(elsewhere: Flask) -> None:
    with elsewhere.app_context():
        club = lively()
        before = exported(club)
        club.join("Farid")
        game = played(9)
        club.count(game, [3, None, None, None])
        now = exported(club)
        again = bring(before, account())
        assert (again.previous_state, again.entries) == ("ahead", 0)
        assert exported(club) == now


def test_what_is_here_is_made_longer_only_by_whoever_runs_the_server(
    tmp_path: Path, file: bytes, elsewhere: Flask
) -> None:
    with site_in(tmp_path / "first") as home, home.app_context():
        bring(file, account())
        club = ClubHere(lines(file)[0]["club"]["uid"])
        club.join("Farid")
        game = next(line["entries"][0]["key"] for line in lines(file) if "entries" in line)
        enter(game, MOVED)
        longer = exported(club)
    with elsewhere.app_context():
        uid = bring(file, account()).uid
        assert why_not(longer, account_id=account()) == ["club_is_behind", "game_is_behind"]
        assert exported(ClubHere(uid)) == file
        brought = bring(longer, extends=True)
        assert (brought.previous_state, brought.entries, dict(brought.games)) == ("behind", 2, {"behind": 1, "same": 2})
        assert exported(ClubHere(uid)) == longer
        assert everything_holds()
        assert why_not(with_club(lines(longer), lambda club: club[-1]["body"]["named"].update(name="Farida")))


def test_whoever_has_seen_the_beginning_of_a_game_does_not_get_its_end_by_counting_it(elsewhere: Flask) -> None:
    with elsewhere.app_context():
        club = lively()
        said = lines(exported(club))
        game = said[-1]["entries"][0]["key"]
        enter(game, MOVED)
        said[0]["club"]["uid"] = "A" * 22
        assert why_not(file_of(said), account_id=account()) == ["game_is_ahead"]
        assert find_club("A" * 22) is None
        said = lines(exported(club))
        said[0]["club"]["uid"] = "A" * 22
        assert dict(bring(file_of(said), account()).games) == {"same": 3}
        assert everything_holds()


def test_another_club_at_the_same_address_is_refused(said: list[Line], elsewhere: Flask) -> None:
    with elsewhere.app_context():
        bring(file_of(said), account())
        other = with_club(said, lambda club: club[3]["body"]["named"].update(name="Somebody Else"))
        assert why_not(other, extends=True) == ["club_differs"]
        games = [line["entries"] for line in said if "entries" in line]
        unsigned = next(place for place, game in enumerate(games) if not any(one["kind"] == "agreed" for one in game))
        other = with_game(said, unsigned, lambda game: game[1]["body"].update(name="Somebody Else"))
        assert why_not(other, extends=True) == ["game_differs"]


def test_what_was_erased_travels_as_erased(said: list[Line], elsewhere: Flask) -> None:
    changed = [dict(line) for line in said]
    club = {**said[4]}
    assert club["kind"] == "named"
    changed[4] = club | {"body": None}
    game = {**said[-1], "entries": [dict(entry) for entry in said[-1]["entries"]]}
    name = game["entries"][2]["body"]["name"]
    game["entries"][2]["body"] = None
    last = game["entries"][-1]
    marks = {"3": {"seat": "B", "mark": name_mark(game["entries"][0]["key"], name)}}
    told = EntryDraft(
        str(uuid.uuid4()), "erased", None, None, {"erased": {"names": [3], "authors": {}, "marks": marks}}
    )
    game["entries"].append(chain_entry(told, last["seq"] + 1, last["digest"], last["received_at"]).as_json())
    changed[-1] = game
    with elsewhere.app_context():
        brought = bring(file_of(changed), account())
        assert lines(exported(ClubHere(brought.uid))) == changed
        assert everything_holds()
        assert b"Basil" not in gzip.decompress(exported(ClubHere(brought.uid))).splitlines()[4]


def test_a_club_in_which_somebody_was_erased_is_taken_elsewhere(home: Flask, elsewhere: Flask) -> None:
    with home.app_context():
        club = found()
        seats = four(club)
        club.season()
        game = played(1, deals=3)
        club.count(game, seats)
        scored = Command(
            str(uuid.uuid4()), deal_of_game(1, 3), "Carine", after=len(GAMES.read_entries(db.session(), game_id(game)))
        )
        assert isinstance(record_game_entry(game_id(game), scored), Recorded)
        for number in seats[1:3]:
            anonymize_member(club.id, Command.of_member(str(uuid.uuid4()), number, {"erased": {"member": number}}))
        file = exported(club)
    (erased,) = (line for line in lines(file) if "entries" in line)
    assert [entry["kind"] for entry in erased["entries"]][-2:] == ["erased", "erased"]
    assert "Carine" not in json.dumps(lines(file))
    with elsewhere.app_context():
        brought = bring(file, account())
        assert exported(ClubHere(brought.uid)) == file
        assert everything_holds()


def test_two_who_changed_places_and_were_erased_since_keep_no_club_from_being_taken_elsewhere(
    home: Flask, elsewhere: Flask
) -> None:
    """Without their names nothing seemed to have been corrected, so that the entry could not have been written."""
    with home.app_context():
        club = found()
        seats = four(club)
        game = played(1, deals=3)
        club.count(game, seats)
        enter(game, {"corrected": {"reason": "a photograph", "changes": [{"seats": {"B": "C", "C": "B"}}]}})
        for number in seats[1:3]:
            anonymize_member(club.id, Command.of_member(str(uuid.uuid4()), number, {"erased": {"member": number}}))
        file = exported(club)
    with elsewhere.app_context():
        brought = bring(file, account())
        assert exported(ClubHere(brought.uid)) == file
        assert everything_holds()


def test_who_was_erased_since_is_erased_where_an_older_copy_is_made_longer(home: Flask, elsewhere: Flask) -> None:
    with home.app_context():
        club = found()
        seats = four(club)
        game = played(1, deals=3)
        club.count(game, seats)
        after = len(GAMES.read_entries(db.session(), game_id(game)))
        scored = Command(str(uuid.uuid4()), deal_of_game(1, 3), "Carine", after=after)
        assert isinstance(record_game_entry(game_id(game), scored), Recorded)
        older = exported(club)
        anonymize_member(club.id, Command.of_member(str(uuid.uuid4()), seats[1], {"erased": {"member": seats[1]}}))
        newer = exported(club)
    with elsewhere.app_context():
        bring(older, account())
        brought = bring(newer, extends=True)
        assert exported(ClubHere(brought.uid)) == newer
        assert "Carine" not in json.dumps(lines(exported(ClubHere(brought.uid))))
        assert everything_holds()


def test_games_that_were_written_when_an_import_broke_off_are_taken_up_again(
    file: bytes, elsewhere: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    with elsewhere.app_context():
        monkeypatch.setattr("trexscore.commands.club_files.import_club._write_club", lambda *_: 1 // 0)
        with pytest.raises(ZeroDivisionError):
            bring(file, account())
        monkeypatch.undo()
        assert db.session.query(Game).count() == 3
        brought = bring(file, account())
        assert dict(brought.games) == {"same": 3}
        assert exported(ClubHere(brought.uid)) == file
        assert everything_holds()
