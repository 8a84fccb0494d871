"""All-or-nothing transactions of several entries."""

from collections.abc import Callable
from typing import TypeVar

from sqlalchemy.orm import Session

from trexscore.commands.clubs.record_entry import ClubRefused, ClubWritten, NotAllowed
from trexscore.db.journals import write_transaction
from trexscore.rules.refusals import Refusal, refuse

T = TypeVar("T")


class Rollback(Exception):
    """Raised inside a transaction to roll it back."""

    def __init__(self, why: ClubRefused | NotAllowed) -> None:
        super().__init__()
        self.outcome = why

    @property
    def refusals(self) -> tuple[Refusal, ...]:
        return self.outcome.refusals if isinstance(self.outcome, ClubRefused) else (refuse("not_allowed"),)


def all_or_nothing(work: Callable[[Session], T]) -> T | ClubRefused | NotAllowed:
    """The result of `work` in one transaction, which is rolled back if `work` raises `Undone`."""
    try:
        with write_transaction() as session:
            return work(session)
    except Rollback as undone:
        return undone.outcome


def require_written(outcome: ClubWritten | ClubRefused | NotAllowed) -> ClubWritten:
    """The outcome, if it was written. Raises `Undone` otherwise."""
    if isinstance(outcome, ClubWritten):
        return outcome
    raise Rollback(outcome)
