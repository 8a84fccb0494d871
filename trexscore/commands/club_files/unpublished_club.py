"""Build an imported club in short hidden steps, with its projections."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import NamedTuple

from sqlalchemy import update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from trexscore.commands.league.apply_entries import apply_appended_entries
from trexscore.commands.league.rebuild import GameJournalHead, ScratchClub, build_derived_rows
from trexscore.db.batches import ROWS_PER_TRANSACTION, in_batches, run_in_batches, write_transaction_then_pause
from trexscore.db.clubs.club_files import read_last_digests_by_game_uid
from trexscore.db.clubs.hidden_clubs import create_unpublished_club, delete_hidden_club
from trexscore.db.clubs.models import Club
from trexscore.db.journals import CLUBS, GAMES, JournalHead
from trexscore.db.league.scratch_database import scratch_database
from trexscore.db.models import db
from trexscore.ledger.chain import JournalEntry


class UnpublishedClub(NamedTuple):
    """A stored club at a hidden address: complete except its games, their links, and its address."""

    club_id: int
    scratch_club: ScratchClub

    def publish(self, session: Session, club_uid: str) -> None:
        """Publish the club in the transaction that holds its games. Raises `JournalGone` if it was deleted.

        Entries written in its games since they were read are applied now.
        """
        CLUBS.lock(session, self.club_id)
        self.scratch_club.store_games(session)
        current_ends = read_last_digests_by_game_uid(
            session, sorted(game.game_uid for game in self.scratch_club.game_heads)
        )
        for game in self.scratch_club.game_heads:
            if current_ends[game.game_uid] != game.last_digest:
                self._apply_later_entries(session, game)
        session.execute(update(Club).where(Club.id == self.club_id).values(uid=club_uid))

    def _apply_later_entries(self, session: Session, game_head: GameJournalHead) -> None:
        entries = GAMES.read_entries(session, game_head.game_id)
        last_applied_seq = next(entry.seq for entry in entries if entry.digest == game_head.last_digest)
        apply_appended_entries(session, self.club_id, game_head.game_id, entries, last_applied_seq)


@contextmanager
def unpublished_club(entries: Sequence[JournalEntry]) -> Iterator[UnpublishedClub]:
    """Store the club of this journal at a hidden address; its games are here. It is dropped unless it is published."""
    with write_transaction_then_pause() as session:
        club_id = create_unpublished_club(session)
    try:
        for batch in in_batches(entries, ROWS_PER_TRANSACTION):
            with write_transaction_then_pause() as session:
                CLUBS.insert_chained_entries(session, club_id, batch)
        journal_head = JournalHead(club_id, entries[-1].seq, entries[-1].digest)
        with scratch_database() as scratch:
            rebuilt = ScratchClub(scratch, build_derived_rows(db.session(), scratch, journal_head, entries))
            rebuilt.store_rows_except_games(run_in_batches)
            yield UnpublishedClub(club_id, rebuilt)
    except BaseException:
        with suppress(SQLAlchemyError):  # else it is dropped later
            delete_hidden_club(club_id)
        raise
