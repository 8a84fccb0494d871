"""Derived rows of a club's league: the results of each game, and the standings.

Rows are never overwritten: an outdated row gets an end, so that the standings of any past day remain available.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple, TypedDict

from sqlalchemy import ColumnElement, Row, Select, Table, bindparam, insert, select, update
from sqlalchemy.orm import Session

from trexscore.club.season_tallies import SeasonPlayer
from trexscore.db.clubs.counted_games import ClubGameRow
from trexscore.db.clubs.models import OPEN_END, SeasonResult, Standing
from trexscore.db.models import tables_of_models
from trexscore.db.stored_json import decode_json, encode_json
from trexscore.db.upserts import key_conditions, key_parameters
from trexscore.league.season_rules import SeasonRules
from trexscore.league.tally import Tally

_RESULT, _STANDING = tables_of_models(SeasonResult, Standing)
_STANDING_COLUMNS = tuple(
    _STANDING.c[name]
    for name in ("season", "member", "partner", "tally", "points", "valid_from", "valid_to", "cause", "id")
)
_END_STANDING = (
    update(_STANDING)
    .where(
        _STANDING.c.club_id == bindparam("club"),
        _STANDING.c.valid_to == OPEN_END,
        *key_conditions(_STANDING, SeasonPlayer._fields),
    )
    .values(valid_to=bindparam("then"))
)
_INSERT_STANDING, _INSERT_RESULT = insert(_STANDING), insert(_RESULT)
_READ_CURRENT_RESULTS_OF_GAME = select(_RESULT.c.season, _RESULT.c.member, _RESULT.c.partner, _RESULT.c.tally).where(
    _RESULT.c.club_id == bindparam("club"), _RESULT.c.game_id == bindparam("game"), _RESULT.c.valid_to == OPEN_END
)
_READ_LAST_STANDINGS_CHANGE_TIME = (
    select(_STANDING.c.valid_from)
    .where(_STANDING.c.club_id == bindparam("club"), _STANDING.c.season == bindparam("of_season"))
    .order_by(_STANDING.c.valid_from.desc())
    .limit(1)
)
_READ_CURRENT_STANDINGS = select(*(_STANDING.c[name] for name in (*SeasonPlayer._fields, "tally", "points"))).where(
    _STANDING.c.club_id == bindparam("club"),
    _STANDING.c.valid_to == OPEN_END,
    *(_STANDING.c[name].in_(bindparam(name, expanding=True)) for name in SeasonPlayer._fields),
)
"""Built once: the last deal of every game runs them."""


class StoredCause(TypedDict, total=False):
    """Why a row changed: an entry of the club (`club`: its number), or an entry of a game (`game`: its uid)."""

    club: int
    game: str
    seq: int
    kind: str


class StandingRow(NamedTuple):
    """A row of standings. `single_game_points`: points of single games, for seasons whose rules need them."""

    player: SeasonPlayer
    tally: Tally
    single_game_points: tuple[int, ...]
    valid_from: str
    valid_to: str
    cause: StoredCause
    row_id: int = 0
    """Increases in the order of writing; 0 before it is written."""


class StandingSum(NamedTuple):
    """The part of a standings row that ranking needs."""

    player: SeasonPlayer
    tally: Tally
    single_game_points: tuple[int, ...]


def read_current_results_of_game(session: Session, club_id: int, game_id: int) -> dict[SeasonPlayer, Tally]:
    rows = session.execute(_READ_CURRENT_RESULTS_OF_GAME, {"club": club_id, "game": game_id})
    return {SeasonPlayer(*row[:3]): Tally.from_json(decode_json(row.tally)) for row in rows}


ValidFromBySeason = Mapping[int, str]
"""Maps seasons to the time from which a change holds."""


def end_current_results_of_game(
    session: Session, club_id: int, game_id: int, players: Iterable[SeasonPlayer], valid_to_by_season: ValidFromBySeason
) -> None:
    """End the current results of these players, each when its season changes."""
    is_current = _RESULT.c.club_id == club_id, _RESULT.c.game_id == game_id, _RESULT.c.valid_to == OPEN_END
    for player in players:
        statement = update(_RESULT).where(*is_current, *_player_conditions(_RESULT, player))
        session.execute(statement.values(valid_to=valid_to_by_season[player.season]))


def insert_game_results(
    session: Session,
    club_id: int,
    game_row: ClubGameRow,
    tally_by_player: Mapping[SeasonPlayer, Tally],
    valid_from_by_season: ValidFromBySeason,
) -> None:
    if tally_by_player:
        session.connection().execute(
            _INSERT_RESULT, game_result_rows(club_id, game_row, tally_by_player, valid_from_by_season)
        )


def game_result_rows(
    club_id: int,
    game_row: ClubGameRow,
    tally_by_player: Mapping[SeasonPlayer, Tally],
    valid_from_by_season: ValidFromBySeason,
) -> list[dict[str, object]]:
    shared_values = {
        "club_id": club_id,
        "game_id": game_row.game_id,
        "sort_key": game_row.sort_key,
        "valid_to": OPEN_END,
    }
    return [
        {
            **shared_values,
            **player._asdict(),
            "valid_from": valid_from_by_season[player.season],
            "points": tally.points,
            "tally": encode_json(tally.as_json()),
        }
        for player, tally in tally_by_player.items()
    ]


def read_last_standings_change_time(session: Session, club_id: int, season_number: int) -> str:
    """Return when the standings of a season last changed, or an empty text."""
    return session.scalar(_READ_LAST_STANDINGS_CHANGE_TIME, {"club": club_id, "of_season": season_number}) or ""


def read_current_standing_sums(
    session: Session, club_id: int, players: Collection[SeasonPlayer]
) -> dict[SeasonPlayer, StandingSum]:
    parameters = {name: [*{player[index] for player in players}] for index, name in enumerate(SeasonPlayer._fields)}
    rows = session.execute(_READ_CURRENT_STANDINGS, {"club": club_id, **parameters})
    sums = (_decode_standing_sum(SeasonPlayer(*row[:3]), row.tally, row.points) for row in rows)
    return {each.player: each for each in sums}


def replace_standings(session: Session, club_id: int, standing_rows: Sequence[StandingRow]) -> None:
    """End the current rows of these players and insert the new ones.

    A sum of zero is a row as well, so that the change log can explain it.
    """
    validity_ends = [
        {"club": club_id, **key_parameters(row.player._asdict()), "then": row.valid_from} for row in standing_rows
    ]
    connection = session.connection()
    connection.execute(_END_STANDING, validity_ends)
    column_values = [
        {
            "club_id": club_id,
            **row.player._asdict(),
            "valid_from": row.valid_from,
            "valid_to": row.valid_to,
            "tally": encode_json(row.tally.as_json()),
            "points": encode_json(list(row.single_game_points)),
            "cause": encode_json(row.cause),
        }
        for row in standing_rows
    ]
    connection.execute(_INSERT_STANDING, column_values)


def read_points_of_needed_games(
    session: Session, club_id: int, player: SeasonPlayer, season_rules: SeasonRules, last_day: str = ""
) -> tuple[int, ...]:
    """Return the points of the games that the rules need: the best or the first ones, of all games or up to a day."""
    basis = season_rules.basis_selecting_needed_games
    if basis is None:
        return ()
    query = select(_RESULT.c.points).where(
        _RESULT.c.club_id == club_id,
        _RESULT.c.valid_to == OPEN_END,
        *_player_conditions(_RESULT, player),
        _RESULT.c.sort_key < last_day + OPEN_END,
    )
    if basis.considered_game_count is not None:
        return tuple(session.scalars(query.order_by(_RESULT.c.sort_key).limit(basis.considered_game_count)))
    best_first = _RESULT.c.points if season_rules.better_points_direction == "less" else _RESULT.c.points.desc()
    return tuple(session.scalars(query.order_by(best_first, _RESULT.c.sort_key).limit(basis.best_game_count)))


def count_each_current_result(session: Session, club_id: int, player: SeasonPlayer) -> Counter[tuple[str, int]]:
    """Count a player's games that count now, by sort key and points."""
    query = select(_RESULT.c.sort_key, _RESULT.c.points).where(
        _RESULT.c.club_id == club_id, _RESULT.c.valid_to == OPEN_END, *_player_conditions(_RESULT, player)
    )
    return Counter((row.sort_key, row.points) for row in session.execute(query))


def list_players_in_standings(session: Session, club_id: int, season_number: int) -> list[SeasonPlayer]:
    """Return everyone with a current row in a season."""
    query = select(_STANDING.c.season, _STANDING.c.member, _STANDING.c.partner).where(
        _STANDING.c.club_id == club_id, _STANDING.c.season == season_number, _STANDING.c.valid_to == OPEN_END
    )
    return [SeasonPlayer(*row) for row in session.execute(query)]


def ever_had_standing_row(session: Session, club_id: int, player: SeasonPlayer) -> bool:
    """Return whether a player ever had a row in a season."""
    is_row = _STANDING.c.club_id == club_id, *_player_conditions(_STANDING, player)
    return session.scalar(select(_STANDING.c.id).where(*is_row).limit(1)) is not None


def read_member_numbers_in_standings(session: Session, club_id: int, season_numbers: Collection[int]) -> frozenset[int]:
    """Return the members with a counted game in the standings of these seasons, alone or in a pair."""
    are_current = (
        _STANDING.c.club_id == club_id,
        _STANDING.c.season.in_(season_numbers),
        _STANDING.c.valid_to == OPEN_END,
    )
    rows = map(decode_standing_row, session.execute(standing_rows_query(*are_current)))
    return frozenset(number for row in rows if row.tally.games for number in row.player[1:] if number)


def read_standing_sums(
    session: Session, club_id: int, season_number: int, valid_at: str | None = None
) -> list[StandingSum]:
    """Return the standings of a season, now or at a time; only what ranking needs: there may be thousands of pairs."""
    columns = "member", "partner", "tally", "points"
    query = valid_rows_query(_STANDING, ("member", "partner"), columns, valid_at).where(
        _STANDING.c.club_id == club_id, _STANDING.c.season == season_number, _STANDING.c.valid_to == OPEN_END
    )
    return [
        _decode_standing_sum(SeasonPlayer(season_number, row.member, row.partner), row.tally, row.points)
        for row in session.execute(query)
    ]


def read_newest_standing_time_and_id(session: Session, club_id: int, season_number: int) -> tuple[str, int]:
    """Return the time and id of a season's newest standings row. Every change creates a newer one."""
    query = select(_STANDING.c.valid_from, _STANDING.c.id).where(
        _STANDING.c.club_id == club_id, _STANDING.c.season == season_number
    )
    row = session.execute(query.order_by(_STANDING.c.valid_from.desc(), _STANDING.c.id.desc()).limit(1)).one_or_none()
    return ("", 0) if row is None else (row.valid_from, row.id)


def valid_rows_query(
    table: Table, key_columns: Sequence[str], column_names: Sequence[str], valid_at: str | None
) -> Select[*tuple[object, ...]]:
    """Select columns of a table; with a time, of the rows that held then and have the key of a row of the table."""
    if valid_at is None:
        return select(*(table.c[name] for name in column_names))
    rows, then = table.alias(), table.alias()
    is_same_key = (then.c[name] == table.c[name] for name in ("club_id", "season", *key_columns))
    query = select(then.c.id).where(*is_same_key, then.c.valid_from <= valid_at, then.c.valid_to > valid_at)
    latest_valid_from = query.order_by(then.c.valid_from.desc()).limit(1).correlate(table).scalar_subquery()
    return select(*(rows.c[name] for name in column_names)).select_from(
        table.join(rows, rows.c.id == latest_valid_from)
    )


def standing_rows_query(*conditions: ColumnElement[bool]) -> Select[*tuple[object, ...]]:
    """Return a query for rows that `decode_standing_row` reads."""
    return select(*_STANDING_COLUMNS).where(*conditions)


def decode_standing_row(row: Row[*tuple[object, ...]]) -> StandingRow:
    """Read a row of `standing_rows_query`."""
    standing_sum = _decode_standing_sum(SeasonPlayer._make(row[:3]), row.tally, row.points)
    return StandingRow(*standing_sum, row.valid_from, row.valid_to, decode_json(row.cause), row.id)


def _decode_standing_sum(player: SeasonPlayer, tally_json: str, points_json: str) -> StandingSum:
    return StandingSum(player, Tally.from_json(decode_json(tally_json)), tuple(decode_json(points_json)))


def _player_conditions(table: Table, player: SeasonPlayer) -> tuple[ColumnElement[bool], ...]:
    return tuple(table.c[name] == value for name, value in zip(SeasonPlayer._fields, player, strict=True))
