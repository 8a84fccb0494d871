"""The ratings of a club's players and pairs, and how they came about."""

from collections.abc import Iterator

from trexscore.db.league import ratings as rating_rows
from trexscore.db.league.ratings import RatingRow
from trexscore.db.models import db
from trexscore.league.ratings import is_sure_enough, shown
from trexscore.web.clubs.access import ClubContext
from trexscore.web.clubs.data.people import named, partner_columns, player_columns
from trexscore.web.clubs.data.sheet import Column, Sheet, Value
from trexscore.web.clubs.statistics.ratings import is_due, ranked_in, recalculated_from
from trexscore.web.rendering import translate as _

_AT_ONCE = 1000


def ratings_sheet(club: ClubContext) -> Sheet:
    """A row for each player who has a rating, from the top of the list on."""
    return _list(club, pairs=False)


def pair_ratings_sheet(club: ClubContext) -> Sheet:
    """A row for each pair."""
    return _list(club, pairs=True)


def rating_history_sheet(club: ClubContext) -> Sheet:
    """A row for each game and whoever is rated by it, in the order of the games."""
    columns = (
        Column("game", _("Game")),
        Column("on", _("Day")),
        *player_columns(),
        *partner_columns(),
        Column("games", _("Rated games")),
        *_rating_columns(),
    )
    return Sheet(columns, _history(club))


def _list(club: ClubContext, *, pairs: bool) -> Sheet:
    columns = (
        Column("place", _("Rank")),
        *player_columns(),
        *(partner_columns() if pairs else ()),
        Column("games", _("Rated games")),
        Column("last", _("Last rated game on")),
        *_rating_columns(),
    )
    return Sheet(columns, _ranked(club, pairs=pairs))


def _rating_columns() -> tuple[Column, ...]:
    return (
        Column("rating", _("Rating")),
        Column("margin", _("Margin (±)")),
        Column("provisional", _("Provisional")),
        Column("being_redone", _("Being recalculated")),
    )


def _ranked(club: ClubContext, *, pairs: bool) -> Iterator[tuple[Value, ...]]:
    for who, row, rank, due in ranked_in(club.club.id, club.record, recalculated_from(club.club.id), pairs=pairs):
        names = named(club, who if pairs else who[:1])
        yield rank, *names, row.games, row.sort[:10], *_told(row), due


def _history(club: ClubContext) -> Iterator[tuple[Value, ...]]:
    redone, place = recalculated_from(club.club.id), rating_rows.AT_THE_START
    while rated := rating_rows.behind(db.session(), club.club.id, place, _AT_ONCE):
        for uid, who, row, _place in rated:
            yield uid, row.sort[:10], *named(club, who), row.games, *_told(row), is_due(row, redone)
        place = rated[-1].place


def _told(row: RatingRow) -> tuple[int, int, bool]:
    """The numbers that people are shown, and whether they can be trusted."""
    points, margin = shown(row.rating)
    return points, margin, not is_sure_enough(row.rating)
