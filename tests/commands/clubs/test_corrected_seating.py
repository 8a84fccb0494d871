"""A corrected seating in a counted game: points and pairs follow the players."""

from typing import Any

import pytest
from flask import Flask

from tests.support.clubs.club import (
    DAY,
    OPPOSITE_SEATS,
    PARTNERS,
    Clock,
    SiteClub,
    add_game_entry,
    all_clubs_are_valid,
    four_members,
    new_club,
    play_game,
    record,
    start_game_from_file,
    totals_of_whole_game,
)
from tests.support.plain.games import PlainGameRecord
from tests.support.tables import NAMES, Json
from tests.support.whole_games import whole_game
from trexscore.db.clubs import counted_games
from trexscore.db.league import ratings as rating_rows
from trexscore.db.league import standings as standing_rows
from trexscore.db.league import statistics as statistics_rows
from trexscore.db.models import db


def correct_seating(uid: str, seats: dict[str, str], *, deals: bool = False) -> int:
    """Correct the seating: the number of the entry."""
    return add_game_entry(
        uid, {"corrected": {"reason": "seen on a photograph", "changes": [{"seats": seats, "deals": deals}]}}
    )


def test_seating_moves_points_of_seats(club: SiteClub, clock: Clock) -> None:
    members = four_members(club)
    season = club.create_season()
    game = play_game(1)
    club.count_game(game, members)
    before = clock()
    clock.advance(1)
    first = record(game).counted_entries[0].seq
    seq = correct_seating(game, OPPOSITE_SEATS)
    a, b, c, d = totals_of_whole_game(1)
    assert club.points(season) == dict(zip(members, (c, d, a, b), strict=True))
    assert first < seq
    assert club.points(season, before) == dict(zip(members, (a, b, c, d), strict=True))
    causes = {row.player.member: row.cause for row in club.standing_rows(season)}
    assert causes[members[0]] == {"game": game, "seq": seq, "kind": "corrected"}
    assert all_clubs_are_valid()
    add_game_entry(game, {"take_back": seq})
    assert club.points(season) == dict(zip(members, (a, b, c, d), strict=True))
    assert all_clubs_are_valid()


def test_seating_with_captures_keeps_points(club: SiteClub, clock: Clock) -> None:
    members = four_members(club)
    season = club.create_season()
    game = play_game(1)
    club.count_game(game, members)
    before = club.tally_by_player(season), club.standing_rows(season)
    clock.advance(1)
    correct_seating(game, OPPOSITE_SEATS, deals=True)
    assert (club.tally_by_player(season), club.standing_rows(season)) == before
    assert all_clubs_are_valid()
    correct_seating(game, {"A": "B", "B": "A"})
    a, b, c, d = totals_of_whole_game(1)
    assert club.points(season) == dict(zip(members, (a, b, d, c), strict=True))
    assert all_clubs_are_valid()


def test_seating_changes_pairs(club: SiteClub) -> None:
    a, b, c, d = four_members(club)
    season = club.create_season(house_rules=PARTNERS)
    game = play_game(1, **PARTNERS["options"])
    club.count_game(game, [a, b, c, d])
    before = club.tally_by_player(season)
    correct_seating(game, {"B": "C", "C": "B"})
    assert club.tally_by_player(season) == {(a, b): before[a, c], (c, d): before[b, d]}
    assert all_clubs_are_valid()


def test_later_count_names_players_not_seats(club: SiteClub) -> None:
    members = four_members(club)
    farah = club.join("Farah")
    season = club.create_season()
    game = play_game(1)
    club.count_game(game, members)
    correct_seating(game, OPPOSITE_SEATS)
    club.count_game(game, [*members[:3], farah], although=["unfinished"])
    a, b, c, d = totals_of_whole_game(1)
    assert club.points(season) == dict(zip([*members[:3], farah], (c, d, a, b), strict=True))
    row = counted_games.find_game_row(db.session(), club.id, game)
    assert row is not None
    assert row.counted_game is not None
    assert [*row.counted_game.credited_member_numbers] == [members[2], farah, *members[:2]]
    club.add_entry("game", row.counted_game.as_entry_content())
    assert club.points(season) == dict(zip([*members[:3], farah], (c, d, a, b), strict=True))
    assert all_clubs_are_valid()


ONE_SEAT_ON = {"A": "B", "B": "C", "C": "D", "D": "A"}
TWO_SWAPPED = {"A": "B", "B": "A"}


@pytest.mark.parametrize(
    ("moves", "with_captures"),
    [(ONE_SEAT_ON, False), (ONE_SEAT_ON, True), (OPPOSITE_SEATS, True), (TWO_SWAPPED, False)],
    ids=["next seat", "next seat with captures", "opposite seat with captures", "two swapped"],
)
@pytest.mark.parametrize("house_rules", [{"preset": "standard"}, PARTNERS], ids=["single players", "partners"])
def test_corrected_seating_counts_like_original_seating(
    source_site: Flask,
    house_rules: Json,
    moves: dict[str, str],
    with_captures: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    with source_site.app_context():
        clubs = [new_club(), new_club()]
        for club in clubs:
            members = four_members(club)
            club.create_season(house_rules=house_rules)
            file = whole_game("standard", 2, NAMES) | {"house_rules": house_rules}
            game = PlainGameRecord("", file, DAY, [*members], [*members[:3], club.join("Farah")])
            if club is clubs[1]:
                game.change_places(moves, along=with_captures)
            uid = start_game_from_file(game.file)
            club.count_game(uid, game.scoring_members, substitutes=dict(zip("ABCD", game.seated_members, strict=True)))
            if club is clubs[0]:
                correct_seating(uid, moves, deals=with_captures)
        assert league_data(clubs[0]) == league_data(clubs[1])
        assert all_clubs_are_valid()


def league_data(club: SiteClub) -> list[Any]:
    """Everything derived from a club's only game, by member."""
    session, season = db.session(), next(iter(club.record.seasons))
    season_players = [row.player for row in club.standing_rows(season)]
    meetings = sorted(
        meeting for meeting in standing_rows.read_meeting_counts(session, club.id, season_players) if any(meeting[2:])
    )
    (game,) = statistics_rows.read_games_with_facts(session, club.id, "", "")
    seats_by_member = {
        sitting.member: (sitting.partner, sitting.finish, sitting.points, facts)
        for sitting, facts in zip(game.seats, game.facts.facts_by_seat, strict=True)
    }
    players = statistics_rows.list_player_keys_with_profiles(session, club.id)
    profiles = {player: statistics_rows.read_profile_sum(session, club.id, player).counts for player in players}
    ratings = {
        player: row.rating
        for pairs in (False, True)
        for player, row in rating_rows.read_all_current_ratings(session, club.id, of_pairs=pairs).items()
    }
    return [club.tally_by_player(season), meetings, seats_by_member, profiles, ratings]
