"""Browser tokens that no longer hold, remembered until they would have expired."""

from datetime import UTC, datetime, timedelta

from sqlalchemy import delete, insert, select
from sqlalchemy.exc import IntegrityError

from trexscore.commands.account_links import token_digest
from trexscore.commands.clock import current_timestamp, timestamp
from trexscore.db.accounts import InvalidatedCookieToken
from trexscore.db.models import db
from trexscore.db.transactions import write_transaction


def invalidate_cookie_token(token: str, lifetime: timedelta) -> bool:
    """Use up a token with this lifetime. Returns False if it was used before."""
    expires_at = timestamp(datetime.now(UTC) + lifetime)
    try:
        with write_transaction() as session:
            session.execute(
                delete(InvalidatedCookieToken).where(InvalidatedCookieToken.expires_at <= current_timestamp())
            )
            session.execute(insert(InvalidatedCookieToken).values(digest=token_digest(token), expires_at=expires_at))
    except IntegrityError:
        return False
    return True


def is_cookie_token_invalidated(token: str) -> bool:
    is_token = InvalidatedCookieToken.digest == token_digest(token)
    return db.session.scalar(select(InvalidatedCookieToken.digest).where(is_token)) is not None
