"""A club is rebuilt in one pass, and what comes of it is what had been written entry by entry."""

from typing import Any

import pytest
from sqlalchemy import event, text

from tests.support.clubs.club import ClubHere, agree, found, four, game_id, played
from tests.support.clubs.files import lively
from tests.support.databases import both_databases
from trexscore.club.game_outcome import GameOutcome, outcome_of
from trexscore.commands.league.outcome_history import outcome_moments
from trexscore.commands.league.rebuild import rebuild_club
from trexscore.db.journals import GAMES, write_transaction
from trexscore.db.league import scratch
from trexscore.db.models import db
from trexscore.game.builder import fold

_DERIVED = (
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


def rows(club: ClubHere) -> dict[str, list[Any]]:
    """All that is derived of a club, but for the numbers of rows."""
    found: dict[str, list[Any]] = {}
    for name in _DERIVED:
        of_club = db.session.execute(text(f"SELECT * FROM {name} WHERE club_id = :club"), {"club": club.id})  # noqa: S608
        found[name] = sorted(
            str({key: value for key, value in row.items() if key != "id"}) for row in of_club.mappings()
        )
    db.session.rollback()
    return found


def rebuilt(club: ClubHere) -> int:
    """Rebuild it: how many statements that takes."""
    statements: list[str] = []

    def count(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        statements.append(statement)

    event.listen(db.engine, "before_cursor_execute", count)
    try:
        with write_transaction() as session:
            rebuild_club(session, club.id)
    finally:
        event.remove(db.engine, "before_cursor_execute", count)
    return len(statements)


@both_databases
@pytest.mark.usefixtures("inside")
@pytest.mark.parametrize("at_once", [1, 3, 10_000])
def test_a_rebuilt_club_has_the_rows_it_had(at_once: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scratch, "_BATCH", at_once)
    club = lively()
    before = rows(club)
    assert all(before[name] for name in _DERIVED)
    rebuilt(club)
    assert rows(club) == before


@pytest.mark.usefixtures("inside")
def test_a_game_more_takes_few_statements() -> None:
    club = found()
    seats = four(club)
    club.season()
    for number in range(2):
        club.count(played(number), seats)
    few = rebuilt(club)
    for number in range(2, 12):
        club.count(played(number), seats)
    assert rebuilt(club) - few <= 10 * 3


@pytest.mark.usefixtures("inside")
@pytest.mark.parametrize("unfinished", [False, True])
def test_what_a_game_came_to_is_what_each_entry_left(unfinished: bool) -> None:  # noqa: FBT001 - a parameter
    lively()
    agreed = played(4)
    agree(agreed)
    games = [game_id(agreed), *db.session.scalars(text("SELECT id FROM game")).all()]
    for number in games:
        entries = GAMES.read_entries(db.session(), number)
        _, moments = outcome_moments(entries, unfinished=unfinished)
        now = None
        for place, entry in enumerate(entries, 1):
            now = next((one.outcome for one in moments if one.seq == entry.seq), now)
            record = fold(one.fold_entry for one in entries[:place])
            due = outcome_of(record, record.play().game)
            if unfinished or due.complete or place == len(entries):
                assert now == due, (number, place)
            else:
                assert now is None or (now.result is None and not now.complete), (number, place)
        assert isinstance(moments[-1].outcome, GameOutcome)
