"""Ratings as they are shown: the list, somebody's own, and how it went."""

from datetime import date
from typing import NamedTuple

from trexscore.club.game_seats import NOBODY, Who
from trexscore.club.record import ClubRecord
from trexscore.commands.league.rating_worker import ensure_worker
from trexscore.db.league import ratings as rating_rows
from trexscore.db.league import statistics as statistics_rows
from trexscore.db.league.head_to_head import Days
from trexscore.db.league.ratings import RatingRow
from trexscore.db.league.statistics import DAY
from trexscore.db.league.statistics_due import first_due
from trexscore.db.models import db
from trexscore.i18n.texts.ratings import rating_text
from trexscore.league.pairs import pair
from trexscore.league.ratings import Rating, is_sure_enough, ranked, shown
from trexscore.web.clubs.access import ClubContext
from trexscore.web.clubs.members.presenter import title_of
from trexscore.web.clubs.statistics.measures import hand
from trexscore.web.language import reader_language
from trexscore.web.pictures import Rated, RatingPicture, Said, rating_picture
from trexscore.web.rendering import translate as _

_MOST_POINTS = 40
"""In a picture, and rows in its table: more are thinned out."""


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


class Ranked(NamedTuple):
    """A rating in its place in the list. `rank` is None for provisional ones; `is_due`: it is not what it should be."""

    who: Who
    row: RatingRow
    rank: int | None
    is_due: bool


def being_recalculated(club: ClubContext) -> str:
    """From which day on ratings are being worked out anew; nothing where they are what they should be."""
    day = recalculated_from(club.club.id)
    return "" if day is None else reader_language().day(date.fromisoformat(day)) if day else _("the first game")


def recalculated_from(club_id: int) -> str | None:
    """The same for programs: an empty day where it is from the first game on. Whoever asks sets the work going."""
    session = db.session()
    due, game = rating_rows.due_from(session, club_id), first_due(session, club_id)
    if due is not None:
        ensure_worker(club_id)
    return min((place[:DAY] for place in (due, game) if place is not None), default=None)


def listed(club: ClubContext, *, pairs: bool) -> tuple[list[ShownRating], list[ShownRating]]:
    """Who is ranked, and whose rating is provisional; each by the lower end of what is shown."""
    lines = [_line(club, *one[:3]) for one in ranked_in(club.club.id, club.record, None, pairs=pairs)]
    return [line for line in lines if not line.provisional], [line for line in lines if line.provisional]


def is_due(row: RatingRow, redone: str | None) -> bool:
    """Whether the rating after a game is not what it should be yet, where they are being redone from this day on."""
    return redone is not None and row.sort[:10] >= redone


def ranked_in(club_id: int, record: ClubRecord, redone: str | None, *, pairs: bool) -> list[Ranked]:
    """Everybody who has a rating, or every pair, from the top of the list on.

    Where ratings are being redone from a day on, that of somebody who has sat in a game since may become another,
    also where the last that they were rated by lies before.
    """
    rows = {one.who: one.row for one in rating_rows.rated(db.session(), club_id, pairs=pairs)}
    ranks = ranked({who: row.rating for who, row in rows.items()})
    due = set[Who]() if redone is None else _unsettled(club_id, record, redone)
    return [Ranked(who, row := rows[who], rank, who in due or is_due(row, redone)) for who, rank in ranks.items()]


def _unsettled(club_id: int, record: ClubRecord, day: str) -> set[Who]:
    """Everybody, and every pair, who has sat in a game since a day."""
    seated = statistics_rows.seated_since(db.session(), club_id, day)
    now = {(record.who(one).number, other and record.who(other).number) for one, other in seated}
    return {pair(one, other) if other != NOBODY else (one, NOBODY) for one, other in now}


def rating_of(club: ClubContext, who: Who) -> ShownRating | None:
    """Somebody's rating, with its rank."""
    row = rating_rows.rated_of(db.session(), club.club.id, who)
    if row is None or not is_sure_enough(row.rating):
        return None if row is None else _line(club, who, row, None)
    ranks = ranked_in(club.club.id, club.record, None, pairs=who[1] != NOBODY)
    return next((_line(club, *one[:3]) for one in ranks if one.who == who), None)


def names_of(club: ClubContext, who: Who) -> tuple[str, ...]:
    """Whose it is."""
    return tuple(title_of(club.record.who(number)) for number in who if number != NOBODY)


def url_of(club: ClubContext, who: Who, season: int | None = None) -> str:
    """The page of a player, or of a pair."""
    asked = "" if season is None else f"?season={season}"
    if who[1] == NOBODY:
        return f"/c/{club.uid}/players/{who[0]}{asked}"
    return f"/c/{club.uid}/pairs/{who[0]}-{who[1]}{asked}"


def picture(club: ClubContext, who: Who, days: Days) -> RatingPicture | None:
    """How somebody's rating went; None before their first rated game."""
    points = _history(club, who, days)
    if not points:
        return None
    language = reader_language()
    last = points[-1].rating
    return rating_picture(
        [_rated(row.sort[:10], row.rating) for row in points],
        Said(_("Rating over time"), _("Now %(rating)s", rating=rating_text(language, last))),
        hand(),
    )


def _history(club: ClubContext, who: Who, days: Days) -> list[RatingRow]:
    """The ratings at the end of days, no more of them than a picture shows."""
    last_of_day = {place[:10]: place for place in rating_rows.places(db.session(), club.club.id, who, *days)}
    step = -(-len(last_of_day) // _MOST_POINTS) or 1
    return rating_rows.history(db.session(), club.club.id, who, list(last_of_day.values())[::-step])


def _rated(on: str, rating: Rating) -> Rated:
    language, told = reader_language(), shown(rating)
    when = language.day(date.fromisoformat(on), language.short_date)
    return Rated(when, told.points, told.margin, language.number(told.points), language.number(told.margin))


def _line(club: ClubContext, who: Who, row: RatingRow, rank: int | None) -> ShownRating:
    told = shown(row.rating)
    is_me = club.me is not None and club.me.number in who
    return ShownRating(
        rank, url_of(club, who), names_of(club, who), told.points, told.margin, row.games, rank is None, is_me
    )
