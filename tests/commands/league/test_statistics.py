"""Stored statistics equal those calculated from all games, also after merges."""

from datetime import date, timedelta
from random import Random

import pytest
from flask import Flask

from tests.support.clubs.club import SiteClub, four_members, play_game
from tests.support.databases import both_databases
from tests.support.plain.head_to_head import FinishedGame, recent_form, results_by_opponent, results_by_partner
from tests.support.statistics import records_of
from trexscore.club.counted_game import NO_MEMBER
from trexscore.club.game_seats import WHOLE_CLUB, PlayerKey, game_for_records
from trexscore.commands.league.statistics import facts_about
from trexscore.db.league import head_to_head as head_to_head_rows
from trexscore.db.league import statistics as statistics_rows
from trexscore.db.league.statistics import GameWithFacts
from trexscore.db.models import db
from trexscore.league.statistics.head_to_head import HeadToHead
from trexscore.league.statistics.profile import Profile, profile_of
from trexscore.rules.seats import BySeat
from trexscore.web.clubs.access import ClubContext
from trexscore.web.clubs.statistics.period import Period, profile_in, records_in, stored_keys_of_player

pytestmark = both_databases

PRESETS = ("standard", "partnership")


@pytest.fixture
def year(club: SiteClub) -> tuple[SiteClub, list[int]]:
    """Twelve games in a year, with players and with pairs, one guest among them."""
    random = Random(7)  # noqa: S311 - no secret
    members = [*four_members(club), club.join("Farah"), club.join("Ghada")]
    for number in range(12):
        seats: list[int | None] = list(random.sample(members, 4))
        if number == 5:
            seats[2] = None
        day = date(2026, 1, 10) + timedelta(days=27 * number)
        club.count_game(play_game(number, PRESETS[number % 3 == 0]), seats, on=day.isoformat())
    return club, members


def games(club: SiteClub, first: str = "", last: str = "") -> list[GameWithFacts]:
    all_games = statistics_rows.read_games_with_facts(db.session(), club.id, "", "")
    return [game for game in all_games if not first or first <= game.sort_key[:10] <= last]


def profile_from_games(club: SiteClub, keys: list[PlayerKey], first: str = "", last: str = "") -> Profile:
    """The profile, calculated from every single game."""
    games_of_period = games(club, first, last)
    return profile_of(
        (game.game_uid, facts) for game in games_of_period for key in keys for facts in facts_about(game, key)
    )


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
        number = club.create_season(name=first + last, **{"from": first, "until": last})
        scope = ClubContext(club.club_head, club.record, None)
        period = Period(club.record.seasons[number], ())
        for keys in (stored_keys_of_player(scope, members[0]), stored_keys_of_player(scope, members[0], members[1])):
            assert profile_in(scope, period, keys) == profile_from_games(club, keys, first, last), (first, last)
        club_profile = profile_in(scope, period, [WHOLE_CLUB])
        assert club_profile.counts == profile_from_games(club, [WHOLE_CLUB], first, last).counts, (first, last)
        with app.test_request_context():
            games_of_period = games(club, first, last)
            expected = records_of(
                game_for_records(game.game_uid, game.sort_key[:10], game.seats, game.facts) for game in games_of_period
            )
            assert records_in(scope, period) == expected, (first, last)


def test_head_to_head_rows_equal_league_calculation(
    year: tuple[SiteClub, list[int]],
) -> None:
    club, members = year
    finished_games = [
        FinishedGame(
            game.game_uid,
            game.sort_key,
            game.seats[0].rules,
            BySeat(*(seat.member or None for seat in game.seats)),
            BySeat(*(seat.finish for seat in game.seats)),
            BySeat(*(seat.points for seat in game.seats)),
        )
        for game in games(club)
    ]
    for member in members:
        totals: dict[int, HeadToHead[int]] = {}
        for row in head_to_head_rows.list_head_to_heads(db.session(), club.id, [member]):
            opponent, no_partner = row.opponent
            assert no_partner == NO_MEMBER
            total = totals.get(opponent, HeadToHead(opponent))
            totals[opponent] = HeadToHead(
                opponent,
                total.ahead + row.ahead,
                total.level + row.level,
                total.behind + row.behind,
                (*total.point_difference_samples, *row.point_difference_samples),
            )
        assert tuple(totals.values()) == results_by_opponent(finished_games, member)
        partner_results = [
            (result.partner_number, result.game_count, result.win_count)
            for result in results_by_partner(finished_games, member)
        ]
        partner_rows = head_to_head_rows.read_partner_results(db.session(), club.id, [member])
        assert [(row.partner_number, row.game_count, row.win_count) for row in partner_rows] == partner_results
        last_games = head_to_head_rows.list_player_games(db.session(), club.id, ([member],), limit=10)
        assert [(row.game_uid, row.finish, row.points) for row in last_games] == [
            (result.game, result.place, result.points) for result in recent_form(finished_games, member)
        ]


def test_merged_members_are_summed_and_separated(year: tuple[SiteClub, list[int]]) -> None:
    club, members = year
    other = club.join("Farah’s other name")
    club.count_game(play_game(30), [*members[:3], other], on="2026-05-05")
    all_days = Period(None, ())

    def counted(number: int) -> int:
        scope = ClubContext(club.club_head, club.record, None)
        return profile_in(scope, all_days, stored_keys_of_player(scope, number)).counts.games

    separate_count = counted(members[4])
    merge = club.merge_members(other, members[4])
    assert counted(members[4]) == separate_count + 1
    club.add_entry("take_back", merge)
    assert counted(members[4]) == separate_count
    assert counted(other) == 1


def test_guest_without_member_counts_for_club_only(
    year: tuple[SiteClub, list[int]],
) -> None:
    club, members = year
    scope = ClubContext(club.club_head, club.record, None)
    all_days = Period(None, ())
    game_counts = [profile_in(scope, all_days, stored_keys_of_player(scope, member)).counts.games for member in members]
    assert profile_in(scope, all_days, [WHOLE_CLUB]).counts.games == sum(game_counts) + 1 == 48
    assert profile_in(scope, all_days, [(NO_MEMBER, 1)]).counts.games == 0
