"""Passwords that others guess first: refused where someone chooses one.

`common_passwords.txt` holds the commonest of eight and more characters, from the frequency lists of zxcvbn
(MIT licence, Copyright (c) 2016 Daniel Wolf).
"""

import string
import unicodedata
from collections.abc import Iterable
from functools import cache
from itertools import pairwise
from pathlib import Path

_FILE = Path(__file__).with_name("common_passwords.txt")
_ADDED = string.digits + string.punctuation + string.whitespace
"""What people put behind a common password to make it look like another."""
_FEWEST_CHARACTERS = 4
"""Different ones."""


def is_common(password: str, names: Iterable[str | None] = ()) -> bool:
    """Whether a password is one of those that are tried first, or says no more than one of the account's own names."""
    said = _compared(password)
    word = said.strip(_ADDED)
    own = {_compared(name) for name in names if name} - {""}
    if {said, word} & (_common() | own) or said in {name * times for name in own for times in (2, 3)}:
        return True
    return len({*said}) < _FEWEST_CHARACTERS or _steps_alike(said)


def _steps_alike(said: str) -> bool:
    """Whether each character follows the one before it in the same way, as in 23456789 and hgfedcba."""
    return len({ord(after) - ord(before) for before, after in pairwise(said)}) == 1


def _compared(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold().strip()


@cache
def _common() -> frozenset[str]:
    return frozenset(_FILE.read_text(encoding="utf-8").splitlines())
