"""Statistics are the same however they are summed, also across merges."""

from datetime import date, timedelta
from random import Random

import pytest
from flask import Flask

from tests.support.clubs.club import SiteClub, four_members, play_game
from tests.support.databases import both_databases
from tests.support.head_to_head import recent_form, results_by_opponent, results_by_partner
from tests.support.statistics import records_of
from trexscore.club.game_seats import NO_MEMBER, WHOLE_CLUB, PlayerKey, game_for_records
from trexscore.commands.league.statistics import facts_about
from trexscore.db.league import head_to_head as company_rows
from trexscore.db.league import statistics as statistics_rows
from trexscore.db.league.statistics import GameWithFacts
from trexscore.db.models import db
from trexscore.league.statistics.head_to_head import FinishedGame, HeadToHead
from trexscore.league.statistics.profile import Profile, profile_of
from trexscore.rules.seats import BySeat
from trexscore.web.clubs.access import ClubContext
from trexscore.web.clubs.statistics.period import Period, list_player_keys, profile_in, records_in

pytestmark = both_databases

PRESETS = ("standard", "partnership")


@pytest.fixture
def year(club: SiteClub) -> tuple[SiteClub, list[int]]:
    """Twelve games in a year, with players and with pairs, one guest among them."""
    random = Random(7)  # noqa: S311 - no secret
    members = [*four_members(club), club.join("Farah"), club.join("Ghada")]
    for number in range(12):
        sat: list[int | None] = list(random.sample(members, 4))
        if number == 5:
            sat[2] = None
        on = date(2026, 1, 10) + timedelta(days=27 * number)
        club.count(play_game(number, PRESETS[number % 3 == 0]), sat, on=on.isoformat())
    return club, members


def games(club: SiteClub, first: str = "", last: str = "") -> list[GameWithFacts]:
    found = statistics_rows.read_games_with_facts(db.session(), club.id, "", "")
    return [game for game in found if not first or first <= game.sort_key[:10] <= last]


def profile_from_games(club: SiteClub, whose: list[PlayerKey], first: str = "", last: str = "") -> Profile:
    """The profile, calculated from every single game."""
    of_games = games(club, first, last)
    return profile_of((game.uid, facts) for game in of_games for who in whose for facts in facts_about(game, who))


PERIODS = (
    ("2026-01-01", "2026-12-31"),
    ("2026-01-15", "2026-07-10"),
    ("2026-02-01", "2026-07-10"),
    ("2026-03-02", "2026-06-30"),
    ("2026-03-02", "2026-03-28"),
    ("2026-03-31", "2026-04-30"),
    ("2026-12-15", "2027-02-20"),
)


def test_season_profile_equals_sum_of_games(app: Flask, year: tuple[SiteClub, list[int]]) -> None:
    club, members = year
    for first, last in PERIODS:
        number = club.season(name=first + last, **{"from": first, "until": last})
        scope = ClubContext(club.at, club.record, None)
        stretch = Period(club.record.seasons[number], ())
        for whose in (list_player_keys(scope, members[0]), list_player_keys(scope, members[0], members[1])):
            assert profile_in(scope, stretch, whose) == profile_from_games(club, whose, first, last), (first, last)
        everybody = profile_in(scope, stretch, [WHOLE_CLUB])
        assert everybody.counts == profile_from_games(club, [WHOLE_CLUB], first, last).counts, (first, last)
        with app.test_request_context():
            told = games(club, first, last)
            due = records_of(game_for_records(one.uid, one.sort_key[:10], one.seats, one.facts) for one in told)
            assert records_in(scope, stretch) == due, (first, last)


def test_head_to_head_rows_equal_league_calculation(
    year: tuple[SiteClub, list[int]],
) -> None:
    club, members = year
    meetings = [
        FinishedGame(
            game.uid,
            game.sort_key,
            game.seats[0].rules,
            BySeat(*(one.member or None for one in game.seats)),
            BySeat(*(one.finish for one in game.seats)),
            BySeat(*(one.points for one in game.seats)),
        )
        for game in games(club)
    ]
    for member in members:
        found: dict[int, HeadToHead[int]] = {}
        for one in company_rows.read_head_to_head(db.session(), club.id, [member]):
            so_far = found.get(one.opponent, HeadToHead(one.opponent))
            found[one.opponent] = HeadToHead(
                one.opponent,
                so_far.ahead + one.ahead,
                so_far.level + one.level,
                so_far.behind + one.behind,
                (*so_far.point_differences, *one.point_differences),
            )
        assert tuple(found.values()) == results_by_opponent(meetings, member)
        with_partners = [(one.partner, one.games, one.wins) for one in results_by_partner(meetings, member)]
        of_rows = company_rows.read_partner_results(db.session(), club.id, [member])
        assert [(one.partner, one.games, one.wins) for one in of_rows] == with_partners
        last = company_rows.list_last_player_games(db.session(), club.id, ([member],), most=10)
        assert [(one.uid, one.finish, one.points) for one in last] == [
            (one.game, one.place, one.points) for one in recent_form(meetings, member)
        ]


def test_merged_members_are_summed_and_separated(year: tuple[SiteClub, list[int]]) -> None:
    club, members = year
    other = club.join("Farah’s other name")
    club.count(play_game(30), [*members[:3], other], on="2026-05-05")
    all_days = Period(None, ())

    def counted(number: int) -> int:
        scope = ClubContext(club.at, club.record, None)
        return profile_in(scope, all_days, list_player_keys(scope, number)).counts.games

    apart = counted(members[4])
    merge = club.merge(other, members[4])
    assert counted(members[4]) == apart + 1
    club.add_entry("take_back", merge)
    assert counted(members[4]) == apart
    assert counted(other) == 1


def test_guest_without_member_counts_for_club_only(
    year: tuple[SiteClub, list[int]],
) -> None:
    club, members = year
    scope = ClubContext(club.at, club.record, None)
    all_days = Period(None, ())
    each = [profile_in(scope, all_days, list_player_keys(scope, member)).counts.games for member in members]
    assert profile_in(scope, all_days, [WHOLE_CLUB]).counts.games == sum(each) + 1 == 48
    assert profile_in(scope, all_days, [(NO_MEMBER, 1)]).counts.games == 0
