"""A club and its games as lines of a club file, and the comparison of such a file with what is stored."""

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from trexscore.club.events.counted_game import GameCounted
from trexscore.club.file.lines import ClubFileHead, entry_line, game_line, head_line
from trexscore.db.batches import in_batches
from trexscore.db.clubs.clubs import ClubHead
from trexscore.db.clubs.counted_games import count_game_rows
from trexscore.db.games import find_game_by_uid
from trexscore.db.journals import CLUBS, GAMES, Journals
from trexscore.ledger.chain import JournalEntry

JournalComparison = Literal["new", "same", "ahead", "behind", "other"]
"""The stored journal compared to the imported one: `ahead` has more entries, `behind` lacks the last ones."""


class ComparedStoredJournal(NamedTuple):
    """`journal_id` is the id of the stored journal and `last_seq` its last entry; both 0 if there is none."""

    comparison: JournalComparison
    journal_id: int = 0
    last_seq: int = 0


def club_file_lines(session: Session, club_head: ClubHead) -> Iterator[bytes]:
    """Yield the club file: the journal up to the head in `club_head`, then its games by uid.

    A game may have grown since; each is read in one statement, so it is complete.
    """
    entries = [entry for entry in CLUBS.read_entries(session, club_head.id) if entry.seq <= club_head.seq]
    bodies = (
        entry.body[GameCounted.stored_kind]
        for entry in entries
        if entry.kind == GameCounted.stored_kind and entry.body is not None
    )
    games = sorted({body["uid"] for body in bodies})
    yield head_line(ClubFileHead(club_head.uid, club_head.seq, club_head.digest), len(games))
    yield from map(entry_line, entries)
    del entries
    for uid in games:
        game = find_game_by_uid(session, uid)
        if game is None:
            raise LookupError(uid)
        yield game_line(GAMES.read_entries(session, game.id))


def count_club_file_lines(session: Session, club_head: ClubHead) -> int:
    """Return the number of these lines."""
    return 1 + club_head.seq + count_game_rows(session, club_head.id)


def compare_stored_journal(
    session: Session, journals: Journals, journal_uid: str, imported_digests: Sequence[str], *, lock: bool = False
) -> ComparedStoredJournal:
    """Compare the journal with this uid to one whose entries have these digests."""
    head = journals.heads.c
    query = select(head.id, head.last_seq, head.last_digest).where(head.uid == journal_uid)
    row = session.execute(query.with_for_update() if lock else query).one_or_none()
    if row is None:
        return ComparedStoredJournal("new")
    number, seq, digest = row
    length = len(imported_digests)
    if seq <= length:
        journal_comparison: JournalComparison = (
            "other" if imported_digests[seq - 1] != digest else "same" if seq == length else "behind"
        )
        return ComparedStoredJournal(journal_comparison, number, seq)
    entry = journals.entries.c
    stored_digest = session.scalar(select(entry.digest).where(journals.owner_column == number, entry.seq == length))
    return ComparedStoredJournal("ahead" if stored_digest == imported_digests[-1] else "other", number, seq)


def lock_games(session: Session, uids: Sequence[str]) -> None:
    """Lock these games until the end of the transaction."""
    head = GAMES.heads.c
    for batch in in_batches(uids):
        session.execute(select(head.id).where(head.uid.in_(batch)).order_by(head.id).with_for_update()).all()


def read_last_digests_by_game_uid(session: Session, game_uids: Sequence[str]) -> dict[str, str]:
    """Map uids to the last digests of these games, as far as they are stored."""
    head = GAMES.heads.c
    digests: dict[str, str] = {}
    for batch in in_batches(game_uids):
        rows = session.execute(select(head.uid, head.last_digest).where(head.uid.in_(batch)))
        digests |= {row.uid: row.last_digest for row in rows}
    return digests


def store_imported_game(session: Session, entries: Sequence[JournalEntry], **columns: str) -> int:
    """Store an imported game with its journal as it is. Returns its id."""
    head = GAMES.create_journal(session, uid=entries[0].key, **columns)
    return GAMES.insert_chained_entries(session, head.id, entries).id
