"""Who sat where, put right in a game that a club counts: its people are its players, wherever they sit."""

from typing import Any

import pytest
from flask import Flask

from tests.support.clubs.club import (
    DAY,
    PARTNERS,
    ROUND,
    Clock,
    ClubHere,
    enter,
    found,
    four,
    holds,
    played,
    points_of,
    record,
    uid_of_file,
)
from tests.support.plain.games import Remembered
from tests.support.tables import NAMES, Json
from tests.support.whole_games import whole_game
from trexscore.db.clubs import counted_games as game_rows
from trexscore.db.league import ratings as rating_rows
from trexscore.db.league import standings as standing_rows
from trexscore.db.league import statistics as statistics_rows
from trexscore.db.models import db


def put_right(uid: str, seats: dict[str, str], *, deals: bool = False) -> int:
    """It is corrected who sat where: the entry that does it."""
    return enter(uid, {"corrected": {"reason": "seen on a photograph", "changes": [{"seats": seats, "deals": deals}]}})


def test_whoever_is_found_to_have_sat_elsewhere_gets_what_was_taken_there(club: ClubHere, clock: Clock) -> None:
    members = four(club)
    season = club.season()
    game = played(1)
    club.count(game, members)
    before = clock()
    clock.go(1)
    first = record(game).counted[0].seq
    seq = put_right(game, ROUND)
    a, b, c, d = points_of(1)
    assert club.points(season) == dict(zip(members, (c, d, a, b), strict=True))
    assert first < seq
    assert club.points(season, before) == dict(zip(members, (a, b, c, d), strict=True))
    causes = {row.share.member: row.cause for row in club.rows(season)}
    assert causes[members[0]] == {"game": game, "seq": seq, "kind": "corrected"}
    assert holds()
    enter(game, {"take_back": seq})
    assert club.points(season) == dict(zip(members, (a, b, c, d), strict=True))
    assert holds()


def test_whoever_takes_everything_along_to_another_seat_has_what_they_had(club: ClubHere, clock: Clock) -> None:
    members = four(club)
    season = club.season()
    game = played(1)
    club.count(game, members)
    before = club.table(season), club.rows(season)
    clock.go(1)
    put_right(game, ROUND, deals=True)
    assert (club.table(season), club.rows(season)) == before
    assert holds()
    put_right(game, {"A": "B", "B": "A"})
    a, b, c, d = points_of(1)
    assert club.points(season) == dict(zip(members, (a, b, d, c), strict=True))
    assert holds()


def test_pairs_are_those_who_are_found_to_have_sat_opposite_each_other(club: ClubHere) -> None:
    a, b, c, d = four(club)
    season = club.season(house_rules=PARTNERS)
    game = played(1, **PARTNERS["options"])
    club.count(game, [a, b, c, d])
    before = club.table(season)
    put_right(game, {"B": "C", "C": "B"})
    assert club.table(season) == {(a, b): before[a, c], (c, d): before[b, d]}
    assert holds()


def test_what_is_said_of_a_game_names_its_players_and_not_their_chairs(club: ClubHere) -> None:
    members = four(club)
    farah = club.join("Farah")
    season = club.season()
    game = played(1)
    club.count(game, members)
    put_right(game, ROUND)
    club.count(game, [*members[:3], farah], although=["unfinished"])
    a, b, c, d = points_of(1)
    assert club.points(season) == dict(zip([*members[:3], farah], (c, d, a, b), strict=True))
    row = game_rows.find_game_row(db.session(), club.id, game)
    assert row is not None
    assert row.counted is not None
    assert [*row.counted.members] == [members[2], farah, *members[:2]]
    club.say("game", row.counted.as_content())
    assert club.points(season) == dict(zip([*members[:3], farah], (c, d, a, b), strict=True))
    assert holds()


AROUND = {"A": "B", "B": "C", "C": "D", "D": "A"}
CROSSED = {"A": "B", "B": "A"}


@pytest.mark.parametrize(
    ("to", "along"),
    [(AROUND, False), (AROUND, True), (ROUND, True), (CROSSED, False)],
    ids=["one seat on", "one seat on with all they took", "opposite with all they took", "two of them"],
)
@pytest.mark.parametrize("house_rules", [{"preset": "standard"}, PARTNERS], ids=["alone", "partners"])
def test_a_game_whose_seats_are_put_right_counts_as_if_they_had_been_right_from_the_start(
    home: Flask,
    house_rules: Json,
    to: dict[str, str],
    along: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    with home.app_context():
        clubs = [found(), found()]
        for club in clubs:
            members = four(club)
            club.season(house_rules=house_rules)
            file = whole_game("standard", 2, NAMES) | {"house_rules": house_rules}
            game = Remembered("", file, DAY, [*members], [*members[:3], club.join("Farah")])
            if club is clubs[1]:
                game.change_places(to, along=along)
            uid = uid_of_file(game.file)
            club.count(uid, game.who, substitutes=dict(zip("ABCD", game.sat, strict=True)))
            if club is clubs[0]:
                put_right(uid, to, deals=along)
        assert told(clubs[0]) == told(clubs[1])
        assert holds()


def told(club: ClubHere) -> list[Any]:
    """All that hangs on a club's only game, person by person."""
    session, season = db.session(), next(iter(club.record.seasons))
    shares = [row.share for row in club.rows(season)]
    met = sorted(one for one in standing_rows.read_meetings(session, club.id, shares) if any(one[2:]))
    (game,) = statistics_rows.read_games_with_facts(session, club.id, "", "")
    sat = {
        sitting.member: (sitting.partner, sitting.finish, sitting.points, facts)
        for sitting, facts in zip(game.sittings, game.facts.facts, strict=True)
    }
    players = statistics_rows.list_players_with_profiles(session, club.id)
    profiles = {who: statistics_rows.profile_between(session, club.id, who).counts for who in players}
    ratings = {
        one.who: one.row.rating
        for pairs in (False, True)
        for one in rating_rows.list_current_ratings(session, club.id, pairs=pairs)
    }
    return [club.table(season), met, sat, profiles, ratings]
