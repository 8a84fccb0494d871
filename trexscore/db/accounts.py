"""Accounts: who may sign in, with which passkeys, and the links by which somebody becomes or again becomes one.

Some columns have the names of Flask-Security, which earlier versions were built on.
"""

from datetime import datetime

from sqlalchemy import ForeignKey, LargeBinary, String, UnicodeText
from sqlalchemy.orm import Mapped, mapped_column, relationship

from trexscore.db.models import DIGEST, Base

_NAME = 40
_EMAIL = 254
_TIME = 40


class Account(Base):
    """Somebody who can sign in. What a club calls them, and what they may do there, is the club's."""

    __tablename__ = "account"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(_NAME))
    username: Mapped[str] = mapped_column(String(_NAME), unique=True)
    """What is typed to sign in, as it is compared."""
    email: Mapped[str | None] = mapped_column(String(_EMAIL), unique=True)
    password: Mapped[str] = mapped_column(String(255))
    """Its hash."""
    active: Mapped[bool] = mapped_column(default=True)
    fs_uniquifier: Mapped[str] = mapped_column(String(64), unique=True)
    """Stands in every session: with another, all that were begun before have ended."""
    fs_webauthn_user_handle: Mapped[str] = mapped_column(String(64), unique=True)
    """By this, passkeys know whose they are."""
    created_at: Mapped[str] = mapped_column(String(_TIME))
    webauthn: Mapped[list["Passkey"]] = relationship(
        cascade="all, delete-orphan", passive_deletes=True, order_by="Passkey.id"
    )


NEVER_USED = datetime(1970, 1, 1)  # noqa: DTZ001 - times of passkeys are kept without a zone, in UTC
"""When a passkey was used last that nobody has signed in with yet."""


class Passkey(Base):
    """A key that a device keeps for an account."""

    __tablename__ = "passkey"

    id: Mapped[int] = mapped_column(primary_key=True)
    account_id: Mapped[int] = mapped_column(ForeignKey("account.id", ondelete="CASCADE"), index=True)
    credential_id: Mapped[bytes] = mapped_column(LargeBinary(1024), unique=True)
    public_key: Mapped[bytes] = mapped_column(LargeBinary)
    sign_count: Mapped[int]
    transports: Mapped[str | None] = mapped_column(UnicodeText)
    """Separated by commas."""
    backup_state: Mapped[bool]
    device_type: Mapped[str] = mapped_column(String(64))
    extensions: Mapped[str | None] = mapped_column(String(255))
    lastuse_datetime: Mapped[datetime]
    name: Mapped[str] = mapped_column(String(_NAME))
    usage: Mapped[str] = mapped_column(String(64))

    @property
    def last_used(self) -> datetime | None:
        """When someone signed in with it last; None where nobody has yet."""
        return None if self.lastuse_datetime == NEVER_USED else self.lastuse_datetime


class AccountLink(Base):
    """A link that works once: it makes an account, or gives one that is there a new password."""

    __tablename__ = "account_link"

    digest: Mapped[str] = mapped_column(String(DIGEST), primary_key=True)
    """Of the token: whoever reads the database cannot use it."""
    account_id: Mapped[int | None] = mapped_column(ForeignKey("account.id", ondelete="CASCADE"), index=True)
    name: Mapped[str] = mapped_column(String(_NAME))
    """Whom it is meant for, where the account does not exist yet."""
    expires_at: Mapped[str] = mapped_column(String(_TIME))


class Spent(Base):
    """A token of a browser's cookie that holds no more: a session signed out of, a question a passkey has answered."""

    __tablename__ = "spent"

    digest: Mapped[str] = mapped_column(String(DIGEST), primary_key=True)
    until: Mapped[str] = mapped_column(String(_TIME), index=True)
    """When it would have expired anyway."""
