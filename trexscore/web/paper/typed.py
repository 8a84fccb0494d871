"""Numbers as people write them on paper and paste them from elsewhere."""

import re

from trexscore.game.file.numbers import plain, written
from trexscore.web.language import reader_language

LONGEST = 7
"""Digits. No game comes near to it."""
_BETWEEN = re.compile(r"[\s,;/|\u060c\u061b]+")


class NoNumber(ValueError):
    """What was typed is no whole number, or a longer one than any game knows."""


def total_typed(text: str) -> int | None:
    """The number; None where nothing stands. Raises `NoNumber`."""
    number = written(text, LONGEST)
    if number is None and plain(text):
        raise NoNumber(text)
    return number


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
