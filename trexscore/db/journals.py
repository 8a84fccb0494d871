"""Read and write the journals of games and clubs. Writing happens only inside `transactions.write_transaction`."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

import msgspec
from sqlalchemy import Column, ColumnElement, Row, bindparam, func, insert, null, select, update
from sqlalchemy.orm import Session

from trexscore.db.clubs.models import Club, ClubEntry
from trexscore.db.models import Base, Game, GameEntry, tables_of_models
from trexscore.ledger.canonical_json import canonical_json
from trexscore.ledger.chain import (
    GENESIS_DIGEST,
    STORED_FIELD_NAMES,
    Body,
    EntryDraft,
    FoldEntry,
    JournalEntry,
    chain_entry,
    without_device,
)

_decode_json_object = msgspec.json.Decoder(dict).decode
_CLOSED_SEQ = -1
"""`last_seq` of a closed journal."""


class JournalHead(NamedTuple):
    """The head of a journal. `id` is that of its game or club."""

    id: int
    seq: int
    digest: str


class AlreadyRecordedEntry(NamedTuple):
    """An entry that was recorded earlier under the same key."""

    seq: int
    kind: str
    body_digest: str
    link: Body | None


class JournalGone(LookupError):
    """The journal does not exist any more: its club was deleted or replaced in between."""


class Journals:
    """The journals of all games, or of all clubs: `heads` has a row for each, `entries` one for each entry."""

    def __init__(self, heads: type[Base], entries: type[Base], owner_column_name: str) -> None:
        self.heads, self.entries = tables_of_models(heads, entries)
        self.owner_column: Column[int] = self.entries.c[owner_column_name]
        # Tables, not models: nothing here needs the objects that a session would create and watch.
        # The statements are built once, because recording an entry runs them.
        head, entry, in_journal = self.heads.c, self.entries.c, self.owner_column == bindparam("journal_id")
        link = (entry.by if "by" in entry else null()).label("link")
        select_head = select(head.id, head.last_seq, head.last_digest).where(head.id == bindparam("journal_id"))
        by_key = select(entry.seq, entry.kind, entry.body_digest, link).where(in_journal, entry.key == bindparam("key"))
        fold_entries = select(entry.seq, entry.kind, entry.body, link, entry.key).where(in_journal).order_by(entry.seq)
        self._end, self._by_key, self._fold_entries = select_head.with_for_update(key_share=True), by_key, fold_entries
        self._update_head = update(self.heads).where(head.id == bindparam("journal_id"))
        self._last = select(entry.received_at).where(in_journal, entry.seq == bindparam("seq"))

    def lock(self, session: Session, journal_id: int) -> JournalHead:
        """Lock a journal and return its head. Raises `JournalGone` if it does not exist or is closed.

        Read the journal only after locking it; an earlier read may miss entries of the previous holder of the lock.
        The head's id does not change, so rows may still refer to it (PostgreSQL: `FOR NO KEY UPDATE`): a club that
        recalculates refers to games whose writers wait for the club.
        """
        row = session.execute(self._end, {"journal_id": journal_id}).one_or_none()
        if row is None or row.last_seq == _CLOSED_SEQ:
            raise JournalGone(self.heads.name, journal_id)
        return JournalHead(*row)

    def read_kinds_and_bodies(
        self, session: Session, journal_id: int, kinds: Sequence[str] = (), last_seq: int | None = None
    ) -> list[tuple[int, str, Body | None]]:
        """Return `seq`, kind and body of the entries, in order; only these kinds, and up to `last_seq`."""
        entry = self.entries.c
        query = select(entry.seq, entry.kind, entry.body).where(self.owner_column == journal_id)
        if last_seq is not None:
            query = query.where(entry.seq <= last_seq)
        if kinds:
            query = query.where(entry.kind.in_(kinds))
        rows = session.execute(query.order_by(entry.seq))
        return [(seq, kind, None if body is None else _decode_json_object(body)) for seq, kind, body in rows]

    def read_fold_entries(self, session: Session, journal_id: int) -> list[FoldEntry]:
        """Return the entries of a game for folding, in order."""
        rows = session.execute(self._fold_entries, {"journal_id": journal_id})
        return [
            FoldEntry(seq, kind, decode_optional_body(body), decode_optional_body(link), key)
            for seq, kind, body, link, key in rows
        ]

    def read_entries(
        self, session: Session, journal_id: int, after_seq: int = 0, before_seq: int | None = None
    ) -> list[JournalEntry]:
        """Return the full entries after `after_seq`, in order, and before `before_seq` if given."""
        seq = self.entries.c.seq
        conditions = (seq > after_seq,) if before_seq is None else (seq > after_seq, seq < before_seq)
        return self._read_entries(session, journal_id, *conditions)

    def read_entries_by_seq(self, session: Session, journal_id: int, seqs: Collection[int]) -> dict[int, JournalEntry]:
        """Map these numbers to the full entries, as far as they exist."""
        return {entry.seq: entry for entry in self._read_entries(session, journal_id, self.entries.c.seq.in_(seqs))}

    def _read_entries(self, session: Session, journal_id: int, *conditions: ColumnElement[bool]) -> list[JournalEntry]:
        entry = self.entries.c
        columns = [entry[name] if name in entry else null().label(name) for name in STORED_FIELD_NAMES]
        query = select(*columns).where(self.owner_column == journal_id, *conditions)
        return [_decode_entry(row) for row in session.execute(query.order_by(entry.seq))]

    def find_entry_by_key(self, session: Session, journal_id: int, entry_key: str) -> AlreadyRecordedEntry | None:
        """Find the entry recorded under this key."""
        row = session.execute(self._by_key, {"journal_id": journal_id, "key": entry_key}).one_or_none()
        return (
            None
            if row is None
            else AlreadyRecordedEntry(row.seq, row.kind, row.body_digest, decode_optional_body(row.link))
        )

    def read_bodies_by_key(
        self, session: Session, journal_id: int, entry_keys: Sequence[str], kind: str
    ) -> dict[str, Body]:
        """Map keys to bodies, for the entries of one kind."""
        entry = self.entries.c
        query = select(entry.key, entry.body).where(
            self.owner_column == journal_id, entry.key.in_(entry_keys), entry.kind == kind
        )
        return {key: _decode_json_object(body) for key, body in session.execute(query) if body is not None}

    def count_body_characters(self, session: Session, journal_id: int) -> int:
        """Return the total length of all bodies, in characters."""
        entry = self.entries.c
        return session.scalar(select(func.sum(func.length(entry.body))).where(self.owner_column == journal_id)) or 0

    def read_authors(
        self, session: Session, journal_ids_and_seqs: Collection[tuple[int, int]]
    ) -> dict[tuple[int, int], str | None]:
        """Map pairs of journal id and `seq` to authors. May contain further pairs of these ids and these `seq`."""
        entry = self.entries.c
        journal_ids, seqs = ({pair[index] for pair in journal_ids_and_seqs} for index in (0, 1))
        query = select(self.owner_column, entry.seq, entry.author).where(
            self.owner_column.in_(journal_ids), entry.seq.in_(seqs)
        )
        return {(row[0], row[1]): row.author for row in session.execute(query)} if journal_ids_and_seqs else {}

    def read_received_times_by_seq(
        self, session: Session, journal_id: int, kinds: Sequence[str] = ()
    ) -> dict[int, str]:
        """Map `seq` to the time received, for all entries or some kinds."""
        entry = self.entries.c
        conditions = (entry.kind.in_(kinds),) if kinds else ()
        rows = session.execute(select(entry.seq, entry.received_at).where(self.owner_column == journal_id, *conditions))
        return {row.seq: row.received_at for row in rows}

    def append_drafts(
        self,
        session: Session,
        head: JournalHead,
        entry_drafts: Sequence[EntryDraft],
        received_at: str,
        device: str | None = None,
    ) -> JournalHead:
        """Append entries to a locked journal, all from one device, and return the new head.

        Times never go back: after a clock was set back, the last entry's time is used.
        """
        received_at = max(received_at, session.scalar(self._last, {"journal_id": head.id, "seq": head.seq}) or "")
        entries: list[JournalEntry] = []
        for draft in entry_drafts:
            entry = chain_entry(draft, head.seq + 1, head.digest, received_at)
            if draft.link_json is None:
                entry = entry._replace(device=device)
            head = JournalHead(head.id, entry.seq, entry.digest)
            entries.append(entry)
        return self.insert_chained_entries(session, head.id, entries)

    def insert_chained_entries(self, session: Session, journal_id: int, entries: Sequence[JournalEntry]) -> JournalHead:
        """Insert chained entries as they are, and return the new head."""
        session.execute(
            insert(self.entries),
            [{self.owner_column.name: journal_id, **self._entry_values(entry)} for entry in entries],
        )
        new_head = JournalHead(journal_id, entries[-1].seq, entries[-1].digest)
        self.update_head(session, new_head)
        return new_head

    def blank_bodies_and_authors(
        self, session: Session, journal_id: int, body_seqs: Sequence[int] = (), author_seqs: Sequence[int] = ()
    ) -> None:
        """Remove the bodies of the entries in `body_seqs`, and the authors and devices of all of these entries.

        Digests stay, so the chain still verifies.
        """
        entry = self.entries.c
        if "by" in entry:
            self._remove_link_devices(session, journal_id, [*body_seqs, *author_seqs])
        no_author: dict[str, None] = {"author": None, "device": None}
        for seqs, values in ((body_seqs, {**no_author, "body": None}), (author_seqs, no_author)):
            if seqs:
                is_emptied = self.owner_column == journal_id, entry.seq.in_(seqs)
                session.execute(update(self.entries).where(*is_emptied).values(values))

    def _entry_values(self, entry: JournalEntry) -> dict[str, object]:
        """Return the columns of an entry; a link's device is not repeated in `device`."""
        row = {**entry._asdict(), "body": None if entry.body is None else _encode_body(entry.body)}
        link = row.pop("link_json")
        if "by" not in self.entries.c:
            return row
        return {**row, "by": None} if link is None else {**row, "by": _encode_body(link), "device": None}

    def _remove_link_devices(self, session: Session, journal_id: int, seqs: Sequence[int]) -> None:
        entry = self.entries.c
        has_link = self.owner_column == journal_id, entry.seq.in_(seqs), entry.by.is_not(None)
        for seq, link in session.execute(select(entry.seq, entry.by).where(*has_link)).all():
            remaining = _encode_body(without_device(_decode_json_object(link)))
            session.execute(
                update(self.entries).where(self.owner_column == journal_id, entry.seq == seq).values(by=remaining)
            )

    def update_head(self, session: Session, head: JournalHead) -> None:
        """Store the head of a journal."""
        session.execute(self._update_head, {"journal_id": head.id, "last_seq": head.seq, "last_digest": head.digest})

    def close(self, session: Session, journal_id: int) -> None:
        """Close a journal that another one replaces: later entries are refused."""
        self.update_head(session, JournalHead(journal_id, _CLOSED_SEQ, ""))

    def create_journal(self, session: Session, **columns: str) -> JournalHead:
        """Create an empty journal; `columns` are further columns of its head."""
        column_values = {**columns, "last_seq": 0, "last_digest": GENESIS_DIGEST}
        journal_id = session.execute(insert(self.heads).values(column_values).returning(self.heads.c.id)).scalar_one()
        return JournalHead(journal_id, 0, GENESIS_DIGEST)


GAMES = Journals(Game, GameEntry, "game_id")
CLUBS = Journals(Club, ClubEntry, "club_id")


def _decode_entry(row: Row[*tuple[object, ...]]) -> JournalEntry:
    entry = JournalEntry._make(row)
    if row.by is not None:
        link = _decode_body_leniently(row.by)
        entry = entry._replace(link_json=link, device=link.get("device"))
    return entry if row.body is None else entry._replace(body=_decode_body_leniently(row.body))


def _encode_body(body: Body) -> str:
    return canonical_json(body).decode()


def decode_optional_body(text: str | None) -> Body | None:
    """A stored body or link, or None where there is none."""
    return None if text is None else _decode_json_object(text)


def _decode_body_leniently(text: str) -> Body:
    """Decode a body; a damaged one is shown as it is, and its digest reveals the damage."""
    try:
        return _decode_json_object(text)
    except msgspec.DecodeError:
        return {"unreadable": text}
