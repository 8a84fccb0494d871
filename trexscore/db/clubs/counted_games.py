"""The games that a club counts, or did so earlier: how, and with what outcome."""

from collections.abc import Collection, Iterator
from typing import NamedTuple

from sqlalchemy import ColumnElement, Row, Select, bindparam, delete, func, select, update
from sqlalchemy.orm import Session

from trexscore.club.counted_game import CountedGame, parse_counted_game
from trexscore.club.game_outcome import GameOutcome
from trexscore.db.clubs.models import OPEN_END, ClubGame, ClubGameMember
from trexscore.db.models import Game, tables_of_models
from trexscore.db.stored_json import decode_json, encode_json
from trexscore.db.upserts import upsert_rows
from trexscore.ledger.canonical_json import canonical_digest

_GAME, _MEMBER = tables_of_models(ClubGame, ClubGameMember)
_GAME_CONDITIONS = _GAME.c.club_id == bindparam("club"), _GAME.c.game_id == bindparam("game")
_UPDATE_GAME = update(_GAME).where(*_GAME_CONDITIONS)
_READ_EVER_COUNTING_CLUB_IDS = (
    select(_GAME.c.club_id).where(_GAME.c.game_id == bindparam("game")).order_by(_GAME.c.club_id)
)
_GAME_COLUMNS = tuple(
    _GAME.c[name] for name in ("game_id", "uid", "seq", "counted_seq", "sort_key", "counted", "outcome")
)
_READ_GAME = select(*_GAME_COLUMNS).where(*_GAME_CONDITIONS)
_GAME_ID_OF_UID = select(Game.id).where(Game.uid == bindparam("uid"))
_READ_GAME_OF_UID = select(*_GAME_COLUMNS).where(
    _GAME_CONDITIONS[0], _GAME.c.game_id == _GAME_ID_OF_UID.scalar_subquery()
)
_DELETE_GAME_MEMBERS = delete(_MEMBER).where(
    _MEMBER.c.club_id == bindparam("club"), _MEMBER.c.game_id == bindparam("game")
)


class ClubGameRow(NamedTuple):
    """A game that a club counts, or did so earlier: then `counted_game` is None."""

    game_id: int
    uid: str
    seq: int
    counted_seq: int
    sort_key: str
    counted_game_in_original_seats: CountedGame | None
    outcome: GameOutcome

    @property
    def counted_game(self) -> CountedGame | None:
        """How it is counted, by the actual seats of the outcome."""
        original_counted_game = self.counted_game_in_original_seats
        return original_counted_game and original_counted_game.reseated(self.outcome.original_seat_by_seat)

    @property
    def started_at(self) -> str:
        """When it started, as in the journal."""
        return self.sort_key.split()[1]


def store_game_row(session: Session, club_id: int, game_row: ClubGameRow, *, counts_in_season: bool) -> None:
    """Store how a game is counted, its outcome, and whether it counts in a season."""
    upsert_rows(session, _GAME, [club_game_values(club_id, game_row, counts_in_season=counts_in_season)])
    session.connection().execute(_DELETE_GAME_MEMBERS, {"club": club_id, "game": game_row.game_id})
    upsert_rows(session, _MEMBER, club_game_member_rows(club_id, game_row))


def update_game_row(
    session: Session, club_id: int, game_id: int, *, counts_in_season: bool, outcome: GameOutcome | None = None
) -> None:
    """Store whether a game counts in a season, and its outcome, if given."""
    column_values = {} if outcome is None else _outcome_values(outcome)
    key = {"club": club_id, "game": game_id}
    session.connection().execute(_UPDATE_GAME, {**column_values, "counting": counts_in_season, **key})


def club_game_values(club_id: int, game_row: ClubGameRow, *, counts_in_season: bool) -> dict[str, object]:
    counted = game_row.counted_game_in_original_seats
    return {
        "club_id": club_id,
        "game_id": game_row.game_id,
        "uid": game_row.uid,
        "seq": game_row.seq,
        "counted_seq": game_row.counted_seq,
        "sort_key": game_row.sort_key,
        **_outcome_values(game_row.outcome),
        "counted": encode_json(None if counted is None else counted.as_entry_content()),
        "played_on": game_row.sort_key[:10],
        "game_night": None if counted is None else counted.night_number,
        "counting": counts_in_season,
    }


def _outcome_values(outcome: GameOutcome) -> dict[str, object]:
    return {"outcome": encode_json(outcome.as_json()), "result_key": result_key(outcome)}


def result_key(outcome: GameOutcome) -> str | None:
    """Return a key that is equal for equal rules and results, independent of sign-off and original seats."""
    if outcome.result is None:
        return None
    body = outcome.as_json()
    return canonical_digest({name: body[name] for name in ("complete", "rules", "result")})


def club_game_member_rows(club_id: int, game_row: ClubGameRow) -> list[dict[str, int]]:
    """Return the stored rows of the members with a seat in a game; none if it is excluded."""
    counted = game_row.counted_game_in_original_seats
    members = set() if counted is None else {*counted.credited_member_numbers, *counted.playing_member_numbers}
    return [
        {"club_id": club_id, "member": member, "game_id": game_row.game_id} for member in sorted(filter(None, members))
    ]


def game_ids_naming_query(club_id: int, member_numbers: Collection[int]) -> Select[int]:
    """Return a query for the ids of the games that name one of these members for a seat."""
    return select(_MEMBER.c.game_id).where(_MEMBER.c.club_id == club_id, _MEMBER.c.member.in_(member_numbers))


def find_game_row(session: Session, club_id: int, game_uid: str) -> ClubGameRow | None:
    """Find a game that this club counts, or did so earlier."""
    row = session.execute(_READ_GAME_OF_UID, {"club": club_id, "uid": game_uid}).one_or_none()
    return None if row is None else _decode_game_row(row)


def find_game_rows_by_uid(session: Session, club_id: int, game_uids: Collection[str]) -> dict[str, ClubGameRow]:
    """Map uids to those of these games that this club counts, or did so earlier."""
    return {row.uid: row for row in _select_game_rows(session, club_id, _GAME.c.uid.in_(game_uids), order=None)}


def list_game_rows_of_night(session: Session, club_id: int, night_number: int) -> list[ClubGameRow]:
    """Return the games of a game night, in the order in which they were counted."""
    return list(_select_game_rows(session, club_id, _GAME.c.game_night == night_number, order=_GAME.c.seq))


def find_same_result_games(session: Session, club_id: int, outcome: GameOutcome) -> list[ClubGameRow]:
    """Return the counted games with the same rules and result; none if there is no result.

    Independent of the sign-off, and of the seats in which the players were first written.
    """
    key = result_key(outcome)
    rows = () if key is None else _select_game_rows(session, club_id, _GAME.c.result_key == key, order=None)
    return sorted((row for row in rows if row.counted_game is not None), key=lambda row: row.sort_key)


def read_counted_games_by_night(
    session: Session, club_id: int, night_numbers: Collection[int]
) -> dict[int, list[CountedGame]]:
    """Map game nights to how their games are counted, in the order of start."""
    columns = _GAME.c.game_night, _GAME.c.sort_key, _GAME.c.counted
    query = select(*columns).where(_GAME.c.club_id == club_id, _GAME.c.game_night.in_(night_numbers))
    by_night: dict[int, list[CountedGame]] = {game_night: [] for game_night in night_numbers}
    for game_night, _sort, counted in sorted(session.execute(query).all(), key=lambda row: row.sort_key):
        body = decode_json(counted)
        if body is not None:
            by_night[game_night].append(parse_counted_game(body))
    return by_night


def list_game_rows_between(
    session: Session, club_id: int, first_day: str = "", last_day: str = OPEN_END
) -> Iterator[ClubGameRow]:
    """Yield the games of these days in order."""
    return _select_game_rows(
        session, club_id, (_GAME.c.sort_key >= first_day) & (_GAME.c.sort_key < last_day + OPEN_END)
    )


def list_game_rows_after(session: Session, club_id: int, after_sort_key: str, limit: int) -> list[ClubGameRow]:
    """Return the next games after a sort key."""
    return list(_select_game_rows(session, club_id, _GAME.c.sort_key > after_sort_key, limit))


def list_counted_game_rows_before(
    session: Session, club_id: int, before_sort_key: str, limit: int
) -> list[ClubGameRow]:
    """Return the games that are not excluded before a sort key, latest first."""
    condition = (_GAME.c.sort_key < before_sort_key) & (_GAME.c.counted != "null")
    return list(_select_game_rows(session, club_id, condition, limit, order=_GAME.c.sort_key.desc()))


def list_game_rows_naming(session: Session, club_id: int, member_numbers: Collection[int]) -> Iterator[ClubGameRow]:
    """Yield the games that name one of these members for a seat, in order."""
    return _select_game_rows(session, club_id, _GAME.c.game_id.in_(game_ids_naming_query(club_id, member_numbers)))


def count_game_rows(session: Session, club_id: int) -> int:
    """Count the games of a club, excluded ones too."""
    return session.scalar(select(func.count()).select_from(_GAME).where(_GAME.c.club_id == club_id)) or 0


def list_ever_counting_club_ids(session: Session, game_id: int) -> list[int]:
    """Return the ids of the clubs that count a game, or did so earlier."""
    return list(session.scalars(_READ_EVER_COUNTING_CLUB_IDS, {"game": game_id}))


def read_game_row(session: Session, club_id: int, game_id: int) -> ClubGameRow:
    """Return a game that the club counts, or did so earlier. It must exist."""
    return _decode_game_row(session.execute(_READ_GAME, {"club": club_id, "game": game_id}).one())


def _select_game_rows(
    session: Session,
    club_id: int,
    condition: ColumnElement[bool],
    limit: int | None = None,
    *,
    order: ColumnElement[str] | ColumnElement[int] | None = _GAME.c.sort_key,
) -> Iterator[ClubGameRow]:
    """Yield the club's games that meet the condition, in this order; None for any.

    Pass None where an index finds few rows: with an order, SQLite would search the whole club by it.
    """
    query = select(*_GAME_COLUMNS).where(_GAME.c.club_id == club_id, condition).order_by(order).limit(limit)
    yield from map(_decode_game_row, session.execute(query).all())


def _decode_game_row(row: Row[int, str, int, int, str, str, str]) -> ClubGameRow:
    *columns, counted, stored_outcome = row
    body, outcome = decode_json(counted), GameOutcome.from_json(decode_json(stored_outcome))
    return ClubGameRow._make((*columns, body and parse_counted_game(body), outcome))


def decode_counted_game(counted_json: str, outcome: GameOutcome) -> CountedGame | None:
    """Return how a game is counted, by the actual seats of the outcome; None if it is excluded."""
    body = decode_json(counted_json)
    return None if body is None else parse_counted_game(body).reseated(outcome.original_seat_by_seat)
