"""What may be a player's name, and when two names are the same."""

import unicodedata
from functools import lru_cache

LONGEST_NAME = 40
"""Code points of a name, once surrounding space is cut."""
_WORTH_KNOWING = 4 * LONGEST_NAME
_JOINERS_AND_MARKS = "\u200c\u200d\u200e\u200f\u061c"
_EMBEDDINGS_AND_ISOLATES = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
"""Characters that show nothing, although their category says letter, mark or symbol."""
_REFUSED_CATEGORIES = frozenset({"Cc", "Cs", "Zl", "Zp"})
_WITHOUT_MARKS = str.maketrans("", "", _JOINERS_AND_MARKS)


def read_name(name: object) -> str | None:
    """The name as it is stored: trimmed and NFC. None where it may not be a name."""
    if not isinstance(name, str):
        return None
    return _known(name) if len(name) <= _WORTH_KNOWING else _stored(name)


def _stored(name: str) -> str | None:
    if not name.isprintable() and any(map(_is_refused, name)):
        return None
    stored = unicodedata.normalize("NFC", name.strip())
    if not 1 <= len(stored) <= LONGEST_NAME or not any(map(_is_visible, stored)):
        return None
    return stored


_known = lru_cache(maxsize=1024)(_stored)
"""Whoever has played once plays again."""


@lru_cache(maxsize=1024)
def compared(name: str) -> str:
    """Two names are the same where this is the same."""
    folded = unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())
    return folded.translate(_WITHOUT_MARKS)


def _is_refused(character: str) -> bool:
    return character in _EMBEDDINGS_AND_ISOLATES or unicodedata.category(character) in _REFUSED_CATEGORIES


def _is_visible(character: str) -> bool:
    if character in _UNSEEN or "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef":
        return False
    return unicodedata.category(character) not in {"Cf", "Zs"}
