"""Are a club's statistics and ratings what its games give? Worked out from all the games, not change by change."""

from collections.abc import Iterator
from itertools import groupby

from sqlalchemy.orm import Session

from trexscore.club.game_seats import (
    GameFacts,
    Who,
    is_over,
    rated_in,
    ratings_after,
    recorded,
    seats_counted,
    shares_of,
)
from trexscore.club.record import ClubRecord
from trexscore.commands.league.statistics import as_kept, sum_of
from trexscore.db.clubs.counted_games import GameRow
from trexscore.db.league import ratings as rating_rows
from trexscore.db.league import statistics as statistics_rows
from trexscore.db.league.ratings import RatedRow, RatingRow
from trexscore.db.league.statistics import DAY, MONTH, KeptRecords, Seated, ToldGame
from trexscore.league.statistics.profile import EMPTY, Profile, profile_of
from trexscore.league.statistics.records import records_of
from trexscore.ledger.chain import ChainFault


def statistics_match(
    session: Session, club_id: int, record: ClubRecord, row: GameRow, told_now: GameFacts | None
) -> bool:
    """Whether it is kept who sat where in a game, and what the game tells; where it counts, and only there."""
    told = told_now if is_over(row.counted, row.came_to) else None
    sittings = seats_counted(record, row.counted, row.came_to, told)
    seated = Seated(row.game_id, row.sort, sittings) if sittings else None
    same_told = statistics_rows.told_of(session, club_id, row.game_id) == told
    return same_told and statistics_rows.seated(session, club_id, row.game_id) == seated


def broken_statistics(session: Session, club_id: int, record: ClubRecord, games: set[int]) -> Iterator[ChainFault]:
    """Where sums are not those of the games that are kept, or ratings do not follow from them."""
    seated = {one.game_id for one in statistics_rows.seated_between(session, club_id)}
    if not seated <= statistics_rows.games_told(session, club_id) <= games:
        yield ChainFault(0, "facts")
    if not _sums_hold(session, club_id):
        yield ChainFault(0, "statistics")
    if not _ratings_hold(session, club_id, record):
        yield ChainFault(0, "ratings")


def _sums_hold(session: Session, club_id: int) -> bool:
    profiles = {(who, month): profile for who, month, profile in statistics_rows.all_profiles(session, club_id)}
    records = dict(statistics_rows.all_records(session, club_id))
    for month, games in groupby(
        statistics_rows.told_between(session, club_id, "", ""), key=lambda game: game.sort[:MONTH]
    ):
        due: dict[Who, Profile] = {}
        days: list[KeptRecords] = []
        for day, of_day in groupby(games, key=lambda game: game.sort[:DAY]):
            told = list(of_day)
            for game in told:
                for who, facts in shares_of(game.sittings, game.told):
                    due[who] = due.get(who, EMPTY) + profile_of([(game.uid, facts)])
            days.append(_records_of(day, told))
            if records.pop(day, None) != days[-1]:
                return False
        if records.pop(month, None) != KeptRecords(days[-1].last, sum_of(days)):
            return False
        if any(profiles.pop((who, month), None) != as_kept(who, profile) for who, profile in due.items()):
            return False
    return not profiles and not records


def _records_of(day: str, games: list[ToldGame]) -> KeptRecords:
    found = records_of(recorded(game.uid, day, game.sittings, game.told) for game in games)
    return KeptRecords(games[-1].sort, found)


def _ratings_hold(session: Session, club_id: int, record: ClubRecord) -> bool:
    """Whether each rating follows from those before it, as far as none is being redone."""
    due = rating_rows.due_from(session, club_id)
    kept = rating_rows.between(session, club_id)
    last: dict[Who, RatingRow] = {}
    for game in statistics_rows.seated_between(session, club_id):
        if due is not None and game.sort >= due:
            return True
        places = rated_in(record, game.sittings)
        before = {who: last[who].rating for who in places if who in last}
        rated = ratings_after(places, before) if places else {}
        rows = {
            who: RatingRow(rating, 1 + (last[who].games if who in last else 0), game.sort)
            for who, rating in rated.items()
        }
        if kept.pop(game.game_id, {}) != rows:
            return False
        last |= rows
    every = [*rating_rows.rated(session, club_id, pairs=False), *rating_rows.rated(session, club_id, pairs=True)]
    return not kept and sorted(every) == sorted(RatedRow(who, row) for who, row in last.items())
