"""Derived rows of a club's ratings: after every game, the current ones, and the backlog of recalculation."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from sqlalchemy import ColumnElement, Row, bindparam, delete, insert, select, tuple_, update
from sqlalchemy.orm import Session

from trexscore.club.counted_game import NO_MEMBER
from trexscore.club.game_seats import PlayerKey
from trexscore.db.clubs.models import ClubGame
from trexscore.db.league import models
from trexscore.db.league.models import SORT_KEY_END
from trexscore.db.models import tables_of_models
from trexscore.db.upserts import delete_rows, key_conditions, key_parameters, upsert_rows
from trexscore.league.ratings import Rating

_RATING, _CURRENT_RATING, _BACKLOG, _CLUB_GAME = tables_of_models(
    models.GameRating, models.CurrentRating, models.RatingBacklog, ClubGame
)
_READ_RATINGS_BETWEEN = select(_RATING).where(
    _RATING.c.club_id == bindparam("club"),
    _RATING.c.sort_key >= bindparam("first"),
    _RATING.c.sort_key < bindparam("end"),
)
_READ_CURRENT_RATINGS = select(_CURRENT_RATING).where(
    _CURRENT_RATING.c.club_id == bindparam("club"),
    *(_CURRENT_RATING.c[name].in_(bindparam(name, expanding=True)) for name in ("member", "partner")),
)
_READ_BACKLOG_START = select(_BACKLOG.c.sort_key).where(_BACKLOG.c.club_id == bindparam("club"))
_INSERT_RATING = insert(_RATING)
_CURSOR_COLUMNS = _RATING.c.sort_key, _RATING.c.game_id, _RATING.c.member, _RATING.c.partner
_SELECT_RATINGS_AND_GAME = (
    select(_RATING, _CLUB_GAME.c.uid)
    .join(_CLUB_GAME, (_CLUB_GAME.c.club_id == _RATING.c.club_id) & (_CLUB_GAME.c.game_id == _RATING.c.game_id))
    .order_by(*_CURSOR_COLUMNS)
)


class RatingRow(NamedTuple):
    """A rating after a game; `games` is the player's number of rated games so far."""

    rating: Rating
    games: int
    sort_key: str


class PlayerGameRating(NamedTuple):
    """A player's rating after a game; `cursor_after`: where to read on after it."""

    game_uid: str
    player: PlayerKey
    rating_row: RatingRow
    cursor_after: "RatingCursor"


RatingCursor = tuple[str, int, int, int]
START_CURSOR: RatingCursor = ("", 0, 0, 0)
GamePlayerKey = tuple[int, PlayerKey]
"""A game, and a player or pair."""


def read_ratings_between(
    session: Session, club_id: int, first_sort_key: str = "", before_sort_key: str = SORT_KEY_END
) -> dict[int, dict[PlayerKey, RatingRow]]:
    """Return the ratings after the games from one sort key up to another, exclusive, by game."""
    by_game: dict[int, dict[PlayerKey, RatingRow]] = defaultdict(dict)
    for row in session.execute(
        _READ_RATINGS_BETWEEN, {"club": club_id, "first": first_sort_key, "end": before_sort_key}
    ):
        by_game[row.game_id][row.member, row.partner] = _decode_rating_row(row)
    return by_game


def read_rating_before(
    session: Session, club_id: int, player: PlayerKey, before_sort_key: str = SORT_KEY_END
) -> RatingRow | None:
    """Return a player's rating before a game, or None."""
    query = select(_RATING).where(*_player_conditions(club_id, player), _RATING.c.sort_key < before_sort_key)
    row = session.execute(query.order_by(_RATING.c.sort_key.desc()).limit(1)).one_or_none()
    return None if row is None else _decode_rating_row(row)


def read_rated_sort_keys(
    session: Session, club_id: int, player: PlayerKey, first_day: str = "", last_day: str = SORT_KEY_END
) -> list[str]:
    """Return the sort keys of a player's rated games on these days, in order."""
    on_days = _RATING.c.sort_key >= first_day, _RATING.c.sort_key < last_day + SORT_KEY_END
    query = select(_RATING.c.sort_key).where(*_player_conditions(club_id, player), *on_days)
    return list(session.scalars(query.order_by(_RATING.c.sort_key)).all())


def read_rating_history(
    session: Session, club_id: int, player: PlayerKey, sort_keys: Collection[str]
) -> list[RatingRow]:
    """Return a player's ratings after the games with these sort keys, in order."""
    query = select(_RATING).where(*_player_conditions(club_id, player), _RATING.c.sort_key.in_(sort_keys))
    return [_decode_rating_row(row) for row in session.execute(query.order_by(_RATING.c.sort_key))]


def list_game_ratings_after_cursor(
    session: Session, club_id: int, cursor: RatingCursor, limit: int
) -> list[PlayerGameRating]:
    """Return the next ratings after a cursor, by game and player."""
    query = _SELECT_RATINGS_AND_GAME.where(_RATING.c.club_id == club_id, tuple_(*_CURSOR_COLUMNS) > tuple_(*cursor))
    return [_decode_player_game_rating(row) for row in session.execute(query.limit(limit))]


def read_rating_history_of_person(
    session: Session, club_id: int, numbers_of_member: Collection[int]
) -> Iterator[PlayerGameRating]:
    """Yield all ratings of a person, alone and with partners."""
    is_theirs = _RATING.c.member.in_(numbers_of_member) | _RATING.c.partner.in_(numbers_of_member)
    return map(
        _decode_player_game_rating,
        session.execute(_SELECT_RATINGS_AND_GAME.where(_RATING.c.club_id == club_id, is_theirs)),
    )


def delete_ratings_of_game(session: Session, club_id: int, game_id: int) -> list[PlayerKey]:
    """Delete the ratings of a game, and return whose they were."""
    is_game = (_RATING.c.club_id == club_id, _RATING.c.game_id == game_id)
    columns = _RATING.c.member, _RATING.c.partner
    players = [(row.member, row.partner) for row in session.execute(select(*columns).where(*is_game))]
    if players:
        session.execute(delete(_RATING).where(*is_game))
    return players


def write_rating_changes(
    session: Session,
    club_id: int,
    removed_keys: Iterable[GamePlayerKey],
    added_row_by_key: Mapping[GamePlayerKey, RatingRow],
    updated_row_by_key: Mapping[GamePlayerKey, RatingRow],
) -> None:
    delete_rows(session, _RATING, club_id, list(map(_rating_key_values, removed_keys)))
    if added_row_by_key:
        rows = [
            {"club_id": club_id, **_rating_key_values(key), **_rating_values(row)}
            for key, row in added_row_by_key.items()
        ]
        session.execute(_INSERT_RATING, rows)
    parameters = [
        {**key_parameters(_rating_key_values(key)), **_rating_values(row)} for key, row in updated_row_by_key.items()
    ]
    if parameters:
        # The columns to set are those of the parameters.
        conditions = _RATING.c.club_id == club_id, *key_conditions(_RATING, ("game_id", "member", "partner"))
        session.connection().execute(update(_RATING).where(*conditions), parameters)


def refresh_current_ratings(session: Session, club_id: int, players: Iterable[PlayerKey]) -> None:
    """Store the latest rating of each of these players as the current one."""
    store_current_ratings(
        session, club_id, {player: read_rating_before(session, club_id, player) for player in sorted(set(players))}
    )


def store_current_ratings(
    session: Session,
    club_id: int,
    row_by_player: Mapping[PlayerKey, RatingRow | None],
    stored_row_by_player: Mapping[PlayerKey, RatingRow] | None = None,
) -> None:
    """Store current ratings; None deletes one. `stored_row_by_player`: those stored now, if the caller read them."""
    if stored_row_by_player is None:
        stored_row_by_player = read_current_ratings(session, club_id, row_by_player)
    changed_ratings = {player: row for player, row in row_by_player.items() if stored_row_by_player.get(player) != row}
    removed_keys = [
        {"member": member, "partner": partner} for (member, partner), row in changed_ratings.items() if row is None
    ]
    delete_rows(session, _CURRENT_RATING, club_id, removed_keys)
    rows = [
        {"club_id": club_id, "member": member, "partner": partner, **_rating_values(row)}
        for (member, partner), row in changed_ratings.items()
        if row is not None
    ]
    upsert_rows(session, _CURRENT_RATING, rows)


def read_current_ratings(session: Session, club_id: int, players: Collection[PlayerKey]) -> dict[PlayerKey, RatingRow]:
    """Return the stored current ratings of these players."""
    members, partners = ([*{player[index] for player in players}] for index in (0, 1))
    rows = session.execute(_READ_CURRENT_RATINGS, {"club": club_id, "member": members, "partner": partners})
    return {(row.member, row.partner): _decode_rating_row(row) for row in rows}


def read_all_current_ratings(session: Session, club_id: int, *, of_pairs: bool) -> dict[PlayerKey, RatingRow]:
    """Return the current ratings of all players, or of all pairs."""
    query = select(_CURRENT_RATING).where(_CURRENT_RATING.c.club_id == club_id)
    query = query.where(_CURRENT_RATING.c.partner != NO_MEMBER if of_pairs else _CURRENT_RATING.c.partner == NO_MEMBER)
    return {(row.member, row.partner): _decode_rating_row(row) for row in session.execute(query)}


def read_current_ratings_by_member(session: Session, club_id: int) -> dict[int, Rating]:
    """Map members to their current ratings in games without partners."""
    ratings = read_all_current_ratings(session, club_id, of_pairs=False)
    return {member: row.rating for (member, _), row in ratings.items()}


def read_backlog_start(session: Session, club_id: int) -> str | None:
    """Return the sort key of the first game whose ratings are being recalculated, or None."""
    return session.scalar(_READ_BACKLOG_START, {"club": club_id})


def store_backlog_start(session: Session, club_id: int, sort_key: str | None) -> None:
    """Set or clear the first game whose ratings must be recalculated."""
    session.execute(delete(_BACKLOG).where(_BACKLOG.c.club_id == club_id))
    if sort_key is not None:
        session.execute(insert(_BACKLOG).values(club_id=club_id, sort_key=sort_key))


def _decode_rating_row(row: Row[*tuple[object, ...]]) -> RatingRow:
    return RatingRow(Rating(row.mu, row.sigma), row.games, row.sort_key)


def _decode_player_game_rating(row: Row[*tuple[object, ...]]) -> PlayerGameRating:
    sort_position = (row.sort_key, row.game_id, row.member, row.partner)
    return PlayerGameRating(row.uid, (row.member, row.partner), _decode_rating_row(row), sort_position)


def _rating_values(rating_row: RatingRow) -> dict[str, object]:
    return {
        "sort_key": rating_row.sort_key,
        "games": rating_row.games,
        "mu": rating_row.rating.mu_thousandths,
        "sigma": rating_row.rating.sigma_thousandths,
    }


def _player_conditions(club_id: int, player: PlayerKey) -> tuple[ColumnElement[bool], ...]:
    return _RATING.c.club_id == club_id, _RATING.c.member == player[0], _RATING.c.partner == player[1]


def _rating_key_values(key: GamePlayerKey) -> dict[str, int]:
    game_id, (member, partner) = key
    return {"game_id": game_id, "member": member, "partner": partner}
