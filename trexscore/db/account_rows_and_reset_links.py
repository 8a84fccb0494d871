"""Locks on accounts that other transactions wait for, and cancellation of password reset links."""

from collections.abc import Collection

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from trexscore.db.accounts import Account, OneTimeAccountLink


def lock_account_row(session: Session, account_id: int) -> None:
    """Lock an account until the end of the transaction, so that its memberships cannot change."""
    session.execute(select(Account.id).where(Account.id == account_id).with_for_update()).all()


def delete_password_reset_links(session: Session, account_ids: Collection[int]) -> None:
    """Cancel the password reset links of these accounts."""
    session.execute(delete(OneTimeAccountLink).where(OneTimeAccountLink.account_id.in_(account_ids)))
