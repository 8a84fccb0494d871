"""What follows from an entry for clubs: their standings, their statistics, their ratings."""

from collections.abc import Sequence
from functools import lru_cache, partial

from flask import current_app
from sqlalchemy.orm import Session

from trexscore.club.events import EVENTS
from trexscore.club.game_outcome import GameOutcome, outcome_of
from trexscore.club.game_seats import GameFacts, game_facts_of, is_over
from trexscore.club.record import ClubRecord
from trexscore.commands.league import standings as derive
from trexscore.commands.league.outcome_history import moments_of
from trexscore.commands.league.standings import League
from trexscore.commands.league.statistics import Telling
from trexscore.db.clubs import counted_games as game_rows
from trexscore.db.clubs.clubs import record_after
from trexscore.db.clubs.counted_games import GameRow
from trexscore.db.journals import CLUBS, GAMES, End
from trexscore.db.league import statistics as statistics_rows
from trexscore.db.league.statistics_due import forget_due, games_due, put_due
from trexscore.db.league.store import StoredLeague
from trexscore.game.builder import fold
from trexscore.game.record import PlayedGame
from trexscore.ledger.chain import Body, JournalEntry


def on_club_entry(session: Session, league: League, kind: str, body: Body, before: ClubRecord) -> None:
    """Write what an entry of a club means for its league; `before` is the club as it was."""
    club_id, after = league.end.id, league.record
    follow_due(session, club_id, before)
    telling = Telling(session, club_id, after)
    if EVENTS[kind].of_game:
        read = _Looked(session)
        derive.apply_game_event(league, kind, body[kind], read.outcome_of)
        row = game_rows.game_row(session, club_id, body[kind]["uid"])
        if row is not None:
            _tell_as_kept(telling, row, read)
    else:
        derive.follow_club(league, before)
        if derive.asks_otherwise(before, after):
            read = _Looked(session)
            for row in game_rows.games_between(session, club_id):
                _tell_as_kept(telling, row, read)
        moved = [number for number in before.members if before.who(number).number != after.who(number).number]
        first = statistics_rows.first_with(session, club_id, moved) if moved else None
        if first is not None:
            telling.rated_from(first)
    telling.write_all()


def on_game_entry(session: Session, end: End, behind: PlayedGame, at: str, kind: str) -> None:
    """Write what an entry of a game means for the standings of every club that counts it.

    What it tells the statistics is marked as due: the last deal of a game takes as long as any other.
    """
    came = outcome_of(behind.record, behind.played.game)
    for club_id in game_rows.clubs_counting(session, end.id):
        of_club = CLUBS.lock(session, club_id)
        row = game_rows.game_in(session, club_id, end.id)
        record = record_after(of_club)
        if came != row.came_to:
            cause = {"game": row.uid, "seq": end.seq, "kind": kind}
            league = League(StoredLeague(session, club_id), of_club, record, at, cause)
            derive.book_result(league, row, came)
        if is_over(row.counted, row.came_to) or is_over(row.counted, came):
            put_due(session, club_id, end.id)
            if not current_app.config["JOBS_BESIDE"]:
                follow_due(session, club_id, record)


def follow_due(session: Session, club_id: int, record: ClubRecord, most: int | None = None) -> None:
    """Write what games of a locked club tell its statistics and ratings: all that are due, or at `most` so many."""
    games = games_due(session, club_id)[:most]
    if not games:
        return
    read, telling = _Looked(session), Telling(session, club_id, record)
    for game_id in games:
        telling.game(game_rows.game_in(session, club_id, game_id), partial(read.game_facts, game_id))
    telling.write_all()
    forget_due(session, club_id, games)


def follow_longer(session: Session, club_id: int, number: int, entries: Sequence[JournalEntry], after: int) -> None:
    """Write what a game means for a club that knows its journal up to the entry `after`; `entries` is all of it."""
    of_club = CLUBS.lock(session, club_id)
    row = game_rows.game_in(session, club_id, number)
    record = record_after(of_club)
    unfinished = row.counted is not None and "unfinished" in row.counted.although
    behind, moments = moments_of(entries, unfinished=unfinished)
    for one in moments:
        if one.seq > after and one.came != row.came_to:
            cause = {"game": row.uid, "seq": one.seq, "kind": one.kind}
            derive.book_result(League(StoredLeague(session, club_id), of_club, record, one.at, cause), row, one.came)
            row = row._replace(came_to=one.came)
    telling = Telling(session, club_id, record)
    telling.game(row, lambda: game_facts(behind))
    telling.write_all()


def game_facts(behind: PlayedGame) -> GameFacts:
    """What a game tells that counts something."""
    game = behind.played.game
    result = outcome_of(behind.record, game).result
    if result is None:
        raise LookupError(result)
    return game_facts_of(behind.record, game, result)


class _Looked:
    """Games as their journals tell them, each read once."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.game = lru_cache(maxsize=1)(self._game)

    def _game(self, game_id: int) -> PlayedGame:
        record = fold(GAMES.told(self.session, game_id))
        return PlayedGame(record, record.play())

    def outcome_of(self, game_id: int) -> GameOutcome:
        behind = self.game(game_id)
        return outcome_of(behind.record, behind.played.game)

    def game_facts(self, game_id: int) -> GameFacts:
        return game_facts(self.game(game_id))


def _tell_as_kept(telling: Telling, row: GameRow, read: _Looked) -> None:
    """No journal is read where it is kept already what the game tells."""
    kept = statistics_rows.told_of(telling.session, telling.club_id, row.game_id)
    telling.game(row, lambda: read.game_facts(row.game_id) if kept is None else kept)
