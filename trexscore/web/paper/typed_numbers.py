"""Parses numbers as people write and paste them."""

import re

from trexscore.game.file.numbers import clean_number_text, parse_whole_number
from trexscore.web.language import reader_language

MAX_DIGITS = 7
"""Digits of a number; far more than a game needs."""
_NUMBER_SEPARATOR_PATTERN = re.compile(r"[\s,;/|\u060c\u061b]+")


class NotANumber(ValueError):
    """The text is not a whole number, or is too long."""


def parse_number_or_blank(text: str) -> int | None:
    """Parse a number; None if the text is blank. Raises `NotANumber`."""
    number = parse_whole_number(text, MAX_DIGITS)
    if number is None and clean_number_text(text):
        raise NotANumber(text)
    return number


def split_numbers(text: str) -> list[str]:
    """Split several numbers that were pasted into one field."""
    return [part for part in _NUMBER_SEPARATOR_PATTERN.split(clean_number_text(text)) if part]


def is_number_or_blank(text: str) -> bool:
    try:
        parse_number_or_blank(text)
    except NotANumber:
        return False
    return True


def localize_number(text: str) -> str:
    """The number in the reader's digits; a text that is not a number is returned unchanged."""
    value = parse_number_or_blank(text) if is_number_or_blank(text) else None
    return text if value is None else reader_language().number(value)
