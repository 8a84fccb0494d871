"""Start a table's game: created and counted in one step, once for repeated requests."""

import uuid
from datetime import date
from typing import NamedTuple

from sqlalchemy.orm import Session

from trexscore.club.events.counted_game import GameCounted
from trexscore.club.game_night import GameNight, TableOrigin
from trexscore.club.record import ClubRecord
from trexscore.commands.clock import current_night_date
from trexscore.commands.clubs.record_entry import record_club_entry_in_transaction
from trexscore.commands.game_nights.draw_tables import season_of_night
from trexscore.commands.game_nights.tables import CurrentTable, current_tables
from trexscore.commands.games.start_game import StartedGame, start_game_in_transaction
from trexscore.commands.recording import Command, RecordingFailure, Rollback, all_or_nothing, require_recorded
from trexscore.db.clubs.clubs import ClubHead, read_club_record
from trexscore.db.clubs.game_tokens import store_game_token_if_unclaimed
from trexscore.db.game_links import replace_link
from trexscore.db.games import read_game_identity
from trexscore.db.journals import CLUBS, JournalHead
from trexscore.game.file import GAME_FILE_FORMAT
from trexscore.game.file.names import name_key
from trexscore.ledger.chain import Body
from trexscore.ledger.entry_refusal import EntryRefusal, refuse_entry
from trexscore.rules.presets import STANDARD_PRESET
from trexscore.rules.seats import SEATS


class TableGameRequest(NamedTuple):
    """The game to start, by its table's origin and its number. Stored with jobs in this shape."""

    starting_member_number: int
    night_number: int
    first_draw_seq: int
    index_in_first_draw: int
    game_number: int
    season_number: int | None = None
    device: str | None = None

    @property
    def table_origin(self) -> TableOrigin:
        return TableOrigin(self.first_draw_seq, self.index_in_first_draw)


class StartedTableGame(NamedTuple):
    """The table's game; `is_new` unless an earlier request started it."""

    game_uid: str
    is_new: bool


def start_table_game(club_head: ClubHead, game_request: TableGameRequest) -> StartedTableGame | RecordingFailure:
    """Start a table's game with the names of its players and the season's house rules."""
    return all_or_nothing(
        lambda session: _find_or_start_game(session, club_head, CLUBS.lock(session, club_head.id), game_request)
    )


def _find_or_start_game(
    session: Session, club_head: ClubHead, club_journal_head: JournalHead, game_request: TableGameRequest
) -> StartedTableGame | EntryRefusal:
    record = read_club_record(club_journal_head)
    game_night = record.game_nights.get(game_request.night_number)
    if game_night is None:
        return refuse_entry("unknown_evening", GameCounted.stored_kind)
    tables = current_tables(session, club_head, record, game_night)
    table = next((table for table in tables if table.drawn_table.origin == game_request.table_origin), None)
    if table is None:
        return refuse_entry("no_such_table", GameCounted.stored_kind)
    key = table.drawn_table.key_of_counting_entry(club_head.uid, game_request.game_number)
    counting_bodies = CLUBS.read_bodies_by_key(session, club_head.id, [key], GameCounted.stored_kind)
    if counting_bodies:
        return StartedTableGame(counting_bodies[key][GameCounted.stored_kind]["uid"], is_new=False)
    code = _start_refusal_code(game_night, table, game_request.game_number, current_night_date(record.settings.zone))
    if code is not None:
        return refuse_entry(code, GameCounted.stored_kind)
    started_game = _start_game(session, record, game_night, table, game_request)
    if isinstance(started_game, EntryRefusal):
        return started_game
    game_uid = read_game_identity(session, started_game.game_id).uid
    body = _counting_entry_body(game_uid, table, game_night)
    command = Command.of_member(key, game_request.starting_member_number, body, game_request.device)
    require_recorded(record_club_entry_in_transaction(session, club_journal_head, command))
    store_game_token_if_unclaimed(
        session, club_head.id, started_game.token_by_permission["own"], is_held_only_by_club=True
    )
    if record.settings.requires_sign_off(game_night.day):
        for seat in SEATS:
            replace_link(session, started_game.game_id, "seat", seat.name)
    return StartedTableGame(game_uid, is_new=True)


def _start_game(
    session: Session,
    club_record: ClubRecord,
    game_night: GameNight,
    table: CurrentTable,
    game_request: TableGameRequest,
) -> StartedGame | EntryRefusal:
    """Start the game of these four; their names must be known and distinct."""
    season = season_of_night(club_record, game_night, game_request.season_number)
    names = [club_record.surviving_member(number).name for number in table.member_number_by_seat]
    present_names = [name for name in names if name is not None]
    if len({*map(name_key, present_names)}) < len(names):
        return refuse_entry("names_alike" if present_names == names else "erased_from_table", GameCounted.stored_kind)
    game_file: Body = {
        "format": GAME_FILE_FORMAT,
        "players": names,
        "house_rules": {"preset": STANDARD_PRESET.name} if season is None else season.house_rules_json,
        "deals": [],
    }
    started_game = start_game_in_transaction(
        session, game_file, str(uuid.uuid4()), _referee_policy_json(club_record), game_request.device
    )
    if isinstance(started_game, EntryRefusal):
        raise Rollback(started_game)
    return started_game


def _start_refusal_code(
    game_night: GameNight, table: CurrentTable, game_number: int, tonights_date: date
) -> str | None:
    """The code of why this game cannot start, or None."""
    if table.is_playing:
        return "still_playing"
    if game_number != table.game_number + 1:
        return "no_such_table"
    return "gone_home" if table.departed_member_numbers and not game_night.is_over(tonights_date) else None


def _counting_entry_body(game_uid: str, table: CurrentTable, game_night: GameNight) -> Body:
    counting_content = {
        "uid": game_uid,
        "seats": table.member_number_by_seat.by_letter(),
        "on": game_night.day.isoformat(),
        "evening": game_night.number,
        "table": table.number,
    }
    return GameCounted.body_of(counting_content)


def _referee_policy_json(club_record: ClubRecord) -> Body | None:
    """The policy that allows calling a referee, if the club has any."""
    return {"referee": True} if any(member.role == "referee" for member in club_record.active_members) else None
