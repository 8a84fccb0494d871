"""What games tell, kept for a club's statistics: who sat where, and sums by months, added to and taken off from.

Members stand here as the club's entries named them, whoever they turned out to be: two who become one are added up
where they are read. Ratings alone are redone then.
"""

from collections import defaultdict
from collections.abc import Callable
from functools import reduce
from typing import NamedTuple

from sqlalchemy.orm import Session

from trexscore.club.game_seats import EVERYBODY, GameFacts, Who, is_over, recorded, seats_counted, shares_of
from trexscore.club.record import ClubRecord
from trexscore.commands.league import ratings as rate
from trexscore.db.clubs.counted_games import GameRow
from trexscore.db.league import ratings as rating_rows
from trexscore.db.league import statistics as statistics_rows
from trexscore.db.league.statistics import DAY, MONTH, KeptRecords, ToldGame
from trexscore.league.statistics.extremes import NO_EXTREMES
from trexscore.league.statistics.facts import Facts
from trexscore.league.statistics.profile import EMPTY, Profile, profile_of
from trexscore.league.statistics.records import NO_RECORDS, Records, records_in

_NONE = KeptRecords("", NO_RECORDS)


class _Change(NamedTuple):
    """What games tell of somebody in a month: those taken off, and those added."""

    over: list[tuple[str, Facts]]
    new: list[tuple[str, Facts]]


class Telling:
    """A club's statistics about to change: told game after game, then written."""

    def __init__(self, session: Session, club_id: int, record: ClubRecord) -> None:
        self.session, self.club_id, self.record = session, club_id, record
        self.months: dict[tuple[Who, str], _Change] = defaultdict(lambda: _Change([], []))
        self.days: dict[str, list[ToldGame] | None] = {}
        """The games that a day has more; None where it has to be looked through."""
        self.first: str | None = None
        """From which game on ratings have to be redone."""
        self.unrated: set[Who] = set()

    def game(self, row: GameRow, told_now: Callable[[], GameFacts]) -> None:
        """A game may count otherwise, or tell something else."""
        session, club_id, game_id = self.session, self.club_id, row.game_id
        was = statistics_rows.seated(session, club_id, game_id)
        kept = statistics_rows.told_of(session, club_id, game_id)
        told = told_now() if is_over(row.counted, row.came_to) else None
        sittings = seats_counted(self.record, row.counted, row.came_to, told)
        if told != kept:
            statistics_rows.put_told(session, club_id, game_id, told)
        same_seats = (was is not None and was.sort == row.sort and was.sittings == sittings) or (
            was is None and not sittings
        )
        if same_seats and (told == kept or not sittings):
            return
        if was is not None and kept is not None:
            self._over(ToldGame(row.uid, was.sort, was.sittings, kept))
        if sittings and told is not None:
            self._new(ToldGame(row.uid, row.sort, sittings, told), is_new=was is None)
        if not same_seats:
            statistics_rows.put_seated(session, club_id, game_id, row.sort, sittings)
            if was is not None:
                self.unrated |= {*rating_rows.drop(session, club_id, game_id)}
            for sort in ((was.sort,) if was is not None else ()) + ((row.sort,) if sittings else ()):
                self.rated_from(sort)

    def rated_from(self, sort: str) -> None:
        """Ratings are not what they were from this game on."""
        self.first = sort if self.first is None else min(self.first, sort)

    def write(self) -> None:
        """Write all that follows, but for the ratings."""
        session, club_id = self.session, self.club_id
        if self.months:
            kept = statistics_rows.profiles_in(session, club_id, self.months.keys())
            told = {one: self._month(*one, kept.get(one, EMPTY), change) for one, change in self.months.items()}
            statistics_rows.put_profiles(session, club_id, told)
        for month in sorted({day[:MONTH] for day in self.days}):
            statistics_rows.put_records(session, club_id, self._records_of_month(month))
        self.months.clear()
        self.days.clear()

    def write_all(self) -> None:
        """Write all that follows."""
        self.write()
        if self.first is not None:
            rate.recalculate_from(self.session, self.club_id, self.record, self.first, self.unrated)

    def _over(self, game: ToldGame) -> None:
        for who, facts in shares_of(game.sittings, game.told):
            self.months[who, game.sort[:MONTH]].over.append((game.uid, facts))
        self.days[game.sort[:DAY]] = None

    def _new(self, game: ToldGame, *, is_new: bool) -> None:
        for who, facts in shares_of(game.sittings, game.told):
            self.months[who, game.sort[:MONTH]].new.append((game.uid, facts))
        day = game.sort[:DAY]
        more = self.days.setdefault(day, [])
        if more is not None and is_new:
            more.append(game)
        else:
            self.days[day] = None

    def _month(self, who: Who, month: str, kept: Profile, change: _Change) -> Profile:
        profile: Profile | None = kept
        for uid, facts in change.over:
            profile = profile and profile.without(uid, facts)
        if profile is None:  # an extreme is gone: what comes next is found out from all games
            profile = rebuild_month(self.session, self.club_id, who, month)
        elif change.new:
            profile += profile_of(change.new)
        return as_kept(who, profile)

    def _records_of_month(self, month: str) -> dict[str, KeptRecords]:
        """What changes: the records of its days, and its own."""
        days = statistics_rows.spans_between(self.session, self.club_id, f"{month}-01", f"{month}-31")
        changed = {
            day: self._records_of_day(day, more, days.get(day, _NONE))
            for day, more in self.days.items()
            if day[:MONTH] == month
        }
        held = [kept for _, kept in sorted((days | changed).items()) if kept.last]
        return changed | {month: KeptRecords(held[-1].last, sum_of(held)) if held else _NONE}

    def _records_of_day(self, day: str, more: list[ToldGame] | None, kept: KeptRecords) -> KeptRecords:
        games = sorted(more or (), key=lambda game: game.sort)
        if not games or games[0].sort <= kept.last:
            kept = _NONE
            games = list(statistics_rows.told_between(self.session, self.club_id, day, day))
        records = reduce(Records.__add__, map(records_of_game, games), kept.records)
        return KeptRecords(games[-1].sort if games else "", records)


def sum_of(spans: list[KeptRecords]) -> Records:
    """The records of several days or months, in their order."""
    return reduce(Records.__add__, (kept.records for kept in spans), NO_RECORDS)


def rebuild_month(session: Session, club_id: int, who: Who, month: str) -> Profile:
    """What a month tells of somebody, by its games."""
    games = statistics_rows.told_between(session, club_id, month, month, who)
    return as_kept(who, profile_of((game.uid, facts) for game in games for facts in facts_about(game, who)))


def facts_about(game: ToldGame, who: Who) -> list[Facts]:
    """What a game tells of somebody."""
    return [facts for one, facts in shares_of(game.sittings, game.told) if one == who]


def as_kept(who: Who, profile: Profile) -> Profile:
    """Of everybody together no extremes are kept: those are records, which name who it was."""
    if who != EVERYBODY:
        return profile
    return Profile({key: one._replace(extremes=NO_EXTREMES) for key, one in profile.by_rules.items()})


def records_of_game(game: ToldGame) -> Records:
    """The records of a single game."""
    return records_in(recorded(game.uid, game.sort[:DAY], game.sittings, game.told))
