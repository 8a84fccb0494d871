"""Seasons: which games count, recalculation after changes, and standings of past days."""

from typing import TYPE_CHECKING

import pytest

from tests.support.clubs.club import (
    BEST_TWO,
    DAY,
    OPPOSITE_SEATS,
    PARTNERS,
    Clock,
    SiteClub,
    add_game_entry,
    all_clubs_are_valid,
    four_members,
    play_game,
    totals_of_whole_game,
)
from tests.support.clubs.league_rows import all_standings
from tests.support.databases import both_databases
from trexscore.club.counted_game import NO_MEMBER
from trexscore.club.season_tallies import SeasonPlayer
from trexscore.commands.clubs.create_club import OWNER_MEMBER_NUMBER
from trexscore.db.clubs.clubs import read_standings_record_at_time
from trexscore.db.league.season_ranking import rank_season
from trexscore.db.league.standings import ResultSelection, list_counted_results, read_best_games_result_ids
from trexscore.db.models import db

if TYPE_CHECKING:
    from tests.support.tables import Json

pytestmark = pytest.mark.usefixtures("app_context")


def test_game_counts_in_matching_seasons(club: SiteClub) -> None:
    members = four_members(club)
    year = club.create_season()
    spring = club.create_season(name="Spring", until="2026-06-30")
    plain = club.create_season(name="Plain", house_rules={"preset": "no_doubling"})
    pairs = club.create_season(name="Pairs", house_rules=PARTNERS)
    game = play_game(1)
    club.count_game(game, members)
    assert [bool(club.points(season)) for season in (year, spring, plain, pairs)] == [True, False, False, False]
    club.count_game(game, members, on="2026-06-30")
    assert [bool(club.points(season)) for season in (year, spring, plain, pairs)] == [True, True, False, False]
    club.count_game(game, members, although=["house_rules"])
    assert [bool(club.points(season)) for season in (year, spring, plain, pairs)] == [True, False, True, False]
    assert all_clubs_are_valid()


def test_game_is_admitted_to_chosen_seasons(club: SiteClub) -> None:
    members = four_members(club)
    first = club.create_season(name="One", house_rules={"preset": "no_doubling"})
    second = club.create_season(name="Other", house_rules={"preset": "no_doubling"})
    game = play_game(1)
    club.count_game(game, members, although=["house_rules"], seasons=[second])
    assert (bool(club.points(first)), bool(club.points(second))) == (False, True)
    assert club.refusal_codes("game", {"uid": game, "seats": {"A": 3}, "on": DAY, "seasons": [1]}) == {"unknown_choice"}
    assert all_clubs_are_valid()


@pytest.mark.parametrize("partnership", [False, True])
def test_admission_negates_reversed_signs(club: SiteClub, *, partnership: bool) -> None:
    members = four_members(club)
    rules: Json = {"partnership": partnership}
    season = club.create_season(house_rules={"preset": "standard", "options": rules})
    game = play_game(1, **rules, signs="reversed", winner="lowest_total")
    same_game = play_game(1, **rules)
    club.count_game(game, members, although=["house_rules"], seasons=[season])
    admitted = club.tally_by_player(season)
    club.exclude_game(game)
    club.count_game(same_game, members)
    assert admitted == club.tally_by_player(season)
    assert all_clubs_are_valid()


def test_removed_player_keeps_rank(club: SiteClub) -> None:
    members = four_members(club)
    season = club.create_season()
    club.count_game(play_game(1), members)

    def ranks() -> dict[int, int | None]:
        rows = rank_season(db.session(), club.id, club.record, club.record.seasons[season])
        return {row.player.member: row.rank for row in rows}

    before = ranks()
    first = next(number for number, rank in before.items() if rank == 1 and number != OWNER_MEMBER_NUMBER)
    club.add_entry("erased", {"member": first})
    assert ranks() == before


@both_databases
def test_counting_games_of_player_come_first(club: SiteClub) -> None:
    members = four_members(club)
    season = club.create_season(counting=BEST_TWO)
    for seed in range(1, 6):
        club.count_game(play_game(seed), members, on=f"2026-03-0{seed}")
    selection = ResultSelection(club.id, SeasonPlayer(season, OWNER_MEMBER_NUMBER, NO_MEMBER))
    counting = read_best_games_result_ids(db.session(), selection, club.record.seasons[season].season_rules)
    pages = [list_counted_results(db.session(), selection, first, 2, counting) for first in (0, 2, 4)]
    results = [result for page in pages for result in page]
    best = sorted((totals_of_whole_game(seed)[0] for seed in range(1, 6)), reverse=True)[:2]
    assert sorted((result.points for result in results[:2]), reverse=True) == best
    days = [result.played_on for result in results]
    assert days[:2] == sorted(days[:2], reverse=True)
    assert days[2:] == sorted({f"2026-03-0{seed}" for seed in range(1, 6)} - {*days[:2]}, reverse=True)


def test_changed_season_is_recalculated(club: SiteClub) -> None:
    members = four_members(club)
    season = club.create_season(counting=BEST_TWO)
    for seed in (1, 2, 3):
        club.count_game(play_game(seed), members, on=f"2026-0{seed}-01")
    game_points = [totals_of_whole_game(seed)[0] for seed in (1, 2, 3)]
    assert list(club.stored_game_points(season, members[0])) == sorted(game_points, reverse=True)[:2]
    club.change_season(season, counting={"basis": {"kind": "best", "best": 1, "of": 2}})
    assert list(club.stored_game_points(season, members[0])) == game_points[:2]
    club.change_season(season)
    assert club.stored_game_points(season, members[0]) == ()
    club.change_season(season, until="2026-02-28")
    assert club.points(season)[members[0]] == game_points[0] + game_points[1]
    club.change_season(season, house_rules={"preset": "no_doubling"})
    assert club.points(season) == {}
    club.add_entry("take_back", season)
    assert club.points(season) == {}
    assert all_clubs_are_valid()


@both_databases
def test_lowest_points_are_kept_under_reversed_signs(club: SiteClub) -> None:
    members = four_members(club)
    reversed_signs = {"preset": "wikipedia_reversed"}
    season = club.create_season(counting=BEST_TWO, house_rules=reversed_signs)
    game_points = []
    for seed in (1, 2, 3):
        club.count_game(play_game(seed, "wikipedia_reversed"), members)
        game_points.append(totals_of_whole_game(seed, "wikipedia_reversed")[0])
    assert list(club.stored_game_points(season, members[0])) == sorted(game_points)[:2]
    assert all_clubs_are_valid()


def test_moved_game_changes_first_games(club: SiteClub) -> None:
    members = four_members(club)
    season = club.create_season(counting={"basis": {"kind": "best", "best": 1, "of": 1}})
    first, second = play_game(1), play_game(2)
    club.count_game(first, members, on="2026-03-01")
    club.count_game(second, members, on="2026-04-01")
    assert club.stored_game_points(season, members[0]) == (totals_of_whole_game(1)[0],)
    club.count_game(second, members, on="2026-02-01")
    assert club.stored_game_points(season, members[0]) == (totals_of_whole_game(2)[0],)
    assert all_clubs_are_valid()


@both_databases
def test_standings_of_past_day_stay(club: SiteClub, clock: Clock) -> None:
    members = four_members(club)
    season = club.create_season()
    game = play_game(1)
    club.count_game(game, members)
    counted = clock()
    clock.advance(60_000)
    club.exclude_game(game)
    assert club.points(season) == {}
    assert club.points(season, counted) == dict(zip(members, totals_of_whole_game(1), strict=True))
    assert club.tally_by_player(season, "2026-01-01") == {}
    club.join("Farah")
    assert len(read_standings_record_at_time(club.club_head, counted).members) == 4


def test_clock_set_back_duplicates_no_rows(club: SiteClub, clock: Clock) -> None:
    members = four_members(club)
    season = club.create_season()
    games = [play_game(seed) for seed in (1, 2, 3)]
    club.count_game(games[0], members)
    late = clock.advance(3_600_000)
    club.count_game(games[1], members)
    early = clock.advance(-1_800_000)
    club.exclude_game(games[1])
    club.count_game(games[1], members)
    club.count_game(games[2], members)
    clock.advance(600_000)
    changes = [{"seats": OPPOSITE_SEATS, "deals": True}]
    add_game_entry(games[0], {"corrected": {"reason": "they sat the other way round", "changes": changes}})
    for at in (early, clock(), late, "2027"):
        assert len(club.standing_rows(season, at)) == 4
    assert club.tally_by_player(season, early) != club.tally_by_player(season, late) == club.tally_by_player(season)
    rows = [row for row in all_standings(db.session(), club.id) if row.player == SeasonPlayer(season, 3, 0)]
    assert [row.valid_from for row in rows] == sorted(row.valid_from for row in rows)
    assert all_clubs_are_valid()
