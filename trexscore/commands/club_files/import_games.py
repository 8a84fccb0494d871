"""Import games into a club from files: each is started and counted at once, or refused with reasons."""

import uuid
from collections.abc import Mapping
from typing import NamedTuple

from sqlalchemy.orm import Session

from trexscore.club.counted_game import CountedGame
from trexscore.club.events.counted_game import GameCounted
from trexscore.club.events.members import MemberJoined, MemberNamed
from trexscore.club.game_outcome import GameOutcome, outcome_without_journal
from trexscore.club.season_tallies import with_current_members
from trexscore.commands.clubs.record_entry import record_club_entry_in
from trexscore.commands.games.start_game import file_digest, start_game_in
from trexscore.commands.recording import Command, Rollback, require_recorded
from trexscore.db.clubs import game_imports as bringing
from trexscore.db.clubs.clubs import read_record_at_head
from trexscore.db.clubs.game_imports import ImportBatch, Outcome, WaitingGame
from trexscore.db.clubs.game_tokens import store_tokens
from trexscore.db.clubs.listed_games import find_equal_games
from trexscore.db.games import read_game_secrets
from trexscore.db.journals import CLUBS, write_transaction
from trexscore.db.models import db
from trexscore.db.stored_refusals import StoredRefusal
from trexscore.game.file.game import GameFile, read_game
from trexscore.game.file.json_text import NotJson, read_json
from trexscore.game.file.names import name_key
from trexscore.ledger.verdict import Refused, refused
from trexscore.rules.seats import SEAT_NAMED

GUEST, NOBODY = "guest", "nobody"
"""Who a name belongs to, if not a member."""


class GameImporter(NamedTuple):
    """Who imports the games, and on which device."""

    member: int
    device: str | None


def import_batch(under: ImportBatch, by: GameImporter, most: int) -> int:
    """Process up to `most` waiting games, each in one transaction. Returns how many."""
    games = bringing.list_waiting_games(db.session(), under.id, most)
    for game in games:
        _import_game(under, by, game)
    return len(games)


def _import_game(under: ImportBatch, by: GameImporter, game: WaitingGame) -> None:
    read = _parse(game)
    try:
        with write_transaction() as session:
            current = bringing.find_import(session, under.club_id, under.key, lock=True)
            if current is None or current.players_by_name is None or not bringing.is_waiting(session, game.id):
                return  # another request continued it, or sent new names that must be resolved first
            bringing.store_game_outcome(session, game.id, _import_within(session, current, by, game, read))
    except Rollback as rollback:
        with write_transaction() as session:
            entries = () if read is None else read.file.entries
            reasons = [StoredRefusal.of(refusal, entries) for refusal in rollback.refusals]
            bringing.store_game_outcome(session, game.id, "refused", reasons)


class _ParsedGame(NamedTuple):
    value: object
    digest: str
    file: GameFile


def _parse(game: WaitingGame) -> _ParsedGame | None:
    """The parsed game; None if the text is not JSON."""
    try:
        value = read_json((game.text or "").encode())
    except NotJson:
        return None
    digest = file_digest(value)
    return None if digest is None else _ParsedGame(value, digest, read_game(value))


def _import_within(
    session: Session, under: ImportBatch, by: GameImporter, game: WaitingGame, read: _ParsedGame | None
) -> Outcome:
    if read is None:
        raise Rollback(refused("not_json"))
    value, digest, file = read
    CLUBS.lock(session, under.club_id)  # before looking for duplicates that others are counting
    if bringing.is_file_counted(session, under.club_id, digest):
        return "same"
    played = file.play()
    if played.refusals or file.rules is None or not isinstance(value, dict):
        raise Rollback(Refused(played.refusals))
    sender = Command.of_member(under.key, by.member, device=by.device)
    seats = _seats(session, under, sender, file)
    if all(number is None for number in seats.values()):
        raise Rollback(refused("nobody_of_the_club", f"{GameCounted.wire}.seats"))
    if _has_twin(session, under, game, seats, outcome_without_journal(file.rules, played.game, agreed=False)):
        return "same"
    started = start_game_in(session, value, str(uuid.uuid4()), device=by.device)
    if isinstance(started, Refused):
        raise Rollback(started)
    uid = read_game_secrets(session, started.game_id).uid
    body = GameCounted.body({"uid": uid, "seats": seats, "on": game.played_on or under.played_on})
    _record(session, under, sender.derived(digest, body))
    store_tokens(session, under.club_id, started.links["own"], exclusive=True)
    return "new"


def _has_twin(
    session: Session, under: ImportBatch, game: WaitingGame, seats: Mapping[str, int | None], outcome: GameOutcome
) -> bool:
    """Whether the club already counts this game from another source: same points, seats, and day if given.

    A file names either the players or those they substitute for, so each seat may be either. A guest added by this
    game has played no other game, so nothing has been written for a game with a twin.
    """
    twins = [row.counted for row in find_equal_games(session, under.club_id, outcome) if row.counted is not None]
    twins = [twin for twin in twins if game.played_on in (None, twin.on.isoformat())]
    if not twins:
        return False
    record = read_record_at_head(CLUBS.lock(session, under.club_id))
    numbers = [record.current_number(number) for number in seats.values()]

    def matches(twin: CountedGame) -> bool:
        current = with_current_members(record, twin)
        return all(number in pair for number, *pair in zip(numbers, current.members, current.played_by, strict=True))

    return any(map(matches, twins))


def _seats(session: Session, under: ImportBatch, sender: Command, file: GameFile) -> dict[str, int | None]:
    """Players by seat, from the names in the file. Guests join with their first game."""
    seated: Mapping[str, object] = under.players_by_name or {}
    seats: dict[str, int | None] = {}
    for letter, name in zip(SEAT_NAMED, file.players, strict=True):
        player = seated.get(name_key(name), NOBODY)
        number = player if isinstance(player, int) else None
        seats[letter] = _guest(session, under, sender, name) if player == GUEST else number
    return seats


def _guest(session: Session, under: ImportBatch, sender: Command, name: str) -> int:
    """The member number of this guest, who is added once even if the import is repeated."""
    joining = sender.derived(f"guest {name_key(name)}", MemberJoined.body({"role": GUEST}))
    existing = CLUBS.find_entry(session, under.club_id, joining.key)
    if existing is not None:
        return existing.seq
    number = _record(session, under, joining)
    naming = MemberNamed.body({"member": number, "name": name})
    _record(session, under, sender.derived(f"name {name_key(name)}", naming))
    return number


def _record(session: Session, under: ImportBatch, command: Command) -> int:
    return require_recorded(record_club_entry_in(session, CLUBS.lock(session, under.club_id), command)).seq
