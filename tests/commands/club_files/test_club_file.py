"""A club file is imported on another site without loss, and refused if any part of it is invalid."""

import gzip
import json
import uuid
from collections.abc import Sequence
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import select
from sqlalchemy.orm import Session

from tests.support.clubs.club import (
    SiteClub,
    add_game_entry,
    deal_of_game,
    four_members,
    game_id,
    new_account,
    new_club,
    play_game,
)
from tests.support.clubs.files import (
    Line,
    eventful_club,
    export_club,
    file_of,
    import_file,
    lines,
    refusal_of_import,
    with_club,
    with_game,
)
from tests.support.databases import both_databases, on_postgresql
from tests.support.sites import site_in
from tests.support.tables import ADJUSTMENT
from trexscore.commands.club_files import import_club
from trexscore.commands.clubs.anonymize import anonymize_member
from trexscore.commands.games.record_entry import record_game_entry
from trexscore.commands.league.verify_clubs import verify_clubs
from trexscore.commands.recording import Command, Recorded
from trexscore.commands.verify_games import verify_games
from trexscore.db.clubs.clubs import find_club_head, read_account_ids_by_member
from trexscore.db.clubs.game_tokens import create_missing_links, find_club_game_token
from trexscore.db.game_links import read_tokens_by_permission
from trexscore.db.journals import GAMES
from trexscore.db.models import Game, db
from trexscore.game.sign_off import name_digest
from trexscore.ledger.chain import EntryDraft, chain_entry


def journals_are_valid() -> bool:
    db.session.rollback()
    return not any(club.faults for club in verify_clubs()) and not any(faults for _, faults in verify_games())


@both_databases
def test_imported_club_is_the_same_club(club_file: bytes, target_site: Flask) -> None:
    with target_site.app_context():
        owner = new_account()
        imported = import_file(club_file, owner)
        assert (imported.club_comparison, imported.name, dict(imported.game_count_by_comparison)) == (
            "new",
            "تركس عند باسل",
            {"new": 3},
        )
        club = SiteClub(imported.uid)
        assert export_club(club) == club_file
        assert journals_are_valid()
        assert b"Android (Firefox)" in gzip.decompress(club_file)
        assert read_account_ids_by_member(db.session(), club.id) == {3: owner}
        season = next(iter(club.record.seasons))
        assert club.points(season), "the standings have no rows"


def test_imported_games_have_new_links(club_file: bytes, target_site: Flask) -> None:
    with target_site.app_context():
        import_file(club_file, new_account())
        for game in db.session.query(Game).all():
            links = read_tokens_by_permission(db.session(), game.id)
            assert {*links} == {"own", "write", "read"}
            assert not any(token.encode() in gzip.decompress(club_file) for token in links.values())


def test_imported_club_has_owner_links_of_its_games(club_file: bytes, target_site: Flask) -> None:
    with target_site.app_context():
        club = SiteClub(import_file(club_file, new_account()).uid)
        links = [find_club_game_token(db.session(), club.id, game.uid) for game in db.session.query(Game).all()]
        assert [link and link[1].permission for link in links] == ["own"] * 3


def test_imported_club_gets_no_links_of_existing_games(source_site: Flask, target_site: Flask) -> None:
    with source_site.app_context():
        first, second = new_club(new_account()), new_club(new_account())
        game = play_game(1)
        for club in (first, second):
            club.count_game(game, four_members(club))
        files = [export_club(first), export_club(second)]
    with target_site.app_context():
        assert [dict(import_file(file, new_account()).game_count_by_comparison) for file in files] == [
            {"new": 1},
            {"same": 1},
        ]
        assert find_club_game_token(db.session(), first.id, game) is not None
        assert find_club_game_token(db.session(), second.id, game) is None


@on_postgresql
def test_games_are_locked_while_links_are_created(
    club_file: bytes, target_site: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    unlocked_games: list[int] = []

    def check_locks(session: Session, club_id: int, uids: Sequence[str]) -> None:
        with db.engine.connect() as connection:
            unlocked_games.extend(connection.scalars(select(Game.id).with_for_update(skip_locked=True)))
            assert len(connection.scalars(select(Game.id)).all()) == len(uids) == 3
        create_missing_links(session, club_id, uids)

    monkeypatch.setattr(import_club, "create_missing_links", check_locks)
    with target_site.app_context():
        import_file(club_file, new_account())
    assert unlocked_games == []


def test_same_file_again_changes_nothing(club_file: bytes, target_site: Flask) -> None:
    with target_site.app_context():
        first, second = new_account(), new_account()
        uid = import_file(club_file, first).uid
        again = import_file(club_file, second)
        assert (again.club_comparison, again.added_entry_count, dict(again.game_count_by_comparison)) == (
            "same",
            0,
            {"same": 3},
        )
        assert export_club(SiteClub(uid)) == club_file
        assert read_account_ids_by_member(db.session(), SiteClub(uid).id) == {3: first}


def test_older_file_changes_nothing(target_site: Flask) -> None:
    with target_site.app_context():
        club = eventful_club()
        before = export_club(club)
        club.join("Farid")
        game = play_game(9)
        club.count_game(game, [3, None, None, None])
        now = export_club(club)
        again = import_file(before, new_account())
        assert (again.club_comparison, again.added_entry_count) == ("ahead", 0)
        assert export_club(club) == now


def test_existing_club_is_extended_by_server_admin_only(tmp_path: Path, club_file: bytes, target_site: Flask) -> None:
    with site_in(tmp_path / "first") as first_site, first_site.app_context():
        import_file(club_file, new_account())
        club = SiteClub(lines(club_file)[0]["club"]["uid"])
        club.join("Farid")
        game = next(line["entries"][0]["key"] for line in lines(club_file) if "entries" in line)
        add_game_entry(game, ADJUSTMENT)
        newer = export_club(club)
    with target_site.app_context():
        uid = import_file(club_file, new_account()).uid
        assert refusal_of_import(newer, account_id=new_account()) == ["club_is_behind", "game_is_behind"]
        assert export_club(SiteClub(uid)) == club_file
        imported = import_file(newer, extends=True)
        assert (imported.club_comparison, imported.added_entry_count, dict(imported.game_count_by_comparison)) == (
            "behind",
            2,
            {"behind": 1, "same": 2},
        )
        assert export_club(SiteClub(uid)) == newer
        assert journals_are_valid()
        assert refusal_of_import(with_club(lines(newer), lambda club: club[-1]["body"]["named"].update(name="Farida")))


def test_import_does_not_reveal_end_of_known_game(target_site: Flask) -> None:
    with target_site.app_context():
        club = eventful_club()
        exported_lines = lines(export_club(club))
        game = exported_lines[-1]["entries"][0]["key"]
        add_game_entry(game, ADJUSTMENT)
        exported_lines[0]["club"]["uid"] = "A" * 22
        assert refusal_of_import(file_of(exported_lines), account_id=new_account()) == ["game_is_ahead"]
        assert find_club_head("A" * 22) is None
        exported_lines = lines(export_club(club))
        exported_lines[0]["club"]["uid"] = "A" * 22
        assert dict(import_file(file_of(exported_lines), new_account()).game_count_by_comparison) == {"same": 3}
        assert journals_are_valid()


def test_other_club_with_same_address_is_refused(file_lines: list[Line], target_site: Flask) -> None:
    with target_site.app_context():
        import_file(file_of(file_lines), new_account())
        other = with_club(file_lines, lambda club: club[3]["body"]["named"].update(name="Somebody Else"))
        assert refusal_of_import(other, extends=True) == ["club_differs"]
        games = [line["entries"] for line in file_lines if "entries" in line]
        unsigned = next(
            index for index, game in enumerate(games) if not any(entry["kind"] == "agreed" for entry in game)
        )
        other = with_game(file_lines, unsigned, lambda game: game[1]["body"].update(name="Somebody Else"))
        assert refusal_of_import(other, extends=True) == ["game_differs"]


def test_removed_names_are_exported_as_removed(file_lines: list[Line], target_site: Flask) -> None:
    changed = [dict(line) for line in file_lines]
    club = {**file_lines[4]}
    assert club["kind"] == "named"
    changed[4] = club | {"body": None}
    game = {**file_lines[-1], "entries": [dict(entry) for entry in file_lines[-1]["entries"]]}
    name = game["entries"][2]["body"]["name"]
    game["entries"][2]["body"] = None
    last = game["entries"][-1]
    marks = {"3": {"seat": "B", "mark": name_digest(game["entries"][0]["key"], name)}}
    draft = EntryDraft(
        str(uuid.uuid4()), "erased", None, None, {"erased": {"names": [3], "authors": {}, "marks": marks}}
    )
    game["entries"].append(chain_entry(draft, last["seq"] + 1, last["digest"], last["received_at"]).as_json())
    changed[-1] = game
    with target_site.app_context():
        imported = import_file(file_of(changed), new_account())
        assert lines(export_club(SiteClub(imported.uid))) == changed
        assert journals_are_valid()
        assert b"Basil" not in gzip.decompress(export_club(SiteClub(imported.uid))).splitlines()[4]


def test_club_with_removed_player_is_imported(source_site: Flask, target_site: Flask) -> None:
    with source_site.app_context():
        club = new_club()
        seats = four_members(club)
        club.create_season()
        game = play_game(1, deals=3)
        club.count_game(game, seats)
        last_seq = len(GAMES.read_entries(db.session(), game_id(game)))
        scored = Command(str(uuid.uuid4()), deal_of_game(1, 3), "Carine", last_seen_seq=last_seq)
        assert isinstance(record_game_entry(game_id(game), scored), Recorded)
        for number in seats[1:3]:
            anonymize_member(club.id, Command.of_member(str(uuid.uuid4()), number, {"erased": {"member": number}}))
        file = export_club(club)
    (erased,) = (line for line in lines(file) if "entries" in line)
    assert [entry["kind"] for entry in erased["entries"]][-2:] == ["erased", "erased"]
    assert "Carine" not in json.dumps(lines(file))
    with target_site.app_context():
        imported = import_file(file, new_account())
        assert export_club(SiteClub(imported.uid)) == file
        assert journals_are_valid()


def test_club_with_removed_swapped_players_is_imported(source_site: Flask, target_site: Flask) -> None:
    """After both names are removed, the correction of the seating swaps two equal names."""
    with source_site.app_context():
        club = new_club()
        seats = four_members(club)
        game = play_game(1, deals=3)
        club.count_game(game, seats)
        add_game_entry(game, {"corrected": {"reason": "a photograph", "changes": [{"seats": {"B": "C", "C": "B"}}]}})
        for number in seats[1:3]:
            anonymize_member(club.id, Command.of_member(str(uuid.uuid4()), number, {"erased": {"member": number}}))
        file = export_club(club)
    with target_site.app_context():
        imported = import_file(file, new_account())
        assert export_club(SiteClub(imported.uid)) == file
        assert journals_are_valid()


def test_extension_removes_names_removed_since(source_site: Flask, target_site: Flask) -> None:
    with source_site.app_context():
        club = new_club()
        seats = four_members(club)
        game = play_game(1, deals=3)
        club.count_game(game, seats)
        after = len(GAMES.read_entries(db.session(), game_id(game)))
        scored = Command(str(uuid.uuid4()), deal_of_game(1, 3), "Carine", last_seen_seq=after)
        assert isinstance(record_game_entry(game_id(game), scored), Recorded)
        older = export_club(club)
        anonymize_member(club.id, Command.of_member(str(uuid.uuid4()), seats[1], {"erased": {"member": seats[1]}}))
        newer = export_club(club)
    with target_site.app_context():
        import_file(older, new_account())
        imported = import_file(newer, extends=True)
        assert export_club(SiteClub(imported.uid)) == newer
        assert "Carine" not in json.dumps(lines(export_club(SiteClub(imported.uid))))
        assert journals_are_valid()


def test_interrupted_import_reuses_written_games(
    club_file: bytes, target_site: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    with target_site.app_context():
        monkeypatch.setattr("trexscore.commands.club_files.import_club._write_club", lambda *_: 1 // 0)
        with pytest.raises(ZeroDivisionError):
            import_file(club_file, new_account())
        monkeypatch.undo()
        assert db.session.query(Game).count() == 3
        imported = import_file(club_file, new_account())
        assert dict(imported.game_count_by_comparison) == {"same": 3}
        assert export_club(SiteClub(imported.uid)) == club_file
        assert journals_are_valid()
