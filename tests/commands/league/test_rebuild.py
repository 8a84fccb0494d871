"""A rebuild writes the same derived rows as the entries did one by one."""

from typing import Any

import pytest
from sqlalchemy import event, text

from tests.support.clubs.club import SiteClub, four_members, game_id, new_club, play_game, sign_off_kingdoms
from tests.support.clubs.files import eventful_club
from tests.support.databases import both_databases
from trexscore.club.game_outcome import GameOutcome, outcome_of
from trexscore.commands.league.outcome_history import game_and_outcome_changes
from trexscore.commands.league.rebuild import rebuild_club
from trexscore.db.journals import GAMES
from trexscore.db.league import scratch_database
from trexscore.db.models import db
from trexscore.db.transactions import write_transaction
from trexscore.game.builder import fold_game

_DERIVED_TABLES = (
    "club_game",
    "season_result",
    "result_by_period",
    "head_to_head_by_period",
    "standing",
    "head_to_head",
    "game_facts",
    "game_seat",
    "monthly_statistics",
    "period_records",
    "game_rating",
    "current_rating",
)


def derived_rows(club: SiteClub) -> dict[str, list[Any]]:
    """All derived rows of a club, without row numbers."""
    rows_by_table: dict[str, list[Any]] = {}
    for name in _DERIVED_TABLES:
        rows = db.session.execute(text(f"SELECT * FROM {name} WHERE club_id = :club"), {"club": club.id})  # noqa: S608
        rows_by_table[name] = sorted(
            str({key: value for key, value in row.items() if key != "id"}) for row in rows.mappings()
        )
    db.session.rollback()
    return rows_by_table


def count_rebuild_statements(club: SiteClub) -> int:
    """Rebuild the club: the number of statements."""
    statements: list[str] = []

    def collect(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        statements.append(statement)

    event.listen(db.engine, "before_cursor_execute", collect)
    try:
        with write_transaction() as session:
            rebuild_club(session, club.id)
    finally:
        event.remove(db.engine, "before_cursor_execute", collect)
    return len(statements)


@both_databases
@pytest.mark.usefixtures("app_context")
@pytest.mark.parametrize("batch_size", [1, 3, 10_000])
def test_rebuilt_club_has_same_rows(batch_size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scratch_database, "_ROW_BATCH_SIZE", batch_size)
    club = eventful_club()
    before = derived_rows(club)
    assert all(before[name] for name in _DERIVED_TABLES)
    count_rebuild_statements(club)
    assert derived_rows(club) == before


@pytest.mark.usefixtures("app_context")
def test_rebuild_takes_few_statements_per_game() -> None:
    club = new_club()
    seats = four_members(club)
    club.create_season()
    for number in range(2):
        club.count_game(play_game(number), seats)
    statements_of_two = count_rebuild_statements(club)
    for number in range(2, 12):
        club.count_game(play_game(number), seats)
    assert count_rebuild_statements(club) - statements_of_two <= 10 * 3


@pytest.mark.usefixtures("app_context")
@pytest.mark.parametrize("counts_unfinished", [False, True])
def test_outcomes_equal_those_after_each_entry(counts_unfinished: bool) -> None:  # noqa: FBT001 - a parameter
    eventful_club()
    signed_game = play_game(4)
    sign_off_kingdoms(signed_game)
    games = [game_id(signed_game), *db.session.scalars(text("SELECT id FROM game")).all()]
    for number in games:
        entries = GAMES.read_entries(db.session(), number)
        _, changes = game_and_outcome_changes(entries, counts_if_unfinished=counts_unfinished)
        outcome = None
        for entry_count, entry in enumerate(entries, 1):
            outcome = next((change.outcome for change in changes if change.entry_seq == entry.seq), outcome)
            record = fold_game(earlier.fold_entry for earlier in entries[:entry_count])
            expected = outcome_of(record, record.play().game)
            if counts_unfinished or expected.complete or entry_count == len(entries):
                assert outcome == expected, (number, entry_count)
            else:
                assert outcome is None or (outcome.result is None and not outcome.complete), (number, entry_count)
        assert isinstance(changes[-1].outcome, GameOutcome)
