"""Validates and compares players' names."""

import unicodedata
from functools import lru_cache

MAX_NAME_LENGTH = 40
"""Code points of a name without surrounding space."""
_MAX_CACHED_NAME_LENGTH = 4 * MAX_NAME_LENGTH
JOINERS_AND_DIRECTION_MARKS = "\u200c\u200d\u200e\u200f\u061c"
_EMBEDDINGS_AND_ISOLATES = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_INVISIBLE_CHARACTERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
"""Invisible characters of the categories letter, mark and symbol."""
_REFUSED_CATEGORIES = frozenset({"Cc", "Cs", "Zl", "Zp"})
LETTER_REPLACEMENTS = str.maketrans({"\u0671": "\u0627", "\u0649": "\u064a", "\u0629": "\u0647", "\u0640": None})
"""Alef with wasla → alef, alef maqsura → yeh, teh marbuta → heh, tatweel → nothing."""
_MARK_REMOVAL_TABLE = str.maketrans("", "", JOINERS_AND_DIRECTION_MARKS)


def read_name(value: object) -> str | None:
    """The name as it is stored: trimmed and NFC. None for an invalid name."""
    if not isinstance(value, str):
        return None
    return _normalize_name_cached(value) if len(value) <= _MAX_CACHED_NAME_LENGTH else _normalize_name(value)


def _normalize_name(name: str) -> str | None:
    if not name.isprintable() and any(map(is_refused_name_character, name)):
        return None
    normalized = unicodedata.normalize("NFC", name.strip())
    if not 1 <= len(normalized) <= MAX_NAME_LENGTH or not any(map(is_visible_character, normalized)):
        return None
    return normalized


_normalize_name_cached = lru_cache(maxsize=1024)(_normalize_name)


@lru_cache(maxsize=1024)
def name_key(name: str) -> str:
    """The key by which names are compared: equal for equal names."""
    casefolded_name = unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())
    return casefolded_name.translate(_MARK_REMOVAL_TABLE)


@lru_cache(maxsize=1024)
def similarity_key(name: str) -> str:
    """Equal for similar names: without accents, vowel signs and spaces, with any form of alef or yeh."""
    letters = (letter for letter in unicodedata.normalize("NFKD", name) if unicodedata.category(letter)[0] in "LN")
    return "".join(letters).translate(LETTER_REPLACEMENTS).casefold()


def name_sort_key(name: str) -> tuple[str, str]:
    """The key by which names are sorted: their letters, without accents and hamzas."""
    return similarity_key(name), name_key(name)


def index_letter(name: str) -> str:
    """The letter under which a name is listed, without accent or hamza."""
    return (similarity_key(name) or name)[:1].upper()


def is_refused_name_character(character: str) -> bool:
    """Whether names must not contain this character."""
    return character in _EMBEDDINGS_AND_ISOLATES or unicodedata.category(character) in _REFUSED_CATEGORIES


def is_visible_character(character: str) -> bool:
    """Whether a character shows anything."""
    if (
        character in _INVISIBLE_CHARACTERS
        or "\ufe00" <= character <= "\ufe0f"
        or "\U000e0100" <= character <= "\U000e01ef"
    ):
        return False
    return unicodedata.category(character) not in {"Cf", "Zs"}
