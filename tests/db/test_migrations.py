"""Migrations create the tables of the models, and upgrade databases of every earlier version."""

import json
from datetime import MAXYEAR, datetime
from multiprocessing import get_context

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from flask import Flask
from sqlalchemy import select, text, update

from tests.support.clubs.club import (
    OPPOSITE_SEATS,
    add_game_entry,
    all_clubs_are_valid,
    four_members,
    new_club,
    play_game,
    start_game_from_file,
    totals_of_whole_game,
)
from tests.support.databases import both_databases
from tests.support.earlier_versions import recreate_at_revision
from tests.support.tables import DIAMONDS, KINGDOM, NAMES, NEW_GAME, TREX, Client, Json, Table, start_game
from tests.support.whole_games import whole_game
from trexscore.app import create_app
from trexscore.cli.upgraded_app import create_app_and_upgrade_database
from trexscore.club.counted_game import CountedGame
from trexscore.club.fields import MAX_DATE
from trexscore.commands.account_links import create_account_link_token
from trexscore.commands.accounts import AccountToCreate, create_account, find_account_id_and_name
from trexscore.commands.clock import current_timestamp, timestamp
from trexscore.commands.clubs.add_member import find_valid_invitation
from trexscore.commands.clubs.create_club import OWNER_MEMBER_NUMBER
from trexscore.commands.clubs.links import create_club_link
from trexscore.commands.league.rebuild import rebuild_clubs_needing_it
from trexscore.commands.verify_games import verify_games
from trexscore.config import Settings
from trexscore.db.clubs.clubs import list_valid_shared_links
from trexscore.db.clubs.models import OPEN_END
from trexscore.db.game_links import STANDARD_PERMISSIONS
from trexscore.db.migrations import MIGRATIONS_FOLDER, upgrade
from trexscore.db.models import Base, Game, GameState, db


@pytest.fixture
def app(own_app: Flask) -> Flask:
    """These tests change the tables."""
    return own_app


@both_databases
def test_migrations_make_tables_of_models(app: Flask) -> None:
    with app.app_context(), db.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Base.metadata) == []


@both_databases
def test_second_upgrade_changes_nothing(app: Flask) -> None:
    table = start_game(app.test_client())
    upgrade(app)
    assert len(_entries_of(table)) == 5


@both_databases
def test_game_of_first_version_is_upgraded(app: Flask) -> None:
    """Version 0001 stored no seats of links, no devices, and no numbers of entries in the state."""
    table = start_game(app.test_client(), deals=[DIAMONDS, TREX])
    before, journal = table.state(), _entries_of(table)
    old = json.dumps({name: value for name, value in before.items() if name not in ("may", "seqs")})
    recreate_at_revision(app, "0001", state=old)
    upgrade(app)
    assert table.state() == before
    assert _entries_of(table) == journal
    _assert_valid(app)


@both_databases
def test_game_of_0002_gets_uid_and_start_key(app: Flask) -> None:
    """Version 0002 stored the start key in the journal, where every reader could use it to get the game's links."""
    client: Client = app.test_client()
    games = [start_game(client, deals=[DIAMONDS]), start_game(client), start_game(client)]
    journals = [_entries_of(table) for table in games]
    recreate_at_revision(app, "0002")
    upgrade(app)
    assert [_entries_of(table) for table in games] == journals
    _assert_valid(app)
    with app.app_context():
        stored_games = db.session.execute(select(Game.uid, Game.started_key).order_by(Game.id)).all()
    first_keys = [entries[0]["key"] for entries in journals]
    assert [game.uid for game in stored_games] == first_keys
    assert not {game.started_key for game in stored_games} & set(first_keys)
    again = client.post("/api/games", json=NEW_GAME, headers={"Idempotency-Key": first_keys[1]})
    assert again.status_code == 201
    assert not {again.json[permission] for permission in STANDARD_PERMISSIONS} & {
        getattr(table, permission) for table in games for permission in STANDARD_PERMISSIONS
    }
    games[0].record_entry(TREX)
    _assert_valid(app)


@both_databases
def test_game_of_0002_without_first_entry_is_upgraded(app: Flask) -> None:
    damaged, intact = (start_game(app.test_client()) for _ in range(2))
    recreate_at_revision(app, "0002")
    with app.app_context(), db.engine.begin() as connection:
        connection.execute(text("DELETE FROM entry WHERE game_id = 1"))
    upgrade(app)
    assert (damaged.journal(), len(intact.journal())) == ([], 5)
    with app.app_context():
        assert [bool(list(breaks)) for _, breaks in verify_games()] == [True, False]


@both_databases
@pytest.mark.parametrize("version", ["0003", "0004"])
def test_games_and_accounts_of_earlier_versions_are_upgraded(app: Flask, version: str) -> None:
    table = start_game(app.test_client(), deals=[DIAMONDS])
    journal, account = _entries_of(table), AccountToCreate("Amal", "amal", "amal@club.example", "a hash")
    with app.app_context():
        create_account(account)
        create_account_link_token("Basil")
    recreate_at_revision(app, version)
    upgrade(app)
    assert _entries_of(table) == journal
    with app.app_context():
        assert find_account_id_and_name("amal") == (None if version == "0003" else (1, "Amal"))
        assert isinstance(create_account(account._replace(username="basil", email=None)), int)


@both_databases
def test_club_link_of_0011_has_no_author(app: Flask) -> None:
    with app.app_context():
        club = new_club()
        token = create_club_link(club.id, "join", author_member_number=OWNER_MEMBER_NUMBER)
    recreate_at_revision(app, "0011")
    upgrade(app)
    with app.app_context():
        assert find_valid_invitation(db.session(), token) is not None
        assert [
            (link.token, link.created_at, link.created_by_member_number)
            for link in list_valid_shared_links(db.session(), club.id, current_timestamp())
        ] == [(token, None, None)]


@both_databases
def test_corrected_seating_of_0008_is_recalculated(
    app: Flask, settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    """Version 0008 credited captures of a seat to the player who had been recorded there first."""
    with app.app_context():
        club, other = new_club(), new_club()
        season, members, uid = club.create_season(), four_members(club), play_game(1)
        club.count_game(uid, members)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(CountedGame, "reseated", lambda self, _seats: self)
            add_game_entry(
                uid, {"corrected": {"reason": "seen on a photograph", "changes": [{"seats": OPPOSITE_SEATS}]}}
            )
        assert [*club.points(season).values()] == totals_of_whole_game(1)
        other.count_game(start_game_from_file(whole_game("standard", 2, NAMES)), four_members(other))
    recreate_at_revision(app, "0008")
    _start_program(settings)
    error_output = capsys.readouterr().err
    assert f"trexscore: The standings of the club /c/{club.uid} were rebuilt.\n" in error_output
    assert other.uid in error_output, "rebuilt, because later versions count comebacks from 50 points on"
    a, b, c, d = totals_of_whole_game(1)
    with app.app_context():
        assert [*club.points(season).values()] == [c, d, a, b]
        assert all_clubs_are_valid()
        assert [*rebuild_clubs_needing_it()] == []


def test_open_end_sorts_after_all_times() -> None:
    """In some locales PostgreSQL sorts punctuation before digits, but digits have the same order in all locales."""
    assert timestamp(datetime.fromisoformat(OPEN_END)) == OPEN_END
    assert datetime.fromisoformat(OPEN_END).year == MAXYEAR > MAX_DATE.year


@both_databases
def test_dispute_of_0010_moves_to_corrected_seat(app: Flask) -> None:
    table, other = (start_game(app.test_client(), deals=[DIAMONDS]) for _ in range(2))
    table.record_entry({"disputed": {"seat": "B", "about": 6, "reason": "no"}})
    table.record_entry({"corrected": {"reason": "a photograph", "changes": [{"seats": {"B": "C", "C": "B"}}]}})
    before, other_before = table.state(), other.state()
    assert before["disputes"][0]["seat"] == "C"
    state = {name: value for name, value in before.items() if name != "may"}
    recreate_at_revision(app, "0010", state=json.dumps(state | {"disputes": [before["disputes"][0] | {"seat": "B"}]}))
    upgrade(app)
    assert table.state() == before
    assert other.state() != other_before, "without a dispute, the stored state is kept (here of another game)"


@both_databases
def test_cancelled_sign_off_of_0028_moves_to_corrected_seat(app: Flask) -> None:
    table = start_game(app.test_client(), deals=KINGDOM)
    for seat in "ABCD":
        [agreement] = table.state()["agreements"]
        table.record_entry({"agreed": {"kingdom": "A", "seat": seat, "digest": agreement["digest"]}})
    swap = {"seats": {"A": "B", "B": "A"}, "deals": True}
    table.record_entry({"corrected": {"reason": "a photograph", "changes": [swap], "with": [*"ABCD"]}})
    before = table.state()
    [agreement] = before["agreements"]
    assert (agreement["king"], agreement["cancelled"]) == ("B", True)
    state = {name: value for name, value in before.items() if name != "may"}
    state["agreements"] = [{name: value for name, value in agreement.items() if name != "cancelled"}]
    with app.app_context():
        command.downgrade(app.extensions["migrate"].migrate.get_config(str(MIGRATIONS_FOLDER)), "0028")
        db.session.execute(update(GameState).values(state=json.dumps(state)))
        db.session.commit()
    upgrade(app)
    assert table.state() == before
    _assert_valid(app)


@both_databases
def test_invalid_club_of_0008_does_not_block_others(
    app: Flask, settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    with app.app_context():
        clubs = [new_club(), new_club()]
        for club in clubs:
            club.count_game(play_game(1), four_members(club))
        invalid_club = clubs[0]
    recreate_at_revision(app, "0008")
    with app.app_context(), db.engine.begin() as connection:
        connection.execute(text("DELETE FROM game_facts"))
        connection.execute(text("UPDATE club_entry SET body = '[]' WHERE club_id = 1 AND kind = 'joined'"))
    _start_program(settings)
    error_lines = [line for line in capsys.readouterr().err.splitlines() if "standings" in line]
    assert [invalid_club.uid in line for line in error_lines] == [True, False]
    assert "could not be rebuilt" in error_lines[0]
    with app.app_context():
        assert [(club.uid, is_rebuilt) for club, is_rebuilt in rebuild_clubs_needing_it()] == [
            (invalid_club.uid, False)
        ]


def _start_program(settings: Settings) -> None:
    with create_app_and_upgrade_database(settings).app_context():
        db.engine.dispose()


def _entries_of(table: Table) -> list[Json]:
    """The journal without fields added later, and without the digests that depend on them."""
    new_fields = ("by", "body_digest", "digest", "device")
    return [{name: value for name, value in entry.items() if name not in new_fields} for entry in table.journal()]


def _assert_valid(app: Flask) -> None:
    """Every journal is valid, and every reference to a row."""
    with app.app_context():
        assert [list(breaks) for _, breaks in verify_games() if breaks] == []
        db.session.rollback()
        if db.engine.dialect.name == "sqlite":
            with db.engine.connect() as connection:
                assert connection.exec_driver_sql("PRAGMA foreign_key_check").all() == []
                assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar_one() == 1


def _upgrade(settings: Settings) -> None:
    upgrade(create_app(settings))


@both_databases
@pytest.mark.slow
def test_concurrent_upgrades_are_safe(settings: Settings) -> None:
    processes = [get_context("fork").Process(target=_upgrade, args=(settings,)) for _ in range(4)]
    for process in processes:
        process.start()
    for process in processes:
        process.join(timeout=120)
    assert [process.exitcode for process in processes] == [0] * len(processes)
    app = create_app(settings)
    with app.app_context(), db.engine.connect() as connection:
        assert connection.execute(text("SELECT count(*) FROM alembic_version")).scalar_one() == 1
        connection.rollback()
    with app.app_context():
        db.engine.dispose()


@both_databases
def test_sqlite_is_durable_and_allows_readers(app: Flask) -> None:
    with app.app_context():
        if db.engine.dialect.name != "sqlite":
            pytest.skip("This test is for SQLite only.")
        with db.engine.connect() as connection:
            pragmas = {
                name: connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()
                for name in ("journal_mode", "synchronous", "foreign_keys")
            }
    assert pragmas == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
