"""Rebuild a club's derived rows with their history, from its journal and those of its games.

All entries are replayed in the order they were received. Within the same millisecond the original order is unknown;
then a game's entry goes before the club's. Standings at any moment are the same either way.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple

from sqlalchemy.orm import Session

from trexscore.club.builder import GrowingClub, fold_club
from trexscore.club.counted_game import counted_in
from trexscore.club.events import EVENTS
from trexscore.club.game_outcome import GameOutcome
from trexscore.club.game_seats import is_over
from trexscore.club.record import ClubRecord
from trexscore.commands.league.outcome_history import NOT_OVER, moments_of
from trexscore.commands.league.projections import game_facts
from trexscore.commands.league.ratings import recalculate_all
from trexscore.commands.league.rebuild_statistics import StatisticsAnew
from trexscore.commands.league.standings import League, apply_game_event, book_result, follow_club, place_of
from trexscore.db.batches import Put, insert_in_batch
from trexscore.db.clubs.clubs import ClubAt, clubs_due, mark_made
from trexscore.db.clubs.counted_games import GameRow
from trexscore.db.game_states import UNFIT
from trexscore.db.games import Named, games_known
from trexscore.db.journals import CLUBS, GAMES, End, writing
from trexscore.db.league import results as league_rows
from trexscore.db.league import statistics as statistics_rows
from trexscore.db.league import statistics_backlog as statistics_due
from trexscore.db.league.memory_store import LeagueInMemory
from trexscore.db.league.results import StoredCause
from trexscore.db.models import db
from trexscore.ledger.chain import Body, JournalEntry

_CLUB = 0
"""Stands for the club among game ids."""


def rebuild_club(session: Session, club_id: int) -> None:
    """Drop and rebuild a club's derived rows, inside `writing()`.

    Locks the club but not its games: a writer in a game also waits for the club, and updates it afterwards. Raises
    `LookupError` if a counted game is missing.
    """
    end = CLUBS.lock(session, club_id)
    entries = CLUBS.journal(session, club_id)
    league_rows.forget(session, club_id)
    statistics_rows.forget(session, club_id)
    statistics_due.forget(session, club_id)
    made = make_rows(session, insert_in_batch(session), end, entries)
    made.league.write_games(session)
    recalculate_all(session, club_id, made.record)


class Made(NamedTuple):
    """A rebuilt club; `ends` maps each game's uid to its journal's last digest."""

    record: ClubRecord
    league: LeagueInMemory
    ends: Mapping[str, str]


def make_rows(
    session: Session,
    put: Put,
    end: End,
    entries: Sequence[JournalEntry],
    unfit: Callable[[int], object] | None = None,
) -> Made:
    """Build the rows of a club that has none, except its games and ratings.

    Reads each game once, in the order of play, for its outcomes and statistics, with one journal in memory at a time.
    Then replays the club's entries and those outcomes in order of receipt. Raises `LookupError` as `rebuild_club` does.

    `unfit` gets the club's counting entry of each game that cannot be replayed; without it, that error is raised.
    """
    record = fold_club((entry.seq, entry.kind, entry.body) for entry in entries)
    counting = _latest_countings(entries)
    games = _load_games(session, list(counting))
    statistics = StatisticsAnew(put, end.id, record)
    events = _club_events(entries)
    ends: dict[str, str] = {}
    for uid in sorted(counting, key=lambda uid: place_of(counting[uid].said, games[uid].started_at)):
        try:
            journal = GAMES.journal(session, games[uid].id)
            ends[uid] = journal[-1].digest
            events += _read_game(journal, statistics, counting[uid], games[uid])
        except UNFIT:
            if unfit is None:
                raise
            unfit(counting[uid].seq)
    statistics.write()
    league = LeagueInMemory(put, end.id, games)
    _replay(league, end, sorted(events))
    return Made(record, league, ends)


def rebuild_due() -> Iterator[tuple[ClubAt, bool]]:
    """Rebuild the clubs that an earlier version derived differently. Yields each club and whether it succeeded.

    A club that cannot be replayed stays as it is and due; `trexscore verify` reports why.
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


class _Counting(NamedTuple):
    """The latest club entry on a game, its latest counting entry, and whether it ever counted as unfinished."""

    seq: int
    counted_seq: int
    said: Body
    withdrawn: bool
    unfinished: bool


class _Event(NamedTuple):
    """A club entry, or a change of a game's outcome. Sorts by time.

    `at`: when it was received, but never before the previous event of the same journal. `of`: the game id.
    """

    at: str
    is_of_club: bool
    of: int
    seq: int
    kind: str
    received_at: str
    uid: str = ""
    came: GameOutcome = NOT_OVER
    body: Body | None = None


def _latest_countings(entries: Sequence[JournalEntry]) -> dict[str, _Counting]:
    """For every game that the club ever counted, by uid."""
    counting: dict[str, _Counting] = {}
    for entry in entries:
        if not EVENTS[entry.kind].of_game or entry.body is None:
            continue
        body = entry.body[entry.kind]
        earlier = counting.get(body["uid"])
        if entry.kind == "game":
            unfinished = "unfinished" in body.get("although", ()) or (earlier is not None and earlier.unfinished)
            counting[body["uid"]] = _Counting(entry.seq, entry.seq, body, withdrawn=False, unfinished=unfinished)
        elif earlier is not None:
            counting[body["uid"]] = earlier._replace(seq=entry.seq, withdrawn=True)
    return counting


def _load_games(session: Session, uids: Sequence[str]) -> dict[str, Named]:
    games = games_known(session, uids)
    missing = next((uid for uid in uids if uid not in games), None)
    if missing is not None:
        raise LookupError(missing)
    return games


def _club_events(entries: Sequence[JournalEntry]) -> list[_Event]:
    times = accumulate((entry.received_at for entry in entries), max)
    return [
        _Event(at, True, _CLUB, entry.seq, entry.kind, entry.received_at, body=entry.body)  # noqa: FBT003
        for at, entry in zip(times, entries, strict=True)
    ]


def _read_game(
    entries: Sequence[JournalEntry], statistics: StatisticsAnew, counting: _Counting, named: Named
) -> list[_Event]:
    """A game's outcome changes; also updates the statistics."""
    game, moments = moments_of(entries, unfinished=counting.unfinished)
    uid, outcome = counting.said["uid"], moments[-1].came
    counted = None if counting.withdrawn else counted_in(counting.said)
    sort_key = place_of(counting.said, named.started_at)
    row = GameRow(named.id, uid, counting.seq, counting.counted_seq, sort_key, counted, outcome)
    if is_over(row.counted, outcome):
        statistics.game(row, game_facts(game))
    return [
        _Event(moment.at, False, named.id, moment.seq, moment.kind, moment.received_at, uid, moment.came)  # noqa: FBT003
        for moment in moments
    ]


def _replay(league: LeagueInMemory, end: End, events: Sequence[_Event]) -> None:
    """Replay all events in order and write the result."""
    club = GrowingClub()
    record = club.record
    outcomes: dict[int, GameOutcome] = {}
    for event in events:
        if event.is_of_club:
            cause = StoredCause(club=event.seq, kind=event.kind)
        else:
            cause = StoredCause(game=event.uid, seq=event.seq, kind=event.kind)
        event_end = end._replace(seq=event.seq) if event.is_of_club else end
        if event.is_of_club and not EVENTS[event.kind].of_game:
            before, record = record, _snapshot(club.add(event.seq, event.kind, event.body))
        current = League(league, event_end, record, event.received_at, cause)
        if not event.is_of_club:
            outcomes[event.of] = event.came
            row = league.game(event.uid)
            if row is not None and row.came_to != event.came:
                book_result(current, row, event.came)
        elif event.body is not None and EVENTS[event.kind].of_game:
            apply_game_event(
                current, event.kind, event.body[event.kind], lambda game_id: outcomes.get(game_id, NOT_OVER)
            )
        elif event.body is not None:
            follow_club(current, before)
    league.write()


def _snapshot(record: ClubRecord) -> ClubRecord:
    """A snapshot: a growing club changes its dicts in place."""
    return record._replace(members={**record.members}, seasons={**record.seasons}, merges={**record.merges}, kinds={})
