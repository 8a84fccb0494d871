"""Ratings of a club's players and pairs, and their history."""

from collections.abc import Iterator

from trexscore.db.league import ratings as rating_rows
from trexscore.db.models import db
from trexscore.i18n.marking import N_
from trexscore.ledger.schema_parts import BOOLEAN, INTEGER, TEXT, or_null
from trexscore.web.clubs.access import ClubContext
from trexscore.web.clubs.data.columns import (
    DAY_SCHEMA,
    PARTNER_COLUMNS,
    PLAYER_COLUMNS,
    POSITIVE_INTEGER_SCHEMA,
    Column,
    Dataset,
    build_dataset,
    dataset_decorator,
)
from trexscore.web.clubs.members.presenter import members_before_merges
from trexscore.web.clubs.statistics.ratings import (
    RankedRating,
    ensure_recalculation_and_read_start,
    is_outdated,
    list_ranked_ratings,
)

_BATCH_SIZE = 1000

RANK_COLUMN: Column[RankedRating] = Column(
    "place", or_null(POSITIVE_INTEGER_SCHEMA), lambda rating: rating.rank, N_("Rank")
)
RATED_GAMES_COLUMN: Column[RankedRating] = Column(
    "games", POSITIVE_INTEGER_SCHEMA, lambda rating: rating.game_count, N_("Rated games")
)
LAST_GAME_DAY_COLUMN: Column[RankedRating] = Column(
    "last", DAY_SCHEMA, lambda rating: rating.rating_row.sort_key[:10], N_("Last rated game on")
)
RATING_VALUE_COLUMNS: tuple[Column[RankedRating], ...] = (
    Column("rating", INTEGER, lambda rating: rating.displayed_rating, N_("Rating")),
    Column("margin", INTEGER, lambda rating: rating.displayed_margin, N_("Margin (±)")),
    Column("provisional", BOOLEAN, lambda rating: rating.is_provisional, N_("Provisional")),
)
OUTDATED_COLUMN: Column[RankedRating] = Column(
    "being_redone", BOOLEAN, lambda rating: rating.is_outdated, N_("Being recalculated")
)
HISTORY_COLUMNS: tuple[Column[RankedRating], ...] = (
    Column("game", TEXT, lambda rating: rating.game_uid, N_("Game")),
    Column("on", DAY_SCHEMA, lambda rating: rating.rating_row.sort_key[:10], N_("Day")),
    *PLAYER_COLUMNS,
    *PARTNER_COLUMNS,
    RATED_GAMES_COLUMN,
    *RATING_VALUE_COLUMNS,
    OUTDATED_COLUMN,
)


def ratings_dataset(club: ClubContext, *, of_pairs: bool) -> Dataset:
    """A row for each rated player, or each rated pair, from the top of the list."""
    people: tuple[Column[RankedRating], ...] = (*PLAYER_COLUMNS, *PARTNER_COLUMNS) if of_pairs else PLAYER_COLUMNS
    columns = (RANK_COLUMN, *people, RATED_GAMES_COLUMN, LAST_GAME_DAY_COLUMN, *RATING_VALUE_COLUMNS, OUTDATED_COLUMN)
    ranked = list_ranked_ratings(club.id, club.record, ensure_recalculation_and_read_start(club.id), of_pairs=of_pairs)
    return build_dataset(
        columns, (rating._replace(members=members_before_merges(club.record, rating.player_key)) for rating in ranked)
    )


@dataset_decorator(HISTORY_COLUMNS)
def rating_history_dataset(club: ClubContext) -> Iterator[RankedRating]:
    """A row for each game and player or pair it rated, in the order of the games."""
    recalculated, cursor = ensure_recalculation_and_read_start(club.id), rating_rows.START_CURSOR
    while rated := rating_rows.list_game_ratings_after_cursor(db.session(), club.id, cursor, _BATCH_SIZE):
        for uid, player_key, row, _position in rated:
            members = members_before_merges(club.record, player_key)
            yield RankedRating(player_key, members, row, None, is_outdated(row, recalculated), uid)
        cursor = rated[-1].cursor_after
