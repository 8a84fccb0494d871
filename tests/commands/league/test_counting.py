"""Counted games: every case that changes whose points they are, with worked numbers."""

import pytest

from tests.support.clubs.club import (
    DAY,
    PARTNERS,
    Clock,
    SiteClub,
    add_game_entry,
    all_clubs_are_valid,
    deal_of_game,
    four_members,
    game_id,
    new_club,
    play_game,
    sign_off_kingdoms,
    totals_of_whole_game,
)
from trexscore.db.clubs import counted_games
from trexscore.db.clubs.models import OPEN_END
from trexscore.db.games import read_game_identity
from trexscore.db.league import standings as standing_rows
from trexscore.db.models import db
from trexscore.league.tally import EMPTY_TALLY

pytestmark = pytest.mark.usefixtures("app_context")


def test_game_gives_members_points_of_their_seats(club: SiteClub) -> None:
    members = four_members(club)
    season = club.create_season()
    club.count_game(play_game(1), members)
    assert club.points(season) == dict(zip(members, totals_of_whole_game(1), strict=True))
    club.count_game(play_game(2), members[::-1])
    both_clubs = [
        first + second for first, second in zip(totals_of_whole_game(1), totals_of_whole_game(2)[::-1], strict=True)
    ]
    assert club.points(season) == dict(zip(members, both_clubs, strict=True))
    assert all_clubs_are_valid()


def test_empty_seat_scores_nothing_and_substitute_for_member(club: SiteClub) -> None:
    members = four_members(club)
    substitute = club.join("Farah")
    season = club.create_season()
    club.count_game(play_game(1), [*members[:3], None], substitutes={"A": substitute})
    assert club.points(season) == dict(zip(members[:3], totals_of_whole_game(1)[:3], strict=True))


def test_partner_games_rank_pairs(club: SiteClub) -> None:
    a, b, c, d = four_members(club)
    season = club.create_season(house_rules=PARTNERS)
    club.count_game(play_game(1, **PARTNERS["options"]), [c, b, a, d])
    table = club.tally_by_player(season)
    assert set(table) == {(a, c), (b, d)}
    assert table[a, c].games == 1
    assert sum(tally.finish_twelfths[0] for tally in table.values()) in (12, 24)
    club.count_game(play_game(2, **PARTNERS["options"]), [c, b, None, d])
    assert club.tally_by_player(season)[a, c] == table[a, c]
    assert all_clubs_are_valid()


def test_game_counts_once_complete(club: SiteClub, clock: Clock) -> None:
    members = four_members(club)
    season = club.create_season()
    game = play_game(1, deals=19)
    club.count_game(game, members)
    assert club.points(season) == {}
    clock.advance(1000)
    seq = add_game_entry(game, deal_of_game(1, 19))
    assert club.points(season) == dict(zip(members, totals_of_whole_game(1), strict=True))
    assert {str(row.cause) for row in club.standing_rows(season)} == {str({"game": game, "seq": seq, "kind": "deal"})}
    clock.advance(1000)
    undo_seq = add_game_entry(game, {"take_back": seq})
    assert club.points(season) == {}
    changes = standing_rows.list_standing_rows_before(db.session(), club.id, season, OPEN_END, 400)
    assert [row.cause["seq"] for row in changes] == [undo_seq] * 4 + [seq] * 4
    club.count_game(game, members, although=["unfinished"])
    assert {tally.games for tally in club.tally_by_player(season).values()} == {1}
    assert all_clubs_are_valid()


def test_game_counts_once_signed_off(club: SiteClub) -> None:
    members = four_members(club)
    season = club.create_season()
    game, other = play_game(1), play_game(2)
    club.count_game(game, members)
    club.count_game(other, members, although=["not_agreed"])
    club.add_entry("settings", {"name": "Trex", "shows": "all", "agreed": True})
    assert club.points(season) == dict(zip(members, totals_of_whole_game(2), strict=True))
    sign_off_kingdoms(game, "ABC")
    assert {tally.games for tally in club.tally_by_player(season).values()} == {1}
    sign_off_kingdoms(game)
    assert {tally.games for tally in club.tally_by_player(season).values()} == {2}
    third = play_game(3)
    club.count_game(third, members)
    assert {tally.games for tally in club.tally_by_player(season).values()} == {2}
    club.add_entry("settings", {"name": "Trex", "shows": "all", "agreed": False})
    assert {tally.games for tally in club.tally_by_player(season).values()} == {3}
    assert all_clubs_are_valid()


def test_excluded_game_counts_when_included_again(club: SiteClub) -> None:
    members = four_members(club)
    season = club.create_season()
    game = play_game(1)
    club.count_game(game, members)
    club.exclude_game(game)
    assert club.points(season) == {}
    assert {row.tally for row in club.standing_rows(season)} == {EMPTY_TALLY}
    assert club.refusal_codes("withdrawn", {"uid": game, "reason": "again"}) == {"not_counted"}
    club.count_game(game, members[::-1])
    assert club.points(season) == dict(zip(members[::-1], totals_of_whole_game(1), strict=True))
    assert all_clubs_are_valid()


def test_changed_seats_move_points(club: SiteClub) -> None:
    members = four_members(club)
    farah = club.join("Farah")
    season = club.create_season()
    game = play_game(1)
    club.count_game(game, members)
    club.count_game(game, [farah, *members[1:]])
    assert club.points(season) == dict(zip([farah, *members[1:]], totals_of_whole_game(1), strict=True))
    assert len(list(counted_games.list_game_rows_between(db.session(), club.id))) == 1


def test_merge_adds_points_and_is_undone(club: SiteClub) -> None:
    members = four_members(club)
    duplicate, other_duplicate = club.join("Carin"), club.join("Karine")
    season = club.create_season()
    club.count_game(play_game(1), members)
    club.count_game(play_game(2), [members[0], duplicate, *members[2:]])
    club.count_game(play_game(3), [members[0], other_duplicate, *members[2:]])
    separate_points = club.points(season)
    first_merge = club.merge_members(duplicate, other_duplicate)
    second_merge = club.merge_members(other_duplicate, members[1])
    assert (
        club.points(season)[members[1]]
        == totals_of_whole_game(1)[1] + totals_of_whole_game(2)[1] + totals_of_whole_game(3)[1]
    )
    assert {duplicate, other_duplicate}.isdisjoint(club.points(season))
    club.add_entry("take_back", first_merge)
    assert club.points(season)[duplicate] == totals_of_whole_game(2)[1]
    assert club.points(season)[members[1]] == totals_of_whole_game(1)[1] + totals_of_whole_game(3)[1]
    club.add_entry("take_back", second_merge)
    assert club.points(season) == separate_points
    assert all_clubs_are_valid()


def test_players_of_one_game_cannot_be_merged(club: SiteClub) -> None:
    members = four_members(club)
    game = play_game(1, deals=3)
    club.count_game(game, members)
    assert club.refusal_codes("merged", {"member": members[1], "into": members[2]}) == {"sits_twice"}
    club.exclude_game(game)
    club.merge_members(members[1], members[2])


def test_former_member_keeps_points(club: SiteClub) -> None:
    members = four_members(club)
    season = club.create_season()
    club.count_game(play_game(1), members)
    club.add_entry("left", {"member": members[1]})
    assert club.points(season)[members[1]] == totals_of_whole_game(1)[1]


def test_game_counts_in_two_clubs(club: SiteClub) -> None:
    other = new_club(name="Another")
    clubs = [(site_club, four_members(site_club), site_club.create_season()) for site_club in (club, other)]
    game = play_game(1, deals=19)
    for site_club, members, _ in clubs:
        site_club.count_game(game, members)
    add_game_entry(game, deal_of_game(1, 19))
    for site_club, members, season in clubs:
        assert site_club.points(season) == dict(zip(members, totals_of_whole_game(1), strict=True))
    assert all_clubs_are_valid()


def test_counted_game_is_marked_and_unknown_refused(club: SiteClub) -> None:
    members = four_members(club)
    game = play_game(1)
    assert not read_game_identity(db.session(), game_id(game)).in_club
    club.count_game(game, members)
    assert read_game_identity(db.session(), game_id(game)).in_club
    unknown = {"uid": "0b8cbb1c-54a3-4b39-8c42-f0a4a3e7ba9b", "seats": {"A": members[0]}, "on": DAY}
    assert club.refusal_codes("game", unknown) == {"unknown_game"}
    assert club.refusal_codes("withdrawn", {"uid": unknown["uid"], "reason": "?"}) == {"not_counted"}
