"""Derived rows of a club's statistics: the facts of games, their seats, and the sums by month."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, reduce
from itertools import groupby
from typing import NamedTuple

import msgspec
from sqlalchemy import ColumnElement, Row, bindparam, delete, func, select
from sqlalchemy.orm import Session

from trexscore.club.counted_game import NO_MEMBER
from trexscore.club.game_seats import WHOLE_CLUB, GameFacts, GameSeat, GameSeats, PlayerKey
from trexscore.db.clubs.models import ClubGame
from trexscore.db.league import models
from trexscore.db.league.models import SORT_KEY_END
from trexscore.db.models import tables_of_models
from trexscore.db.stored_json import decode_json, encode_json
from trexscore.db.upserts import delete_rows, upsert_rows
from trexscore.league.statistics import profile as profiles
from trexscore.league.statistics import records as records_
from trexscore.league.statistics.profile import EMPTY_PROFILE, Profile
from trexscore.league.statistics.records import NO_RECORDS, Records

(_CLUB_GAME,) = tables_of_models(ClubGame)
_FACTS, _SEAT, _PROFILE, _RECORDS = tables_of_models(
    models.FinishedGameFacts, models.GameSeat, models.MonthlyStatistics, models.DayOrMonthRecords
)
_SEAT_COLUMNS = tuple(_SEAT.c[name] for name in GameSeat._fields)
_READ_SEATS = select(_SEAT.c.game_id, _SEAT.c.sort_key, *_SEAT_COLUMNS).where(_SEAT.c.club_id == bindparam("club"))
_READ_SEATS_IN_GAME = _READ_SEATS.where(_SEAT.c.game_id == bindparam("game")).order_by(_SEAT.c.seat)
"""Ordered by seat alone: for another order, SQLite would search all games."""
_READ_SEATS_IN_ORDER = _READ_SEATS.where(
    _SEAT.c.sort_key >= bindparam("first"), _SEAT.c.sort_key < bindparam("end")
).order_by(_SEAT.c.sort_key, _SEAT.c.game_id, _SEAT.c.seat)
_READ_SORT_KEY_AFTER = (
    select(_SEAT.c.sort_key)
    .where(_SEAT.c.club_id == bindparam("club"), _SEAT.c.sort_key >= bindparam("first"), _SEAT.c.seat == 0)
    .order_by(_SEAT.c.sort_key)
    .limit(1)
    .offset(bindparam("games"))
)
_READ_FACTS = select(_FACTS.c.facts).where(_FACTS.c.club_id == bindparam("club"), _FACTS.c.game_id == bindparam("game"))
_READ_PROFILES = select(_PROFILE).where(
    _PROFILE.c.club_id == bindparam("club"),
    *(_PROFILE.c[name].in_(bindparam(name, expanding=True)) for name in ("member", "month")),
)
_decode_profile = msgspec.json.Decoder(profiles.StoredProfile).decode
_decode_records = msgspec.json.Decoder(records_.StoredRecords).decode
DAY_LENGTH, MONTH_LENGTH = 10, 7
"""Lengths of the day and the month at the start of a sort key."""


class SeatedGame(NamedTuple):
    """A counted game: its sort key and its seats."""

    game_id: int
    sort_key: str
    seats: GameSeats


class GameWithFacts(NamedTuple):
    game_uid: str
    sort_key: str
    seats: GameSeats
    facts: GameFacts


def read_game_facts(session: Session, club_id: int, game_id: int) -> GameFacts | None:
    """Return the facts of a game, or None if it is not finished."""
    facts = session.scalar(_READ_FACTS, {"club": club_id, "game": game_id})
    return None if facts is None else GameFacts.from_json(decode_json(facts))


def store_game_facts(session: Session, club_id: int, game_id: int, facts: GameFacts | None) -> None:
    """Store the facts of a game, or delete them with None."""
    if facts is None:
        session.execute(delete(_FACTS).where(_FACTS.c.club_id == club_id, _FACTS.c.game_id == game_id))
    else:
        row = {"club_id": club_id, "game_id": game_id, "facts": encode_json(facts.as_json())}
        upsert_rows(session, _FACTS, [row])


def read_seated_game(session: Session, club_id: int, game_id: int) -> SeatedGame | None:
    """Return the seats of a game, or None if it is not counted."""
    return next(_group_seats_by_game(session.execute(_READ_SEATS_IN_GAME, {"club": club_id, "game": game_id})), None)


def read_seated_games_between(
    session: Session, club_id: int, first_sort_key: str = "", before_sort_key: str = SORT_KEY_END
) -> Iterator[SeatedGame]:
    """Yield the games from one sort key up to another, exclusive, in order."""
    return _group_seats_by_game(
        session.execute(_READ_SEATS_IN_ORDER, {"club": club_id, "first": first_sort_key, "end": before_sort_key})
    )


def _group_seats_by_game(
    seat_rows: Iterable[Row[int, str, int, int, int, bool, int, int, str]],
) -> Iterator[SeatedGame]:
    for (game_id, sort), seats in groupby(seat_rows, key=lambda row: row[:2]):
        yield SeatedGame(game_id, sort, tuple(GameSeat(*row[2:]) for row in seats))


def store_game_seats(session: Session, club_id: int, game_id: int, sort_key: str, seats: GameSeats) -> None:
    """Store the seats of a game, or delete them if it is not counted."""
    if seats:
        shared_values = {"club_id": club_id, "game_id": game_id, "sort_key": sort_key}
        upsert_rows(session, _SEAT, [{**shared_values, **seat._asdict()} for seat in seats])
    else:
        session.execute(delete(_SEAT).where(_SEAT.c.club_id == club_id, _SEAT.c.game_id == game_id))


def read_first_sort_key(session: Session, club_id: int, member_numbers: Sequence[int]) -> str | None:
    """Return the sort key of the first game that one of these members played, or None."""
    query = select(func.min(_SEAT.c.sort_key)).where(_SEAT.c.club_id == club_id, _SEAT.c.member.in_(member_numbers))
    first_sort_key: str | None = session.scalar(query)
    return first_sort_key


def read_sort_key_after(session: Session, club_id: int, first_sort_key: str, game_count: int) -> str | None:
    """Return the sort key so many games after another, or None if there are not as many."""
    return session.scalar(_READ_SORT_KEY_AFTER, {"club": club_id, "first": first_sort_key, "games": game_count})


def list_player_keys_from(session: Session, club_id: int, first_sort_key: str) -> list[PlayerKey]:
    """Return the players of games from a sort key on, each with their partners, under the numbers in the entries."""
    query = select(_SEAT.c.member, _SEAT.c.partner).where(
        _SEAT.c.club_id == club_id, _SEAT.c.sort_key >= first_sort_key, _SEAT.c.member != NO_MEMBER
    )
    return [(row.member, row.partner) for row in session.execute(query.distinct())]


def read_games_with_facts(
    session: Session, club_id: int, first_day_or_month: str, last_day_or_month: str, player: PlayerKey = WHOLE_CLUB
) -> Iterator[GameWithFacts]:
    """Yield the games of these days or months, by the start of their sort keys; only those of `player`, if given."""
    conditions = [
        _SEAT.c.club_id == club_id,
        _SEAT.c.sort_key >= first_day_or_month,
        _SEAT.c.sort_key < last_day_or_month + SORT_KEY_END,
    ]
    if player != WHOLE_CLUB:
        player_games = select(_SEAT.c.game_id).where(*conditions, _SEAT.c.member == player[0])
        if player[1]:
            player_games = player_games.where(_SEAT.c.partner == player[1])
        conditions.append(_SEAT.c.game_id.in_(player_games))
    query = (
        select(_CLUB_GAME.c.uid, _SEAT.c.sort_key, _FACTS.c.facts, *_SEAT_COLUMNS)
        .join(_FACTS, (_FACTS.c.club_id == _SEAT.c.club_id) & (_FACTS.c.game_id == _SEAT.c.game_id))
        .join(_CLUB_GAME, (_CLUB_GAME.c.club_id == _SEAT.c.club_id) & (_CLUB_GAME.c.game_id == _SEAT.c.game_id))
        .where(*conditions)
        .order_by(_SEAT.c.sort_key, _SEAT.c.game_id, _SEAT.c.seat)
    )
    for (uid, sort, facts), seats in groupby(session.execute(query), key=lambda row: row[:3]):
        yield GameWithFacts(
            uid, sort, tuple(GameSeat(*row[3:]) for row in seats), GameFacts.from_json(decode_json(facts))
        )


def read_profiles(
    session: Session, club_id: int, players_and_months: Collection[tuple[PlayerKey, str]]
) -> dict[tuple[PlayerKey, str], Profile]:
    parameters = {
        "member": [*{player[0] for player, _ in players_and_months}],
        "month": [*{month for _, month in players_and_months}],
    }
    rows = session.execute(_READ_PROFILES, {"club": club_id, **parameters})
    stored_profiles = ((((row.member, row.partner), row.month), row.profile) for row in rows)
    return {
        key: profiles.from_stored(_decode_profile(text)) for key, text in stored_profiles if key in players_and_months
    }


def read_profile_sum(
    session: Session, club_id: int, player: PlayerKey, first_month: str = "", last_month: str = SORT_KEY_END
) -> Profile:
    """Return the sum of a player's months, the first and the last included."""
    query = select(_PROFILE.c.profile).where(
        *_player_conditions(club_id, player), _PROFILE.c.month >= first_month, _PROFILE.c.month <= last_month
    )
    return _sum_profiles(tuple(session.scalars(query.order_by(_PROFILE.c.month))))


@lru_cache(maxsize=64)
def _sum_profiles(profile_jsons: tuple[str, ...]) -> Profile:
    """Add up stored months. Cached until one of them changes."""
    return reduce(Profile.__add__, map(profiles.from_stored, map(_decode_profile, profile_jsons)), EMPTY_PROFILE)


def list_player_keys_with_profiles(session: Session, club_id: int) -> list[PlayerKey]:
    """Return every member and pair with statistics, in order."""
    columns = _PROFILE.c.member, _PROFILE.c.partner
    query = select(*columns).where(_PROFILE.c.club_id == club_id, _PROFILE.c.member != NO_MEMBER).distinct()
    return [(row.member, row.partner) for row in session.execute(query.order_by(*columns))]


def store_profiles(
    session: Session, club_id: int, profile_by_player_and_month: Mapping[tuple[PlayerKey, str], Profile]
) -> None:
    """Store profiles of players and months; empty ones are deleted."""
    keys_and_profiles = [
        ({"member": member, "partner": partner, "month": month}, profile)
        for ((member, partner), month), profile in profile_by_player_and_month.items()
    ]
    delete_rows(session, _PROFILE, club_id, [key for key, profile in keys_and_profiles if profile == EMPTY_PROFILE])
    rows = [
        {"club_id": club_id, **key, "profile": encode_json(profiles.as_stored(profile)), "games": profile.counts.games}
        for key, profile in keys_and_profiles
        if profile != EMPTY_PROFILE
    ]
    upsert_rows(session, _PROFILE, rows)


class RecordsOfDayOrMonth(NamedTuple):
    """The records of a day or a month, and the sort key of its last game."""

    last_sort_key: str
    records: Records


def read_records_of_months(session: Session, club_id: int, first_month: str, last_month: str) -> RecordsOfDayOrMonth:
    """Return the combined records of these months."""
    rows = _read_records(session, club_id, first_month, last_month)
    return RecordsOfDayOrMonth(
        rows[-1].last_sort_key if rows else "", _combine_records(tuple(row.records for row in rows))
    )


@lru_cache(maxsize=16)
def _combine_records(records_jsons: tuple[str, ...]) -> Records:
    """Join stored months. Cached until one of them changes."""
    return reduce(Records.__add__, map(records_.from_stored, map(_decode_records, records_jsons)), NO_RECORDS)


def read_records_by_day(
    session: Session, club_id: int, first_day: str, last_day: str
) -> dict[str, RecordsOfDayOrMonth]:
    """Map days to their records, in order."""
    return {
        period: RecordsOfDayOrMonth(last_sort_key, records_.from_stored(_decode_records(text)))
        for period, last_sort_key, text in _read_records(session, club_id, first_day, last_day)
    }


def _read_records(
    session: Session, club_id: int, first_day_or_month: str, last_day_or_month: str
) -> Sequence[Row[str, str, str]]:
    """The stored records of these days or months, which have keys of that length, in order."""
    is_ours = _RECORDS.c.club_id == club_id, func.length(_RECORDS.c.period) == len(first_day_or_month)
    query = select(_RECORDS.c.period, _RECORDS.c.last_sort_key, _RECORDS.c.records).where(
        *is_ours, _RECORDS.c.period.between(first_day_or_month, last_day_or_month)
    )
    return session.execute(query.order_by(_RECORDS.c.period)).all()


def store_records(session: Session, club_id: int, records_by_day_or_month: Mapping[str, RecordsOfDayOrMonth]) -> None:
    """Store the records of days and months; those without a game are deleted."""
    empty = [period for period, records in records_by_day_or_month.items() if not records.last_sort_key]
    if empty:
        session.execute(delete(_RECORDS).where(_RECORDS.c.club_id == club_id, _RECORDS.c.period.in_(empty)))
    rows = [
        {
            "club_id": club_id,
            "period": period,
            "last_sort_key": stored.last_sort_key,
            "records": encode_json(records_.as_stored(stored.records)),
        }
        for period, stored in records_by_day_or_month.items()
        if stored.last_sort_key
    ]
    upsert_rows(session, _RECORDS, rows)


def _player_conditions(club_id: int, player: PlayerKey) -> Iterable[ColumnElement[bool]]:
    return _PROFILE.c.club_id == club_id, _PROFILE.c.member == player[0], _PROFILE.c.partner == player[1]
