"""The tables of games. A journal only grows; links and derived rows may change."""

import re

from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import ForeignKey, Index, MetaData, String, Table, Text, UniqueConstraint, false, true
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

_CONSTRAINT_NAME_PATTERNS = {
    "ix": "ix_%(column_0_label)s",
    "uq": "uq_%(table_name)s_%(column_0_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}
MAX_COLUMN_INTEGER = 2**31 - 1
"""Clients may send larger numbers. PostgreSQL and SQLite refuse to compare them with a column."""
DIGEST_LENGTH = 64
UUID_LENGTH = 36
MAX_TOKEN_LENGTH = 43
TOKEN_BYTES = 16
"""128 random bits of a new token."""
TOKEN_PATTERN = re.compile(rf"[A-Za-z0-9_-]{{1,{MAX_TOKEN_LENGTH}}}")


class Base(DeclarativeBase):
    """Base class of all models: every constraint has a name, so that a migration can change it."""

    metadata = MetaData(naming_convention=_CONSTRAINT_NAME_PATTERNS)


db = SQLAlchemy(model_class=Base)


def tables_of_models(*models: type[Base]) -> tuple[Table, ...]:
    """The tables of these models, for statements that need no objects."""
    return tuple(Base.metadata.tables[model.__tablename__] for model in models)


class Game(Base):
    """A game and the head of its journal, so that a lost tail is noticed."""

    __tablename__ = "game"

    id: Mapped[int] = mapped_column(primary_key=True)
    started_key: Mapped[str] = mapped_column(String(UUID_LENGTH), unique=True)
    """Idempotency key of the start: repeating it returns the same game and links.

    A secret of the person who started the game; it is never shown.
    """
    uid: Mapped[str] = mapped_column(String(UUID_LENGTH), unique=True)
    """The permanent public name: the key of the first entry."""
    started_digest: Mapped[str] = mapped_column(String(DIGEST_LENGTH), index=True)
    """Of the file that the game was started from."""
    last_seq: Mapped[int]
    last_digest: Mapped[str] = mapped_column(String(DIGEST_LENGTH))
    in_club: Mapped[bool] = mapped_column(server_default=false())
    """Whether a club counts the game, or did so earlier; its entries then update the club."""
    card_names: Mapped[str | None] = mapped_column(String(40))
    """The table's Arabic card names (`i18n/card_names.py`); None leaves them to each phone."""


class GameLink(Base):
    """A token with its permission, for one seat or for all. Cancelled links are deleted."""

    __tablename__ = "game_link"

    token: Mapped[str] = mapped_column(String(MAX_TOKEN_LENGTH), primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("game.id"), index=True)
    permission: Mapped[str] = mapped_column(String(8))
    seat: Mapped[str | None] = mapped_column(String(1))


class JournalEntryColumns:
    """The columns of an entry of any journal.

    `body` and `author` are emptied when a name is removed; nothing else ever changes.
    """

    seq: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    key: Mapped[str] = mapped_column(String(UUID_LENGTH))
    kind: Mapped[str] = mapped_column(String(16))
    author: Mapped[str | None] = mapped_column(String(40))
    made_at: Mapped[str | None] = mapped_column(String(40))
    received_at: Mapped[str] = mapped_column(String(40))
    body: Mapped[str | None] = mapped_column(Text)
    """JSON."""
    device: Mapped[str | None] = mapped_column(String(40))
    """Kind and name of the device, if known and not part of the link. Not covered by any digest."""
    body_digest: Mapped[str] = mapped_column(String(DIGEST_LENGTH))
    digest: Mapped[str] = mapped_column(String(DIGEST_LENGTH))


class GameEntry(JournalEntryColumns, Base):
    """An entry of a game's journal. Its link loses the device when a name is removed."""

    __tablename__ = "game_entry"
    __table_args__ = (UniqueConstraint("game_id", "key"),)

    game_id: Mapped[int] = mapped_column(ForeignKey("game.id"), primary_key=True)
    link_json: Mapped[str | None] = mapped_column("by", Text)
    """JSON: permission and seat of the link used, and the device. None for entries from before migration 0016."""


class GameState(Base):
    """Derived: the state of a game after its last entry, ready to be sent. Written with the entry."""

    __tablename__ = "game_state"
    game_id: Mapped[int] = mapped_column(ForeignKey("game.id"), primary_key=True)
    seq: Mapped[int]
    state: Mapped[str] = mapped_column(Text)
    """JSON: the state without `may`, which depends on the link."""
    draft: Mapped[str | None] = mapped_column(Text)
    """JSON: the deal being entered. Part of the state until a deal or a change to deals is recorded."""
    has_open_dispute: Mapped[bool] = mapped_column(default=False, server_default=false())
    """As in the state; a column so that it can be searched."""


OPEN_DISPUTE_CONDITION = GameState.has_open_dispute.is_(true())
Index(
    "ix_game_state_open_dispute",
    GameState.game_id,
    sqlite_where=OPEN_DISPUTE_CONDITION,
    postgresql_where=OPEN_DISPUTE_CONDITION,
)
