"""What may be a player's name, and when two names are the same."""

import unicodedata
from functools import lru_cache

LONGEST_NAME = 40
"""Code points of a name, once surrounding space is cut."""
_WORTH_KNOWING = 4 * LONGEST_NAME
JOINERS_AND_MARKS = "\u200c\u200d\u200e\u200f\u061c"
_EMBEDDINGS_AND_ISOLATES = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
"""Characters that show nothing, although their category says letter, mark or symbol."""
_REFUSED_CATEGORIES = frozenset({"Cc", "Cs", "Zl", "Zp"})
LETTERS_ALIKE = str.maketrans({"\u0671": "\u0627", "\u0649": "\u064a", "\u0629": "\u0647", "\u0640": None})
"""Alef with wasla is an alef, alef maqsura a yeh, teh marbuta a heh; a tatweel is nothing."""
_WITHOUT_MARKS = str.maketrans("", "", JOINERS_AND_MARKS)


def read_name(name: object) -> str | None:
    """The name as it is stored: trimmed and NFC. None where it may not be a name."""
    if not isinstance(name, str):
        return None
    return _known(name) if len(name) <= _WORTH_KNOWING else _stored(name)


def _stored(name: str) -> str | None:
    if not name.isprintable() and any(map(is_refused, name)):
        return None
    stored = unicodedata.normalize("NFC", name.strip())
    if not 1 <= len(stored) <= LONGEST_NAME or not any(map(is_visible, stored)):
        return None
    return stored


_known = lru_cache(maxsize=1024)(_stored)
"""Whoever has played once plays again."""


@lru_cache(maxsize=1024)
def compared(name: str) -> str:
    """Two names are the same where this is the same."""
    folded = unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())
    return folded.translate(_WITHOUT_MARKS)


@lru_cache(maxsize=1024)
def likeness(name: str) -> str:
    """Two names are nearly the same where this is: no accents, vowel signs or spaces, any form of alef or yeh."""
    bare = (one for one in unicodedata.normalize("NFKD", name) if unicodedata.category(one)[0] in "LN")
    return "".join(bare).translate(LETTERS_ALIKE).casefold()


def alphabetical(name: str) -> tuple[str, str]:
    """The key by which lists of names are sorted: by their letters, without accents and hamzas."""
    return likeness(name), compared(name)


def initial(name: str) -> str:
    """The letter under which a list has a name: without accent or hamza."""
    return (likeness(name) or name)[:1].upper()


def is_refused(character: str) -> bool:
    """Whether a name may not hold this."""
    return character in _EMBEDDINGS_AND_ISOLATES or unicodedata.category(character) in _REFUSED_CATEGORIES


def is_visible(character: str) -> bool:
    """Whether there is something to see."""
    if character in _UNSEEN or "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef":
        return False
    return unicodedata.category(character) not in {"Cf", "Zs"}
