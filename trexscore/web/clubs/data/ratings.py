"""Ratings of a club's players and pairs, and their history."""

from collections.abc import Iterator

from trexscore.db.league import ratings as rating_rows
from trexscore.db.league.ratings import RatingRow
from trexscore.db.models import db
from trexscore.league.ratings import displayed_rating, is_sure_enough
from trexscore.web.clubs.access import ClubContext
from trexscore.web.clubs.data.player_columns import name_values, partner_columns, player_columns
from trexscore.web.clubs.data.sheet import Column, Sheet, Value
from trexscore.web.clubs.statistics.ratings import is_due, list_ranked, recalculation_start
from trexscore.web.rendering import translate as _

_AT_ONCE = 1000


def ratings_sheet(club: ClubContext) -> Sheet:
    """A row for each rated player, from the top of the list."""
    return _list(club, pairs=False)


def pair_ratings_sheet(club: ClubContext) -> Sheet:
    """A row for each rated pair."""
    return _list(club, pairs=True)


def rating_history_sheet(club: ClubContext) -> Sheet:
    """A row for each game and player or pair it rated, in the order of the games."""
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
    recalculated = recalculation_start(club.club.id)
    for player_key, row, rank, due in list_ranked(club.club.id, club.record, recalculated, pairs=pairs):
        names = name_values(club, player_key if pairs else player_key[:1])
        yield rank, *names, row.games, row.sort_key[:10], *_shown_values(row), due


def _history(club: ClubContext) -> Iterator[tuple[Value, ...]]:
    recalculated, position = recalculation_start(club.club.id), rating_rows.AT_THE_START
    while rated := rating_rows.read_ratings_after(db.session(), club.club.id, position, _AT_ONCE):
        for uid, player_key, row, _position in rated:
            names, is_outdated = name_values(club, player_key), is_due(row, recalculated)
            yield uid, row.sort_key[:10], *names, row.games, *_shown_values(row), is_outdated
        position = rated[-1].place


def _shown_values(row: RatingRow) -> tuple[int, int, bool]:
    """Points and margin as shown to people, and whether they are provisional."""
    points, margin = displayed_rating(row.rating)
    return points, margin, not is_sure_enough(row.rating)
