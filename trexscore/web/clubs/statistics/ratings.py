"""Ratings as pages show them: the list, a player's own, and its history."""

from datetime import date
from typing import NamedTuple

from trexscore.club.game_seats import NO_MEMBER, PlayerKey
from trexscore.club.record import ClubRecord
from trexscore.commands.league.rating_worker import ensure_worker
from trexscore.db.league import ratings as rating_rows
from trexscore.db.league import statistics as statistics_rows
from trexscore.db.league.head_to_head import Days
from trexscore.db.league.ratings import RatingRow
from trexscore.db.league.statistics import DAY
from trexscore.db.league.statistics_backlog import read_first_changed
from trexscore.db.models import db
from trexscore.i18n.texts.ratings import rating_text
from trexscore.league.pairs import ordered_pair
from trexscore.league.ratings import Rating, displayed_rating, is_sure_enough, rank_ratings
from trexscore.web.clubs.access import ClubContext
from trexscore.web.clubs.members.presenter import title_of
from trexscore.web.clubs.statistics.measures import hand
from trexscore.web.language import reader_language
from trexscore.web.pictures import RatingPicture, RatingPoint, TextAlternative, rating_picture
from trexscore.web.rendering import translate as _

_MOST_POINTS = 40
"""Points in a picture and rows in its table; further ones are left out evenly."""


class ShownRating(NamedTuple):
    """A line of the list. `rank` is None for provisional ratings."""

    rank: int | None
    url: str
    names: tuple[str, ...]
    points: int
    margin: int
    games: int
    provisional: bool
    is_me: bool


class RankedEntry(NamedTuple):
    """A rating and its rank, None for provisional ratings. `is_due`: the rating is being recalculated."""

    player_key: PlayerKey
    row: RatingRow
    rank: int | None
    is_due: bool


def being_recalculated(club: ClubContext) -> str:
    """The day from which ratings are being recalculated; empty if they are up to date."""
    day = recalculation_start(club.club.id)
    return "" if day is None else reader_language().day(date.fromisoformat(day)) if day else _("the first game")


def recalculation_start(club_id: int) -> str | None:
    """The same for programs: an empty day means from the first game on. Starts the recalculation."""
    session = db.session()
    due, game = rating_rows.read_backlog_start(session, club_id), read_first_changed(session, club_id)
    if due is not None:
        ensure_worker(club_id)
    return min((position[:DAY] for position in (due, game) if position is not None), default=None)


def list_ratings(club: ClubContext, *, pairs: bool) -> tuple[list[ShownRating], list[ShownRating]]:
    """Ranked and provisional ratings, each by the lower end of their range."""
    lines = [_line(club, *entry[:3]) for entry in list_ranked(club.club.id, club.record, None, pairs=pairs)]
    return [line for line in lines if not line.provisional], [line for line in lines if line.provisional]


def is_due(row: RatingRow, recalculated: str | None) -> bool:
    """Whether the rating after a game is outdated, if ratings are being recalculated from day `redone`."""
    return recalculated is not None and row.sort_key[:10] >= recalculated


def list_ranked(club_id: int, record: ClubRecord, recalculated: str | None, *, pairs: bool) -> list[RankedEntry]:
    """All rated players, or all pairs, from the top of the list.

    If ratings are being recalculated from a day on, those of everyone who played since are due, even if the game that
    last rated them is earlier.
    """
    rows = {entry.who: entry.row for entry in rating_rows.list_current_ratings(db.session(), club_id, pairs=pairs)}
    ranks = rank_ratings({player_key: row.rating for player_key, row in rows.items()})
    due = set[PlayerKey]() if recalculated is None else _players_since(club_id, record, recalculated)
    return [
        RankedEntry(player_key, row := rows[player_key], rank, player_key in due or is_due(row, recalculated))
        for player_key, rank in ranks.items()
    ]


def _players_since(club_id: int, record: ClubRecord, day: str) -> set[PlayerKey]:
    seated = statistics_rows.list_players_since(db.session(), club_id, day)
    now = {
        (record.current_member(first).number, second and record.current_member(second).number)
        for first, second in seated
    }
    return {ordered_pair(first, second) if second != NO_MEMBER else (first, NO_MEMBER) for first, second in now}


def rating_of(club: ClubContext, player_key: PlayerKey) -> ShownRating | None:
    """A player's or pair's rating, with its rank."""
    row = rating_rows.read_current_rating(db.session(), club.club.id, player_key)
    if row is None or not is_sure_enough(row.rating):
        return None if row is None else _line(club, player_key, row, None)
    ranks = list_ranked(club.club.id, club.record, None, pairs=player_key[1] != NO_MEMBER)
    return next((_line(club, *entry[:3]) for entry in ranks if entry.player_key == player_key), None)


def names_of(club: ClubContext, player_key: PlayerKey) -> tuple[str, ...]:
    """The names of the player or the pair."""
    return tuple(title_of(club.record.current_member(number)) for number in player_key if number != NO_MEMBER)


def url_of(club: ClubContext, player_key: PlayerKey, season: int | None = None) -> str:
    """The page of a player or a pair."""
    query = "" if season is None else f"?season={season}"
    if player_key[1] == NO_MEMBER:
        return f"/c/{club.uid}/players/{player_key[0]}{query}"
    return f"/c/{club.uid}/pairs/{player_key[0]}-{player_key[1]}{query}"


def picture(club: ClubContext, player_key: PlayerKey, days: Days) -> RatingPicture | None:
    """The rating over time; None before the first rated game."""
    points = _history(club, player_key, days)
    if not points:
        return None
    language = reader_language()
    last = points[-1].rating
    return rating_picture(
        [_rated(row.sort_key[:10], row.rating) for row in points],
        TextAlternative(_("Rating over time"), _("Now %(rating)s", rating=rating_text(language, last))),
        hand(),
    )


def _history(club: ClubContext, player_key: PlayerKey, days: Days) -> list[RatingRow]:
    """The ratings at the end of days, thinned out to what a picture shows."""
    rated_games = rating_rows.read_sort_keys(db.session(), club.club.id, player_key, *days)
    last_of_day = {position[:10]: position for position in rated_games}
    step = -(-len(last_of_day) // _MOST_POINTS) or 1
    return rating_rows.read_rating_history(db.session(), club.club.id, player_key, list(last_of_day.values())[::-step])


def _rated(day: str, rating: Rating) -> RatingPoint:
    language, (points, margin) = reader_language(), displayed_rating(rating)
    when = language.day(date.fromisoformat(day), language.short_date)
    return RatingPoint(when, points, margin, language.number(points), language.number(margin))


def _line(club: ClubContext, player_key: PlayerKey, row: RatingRow, rank: int | None) -> ShownRating:
    points, margin = displayed_rating(row.rating)
    is_me = club.me is not None and club.me.number in player_key
    names = names_of(club, player_key)
    return ShownRating(rank, url_of(club, player_key), names, points, margin, row.games, rank is None, is_me)
