"""Ratings are recalculated from the first changed game, immediately or in a job."""

import pytest
from flask import current_app
from sqlalchemy import delete, func, select

from tests.support.clubs.club import DAY, Clock, SiteClub, add_game_entry, four_members, play_game, record
from tests.support.databases import both_databases
from tests.support.server.jobs import run_waiting_jobs, without_job_worker
from trexscore.club.counted_game import NO_MEMBER
from trexscore.club.game_seats import PlayerKey
from trexscore.commands.league import due_statistics
from trexscore.commands.league import ratings as rate
from trexscore.commands.league.ratings import recalculate_due_batch
from trexscore.commands.league.rebuild import rebuild_club
from trexscore.commands.league.verify_clubs import verify_club
from trexscore.db.jobs import Job
from trexscore.db.league import head_to_head as head_to_head_rows
from trexscore.db.league import ratings as rating_rows
from trexscore.db.league.models import CurrentRating, GameRating
from trexscore.db.league.ratings import RatingRow
from trexscore.db.models import db
from trexscore.db.transactions import write_transaction
from trexscore.league.ratings import INITIAL_RATING


def ratings(club: SiteClub, *, pairs: bool = False) -> dict[PlayerKey, RatingRow]:
    db.session.rollback()
    return rating_rows.read_all_current_ratings(db.session(), club.id, of_pairs=pairs)


def is_valid(club: SiteClub) -> bool:
    db.session.rollback()
    return verify_club(db.session(), club.id).faults == []


def days(count: int) -> list[str]:
    return [f"2026-03-{day:02}" for day in range(1, count + 1)]


@pytest.fixture
def season(club: SiteClub) -> tuple[SiteClub, list[int], list[str]]:
    """Five members and six games on six days, four members at a time."""
    members = [*four_members(club), club.join("Farah")]
    games = [play_game(seed) for seed in range(6)]
    for number, (game, day) in enumerate(zip(games, days(6), strict=True)):
        club.count_game(game, [members[(number + seat) % 5] for seat in range(4)], on=day)
    return club, members, games


def test_game_outside_seasons_is_rated(club: SiteClub) -> None:
    members = four_members(club)
    club.count_game(play_game(1), members)
    assert {member for member, _ in ratings(club)} == {*members}
    assert {row.games for row in ratings(club).values()} == {1}


def test_unfinished_game_is_rated_once_accepted(club: SiteClub) -> None:
    members = four_members(club)
    club.count_game(play_game(1, deals=12), members)
    assert ratings(club) == {}
    club.count_game(uid := play_game(1, deals=12), members, although=["unfinished"])
    assert len(ratings(club)) == 4
    club.exclude_game(uid)
    assert ratings(club) == {}


def test_pairs_are_rated_by_partner_games(club: SiteClub) -> None:
    a, b, c, d = four_members(club)
    club.count_game(play_game(1, "partnership"), [a, b, c, d])
    assert ratings(club) == {}
    assert ratings(club, pairs=True).keys() == {(a, c), (b, d)}


def test_game_with_empty_seat_is_not_rated(club: SiteClub) -> None:
    members = four_members(club)
    club.count_game(play_game(1), [*members[:3], None])
    assert ratings(club) == {}
    assert head_to_head_rows.count_games_by_member(db.session(), club.id) == dict.fromkeys(members[:3], 1)


def test_substitute_is_rated(club: SiteClub) -> None:
    members, substitute = four_members(club), club.join("Farah")
    club.count_game(play_game(1), members, substitutes={"B": substitute})
    assert {member for member, _ in ratings(club)} == {members[0], substitute, *members[2:]}


@both_databases
def test_corrected_game_changes_later_ratings(
    season: tuple[SiteClub, list[int], list[str]],
) -> None:
    club, members, games = season
    before = ratings(club)
    game_record = record(games[0])
    add_game_entry(games[0], {"take_back": game_record.counted_entries[-1].seq})
    assert sum(row.games for row in ratings(club).values()) == 20
    assert all(ratings(club)[member, NO_MEMBER].rating != before[member, NO_MEMBER].rating for member in members[:4])
    assert is_valid(club)


def test_excluded_game_leaves_no_trace_in_ratings(
    season: tuple[SiteClub, list[int], list[str]],
) -> None:
    club, members, _ = season
    before = ratings(club)
    club.count_game(extra_game := play_game(9), members[:4], on="2026-02-01")
    assert ratings(club) != before
    club.exclude_game(extra_game)
    assert ratings(club) == before


def test_late_game_is_rated_on_its_day(season: tuple[SiteClub, list[int], list[str]]) -> None:
    club, members, _ = season
    club.count_game(play_game(9), members[:4], on="2026-03-03")
    player = members[0], NO_MEMBER
    history = rating_rows.read_rating_history(
        db.session(), club.id, player, rating_rows.read_rated_sort_keys(db.session(), club.id, player)
    )
    assert [row.sort_key[:10] for row in history] == sorted(row.sort_key[:10] for row in history)
    assert [row.games for row in history] == list(range(1, len(history) + 1))
    assert is_valid(club)


def test_merged_members_share_one_rating(
    season: tuple[SiteClub, list[int], list[str]],
) -> None:
    club, members, _ = season
    other = club.join("Farah’s other name")
    club.count_game(play_game(11), [*members[:3], other], on="2026-03-02")
    separate_ratings = ratings(club)
    merge = club.merge_members(other, members[4])
    assert (other, NO_MEMBER) not in ratings(club)
    assert ratings(club)[members[4], NO_MEMBER].games == separate_ratings[members[4], NO_MEMBER].games + 1
    assert is_valid(club)
    club.add_entry("take_back", merge)
    assert ratings(club) == separate_ratings


@both_databases
def test_old_change_is_recalculated_in_steps(
    season: tuple[SiteClub, list[int], list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    club, members, _ = season
    monkeypatch.setattr(rate, "GAME_BATCH_SIZE", 2)
    before = ratings(club)
    club.count_game(play_game(9), members[:4], on="2026-02-01")
    assert rating_rows.read_backlog_start(db.session(), club.id) is not None
    assert ratings(club) == before, "ratings do not change before the recalculation"
    assert is_valid(club), "marked ratings are valid"
    club.count_game(play_game(10), members[:4], on="2026-04-01")
    assert ratings(club) == before, "a new game is not rated before the recalculation"
    batches = 1
    while recalculate_due_batch(club.id):
        batches += 1
    assert batches == 4
    assert rating_rows.read_backlog_start(db.session(), club.id) is None
    assert is_valid(club)
    assert {row.games for row in ratings(club).values()} == {4, 7}


def test_member_without_games_has_no_rating(
    season: tuple[SiteClub, list[int], list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    club, members, _ = season
    once = club.join("Once")
    club.count_game(uid := play_game(9), [*members[:3], once], on="2026-02-01")
    monkeypatch.setattr(rate, "GAME_BATCH_SIZE", 2)
    club.exclude_game(uid)
    assert (once, NO_MEMBER) not in ratings(club)


@both_databases
def test_ratings_are_recalculated_in_one_job(
    season: tuple[SiteClub, list[int], list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    club, members, _ = season
    monkeypatch.setattr(rate, "GAME_BATCH_SIZE", 2)
    monkeypatch.setattr(due_statistics, "_BATCH_PAUSE_SECONDS", 0)
    club.count_game(play_game(9), members[:4], on="2026-02-01")
    db.session.rollback()
    with without_job_worker(current_app):
        for _ in range(3):
            due_statistics.ensure_ratings_job(club.id)
    assert db.session.scalar(select(func.count()).select_from(Job)) == 1
    assert rating_rows.read_backlog_start(db.session(), club.id) is not None
    run_waiting_jobs(current_app)
    db.session.rollback()
    assert rating_rows.read_backlog_start(db.session(), club.id) is None
    assert is_valid(club)


def test_lost_ratings_are_rebuilt(season: tuple[SiteClub, list[int], list[str]]) -> None:
    club, _, _ = season
    before = ratings(club)
    with write_transaction() as session:
        for table in (GameRating, CurrentRating):
            session.execute(delete(table).where(table.club_id == club.id))
    assert ratings(club) == {}
    with write_transaction() as session:
        rebuild_club(session, club.id)
    assert ratings(club) == before
    assert is_valid(club)


def test_ratings_start_equal_and_keep_sum(club: SiteClub, clock: Clock) -> None:
    clock.advance(1)
    club.count_game(play_game(1), four_members(club), on=DAY)
    shifts = [row.rating.mu_thousandths - INITIAL_RATING.mu_thousandths for row in ratings(club).values()]
    assert abs(sum(shifts)) <= len(shifts)
