"""Write many rows in short transactions, so that scorers never wait long for the lock."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TypeVar

from sqlalchemy import Executable
from sqlalchemy.orm import Session

from trexscore.db.transactions import write_transaction

RunStatementForRows = Callable[[Executable, Sequence[Mapping[str, object]]], None]
"""Runs a statement for each of these rows."""
T = TypeVar("T")
GAMES_PER_STATEMENT = 500
"""Games named in one statement."""
ROWS_PER_TRANSACTION = 1_000
"""At most in one transaction: some hundredths of a second."""
_BATCH_PAUSE_SECONDS = 0.01
"""Seconds between transactions, so that a waiting writer gets the lock, which is not first come, first served."""


@contextmanager
def write_transaction_then_pause() -> Iterator[Session]:
    """Open one writing transaction, and pause after it."""
    with write_transaction() as session:
        yield session
    time.sleep(_BATCH_PAUSE_SECONDS)


def in_batches(items: Sequence[T], max_batch_size: int = GAMES_PER_STATEMENT) -> Iterator[Sequence[T]]:
    """Yield the items in order, at most `max_batch_size` at once."""
    for start in range(0, len(items), max_batch_size):
        yield items[start : start + max_batch_size]


def run_in_batches(statement: Executable, rows: Sequence[Mapping[str, object]]) -> None:
    """Run a statement for each of these rows. If it is interrupted, finished batches stay written."""
    for batch in in_batches(rows, ROWS_PER_TRANSACTION):
        with write_transaction_then_pause() as session:
            statement_runner(session)(statement, batch)


def statement_runner(session: Session) -> RunStatementForRows:
    """Return a function that runs statements in the transaction of this session."""

    def run(statement: Executable, rows: Sequence[Mapping[str, object]]) -> None:
        session.connection().execute(statement, rows)

    return run
