"""What a club counts: every case that moves a point from one member to another, with its numbers."""

import pytest

from tests.support.clubs.club import (
    DAY,
    PARTNERS,
    Clock,
    ClubHere,
    agree,
    deal_of_game,
    enter,
    found,
    four,
    game_id,
    holds,
    played,
    points_of,
)
from trexscore.db.clubs import counted_games as game_rows
from trexscore.db.clubs.models import OPEN_END
from trexscore.db.games import read_game_secrets
from trexscore.db.league import standings as standing_rows
from trexscore.db.models import db
from trexscore.league.tally import EMPTY_TALLY

pytestmark = pytest.mark.usefixtures("inside")


def test_a_game_gives_each_member_the_points_of_their_seat(club: ClubHere) -> None:
    members = four(club)
    season = club.season()
    club.count(played(1), members)
    assert club.points(season) == dict(zip(members, points_of(1), strict=True))
    club.count(played(2), members[::-1])
    both = [one + other for one, other in zip(points_of(1), points_of(2)[::-1], strict=True)]
    assert club.points(season) == dict(zip(members, both, strict=True))
    assert holds()


def test_somebody_from_elsewhere_gets_nothing_and_a_substitute_plays_for_another(club: ClubHere) -> None:
    members = four(club)
    stand_in = club.join("Farah")
    season = club.season()
    club.count(played(1), [*members[:3], None], substitutes={"A": stand_in})
    assert club.points(season) == dict(zip(members[:3], points_of(1)[:3], strict=True))


def test_pairs_are_ranked_where_partners_are_played(club: ClubHere) -> None:
    a, b, c, d = four(club)
    season = club.season(house_rules=PARTNERS)
    club.count(played(1, **PARTNERS["options"]), [c, b, a, d])
    table = club.table(season)
    assert set(table) == {(a, c), (b, d)}
    assert table[a, c].games == 1
    assert sum(tally.places[0] for tally in table.values()) in (12, 24)
    club.count(played(2, **PARTNERS["options"]), [c, b, None, d])
    assert club.table(season)[a, c] == table[a, c]
    assert holds()


def test_a_game_counts_once_it_is_complete(club: ClubHere, clock: Clock) -> None:
    members = four(club)
    season = club.season()
    game = played(1, deals=19)
    club.count(game, members)
    assert club.points(season) == {}
    clock.go(1000)
    seq = enter(game, deal_of_game(1, 19))
    assert club.points(season) == dict(zip(members, points_of(1), strict=True))
    assert {str(row.cause) for row in club.rows(season)} == {str({"game": game, "seq": seq, "kind": "deal"})}
    clock.go(1000)
    taken = enter(game, {"take_back": seq})
    assert club.points(season) == {}
    changes = standing_rows.list_standing_changes(db.session(), club.id, season, OPEN_END, 400)
    assert [row.cause["seq"] for row in changes] == [taken] * 4 + [seq] * 4
    club.count(game, members, although=["unfinished"])
    assert {tally.games for tally in club.table(season).values()} == {1}
    assert holds()


def test_a_game_counts_once_all_four_have_agreed_where_the_club_asks_for_that(club: ClubHere) -> None:
    members = four(club)
    season = club.season()
    game, other = played(1), played(2)
    club.count(game, members)
    club.count(other, members, although=["not_agreed"])
    club.say("settings", {"name": "Trex", "shows": "all", "agreed": True})
    assert club.points(season) == dict(zip(members, points_of(2), strict=True))
    agree(game, "ABC")
    assert {tally.games for tally in club.table(season).values()} == {1}
    agree(game)
    assert {tally.games for tally in club.table(season).values()} == {2}
    third = played(3)
    club.count(third, members)
    assert {tally.games for tally in club.table(season).values()} == {2}
    club.say("settings", {"name": "Trex", "shows": "all", "agreed": False})
    assert {tally.games for tally in club.table(season).values()} == {3}
    assert holds()


def test_a_withdrawn_game_counts_no_more_until_it_is_counted_again(club: ClubHere) -> None:
    members = four(club)
    season = club.season()
    game = played(1)
    club.count(game, members)
    club.withdraw(game)
    assert club.points(season) == {}
    assert {row.tally for row in club.rows(season)} == {EMPTY_TALLY}
    assert club.refused("withdrawn", {"uid": game, "reason": "again"}) == {"not_counted"}
    club.count(game, members[::-1])
    assert club.points(season) == dict(zip(members[::-1], points_of(1), strict=True))
    assert holds()


def test_seats_put_right_take_the_points_from_one_to_the_other(club: ClubHere) -> None:
    members = four(club)
    farah = club.join("Farah")
    season = club.season()
    game = played(1)
    club.count(game, members)
    club.count(game, [farah, *members[1:]])
    assert club.points(season) == dict(zip([farah, *members[1:]], points_of(1), strict=True))
    assert len(list(game_rows.list_game_rows_between(db.session(), club.id))) == 1


def test_two_entries_for_one_person_are_merged_and_the_merge_undone(club: ClubHere) -> None:
    members = four(club)
    double, third = club.join("Carin"), club.join("Karine")
    season = club.season()
    club.count(played(1), members)
    club.count(played(2), [members[0], double, *members[2:]])
    club.count(played(3), [members[0], third, *members[2:]])
    apart = club.points(season)
    one = club.merge(double, third)
    two = club.merge(third, members[1])
    assert club.points(season)[members[1]] == points_of(1)[1] + points_of(2)[1] + points_of(3)[1]
    assert {double, third}.isdisjoint(club.points(season))
    club.say("take_back", one)
    assert club.points(season)[double] == points_of(2)[1]
    assert club.points(season)[members[1]] == points_of(1)[1] + points_of(3)[1]
    club.say("take_back", two)
    assert club.points(season) == apart
    assert holds()


def test_two_who_sat_at_one_table_are_not_the_same_even_where_the_game_gives_nothing_yet(club: ClubHere) -> None:
    members = four(club)
    game = played(1, deals=3)
    club.count(game, members)
    assert club.refused("merged", {"member": members[1], "into": members[2]}) == {"sits_twice"}
    club.withdraw(game)
    club.merge(members[1], members[2])


def test_who_leaves_keeps_what_they_have(club: ClubHere) -> None:
    members = four(club)
    season = club.season()
    club.count(played(1), members)
    club.say("left", {"member": members[1]})
    assert club.points(season)[members[1]] == points_of(1)[1]


def test_a_game_that_two_clubs_count_is_told_to_both(club: ClubHere) -> None:
    other = found(name="Another")
    tables = [(one, four(one), one.season()) for one in (club, other)]
    game = played(1, deals=19)
    for one, members, _ in tables:
        one.count(game, members)
    enter(game, deal_of_game(1, 19))
    for one, members, season in tables:
        assert one.points(season) == dict(zip(members, points_of(1), strict=True))
    assert holds()


def test_a_game_is_known_to_be_in_a_club_and_one_that_is_unknown_is_refused(club: ClubHere) -> None:
    members = four(club)
    game = played(1)
    assert not read_game_secrets(db.session(), game_id(game)).in_club
    club.count(game, members)
    assert read_game_secrets(db.session(), game_id(game)).in_club
    unknown = {"uid": "0b8cbb1c-54a3-4b39-8c42-f0a4a3e7ba9b", "seats": {"A": members[0]}, "on": DAY}
    assert club.refused("game", unknown) == {"unknown_game"}
    assert club.refused("withdrawn", {"uid": unknown["uid"], "reason": "?"}) == {"not_counted"}
