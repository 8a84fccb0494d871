"""Bringing games into a club from files: each is started and counted at once, or refused with its reasons."""

import uuid
from collections.abc import Mapping
from typing import Any, NamedTuple

from sqlalchemy.orm import Session

from trexscore.club.counted import CountedGame
from trexscore.club.game_outcome import GameOutcome, outcome_under
from trexscore.club.season_shares import as_they_are
from trexscore.commands.clubs.record_entry import ClubRefused, ClubRequest, ClubWritten, write_within
from trexscore.commands.clubs.rollback import Undone, written
from trexscore.commands.games.start_game import NotStarted, file_digest, start_within
from trexscore.db.clubs import game_imports as bringing
from trexscore.db.clubs.clubs import record_after
from trexscore.db.clubs.game_imports import Outcome, Under, Waiting
from trexscore.db.clubs.game_tokens import store_tokens
from trexscore.db.clubs.listed_games import games_like
from trexscore.db.games import head_of
from trexscore.db.journals import CLUBS, writing
from trexscore.db.models import db
from trexscore.db.stored_refusals import StoredRefusal
from trexscore.game.file.game import GameFile, read_game
from trexscore.game.file.names import compared
from trexscore.game.file.text import NotJson, read_json
from trexscore.rules.refusals import Refusal, refuse
from trexscore.rules.seats import SEAT_NAMED

GUEST, NOBODY = "guest", "nobody"
"""Whose seat a name is, where it is no member's."""


class By(NamedTuple):
    """Who brings the games in, and on which device."""

    member: int
    device: str | None


def import_batch(under: Under, by: By, most: int) -> int:
    """Look at some of the games that wait; how many that were. Each is written by itself, in one transaction."""
    games = bringing.waiting(db.session(), under.id, most)
    for game in games:
        _bring(under, by, game)
    return len(games)


def _bring(under: Under, by: By, game: Waiting) -> None:
    read = _read(game)
    try:
        with writing() as session:
            held = bringing.under(session, under.club_id, under.key, held=True)
            if held is None or held.seated is None or not bringing.is_waiting(session, game.id):
                return  # somebody else has gone on with it, or has sent names that are not settled yet
            bringing.end(session, game.id, _bring_within(session, held, by, game, read))
    except Undone as undone:
        with writing() as session:
            entries = () if read is None else read.file.entries
            reasons = [StoredRefusal.of(refusal, entries) for refusal in undone.refusals]
            bringing.end(session, game.id, "refused", reasons)


class _Read(NamedTuple):
    value: Any
    digest: str
    file: GameFile


def _read(game: Waiting) -> _Read | None:
    """The text of a game; None where it is no JSON."""
    try:
        value = read_json((game.text or "").encode())
    except NotJson:
        return None
    digest = file_digest(value)
    return None if digest is None else _Read(value, digest, read_game(value))


def _bring_within(session: Session, under: Under, by: By, game: Waiting, read: _Read | None) -> Outcome:
    if read is None:
        raise _refused(refuse("not_json"))
    value, digest, file = read
    CLUBS.lock(session, under.club_id)  # what somebody else counts meanwhile is there to be known again
    if bringing.counted_from(session, under.club_id, digest):
        return "same"
    played = file.play()
    if played.refusals or file.rules is None:
        raise _refused(*played.refusals)
    seats = _seats(session, under, by, file)
    if all(number is None for number in seats.values()):
        raise _refused(refuse("nobody_of_the_club", "game.seats"))
    if _has_twin(session, under, game, seats, outcome_under(file.rules, played.game, agreed=False)):
        return "same"
    started = start_within(session, value, str(uuid.uuid4()), device=by.device)
    if isinstance(started, NotStarted):
        raise _refused(*started.refusals)
    uid = head_of(session, started.game_id).uid
    said = {"uid": uid, "seats": seats, "on": game.on_day or under.on_day}
    _write(session, under, ClubRequest(_key(under, digest), by.member, "game", said, None, by.device))
    store_tokens(session, under.club_id, started.links["own"], alone=True)
    return "new"


def _has_twin(
    session: Session, under: Under, game: Waiting, seats: Mapping[str, int | None], came: GameOutcome
) -> bool:
    """Whether the club counts this game, which was not started with this file: by points, seats, and day where told.

    A file names whoever sat there, or whose points they are: at each seat it may be either. A guest whom this game
    lets in has played no other, so of one that has a twin nothing has been written.
    """
    twins = [row.counted for row in games_like(session, under.club_id, came) if row.counted is not None]
    twins = [one for one in twins if game.on_day in (None, one.on.isoformat())]
    if not twins:
        return False
    record = record_after(CLUBS.lock(session, under.club_id))
    named = [record.now(number) for number in seats.values()]

    def may_be(twin: CountedGame) -> bool:
        now = as_they_are(record, twin)
        return all(one in them for one, *them in zip(named, now.members, now.played_by, strict=True))

    return any(map(may_be, twins))


def _seats(session: Session, under: Under, by: By, file: GameFile) -> dict[str, int | None]:
    """Who sat where, by the names in the file; guests join when they first play."""
    seated: Mapping[str, Any] = under.seated or {}
    seats: dict[str, int | None] = {}
    for letter, name in zip(SEAT_NAMED, file.players, strict=True):
        who = seated.get(compared(name), NOBODY)
        seats[letter] = _guest(session, under, by, name) if who == GUEST else who if isinstance(who, int) else None
    return seats


def _guest(session: Session, under: Under, by: By, name: str) -> int:
    """The guest of this name, who joins only once, whoever goes on with it."""
    key = _key(under, f"guest {compared(name)}")
    known = CLUBS.with_key(session, under.club_id, key)
    if known is not None:
        return known.seq
    asked = ClubRequest(key, by.member, "joined", {"role": GUEST}, None, by.device)
    joined = _write(session, under, asked)
    naming = {"member": joined.seq, "name": name}
    _write(session, under, asked._replace(key=_key(under, f"name {compared(name)}"), kind="named", said=naming))
    return joined.seq


def _write(session: Session, under: Under, request: ClubRequest) -> ClubWritten:
    return written(write_within(session, CLUBS.lock(session, under.club_id), request))


def _refused(*refusals: Refusal) -> Undone:
    return Undone(ClubRefused(refusals))


def _key(under: Under, what: str) -> str:
    """The same for the same, however often it is tried."""
    return str(uuid.uuid5(uuid.UUID(under.key), what))
