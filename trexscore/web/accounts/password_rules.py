"""Refuses passwords that are guessed first.

`common_passwords.txt` lists common passwords of eight and more characters, from the frequency lists of zxcvbn (MIT
licence, Copyright (c) 2016 Daniel Wolf).
"""

import string
import unicodedata
from collections.abc import Iterable
from functools import cache
from itertools import pairwise
from pathlib import Path

_COMMON_PASSWORDS_FILE = Path(__file__).with_name("common_passwords.txt")
_AFFIX_CHARACTERS = string.digits + string.punctuation + string.whitespace
"""Characters that people append to a common password."""
_MIN_DISTINCT_CHARACTERS = 4
"""Distinct characters."""


def is_easily_guessed(password: str, account_names: Iterable[str | None] = ()) -> bool:
    """Whether a password is common, trivial, or one of the account's own names."""
    folded_password = _fold(password)
    core = folded_password.strip(_AFFIX_CHARACTERS)
    own_names = {_fold(name) for name in account_names if name} - {""}
    if {folded_password, core} & (_common_passwords() | own_names) or folded_password in {
        name * times for name in own_names for times in (2, 3)
    }:
        return True
    return len({*folded_password}) < _MIN_DISTINCT_CHARACTERS or _has_constant_step(folded_password)


def _has_constant_step(folded_password: str) -> bool:
    """Whether all characters differ by the same step, as in 23456789 and hgfedcba."""
    return len({ord(after) - ord(before) for before, after in pairwise(folded_password)}) == 1


def _fold(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold().strip()


@cache
def _common_passwords() -> frozenset[str]:
    return frozenset(_COMMON_PASSWORDS_FILE.read_text(encoding="utf-8").splitlines())
