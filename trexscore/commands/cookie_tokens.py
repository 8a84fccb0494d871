"""Cookie tokens that are no longer valid, remembered until they would have expired."""

from datetime import timedelta

from sqlalchemy import bindparam, delete, insert, select
from sqlalchemy.exc import IntegrityError

from trexscore.commands.account_links import token_digest
from trexscore.commands.clock import current_timestamp, timestamp_in
from trexscore.db.accounts import InvalidatedCookieToken
from trexscore.db.models import db, tables_of_models
from trexscore.db.transactions import write_transaction

(_TOKENS,) = tables_of_models(InvalidatedCookieToken)
# Built once and on the table, because every page for members runs it.
_FIND_DIGEST = select(_TOKENS.c.digest).where(_TOKENS.c.digest == bindparam("digest"))


def invalidate_cookie_token(token: str, lifetime: timedelta) -> bool:
    """Use up a token with this lifetime. Returns False if it was used before."""
    column_values = {"digest": token_digest(token), "expires_at": timestamp_in(lifetime)}
    is_expired = InvalidatedCookieToken.expires_at <= current_timestamp()
    try:
        with write_transaction() as session:
            session.execute(delete(InvalidatedCookieToken).where(is_expired))
            session.execute(insert(InvalidatedCookieToken).values(column_values))
    except IntegrityError:
        return False
    return True


def is_cookie_token_invalidated(token: str) -> bool:
    return db.session.scalar(_FIND_DIGEST, {"digest": token_digest(token)}) is not None
