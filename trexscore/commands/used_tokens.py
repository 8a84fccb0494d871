"""Tokens that a browser keeps and that hold no more: they are remembered here until they would have expired anyway."""

import hashlib
from datetime import UTC, datetime, timedelta

from sqlalchemy import delete, insert, select
from sqlalchemy.exc import IntegrityError

from trexscore.commands.clock import now, timestamp
from trexscore.db.accounts import Spent
from trexscore.db.journals import writing
from trexscore.db.models import db


def spend(token: str, holds: timedelta) -> bool:
    """Use a token up that would hold so long; whether it had not been used up before."""
    until = timestamp(datetime.now(UTC) + holds)
    try:
        with writing() as session:
            session.execute(delete(Spent).where(Spent.until <= now()))
            session.execute(insert(Spent).values(digest=_digest(token), until=until))
    except IntegrityError:
        return False
    return True


def is_spent(token: str) -> bool:
    """Whether a token has been used up."""
    return db.session.scalar(select(Spent.digest).where(Spent.digest == _digest(token))) is not None


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
