"""Reading and writing journals, of games and of clubs. A journal is written inside `writing()` and nowhere else."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import msgspec
import rfc8785
from sqlalchemy import Column, Row, Table, func, insert, select, update
from sqlalchemy.orm import Session

from trexscore.journal.entries import BEFORE_THE_FIRST, Body, JournalEntry, Said, chained
from trexscore.storage import club_models
from trexscore.storage.engine import WRITES
from trexscore.storage.models import Base, db

_decode = msgspec.json.Decoder(dict).decode


class End(NamedTuple):
    """The end of a journal. `id` is the number of the game or the club whose it is."""

    id: int
    seq: int
    digest: str


class Gone(LookupError):
    """There is no such journal any more: its club has been dissolved since it was looked for."""


@contextmanager
def writing() -> Iterator[Session]:
    """One transaction that writes: all of it is on disk when this is left, or none."""
    session = db.session()
    session.rollback()  # what was read before may be old by now
    with session.begin():
        session.connection(execution_options={WRITES: True})
        yield session


class Journals:
    """The journals of games, or those of clubs: `heads` has a row for each, `entries` one for each of its entries."""

    def __init__(self, heads: str, entries: str, of: str) -> None:
        self.heads: Table = Base.metadata.tables[heads]
        self.entries: Table = Base.metadata.tables[entries]
        self.of: Column[int] = self.entries.c[of]
        """The tables themselves: nothing here needs the objects that a session would make and watch."""

    def lock(self, session: Session, number: int) -> End:
        """The journal's end, held so that nobody else adds to it before this transaction is over. Raises `Gone`.

        What is read of the journal is read after it: whoever waited for the lock would else see it as it was before.
        The head's number does not change, so that others may still point to it meanwhile (PostgreSQL: `NO KEY`):
        a club that counts anew points to games whose writers wait for the club.
        """
        head = self.heads.c
        wanted = select(head.id, head.last_seq, head.last_digest).where(head.id == number)
        row = session.execute(wanted.with_for_update(key_share=True)).one_or_none()
        if row is None:
            raise Gone(self.heads.name, number)
        return End(*row)

    def folded(self, session: Session, number: int, kinds: Sequence[str] = ()) -> list[tuple[int, str, Body | None]]:
        """What a fold needs of every entry, or of those of some kinds, in order."""
        entry = self.entries.c
        wanted = select(entry.seq, entry.kind, entry.body).where(self.of == number)
        if kinds:
            wanted = wanted.where(entry.kind.in_(kinds))
        rows = session.execute(wanted.order_by(entry.seq))
        return [(seq, kind, None if body is None else _decode(body)) for seq, kind, body in rows]

    def journal(self, session: Session, number: int, after: int = 0, before: int | None = None) -> list[JournalEntry]:
        """Every entry behind `after`, in order; only those before another one, where one is named."""
        columns = [self.entries.c[name] for name in JournalEntry._fields]
        wanted = select(*columns).where(self.of == number, self.entries.c.seq > after)
        if before is not None:
            wanted = wanted.where(self.entries.c.seq < before)
        return [_entry(row) for row in session.execute(wanted.order_by(self.entries.c.seq))]

    def with_key(self, session: Session, number: int, key: str) -> tuple[int, str, str] | None:
        """`seq`, kind and body digest of the entry that was written under this key, if there is one."""
        entry = self.entries.c
        wanted = select(entry.seq, entry.kind, entry.body_digest).where(self.of == number, entry.key == key)
        row = session.execute(wanted).one_or_none()
        return None if row is None else (row.seq, row.kind, row.body_digest)

    def under(self, session: Session, number: int, keys: Sequence[str], kind: str) -> dict[str, Body]:
        """What entries of a kind say, by the keys under which they were written."""
        entry = self.entries.c
        wanted = select(entry.key, entry.body).where(self.of == number, entry.key.in_(keys), entry.kind == kind)
        return {key: _decode(body) for key, body in session.execute(wanted) if body is not None}

    def characters(self, session: Session, number: int) -> int:
        """How long all bodies are together."""
        entry = self.entries.c
        return session.scalar(select(func.sum(func.length(entry.body))).where(self.of == number)) or 0

    def author_of(self, session: Session, number: int, seq: int) -> str | None:
        """Who has entered this, as far as was said."""
        entry = self.entries.c
        return session.execute(select(entry.author).where(self.of == number, entry.seq == seq)).scalar()

    def times_of(self, session: Session, number: int) -> dict[int, str]:
        """When every entry was received, by its `seq`."""
        entry = self.entries.c
        rows = session.execute(select(entry.seq, entry.received_at).where(self.of == number))
        return {row.seq: row.received_at for row in rows}

    def append(
        self, session: Session, end: End, said: Sequence[Said], received_at: str, device: str | None = None
    ) -> End:
        """Add entries behind a locked end, all from one device."""
        entries: list[JournalEntry] = []
        for one in said:
            entry = chained(one, end.seq + 1, end.digest, received_at)._replace(device=device)
            end = End(end.id, entry.seq, entry.digest)
            entries.append(entry)
        return self.put(session, end.id, entries)

    def put(self, session: Session, number: int, entries: Sequence[JournalEntry]) -> End:
        """Write entries down as they are, chained and in order, behind those that are there."""
        bodies = (None if entry.body is None else rfc8785.dumps(entry.body).decode() for entry in entries)
        rows = [
            {self.of.name: number, **entry._asdict(), "body": body} for entry, body in zip(entries, bodies, strict=True)
        ]
        session.execute(insert(self.entries), rows)
        end = End(number, entries[-1].seq, entries[-1].digest)
        self.end(session, end)
        return end

    def empty(self, session: Session, number: int, whole: Sequence[int] = (), authors: Sequence[int] = ()) -> None:
        """Erase what entries say and who said it, or only who: digests stay, and with them the chain.

        Which device it came from no digest covers; it goes along.
        """
        entry = self.entries.c
        nobody: dict[str, None] = {"author": None, "device": None}
        for seqs, values in ((whole, {**nobody, "body": None}), (authors, nobody)):
            if seqs:
                ours = self.of == number, entry.seq.in_(seqs)
                session.execute(update(self.entries).where(*ours).values(values))

    def end(self, session: Session, end: End) -> None:
        """Write down where a journal ends."""
        values = {"last_seq": end.seq, "last_digest": end.digest}
        session.execute(update(self.heads).where(self.heads.c.id == end.id).values(values))

    def begin(self, session: Session, **of_its_own: str) -> End:
        """A new, empty journal."""
        values = {**of_its_own, "last_seq": 0, "last_digest": BEFORE_THE_FIRST}
        number = session.execute(insert(self.heads).values(values).returning(self.heads.c.id)).scalar_one()
        return End(number, 0, BEFORE_THE_FIRST)


GAMES = Journals("game", "entry", "game_id")
CLUBS = Journals(club_models.Club.__tablename__, club_models.ClubEntry.__tablename__, "club_id")


def _entry(row: Row[*tuple[Any, ...]]) -> JournalEntry:
    entry = JournalEntry(*row)
    return entry if row.body is None else entry._replace(body=_body(row.body))


def _body(text: str) -> Body:
    """A body that somebody has spoilt is shown as it stands: its digest tells that it was never written like that."""
    try:
        return _decode(text)
    except msgspec.DecodeError:
        return {"unreadable": text}
