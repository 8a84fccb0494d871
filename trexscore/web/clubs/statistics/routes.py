"""Statistics of all games of a club."""

from collections import Counter
from typing import NamedTuple

from flask import Blueprint, render_template

from trexscore.club.counted_game import NO_MEMBER
from trexscore.club.game_seats import WHOLE_CLUB
from trexscore.rules.seats import SEATS
from trexscore.web.clubs.access import ClubContext, open_club
from trexscore.web.clubs.members.presenter import member_name
from trexscore.web.clubs.statistics import measures, ratings, records
from trexscore.web.clubs.statistics.comparable_rules import chosen_rules
from trexscore.web.clubs.statistics.period import (
    Period,
    game_counts_before_merges,
    profile_in,
    records_in,
    requested_period,
)

pages = Blueprint("statistics", __name__)
_MAX_MEMBERS_SHOWN = 10


class _MemberGames(NamedTuple):
    """How many games a member has played."""

    name: str
    url: str
    game_count: int


@pages.get("/c/<club_uid>/statistics")
def show(club_uid: str) -> str:
    """Records, averages, and who has played most."""
    club = open_club(club_uid)
    period = requested_period(club)
    profile = profile_in(club, period, [WHOLE_CLUB])
    rules = chosen_rules({key: part.counts.games // len(SEATS) for key, part in profile.sums_by_rules.items()})
    points = profile.sums_under(rules.comparable_rules_key)
    club_records = records_in(club, period)
    return render_template(
        "clubs/statistics/statistics.html",
        club=club,
        period=period,
        games=profile.counts.games // len(SEATS),
        rules=rules,
        contracts=measures.contract_chart(points),
        groups=measures.measure_groups(profile, points, measures.CLUB_MEASURE_GROUPS),
        counted=records.named_count_records(club_records),
        in_points=records.named_points_records(club_records, rules.comparable_rules_key),
        most=_members_with_most_games(club, period),
    )


def _members_with_most_games(club: ClubContext, period: Period) -> list[_MemberGames]:
    games: Counter[int] = Counter()
    for number, game_count in game_counts_before_merges(club, period).items():
        games[club.record.surviving_member(number).number] += game_count
    top = sorted(games.items(), key=lambda item: (-item[1], item[0]))[:_MAX_MEMBERS_SHOWN]
    return [
        _MemberGames(
            member_name(club.record, number),
            ratings.player_url(club, (number, NO_MEMBER), period.season_number),
            game_count,
        )
        for number, game_count in top
    ]
