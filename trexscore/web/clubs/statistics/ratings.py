"""Ratings as pages show them: the list, a player's own, and its history."""

from datetime import date
from typing import NamedTuple

from trexscore.club.counted_game import NO_MEMBER
from trexscore.club.game_seats import PlayerKey
from trexscore.club.members import Member
from trexscore.club.record import ClubRecord
from trexscore.commands.league.due_statistics import ensure_ratings_job
from trexscore.db.league import ratings as rating_rows
from trexscore.db.league import statistics as statistics_rows
from trexscore.db.league.head_to_head import DayRange
from trexscore.db.league.ratings import RatingRow
from trexscore.db.league.statistics import DAY_LENGTH
from trexscore.db.league.statistics_backlog import read_first_due_sort_key
from trexscore.db.models import db
from trexscore.i18n.texts.clubs.ratings import rating_text
from trexscore.league.ratings import Rating, displayed_rating, is_certain_enough_to_rank, rank_ratings
from trexscore.web.charts.frame import TextAlternative
from trexscore.web.charts.ratings import RatingAfterGame, RatingChart, lay_out_rating_chart
from trexscore.web.clubs.access import ClubContext
from trexscore.web.clubs.members.presenter import display_name, members_after_merges
from trexscore.web.clubs.standings_row_texts import path_of_player
from trexscore.web.clubs.statistics.measures import reader_format
from trexscore.web.clubs.statistics.period import current_player_key
from trexscore.web.language import reader_language
from trexscore.web.rendering import format_day
from trexscore.web.rendering import translate as _

_MAX_CHART_RATINGS = 40
"""Ratings in a chart and rows in its table; further ones are left out evenly."""


class RankedRating(NamedTuple):
    """A rating after a game, and its rank: None for provisional and for past ratings."""

    player_key: PlayerKey
    members: tuple[Member, ...]
    """The present members; in tables of data those who were rated, even if they were merged since."""
    rating_row: RatingRow
    rank: int | None
    is_outdated: bool
    """Whether the rating is being recalculated."""
    game_uid: str = ""
    """The game, for past ratings."""

    @property
    def displayed_rating(self) -> int:
        """The rating as displayed."""
        return displayed_rating(self.rating_row.rating).points

    @property
    def displayed_margin(self) -> int:
        """Its margin as displayed."""
        return displayed_rating(self.rating_row.rating).margin

    @property
    def is_provisional(self) -> bool:
        """Whether it is too uncertain for a rank."""
        return not is_certain_enough_to_rank(self.rating_row.rating)

    @property
    def game_count(self) -> int:
        """The number of rated games so far."""
        return self.rating_row.games


def recalculation_start_text(club: ClubContext) -> str:
    """The day from which ratings are being recalculated; empty if they are up to date."""
    day = ensure_recalculation_and_read_start(club.id)
    return "" if day is None else format_day(day) if day else _("the first game")


def ensure_recalculation_and_read_start(club_id: int) -> str | None:
    """Return the first day whose ratings are out of date: None if there is none, empty from the first game on.

    Starts the job if one is due.
    """
    session = db.session()
    due, game = rating_rows.read_backlog_start(session, club_id), read_first_due_sort_key(session, club_id)
    if due is not None:
        ensure_ratings_job(club_id)
    return min((position[:DAY_LENGTH] for position in (due, game) if position is not None), default=None)


def is_outdated(rating_row: RatingRow, recalculated_from_day: str | None) -> bool:
    """Whether the rating after a game is outdated, if ratings are being recalculated from a day."""
    return recalculated_from_day is not None and rating_row.sort_key[:10] >= recalculated_from_day


def list_ranked_ratings(
    club_id: int, record: ClubRecord, recalculated_from_day: str | None, *, of_pairs: bool
) -> list[RankedRating]:
    """All rated players, or all pairs, from the top of the list.

    If ratings are being recalculated from a day on, those of everyone who played since are due, even if the game that
    last rated them is earlier.
    """
    rows = rating_rows.read_all_current_ratings(db.session(), club_id, of_pairs=of_pairs)
    ranks = rank_ratings({player_key: row.rating for player_key, row in rows.items()})
    recalculated_since = recalculated_from_day
    recently_seated_players = (
        []
        if recalculated_since is None
        else statistics_rows.list_player_keys_from(db.session(), club_id, recalculated_since)
    )
    due = {current_player_key(record, stored_key) for stored_key in recently_seated_players}
    return [
        RankedRating(
            key,
            members_after_merges(record, key),
            rows[key],
            rank,
            key in due or is_outdated(rows[key], recalculated_from_day),
        )
        for key, rank in ranks.items()
    ]


def ranked_rating_of(club: ClubContext, player_key: PlayerKey) -> RankedRating | None:
    """A player's or pair's rating, with its rank."""
    row = rating_rows.read_current_ratings(db.session(), club.id, [player_key]).get(player_key)
    if row is None or not is_certain_enough_to_rank(row.rating):
        people = members_after_merges(club.record, player_key)
        return None if row is None else RankedRating(player_key, people, row, None, is_outdated=False)
    ranked = list_ranked_ratings(club.id, club.record, None, of_pairs=player_key[1] != NO_MEMBER)
    return next((entry for entry in ranked if entry.player_key == player_key), None)


def player_names(club: ClubContext, player_key: PlayerKey) -> tuple[str, ...]:
    """The names of the player or the pair."""
    return tuple(map(display_name, members_after_merges(club.record, player_key)))


def player_url(club: ClubContext, player_key: PlayerKey, season_number: int | None = None) -> str:
    """The page of a player or a pair."""
    query = "" if season_number is None else f"?season={season_number}"
    return f"/c/{club.uid}/{path_of_player(*player_key)}{query}"


def rating_history_chart(club: ClubContext, player_key: PlayerKey, day_range: DayRange) -> RatingChart | None:
    """The rating over time; None before the first rated game."""
    points = _thinned_rating_history(club, player_key, day_range)
    if not points:
        return None
    language = reader_language()
    last_rating = points[-1].rating
    return lay_out_rating_chart(
        [_rating_after_game(row.sort_key[:10], row.rating) for row in points],
        TextAlternative(_("Rating over time"), _("Now %(rating)s", rating=rating_text(language, last_rating))),
        reader_format(),
    )


def _thinned_rating_history(club: ClubContext, player_key: PlayerKey, day_range: DayRange) -> list[RatingRow]:
    """The ratings at the end of days, thinned out to what a chart shows."""
    rated_games = rating_rows.read_rated_sort_keys(db.session(), club.id, player_key, *day_range)
    last_of_day = {position[:10]: position for position in rated_games}
    step = -(-len(last_of_day) // _MAX_CHART_RATINGS) or 1
    return rating_rows.read_rating_history(db.session(), club.id, player_key, list(last_of_day.values())[::-step])


def _rating_after_game(iso_day: str, rating: Rating) -> RatingAfterGame:
    language, (points, margin) = reader_language(), displayed_rating(rating)
    date_text = language.day(date.fromisoformat(iso_day), language.short_date_pattern)
    return RatingAfterGame(date_text, points, margin, language.number(points), language.number(margin))
