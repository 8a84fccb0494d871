"""Whole numbers as people write them on paper and paste them from elsewhere."""

import re

_MINUS = re.compile("[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]")
_UNSEEN = re.compile("[\u200b\u200e\u200f\u061c\u2066-\u2069\u202a-\u202e\ufeff]")
_NUMBER = re.compile(r"([+-]?)(\d+)(-?)")


def plain(text: str) -> str:
    """The text with the minus sign that programs know, without marks that nobody sees and space around it."""
    return _MINUS.sub("-", _UNSEEN.sub("", text)).strip()


def written(text: str, longest: int) -> int | None:
    """The number, in whichever digits; None where it is none, or has more digits.

    The minus may stand behind it, as it does on many an Arabic sheet.
    """
    found = _NUMBER.fullmatch(plain(text))
    if found is None or len(found[2]) > longest or (found[1] and found[3]):
        return None
    return -int(found[2]) if "-" in (found[1], found[3]) else int(found[2])
