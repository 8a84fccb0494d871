"""Whole numbers in URLs and in what people type."""

from trexscore.game.file.numbers import clean_number_text, parse_whole_number
from trexscore.i18n.language import to_ascii_digits

_MAX_DIGITS = 9
"""Digits. No number needs more, and longer ones could keep the server busy."""


def parse_ascii_number(text: str) -> int | None:
    """Parse a number of a URL or a hidden field; None if it is not a number."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= _MAX_DIGITS else None


def parse_typed_number(text: str | None, max_digits: int = _MAX_DIGITS) -> int | str:
    """Parse a typed number in any digits. Other text is returned, so that the rules refuse it."""
    whole_number = parse_whole_number(text or "", max_digits)
    return to_ascii_digits(clean_number_text(text or "")) if whole_number is None else whole_number
