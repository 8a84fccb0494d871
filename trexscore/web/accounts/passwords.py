"""Passwords: how they are kept, and whether one is right."""

import unicodedata
from typing import cast

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from flask import Flask, current_app

from trexscore.commands.accounts import keep_rehashed
from trexscore.db.accounts import Account

SHORTEST_PASSWORD = 8
LONGEST_PASSWORD = 128
HASHER = "password_hasher"
"""The application's extension that hashes them."""
# No secret is mixed in: whoever loses the secret key would have lost every password, too.


def init_passwords(app: Flask) -> None:
    """Hash with OWASP's least for argon2id: a table's next deal waits for the same cores."""
    app.extensions[HASHER] = PasswordHasher(memory_cost=19 * 1024, time_cost=2, parallelism=1)


def hashed(password: str) -> str:
    """A new password as it is kept. Worked out before a transaction begins: a tenth of a second is long for a lock."""
    return _hasher().hash(_normalized(password))


def has_password(account: Account, password: str) -> bool:
    """Whether this is the account's password."""
    account_id, kept = account.id, account.password
    try:
        _hasher().verify(kept, _normalized(password))
    except (InvalidHashError, VerificationError):
        return False
    if _hasher().check_needs_rehash(kept):
        keep_rehashed(account_id, kept, hashed(password))
    return True


def is_long_enough(password: str) -> bool:
    """Whether a password may be used. Which characters are in it, nobody is told."""
    return SHORTEST_PASSWORD <= len(_normalized(password)) <= LONGEST_PASSWORD


def _normalized(password: str) -> str:
    """The same password, whichever keyboard it was typed on. What is too long is cut where it is wrong already."""
    return unicodedata.normalize("NFKD", password)[: LONGEST_PASSWORD + 1]


def _hasher() -> PasswordHasher:
    return cast("PasswordHasher", current_app.extensions[HASHER])
