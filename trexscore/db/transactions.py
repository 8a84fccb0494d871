"""The one way to write to the database: a transaction that is on disk as a whole, or not at all."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from trexscore.db.engine import WRITES_OPTION, lock_for_writing
from trexscore.db.journals import JournalGone
from trexscore.db.models import db

T = TypeVar("T")


@contextmanager
def write_transaction() -> Iterator[Session]:
    """Open one writing transaction; when the block ends, all of it is on disk, or nothing."""
    session = db.session()
    session.rollback()  # earlier reads may be outdated
    with lock_for_writing(db.engine), session.begin():
        session.connection(execution_options={WRITES_OPTION: True})
        yield session


def retry_once_on_conflict(work: Callable[[], T]) -> T:
    """Return the result of `work`, which runs again after an `IntegrityError` or `JournalGone`.

    Another request may have stored the same, or replaced the journal, in between. A second failure is raised.
    """
    try:
        return work()
    except (IntegrityError, JournalGone):
        return work()
