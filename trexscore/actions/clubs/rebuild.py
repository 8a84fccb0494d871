"""The derived rows of a club made again from its journal and those of its games, with all their history.

Everything is followed once more in the order in which it was received. Of what two wrote within the same millisecond
nobody knows any more which came first: then a game's entry goes before the club's. The table that holds now, and that
of any other moment, is the same either way.
"""

from collections.abc import Iterator
from heapq import merge
from itertools import accumulate
from typing import NamedTuple

from sqlalchemy.orm import Session

from trexscore.actions.clubs.derive import League, book_result, book_word, follow_club
from trexscore.actions.clubs.follow import tell_anew
from trexscore.actions.judge import Next
from trexscore.club import OF_GAMES
from trexscore.club.came_to import CameTo, came_to
from trexscore.club.fold import fold_club
from trexscore.club.record import ClubRecord
from trexscore.journal.entries import Body, JournalEntry
from trexscore.journal.fold import fold
from trexscore.storage import game_rows, league_rows
from trexscore.storage.boards import UNFIT
from trexscore.storage.clubs import ClubAt, clubs_due, mark_made
from trexscore.storage.games import game_named
from trexscore.storage.journals import CLUBS, GAMES, End, writing
from trexscore.storage.models import db

Folded = list[tuple[int, str, Body | None]]
_CLUB = 0
"""Stands for the club among the numbers of games."""


def rebuild_club(session: Session, club_id: int) -> None:
    """Drop a club's derived rows and make them again, inside `writing()`.

    Locks the club and none of its games: whoever is writing in one has to wait for the club, too, and then tells it.
    Raises `LookupError` where it counts a game that is not there.
    """
    end = CLUBS.lock(session, club_id)
    entries = CLUBS.journal(session, club_id)
    league_rows.forget(session, club_id)
    told = _Told(session, end, fold_club(()))
    for one in merge(_received(_CLUB, entries), *(_received(*game) for game in _games(session, entries))):
        if one.of == _CLUB:
            told.follow_club(one.entry)
        else:
            told.follow_game(one.of, one.entry)
    tell_anew(session, club_id, told.record, told.behind)


def rebuild_due() -> Iterator[tuple[ClubAt, bool]]:
    """Make anew what an earlier version has derived otherwise: the clubs, and whether it could be done.

    Each by itself. One whose journals cannot be followed stays as it is, and due; `trexscore verify` says why.
    """
    for club in clubs_due(db.session()):
        db.session.rollback()
        try:
            with writing() as session:
                rebuild_club(session, club.id)
                mark_made(session, club.id)
        except UNFIT:
            yield club, False
        else:
            yield club, True


class _Received(NamedTuple):
    """An entry, when it was received (never before the one in front of it), and of which journal it is."""

    at: str
    is_of_club: bool
    of: int
    seq: int
    entry: JournalEntry


def _received(of: int, entries: list[JournalEntry]) -> Iterator[_Received]:
    times = accumulate((entry.received_at for entry in entries), max)
    return (_Received(at, of == _CLUB, of, entry.seq, entry) for at, entry in zip(times, entries, strict=True))


def _games(session: Session, entries: list[JournalEntry]) -> Iterator[tuple[int, list[JournalEntry]]]:
    """Every game that the club has ever counted."""
    bodies = (entry.body["game"] for entry in entries if entry.kind == "game" and entry.body is not None)
    for uid in dict.fromkeys(body["uid"] for body in bodies):
        found = game_named(session, uid)
        if found is None:
            raise LookupError(uid)
        yield found.id, GAMES.journal(session, found.id)


class _Told:
    """How far the journals have been followed."""

    def __init__(self, session: Session, end: End, record: ClubRecord) -> None:
        self.session, self.end, self.record = session, end, record
        self.club: Folded = []
        self.games: dict[int, Folded] = {}
        self.counted: dict[int, CameTo] = {}
        """What games that the club knows have come to."""

    def follow_club(self, entry: JournalEntry) -> None:
        if entry.body is None or entry.kind not in OF_GAMES:
            before = self.record
            self.club.append((entry.seq, entry.kind, entry.body))
            self.record = fold_club(self.club)
            if entry.body is not None:
                follow_club(self._league(entry, {"club": entry.seq}), before)
            return
        book_word(self._league(entry, {"club": entry.seq}), entry.kind, entry.body[entry.kind], self._counted)

    def follow_game(self, game_id: int, entry: JournalEntry) -> None:
        self.games.setdefault(game_id, []).append((entry.seq, entry.kind, entry.body))
        if game_id not in self.counted:
            return
        came = self._came_to(game_id)
        if came != self.counted[game_id]:
            self.counted[game_id] = came
            row = game_rows.game_in(self.session, self.end.id, game_id)
            book_result(self._league(entry, {"game": row.uid, "seq": entry.seq}), row, came)

    def _league(self, entry: JournalEntry, cause: dict[str, object]) -> League:
        end = self.end if "game" in cause else self.end._replace(seq=entry.seq)
        return League(self.session, end, self.record, entry.received_at, cause | {"kind": entry.kind})

    def _counted(self, game_id: int) -> CameTo:
        self.counted[game_id] = self._came_to(game_id)
        return self.counted[game_id]

    def behind(self, game_id: int) -> Next:
        """A game as far as it has been followed."""
        record = fold(self.games[game_id])
        return Next(record, record.play())

    def _came_to(self, game_id: int) -> CameTo:
        behind = self.behind(game_id)
        return came_to(behind.record, behind.played.game)
