"""The derived rows of a club made again from its journal and those of its games, with all their history.

Everything is followed once more in the order in which it was received. Of what two wrote within the same millisecond
nobody knows any more which came first: then a game's entry goes before the club's. The table that holds now, and that
of any other moment, is the same either way.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple

from sqlalchemy.orm import Session

from trexscore.club.builder import GrowingClub, fold_club
from trexscore.club.counted import counted_in
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
from trexscore.db.league import statistics_due
from trexscore.db.league.memory_store import LeagueInMemory
from trexscore.db.models import db
from trexscore.ledger.chain import Body, JournalEntry

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
    statistics_rows.forget(session, club_id)
    statistics_due.forget(session, club_id)
    made = make_rows(session, insert_in_batch(session), end, entries)
    made.league.write_games(session)
    recalculate_all(session, club_id, made.record)


class Made(NamedTuple):
    """What has been made of a club; `ends` are the digests with which the journals of its games ended then."""

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
    """Make the rows of a club that has none, but for its games and its ratings.

    Each game is read once, in the order of play, for what it came to when and for the statistics; then the club's
    entries and those moments are followed in the order in which they were received, with the league in memory. At no
    time is more than one journal of a game in memory. Raises `LookupError` as `rebuild_club` does.

    `unfit` is told of each game whose journal cannot be followed, by the club's entry about it; else that is raised.
    """
    record = fold_club((entry.seq, entry.kind, entry.body) for entry in entries)
    words = _words(entries)
    known = _known(session, list(words))
    statistics = StatisticsAnew(put, end.id, record)
    events = _of_club(entries)
    ends: dict[str, str] = {}
    for uid in sorted(words, key=lambda uid: place_of(words[uid].said, known[uid].started_at)):
        try:
            journal = GAMES.journal(session, known[uid].id)
            ends[uid] = journal[-1].digest
            events += _follow_game(journal, statistics, words[uid], known[uid])
        except UNFIT:
            if unfit is None:
                raise
            unfit(words[uid].seq)
    statistics.write()
    league = LeagueInMemory(put, end.id, known)
    _follow(league, end, sorted(events))
    return Made(record, league, ends)


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


class _Word(NamedTuple):
    """The last word on a game: its entry, how and by which the game was counted last, whether ever unfinished."""

    seq: int
    counted_seq: int
    said: Body
    withdrawn: bool
    unfinished: bool


class _Event(NamedTuple):
    """Something to be followed: an entry of the club, or that a game came to something. They sort by when it was.

    `at` is when it was received, never before the one in front of it in the same journal; `of` is the game.
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


def _words(entries: Sequence[JournalEntry]) -> dict[str, _Word]:
    """Of every game that the club has ever counted."""
    words: dict[str, _Word] = {}
    for entry in entries:
        if not EVENTS[entry.kind].of_game or entry.body is None:
            continue
        said = entry.body[entry.kind]
        before = words.get(said["uid"])
        if entry.kind == "game":
            unfinished = "unfinished" in said.get("although", ()) or (before is not None and before.unfinished)
            words[said["uid"]] = _Word(entry.seq, entry.seq, said, withdrawn=False, unfinished=unfinished)
        elif before is not None:
            words[said["uid"]] = before._replace(seq=entry.seq, withdrawn=True)
    return words


def _known(session: Session, uids: Sequence[str]) -> dict[str, Named]:
    known = games_known(session, uids)
    missing = next((uid for uid in uids if uid not in known), None)
    if missing is not None:
        raise LookupError(missing)
    return known


def _of_club(entries: Sequence[JournalEntry]) -> list[_Event]:
    times = accumulate((entry.received_at for entry in entries), max)
    return [
        _Event(at, True, _CLUB, entry.seq, entry.kind, entry.received_at, body=entry.body)  # noqa: FBT003
        for at, entry in zip(times, entries, strict=True)
    ]


def _follow_game(
    entries: Sequence[JournalEntry], statistics: StatisticsAnew, word: _Word, named: Named
) -> list[_Event]:
    """What a game came to when; its statistics are told."""
    behind, moments = moments_of(entries, unfinished=word.unfinished)
    uid, came = word.said["uid"], moments[-1].came
    counted = None if word.withdrawn else counted_in(word.said)
    place = place_of(word.said, named.started_at)
    row = GameRow(named.id, uid, word.seq, word.counted_seq, place, counted, came)
    if is_over(row.counted, came):
        statistics.game(row, game_facts(behind))
    return [
        _Event(one.at, False, named.id, one.seq, one.kind, one.received_at, uid, one.came)  # noqa: FBT003
        for one in moments
    ]


def _follow(league: LeagueInMemory, end: End, events: Sequence[_Event]) -> None:
    """Follow everything in its order, and write what comes of it."""
    club = GrowingClub()
    record = club.record
    came: dict[int, GameOutcome] = {}
    for event in events:
        cause: dict[str, object] = {"club": event.seq} if event.is_of_club else {"game": event.uid, "seq": event.seq}
        here = end._replace(seq=event.seq) if event.is_of_club else end
        if event.is_of_club and not EVENTS[event.kind].of_game:
            before, record = record, _held(club.add(event.seq, event.kind, event.body))
        now = League(league, here, record, event.received_at, cause | {"kind": event.kind})
        if not event.is_of_club:
            came[event.of] = event.came
            row = league.game(event.uid)
            if row is not None and row.came_to != event.came:
                book_result(now, row, event.came)
        elif event.body is not None and EVENTS[event.kind].of_game:
            apply_game_event(now, event.kind, event.body[event.kind], lambda game_id: came.get(game_id, NOT_OVER))
        elif event.body is not None:
            follow_club(now, before)
    league.write()


def _held(record: ClubRecord) -> ClubRecord:
    """As it is now: what a growing club is made of changes with it."""
    return record._replace(members={**record.members}, seasons={**record.seasons}, merges={**record.merges}, kinds={})
