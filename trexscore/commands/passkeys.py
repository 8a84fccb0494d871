"""Store, use and remove passkeys. Proofs are verified before: that is too slow for the writer's lock."""

from collections.abc import Collection
from datetime import UTC, datetime
from typing import NamedTuple

from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from trexscore.db.accounts import NEVER_USED_TIME, SIGN_IN_PASSKEY_USAGE, Passkey, lock_account_row
from trexscore.db.transactions import write_transaction

MAX_PASSKEYS = 20
"""Passkeys per account."""
_NAME_LENGTH_BEFORE_NUMBER = 36
"""Characters of a name that are kept before a number."""


class VerifiedNewPasskey(NamedTuple):
    """What a browser proved of a new passkey."""

    credential_id: bytes
    public_key: bytes
    sign_count: int
    transports: str
    """Separated by commas."""
    backup_state: bool
    device_type: str


def store_passkey(account_id: int, name: str, new_passkey: VerifiedNewPasskey) -> bool:
    """Store a new passkey of an account. Returns False if the account is full, or the passkey is already stored."""
    try:
        with write_transaction() as session:
            lock_account_row(session, account_id)
            used_names = session.scalars(select(Passkey.name).where(Passkey.account_id == account_id)).all()
            if len(used_names) >= MAX_PASSKEYS:
                return False
            values = {"account_id": account_id, "name": _unique_name(name, used_names), **new_passkey._asdict()}
            values |= {"usage": SIGN_IN_PASSKEY_USAGE, "last_used_at": NEVER_USED_TIME}
            session.execute(insert(Passkey).values(values))
    except IntegrityError:
        return False
    return True


def record_passkey_use(passkey_id: int, sign_count: int) -> None:
    """Store that a passkey signed in, and the counter of its device."""
    values = {"sign_count": sign_count, "last_used_at": datetime.now(UTC).replace(tzinfo=None)}
    with write_transaction() as session:
        session.execute(update(Passkey).where(Passkey.id == passkey_id).values(values))


def remove_passkey(account_id: int, passkey_id: int) -> None:
    """Delete a passkey if it belongs to this account."""
    with write_transaction() as session:
        session.execute(delete(Passkey).where(Passkey.account_id == account_id, Passkey.id == passkey_id))


def _unique_name(name: str, used_names: Collection[str]) -> str:
    """The name, numbered if the account already has a passkey of that name."""
    name_suffixes = range(2, MAX_PASSKEYS + 2)
    names = (name, *(f"{name[:_NAME_LENGTH_BEFORE_NUMBER]} {number}" for number in name_suffixes))
    return next(candidate for candidate in names if candidate not in used_names)
