"""Many rows written in steps: each a short transaction, so that nobody who keeps a score waits long for the lock."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Executable
from sqlalchemy.orm import Session

from trexscore.db.journals import writing

Put = Callable[[Executable, Sequence[Mapping[str, Any]]], None]
"""Runs a statement for each of these rows."""
ROWS = 1_000
"""At most in one step: some hundredths of a second."""
_PAUSE = 0.01
"""Seconds behind a step, so that whoever waits gets the lock: it is given to whoever asks first, not longest."""


@contextmanager
def step() -> Iterator[Session]:
    """One transaction that writes, and a pause behind it."""
    with writing() as session:
        yield session
    time.sleep(_PAUSE)


def put_in_steps(statement: Executable, rows: Sequence[Mapping[str, Any]]) -> None:
    """Run a statement for each of these rows; what is done when this breaks off stays done."""
    for first in range(0, len(rows), ROWS):
        with step() as session:
            insert_in_batch(session)(statement, rows[first : first + ROWS])


def insert_in_batch(session: Session) -> Put:
    """Everything in the transaction of this session."""

    def put(statement: Executable, rows: Sequence[Mapping[str, Any]]) -> None:
        session.connection().execute(statement, rows)

    return put
