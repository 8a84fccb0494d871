"""Cookie tokens that are no longer valid, remembered until they would have expired."""

from datetime import timedelta

from sqlalchemy import delete, insert, select
from sqlalchemy.exc import IntegrityError

from trexscore.commands.account_links import token_digest
from trexscore.commands.clock import current_timestamp, timestamp_in
from trexscore.db.accounts import InvalidatedCookieToken
from trexscore.db.models import db
from trexscore.db.transactions import write_transaction


def invalidate_cookie_token(token: str, lifetime: timedelta) -> bool:
    """Use up a token with this lifetime. Returns False if it was used before."""
    values = {"digest": token_digest(token), "expires_at": timestamp_in(lifetime)}
    is_expired = InvalidatedCookieToken.expires_at <= current_timestamp()
    try:
        with write_transaction() as session:
            session.execute(delete(InvalidatedCookieToken).where(is_expired))
            session.execute(insert(InvalidatedCookieToken).values(values))
    except IntegrityError:
        return False
    return True


def is_cookie_token_invalidated(token: str) -> bool:
    is_token = InvalidatedCookieToken.digest == token_digest(token)
    return db.session.scalar(select(InvalidatedCookieToken.digest).where(is_token)) is not None
