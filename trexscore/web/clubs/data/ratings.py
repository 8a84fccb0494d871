"""Ratings of a club's players and pairs, and their history."""

from collections.abc import Iterator

from trexscore.db.league import ratings as rating_rows
from trexscore.db.models import db
from trexscore.i18n.marking import N_
from trexscore.ledger.json_schema import BOOLEAN, INTEGER, TEXT, or_null
from trexscore.web.clubs.access import ClubContext
from trexscore.web.clubs.data.columns import DAY, PARTNER, PLAYER, POSITIVE, Column, Sheet, as_sheet, build_sheet
from trexscore.web.clubs.members.presenter import recorded_members
from trexscore.web.clubs.statistics.ratings import (
    RatedEntry,
    is_outdated,
    list_rated_entries,
    start_pending_recalculation,
)

_AT_ONCE = 1000

PLACE: Column[RatedEntry] = Column("place", or_null(POSITIVE), lambda entry: entry.rank, N_("Rank"))
GAMES: Column[RatedEntry] = Column("games", POSITIVE, lambda entry: entry.games, N_("Rated games"))
LAST: Column[RatedEntry] = Column("last", DAY, lambda entry: entry.row.sort_key[:10], N_("Last rated game on"))
RATING: tuple[Column[RatedEntry], ...] = (
    Column("rating", INTEGER, lambda entry: entry.points, N_("Rating")),
    Column("margin", INTEGER, lambda entry: entry.margin, N_("Margin (±)")),
    Column("provisional", BOOLEAN, lambda entry: entry.provisional, N_("Provisional")),
)
BEING_REDONE: Column[RatedEntry] = Column(
    "being_redone", BOOLEAN, lambda entry: entry.is_outdated, N_("Being recalculated")
)
HISTORY: tuple[Column[RatedEntry], ...] = (
    Column("game", TEXT, lambda entry: entry.game, N_("Game")),
    Column("on", DAY, lambda entry: entry.row.sort_key[:10], N_("Day")),
    *PLAYER,
    *PARTNER,
    GAMES,
    *RATING,
    BEING_REDONE,
)


def ratings_sheet(club: ClubContext) -> Sheet:
    """A row for each rated player, from the top of the list."""
    return _ratings_sheet(club, pairs=False)


def pair_ratings_sheet(club: ClubContext) -> Sheet:
    """A row for each rated pair."""
    return _ratings_sheet(club, pairs=True)


def _ratings_sheet(club: ClubContext, *, pairs: bool) -> Sheet:
    people: tuple[Column[RatedEntry], ...] = (*PLAYER, *PARTNER) if pairs else PLAYER
    columns = (PLACE, *people, GAMES, LAST, *RATING, BEING_REDONE)
    ranked = list_rated_entries(club.club.id, club.record, start_pending_recalculation(club.club.id), pairs=pairs)
    return build_sheet(
        columns, (entry._replace(people=recorded_members(club.record, entry.player_key)) for entry in ranked)
    )


@as_sheet(HISTORY)
def rating_history_sheet(club: ClubContext) -> Iterator[RatedEntry]:
    """A row for each game and player or pair it rated, in the order of the games."""
    recalculated, position = start_pending_recalculation(club.club.id), rating_rows.AT_THE_START
    while rated := rating_rows.read_ratings_after(db.session(), club.club.id, position, _AT_ONCE):
        for uid, player_key, row, _position in rated:
            people = recorded_members(club.record, player_key)
            yield RatedEntry(player_key, people, row, None, is_outdated(row, recalculated), uid)
        position = rated[-1].position
