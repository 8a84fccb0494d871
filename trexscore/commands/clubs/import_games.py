"""Import games into a club: add those of files, decide whose the names are, then start and count each or refuse it."""

import uuid
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import NamedTuple

from sqlalchemy import delete, insert
from sqlalchemy.orm import Session

from trexscore.club.counted_game import CountedGame
from trexscore.club.events.counted_game import GameCounted
from trexscore.club.events.members import MemberJoined
from trexscore.club.game_outcome import GameOutcome, outcome_without_journal
from trexscore.club.season_tallies import with_surviving_members
from trexscore.commands.clock import current_timestamp, timestamp_in
from trexscore.commands.clubs.add_member import append_joining_and_naming
from trexscore.commands.clubs.record_entry import record_club_entry_in_transaction
from trexscore.commands.games.start_game import game_file_digest, start_game_in_transaction
from trexscore.commands.recording import Command, Rollback, require_recorded
from trexscore.db.clubs import game_imports
from trexscore.db.clubs.clubs import read_club_record
from trexscore.db.clubs.counted_games import find_same_result_games
from trexscore.db.clubs.game_imports import (
    GamesImport,
    ImportedGameOutcome,
    ImportFile,
    ImportFileGame,
    StoredImport,
    WaitingGame,
)
from trexscore.db.clubs.game_tokens import store_game_token_if_unclaimed
from trexscore.db.games import read_game_identity
from trexscore.db.journals import CLUBS
from trexscore.db.models import db
from trexscore.db.stored_refusals import StoredRefusal
from trexscore.db.transactions import write_transaction
from trexscore.game.file.game import GameFile, read_game_file
from trexscore.game.file.names import name_key
from trexscore.game.file.strict_json import NotJson, read_json
from trexscore.ledger.entry_refusal import EntryRefusal, refuse_entry
from trexscore.rules.seats import SEAT_BY_LETTER

GUEST_CHOICE, NOBODY_CHOICE = "guest", "nobody"
"""Who a name belongs to, if not a member."""
_IMPORT_LIFETIME = timedelta(days=90)


def begin_import(club_id: int, import_key: str, default_day: str) -> None:
    """Begin an import, unless one with this key exists. Deletes the club's imports that are too old.

    `default_day`: the day of games whose files name none.
    """
    batch_values = {"club_id": club_id, "key": import_key, "started_at": current_timestamp(), "played_on": default_day}
    is_too_old = GamesImport.club_id == club_id, GamesImport.started_at < timestamp_in(-_IMPORT_LIFETIME)
    with write_transaction() as session:
        CLUBS.lock(session, club_id)
        session.execute(delete(GamesImport).where(*is_too_old))
        if game_imports.find_import(session, club_id, import_key) is None:
            session.execute(insert(GamesImport).values(batch_values))


def add_import_file(batch: StoredImport, file_digest: str, games: Sequence[ImportFileGame]) -> None:
    """Add the games of a file, all or none. Does nothing if the file was received before, or the import is deleted.

    Names are asked for again if the file has new ones, before any of its games is counted.
    """
    names = {name_key(name) for game in games for name in game.names}
    with write_transaction() as session:
        locked_batch = game_imports.find_import(session, batch.club_id, batch.key, lock=True)
        if locked_batch is None or session.get(ImportFile, (batch.id, file_digest)) is not None:
            return
        game_imports.store_import_file(session, batch.id, file_digest, games)
        if locked_batch.players_by_name is not None and not names <= locked_batch.players_by_name.keys():
            game_imports.store_players_by_name(session, batch.id, None)


def save_players_by_name(batch: StoredImport, players_by_name: Mapping[str, int | str]) -> None:
    """Save which member each name is, so that the games can be counted."""
    with write_transaction() as session:
        game_imports.store_players_by_name(session, batch.id, players_by_name)


def import_waiting_games(batch: StoredImport, bodyless_command: Command, max_games: int) -> int:
    """Process up to `max_games` waiting games, each in one transaction. Returns how many.

    `bodyless_command` holds who imports them, under the key of the batch.
    """
    games = game_imports.list_waiting_games(db.session(), batch.id, max_games)
    for game in games:
        _import_game(batch, bodyless_command, game)
    return len(games)


def _import_game(batch: StoredImport, bodyless_command: Command, waiting_game: WaitingGame) -> None:
    parsed_game = _parse_game(waiting_game)
    try:
        with write_transaction() as session:
            current_import = game_imports.find_import(session, batch.club_id, batch.key, lock=True)
            if (
                current_import is None
                or current_import.players_by_name is None
                or not game_imports.is_game_waiting(session, waiting_game.id)
            ):
                return  # another request continued it, or sent new names that must be resolved first
            game_imports.store_imported_game_outcome(
                session,
                waiting_game.id,
                _import_or_roll_back(session, current_import, bodyless_command, waiting_game, parsed_game),
            )
    except Rollback as rollback:
        with write_transaction() as session:
            entries = () if parsed_game is None else parsed_game.game_file.entries
            reasons = [StoredRefusal.from_refusal(refusal, entries) for refusal in rollback.refusals]
            game_imports.store_imported_game_outcome(session, waiting_game.id, "refused", reasons)


class _ParsedGame(NamedTuple):
    json_value: object
    game_file_digest: str
    game_file: GameFile


def _parse_game(waiting_game: WaitingGame) -> _ParsedGame | None:
    """The parsed game; None if the text is not JSON."""
    try:
        game_json = read_json((waiting_game.text or "").encode())
    except NotJson:
        return None
    digest = game_file_digest(game_json)
    return None if digest is None else _ParsedGame(game_json, digest, read_game_file(game_json))


def _import_or_roll_back(
    session: Session,
    batch: StoredImport,
    bodyless_command: Command,
    waiting_game: WaitingGame,
    parsed_game: _ParsedGame | None,
) -> ImportedGameOutcome:
    if parsed_game is None:
        raise Rollback(refuse_entry("not_json"))
    value, digest, file = parsed_game
    CLUBS.lock(session, batch.club_id)  # before looking for duplicates that others are counting
    if game_imports.has_ever_counted_game_from_file(session, batch.club_id, digest):
        return "same"
    played_game = file.play()
    if played_game.refusals or file.rules is None or not isinstance(value, dict):
        raise Rollback(EntryRefusal(played_game.refusals))
    seats = _seat_players_adding_guests(session, batch, bodyless_command, file)
    if all(number is None for number in seats.values()):
        raise Rollback(refuse_entry("nobody_of_the_club", f"{GameCounted.stored_kind}.seats"))
    if _has_equal_game(
        session, batch, waiting_game, seats, outcome_without_journal(file.rules, played_game.game, signed_off=False)
    ):
        return "same"
    started_game = start_game_in_transaction(session, value, str(uuid.uuid4()), device=bodyless_command.device)
    if isinstance(started_game, EntryRefusal):
        raise Rollback(started_game)
    uid = read_game_identity(session, started_game.game_id).uid
    body = GameCounted.body_of({"uid": uid, "seats": seats, "on": waiting_game.played_on or batch.played_on})
    counting = bodyless_command.derived_command(digest, body)
    require_recorded(record_club_entry_in_transaction(session, CLUBS.lock(session, batch.club_id), counting))
    store_game_token_if_unclaimed(
        session, batch.club_id, started_game.token_by_permission["own"], is_held_only_by_club=True
    )
    return "new"


def _has_equal_game(
    session: Session,
    batch: StoredImport,
    waiting_game: WaitingGame,
    member_number_by_seat_letter: Mapping[str, int | None],
    outcome: GameOutcome,
) -> bool:
    """Whether the club already counts this game from another source: same points, seats, and day if given.

    A file names either the players or those they substitute for, so each seat may be either. A guest added by this
    game has played no other game, so nothing has been written for a game with a twin.
    """
    twins = [
        row.counted_game
        for row in find_same_result_games(session, batch.club_id, outcome)
        if row.counted_game is not None
    ]
    twins = [twin for twin in twins if waiting_game.played_on in (None, twin.day.isoformat())]
    if not twins:
        return False
    record = read_club_record(CLUBS.lock(session, batch.club_id))
    surviving_numbers = [record.surviving_number(number) for number in member_number_by_seat_letter.values()]

    def matches(twin: CountedGame) -> bool:
        twin_with_current_members = with_surviving_members(record, twin)
        return all(
            number in pair
            for number, *pair in zip(
                surviving_numbers,
                twin_with_current_members.credited_member_numbers,
                twin_with_current_members.playing_member_numbers,
                strict=True,
            )
        )

    return any(map(matches, twins))


def _seat_players_adding_guests(
    session: Session, batch: StoredImport, bodyless_command: Command, game_file: GameFile
) -> dict[str, int | None]:
    """Players by seat, from the names in the file. Guests join with their first game."""
    player_by_name: Mapping[str, object] = batch.players_by_name or {}
    seats: dict[str, int | None] = {}
    for letter, name in zip(SEAT_BY_LETTER, game_file.player_names, strict=True):
        player = player_by_name.get(name_key(name), NOBODY_CHOICE)
        member_number = player if isinstance(player, int) else None
        seats[letter] = (
            _find_or_add_guest(session, batch, bodyless_command, name) if player == GUEST_CHOICE else member_number
        )
    return seats


def _find_or_add_guest(session: Session, batch: StoredImport, bodyless_command: Command, name: str) -> int:
    """The member number of this guest, who is added once even if the import is repeated."""
    joining = bodyless_command.derived_command(f"guest {name_key(name)}", MemberJoined.body_of({"role": GUEST_CHOICE}))
    existing_entry = CLUBS.find_entry_by_key(session, batch.club_id, joining.key)
    if existing_entry is not None:
        return existing_entry.seq
    return append_joining_and_naming(session, CLUBS.lock(session, batch.club_id), joining, name).seq
