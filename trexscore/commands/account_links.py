"""Links that create an account or set a new password. Each works once and expires."""

import hashlib
import secrets
from datetime import timedelta
from typing import NamedTuple

from sqlalchemy import ColumnElement, delete, insert, select
from sqlalchemy.orm import Session

from trexscore.commands.clock import current_timestamp, timestamp_in
from trexscore.db.accounts import Account, OneTimeAccountLink, lock_account_row
from trexscore.db.models import db
from trexscore.db.transactions import write_transaction

MANUAL_LINK_LIFETIME = timedelta(days=7)
"""How long a link is valid that a person passes on."""
EMAIL_LINK_LIFETIME = timedelta(hours=1)
_TOKEN_BYTES = 32


class AccountLinkTarget(NamedTuple):
    """What a valid link is for: a new account of this name, or an existing one."""

    account_id: int | None
    name: str
    username: str | None


def create_account_link_token(
    person_name: str, account_id: int | None = None, lifetime: timedelta = MANUAL_LINK_LIFETIME
) -> str:
    """Create a link and return its token. Without `account_id` it creates a new account."""
    with write_transaction() as session:
        return create_account_link_token_in_transaction(session, person_name, account_id, lifetime)


def random_link_token() -> str:
    """A random token. It opens nothing until `create_account_link_token_in_transaction` stores it."""
    return secrets.token_urlsafe(_TOKEN_BYTES)


def create_account_link_token_in_transaction(
    session: Session,
    person_name: str,
    account_id: int | None = None,
    lifetime: timedelta = MANUAL_LINK_LIFETIME,
    token: str | None = None,
) -> str:
    """As `create_account_link_token`, inside a transaction; with `token` if the caller created one before."""
    token = token or random_link_token()
    expires_at = timestamp_in(lifetime)
    session.execute(delete(OneTimeAccountLink).where(OneTimeAccountLink.expires_at <= current_timestamp()))
    session.execute(
        insert(OneTimeAccountLink).values(
            digest=token_digest(token), account_id=account_id, name=person_name, expires_at=expires_at
        )
    )
    return token


def find_link_target(token: str) -> AccountLinkTarget | None:
    """What a token is for, or None if it was used, has expired or never existed."""
    columns = OneTimeAccountLink.account_id, OneTimeAccountLink.name, Account.name, Account.username
    query = select(*columns).outerjoin(Account, Account.id == OneTimeAccountLink.account_id)
    row = db.session().execute(query.where(*_unexpired_link_conditions(token))).one_or_none()
    if row is None:
        return None
    account_id, name, own_name, username = row
    return AccountLinkTarget(account_id, own_name or name, username)


def consume_link(session: Session, token: str) -> AccountLinkTarget | None:
    """Delete the link inside the transaction that uses it. A second use returns None."""
    account_id = session.scalar(select(OneTimeAccountLink.account_id).where(*_unexpired_link_conditions(token)))
    if account_id is not None:
        lock_account_row(session, account_id)  # the account before its link, as everywhere: else a deadlock
    columns = OneTimeAccountLink.account_id, OneTimeAccountLink.name
    row = session.execute(
        delete(OneTimeAccountLink).where(*_unexpired_link_conditions(token)).returning(*columns)
    ).one_or_none()
    return None if row is None else AccountLinkTarget(row.account_id, row.name, None)


def _unexpired_link_conditions(token: str) -> tuple[ColumnElement[bool], ...]:
    return OneTimeAccountLink.digest == token_digest(token), OneTimeAccountLink.expires_at > current_timestamp()


def token_digest(token: str) -> str:
    """The digest by which a token is stored."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
