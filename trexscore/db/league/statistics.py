"""The derived rows of a club's statistics: what games tell, who sat where, and the sums by months."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, reduce
from itertools import groupby
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import ColumnElement, bindparam, delete, func, insert, select
from sqlalchemy.orm import Session

from trexscore.club.game_seats import EVERYBODY, NOBODY, GameFacts, GameSeat, Sittings, Who
from trexscore.db.batches import Put
from trexscore.db.league import models
from trexscore.db.models import Base
from trexscore.db.upserts import put
from trexscore.league.statistics import profile as profiles
from trexscore.league.statistics import records as records_
from trexscore.league.statistics.profile import EMPTY, Profile
from trexscore.league.statistics.records import NO_RECORDS, Records

_CLUB_GAME = Base.metadata.tables["club_game"]
_FACTS, _SITTING, _PROFILE, _RECORDS = (
    Base.metadata.tables[model.__tablename__]
    for model in (models.GameFacts, models.Sitting, models.MonthProfile, models.SpanRecords)
)
_SEAT = tuple(_SITTING.c[name] for name in GameSeat._fields)
_SEATED = select(_SITTING.c.game_id, _SITTING.c.sort, *_SEAT).where(_SITTING.c.club_id == bindparam("club"))
_IN_GAME = _SEATED.where(_SITTING.c.game_id == bindparam("game")).order_by(_SITTING.c.seat)
"""By seats alone: asked for another order, SQLite would go through all games."""
_IN_ORDER = _SEATED.where(_SITTING.c.sort >= bindparam("first"), _SITTING.c.sort < bindparam("end")).order_by(
    _SITTING.c.sort, _SITTING.c.game_id, _SITTING.c.seat
)
_BEHIND = (
    select(_SITTING.c.sort)
    .where(_SITTING.c.club_id == bindparam("club"), _SITTING.c.sort >= bindparam("first"), _SITTING.c.seat == 0)
    .order_by(_SITTING.c.sort)
    .limit(1)
    .offset(bindparam("games"))
)
_TOLD = select(_FACTS.c.facts).where(_FACTS.c.club_id == bindparam("club"), _FACTS.c.game_id == bindparam("game"))
_OF_MONTHS = select(_PROFILE).where(
    _PROFILE.c.club_id == bindparam("club"),
    *(_PROFILE.c[name].in_(bindparam(name, expanding=True)) for name in ("member", "month")),
)
_encode, _decode = msgspec.json.Encoder().encode, msgspec.json.Decoder().decode
DAY, MONTH = 10, 7
"""How much of a game's place in order says the day, and how much the month."""
_END = "z"
"""Behind every place, in whichever order a database puts signs."""


class Seated(NamedTuple):
    """A game that counts: its place in order, and who sat where."""

    game_id: int
    sort: str
    sittings: Sittings


class ToldGame(NamedTuple):
    """A game that counts, with what it tells."""

    uid: str
    sort: str
    sittings: Sittings
    told: GameFacts


def told_of(session: Session, club_id: int, game_id: int) -> GameFacts | None:
    """What a game tells; None where it is not over."""
    found = session.scalar(_TOLD, {"club": club_id, "game": game_id})
    return None if found is None else GameFacts.from_json(_decode(found))


def put_told(session: Session, club_id: int, game_id: int, told: GameFacts | None) -> None:
    """From now on a game tells this."""
    if told is None:
        session.execute(delete(_FACTS).where(_FACTS.c.club_id == club_id, _FACTS.c.game_id == game_id))
    else:
        put(session, _FACTS, [told_values(club_id, game_id, told)])


def told_values(club_id: int, game_id: int, told: GameFacts) -> dict[str, Any]:
    """What a game tells, as it is stored."""
    return {"club_id": club_id, "game_id": game_id, "facts": _encode(told.as_json()).decode()}


def seated(session: Session, club_id: int, game_id: int) -> Seated | None:
    """Who sat where in a game; None where it does not count."""
    return next(_seated(session.execute(_IN_GAME, {"club": club_id, "game": game_id})), None)


def seated_between(session: Session, club_id: int, first: str = "", end: str = _END) -> Iterator[Seated]:
    """The games from one place on until before another, in their order."""
    return _seated(session.execute(_IN_ORDER, {"club": club_id, "first": first, "end": end}))


def _seated(rows: Iterable[Any]) -> Iterator[Seated]:
    for (game_id, sort), four in groupby(rows, key=lambda row: row[:2]):
        yield Seated(game_id, sort, tuple(GameSeat(*row[2:]) for row in four))


def put_seated(session: Session, club_id: int, game_id: int, sort: str, sittings: Sittings) -> None:
    """From now on these sat there; nobody where the game does not count."""
    if sittings:
        put(session, _SITTING, seated_values(club_id, Seated(game_id, sort, sittings)))
    else:
        session.execute(delete(_SITTING).where(_SITTING.c.club_id == club_id, _SITTING.c.game_id == game_id))


def seated_values(club_id: int, seated: Seated) -> list[dict[str, Any]]:
    """Who sat where, as it is stored."""
    common = {"club_id": club_id, "game_id": seated.game_id, "sort": seated.sort}
    return [{**common, **one._asdict()} for one in seated.sittings]


def first_with(session: Session, club_id: int, members: Sequence[int]) -> str | None:
    """The place of the first game at which one of these sat."""
    wanted = select(func.min(_SITTING.c.sort)).where(_SITTING.c.club_id == club_id, _SITTING.c.member.in_(members))
    first: str | None = session.scalar(wanted)
    return first


def place_behind(session: Session, club_id: int, first: str, games: int) -> str | None:
    """The place of the game that comes so many games after the one here; None where there are not as many."""
    return session.scalar(_BEHIND, {"club": club_id, "first": first, "games": games})


def seated_since(session: Session, club_id: int, place: str) -> list[Who]:
    """Who has sat in games from a place on, each with the partners that they had, as the club's entries name them."""
    wanted = select(_SITTING.c.member, _SITTING.c.partner).where(
        _SITTING.c.club_id == club_id, _SITTING.c.sort >= place, _SITTING.c.member != NOBODY
    )
    return [(row.member, row.partner) for row in session.execute(wanted.distinct())]


def told_between(session: Session, club_id: int, first: str, last: str, who: Who = EVERYBODY) -> Iterator[ToldGame]:
    """The games whose place begins with something from `first` to `last`; if told, somebody's alone."""
    which = [_SITTING.c.club_id == club_id, _SITTING.c.sort >= first, _SITTING.c.sort < last + _END]
    if who != EVERYBODY:
        theirs = select(_SITTING.c.game_id).where(*which, _SITTING.c.member == who[0])
        if who[1]:
            theirs = theirs.where(_SITTING.c.partner == who[1])
        which.append(_SITTING.c.game_id.in_(theirs))
    wanted = (
        select(_CLUB_GAME.c.uid, _SITTING.c.sort, _FACTS.c.facts, *_SEAT)
        .join(_FACTS, (_FACTS.c.club_id == _SITTING.c.club_id) & (_FACTS.c.game_id == _SITTING.c.game_id))
        .join(_CLUB_GAME, (_CLUB_GAME.c.club_id == _SITTING.c.club_id) & (_CLUB_GAME.c.game_id == _SITTING.c.game_id))
        .where(*which)
        .order_by(_SITTING.c.sort, _SITTING.c.game_id, _SITTING.c.seat)
    )
    for (uid, sort, facts), four in groupby(session.execute(wanted), key=lambda row: row[:3]):
        yield ToldGame(uid, sort, tuple(GameSeat(*row[3:]) for row in four), GameFacts.from_json(_decode(facts)))


def profiles_in(session: Session, club_id: int, wanted: Collection[tuple[Who, str]]) -> dict[tuple[Who, str], Profile]:
    """What these months tell of these; nothing where it is not kept."""
    each = {"member": [*{who[0] for who, _ in wanted}], "month": [*{month for _, month in wanted}]}
    rows = session.execute(_OF_MONTHS, {"club": club_id, **each})
    kept = ((((row.member, row.partner), row.month), row.profile) for row in rows)
    return {one: profiles.from_json(_decode(text)) for one, text in kept if one in wanted}


def profile_between(session: Session, club_id: int, who: Who, first: str = "", last: str = _END) -> Profile:
    """What these months tell of somebody together."""
    wanted = select(_PROFILE.c.profile).where(*_of(club_id, who), _PROFILE.c.month >= first, _PROFILE.c.month <= last)
    return _profile_sum(tuple(session.scalars(wanted.order_by(_PROFILE.c.month))))


@lru_cache(maxsize=64)
def _profile_sum(texts: tuple[str, ...]) -> Profile:
    """Months as they are stored, added up: once, until one of them changes."""
    return reduce(Profile.__add__, (profiles.from_json(_decode(text)) for text in texts), EMPTY)


def whose(session: Session, club_id: int) -> list[Who]:
    """Everybody, and every pair, of whom games tell."""
    columns = _PROFILE.c.member, _PROFILE.c.partner
    wanted = select(*columns).where(_PROFILE.c.club_id == club_id, _PROFILE.c.member != NOBODY).distinct()
    return [(row.member, row.partner) for row in session.execute(wanted.order_by(*columns))]


def all_profiles(session: Session, club_id: int) -> Iterator[tuple[Who, str, Profile]]:
    """What is kept of every month."""
    for row in session.execute(select(_PROFILE).where(_PROFILE.c.club_id == club_id)):
        yield (row.member, row.partner), row.month, profiles.from_json(_decode(row.profile))


def put_profiles(session: Session, club_id: int, told: Mapping[tuple[Who, str], Profile]) -> None:
    """From now on months tell this."""
    keys = [{"m": who[0], "p": who[1], "of": month} for (who, month), profile in told.items() if profile == EMPTY]
    ours = (
        _PROFILE.c.member == bindparam("m"),
        _PROFILE.c.partner == bindparam("p"),
        _PROFILE.c.month == bindparam("of"),
    )
    if keys:
        session.connection().execute(delete(_PROFILE).where(_PROFILE.c.club_id == club_id, *ours), keys)
    put(
        session, _PROFILE, [profile_values(club_id, *one, profile) for one, profile in told.items() if profile != EMPTY]
    )


def profile_values(club_id: int, who: Who, month: str, profile: Profile) -> dict[str, Any]:
    """What a month tells of somebody, as it is stored."""
    member, partner = who
    text = _encode(profiles.as_json(profile)).decode()
    of = {"club_id": club_id, "member": member, "partner": partner, "month": month}
    return {**of, "profile": text, "games": profile.counts.games}


class StatisticsRows(NamedTuple):
    """Rows of statistics as they are stored."""

    told: list[dict[str, Any]]
    seated: list[dict[str, Any]]
    profiles: list[dict[str, Any]]
    records: list[dict[str, Any]]


class KeptRecords(NamedTuple):
    """The records of a day or a month, and the place of the last game that they are of."""

    last: str
    records: Records


def records_between(session: Session, club_id: int, first: str, last: str) -> list[KeptRecords]:
    """The records of each day or month, whichever the ends are."""
    return list(spans_between(session, club_id, first, last).values())


def records_of_months(session: Session, club_id: int, first: str, last: str) -> KeptRecords:
    """The records of these months together."""
    which = _RECORDS.c.club_id == club_id, _RECORDS.c.span >= first, _RECORDS.c.span <= last
    wanted = select(_RECORDS.c.last, _RECORDS.c.records).where(*which, func.length(_RECORDS.c.span) == MONTH)
    rows = session.execute(wanted.order_by(_RECORDS.c.span)).all()
    return KeptRecords(rows[-1].last if rows else "", _records_sum(tuple(row.records for row in rows)))


@lru_cache(maxsize=16)
def _records_sum(texts: tuple[str, ...]) -> Records:
    """Months as they are stored, joined: once, until one of them changes."""
    return reduce(Records.__add__, (records_.from_json(_decode(text)) for text in texts), NO_RECORDS)


def spans_between(session: Session, club_id: int, first: str, last: str) -> dict[str, KeptRecords]:
    """The same by their days or months, in their order."""
    which = (_RECORDS.c.span >= first) & (_RECORDS.c.span <= last) & (func.length(_RECORDS.c.span) == len(first))
    return dict(_records(session, club_id, which))


def _records(session: Session, club_id: int, which: ColumnElement[bool]) -> Iterator[tuple[str, KeptRecords]]:
    wanted = select(_RECORDS).where(_RECORDS.c.club_id == club_id, which).order_by(_RECORDS.c.span)
    for row in session.execute(wanted).all():
        yield row.span, KeptRecords(row.last, records_.from_json(_decode(row.records)))


def put_records(session: Session, club_id: int, kept: Mapping[str, KeptRecords]) -> None:
    """From now on these are the records of these days and months; of those without a game, none."""
    gone = [span for span, records in kept.items() if not records.last]
    if gone:
        session.execute(delete(_RECORDS).where(_RECORDS.c.club_id == club_id, _RECORDS.c.span.in_(gone)))
    put(session, _RECORDS, [records_values(club_id, *one) for one in kept.items() if one[1].last])


def records_values(club_id: int, span: str, kept: KeptRecords) -> dict[str, Any]:
    """The records of a day or a month, as they are stored."""
    text = _encode(records_.as_json(kept.records)).decode()
    return {"club_id": club_id, "span": span, "last": kept.last, "records": text}


def write_all(put_rows: Put, rows: StatisticsRows) -> None:
    """Write many rows of a club that had none of these; what is written is taken out."""
    for table, some in zip((_FACTS, _SITTING, _PROFILE, _RECORDS), rows, strict=True):
        if some:
            put_rows(insert(table), some)
            some.clear()


def forget(session: Session, club_id: int) -> None:
    """Drop everything: it is going to be made again."""
    for rows in (_FACTS, _SITTING, _PROFILE, _RECORDS):
        session.execute(delete(rows).where(rows.c.club_id == club_id))


def _of(club_id: int, who: Who) -> Iterable[ColumnElement[bool]]:
    return _PROFILE.c.club_id == club_id, _PROFILE.c.member == who[0], _PROFILE.c.partner == who[1]
