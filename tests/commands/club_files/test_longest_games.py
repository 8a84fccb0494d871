"""Clubs with the longest possible games can still be imported."""

import uuid

from flask import Flask

from tests.support.clubs.club import (
    SiteClub,
    four_members,
    game_id,
    new_account,
    new_club,
    start_game_from_file,
    submit_entry,
)
from tests.support.clubs.files import export_club, import_file, last_seq
from tests.support.tables import ADJUSTMENT, NAMES, Json
from tests.support.whole_games import whole_game
from trexscore.commands.clubs.anonymize import anonymize_member
from trexscore.commands.games.start_game import MAX_START_FILE_ENTRIES
from trexscore.commands.recording import Command, Recorded
from trexscore.db.journals import GAMES
from trexscore.db.transactions import write_transaction
from trexscore.ledger.chain import MAX_GAME_ENTRIES, MIN_LONG_BODY_BYTES, EntryDraft
from trexscore.ledger.entry_refusal import EntryRefusal

FOUR_BYTE_CHARACTER = "🂱"


def append_entries(game: str, body: Json, times: int) -> None:
    """Append this many entries at once."""
    kind = "adjustment" if "adjustment" in body else "set_aside"
    with write_transaction() as session:
        drafts = [EntryDraft(str(uuid.uuid4()), kind, None, None, body) for _ in range(times)]
        GAMES.append_drafts(session, GAMES.lock(session, game_id(game)), drafts, "2026-01-01T18:00:00.000Z")


def test_longest_game_is_imported_after_anonymization(source_site: Flask, target_site: Flask) -> None:
    with source_site.app_context():
        club = new_club()
        seats = four_members(club)
        game = start_game_from_file(whole_game("standard", 1, NAMES) | {"deals": [ADJUSTMENT] * MAX_START_FILE_ENTRIES})
        append_entries(game, ADJUSTMENT, MAX_GAME_ENTRIES - last_seq(game))
        club.count_game(game, seats)
        assert isinstance(submit_entry(game, ADJUSTMENT), EntryRefusal)
        anonymize_member(club.id, Command.of_member(str(uuid.uuid4()), seats[1], {"erased": {"member": seats[1]}}))
        assert last_seq(game) == MAX_GAME_ENTRIES + 1
        file = export_club(club)
    with target_site.app_context():
        assert export_club(SiteClub(import_file(file, new_account()).uid)) == file


def test_game_with_longest_entries_is_imported(source_site: Flask, target_site: Flask) -> None:
    """Fill the journal with long entries, and then with short ones."""
    long_body, short_body = (
        {"set_aside": {"said": FOUR_BYTE_CHARACTER * size}} for size in (60_000, MIN_LONG_BODY_BYTES // 4 - 50)
    )
    with source_site.app_context():
        club = new_club()
        game = start_game_from_file(whole_game("standard", 1, NAMES))
        while isinstance(result := submit_entry(game, long_body), Recorded):
            pass
        assert isinstance(result, EntryRefusal)
        assert isinstance(submit_entry(game, short_body), Recorded)
        append_entries(game, short_body, MAX_GAME_ENTRIES - last_seq(game))
        club.count_game(game, four_members(club))
        file = export_club(club)
    with target_site.app_context():
        assert export_club(SiteClub(import_file(file, new_account()).uid)) == file
