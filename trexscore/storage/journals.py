"""Reading and writing journals. A journal is written inside `writing()` and nowhere else."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, cast

import msgspec
import rfc8785
from sqlalchemy import Row, Select, insert, select, update
from sqlalchemy.orm import Session

from trexscore.journal.entries import BEFORE_THE_FIRST, Body, JournalEntry, Kind, Said, chained
from trexscore.storage.engine import WRITES
from trexscore.storage.models import Base, db

_decode = msgspec.json.Decoder(dict).decode


class End(NamedTuple):
    """The end of a journal."""

    game_id: int
    seq: int
    digest: str


_GAME, _ENTRY = Base.metadata.tables["game"], Base.metadata.tables["entry"]
"""The tables themselves: nothing here needs the objects that a session would make and watch."""


@contextmanager
def writing() -> Iterator[Session]:
    """One transaction that writes: all of it is on disk when this is left, or none."""
    session = db.session()
    session.rollback()  # what was read before may be old by now
    with session.begin():
        session.connection(execution_options={WRITES: True})
        yield session


def lock(session: Session, game_id: int) -> End:
    """The journal's end, held so that nobody else adds to it before this transaction is over.

    What is read of the journal is read after it: whoever waited for the lock would else see it as it was before.
    """
    columns = _GAME.c.id, _GAME.c.last_seq, _GAME.c.last_digest
    return End(*session.execute(select(*columns).where(_GAME.c.id == game_id).with_for_update()).one())


def folded(session: Session, game_id: int) -> list[tuple[int, Kind, Body | None]]:
    """What a fold needs of every entry, in order."""
    columns = _ENTRY.c.seq, _ENTRY.c.kind, _ENTRY.c.body
    rows = session.execute(select(*columns).where(_ENTRY.c.game_id == game_id).order_by(_ENTRY.c.seq))
    return [(seq, cast("Kind", kind), None if body is None else _decode(body)) for seq, kind, body in rows]


def journal(session: Session, game_id: int, after: int = 0) -> list[JournalEntry]:
    """Every entry behind `after`, in order."""
    wanted = _entries().where(_ENTRY.c.game_id == game_id, _ENTRY.c.seq > after)
    rows = session.execute(wanted.order_by(_ENTRY.c.seq))
    return [_entry(row) for row in rows]


def with_key(session: Session, game_id: int, key: str) -> tuple[int, Kind, str] | None:
    """`seq`, kind and body digest of the entry that was written under this key, if there is one."""
    columns = _ENTRY.c.seq, _ENTRY.c.kind, _ENTRY.c.body_digest
    row = session.execute(select(*columns).where(_ENTRY.c.game_id == game_id, _ENTRY.c.key == key)).one_or_none()
    return None if row is None else (row.seq, cast("Kind", row.kind), row.body_digest)


def is_start_of(session: Session, game_id: int, key: str) -> bool:
    """Whether the game was started under this key, which its journal does not tell."""
    wanted = select(_GAME.c.id).where(_GAME.c.id == game_id, _GAME.c.started_key == key)
    return session.execute(wanted).one_or_none() is not None


def author_of(session: Session, game_id: int, seq: int) -> str | None:
    """Who has entered this, as far as was said."""
    return session.execute(select(_ENTRY.c.author).where(_ENTRY.c.game_id == game_id, _ENTRY.c.seq == seq)).scalar()


def times_of(session: Session, game_id: int) -> dict[int, str]:
    """When every entry was received, by its `seq`."""
    columns = _ENTRY.c.seq, _ENTRY.c.received_at
    rows = session.execute(select(*columns).where(_ENTRY.c.game_id == game_id))
    return {row.seq: row.received_at for row in rows}


def append(session: Session, end: End, said: Sequence[Said], received_at: str, device: str | None = None) -> End:
    """Add entries behind a locked end, all from one device."""
    rows = []
    for one in said:
        entry = chained(one, end.seq + 1, end.digest, received_at)._replace(device=device)
        end = End(end.game_id, entry.seq, entry.digest)
        rows.append({"game_id": end.game_id, **entry._asdict(), "body": rfc8785.dumps(entry.body).decode()})
    session.execute(insert(_ENTRY), rows)
    session.execute(update(_GAME).where(_GAME.c.id == end.game_id).values(last_seq=end.seq, last_digest=end.digest))
    return end


def begin(session: Session, key: str, digest: str, uid: str) -> End:
    """A new, empty journal, whose first entry is going to have the key `uid`."""
    values = {"started_key": key, "started_digest": digest, "uid": uid}
    empty = {"last_seq": 0, "last_digest": BEFORE_THE_FIRST}
    game_id = session.execute(insert(_GAME).values(values | empty).returning(_GAME.c.id)).scalar_one()
    return End(game_id, 0, BEFORE_THE_FIRST)


def _entries() -> Select[*tuple[Any, ...]]:
    return select(
        _ENTRY.c.seq,
        _ENTRY.c.key,
        _ENTRY.c.kind,
        _ENTRY.c.author,
        _ENTRY.c.made_at,
        _ENTRY.c.received_at,
        _ENTRY.c.body,
        _ENTRY.c.body_digest,
        _ENTRY.c.digest,
        _ENTRY.c.device,
    )


def _entry(row: Row[*tuple[Any, ...]]) -> JournalEntry:
    entry = JournalEntry(*row)
    return entry if row.body is None else entry._replace(body=_body(row.body))


def _body(text: str) -> Body:
    """A body that somebody has spoilt is shown as it stands: its digest tells that it was never written like that."""
    try:
        return _decode(text)
    except msgspec.DecodeError:
        return {"unreadable": text}
