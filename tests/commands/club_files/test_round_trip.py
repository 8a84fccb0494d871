"""A club with any history is the same club after export and import."""

from collections.abc import Callable, Iterator

import pytest
from flask import Flask
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.support.clubs.club import (
    BEST_TWO,
    SUM,
    SiteClub,
    four_members,
    new_account,
    new_club,
    play_game,
    sign_off_kingdoms,
    submit_entry,
)
from tests.support.clubs.files import export_club, import_file
from tests.support.server.postgres import database
from tests.support.sites import site_in
from tests.support.tables import ADJUSTMENT
from trexscore.commands.league.verify_clubs import verify_club
from trexscore.db.clubs import counted_games
from trexscore.db.models import db

MEMBER = st.integers(0, 6)
GAME = st.integers(0, 2)
NAMES = st.sampled_from(["Farid", "farid", "أمل", "=1", "Zoé", "Maximilian Freiherr von und zu Hohenfels"])
STEP = st.one_of(
    st.tuples(st.just("join"), NAMES, st.sampled_from(["member", "guest", "scorer", "admin"])),
    st.tuples(st.just("named"), MEMBER, NAMES),
    st.tuples(st.just("left"), MEMBER),
    st.tuples(st.just("returned"), MEMBER),
    st.tuples(st.just("merged"), MEMBER, MEMBER),
    st.tuples(st.just("role"), MEMBER, st.sampled_from(["owner", "admin", "member"])),
    st.tuples(st.just("count"), GAME, st.permutations(range(5))),
    st.tuples(st.just("withdraw"), GAME),
    st.tuples(st.just("moved"), GAME),
    st.tuples(st.just("agree"), GAME),
    st.tuples(st.just("season"), st.sampled_from([SUM, BEST_TWO, {"basis": {"kind": "average"}}])),
    st.tuples(st.just("take_back"), st.integers(1, 40)),
    st.tuples(st.just("erased"), MEMBER),
)


@pytest.fixture(scope="module")
def home_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    with site_in(tmp_path_factory.mktemp("home")) as site:
        yield site


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def other_site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    folder = tmp_path_factory.mktemp("elsewhere")
    if request.param == "sqlite":
        with site_in(folder) as site:
            yield site
    else:
        with database(request.getfixturevalue("postgres_server")) as address, site_in(folder, address) as site:
            yield site


def take_step(club: SiteClub, games: list[str], season: int, step: tuple[object, ...]) -> None:
    """Try to record a random entry; a refused entry changes nothing."""
    action, *arguments = step
    numbers = list(club.record.members)
    members = [numbers[argument % len(numbers)] for argument in arguments if isinstance(argument, int)]
    match action:
        case "join":
            joined = club.submit("joined", {"role": arguments[1]})
            club.submit("named", {"member": getattr(joined, "seq", 0), "name": arguments[0]})
        case "named":
            club.submit("named", {"member": members[0], "name": arguments[1]})
        case "role":
            club.submit("role", {"member": members[0], "role": arguments[1]})
        case "count":
            order = arguments[1]
            assert isinstance(order, list)
            seats = [numbers[index % len(numbers)] for index in order[:4]]
            content = {
                "uid": games[int(str(arguments[0]))],
                "seats": dict(zip("ABCD", seats, strict=True)),
                "on": "2026-05-01",
            }
            club.submit("game", content)
        case "withdraw":
            club.submit("withdrawn", {"uid": games[int(str(arguments[0]))], "reason": "x"})
        case "moved" | "agree":
            write: Callable[[str], object] = (
                sign_off_kingdoms if action == "agree" else lambda game: submit_entry(game, ADJUSTMENT)
            )
            write(games[int(str(arguments[0]))])
        case "season":
            club.submit(
                "season",
                {
                    "name": "2026",
                    "from": "2026-01-01",
                    "until": "2026-12-31",
                    "instead": season,
                    "house_rules": {"preset": "standard"},
                    "counting": arguments[0],
                },
            )
        case "take_back":
            club.submit("take_back", arguments[0])
        case _:
            into = {"into": members[1]} if action == "merged" else {}
            club.submit(str(action), {"member": members[0]} | into)


@given(steps=st.lists(STEP, min_size=3, max_size=15))
@example(steps=[("left", 0), ("withdraw", 0), ("merged", 1, 0)])
@settings(max_examples=6, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_exported_club_is_imported_byte_for_byte(
    home_site: Flask, other_site: Flask, steps: list[tuple[object, ...]]
) -> None:
    with home_site.app_context():
        club = new_club()
        seats = four_members(club)
        season = club.create_season()
        games = [play_game(seed) for seed in (1, 2, 3)]
        club.count_game(games[0], seats)
        for step in steps:
            take_step(club, games, season, step)
        file = export_club(club)
        table = club.tally_by_player(season)
        outcomes = [row.outcome for row in counted_games.list_game_rows_between(db.session(), club.id)]
    with other_site.app_context():
        imported = import_file(file, new_account())
        imported_club = SiteClub(imported.uid)
        assert export_club(imported_club) == file
        assert imported_club.tally_by_player(season) == table
        assert [row.outcome for row in counted_games.list_game_rows_between(db.session(), imported_club.id)] == outcomes
        assert verify_club(db.session(), imported_club.id).faults == []
