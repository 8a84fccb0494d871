"""The demo's club has members, game nights, standings and corrections."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from tests.support.accounts import is_signed_in
from tests.support.clubs.league_rows import all_standings
from tests.support.pages import Phone
from tests.support.server.command import run_trexscore
from tests.support.sites import site_in
from trexscore.club.members import ROLES
from trexscore.club.record import ClubRecord
from trexscore.commands.clock import current_night_date
from trexscore.commands.game_nights.tables import current_tables
from trexscore.db import game_states
from trexscore.db.clubs import counted_games
from trexscore.db.clubs.clubs import ClubHead, find_club_head, read_club_record
from trexscore.db.league import ratings as rating_rows
from trexscore.db.league.season_ranking import rank_season
from trexscore.db.models import db

NIGHT_COUNT = 4
GAMES = 6 + 3 * 3 + 3
"""One game night of pairs, three of players, and today's."""
_CLUB = re.compile(r"  club page       \S+/c/([\w-]+)")
_OWN = re.compile(r"  owner’s account http://localhost:8000(/account/links/\S+)\n.*“(\w+)”")


class DemoClub:
    """A demo with few game nights: its output and its club."""

    def __init__(self, folder: Path, site: Flask, output: str) -> None:
        self.folder, self.site, self.output = folder, site, output

    @property
    def club(self) -> ClubHead:
        match = _CLUB.search(self.output)
        club = find_club_head(match[1]) if match else None
        assert club is not None, self.output
        return club

    @property
    def record(self) -> ClubRecord:
        return read_club_record(self.club)


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DemoClub]:
    folder = tmp_path_factory.mktemp("demo")
    result = run_trexscore("demo", "--game-nights", str(NIGHT_COUNT), "--data", folder)
    assert (result.returncode, result.stderr) == (0, "")
    with site_in(folder) as site:
        yield DemoClub(folder, site, result.stdout)


def test_demo_club_journals_are_valid(demo: DemoClub) -> None:
    checked = run_trexscore("verify", "--data", demo.folder)
    games_and_club = 5 + GAMES + 1
    assert checked.stdout == f"Valid journals: {games_and_club} of {games_and_club}.\n"


def test_demo_club_has_every_role(demo: DemoClub) -> None:
    with demo.site.app_context():
        people = demo.record.unmerged_members
        assert len(people) == 17
        assert {member.role for member in people} == {*ROLES}
        assert [member.name for member in people if member.has_left] == ["Fadi"]
        assert len(demo.record.merge_by_seq) == 1


def test_demo_club_ranks_and_rates_players_and_pairs(demo: DemoClub) -> None:
    with demo.site.app_context():
        club, record = demo.club, demo.record
        tables = {
            season.house_rules.partnership: rank_season(db.session(), club.id, record, season)
            for season in record.seasons.values()
        }
        assert len(tables[True]) == 6
        assert len(tables[False]) >= 12
        assert len(rating_rows.read_all_current_ratings(db.session(), club.id, of_pairs=False)) >= 12
        rated_pairs = {*rating_rows.read_all_current_ratings(db.session(), club.id, of_pairs=True)}
        assert len(rated_pairs - {row.player.member_numbers for row in tables[True]}) == 1, (
            "one rated pair includes a substitute"
        )


def test_demo_club_has_running_and_future_game_night(demo: DemoClub) -> None:
    with demo.site.app_context():
        club, record = demo.club, demo.record
        game_nights = sorted(record.game_nights.values(), key=lambda game_night: game_night.day)
        *_past, now, future = game_nights
        assert len(game_nights) == NIGHT_COUNT + 2
        assert now.day == current_night_date() < future.day
        tables = current_tables(db.session(), club, record, now)
        assert [table.is_playing for table in tables] == [False, True, True]
        assert all(table.game_row is not None for table in tables)


def test_demo_club_has_correction_exclusion_and_dispute(demo: DemoClub) -> None:
    with demo.site.app_context():
        club = demo.club
        rows = list(counted_games.list_game_rows_between(db.session(), club.id))
        assert len(rows) == GAMES
        assert len([row for row in rows if row.counted_game is None]) == 1
        states = game_states.read_states_by_game([row.game_id for row in rows]).values()
        assert len([state for state in states if state.disputes]) == 1
        kinds = {row.cause["kind"] for row in all_standings(db.session(), club.id)}
        assert {"deal", "corrected", "withdrawn", "game"} <= kinds


def test_demo_club_is_public_and_owner_sets_password(demo: DemoClub) -> None:
    with demo.site.app_context():
        path = f"/c/{demo.club.uid}"
    match = _OWN.search(demo.output)
    assert match
    link, username = match[1], match[2]
    visitor, owner = Phone(demo.site), Phone(demo.site)
    assert visitor.get(path).status == 200
    assert visitor.get(f"{path}/settings").status == 404
    page = owner.get(link)
    assert username in str(page.root.text) or page.fields(link.partition("?")[0])["username"] == username
    after = owner.send(page, link.partition("?")[0], password="seven queens asleep")  # noqa: S106 - a password for tests
    assert is_signed_in(owner)
    assert after.path == path
    assert owner.get(f"{path}/settings").status == 200
    assert visitor.get(link).status == 404, "the link is valid once"


def test_demo_is_reproducible_and_second_club_separate(tmp_path: Path) -> None:
    tables = []
    for name in ("one", "other"):
        result = run_trexscore("demo", "--game-nights", "1", "--data", tmp_path / name)
        with site_in(tmp_path / name) as site, site.app_context():
            demo_club = DemoClub(tmp_path / name, site, result.stdout)
            season, _pairs = demo_club.record.seasons.values()
            rows = rank_season(db.session(), demo_club.club.id, demo_club.record, season)
            tables.append([(row.player.member_numbers, row.score) for row in rows])
    assert tables[0] == tables[1]
    second_result = run_trexscore("demo", "--game-nights", "1", "--more", "--data", tmp_path / "one")
    assert "“demo2”" in second_result.stdout
    assert run_trexscore("verify", "--data", tmp_path / "one").returncode == 0


def test_demo_number_of_game_nights_is_limited(tmp_path: Path) -> None:
    for count in ("-1", "many", "201"):
        result = run_trexscore("demo", f"--game-nights={count}", "--data", tmp_path)
        assert result.returncode == 2
        assert "use a whole number from 0 to 200" in result.stderr
    assert not list(tmp_path.iterdir())
