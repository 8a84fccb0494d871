"""Whom a player has met, as pages show it: opponents, partners, recent form."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from trexscore.club.counted_game import NO_MEMBER
from trexscore.club.game_seats import PlayerKey
from trexscore.db.league import head_to_head as head_to_head_rows
from trexscore.db.league.head_to_head import PlayerGame
from trexscore.db.models import db
from trexscore.game.file.names import name_sort_key
from trexscore.league.pairs import sorted_pair
from trexscore.league.statistics.head_to_head import (
    RECENT_GAME_COUNT,
    HeadToHead,
    Opponent,
    PartnerResult,
    best_partners_of_player,
    nemeses,
)
from trexscore.league.statistics.measures import MIN_SAMPLE_SIZE
from trexscore.web.clubs.access import ClubContext
from trexscore.web.clubs.members.presenter import display_name
from trexscore.web.clubs.statistics.period import Period, current_player_key
from trexscore.web.clubs.statistics.ratings import player_names, player_url
from trexscore.web.rendering import isolate_name


class MetPlayer(NamedTuple):
    """An opponent: games finished ahead of, level with and behind them. Or a partner: games won and not won."""

    member_number: int
    name: str
    url: str
    game_count: int
    ahead_or_won_count: int
    level_count: int
    behind_or_lost_count: int
    is_small_sample: bool


class MetPlayers(NamedTuple):
    """All opponents and partners. Ties make several nemeses or best partners; there may be none."""

    opponents: tuple[MetPlayer, ...]
    partners: tuple[MetPlayer, ...]
    nemeses: tuple[MetPlayer, ...]
    best_partners: tuple[MetPlayer, ...]


def recent_games(club: ClubContext, player_key: PlayerKey, period: Period) -> list[PlayerGame]:
    """The latest games of a player or a pair."""
    numbers = tuple(club.record.all_numbers_of(number) for number in player_key if number != NO_MEMBER)
    return head_to_head_rows.list_player_games(
        db.session(), club.club_head.id, numbers, period.day_range, RECENT_GAME_COUNT
    )


def head_to_heads_of_player(club: ClubContext, member_number: int, period: Period) -> list[HeadToHead[int]]:
    """How the player fared against each opponent."""
    numbers = club.record.all_numbers_of(member_number)
    rows = head_to_head_rows.list_head_to_heads(db.session(), club.club_head.id, numbers, period.day_range)
    return _sum_by_opponent(rows, lambda number: club.record.surviving_member(number).number)


def head_to_heads_of_pair(club: ClubContext, pair_key: PlayerKey, period: Period) -> list[HeadToHead[PlayerKey]]:
    """How a pair fared against each other pair."""
    numbers = club.record.all_numbers_of(pair_key[0]), club.record.all_numbers_of(pair_key[1])
    rows = head_to_head_rows.list_head_to_heads_of_pair(db.session(), club.club_head.id, numbers, period.day_range)
    return _sum_by_opponent(rows, lambda pair: current_player_key(club.record, pair))


def _sum_by_opponent(
    head_to_heads: Iterable[HeadToHead[Opponent]], current_opponent_of: Callable[[Opponent], Opponent]
) -> list[HeadToHead[Opponent]]:
    """The rows of each opponent after merges, added up."""
    records: dict[Opponent, HeadToHead[Opponent]] = {}
    for row in head_to_heads:
        opponent = current_opponent_of(row.opponent)
        record = records.get(opponent, HeadToHead(opponent))
        records[opponent] = HeadToHead(
            opponent,
            record.ahead + row.ahead,
            record.level + row.level,
            record.behind + row.behind,
            record.point_difference_samples + row.point_difference_samples,
        )
    return list(records.values())


def partner_results_of_player(club: ClubContext, member_number: int, period: Period) -> list[PartnerResult]:
    """How the player fared with each partner."""
    records: dict[int, PartnerResult] = {}
    for row in head_to_head_rows.read_partner_results(
        db.session(), club.club_head.id, club.record.all_numbers_of(member_number), period.day_range
    ):
        member = club.record.surviving_member(row.partner_number).number
        record = records.get(member, PartnerResult(member))
        records[member] = PartnerResult(member, record.game_count + row.game_count, record.win_count + row.win_count)
    return list(records.values())


def opponents_of_pair(club: ClubContext, pair_key: PlayerKey, period: Period) -> MetPlayers:
    """The pairs that a pair has met."""
    against = head_to_heads_of_pair(club, pair_key, period)
    return MetPlayers(
        _most_met_first(_opponent_pair_line(club, record, period) for record in against),
        (),
        _most_met_first(_opponent_pair_line(club, record, period) for record in nemeses(against)),
        (),
    )


def opponents_and_partners_of(club: ClubContext, member_number: int, period: Period) -> MetPlayers:
    """Everyone whom a player has met."""
    against = head_to_heads_of_player(club, member_number, period)
    with_partners = partner_results_of_player(club, member_number, period)
    base_url = f"{player_url(club, (member_number, NO_MEMBER))}/against"
    return MetPlayers(
        _most_met_first(_opponent_line(club, base_url, record) for record in against),
        _most_met_first(_partner_line(club, member_number, record, period) for record in with_partners),
        _most_met_first(_opponent_line(club, base_url, record) for record in nemeses(against)),
        _most_met_first(
            _partner_line(club, member_number, record, period) for record in best_partners_of_player(with_partners)
        ),
    )


def _opponent_line(club: ClubContext, base_url: str, head_to_head: HeadToHead[int]) -> MetPlayer:
    name = display_name(club.record.surviving_member(head_to_head.opponent))
    return _met_player(head_to_head.opponent, name, f"{base_url}/{head_to_head.opponent}", head_to_head)


def _opponent_pair_line(club: ClubContext, head_to_head: HeadToHead[PlayerKey], period: Period) -> MetPlayer:
    name = " · ".join(isolate_name(name) for name in player_names(club, head_to_head.opponent))
    return _met_player(
        head_to_head.opponent[0], name, player_url(club, head_to_head.opponent, period.season_number), head_to_head
    )


def _met_player(number: int, name: str, url: str, head_to_head: HeadToHead[int] | HeadToHead[PlayerKey]) -> MetPlayer:
    return MetPlayer(
        number,
        name,
        url,
        head_to_head.game_count,
        head_to_head.ahead,
        head_to_head.level,
        head_to_head.behind,
        head_to_head.game_count < MIN_SAMPLE_SIZE,
    )


def _partner_line(club: ClubContext, member_number: int, partner_result: PartnerResult, period: Period) -> MetPlayer:
    name = display_name(club.record.surviving_member(partner_result.partner_number))
    url = player_url(club, sorted_pair(member_number, partner_result.partner_number), period.season_number)
    lost = partner_result.game_count - partner_result.win_count
    return MetPlayer(
        partner_result.partner_number,
        name,
        url,
        partner_result.game_count,
        partner_result.win_count,
        0,
        lost,
        partner_result.game_count < MIN_SAMPLE_SIZE,
    )


def _most_met_first(met_players: Iterable[MetPlayer]) -> tuple[MetPlayer, ...]:
    return tuple(
        sorted(met_players, key=lambda player: (-player.game_count, name_sort_key(player.name), player.member_number))
    )
