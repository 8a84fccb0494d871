"""Numbers as people write them on paper and paste them from elsewhere."""

import re

from trexscore.language.language import ascii_digits
from trexscore.web.language import reader_language

LONGEST = 7
"""Digits. No game comes near to it."""
_MINUS = re.compile("[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]")
_UNSEEN = re.compile("[\u200b\u200e\u200f\u061c\u2066-\u2069\u202a-\u202e\ufeff]")
_BETWEEN = re.compile(r"[\s,;/|\u060c\u061b]+")
_NUMBER = re.compile(rf"([+-]?)(\d{{1,{LONGEST}}})(-?)")


class NoNumber(ValueError):
    """What was typed is no whole number, or a longer one than any game knows."""


def plain(text: str) -> str:
    """The text with the digits and minus signs that programs know, without marks that nobody sees."""
    return _MINUS.sub("-", ascii_digits(_UNSEEN.sub("", text))).strip()


def total_typed(text: str) -> int | None:
    """The number; None where nothing stands. The minus may stand behind it, as it does on many an Arabic sheet."""
    said = plain(text)
    if not said:
        return None
    found = _NUMBER.fullmatch(said)
    if found is None or (found[1] and found[3]):
        raise NoNumber(text)
    return -int(found[2]) if "-" in (found[1], found[3]) else int(found[2])


def parts_typed(text: str) -> list[str]:
    """Several numbers that were pasted into one field."""
    return [part for part in _BETWEEN.split(plain(text)) if part]


def is_total(text: str) -> bool:
    """Whether it is a number, or nothing."""
    try:
        total_typed(text)
    except NoNumber:
        return False
    return True


def as_read(text: str) -> str:
    """The same number as its reader writes it; what is no number stays as it is."""
    value = total_typed(text) if is_total(text) else None
    return text if value is None else reader_language().number(value)
