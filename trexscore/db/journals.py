"""Reading and writing journals, of games and of clubs. A journal is written inside `writing()` and nowhere else."""

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Column, Row, Table, bindparam, func, insert, null, select, update
from sqlalchemy.orm import Session

from trexscore.db.clubs import models as club_models
from trexscore.db.engine import WRITES, one_writer
from trexscore.db.models import Base, db
from trexscore.ledger.canonical import canonical
from trexscore.ledger.chain import (
    BEFORE_THE_FIRST,
    Body,
    EntryDraft,
    FoldEntry,
    JournalEntry,
    chain_entry,
    without_device,
)

_decode = msgspec.json.Decoder(dict).decode
_CLOSED = -1
"""The last entry of a journal to which none is added."""


class End(NamedTuple):
    """The end of a journal. `id` is the number of the game or the club whose it is."""

    id: int
    seq: int
    digest: str


class Known(NamedTuple):
    """An entry that was written under a key before."""

    seq: int
    kind: str
    body_digest: str
    by: Body | None


class Gone(LookupError):
    """There is no such journal any more: its club was dissolved or replaced since it was looked for."""


@contextmanager
def writing() -> Iterator[Session]:
    """One transaction that writes: all of it is on disk when this is left, or none."""
    session = db.session()
    session.rollback()  # what was read before may be old by now
    with one_writer(db.engine), session.begin():
        session.connection(execution_options={WRITES: True})
        yield session


class Journals:
    """The journals of games, or those of clubs: `heads` has a row for each, `entries` one for each of its entries."""

    def __init__(self, heads: str, entries: str, of: str) -> None:
        self.heads: Table = Base.metadata.tables[heads]
        self.entries: Table = Base.metadata.tables[entries]
        self.of: Column[int] = self.entries.c[of]
        """The tables themselves: nothing here needs the objects that a session would make and watch."""
        head, entry, ours = self.heads.c, self.entries.c, self.of == bindparam("number")
        by = entry.by if "by" in entry else null().label("by")
        end = select(head.id, head.last_seq, head.last_digest).where(head.id == bindparam("number"))
        keyed = select(entry.seq, entry.kind, entry.body_digest, by).where(ours, entry.key == bindparam("key"))
        told = select(entry.seq, entry.kind, entry.body, by, entry.key).where(ours).order_by(entry.seq)
        self._end, self._keyed, self._told = end.with_for_update(key_share=True), keyed, told
        self._ended = update(self.heads).where(head.id == bindparam("number"))
        self._last = select(entry.received_at).where(ours, entry.seq == bindparam("seq"))
        """Made once: every entry of every game runs them."""

    def lock(self, session: Session, number: int) -> End:
        """The journal's end, held so that nobody else adds to it before this transaction is over.

        Raises `Gone` where there is none, or it was closed.

        What is read of the journal is read after it: whoever waited for the lock would else see it as it was before.
        The head's number does not change, so that others may still point to it meanwhile (PostgreSQL: `NO KEY`):
        a club that counts anew points to games whose writers wait for the club.
        """
        row = session.execute(self._end, {"number": number}).one_or_none()
        if row is None or row.last_seq == _CLOSED:
            raise Gone(self.heads.name, number)
        return End(*row)

    def folded(
        self, session: Session, number: int, kinds: Sequence[str] = (), last: int | None = None
    ) -> list[tuple[int, str, Body | None]]:
        """What a fold needs of every entry, or of those of some kinds, in order; none behind `last`."""
        entry = self.entries.c
        wanted = select(entry.seq, entry.kind, entry.body).where(self.of == number)
        if last is not None:
            wanted = wanted.where(entry.seq <= last)
        if kinds:
            wanted = wanted.where(entry.kind.in_(kinds))
        rows = session.execute(wanted.order_by(entry.seq))
        return [(seq, kind, None if body is None else _decode(body)) for seq, kind, body in rows]

    def told(self, session: Session, number: int) -> list[FoldEntry]:
        """What a fold of a game needs of every entry, in order."""
        rows = session.execute(self._told, {"number": number})
        return [FoldEntry(seq, kind, _said(body), _said(by), key) for seq, kind, body, by, key in rows]

    def journal(self, session: Session, number: int, after: int = 0, before: int | None = None) -> list[JournalEntry]:
        """Every entry behind `after`, in order; only those before another one, where one is named."""
        entry = self.entries.c
        columns = [entry[name] if name in entry else null().label(name) for name in JournalEntry._fields]
        wanted = select(*columns).where(self.of == number, self.entries.c.seq > after)
        if before is not None:
            wanted = wanted.where(self.entries.c.seq < before)
        return [_entry(row) for row in session.execute(wanted.order_by(self.entries.c.seq))]

    def with_key(self, session: Session, number: int, key: str) -> Known | None:
        """The entry that was written under this key, if there is one."""
        row = session.execute(self._keyed, {"number": number, "key": key}).one_or_none()
        return None if row is None else Known(row.seq, row.kind, row.body_digest, _said(row.by))

    def under(self, session: Session, number: int, keys: Sequence[str], kind: str) -> dict[str, Body]:
        """What entries of a kind say, by the keys under which they were written."""
        entry = self.entries.c
        wanted = select(entry.key, entry.body).where(self.of == number, entry.key.in_(keys), entry.kind == kind)
        return {key: _decode(body) for key, body in session.execute(wanted) if body is not None}

    def characters(self, session: Session, number: int) -> int:
        """How long all bodies are together."""
        entry = self.entries.c
        return session.scalar(select(func.sum(func.length(entry.body))).where(self.of == number)) or 0

    def written_by(self, session: Session, number: int, seq: int) -> tuple[str | None, Body | None]:
        """Who has entered this, as far as was said, and through which link."""
        entry = self.entries.c
        row = session.execute(select(entry.author, entry.by).where(self.of == number, entry.seq == seq)).one_or_none()
        return (None, None) if row is None else (row.author, _said(row.by))

    def authors_of(self, session: Session, entries: Collection[tuple[int, int]]) -> dict[tuple[int, int], str | None]:
        """Who has entered these, by the numbers of journals and of entries."""
        entry = self.entries.c
        numbers, seqs = ({one[place] for one in entries} for place in (0, 1))
        wanted = select(self.of, entry.seq, entry.author).where(self.of.in_(numbers), entry.seq.in_(seqs))
        return {(row[0], row[1]): row.author for row in session.execute(wanted)} if entries else {}

    def times_of(self, session: Session, number: int, kinds: Sequence[str] = ()) -> dict[int, str]:
        """When every entry was received, or every one of some kinds, by its `seq`."""
        entry = self.entries.c
        which = (entry.kind.in_(kinds),) if kinds else ()
        rows = session.execute(select(entry.seq, entry.received_at).where(self.of == number, *which))
        return {row.seq: row.received_at for row in rows}

    def append(
        self, session: Session, end: End, said: Sequence[EntryDraft], received_at: str, device: str | None = None
    ) -> End:
        """Add entries behind a locked end, all from one device. A clock that was set back sets no journal back."""
        received_at = max(received_at, self._received(session, end))
        entries: list[JournalEntry] = []
        for one in said:
            entry = chain_entry(one, end.seq + 1, end.digest, received_at)
            if one.by is None:
                entry = entry._replace(device=device)
            end = End(end.id, entry.seq, entry.digest)
            entries.append(entry)
        return self.put(session, end.id, entries)

    def _received(self, session: Session, end: End) -> str:
        """When the last entry was received; nothing where there is none."""
        return session.scalar(self._last, {"number": end.id, "seq": end.seq}) or ""

    def put(self, session: Session, number: int, entries: Sequence[JournalEntry]) -> End:
        """Write entries down as they are, chained and in order, behind those that are there."""
        session.execute(insert(self.entries), [{self.of.name: number, **self._row(entry)} for entry in entries])
        end = End(number, entries[-1].seq, entries[-1].digest)
        self.end(session, end)
        return end

    def empty(self, session: Session, number: int, whole: Sequence[int] = (), authors: Sequence[int] = ()) -> None:
        """Erase what entries say and who said it, or only who: digests stay, and with them the chain.

        Which device it came from goes along.
        """
        entry = self.entries.c
        if "by" in entry:
            self._forget_devices(session, number, [*whole, *authors])
        nobody: dict[str, None] = {"author": None, "device": None}
        for seqs, values in ((whole, {**nobody, "body": None}), (authors, nobody)):
            if seqs:
                ours = self.of == number, entry.seq.in_(seqs)
                session.execute(update(self.entries).where(*ours).values(values))

    def _row(self, entry: JournalEntry) -> dict[str, Any]:
        """The entry as it is stored: a device that `by` names stands there alone."""
        row = {**entry._asdict(), "body": None if entry.body is None else _text(entry.body)}
        by = row.pop("by")
        if "by" not in self.entries.c:
            return row
        return {**row, "by": None} if by is None else {**row, "by": _text(by), "device": None}

    def _forget_devices(self, session: Session, number: int, seqs: Sequence[int]) -> None:
        entry = self.entries.c
        spoken = self.of == number, entry.seq.in_(seqs), entry.by.is_not(None)
        for seq, by in session.execute(select(entry.seq, entry.by).where(*spoken)).all():
            left = _text(without_device(_decode(by)))
            session.execute(update(self.entries).where(self.of == number, entry.seq == seq).values(by=left))

    def end(self, session: Session, end: End) -> None:
        """Write down where a journal ends."""
        session.execute(self._ended, {"number": end.id, "last_seq": end.seq, "last_digest": end.digest})

    def close(self, session: Session, number: int) -> None:
        """Let nobody add to a journal any more: another one has come in its place."""
        self.end(session, End(number, _CLOSED, ""))

    def begin(self, session: Session, **of_its_own: str) -> End:
        """A new, empty journal."""
        values = {**of_its_own, "last_seq": 0, "last_digest": BEFORE_THE_FIRST}
        number = session.execute(insert(self.heads).values(values).returning(self.heads.c.id)).scalar_one()
        return End(number, 0, BEFORE_THE_FIRST)


GAMES = Journals("game", "entry", "game_id")
CLUBS = Journals(club_models.Club.__tablename__, club_models.ClubEntry.__tablename__, "club_id")


def _entry(row: Row[*tuple[Any, ...]]) -> JournalEntry:
    entry = JournalEntry(*row)
    if row.by is not None:
        by = _body(row.by)
        entry = entry._replace(by=by, device=by.get("device"))
    return entry if row.body is None else entry._replace(body=_body(row.body))


def _text(value: Body) -> str:
    return canonical(value).decode()


def _said(text: str | None) -> Body | None:
    return None if text is None else _decode(text)


def _body(text: str) -> Body:
    """A body that somebody has spoilt is shown as it stands: its digest tells that it was never written like that."""
    try:
        return _decode(text)
    except msgspec.DecodeError:
        return {"unreadable": text}
