"""A club and its games as the lines of a club file, and how far what such a file brings is here already."""

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from trexscore.club.file.lines import Head, entry_line, game_line, head_line
from trexscore.db.clubs.clubs import ClubAt
from trexscore.db.clubs.counted_games import number_of_games
from trexscore.db.games import game_named
from trexscore.db.journals import CLUBS, GAMES, Journals
from trexscore.ledger.chain import JournalEntry

Here = Literal["new", "same", "ahead", "behind", "other"]
"""How a journal that is here stands to one that is brought: `ahead` has all of it and more, `behind` lacks its end."""

_AT_ONCE = 500


class Compared(NamedTuple):
    """`number` is that of the journal here, `seq` its last; 0 where there is none."""

    here: Here
    number: int = 0
    seq: int = 0


def lines_of(session: Session, club: ClubAt) -> Iterator[bytes]:
    """The club file, line by line: its journal up to where it ended when `club` was read, then its games by name.

    Games may be longer than they were then. They are whole all the same: each is read at one moment.
    """
    entries = [entry for entry in CLUBS.journal(session, club.id) if entry.seq <= club.seq]
    bodies = (entry.body["game"] for entry in entries if entry.kind == "game" and entry.body is not None)
    games = sorted({body["uid"] for body in bodies})
    yield head_line(Head(club.uid, club.seq, club.digest, len(games)))
    yield from map(entry_line, entries)
    del entries
    for uid in games:
        found = game_named(session, uid)
        if found is None:
            raise LookupError(uid)
        yield game_line(GAMES.journal(session, found.id))


def number_of_lines(session: Session, club: ClubAt) -> int:
    """How many lines that is."""
    return 1 + club.seq + number_of_games(session, club.id)


def compare(session: Session, journals: Journals, uid: str, digests: Sequence[str], *, held: bool = False) -> Compared:
    """How the journal with this public name stands to one whose entries have these digests. Digests tell all."""
    head = journals.heads.c
    wanted = select(head.id, head.last_seq, head.last_digest).where(head.uid == uid)
    row = session.execute(wanted.with_for_update() if held else wanted).one_or_none()
    if row is None:
        return Compared("new")
    number, seq, digest = row
    brought = len(digests)
    if seq <= brought:
        here: Here = "other" if digests[seq - 1] != digest else "same" if seq == brought else "behind"
        return Compared(here, number, seq)
    is_ahead = digest_at(session, journals, number, brought) == digests[-1]
    return Compared("ahead" if is_ahead else "other", number, seq)


def digest_at(session: Session, journals: Journals, number: int, seq: int) -> str | None:
    """The digest of one entry."""
    entry = journals.entries.c
    return session.scalar(select(entry.digest).where(journals.of == number, entry.seq == seq))


def hold_games(session: Session, uids: Sequence[str]) -> None:
    """Let nobody add to these games before the transaction is over: they are counted as they are."""
    head = GAMES.heads.c
    for first in range(0, len(uids), _AT_ONCE):
        some = uids[first : first + _AT_ONCE]
        session.execute(select(head.id).where(head.uid.in_(some)).order_by(head.id).with_for_update()).all()


def ends_of(session: Session, uids: Sequence[str]) -> dict[str, str]:
    """The digests with which the journals of these games end, of those that are here."""
    head = GAMES.heads.c
    ends: dict[str, str] = {}
    for first in range(0, len(uids), _AT_ONCE):
        wanted = select(head.uid, head.last_digest).where(head.uid.in_(uids[first : first + _AT_ONCE]))
        ends |= {row.uid: row.last_digest for row in session.execute(wanted)}
    return ends


def restore_game(session: Session, entries: Sequence[JournalEntry], **of_its_own: str) -> int:
    """Write a game down that was played elsewhere: its journal as it is. Gives its number."""
    begun = GAMES.begin(session, uid=entries[0].key, **of_its_own)
    return GAMES.put(session, begun.id, entries).id
