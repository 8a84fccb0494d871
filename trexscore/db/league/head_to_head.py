"""Head-to-head and partner statistics by SQL. Member numbers are as in the club's entries, before merges."""

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import ColumnElement, bindparam, case, func, select
from sqlalchemy.orm import Session, aliased

from trexscore.club.counted_game import NO_MEMBER
from trexscore.club.game_seats import PlayerKey
from trexscore.db.clubs.models import ClubGame
from trexscore.db.league.models import SORT_KEY_END, GameSeat, MonthlyStatistics
from trexscore.league.number_tuples import Sample
from trexscore.league.pairs import sorted_pair
from trexscore.league.statistics.head_to_head import HeadToHead, PartnerResult
from trexscore.rules.seats import TEAMS

DayRange = tuple[str, str]
"""First and last day; two empty texts mean all days."""
ALL_DAYS: DayRange = ("", "")
NumbersOfMember = Collection[int]
"""The numbers of one person: several after a merge."""


class PlayerGame(NamedTuple):
    """A game with the finish and points of one player."""

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
_CLUB_AND_DAYS = (
    GameSeat.club_id == bindparam("club"),
    GameSeat.sort_key >= bindparam("first"),
    GameSeat.sort_key < bindparam("end"),
)
_MEMBER_SEATS = (*_CLUB_AND_DAYS, GameSeat.member.in_(bindparam("mine", expanding=True)))
_IS_SAME_GAME = (_OtherSeat.club_id == GameSeat.club_id) & (_OtherSeat.game_id == GameSeat.game_id)
_IS_GAME_OF_SEAT = (ClubGame.club_id == GameSeat.club_id) & (ClubGame.game_id == GameSeat.game_id)
_IS_OPPONENT = (
    (_OtherSeat.member != NO_MEMBER)
    & (_OtherSeat.seat != GameSeat.seat)
    & ~(GameSeat.pairs & ((_OtherSeat.seat - GameSeat.seat).in_((2, -2))))
)


def _count_if(condition: ColumnElement[bool]) -> ColumnElement[int]:
    return func.sum(case((condition, 1), else_=0))


_GAMES_WINS_TIES = (
    func.count(),
    _count_if(GameSeat.finish < _OtherSeat.finish),
    _count_if(GameSeat.finish == _OtherSeat.finish),
)
_POINTS_DIFFERENCE = GameSeat.points - _OtherSeat.points
_READ_HEAD_TO_HEADS = (
    select(
        _OtherSeat.member,
        GameSeat.rules,
        *_GAMES_WINS_TIES,
        func.sum(_POINTS_DIFFERENCE),
        func.sum(_POINTS_DIFFERENCE * _POINTS_DIFFERENCE),
    )
    .join(_OtherSeat, _IS_SAME_GAME)
    .where(*_MEMBER_SEATS, _IS_OPPONENT)
    .group_by(_OtherSeat.member, GameSeat.rules)
    .order_by(_OtherSeat.member, GameSeat.rules)
)
_READ_PARTNER_RESULTS = (
    select(GameSeat.partner, func.count(), _count_if(GameSeat.finish == 1))
    .where(*_MEMBER_SEATS, GameSeat.partner != NO_MEMBER)
    .group_by(GameSeat.partner)
    .order_by(GameSeat.partner)
)
"""Built once: building them takes as long as the rest of their page."""


def list_head_to_heads(
    session: Session, club_id: int, numbers_of_member: NumbersOfMember, day_range: DayRange = ALL_DAYS
) -> list[HeadToHead[PlayerKey]]:
    """Return the record against each opponent, by comparable rules; partners are not opponents."""
    rows = session.execute(_READ_HEAD_TO_HEADS, _seat_parameters(club_id, day_range, numbers_of_member))
    return [
        HeadToHead(
            (member, NO_MEMBER),
            int(wins),
            int(level),
            games - wins - level,
            ((rules, Sample(games, int(points), int(squares))),),
        )
        for member, rules, games, wins, level, points, squares in rows
    ]


def list_head_to_heads_of_pair(
    session: Session,
    club_id: int,
    numbers_of_each_partner: tuple[NumbersOfMember, NumbersOfMember],
    day_range: DayRange = ALL_DAYS,
) -> list[HeadToHead[PlayerKey]]:
    """Return the record of a pair against each other pair, with numbers as in the club's entries."""
    members, partner_numbers = numbers_of_each_partner
    other_pair = _OtherSeat.member, _OtherSeat.partner
    query = (
        select(*other_pair, *_GAMES_WINS_TIES)
        .join(_OtherSeat, _IS_SAME_GAME)
        .where(*_MEMBER_SEATS, GameSeat.partner.in_(partner_numbers), _IS_OPPONENT)
        .where(_OtherSeat.partner != NO_MEMBER, _OtherSeat.seat < len(TEAMS))
        .group_by(*other_pair)
        .order_by(*other_pair)
    )
    return [
        HeadToHead(sorted_pair(first, second), int(wins), int(level), games - int(wins) - int(level))
        for first, second, games, wins, level in session.execute(query, _seat_parameters(club_id, day_range, members))
    ]


def read_partner_results(
    session: Session, club_id: int, numbers_of_member: NumbersOfMember, day_range: DayRange = ALL_DAYS
) -> list[PartnerResult]:
    rows = session.execute(_READ_PARTNER_RESULTS, _seat_parameters(club_id, day_range, numbers_of_member))
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
        .join(ClubGame, _IS_GAME_OF_SEAT)
        .where(*_MEMBER_SEATS, *(GameSeat.partner.in_(numbers) for numbers in partner_number_lists))
        .order_by(GameSeat.sort_key.desc())
        .limit(limit)
    )
    rows = session.execute(query, _seat_parameters(club_id, day_range, numbers_of_member))
    return [PlayerGame(row[0], row[1][:10], *row[2:]) for row in rows][::-1]


def list_latest_games_of_two(
    session: Session, club_id: int, numbers_of_each_player: tuple[NumbersOfMember, NumbersOfMember], limit: int
) -> list[GameOfTwoPlayers]:
    """Return the last games of two players, latest first."""
    first, second = numbers_of_each_player
    query = (
        select(ClubGame.uid, GameSeat.sort_key, GameSeat.finish, _OtherSeat.finish, GameSeat.partner.in_(second))
        .join(_OtherSeat, _IS_SAME_GAME)
        .join(ClubGame, _IS_GAME_OF_SEAT)
        .where(*_MEMBER_SEATS, _OtherSeat.member.in_(second))
        .order_by(GameSeat.sort_key.desc())
        .limit(limit)
    )
    rows = session.execute(query, _seat_parameters(club_id, ALL_DAYS, first))
    return [GameOfTwoPlayers(row[0], row[1][:10], row[2], row[3], bool(row[4])) for row in rows]


def count_games_by_member(session: Session, club_id: int, day_range: DayRange = ALL_DAYS) -> dict[int, int]:
    query = select(GameSeat.member, func.count()).where(*_CLUB_AND_DAYS, GameSeat.member != NO_MEMBER)
    rows = session.execute(query.group_by(GameSeat.member), _seat_parameters(club_id, day_range))
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


def _seat_parameters(club_id: int, day_range: DayRange, numbers_of_member: NumbersOfMember = ()) -> dict[str, object]:
    """Parameters of `_MEMBER_SEATS`."""
    return {"club": club_id, "first": day_range[0], "end": day_range[1] + SORT_KEY_END, "mine": [*numbers_of_member]}
