"""Migration 0026: values searched inside stored JSON get columns of their own."""

from collections.abc import Sequence
from typing import Any

from flask import Flask
from sqlalchemy import Row, text

from tests.support.clubs.club import add_game_entry, all_clubs_are_valid, four_members, new_club, play_game
from tests.support.earlier_versions import recreate_at_revision
from trexscore.db.migrations import upgrade
from trexscore.db.models import db


def test_migration_fills_columns_of_existing_rows(own_app: Flask) -> None:
    with own_app.app_context():
        club = new_club()
        members = four_members(club)
        games = [play_game(1), play_game(2), play_game(3, deals=4)]
        for uid in games:
            club.count_game(uid, [None, *members[1:]], substitutes={"B": None, "C": members[0]})
        club.count_game(games[0], [*members[:3], None])
        club.exclude_game(games[1])
        add_game_entry(games[0], {"disputed": {"seat": "B", "about": 6, "reason": "no"}})
        before = _searched_values()
        assert [row.has_open_dispute for row in before[0]] == [True, False, False]
        assert [row.counted_seq == row.seq for row in before[1]] == [True, False, True]
        assert [row.result_key is None for row in before[1]] == [False, False, True]
    recreate_at_revision(own_app, "0025")
    upgrade(own_app)
    with own_app.app_context():
        assert _searched_values() == before
        assert all_clubs_are_valid()


def _searched_values() -> list[Sequence[Row[Any]]]:
    statements = (
        "SELECT game_id, has_open_dispute FROM game_state ORDER BY game_id",
        "SELECT game_id, seq, counted_seq, result_key FROM club_game ORDER BY game_id",
        "SELECT game_id, member FROM club_game_member ORDER BY game_id, member",
    )
    return [db.session.execute(text(statement)).all() for statement in statements]
