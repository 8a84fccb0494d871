"""Build an imported club in short hidden steps, with its projections."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import NamedTuple

from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from trexscore.commands.league.projections import follow_longer
from trexscore.commands.league.ratings import recalculate_in_batches
from trexscore.commands.league.rebuild import Made, make_rows
from trexscore.db.batches import ROWS, put_in_steps, step
from trexscore.db.clubs.club_files import ends_of
from trexscore.db.clubs.staged_imports import arrive, begin_arriving, drop_in_steps, leave
from trexscore.db.journals import CLUBS, GAMES, End
from trexscore.db.models import db
from trexscore.ledger.chain import JournalEntry


class Arriving(NamedTuple):
    """A staged club: complete except its games, their links, and its address."""

    id: int
    made: Made

    def show(self, session: Session, uid: str) -> None:
        """Publish the club, in the transaction that holds its games. Raises `Gone` if the staged club was deleted.

        Entries written in its games since they were read are applied now.
        """
        CLUBS.lock(session, self.id)
        self.made.league.write_games(session)
        current_ends = ends_of(session, sorted(self.made.ends))
        for uid_of_game, end in self.made.ends.items():
            if current_ends[uid_of_game] != end:
                self._follow(session, uid_of_game, end)
        arrive(session, self.id, uid)

    def replace(self, session: Session, old: int, uid: str) -> None:
        """As `show`, replacing a locked club with a shorter journal; its accounts move along."""
        leave(session, old, self.id)
        self.show(session, uid)

    def _follow(self, session: Session, uid: str, end: str) -> None:
        number = self.made.league.known[uid].id
        entries = GAMES.journal(session, number)
        after = next(entry.seq for entry in entries if entry.digest == end)
        follow_longer(session, self.id, number, entries, after)


@contextmanager
def arriving(entries: Sequence[JournalEntry]) -> Iterator[Arriving]:
    """Stage the club of this journal; its games are here. It is dropped unless it is published."""
    with step() as session:
        number = begin_arriving(session)
    try:
        for first in range(0, len(entries), ROWS):
            with step() as session:
                CLUBS.put(session, number, entries[first : first + ROWS])
        end = End(number, entries[-1].seq, entries[-1].digest)
        made = make_rows(db.session(), put_in_steps, end, entries)
        recalculate_in_batches(number, made.record)
        yield Arriving(number, made)
    except BaseException:
        with suppress(SQLAlchemyError):  # else it is dropped later
            drop_in_steps(number)
        raise
