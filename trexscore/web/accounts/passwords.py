"""Password hashing and verification."""

import unicodedata
from typing import cast

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from flask import Flask, current_app

from trexscore.commands.accounts import store_rehashed_password_if_unchanged
from trexscore.db.accounts import Account

MIN_PASSWORD_LENGTH = 8
MAX_PASSWORD_LENGTH = 128
HASHER_EXTENSION = "password_hasher"
"""Key of the hasher in the application's extensions."""
# No pepper: losing the secret key would make every password unusable.


def init_passwords(app: Flask) -> None:
    """Use OWASP's minimum for argon2id: hashing shares the cores with the tables' requests."""
    app.extensions[HASHER_EXTENSION] = PasswordHasher(memory_cost=19 * 1024, time_cost=2, parallelism=1)


def hash_password(password: str) -> str:
    """Return the hash of a new password. Slow on purpose, so call it before a transaction begins."""
    return _hasher().hash(_normalize_and_cut(password))


def verify_password(account: Account, password: str) -> bool:
    """Whether this is the account's password. If so, and the hash has outdated parameters, a new one is stored."""
    account_id, stored = account.id, account.password
    try:
        _hasher().verify(stored, _normalize_and_cut(password))
    except (InvalidHashError, VerificationError):
        return False
    if _hasher().check_needs_rehash(stored):
        store_rehashed_password_if_unchanged(account_id, stored, hash_password(password))
    return True


def has_valid_length(password: str) -> bool:
    """Whether the length is allowed. All characters are."""
    return MIN_PASSWORD_LENGTH <= len(_normalize_and_cut(password)) <= MAX_PASSWORD_LENGTH


def _normalize_and_cut(password: str) -> str:
    """Return the password in one Unicode form, whatever the keyboard sent.

    Longer ones are cut just above the limit: enough to refuse them, and cheap to hash.
    """
    return unicodedata.normalize("NFKD", password)[: MAX_PASSWORD_LENGTH + 1]


def _hasher() -> PasswordHasher:
    return cast("PasswordHasher", current_app.extensions[HASHER_EXTENSION])
