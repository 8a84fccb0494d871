"""Head-to-head and partner statistics by SQL. Member numbers are as in the club's entries, before merges."""

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import ColumnElement, bindparam, case, func, select
from sqlalchemy.orm import Session, aliased

from trexscore.club.counted_game import NO_MEMBER
from trexscore.db.clubs.models import ClubGame
from trexscore.db.league.models import SORT_KEY_END, GameSeat, MonthlyStatistics
from trexscore.league.number_tuples import Sample
from trexscore.league.pairs import Pair, sorted_pair
from trexscore.league.statistics.head_to_head import HeadToHead, PartnerResult
from trexscore.rules.seats import TEAMS

DayRange = tuple[str, str]
"""First and last day; two empty texts mean all days."""
ALL_DAYS: DayRange = ("", "")
NumbersOfMember = Collection[int]
"""The numbers of one person: several after a merge."""


class PlayerGame(NamedTuple):
    """A game with a player's finish and points."""

    game_uid: str
    day: str
    finish: int
    with_partners: bool
    points: int


class GameOfTwoPlayers(NamedTuple):
    """A game of two players with the finish of each, in the order asked for. `as_partners`: they played together."""

    game_uid: str
    day: str
    finish_of_first_player: int
    finish_of_second_player: int
    as_partners: bool


_OtherSeat = aliased(GameSeat)


def list_head_to_heads(
    session: Session, club_id: int, numbers_of_member: NumbersOfMember, day_range: DayRange = ALL_DAYS
) -> list[HeadToHead[int]]:
    """Return the record against each opponent, by comparable rules; partners are not opponents."""
    return [
        HeadToHead(
            member, int(wins), int(level), games - wins - level, ((rules, Sample(games, int(points), int(squares))),)
        )
        for member, rules, games, wins, level, points, squares in session.execute(
            _READ_HEAD_TO_HEADS, _member_seat_parameters(club_id, numbers_of_member, day_range)
        )
    ]


def list_head_to_heads_of_pair(
    session: Session,
    club_id: int,
    numbers_of_each_partner: tuple[NumbersOfMember, NumbersOfMember],
    day_range: DayRange = ALL_DAYS,
) -> list[HeadToHead[Pair]]:
    """Return the record of a pair against each other pair, with numbers as in the club's entries."""
    members, partner_numbers = numbers_of_each_partner
    query = (
        select(
            _OtherSeat.member,
            _OtherSeat.partner,
            func.count(),
            _count_if(GameSeat.finish < _OtherSeat.finish),
            _count_if(GameSeat.finish == _OtherSeat.finish),
        )
        .join(_OtherSeat, (_OtherSeat.club_id == GameSeat.club_id) & (_OtherSeat.game_id == GameSeat.game_id))
        .where(
            *_seat_conditions(club_id, members, day_range), GameSeat.partner.in_(partner_numbers), _opponent_condition()
        )
        .where(_OtherSeat.partner != NO_MEMBER, _OtherSeat.seat < len(TEAMS))
        .group_by(_OtherSeat.member, _OtherSeat.partner)
        .order_by(_OtherSeat.member, _OtherSeat.partner)
    )
    return [
        HeadToHead(sorted_pair(first, second), int(wins), int(level), games - int(wins) - int(level))
        for first, second, games, wins, level in session.execute(query)
    ]


def read_partner_results(
    session: Session, club_id: int, numbers_of_member: NumbersOfMember, day_range: DayRange = ALL_DAYS
) -> list[PartnerResult]:
    """Return the results with each partner."""
    rows = session.execute(_READ_PARTNER_RESULTS, _member_seat_parameters(club_id, numbers_of_member, day_range))
    return [PartnerResult(partner, games, int(wins)) for partner, games, wins in rows]


def list_player_games(
    session: Session,
    club_id: int,
    numbers_of_member_or_pair: tuple[NumbersOfMember, ...],
    day_range: DayRange = ALL_DAYS,
    limit: int | None = None,
) -> list[PlayerGame]:
    """Return the last games of a player, or of a pair if `numbers_of_member_or_pair` has two elements; latest last."""
    numbers_of_member, *partner_number_lists = numbers_of_member_or_pair
    query = (
        select(ClubGame.uid, GameSeat.sort_key, GameSeat.finish, GameSeat.pairs, GameSeat.points)
        .join(ClubGame, (ClubGame.club_id == GameSeat.club_id) & (ClubGame.game_id == GameSeat.game_id))
        .where(
            *_seat_conditions(club_id, numbers_of_member, day_range),
            *(GameSeat.partner.in_(numbers) for numbers in partner_number_lists),
        )
        .order_by(GameSeat.sort_key.desc())
        .limit(limit)
    )
    return [PlayerGame(row[0], row[1][:10], *row[2:]) for row in session.execute(query)][::-1]


def list_latest_games_of_two(
    session: Session, club_id: int, numbers_of_each_player: tuple[NumbersOfMember, NumbersOfMember], limit: int
) -> list[GameOfTwoPlayers]:
    """Return the last games of two players, latest first."""
    first, second = numbers_of_each_player
    query = (
        select(ClubGame.uid, GameSeat.sort_key, GameSeat.finish, _OtherSeat.finish, GameSeat.partner.in_(second))
        .join(_OtherSeat, (_OtherSeat.club_id == GameSeat.club_id) & (_OtherSeat.game_id == GameSeat.game_id))
        .join(ClubGame, (ClubGame.club_id == GameSeat.club_id) & (ClubGame.game_id == GameSeat.game_id))
        .where(*_seat_conditions(club_id, first, ALL_DAYS), _OtherSeat.member.in_(second))
        .order_by(GameSeat.sort_key.desc())
        .limit(limit)
    )
    return [GameOfTwoPlayers(row[0], row[1][:10], row[2], row[3], bool(row[4])) for row in session.execute(query)]


def count_games_by_member(session: Session, club_id: int, day_range: DayRange = ALL_DAYS) -> dict[int, int]:
    """Count the games of each member."""
    conditions = (GameSeat.club_id == club_id, GameSeat.member != NO_MEMBER, *_day_conditions(day_range))
    rows = session.execute(select(GameSeat.member, func.count()).where(*conditions).group_by(GameSeat.member))
    return {member: games for member, games in rows}  # noqa: C416 - rows are not tuples of two


def count_games_by_member_in_months(
    session: Session, club_id: int, first_month: str, last_month: str
) -> dict[int, int]:
    """Count the games of each member, from the sums of months."""
    of_members = (
        MonthlyStatistics.club_id == club_id,
        MonthlyStatistics.partner == NO_MEMBER,
        MonthlyStatistics.member != NO_MEMBER,
    )
    months = MonthlyStatistics.month >= first_month, MonthlyStatistics.month <= last_month
    query = select(MonthlyStatistics.member, func.sum(MonthlyStatistics.games)).where(*of_members, *months)
    return {member: int(games) for member, games in session.execute(query.group_by(MonthlyStatistics.member))}


def _seat_conditions(
    club_id: int, numbers_of_member: NumbersOfMember, day_range: DayRange
) -> tuple[ColumnElement[bool], ...]:
    return GameSeat.club_id == club_id, GameSeat.member.in_(numbers_of_member), *_day_conditions(day_range)


def _day_conditions(day_range: DayRange) -> tuple[ColumnElement[bool], ...]:
    first, last = day_range
    return GameSeat.sort_key >= first, GameSeat.sort_key < last + SORT_KEY_END


def _opponent_condition() -> ColumnElement[bool]:
    is_partner = GameSeat.pairs & ((_OtherSeat.seat - GameSeat.seat).in_((2, -2)))
    return (_OtherSeat.member != NO_MEMBER) & (_OtherSeat.seat != GameSeat.seat) & ~is_partner


def _count_if(condition: ColumnElement[bool]) -> ColumnElement[int]:
    return func.sum(case((condition, 1), else_=0))


def _member_seat_parameters(club_id: int, numbers_of_member: NumbersOfMember, day_range: DayRange) -> dict[str, object]:
    """Parameters of `_MEMBER_SEAT_CONDITIONS`."""
    return {"club": club_id, "mine": [*numbers_of_member], "first": day_range[0], "end": day_range[1] + SORT_KEY_END}


_MEMBER_SEAT_CONDITIONS = (
    GameSeat.club_id == bindparam("club"),
    GameSeat.member.in_(bindparam("mine", expanding=True)),
    GameSeat.sort_key >= bindparam("first"),
    GameSeat.sort_key < bindparam("end"),
)
_POINTS_DIFFERENCE = GameSeat.points - _OtherSeat.points
_READ_HEAD_TO_HEADS = (
    select(
        _OtherSeat.member,
        GameSeat.rules,
        func.count(),
        _count_if(GameSeat.finish < _OtherSeat.finish),
        _count_if(GameSeat.finish == _OtherSeat.finish),
        func.sum(_POINTS_DIFFERENCE),
        func.sum(_POINTS_DIFFERENCE * _POINTS_DIFFERENCE),
    )
    .join(_OtherSeat, (_OtherSeat.club_id == GameSeat.club_id) & (_OtherSeat.game_id == GameSeat.game_id))
    .where(*_MEMBER_SEAT_CONDITIONS, _opponent_condition())
    .group_by(_OtherSeat.member, GameSeat.rules)
    .order_by(_OtherSeat.member, GameSeat.rules)
)
_READ_PARTNER_RESULTS = (
    select(GameSeat.partner, func.count(), _count_if(GameSeat.finish == 1))
    .where(*_MEMBER_SEAT_CONDITIONS, GameSeat.partner != NO_MEMBER)
    .group_by(GameSeat.partner)
    .order_by(GameSeat.partner)
)
"""Built once: building them takes as long as the rest of their page."""
