"""Statements about accounts that others wait for."""

from collections.abc import Collection

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from trexscore.db.accounts import Account, AccountLink


def lock_account(session: Session, account_id: int) -> None:
    """Nobody else gives it to a club, or takes it away, before this transaction ends."""
    session.execute(select(Account.id).where(Account.id == account_id).with_for_update()).all()


def forget_links(session: Session, account_ids: Collection[int]) -> None:
    """Cancel what would give these accounts another password."""
    session.execute(delete(AccountLink).where(AccountLink.account_id.in_(account_ids)))
