"""Observe the transactions of an import, and act between them."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import Delete, Insert, Update, event, func, select

from trexscore.commands.league.rebuild import ScratchClub
from trexscore.commands.league.verify_clubs import verify_clubs
from trexscore.db.clubs.models import Club
from trexscore.db.models import Base, db

ROWS = 5


def clubs_are_valid() -> bool:
    db.session.rollback()
    return not any(result.faults for result in verify_clubs())


def count_club_rows() -> int:
    """The number of rows of all clubs."""
    db.session.rollback()
    tables = [table for table in Base.metadata.sorted_tables if "club_id" in table.c]
    return sum(db.session.scalar(select(func.count()).select_from(table)) or 0 for table in [*tables, Club.__table__])


@contextmanager
def rows_per_transaction() -> Iterator[list[Counter[str]]]:
    """The rows of every transaction, by table."""
    steps = [Counter[str]()]

    def on_execute(_connection: Any, statement: Any, parameters: Any, *_: Any) -> None:  # noqa: ANN401 - SQLAlchemy's
        if isinstance(statement, (Insert, Update, Delete)):
            steps[-1][str(statement.table)] += max(1, len(parameters))

    def on_commit(_connection: Any) -> None:  # noqa: ANN401 - SQLAlchemy's
        steps.append(Counter())

    listeners: list[tuple[str, Callable[..., None]]] = [("before_execute", on_execute), ("commit", on_commit)]
    for name, listener in listeners:
        event.listen(db.engine, name, listener)
    try:
        yield steps
    finally:
        for name, listener in listeners:
            event.remove(db.engine, name, listener)


def before_publishing(monkeypatch: pytest.MonkeyPatch, action: Callable[[], object]) -> None:
    """Call the action once, just before an imported club becomes visible."""
    store, pending = ScratchClub.store_rows_except_games, [action]

    def act_and_store(*args: Any) -> None:  # noqa: ANN401 - handed on
        store(*args)
        if pending:
            pending.pop()()

    monkeypatch.setattr(ScratchClub, "store_rows_except_games", act_and_store)
