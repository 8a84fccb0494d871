"""Whole numbers in URLs and in what people type."""

from trexscore.game.file.numbers import clean_number_text, parse_number
from trexscore.i18n.language import ascii_digits

_LONGEST = 9
"""Digits. No number needs more, and longer ones could keep the server busy."""


def parse_whole(text: str) -> int | None:
    """Parse a number of a URL or a hidden field; None if it is no number."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= _LONGEST else None


def parse_typed(text: str | None, longest: int = _LONGEST) -> int | str:
    """Parse a typed number in any digits. Other text is returned, so that the rules refuse it."""
    number = parse_number(text or "", longest)
    return ascii_digits(clean_number_text(text or "")) if number is None else number
