"""Migration 0026: what was searched for inside stored JSON has columns of its own."""

from collections.abc import Sequence
from typing import Any

from flask import Flask
from sqlalchemy import Row, text

from tests.support.clubs.club import enter, found, four, holds, played
from tests.support.earlier import as_made_by
from trexscore.db.migrations import upgrade
from trexscore.db.models import db


def test_migration_fills_columns_of_existing_rows(own_app: Flask) -> None:
    with own_app.app_context():
        club = found()
        members = four(club)
        games = [played(1), played(2), played(3, deals=4)]
        for uid in games:
            club.count(uid, [None, *members[1:]], substitutes={"B": None, "C": members[0]})
        club.count(games[0], [*members[:3], None])
        club.withdraw(games[1])
        enter(games[0], {"disputed": {"seat": "B", "about": 6, "reason": "no"}})
        before = _searched()
        assert [row.has_open_dispute for row in before[0]] == [True, False, False]
        assert [row.counted_seq == row.seq for row in before[1]] == [True, False, True]
        assert [row.result_key is None for row in before[1]] == [False, False, True]
    as_made_by(own_app, "0025")
    upgrade(own_app)
    with own_app.app_context():
        assert _searched() == before
        assert holds()


def _searched() -> list[Sequence[Row[Any]]]:
    statements = (
        "SELECT game_id, has_open_dispute FROM game_state ORDER BY game_id",
        "SELECT game_id, seq, counted_seq, result_key FROM club_game ORDER BY game_id",
        "SELECT game_id, member FROM club_game_member ORDER BY game_id, member",
    )
    return [db.session.execute(text(statement)).all() for statement in statements]
