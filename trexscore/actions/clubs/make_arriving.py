"""A club that is new here, made in short steps where nobody finds it, with all that follows from its journals."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import NamedTuple

from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from trexscore.actions.clubs.rate import redo_in_steps
from trexscore.actions.clubs.rebuild import Made, make_rows, rebuild_club
from trexscore.journal.entries import JournalEntry
from trexscore.storage.arriving import arrive, begin_arriving, drop_in_steps
from trexscore.storage.club_files import ends_of
from trexscore.storage.in_steps import ROWS, put_in_steps, step
from trexscore.storage.journals import CLUBS, End
from trexscore.storage.models import db


class Arriving(NamedTuple):
    """A club that lacks nothing but its games, the links of these, and its address."""

    id: int
    made: Made

    def show(self, session: Session, uid: str) -> None:
        """Let it be found, in the transaction that holds its games. Raises `Gone` where it was taken away meanwhile.

        If somebody has written in one of the games since it was read, everything is made once more, at once.
        """
        CLUBS.lock(session, self.id)
        ends = self.made.ends
        if ends_of(session, sorted(ends)) == ends:
            self.made.league.write_games(session)
        else:
            rebuild_club(session, self.id)
        arrive(session, self.id, uid)


@contextmanager
def arriving(entries: Sequence[JournalEntry]) -> Iterator[Arriving]:
    """Make the club whose journal this is and whose games are here. Unless it is shown then, nothing is left of it."""
    with step() as session:
        number = begin_arriving(session)
    try:
        for first in range(0, len(entries), ROWS):
            with step() as session:
                CLUBS.put(session, number, entries[first : first + ROWS])
        end = End(number, entries[-1].seq, entries[-1].digest)
        made = make_rows(db.session(), put_in_steps, end, entries)
        redo_in_steps(number, made.record)
        yield Arriving(number, made)
    except BaseException:
        with suppress(SQLAlchemyError):  # else it is taken away later
            drop_in_steps(number)
        raise
