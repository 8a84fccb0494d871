"""A club's statistics: who played where, and monthly sums that are updated incrementally.

Rows use the member numbers of the club's entries; merged members are added up when read. Only ratings are recalculated.
"""

from collections import defaultdict
from collections.abc import Callable
from functools import reduce
from typing import NamedTuple

from sqlalchemy.orm import Session

from trexscore.club.game_seats import (
    WHOLE_CLUB,
    GameFacts,
    PlayerKey,
    facts_for_profiles,
    game_for_records,
    game_seats_if_counting,
    has_ended_with_result,
)
from trexscore.club.record import ClubRecord
from trexscore.commands.league import ratings
from trexscore.db.clubs.counted_games import ClubGameRow
from trexscore.db.league import ratings as rating_rows
from trexscore.db.league import statistics as statistics_rows
from trexscore.db.league.statistics import DAY_LENGTH, MONTH_LENGTH, GameWithFacts, RecordsOfDayOrMonth
from trexscore.league.statistics.extremes import NO_EXTREMES
from trexscore.league.statistics.facts import Facts
from trexscore.league.statistics.profile import EMPTY_PROFILE, Profile, profile_of
from trexscore.league.statistics.records import NO_RECORDS, Records, records_of_single_game

_NO_RECORDS_OF_PERIOD = RecordsOfDayOrMonth("", NO_RECORDS)


class _PlayerMonthChange(NamedTuple):
    """Changes to a player's month: facts removed and facts added."""

    removed_uids_and_facts: list[tuple[str, Facts]]
    added_uids_and_facts: list[tuple[str, Facts]]


class StatisticsUpdate:
    """Collects changes to a club's statistics game by game, then writes them."""

    def __init__(self, session: Session, club_id: int, record: ClubRecord) -> None:
        self.session, self.club_id, self.record = session, club_id, record
        self.months: dict[tuple[PlayerKey, str], _PlayerMonthChange] = defaultdict(lambda: _PlayerMonthChange([], []))
        self.days: dict[str, list[GameWithFacts] | None] = {}
        """Games added to a day; None if the day must be recalculated."""
        self.ratings_due_from: str | None = None
        """The sort key of the first game whose ratings must be recalculated."""
        self.unrated: set[PlayerKey] = set()

    def sync_game(self, game_row: ClubGameRow, read_facts: Callable[[], GameFacts]) -> None:
        """Sync one game's statistics after its eligibility, seats or facts changed."""
        session, club_id, game_id = self.session, self.club_id, game_row.game_id
        old_seats = statistics_rows.read_seated_game(session, club_id, game_id)
        old_facts = statistics_rows.read_game_facts(session, club_id, game_id)
        new_facts = read_facts() if has_ended_with_result(game_row.counted_game, game_row.outcome) else None
        seats = game_seats_if_counting(self.record, game_row.counted_game, game_row.outcome, new_facts)
        if new_facts != old_facts:
            statistics_rows.store_game_facts(session, club_id, game_id, new_facts)
        same_seats = (
            old_seats is not None and old_seats.sort_key == game_row.sort_key and old_seats.seats == seats
        ) or (old_seats is None and not seats)
        if same_seats and (new_facts == old_facts or not seats):
            return
        if old_seats is not None and old_facts is not None:
            self._remove_game(GameWithFacts(game_row.uid, old_seats.sort_key, old_seats.seats, old_facts))
        if seats and new_facts is not None:
            self._add_game(GameWithFacts(game_row.uid, game_row.sort_key, seats, new_facts), is_new=old_seats is None)
        if not same_seats:
            statistics_rows.store_game_seats(session, club_id, game_id, game_row.sort_key, seats)
            if old_seats is not None:
                self.unrated |= {*rating_rows.delete_ratings_of_game(session, club_id, game_id)}
            for sort in ((old_seats.sort_key,) if old_seats is not None else ()) + (
                (game_row.sort_key,) if seats else ()
            ):
                self.mark_ratings_due_from(sort)

    def mark_ratings_due_from(self, sort_key: str) -> None:
        """Mark that ratings must be recalculated from this game on."""
        self.ratings_due_from = sort_key if self.ratings_due_from is None else min(self.ratings_due_from, sort_key)

    def write_statistics(self) -> None:
        """Write all but the ratings."""
        session, club_id = self.session, self.club_id
        if self.months:
            stored_profiles = statistics_rows.read_profiles(session, club_id, self.months.keys())
            profiles = {
                key: self._updated_month_profile(*key, stored_profiles.get(key, EMPTY_PROFILE), change)
                for key, change in self.months.items()
            }
            statistics_rows.store_profiles(session, club_id, profiles)
        for month in sorted({day[:MONTH_LENGTH] for day in self.days}):
            statistics_rows.store_records(session, club_id, self._changed_records_by_period(month))
        self.months.clear()
        self.days.clear()

    def write_statistics_and_ratings(self) -> None:
        self.write_statistics()
        if self.ratings_due_from is not None:
            ratings.recalculate_from_or_postpone(
                self.session, self.club_id, self.record, self.ratings_due_from, self.unrated
            )

    def _remove_game(self, game: GameWithFacts) -> None:
        for player, facts in facts_for_profiles(game.seats, game.facts):
            self.months[player, game.sort_key[:MONTH_LENGTH]].removed_uids_and_facts.append((game.game_uid, facts))
        self.days[game.sort_key[:DAY_LENGTH]] = None

    def _add_game(self, game: GameWithFacts, *, is_new: bool) -> None:
        for player, facts in facts_for_profiles(game.seats, game.facts):
            self.months[player, game.sort_key[:MONTH_LENGTH]].added_uids_and_facts.append((game.game_uid, facts))
        day = game.sort_key[:DAY_LENGTH]
        games_added_to_day = self.days.setdefault(day, [])
        if games_added_to_day is not None and is_new:
            games_added_to_day.append(game)
        else:
            self.days[day] = None

    def _updated_month_profile(
        self, player: PlayerKey, month: str, old_profile: Profile, month_change: _PlayerMonthChange
    ) -> Profile:
        profile: Profile | None = old_profile
        for uid, facts in month_change.removed_uids_and_facts:
            profile = profile and profile.without_game(uid, facts)
        if profile is None:  # an extreme was removed: the next one is found in all games
            games = statistics_rows.read_games_with_facts(self.session, self.club_id, month, month, player)
            profile = profile_of((game.game_uid, facts) for game in games for facts in facts_about(game, player))
        elif month_change.added_uids_and_facts:
            profile += profile_of(month_change.added_uids_and_facts)
        return profile_to_store(player, profile)

    def _changed_records_by_period(self, month: str) -> dict[str, RecordsOfDayOrMonth]:
        """Changed records of the month's days, and of the month."""
        days = statistics_rows.read_records_by_day(self.session, self.club_id, f"{month}-01", f"{month}-31")
        changed_records_by_day = {
            day: self._records_of_day(day, added, days.get(day, _NO_RECORDS_OF_PERIOD))
            for day, added in self.days.items()
            if day[:MONTH_LENGTH] == month
        }
        day_records = [record for _, record in sorted((days | changed_records_by_day).items()) if record.last_sort_key]
        return changed_records_by_day | {
            month: RecordsOfDayOrMonth(day_records[-1].last_sort_key, combine_records(day_records))
            if day_records
            else _NO_RECORDS_OF_PERIOD
        }

    def _records_of_day(
        self, iso_day: str, added_games: list[GameWithFacts] | None, old_records: RecordsOfDayOrMonth
    ) -> RecordsOfDayOrMonth:
        games = sorted(added_games or (), key=lambda game: game.sort_key)
        if not games or games[0].sort_key <= old_records.last_sort_key:
            old_records = _NO_RECORDS_OF_PERIOD
            games = list(statistics_rows.read_games_with_facts(self.session, self.club_id, iso_day, iso_day))
        records = reduce(Records.__add__, map(records_of_game, games), old_records.records)
        return RecordsOfDayOrMonth(games[-1].sort_key if games else "", records)


def combine_records(records_of_periods: list[RecordsOfDayOrMonth]) -> Records:
    """The combined records of several days or months, in order."""
    return reduce(Records.__add__, (period.records for period in records_of_periods), NO_RECORDS)


def facts_about(game: GameWithFacts, player: PlayerKey) -> list[Facts]:
    return [facts for other, facts in facts_for_profiles(game.seats, game.facts) if other == player]


def profile_to_store(player: PlayerKey, profile: Profile) -> Profile:
    """The profile as stored: without extremes for all players together, because records hold those with names."""
    if player != WHOLE_CLUB:
        return profile
    return Profile({rules: sums._replace(extremes=NO_EXTREMES) for rules, sums in profile.sums_by_rules.items()})


def records_of_game(game: GameWithFacts) -> Records:
    return records_of_single_game(game_for_records(game.game_uid, game.sort_key[:DAY_LENGTH], game.seats, game.facts))
