"""Ratings follow the games: redone from the first that a change touches, at once or, where that is long ago, soon."""

import pytest
from flask import current_app
from sqlalchemy import delete, func, select

from tests.support.clubs.club import DAY, Clock, ClubHere, enter, four, played, record
from tests.support.databases import both_databases
from tests.support.server.jobs import do_jobs, jobs_wait
from trexscore.club.game_seats import NO_MEMBER, PlayerKey
from trexscore.commands.league import rating_worker as redo
from trexscore.commands.league import ratings as rate
from trexscore.commands.league.ratings import recalculate_batch
from trexscore.commands.league.rebuild import rebuild_club
from trexscore.commands.league.verify import verify_club
from trexscore.db.jobs import Job
from trexscore.db.journals import write_transaction
from trexscore.db.league import head_to_head as company_rows
from trexscore.db.league import ratings as rating_rows
from trexscore.db.league.models import CurrentRating, GameRating
from trexscore.db.league.ratings import RatingRow
from trexscore.db.models import db
from trexscore.league.ratings import START


def ratings(club: ClubHere, *, pairs: bool = False) -> dict[PlayerKey, RatingRow]:
    db.session.rollback()
    return {one.who: one.row for one in rating_rows.list_current_ratings(db.session(), club.id, pairs=pairs)}


def holds(club: ClubHere) -> bool:
    db.session.rollback()
    return verify_club(db.session(), club.id).chain_faults == []


def days(count: int) -> list[str]:
    return [f"2026-03-{day:02}" for day in range(1, count + 1)]


@pytest.fixture
def season(club: ClubHere) -> tuple[ClubHere, list[int], list[str]]:
    """Five people, six games on six days, four at a time."""
    members = [*four(club), club.join("Farah")]
    games = [played(seed) for seed in range(6)]
    for number, (game, day) in enumerate(zip(games, days(6), strict=True)):
        club.count(game, [members[(number + seat) % 5] for seat in range(4)], on=day)
    return club, members, games


def test_a_game_in_no_season_counts_for_ratings_too(club: ClubHere) -> None:
    members = four(club)
    club.count(played(1), members)
    assert {who for who, _ in ratings(club)} == {*members}
    assert {row.games for row in ratings(club).values()} == {1}


def test_a_game_that_is_not_over_is_rated_once_it_is(club: ClubHere) -> None:
    members = four(club)
    club.count(played(1, deals=12), members)
    assert ratings(club) == {}
    club.count(uid := played(1, deals=12), members, although=["unfinished"])
    assert len(ratings(club)) == 4
    club.withdraw(uid)
    assert ratings(club) == {}


def test_pairs_are_rated_by_their_own_games(club: ClubHere) -> None:
    a, b, c, d = four(club)
    club.count(played(1, "partnership"), [a, b, c, d])
    assert ratings(club) == {}
    assert ratings(club, pairs=True).keys() == {(a, c), (b, d)}


def test_a_game_with_somebody_who_is_not_of_the_club_is_not_rated_but_counted(club: ClubHere) -> None:
    members = four(club)
    club.count(played(1), [*members[:3], None])
    assert ratings(club) == {}
    assert company_rows.count_games_by_member(db.session(), club.id) == dict.fromkeys(members[:3], 1)


def test_whoever_really_sat_there_is_rated(club: ClubHere) -> None:
    members, substitute = four(club), club.join("Farah")
    club.count(played(1), members, substitutes={"B": substitute})
    assert {who for who, _ in ratings(club)} == {members[0], substitute, *members[2:]}


@both_databases
def test_a_corrected_game_changes_the_ratings_of_all_games_after_it(
    season: tuple[ClubHere, list[int], list[str]],
) -> None:
    club, members, games = season
    before = ratings(club)
    told = record(games[0])
    enter(games[0], {"take_back": told.counted[-1].seq})
    assert sum(row.games for row in ratings(club).values()) == 20
    assert all(ratings(club)[member, NO_MEMBER].rating != before[member, NO_MEMBER].rating for member in members[:4])
    assert holds(club)


def test_a_withdrawn_game_leaves_the_ratings_as_if_it_had_never_been(
    season: tuple[ClubHere, list[int], list[str]],
) -> None:
    club, members, _ = season
    before = ratings(club)
    club.count(extra := played(9), members[:4], on="2026-02-01")
    assert ratings(club) != before
    club.withdraw(extra)
    assert ratings(club) == before


def test_a_game_brought_in_late_is_rated_where_it_belongs(season: tuple[ClubHere, list[int], list[str]]) -> None:
    club, members, _ = season
    club.count(played(9), members[:4], on="2026-03-03")
    who = members[0], NO_MEMBER
    history = rating_rows.read_rating_history(
        db.session(), club.id, who, rating_rows.read_sort_keys(db.session(), club.id, who)
    )
    assert [row.sort_key[:10] for row in history] == sorted(row.sort_key[:10] for row in history)
    assert [row.games for row in history] == list(range(1, len(history) + 1))
    assert holds(club)


def test_two_who_are_one_have_one_rating_until_they_are_two_again(
    season: tuple[ClubHere, list[int], list[str]],
) -> None:
    club, members, _ = season
    other = club.join("Farah’s other name")
    club.count(played(11), [*members[:3], other], on="2026-03-02")
    apart = ratings(club)
    merge = club.merge(other, members[4])
    assert (other, NO_MEMBER) not in ratings(club)
    assert ratings(club)[members[4], NO_MEMBER].games == apart[members[4], NO_MEMBER].games + 1
    assert holds(club)
    club.say("take_back", merge)
    assert ratings(club) == apart


@both_databases
def test_what_goes_back_far_is_marked_and_redone_in_stretches(
    season: tuple[ClubHere, list[int], list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    club, members, _ = season
    monkeypatch.setattr(rate, "AT_ONCE", 2)
    before = ratings(club)
    club.count(played(9), members[:4], on="2026-02-01")
    assert rating_rows.read_backlog_start(db.session(), club.id) is not None
    assert ratings(club) == before, "nothing is half redone"
    assert holds(club), "what is marked is no fault"
    club.count(played(10), members[:4], on="2026-04-01")
    assert ratings(club) == before, "a new game waits, too"
    stretches = 1
    while recalculate_batch(club.id):
        stretches += 1
    assert stretches == 4
    assert rating_rows.read_backlog_start(db.session(), club.id) is None
    assert holds(club)
    assert {row.games for row in ratings(club).values()} == {4, 7}


def test_who_has_no_game_left_has_no_rating_left_even_while_others_wait(
    season: tuple[ClubHere, list[int], list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    club, members, _ = season
    once = club.join("Once")
    club.count(uid := played(9), [*members[:3], once], on="2026-02-01")
    monkeypatch.setattr(rate, "AT_ONCE", 2)
    club.withdraw(uid)
    assert (once, NO_MEMBER) not in ratings(club)


@both_databases
def test_ratings_are_redone_beside_whatever_else_goes_on(
    season: tuple[ClubHere, list[int], list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    club, members, _ = season
    monkeypatch.setattr(rate, "AT_ONCE", 2)
    monkeypatch.setattr(redo, "_PAUSE", 0)
    club.count(played(9), members[:4], on="2026-02-01")
    db.session.rollback()
    with jobs_wait(current_app):
        for _ in range(3):
            redo.ensure_worker(club.id)
    assert db.session.scalar(select(func.count()).select_from(Job)) == 1
    assert rating_rows.read_backlog_start(db.session(), club.id) is not None
    do_jobs(current_app)
    db.session.rollback()
    assert rating_rows.read_backlog_start(db.session(), club.id) is None
    assert holds(club)


def test_ratings_and_statistics_that_were_lost_are_made_again(season: tuple[ClubHere, list[int], list[str]]) -> None:
    club, _, _ = season
    before = ratings(club)
    with write_transaction() as session:
        for table in (GameRating, CurrentRating):
            session.execute(delete(table).where(table.club_id == club.id))
    assert ratings(club) == {}
    with write_transaction() as session:
        rebuild_club(session, club.id)
    assert ratings(club) == before
    assert holds(club)


def test_everybody_begins_at_the_same_rating_and_what_one_gains_others_lose(club: ClubHere, clock: Clock) -> None:
    clock.go(1)
    club.count(played(1), four(club), on=DAY)
    shifts = [row.rating.mu - START.mu for row in ratings(club).values()]
    assert abs(sum(shifts)) <= len(shifts)
