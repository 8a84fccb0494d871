"""The tables. A game's entries are only ever added; links and derived rows may change."""

from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import ForeignKey, Index, MetaData, String, Text, UniqueConstraint, false, true
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

_NAMING = {
    "ix": "ix_%(column_0_label)s",
    "uq": "uq_%(table_name)s_%(column_0_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}
DIGEST = 64
UUID = 36
TOKEN = 43


class Base(DeclarativeBase):
    """The tables' common ground: every constraint has a name, so that a migration can change it."""

    metadata = MetaData(naming_convention=_NAMING)


db = SQLAlchemy(model_class=Base)


class Game(Base):
    """A game's journal as a whole: how long it is and where it ends, so that a lost tail shows."""

    __tablename__ = "game"

    id: Mapped[int] = mapped_column(primary_key=True)
    started_key: Mapped[str] = mapped_column(String(UUID), unique=True)
    """The key under which it was started: starting it again gives the same game, and its links with it.

    A secret of whoever started it: nothing that a link shows gives it away.
    """
    uid: Mapped[str] = mapped_column(String(UUID), unique=True)
    """The game's public name for good: the key of its first entry."""
    started_digest: Mapped[str] = mapped_column(String(DIGEST), index=True)
    """Of the file that it was started with."""
    last_seq: Mapped[int]
    last_digest: Mapped[str] = mapped_column(String(DIGEST))
    in_club: Mapped[bool] = mapped_column(server_default=false())
    """Whether some club counts it, or has counted it: what is written in it is then told there."""
    card_names: Mapped[str | None] = mapped_column(String(40))
    """What this table calls some cards in Arabic (`language/card_names.py`); None where each phone has its own."""


class Link(Base):
    """A token, and what whoever knows it may do, for one seat or for any. A cancelled link is gone."""

    __tablename__ = "link"

    token: Mapped[str] = mapped_column(String(TOKEN), primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("game.id"), index=True)
    may: Mapped[str] = mapped_column(String(8))
    seat: Mapped[str | None] = mapped_column(String(1))


class OfAJournal:
    """What every entry holds, of a game's journal or a club's.

    `body` and `author` are emptied when a person is erased; nothing else ever changes.
    """

    seq: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    key: Mapped[str] = mapped_column(String(UUID))
    kind: Mapped[str] = mapped_column(String(16))
    author: Mapped[str | None] = mapped_column(String(40))
    made_at: Mapped[str | None] = mapped_column(String(40))
    received_at: Mapped[str] = mapped_column(String(40))
    body: Mapped[str | None] = mapped_column(Text)
    """JSON."""
    device: Mapped[str | None] = mapped_column(String(40))
    """Which kind of device, and which one, as far as it has said, where no `by` says it. No digest covers it."""
    body_digest: Mapped[str] = mapped_column(String(DIGEST))
    digest: Mapped[str] = mapped_column(String(DIGEST))


class Entry(OfAJournal, Base):
    """An entry of a game's journal. `by` loses its device when a person is erased."""

    __tablename__ = "entry"
    __table_args__ = (UniqueConstraint("game_id", "key"),)

    game_id: Mapped[int] = mapped_column(ForeignKey("game.id"), primary_key=True)
    by: Mapped[str | None] = mapped_column(Text)
    """JSON: the right and the seat of the link that wrote it, and the device. None where it was written before 0016."""


class Board(Base):
    """Derived: the state of a game after its last entry, ready to be sent. Written with the entry."""

    __tablename__ = "board"
    game_id: Mapped[int] = mapped_column(ForeignKey("game.id"), primary_key=True)
    seq: Mapped[int]
    state: Mapped[str] = mapped_column(Text)
    """JSON: the state but for `may`, which hangs on the link."""
    draft: Mapped[str | None] = mapped_column(Text)
    """JSON: the deal that is being entered. Part of the state until a deal, or what changes deals, is written."""
    has_open_dispute: Mapped[bool] = mapped_column(default=False, server_default=false())
    """As the state says."""


OPEN_DISPUTE = Board.has_open_dispute.is_(true())
Index("ix_board_open_dispute", Board.game_id, sqlite_where=OPEN_DISPUTE, postgresql_where=OPEN_DISPUTE)
