"""Links that make an account, or give one a new password: each works once, and not for ever."""

import hashlib
import secrets
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from sqlalchemy import ColumnElement, delete, insert, select
from sqlalchemy.orm import Session

from trexscore.commands.clock import now, timestamp
from trexscore.db.account_locks import lock_account
from trexscore.db.accounts import Account, AccountLink
from trexscore.db.journals import writing
from trexscore.db.models import db

GIVEN_BY_HAND = timedelta(days=7)
"""How long a link holds that somebody passes on."""
SENT_BY_MAIL = timedelta(hours=1)
_TOKEN_BYTES = 32


class OpenLink(NamedTuple):
    """What a link that still holds is for: a new account for somebody called so, or one that is there."""

    account_id: int | None
    name: str
    username: str | None


def make_account_link(name: str, account_id: int | None = None, holds: timedelta = GIVEN_BY_HAND) -> str:
    """The token of a new link. Without an account, it makes one."""
    with writing() as session:
        return make_link_within(session, name, account_id, holds)


def new_link_token() -> str:
    """A token that nobody guesses. It opens nothing before a link is made with it."""
    return secrets.token_urlsafe(_TOKEN_BYTES)


def make_link_within(
    session: Session,
    name: str,
    account_id: int | None = None,
    holds: timedelta = GIVEN_BY_HAND,
    token: str | None = None,
) -> str:
    """The same inside a transaction; with a token that was made before, or a new one."""
    token = token or new_link_token()
    until = timestamp(datetime.now(UTC) + holds)
    session.execute(delete(AccountLink).where(AccountLink.expires_at <= now()))
    session.execute(
        insert(AccountLink).values(digest=_digest(token), account_id=account_id, name=name, expires_at=until)
    )
    return token


def open_link(token: str) -> OpenLink | None:
    """What a token is for; None where it has been used, has expired or never was."""
    columns = AccountLink.account_id, AccountLink.name, Account.name, Account.username
    found = select(*columns).outerjoin(Account, Account.id == AccountLink.account_id)
    row = db.session().execute(found.where(*_holds(token))).one_or_none()
    if row is None:
        return None
    account_id, name, own_name, username = row
    return OpenLink(account_id, own_name or name, username)


def use_link(session: Session, token: str) -> OpenLink | None:
    """Take the link away, inside a transaction that does what it is for. Whoever comes second finds nothing."""
    account_id = session.scalar(select(AccountLink.account_id).where(*_holds(token)))
    if account_id is not None:
        lock_account(session, account_id)  # before its link, as does who gives another: else each waits for the other
    columns = AccountLink.account_id, AccountLink.name
    row = session.execute(delete(AccountLink).where(*_holds(token)).returning(*columns)).one_or_none()
    return None if row is None else OpenLink(row.account_id, row.name, None)


def _holds(token: str) -> tuple[ColumnElement[bool], ...]:
    return AccountLink.digest == _digest(token), AccountLink.expires_at > now()


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
