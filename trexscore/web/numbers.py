"""Whole numbers, as addresses carry them and as people type them."""

from trexscore.game.file.numbers import plain, written
from trexscore.i18n.language import ascii_digits

_LONGEST = 9
"""Digits. Nothing here is counted so far, and nobody can keep the server busy with more."""


def whole(text: str) -> int | None:
    """What an address or a hidden field says; None where it is no number."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= _LONGEST else None


def typed(text: str | None, longest: int = _LONGEST) -> int | str:
    """What somebody typed, in whichever digits. What is no number stays as it is: the rules refuse it."""
    number = written(text or "", longest)
    return ascii_digits(plain(text or "")) if number is None else number
