"""The derived rows of a club's statistics: what games tell, who sat where, and the sums by months."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import ColumnElement, delete, func, insert, select, update
from sqlalchemy.orm import Session

from trexscore.club.sittings import EVERYBODY, NOBODY, Sitting, Sittings, Told, Who
from trexscore.league.statistics import profile as profiles
from trexscore.league.statistics import records as records_
from trexscore.league.statistics.profile import EMPTY, Profile
from trexscore.league.statistics.records import NO_RECORDS, Records
from trexscore.storage import statistics_models as models
from trexscore.storage.models import Base

_CLUB_GAME = Base.metadata.tables["club_game"]
_FACTS, _SITTING, _PROFILE, _RECORDS = (
    Base.metadata.tables[model.__tablename__]
    for model in (models.GameFacts, models.Sitting, models.MonthProfile, models.SpanRecords)
)
_SEAT = tuple(_SITTING.c[name] for name in Sitting._fields)
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
    told: Told


def told_of(session: Session, club_id: int, game_id: int) -> Told | None:
    """What a game tells; None where it is not over."""
    wanted = select(_FACTS.c.facts).where(_FACTS.c.club_id == club_id, _FACTS.c.game_id == game_id)
    found = session.scalar(wanted)
    return None if found is None else Told.from_json(_decode(found))


def put_told(session: Session, club_id: int, game_id: int, told: Told | None) -> None:
    """From now on a game tells this."""
    session.execute(delete(_FACTS).where(_FACTS.c.club_id == club_id, _FACTS.c.game_id == game_id))
    if told is not None:
        facts = _encode(told.as_json()).decode()
        session.execute(insert(_FACTS).values(club_id=club_id, game_id=game_id, facts=facts))


def seated(session: Session, club_id: int, game_id: int) -> Seated | None:
    """Who sat where in a game; None where it does not count."""
    return next(_seated(session, club_id, _SITTING.c.game_id == game_id, _SITTING.c.seat), None)


def seated_between(session: Session, club_id: int, first: str = "", end: str = _END) -> Iterator[Seated]:
    """The games from one place on until before another, in their order."""
    order = _SITTING.c.sort, _SITTING.c.game_id, _SITTING.c.seat
    return _seated(session, club_id, (_SITTING.c.sort >= first) & (_SITTING.c.sort < end), *order)


def _seated(session: Session, club_id: int, which: ColumnElement[bool], *order: ColumnElement[Any]) -> Iterator[Seated]:
    """Of one game in the order of seats alone: asked for more, SQLite would go through all games in their order."""
    columns = _SITTING.c.game_id, _SITTING.c.sort, *_SEAT
    wanted = select(*columns).where(_SITTING.c.club_id == club_id, which)
    rows = session.execute(wanted.order_by(*order))
    for (game_id, sort), four in groupby(rows, key=lambda row: row[:2]):
        yield Seated(game_id, sort, tuple(Sitting(*row[2:]) for row in four))


def put_seated(session: Session, club_id: int, game_id: int, sort: str, sittings: Sittings) -> None:
    """From now on these sat there; nobody where the game does not count."""
    session.execute(delete(_SITTING).where(_SITTING.c.club_id == club_id, _SITTING.c.game_id == game_id))
    if sittings:
        common = {"club_id": club_id, "game_id": game_id, "sort": sort}
        session.execute(insert(_SITTING), [{**common, **one._asdict()} for one in sittings])


def first_with(session: Session, club_id: int, members: Sequence[int]) -> str | None:
    """The place of the first game at which one of these sat."""
    wanted = select(func.min(_SITTING.c.sort)).where(_SITTING.c.club_id == club_id, _SITTING.c.member.in_(members))
    first: str | None = session.scalar(wanted)
    return first


def place_behind(session: Session, club_id: int, first: str, games: int) -> str | None:
    """The place of the game that comes so many games after the one here; None where there are not as many."""
    wanted = select(_SITTING.c.sort).where(
        _SITTING.c.club_id == club_id, _SITTING.c.sort >= first, _SITTING.c.seat == 0
    )
    return session.scalar(wanted.order_by(_SITTING.c.sort).offset(games).limit(1))


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
        yield ToldGame(uid, sort, tuple(Sitting(*row[3:]) for row in four), Told.from_json(_decode(facts)))


def profile_in(session: Session, club_id: int, who: Who, month: str) -> Profile:
    """What a month tells of somebody."""
    found = session.scalar(select(_PROFILE.c.profile).where(*_of(club_id, who), _PROFILE.c.month == month))
    return EMPTY if found is None else profiles.from_json(_decode(found))


def profiles_between(session: Session, club_id: int, who: Who, first: str = "", last: str = _END) -> Iterator[Profile]:
    """What each of these months tells of somebody."""
    wanted = select(_PROFILE.c.profile).where(*_of(club_id, who), _PROFILE.c.month >= first, _PROFILE.c.month <= last)
    return (profiles.from_json(_decode(found)) for found in session.scalars(wanted.order_by(_PROFILE.c.month)))


def whose(session: Session, club_id: int) -> list[Who]:
    """Everybody, and every pair, of whom games tell."""
    columns = _PROFILE.c.member, _PROFILE.c.partner
    wanted = select(*columns).where(_PROFILE.c.club_id == club_id, _PROFILE.c.member != NOBODY).distinct()
    return [(row.member, row.partner) for row in session.execute(wanted.order_by(*columns))]


def all_profiles(session: Session, club_id: int) -> Iterator[tuple[Who, str, Profile]]:
    """What is kept of every month."""
    for row in session.execute(select(_PROFILE).where(_PROFILE.c.club_id == club_id)):
        yield (row.member, row.partner), row.month, profiles.from_json(_decode(row.profile))


def put_profile(session: Session, club_id: int, who: Who, month: str, profile: Profile) -> None:
    """From now on a month tells this of somebody."""
    ours = (*_of(club_id, who), _PROFILE.c.month == month)
    if profile == EMPTY:
        session.execute(delete(_PROFILE).where(*ours))
        return
    text = _encode(profiles.as_json(profile)).decode()
    if session.execute(update(_PROFILE).where(*ours).values(profile=text)).rowcount == 0:  # type: ignore[attr-defined]  # of an update
        member, partner = who
        values = {"club_id": club_id, "member": member, "partner": partner, "month": month, "profile": text}
        session.execute(insert(_PROFILE).values(values))


class KeptRecords(NamedTuple):
    """The records of a day or a month, and the place of the last game that they are of."""

    last: str
    records: Records


def records_in(session: Session, club_id: int, span: str) -> KeptRecords:
    """The records of a day or a month."""
    return next((kept for _, kept in _records(session, club_id, _RECORDS.c.span == span)), KeptRecords("", NO_RECORDS))


def records_between(session: Session, club_id: int, first: str, last: str) -> list[KeptRecords]:
    """The records of each day or month, whichever the ends are."""
    which = (_RECORDS.c.span >= first) & (_RECORDS.c.span <= last) & (func.length(_RECORDS.c.span) == len(first))
    return [kept for _, kept in _records(session, club_id, which)]


def all_records(session: Session, club_id: int) -> Iterator[tuple[str, KeptRecords]]:
    """What is kept of every day and month."""
    return _records(session, club_id, _RECORDS.c.span > "")


def _records(session: Session, club_id: int, which: ColumnElement[bool]) -> Iterator[tuple[str, KeptRecords]]:
    wanted = select(_RECORDS).where(_RECORDS.c.club_id == club_id, which).order_by(_RECORDS.c.span)
    for row in session.execute(wanted).all():
        yield row.span, KeptRecords(row.last, records_.from_json(_decode(row.records)))


def put_records(session: Session, club_id: int, span: str, kept: KeptRecords | None) -> None:
    """From now on these are the records of a day or a month."""
    ours = (_RECORDS.c.club_id == club_id, _RECORDS.c.span == span)
    session.execute(delete(_RECORDS).where(*ours))
    if kept is not None:
        text = _encode(records_.as_json(kept.records)).decode()
        session.execute(insert(_RECORDS).values(club_id=club_id, span=span, last=kept.last, records=text))


def games_told(session: Session, club_id: int) -> set[int]:
    """The games of which it is kept what they tell."""
    return set(session.scalars(select(_FACTS.c.game_id).where(_FACTS.c.club_id == club_id)))


def forget(session: Session, club_id: int) -> None:
    """Drop everything: it is going to be made again."""
    for rows in (_FACTS, _SITTING, _PROFILE, _RECORDS):
        session.execute(delete(rows).where(rows.c.club_id == club_id))


def _of(club_id: int, who: Who) -> Iterable[ColumnElement[bool]]:
    return _PROFILE.c.club_id == club_id, _PROFILE.c.member == who[0], _PROFILE.c.partner == who[1]
