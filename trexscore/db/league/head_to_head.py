"""Who met whom, counted by the database. Members are numbers as the club's entries say them."""

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import ColumnElement, bindparam, case, func, select
from sqlalchemy.orm import Session, aliased

from trexscore.club.game_seats import NOBODY
from trexscore.db.clubs.models import ClubGame
from trexscore.db.league.models import MonthProfile, Sitting
from trexscore.league.pairs import Pair, pair
from trexscore.league.statistics.head_to_head import HeadToHead, WithPartner
from trexscore.league.statistics.sums import Sample
from trexscore.rules.seats import TEAMS

Days = tuple[str, str]
"""The first and the last; games of all days are between two empty texts."""
ALL_DAYS: Days = ("", "")
_END = "z"
Numbers = Collection[int]
"""Those of one person: several, where entries turned out to be the same."""


class GamePlayed(NamedTuple):
    """A game as somebody finished it."""

    uid: str
    on: str
    place: int
    pairs: bool
    points: int


class GameOfTwo(NamedTuple):
    """A game that two played: how each finished. `together`: as partners."""

    uid: str
    on: str
    place: int
    other_place: int
    together: bool


_Other = aliased(Sitting)


def opponents(session: Session, club_id: int, mine: Numbers, days: Days = ALL_DAYS) -> list[HeadToHead[int]]:
    """The record against each member; partners are no opponents. Points are compared under like rules."""
    return [
        HeadToHead(
            member, int(before), int(level), games - before - level, ((rules, Sample(games, int(sum_), int(sq))),)
        )
        for member, rules, games, before, level, sum_, sq in session.execute(_OPPONENTS, _asked(club_id, mine, days))
    ]


def pairs_against(
    session: Session, club_id: int, who: tuple[Numbers, Numbers], days: Days = ALL_DAYS
) -> list[HeadToHead[Pair]]:
    """The record of two partners against each two others, as who the club's entries say they are."""
    mine, others = who
    wanted = (
        select(
            _Other.member,
            _Other.partner,
            func.count(),
            _times(Sitting.place < _Other.place),
            _times(Sitting.place == _Other.place),
        )
        .join(_Other, (_Other.club_id == Sitting.club_id) & (_Other.game_id == Sitting.game_id))
        .where(*_of(club_id, mine, days), Sitting.partner.in_(others), _is_against())
        .where(_Other.partner != NOBODY, _Other.seat < len(TEAMS))
        .group_by(_Other.member, _Other.partner)
        .order_by(_Other.member, _Other.partner)
    )
    return [
        HeadToHead(pair(one, other), int(before), int(level), games - int(before) - int(level))
        for one, other, games, before, level in session.execute(wanted)
    ]


def partners(session: Session, club_id: int, mine: Numbers, days: Days = ALL_DAYS) -> list[WithPartner]:
    """The record with each partner."""
    rows = session.execute(_PARTNERS, _asked(club_id, mine, days))
    return [WithPartner(partner, games, int(wins)) for partner, games, wins in rows]


def played(
    session: Session, club_id: int, who: tuple[Numbers, ...], days: Days = ALL_DAYS, most: int | None = None
) -> list[GamePlayed]:
    """The last games of somebody, or of two as partners; the latest one last."""
    mine, *others = who
    wanted = (
        select(ClubGame.uid, Sitting.sort, Sitting.place, Sitting.pairs, Sitting.points)
        .join(ClubGame, (ClubGame.club_id == Sitting.club_id) & (ClubGame.game_id == Sitting.game_id))
        .where(*_of(club_id, mine, days), *(Sitting.partner.in_(other) for other in others))
        .order_by(Sitting.sort.desc())
        .limit(most)
    )
    return [GamePlayed(row[0], row[1][:10], *row[2:]) for row in session.execute(wanted)][::-1]


def games_of_two(session: Session, club_id: int, who: tuple[Numbers, Numbers], most: int) -> list[GameOfTwo]:
    """The last games that two played, the latest one first."""
    one, other = who
    wanted = (
        select(ClubGame.uid, Sitting.sort, Sitting.place, _Other.place, Sitting.partner.in_(other))
        .join(_Other, (_Other.club_id == Sitting.club_id) & (_Other.game_id == Sitting.game_id))
        .join(ClubGame, (ClubGame.club_id == Sitting.club_id) & (ClubGame.game_id == Sitting.game_id))
        .where(*_of(club_id, one, ALL_DAYS), _Other.member.in_(other))
        .order_by(Sitting.sort.desc())
        .limit(most)
    )
    return [GameOfTwo(row[0], row[1][:10], row[2], row[3], bool(row[4])) for row in session.execute(wanted)]


def games_by_member(session: Session, club_id: int, days: Days = ALL_DAYS) -> dict[int, int]:
    """How many games each member has played."""
    within = (Sitting.club_id == club_id, Sitting.member != NOBODY, *_within(days))
    rows = session.execute(select(Sitting.member, func.count()).where(*within).group_by(Sitting.member))
    return {member: games for member, games in rows}  # noqa: C416 - rows are no pairs


def games_in_months(session: Session, club_id: int, first: str, last: str) -> dict[int, int]:
    """The same in these months, as they are added up."""
    mine = MonthProfile.club_id == club_id, MonthProfile.partner == NOBODY, MonthProfile.member != NOBODY
    months = MonthProfile.month >= first, MonthProfile.month <= last
    counted = select(MonthProfile.member, func.sum(MonthProfile.games)).where(*mine, *months)
    return {member: int(games) for member, games in session.execute(counted.group_by(MonthProfile.member))}


def _of(club_id: int, mine: Numbers, days: Days) -> tuple[ColumnElement[bool], ...]:
    return Sitting.club_id == club_id, Sitting.member.in_(mine), *_within(days)


def _within(days: Days) -> tuple[ColumnElement[bool], ...]:
    first, last = days
    return Sitting.sort >= first, Sitting.sort < last + _END


def _is_against() -> ColumnElement[bool]:
    is_partner = Sitting.pairs & ((_Other.seat - Sitting.seat).in_((2, -2)))
    return (_Other.member != NOBODY) & (_Other.seat != Sitting.seat) & ~is_partner


def _times(what: ColumnElement[bool]) -> ColumnElement[int]:
    return func.sum(case((what, 1), else_=0))


def _asked(club_id: int, mine: Numbers, days: Days) -> dict[str, object]:
    """What `_MINE` asks for."""
    return {"club": club_id, "mine": [*mine], "first": days[0], "end": days[1] + _END}


_MINE = (
    Sitting.club_id == bindparam("club"),
    Sitting.member.in_(bindparam("mine", expanding=True)),
    Sitting.sort >= bindparam("first"),
    Sitting.sort < bindparam("end"),
)
_DIFFERENCE = Sitting.points - _Other.points
_OPPONENTS = (
    select(
        _Other.member,
        Sitting.rules,
        func.count(),
        _times(Sitting.place < _Other.place),
        _times(Sitting.place == _Other.place),
        func.sum(_DIFFERENCE),
        func.sum(_DIFFERENCE * _DIFFERENCE),
    )
    .join(_Other, (_Other.club_id == Sitting.club_id) & (_Other.game_id == Sitting.game_id))
    .where(*_MINE, _is_against())
    .group_by(_Other.member, Sitting.rules)
    .order_by(_Other.member, Sitting.rules)
)
_PARTNERS = (
    select(Sitting.partner, func.count(), _times(Sitting.place == 1))
    .where(*_MINE, Sitting.partner != NOBODY)
    .group_by(Sitting.partner)
    .order_by(Sitting.partner)
)
"""Made once: building them takes as long as the rest of their page."""
