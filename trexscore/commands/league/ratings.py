"""Recalculate ratings from the first changed game on.

A change of recent games is recalculated in the transaction of the entry. An older one is marked as due and recalculated
in batches, each in its own transaction. Until then pages show that ratings are being recalculated.
"""

from collections.abc import Collection, Iterable, Mapping
from itertools import chain
from typing import NamedTuple

from sqlalchemy.orm import Session

from trexscore.club.game_seats import PlayerKey, finish_by_rated_player, ratings_after
from trexscore.club.record import ClubRecord
from trexscore.db.clubs.clubs import club_transaction
from trexscore.db.league import ratings as rating_rows
from trexscore.db.league import statistics as statistics_rows
from trexscore.db.league.ratings import GamePlayerKey, RatingRow
from trexscore.db.league.statistics import SeatedGame
from trexscore.league.ratings import INITIAL_RATING, Rating

GAME_BATCH_SIZE = 1_000
"""Games recalculated in one transaction; takes some tenths of a second."""


class _RatingSoFar(NamedTuple):
    """A player's rating so far, None before their first game. `is_unchanged`: equals what is stored for that game."""

    rating_row: RatingRow | None
    is_unchanged: bool

    @property
    def rating(self) -> Rating:
        return INITIAL_RATING if self.rating_row is None else self.rating_row.rating

    @property
    def rated_game_count(self) -> int:
        return 0 if self.rating_row is None else self.rating_row.games


def recalculate_from_or_postpone(
    session: Session,
    club_id: int,
    club_record: ClubRecord,
    first_sort_key: str,
    players_who_lost_ratings: Collection[PlayerKey] = (),
) -> None:
    """Recalculate from a game on, or mark it as due. `players_who_lost_ratings`: their ratings were deleted."""
    due_from = rating_rows.read_backlog_start(session, club_id)
    is_long = (
        due_from is not None
        or statistics_rows.read_sort_key_after(session, club_id, first_sort_key, GAME_BATCH_SIZE) is not None
    )
    if is_long:
        rating_rows.store_backlog_start(
            session, club_id, first_sort_key if due_from is None else min(due_from, first_sort_key)
        )
        rating_rows.refresh_current_ratings(session, club_id, players_who_lost_ratings)
    else:
        _recalculate_range(session, club_id, club_record, first_sort_key, None, players_who_lost_ratings)


def recalculate_due_batch(club_id: int) -> bool:
    """Recalculate the next due batch of a club. Returns whether more is due."""
    with club_transaction(club_id) as (session, _end, record):
        return _recalculate_next_batch(session, club_id, record)


def recalculate_all_ratings(session: Session, club_id: int, club_record: ClubRecord) -> None:
    """Calculate all ratings of a club that has none, in this transaction."""
    rating_rows.store_backlog_start(session, club_id, "")
    while _recalculate_next_batch(session, club_id, club_record):
        pass


def _recalculate_next_batch(session: Session, club_id: int, club_record: ClubRecord) -> bool:
    backlog_start = rating_rows.read_backlog_start(session, club_id)
    if backlog_start is None:
        return False
    range_end = statistics_rows.read_sort_key_after(session, club_id, backlog_start, GAME_BATCH_SIZE)
    _recalculate_range(session, club_id, club_record, backlog_start, range_end, ())
    rating_rows.store_backlog_start(session, club_id, range_end)
    return range_end is not None


def _recalculate_range(  # noqa: PLR0913, PLR0917 - a stretch of a club's games
    session: Session,
    club_id: int,
    club_record: ClubRecord,
    first_sort_key: str,
    before_sort_key: str | None,
    players_who_lost_ratings: Collection[PlayerKey],
) -> None:
    range_limit = {} if before_sort_key is None else {"before_sort_key": before_sort_key}
    stored_ratings = rating_rows.read_ratings_between(session, club_id, first_sort_key, **range_limit)
    games = [
        (game, finish_by_rated_player(club_record, game.seats))
        for game in statistics_rows.read_seated_games_between(session, club_id, first_sort_key, **range_limit)
    ]
    players = {
        *players_who_lost_ratings,
        *chain.from_iterable(stored_ratings.values()),
        *chain.from_iterable(places for _, places in games),
    }
    current_ratings = rating_rows.read_current_ratings(session, club_id, players)
    known_ratings = {player: row for player, row in current_ratings.items() if player not in players_who_lost_ratings}
    ratings = _rating_before_by_player(session, club_id, first_sort_key, known_ratings, players)
    changes = _rate_games_in_order(games, stored_ratings, ratings)
    rating_rows.write_rating_changes(session, club_id, *changes)
    if before_sort_key is None:  # no later game
        rating_rows.store_current_ratings(
            session, club_id, {player: rating.rating_row for player, rating in ratings.items()}, current_ratings
        )
    else:
        rating_rows.refresh_current_ratings(session, club_id, players)


class _RatingChanges(NamedTuple):
    """Rows of players in games to delete, insert and update."""

    deleted_keys: list[GamePlayerKey]
    inserted_row_by_key: dict[GamePlayerKey, RatingRow]
    updated_row_by_key: dict[GamePlayerKey, RatingRow]


def _rate_games_in_order(
    games_and_finishes: Iterable[tuple[SeatedGame, Mapping[PlayerKey, int]]],
    stored_ratings_by_game_id: Mapping[int, dict[PlayerKey, RatingRow]],
    rating_by_player: dict[PlayerKey, _RatingSoFar],
) -> _RatingChanges:
    """Rate these games in order. Updates `rating_by_player` to those after the last game."""
    changes = _RatingChanges([], {}, {})
    vanished_games = {*stored_ratings_by_game_id}
    for game, finish_by_player in games_and_finishes:
        stored_game_ratings = stored_ratings_by_game_id.get(game.game_id, {})
        vanished_games.discard(game.game_id)
        ratings_before = {player: rating_by_player[player] for player in finish_by_player}
        new_rows = _ratings_after_game(game, finish_by_player, ratings_before, stored_game_ratings)
        changes.deleted_keys.extend((game.game_id, player) for player in stored_game_ratings.keys() - new_rows.keys())
        for player, row in new_rows.items():
            if player not in stored_game_ratings:
                changes.inserted_row_by_key[game.game_id, player] = row
            elif stored_game_ratings[player] != row:
                changes.updated_row_by_key[game.game_id, player] = row
            rating_by_player[player] = _RatingSoFar(row, stored_game_ratings.get(player) == row)
        for player in stored_game_ratings.keys() - new_rows.keys():
            rating_by_player[player] = rating_by_player[player]._replace(is_unchanged=False)
    changes.deleted_keys.extend(
        (game_id, player) for game_id in vanished_games for player in stored_ratings_by_game_id[game_id]
    )
    return changes


def _rating_before_by_player(
    session: Session,
    club_id: int,
    first_sort_key: str,
    known_rating_by_player: Mapping[PlayerKey, RatingRow],
    players: Iterable[PlayerKey],
) -> dict[PlayerKey, _RatingSoFar]:
    """Ratings before a game: the known ones if they are of earlier games, others from the history."""
    ratings: dict[PlayerKey, _RatingSoFar] = {}
    for player in players:
        row = known_rating_by_player.get(player)
        if row is None or row.sort_key >= first_sort_key:
            row = rating_rows.read_rating_before(session, club_id, player, first_sort_key)
        ratings[player] = _RatingSoFar(row, is_unchanged=False)
    return ratings


def _ratings_after_game(
    game: SeatedGame,
    finish_by_player: Mapping[PlayerKey, int],
    rating_before_by_player: Mapping[PlayerKey, _RatingSoFar],
    stored_rating_by_player: dict[PlayerKey, RatingRow],
) -> dict[PlayerKey, RatingRow]:
    """Ratings after a game: the stored ones if all ratings before it are unchanged."""
    if not finish_by_player or (
        stored_rating_by_player.keys() == finish_by_player.keys()
        and all(known_rating.is_unchanged for known_rating in rating_before_by_player.values())
    ):
        return stored_rating_by_player if finish_by_player else {}
    new_ratings = ratings_after(
        finish_by_player, {player: known_rating.rating for player, known_rating in rating_before_by_player.items()}
    )
    return {
        player: RatingRow(rating, rating_before_by_player[player].rated_game_count + 1, game.sort_key)
        for player, rating in new_ratings.items()
    }
