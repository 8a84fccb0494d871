"""Whom a player has met, as pages show it: opponents, partners, recent form."""

from collections.abc import Iterable
from typing import NamedTuple

from flask import url_for

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
    PartnerResult,
    best_partners_of_player,
    nemeses,
)
from trexscore.league.statistics.measures import MIN_SAMPLE_SIZE
from trexscore.web.clubs.access import ClubContext
from trexscore.web.clubs.members.presenter import member_name
from trexscore.web.clubs.statistics.period import Period, current_player_key
from trexscore.web.clubs.statistics.ratings import player_names, player_url
from trexscore.web.rendering import isolate_name


class MetPlayer(NamedTuple):
    """An opponent: games finished ahead of, level with and behind them. Or a partner: games won and not won."""

    name: str
    url: str
    game_count: int
    ahead_or_won_count: int
    level_count: int
    behind_or_lost_count: int

    @property
    def is_small_sample(self) -> bool:
        """Whether the games are few."""
        return self.game_count < MIN_SAMPLE_SIZE


class MetPlayers(NamedTuple):
    """All opponents and partners. Ties make several nemeses or best partners; there may be none."""

    opponents: list[MetPlayer]
    partners: list[MetPlayer]
    nemeses: list[MetPlayer]
    best_partners: list[MetPlayer]


def recent_games(club: ClubContext, player_key: PlayerKey, period: Period) -> list[PlayerGame]:
    """The latest games of a player or a pair."""
    member_numbers_of_players = tuple(
        club.record.all_numbers_of(number) for number in player_key if number != NO_MEMBER
    )
    return head_to_head_rows.list_player_games(
        db.session(), club.id, member_numbers_of_players, period.day_range, RECENT_GAME_COUNT
    )


def head_to_heads(club: ClubContext, player_key: PlayerKey, period: Period) -> list[HeadToHead[PlayerKey]]:
    """How a player fared against each opponent, or a pair against each other pair, in the order of their numbers."""
    session, club_id, days = db.session(), club.id, period.day_range
    member_numbers = club.record.all_numbers_of(player_key[0])
    if player_key[1] == NO_MEMBER:
        rows = head_to_head_rows.list_head_to_heads(session, club_id, member_numbers, days)
    else:
        both_numbers = member_numbers, club.record.all_numbers_of(player_key[1])
        rows = head_to_head_rows.list_head_to_heads_of_pair(session, club_id, both_numbers, days)
    sums: dict[PlayerKey, HeadToHead[PlayerKey]] = {}
    for row in rows:
        opponent = current_player_key(club.record, row.opponent)
        record = sums.get(opponent, HeadToHead(opponent))
        sums[opponent] = HeadToHead(
            opponent,
            record.ahead + row.ahead,
            record.level + row.level,
            record.behind + row.behind,
            record.point_difference_samples + row.point_difference_samples,
        )
    return [sums[opponent] for opponent in sorted(sums)]


def partner_results_of_player(club: ClubContext, member_number: int, period: Period) -> list[PartnerResult]:
    """How the player fared with each partner, in the order of their numbers."""
    records: dict[int, PartnerResult] = {}
    for row in head_to_head_rows.read_partner_results(
        db.session(), club.id, club.record.all_numbers_of(member_number), period.day_range
    ):
        member = club.record.surviving_member(row.partner_number).number
        record = records.get(member, PartnerResult(member))
        records[member] = PartnerResult(member, record.game_count + row.game_count, record.win_count + row.win_count)
    return [records[member] for member in sorted(records)]


def met_players(club: ClubContext, player_key: PlayerKey, period: Period) -> MetPlayers:
    """Everyone whom a player has met, or the pairs that a pair has met."""
    is_pair = player_key[1] != NO_MEMBER
    opponent_records = head_to_heads(club, player_key, period)
    with_partners = [] if is_pair else partner_results_of_player(club, player_key[0], period)

    def opponents(records: Iterable[HeadToHead[PlayerKey]]) -> list[MetPlayer]:
        return _most_met_first(_opponent_line(club, player_key, record, period) for record in records)

    def partners(results: Iterable[PartnerResult]) -> list[MetPlayer]:
        return _most_met_first(_partner_line(club, player_key[0], result, period) for result in results)

    return MetPlayers(
        opponents(opponent_records),
        partners(with_partners),
        opponents(nemeses(opponent_records)),
        partners(best_partners_of_player(with_partners)),
    )


def _opponent_line(
    club: ClubContext, player_key: PlayerKey, head_to_head: HeadToHead[PlayerKey], period: Period
) -> MetPlayer:
    (opponent, partner), (member, _partner) = head_to_head.opponent, player_key
    names = player_names(club, head_to_head.opponent)
    if partner == NO_MEMBER:
        name = names[0]
        url = url_for("players.head_to_head", club_uid=club.uid, member_number=member, opponent_number=opponent)
    else:
        name = " · ".join(map(isolate_name, names))
        url = player_url(club, head_to_head.opponent, period.season_number)
    return MetPlayer(name, url, head_to_head.game_count, head_to_head.ahead, head_to_head.level, head_to_head.behind)


def _partner_line(club: ClubContext, member_number: int, partner_result: PartnerResult, period: Period) -> MetPlayer:
    partner, games, won = partner_result
    url = player_url(club, sorted_pair(member_number, partner), period.season_number)
    return MetPlayer(member_name(club.record, partner), url, games, won, 0, games - won)


def _most_met_first(players: Iterable[MetPlayer]) -> list[MetPlayer]:
    return sorted(players, key=lambda player: (-player.game_count, name_sort_key(player.name)))
