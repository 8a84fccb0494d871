"""Accounts: who can sign in, their passkeys, and one-time links to create an account or reset its password."""

from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import ForeignKey, LargeBinary, String, UnicodeText, bindparam, delete, select
from sqlalchemy.orm import Mapped, Session, mapped_column, relationship

from trexscore.db.models import DIGEST_LENGTH, Base

_NAME_LENGTH = 40
MAX_EMAIL_LENGTH = 254
_TIME_LENGTH = 40


class Account(Base):
    """A person who can sign in. Their name and role in a club belong to the club."""

    __tablename__ = "account"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(_NAME_LENGTH))
    username: Mapped[str] = mapped_column(String(_NAME_LENGTH), unique=True)
    """Normalised for comparison, as at sign-in."""
    email: Mapped[str | None] = mapped_column(String(MAX_EMAIL_LENGTH), unique=True)
    password: Mapped[str] = mapped_column(String(255))
    """A password hash."""
    active: Mapped[bool] = mapped_column(default=True)
    session_id: Mapped[str] = mapped_column(String(64), unique=True)
    """Part of every session: changing it ends all earlier sessions."""
    passkey_handle: Mapped[str] = mapped_column(String(64), unique=True)
    """The user handle by which passkeys find the account."""
    created_at: Mapped[str] = mapped_column(String(_TIME_LENGTH))
    passkeys: Mapped[list["Passkey"]] = relationship(
        cascade="all, delete-orphan", passive_deletes=True, order_by="Passkey.id"
    )


NEVER_USED_TIME = datetime(1970, 1, 1)  # noqa: DTZ001 - times of passkeys are stored without a zone, in UTC
"""`last_used_at` of a passkey that was never used to sign in."""

SIGN_IN_PASSKEY_USAGE = "first"
"""The usage of a passkey for signing in; the only one so far."""


class Passkey(Base):
    """A passkey of an account, stored on a device."""

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
    last_used_at: Mapped[datetime]
    name: Mapped[str] = mapped_column(String(_NAME_LENGTH))
    usage: Mapped[str] = mapped_column(String(64))

    @property
    def last_sign_in_at(self) -> datetime | None:
        """Time of the last sign-in with it, or None."""
        return None if self.last_used_at == NEVER_USED_TIME else self.last_used_at


class OneTimeAccountLink(Base):
    """A one-time link: it creates an account, or sets a new password for an existing one."""

    __tablename__ = "account_link"

    digest: Mapped[str] = mapped_column(String(DIGEST_LENGTH), primary_key=True)
    """Digest of the token, so that the token cannot be read from the database."""
    account_id: Mapped[int | None] = mapped_column(ForeignKey("account.id", ondelete="CASCADE"), index=True)
    name: Mapped[str] = mapped_column(String(_NAME_LENGTH))
    """Name of the invited person, while the account does not exist yet."""
    expires_at: Mapped[str] = mapped_column(String(_TIME_LENGTH))


class InvalidatedCookieToken(Base):
    """A cookie token that is no longer valid: a session that was signed out, or an answered passkey challenge."""

    __tablename__ = "used_token"

    digest: Mapped[str] = mapped_column(String(DIGEST_LENGTH), primary_key=True)
    expires_at: Mapped[str] = mapped_column(String(_TIME_LENGTH), index=True)
    """Its expiry time; the row can be deleted after it."""


# Built once, because every page for members runs it.
_ACCOUNT_OF_SESSION = select(Account).where(Account.session_id == bindparam("session_id"), Account.active)


def find_account(session: Session, account_id: int) -> Account | None:
    """Find an account, active or not."""
    return session.get(Account, account_id)


def find_account_of_session(session: Session, session_id: str) -> Account | None:
    """Find the active account whose sessions have this `session_id`."""
    return session.scalar(_ACCOUNT_OF_SESSION, {"session_id": session_id})


def find_account_by_email(session: Session, email: str) -> Account | None:
    """Find the account with this e-mail address, active or not."""
    return session.scalar(select(Account).where(Account.email == email))


def find_account_by_username(session: Session, normalized_username: str) -> Account | None:
    """Find the account with this username, active or not."""
    return session.scalar(select(Account).where(Account.username == normalized_username))


class SignInPasskey(NamedTuple):
    """A passkey that may sign in, and its account's handle, which the device stores with the key."""

    id: int
    account_id: int
    public_key: bytes
    sign_count: int
    account_handle: str


def find_sign_in_passkey(session: Session, credential_id: bytes) -> SignInPasskey | None:
    """Find the passkey of an active account by its credential."""
    columns = Passkey.id, Passkey.account_id, Passkey.public_key, Passkey.sign_count, Account.passkey_handle
    conditions = Passkey.credential_id == credential_id, Passkey.usage == SIGN_IN_PASSKEY_USAGE, Account.active
    query = select(*columns).join(Account, Account.id == Passkey.account_id).where(*conditions)
    row = session.execute(query).one_or_none()
    return None if row is None else SignInPasskey(*row)


def lock_account_row(session: Session, account_id: int) -> None:
    """Lock an account until the end of the transaction, so that its memberships cannot change."""
    session.execute(select(Account.id).where(Account.id == account_id).with_for_update()).all()


def delete_password_reset_links(session: Session, account_ids: Collection[int]) -> None:
    session.execute(delete(OneTimeAccountLink).where(OneTimeAccountLink.account_id.in_(account_ids)))
